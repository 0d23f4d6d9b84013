// Runs before the page is painted: marks that scripts run, and applies the
// reader's colours, so that nothing flickers or moves.
(function (root) {
	root.classList.add("js");
	try {
		var theme = localStorage.getItem("regula.theme");
		if (theme === "light" || theme === "dark") root.dataset.theme = theme;
	} catch (e) {
		// no storage: as on the device
	}
})(document.documentElement);

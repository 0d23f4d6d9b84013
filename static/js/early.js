// Runs before the page is painted: marks that scripts run, that an answer or a
// second language is still to come, and applies the reader's colours, so that
// nothing flickers or moves.
(function (root) {
	root.classList.add("js");
	if (/[?&](q|from)=[^&]/.test(location.search)) root.classList.add("asking");
	var beside = /[?&]p=(\w*)/.exec(location.search);
	beside = beside && beside[1];
	try {
		var theme = localStorage.getItem("regula.theme");
		if (theme === "light" || theme === "dark") root.dataset.theme = theme;
		if (beside === null) beside = localStorage.getItem("regula.parallel");
	} catch (e) {
		// no storage: as on the device
	}
	if (beside && beside !== root.lang) {
		root.dataset.beside = beside;
		if (beside !== "official") root.classList.add("waiting");
	}
})(document.documentElement);

// The place on a page of which scripts bring a part: the browser cannot go back
// to where nothing is yet, so it is kept with the page in the history.

// keep has what read gives kept whenever the reader has scrolled, and before
// following a link.
export function keep(read) {
	let timer;
	const write = () => {
		clearTimeout(timer);
		try {
			history.replaceState({ ...history.state, place: read() }, "");
		} catch {
			// a browser that counts how often takes a later one
		}
	};
	addEventListener("scroll", () => {
		clearTimeout(timer);
		timer = setTimeout(write, 150);
	}, { passive: true });
	addEventListener("click", write, true);
}

// kept gives what was kept, to a reader who comes back or loads the page again;
// otherwise undefined.
export function kept() {
	const { type } = performance.getEntriesByType("navigation")[0] ?? {};
	return type === "back_forward" || type === "reload" ? history.state?.place : undefined;
}

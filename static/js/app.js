// What scripts add to every page. All of it can be missing: pages read well
// and lead everywhere without.
import { language, preference, root, say, texts } from "./page.js";

const html = document.documentElement;
const body = document.body;

// Colours: as on the device, light, dark, in turn.
document.querySelector(".theme")?.addEventListener("click", async () => {
	const next = { undefined: "light", light: "dark", dark: undefined }[html.dataset.theme];
	if (next) html.dataset.theme = next;
	else delete html.dataset.theme;
	preference("theme", next ?? null);
	const t = await texts();
	say({ undefined: t.themeAuto, light: t.themeLight, dark: t.themeDark }[next]);
});

// Language: the choice is remembered, the place on the page kept.
for (const a of document.querySelectorAll('.langs a, [data-kind="choice"] li a')) {
	a.addEventListener("click", () => {
		preference("language", a.hreflang);
		if (a.closest(".langs") && body.dataset.kind !== "error") {
			const rule = location.hash || current();
			a.hash = rule;
			a.search = location.search;
		}
	});
}
if (body.dataset.kind === "choice") {
	const known = document.querySelector(`main a[hreflang="${CSS.escape(preference("language") ?? "")}"]`);
	if (known && !location.hash) location.replace(known.href);
}

// current gives the fragment of the rule that is being read, "" at the top.
function current() {
	const a = document.querySelector(".toc [aria-current]");
	return a && scrollY > 200 ? a.hash : "";
}

// Look-up box.
const form = document.querySelector(".lookup");
form?.addEventListener("submit", (event) => {
	const text = form.q.value.trim();
	event.preventDefault();
	if (!text) form.q.focus();
	else import("./lookup.js").then((m) => m.lookUp(form, text));
});
if (body.dataset.kind === "search") import("./results.js").then((m) => m.start(form));
if (body.dataset.kind === "error") import("./notfound.js");
if (body.dataset.kind === "compare") import("./compare.js");
if (body.dataset.number && new URLSearchParams(location.search).has("edition")) import("./edition.js");

// Contents: mark the rule that is being read.
const toc = document.querySelector(".toc");
if (toc) {
	const links = new Map([...toc.querySelectorAll("a")].map((a) => [a.hash.slice(1), a]));
	const rules = [...document.querySelectorAll(".rules .rule")];
	let marked;
	let waiting = false;
	const mark = () => {
		waiting = false;
		const line = innerHeight * 0.3;
		let low = 0;
		let high = rules.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (rules[middle].getBoundingClientRect().top < line) low = middle + 1;
			else high = middle;
		}
		const a = links.get(rules[Math.max(0, low - 1)]?.id);
		if (a === marked) return;
		marked?.removeAttribute("aria-current");
		marked = a;
		if (!a) return;
		a.setAttribute("aria-current", "location");
		// scroll the list only, not the page
		const box = (toc.scrollHeight > toc.clientHeight ? toc : toc.firstElementChild);
		const b = box.getBoundingClientRect();
		const r = a.getBoundingClientRect();
		if (r.left < b.left || r.right > b.right) box.scrollLeft += r.left - b.left - b.width / 3;
		if (r.top < b.top || r.bottom > b.bottom) box.scrollTop += r.top - b.top - b.height / 3;
	};
	addEventListener("scroll", () => {
		if (!waiting) requestAnimationFrame(mark);
		waiting = true;
	}, { passive: true });
	mark();
}

// Print: number, address and edition stand below every sheet.
addEventListener("beforeprint", () => {
	const text = [document.querySelector("h1").textContent.replace(/\s+/g, " ").trim(), location.href, document.querySelector(".foot time")?.textContent].filter(Boolean).join(" · ");
	try {
		document.styleSheets[0].insertRule(`@page { @bottom-left { content: ${JSON.stringify(text)}; font: 8pt sans-serif; } }`, document.styleSheets[0].cssRules.length);
	} catch {
		// a browser without boxes in the margin prints the address by itself
	}
}, { once: true });

// Previews of what a link leads to; keys; copying, citing, a second language
// beside.
const more = [import("./preview.js"), import("./keys.js")];
if (document.querySelector("#offline-state")) more.push(import("./offline.js"));
if (document.querySelector("#linkify")) more.push(import("./linkify.js"));
else if (document.querySelector(".acts")) more.push(import("./acts.js"));
if (!document.querySelector(".acts")) html.classList.remove("waiting");
Promise.all(more).then(() => {
	html.dataset.ready = "1"; // tests wait for it
});

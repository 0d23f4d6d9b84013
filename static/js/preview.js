// Previews: pointing at a link to a rule or term, focusing it by key, or
// holding a finger on it shows what it leads to. A plain click goes there as
// ever. The key v, or Alt and down, goes into the preview of the link that has
// the focus, and has it stay.
import { data, element, fill, preference, root, texts } from "./page.js";

const target = new RegExp(`^${root.href.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(de|fr|en)/(\\d[0-9a-z.]*|(?:glossary|cards)/[^/]+)/$`);
let card;
let origin; // the link that the card belongs to
let timer;
let pinned = false;
let held = false;
let left; // the link that the focus has gone back to from its card

// linkOf gives the link at an event if it can be previewed.
function linkOf(event) {
	const a = event.target.closest?.("main a[href], .card a[href]");
	if (!a || a.closest("h1, h2, h3, .next, .acts, .toc")) return null;
	const url = a.href.replace(/[?#].*/, "");
	return target.test(url) && url !== location.href.replace(/[?#].*/, "") ? a : null;
}

function close() {
	clearTimeout(timer);
	if (card?.contains(document.activeElement)) {
		left = origin;
		origin.focus();
	}
	card?.remove();
	card = origin = undefined;
	pinned = false;
}

async function show(a) {
	const t = await texts();
	let d;
	try {
		d = await data(a.href.replace(/[?#].*/, ""));
	} catch {
		return; // the link itself still works
	}
	if (origin !== a) return;
	const page = new URL(d.path, root).href;
	const name = d.number ? `${d.number} ${d.title}` : d.title;
	const markup = (html) => {
		const inert = element("template", { innerHTML: html }); // in which nothing is fetched from an address that is not mended yet
		for (const x of inert.content.querySelectorAll("[href]")) x.setAttribute("href", new URL(x.getAttribute("href"), page).href);
		return element("div", { lang: d.language }, inert.content);
	};
	const pin = element("button", { type: "button", title: t.pin, "aria-label": t.pin, "aria-pressed": "false" });
	pin.innerHTML = '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path fill="currentColor" d="M5 1h6v1.500l-1 1V7l2.500 3H8.700v5H7.300v-5H3.500L6 7V3.500l-1-1z"/></svg>';
	const mark = () => pin.setAttribute("aria-pressed", pinned);
	pin.addEventListener("click", () => {
		pinned = !pinned;
		mark();
	});
	const shut = element("button", { type: "button", title: t.close, "aria-label": t.close }, "×");
	shut.addEventListener("click", close);
	const next = element("div", { className: "card", role: "dialog", "aria-label": name, tabIndex: -1 });
	next.addEventListener("pinned", mark);
	next.append(
		element("div", { className: "bar" }, pin, shut),
		element("h2", { lang: d.language }, element("a", { href: page }, name)),
	);
	if (d.html) next.append(markup(d.html));
	else next.append(element("p", { className: "todo", lang: "en" }, d.english ?? ""));
	if (d.examplesHTML?.length) {
		const details = element("details", {}, element("summary", {}, fill(t.examples, { n: d.examplesHTML.length })));
		for (const e of d.examplesHTML) details.append(markup(e));
		next.append(details);
	}
	card?.remove();
	card = next;
	document.body.append(card);
	const at = a.getClientRects()[0] ?? a.getBoundingClientRect();
	const left = Math.max(12, Math.min(at.left, html.clientWidth - card.offsetWidth - 12));
	const below = at.bottom + 8 + card.offsetHeight < innerHeight || at.top < card.offsetHeight + 8;
	card.style.left = `${left + scrollX}px`;
	card.style.top = `${(below ? at.bottom + 8 : at.top - 8 - card.offsetHeight) + scrollY}px`;
	card.addEventListener("pointerenter", () => clearTimeout(timer));
	card.addEventListener("pointerleave", leave);
}

// into goes into the card of a link, or into the one that is shown, and has it
// stay.
async function into(a) {
	if (!card || (a && a !== origin)) {
		if (!a) return;
		close();
		origin = a;
		await show(a);
	}
	if (!card) return;
	clearTimeout(timer);
	pinned = true;
	card.dispatchEvent(new Event("pinned"));
	card.focus();
}

// turn leads Tab from the ends of the card back to its link, beside which the
// card would be if it stood in the text.
function turn(event) {
	const all = [...card.querySelectorAll("a[href], button, summary")].filter((e) => e.checkVisibility());
	const at = document.activeElement;
	if (event.shiftKey ? at !== card && at !== all[0] : at !== all.at(-1)) return;
	left = origin;
	origin.focus();
	if (event.shiftKey) event.preventDefault(); // else on to what follows the link
}

const html = document.documentElement;

function enter(a, delay) {
	if (pinned || a === origin) {
		clearTimeout(timer);
		return;
	}
	clearTimeout(timer);
	timer = setTimeout(() => {
		origin = a;
		show(a);
	}, delay);
}

function leave() {
	clearTimeout(timer);
	if (!pinned) timer = setTimeout(close, 300);
}

addEventListener("pointerover", (event) => {
	if (event.pointerType !== "mouse") return;
	const a = linkOf(event);
	if (a && !card?.contains(a)) enter(a, 350);
});
addEventListener("pointerout", (event) => {
	if (event.pointerType === "mouse" && linkOf(event)) leave();
});
addEventListener("focusin", (event) => {
	const a = linkOf(event);
	if (card?.contains(event.target)) clearTimeout(timer);
	else if (a && a === left) left = undefined;
	else if (a?.matches(":focus-visible")) enter(a, 500);
	else if (event.target !== origin && !pinned) close();
});
addEventListener("keydown", (event) => {
	if (event.key === "Escape" && card) close();
	else if (event.key === "Tab" && card?.contains(document.activeElement)) turn(event);
	else if (event.altKey ? event.key === "ArrowDown" : event.key === "v" && preference("keys") !== "off" && !event.ctrlKey && !event.metaKey) {
		const a = linkOf(event);
		if (a || (card && !event.target.closest?.("input, textarea, select, dialog"))) {
			event.preventDefault();
			into(card?.contains(a) ? null : a);
		}
	}
});
addEventListener("scroll", () => {
	if (!pinned && card && !card.matches(":hover") && !card.contains(document.activeElement) && !held) leave();
}, { passive: true });

// A finger held on a link shows the card instead of the browser's own menu.
let finger;
addEventListener("touchstart", (event) => {
	held = false;
	const a = linkOf(event);
	if (card && !card.contains(event.target) && !pinned) close();
	if (!a || event.touches.length > 1) return;
	finger = setTimeout(() => {
		held = true;
		origin = a;
		show(a);
	}, 450);
}, { passive: true });
for (const type of ["touchend", "touchcancel", "touchmove"]) {
	addEventListener(type, () => clearTimeout(finger), { passive: true });
}
addEventListener("contextmenu", (event) => {
	if (held && linkOf(event) === origin) event.preventDefault();
});
addEventListener("click", (event) => {
	if (held && linkOf(event) === origin) event.preventDefault();
	held = false;
}, true);

// Keys for reading: all of them can be switched off, and none takes a key
// from a field, a menu or the browser.
import { element, pageAt, preference, texts } from "./page.js";

const input = document.querySelector("#q");
let on = preference("keys") !== "off";
let help;

addEventListener("keydown", (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
	if (event.target.closest?.("input, textarea, select, [contenteditable], dialog, .menu")) return;
	if (!on) return;
	const act = keys[event.key];
	if (act) {
		if (act() !== false) event.preventDefault();
	} else if (/^[1-9]$/.test(event.key) && input) {
		// the digit itself goes into the field
		input.focus();
		input.select();
	}
});

const keys = {
	"?": showHelp,
	j: () => step(1),
	k: () => step(-1),
	ArrowRight: () => go(1),
	ArrowLeft: () => go(-1),
	"/": () => {
		input?.focus();
		input?.select();
	},
	"[": () => section(-1),
	"]": () => section(1),
	l: language,
	p: () => document.querySelector('[data-act="parallel"]')?.click(),
	c: copy,
};

const rules = [...document.querySelectorAll(".rules .rule")];

// at gives the place of the rule being read among those of the page.
function at() {
	let i = -1;
	for (const [k, r] of rules.entries()) if (r.getBoundingClientRect().top < innerHeight * 0.25) i = k;
	return i;
}

// step goes to the next or previous rule: on this page, or to its page.
function step(by) {
	if (!rules.length) return go(by);
	const focused = rules.indexOf(document.activeElement?.closest(".rule"));
	const i = (focused >= 0 ? focused : at()) + by;
	if (!rules[i]) return go(by);
	rules[i].querySelector(".no").focus({ preventScroll: true });
	rules[i].scrollIntoView({ block: "start" });
	history.replaceState(history.state, "", `#${rules[i].id}`);
}

function go(by) {
	const a = document.querySelector(by > 0 ? ".next [rel=next]" : ".next [rel=prev]");
	if (!a) return false;
	a.click();
}

// section goes from a section to the next; from a rule back to its section, or
// on to the next one.
async function section(by) {
	const up = document.querySelector(".acts .context");
	if (!up) return go(by);
	if (by > 0) {
		try {
			const page = await pageAt(up.href);
			location.assign(new URL(page.querySelector(".next [rel=next]").getAttribute("href"), up.href));
			return;
		} catch {
			// no network, or the last section
		}
	}
	up.click();
}

function language() {
	const all = [...document.querySelectorAll(".langs a")];
	const i = all.findIndex((a) => a.hasAttribute("aria-current"));
	all[(i + 1) % all.length]?.click();
}

function copy() {
	const rule = rules[rules.indexOf(document.activeElement?.closest(".rule"))] ?? rules[at()];
	import("./acts.js").then((m) => m.copy(m.address(rule?.id ?? document.body.dataset.number)));
}

async function showHelp() {
	const t = await texts();
	if (!help) {
		const list = element("dl");
		for (const [names, text] of [
			[["j", "k"], t.keyRules],
			[["←", "→"], t.keyPages],
			[["/"], t.keySearch],
			[["1", "…", "9"], t.keyDigits],
			[["[", "]"], t.keySections],
			[["l"], t.keyLanguage],
			[["p"], t.keyParallel],
			[["c"], t.keyCopy],
			[["v"], t.keyPreview],
			[["?"], t.keyHelp],
		]) {
			const dt = element("dt");
			for (const n of names) dt.append(n === "…" ? "…" : element("kbd", {}, n), " ");
			list.append(dt, element("dd", {}, text));
		}
		const box = element("input", { type: "checkbox", checked: on });
		box.addEventListener("change", () => {
			on = box.checked;
			preference("keys", on ? null : "off");
		});
		const shut = element("button", { type: "button" }, t.close);
		shut.addEventListener("click", () => help.close());
		help = element("dialog", { className: "keys", "aria-labelledby": "keys" },
			element("h2", { id: "keys" }, t.help), list,
			element("p", {}, element("label", {}, box, " ", t.helpOff)), shut);
		document.body.append(help);
	}
	help.showModal();
}

// The page about the site shows the list to whoever does not know the key for
// it, or has switched keys off.
const place = document.querySelector("#keys-list");
if (place) {
	const open = element("button", { type: "button" }, (await texts()).helpShow);
	open.addEventListener("click", showHelp);
	place.append(open);
}

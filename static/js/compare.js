// Compares any two editions by the steps between them. A server does the same
// without a script, names what it lists, entries of the glossary among it, and tells
// word by word what changed where it has both official texts.
import { data, element, fill, language, pageAt, root } from "./page.js";
import { date, editions, words } from "./edition.js";
import { compose, folded, follow } from "./steps.js";

const place = document.querySelector("#changes");
const form = document.querySelector("form.compare");
const asked = new URLSearchParams(location.search);
const from = asked.get("from");
const to = asked.get("to");
const day = /^\d{4}-\d\d-\d\d$/;

// excerpts has those list items that are to say how what we write of a rule
// begins: its page, and how many characters. The first of them say so before the
// list is shown, so that nothing moves; the others once they are near the window,
// so that a long comparison need not fetch all of it.
const excerpts = new Map();
const shownFirst = 12;
const patience = 1500; // milliseconds the list waits for them
const near = new IntersectionObserver((seen) => {
	for (const { target } of seen.filter((e) => e.isIntersecting)) {
		near.unobserve(target);
		begin(target);
	}
}, { rootMargin: "150% 0px" });

if (day.test(from ?? "") && day.test(to ?? "") && !place.childElementCount) {
	const t = await words();
	form.from.value = from;
	form.to.value = to;
	const { first, steps: all } = await editions();
	if (from < to && [from, to].every((d) => d === first || all.some((s) => s.to === d))) {
		const list = printed(compose(all.filter((s) => s.to > from && s.to <= to)), all.filter((s) => s.to > to), t);
		const items = [...excerpts.keys()];
		await Promise.race([
			Promise.all([title(list), ...items.slice(0, shownFirst).map(begin)]),
			new Promise((done) => setTimeout(done, patience)),
		]);
		place.append(list);
		for (const item of items.slice(shownFirst)) near.observe(item);
	} else {
		place.append(element("p", { className: "note", role: "status" }, t.compareOrder));
	}
}

function also(what, text) {
	what.append(" ", element("span", { className: "also" }, `· ${text}`));
}

// title adds to the numbers of sections what they are called, which stands on
// the pages of their chapters.
async function title(list) {
	const links = new Map([...list.querySelectorAll("h2 a")].map((a) => [a.textContent, a]));
	await Promise.all([...new Set([...links.keys()].map((n) => n[0]))].map(async (chapter) => {
		try {
			const page = await pageAt(new URL(`${language}/${chapter}/`, root));
			for (const li of page.querySelectorAll(".chapters li")) {
				const words = [...li.querySelector("div > a").childNodes].filter((e) => e.className !== "vh");
				links.get(li.querySelector(".no").textContent.trim())?.append(...words.map((e) => document.importNode(e, true)));
			}
		} catch (e) {
			console.warn(e); // then the numbers stand alone
		}
	}));
}

// begin adds the beginning of an explanation, and the title of what has a page
// with all its rules.
async function begin(item) {
	const { address, most } = excerpts.get(item);
	try {
		const { text, title, reading } = await data(address);
		const what = item.querySelector("div");
		if (title && !reading.includes("#")) what.prepend(element("b", {}, title), " ");
		if (text) what.append(element("p", {}, shortened(text.replace(/\s+/g, " ").trim(), most)));
	} catch (e) {
		console.warn(e); // then the number stands alone
	}
}

// shortened cuts a text at a blank.
function shortened(text, most) {
	const characters = [...text];
	if (characters.length <= most) return text;
	const cut = characters.slice(0, most).join("");
	const blank = cut.lastIndexOf(" ");
	return `${(blank > cut.length / 2 ? cut.slice(0, blank) : cut).replace(/[ ,;:–—(„“«]+$/, "")}\u00a0…`;
}

// printed lists the changes; later are the steps from the newer of the two on.
function printed({ list, entries }, later, t) {
	const names = { a: t.added, d: t.removed, w: t.reworded, m: t.moved, x: t.movedReworded };
	const formats = { a: t.countAdded, d: t.countRemoved, w: t.countReworded, m: t.countMoved, x: t.countMovedReworded };
	const counts = Object.entries(formats)
		.map(([kind, format]) => [format, list.filter((c) => c.kind === kind).length])
		.concat([[t.countEntries, entries.size]])
		.filter(([, n]) => n > 0)
		.map(([format, n]) => format.replace("%d", n));
	const all = document.createDocumentFragment();
	all.append(
		element("p", { className: "under", role: "status" }, fill(t.compareUnder, { from: date(from), to: date(to), counts: counts.join(", ") || t.countNone })),
	);
	// a section that has another number today is not named by that of today
	const heading = (n) => (follow(n, later, true).now === n ? element("a", { href: new URL(`${language}/${n}/`, root).href }, n) : n);
	let section;
	let items;
	for (const c of folded(list)) {
		const n = c.now || c.old;
		const head = n.split(".")[0];
		if (head !== section) {
			section = head;
			items = element("ul");
			all.append(element("section", { className: "changed" }, element("h2", {}, heading(head)), items));
		}
		const today = c.now && follow(c.now, later, true).now;
		const number = today ? element("a", { className: "no", href: new URL(`${language}/${today}/`, root).href }, n) : element("span", { className: "no" }, n);
		const what = element("div", {}, element("span", { className: "what" }, names[c.kind]));
		if (c.now && c.old && c.old !== c.now) also(what, fill(t.was, { number: c.old }));
		if (c.now && !today) also(what, t.gone);
		if (today && today !== c.now) also(what, fill(t.now, { number: today }));
		const item = element("li", {}, number, " ", what);
		items.append(item);
		if (today && c.kind !== "m") excerpts.set(item, { address: number.href, most: c.kind === "a" ? 280 : 110 });
	}
	if (entries.size) {
		items = element("ul");
		for (const [term, kind] of [...entries].sort()) {
			items.append(element("li", {}, element("div", {}, element("b", { lang: "en" }, term), " ", element("span", { className: "what" }, names[kind]))));
		}
		all.append(element("section", { className: "changed" }, element("h2", {}, document.querySelector('.main a[href$="glossary/"]').textContent), items));
	}
	return all;
}

// The page that links the rule numbers of a text. Numbers are read as in the
// explanations: with a period, also as a range (601.2f–h, 119.7–8) or with
// further letters (608.3a und b), and those of sections after a word for rule.
// Links that the text has already stay as they are.
import { element, fill, language, root, texts } from "./page.js";
import { exists } from "./lookup.js";
import { copy } from "./acts.js";
import { date, editions, words } from "./edition.js";
import { formerly, past } from "./steps.js";

const input = document.querySelector("#text");
const output = document.querySelector("#linked");
const form = document.querySelector("#form");
const notes = document.querySelector("#notes");

const letters = "[a-z]{1,2}"; // l and o, too, so that it can be said that there is no such rule
const item = `\\d{3}(?:\\.\\d{1,3}(?:${letters})?)?`;
const between = "(?:\\s?[,/–-]\\s?|,?\\s(?:und|oder|bis|et|ou|à|and|or|to)\\s)";
const citation = new RegExp(
	`https?://[^\\s<>"\\])]+|\\[[^\\]\\n]{0,300}\\]\\([^)\\s]*\\)|\\[url[^\\]]*\\].{0,300}?\\[/url\\]|<a\\s.{0,600}?</a>` +
	`|(?<=(?:^|[^\\w.])(?:cr|r)?)(\\d{3})\\.(\\d{1,3})(${letters})?(?:(\\s?[–-]\\s?)(?:(\\d{3})\\.)?(\\d{1,3}${letters}|\\d{1,3}|${letters}))?(?![\\w]|\\.\\d)` +
	`|(?<=\\b(?:CR|rules?|sections?|regeln?|abschnitte?n?|règles?)\\s(?:${item}${between})*)\\d{3}(?![\\w]|\\.\\d)`,
	"gisu",
);

const further = /(,\s|,?\s(?:und|oder|sowie|bis|et|ou|à|and|or|to)\s)([a-z])(?:([–-])([a-z]))?(?![\p{L}\p{N}_'’]|\.\s?\p{L}\.)/uy;

// moreLetters gives the runs of further letters of a list that stands at a place,
// behind a subrule: the b of "608.3a und b", the f and the h of "601.2d, f, and
// h". The last has a word before it.
function moreLetters(text, at, number) {
	const [, rule, before] = /^([\d.]+)([a-z]*)$/.exec(number);
	const all = [];
	let last = before;
	while (last.length === 1) {
		further.lastIndex = at;
		const [whole, join, first, dash, end = first] = further.exec(text) ?? [];
		if (!whole || first <= last || (dash && end <= first) || (first === "y" && last !== "x")) break; // y is a French word
		all.push({ text: join }, { text: first, number: rule + first });
		if (dash) all.push({ text: dash }, { text: end, number: rule + end });
		if (/\p{L}/u.test(join)) return all;
		at += whole.length;
		last = end;
	}
	return [];
}

// parts divides a text into runs {text, number}; a range has one for each end.
export function parts(text) {
	const all = [];
	let at = 0;
	for (const m of text.matchAll(citation)) {
		all.push({ text: text.slice(at, m.index) });
		at = m.index + m[0].length;
		const [whole, section, rule, letter = "", dash, section2, end] = m;
		if (!section) {
			all.push(/^\d/.test(whole) ? { text: whole, number: whole } : { text: whole });
			continue;
		}
		const first = `${section}.${rule}${letter.toLowerCase()}`;
		all.push({ text: `${section}.${rule}${letter}`, number: first });
		let last = first;
		if (dash) {
			last = /^\d/.test(end) ? `${section2 ?? section}.${end.toLowerCase()}` : `${section}.${rule}${end.toLowerCase()}`;
			all.push({ text: dash }, { text: (section2 ? section2 + "." : "") + end, number: last });
		}
		for (const p of moreLetters(text, at, last)) {
			all.push(p);
			at += p.text.length;
		}
	}
	all.push({ text: text.slice(at) });
	return all;
}

const escape = (s) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

// write gives the text in a form; known tells which numbers exist.
export function write(all, kind, known) {
	const url = (n) => new URL(`${language}/${n}/`, root).href;
	const linked = {
		plain: (p) => p.text,
		markdown: (p) => `[${p.text}](${url(p.number)})`,
		bbcode: (p) => `[url=${url(p.number)}]${p.text}[/url]`,
		html: (p) => `<a href="${url(p.number)}">${escape(p.text)}</a>`,
	}[kind];
	const plain = kind === "html" ? (p) => escape(p.text) : (p) => p.text;
	let out = all.map((p) => (known.get(p.number) ? linked(p) : plain(p))).join("");
	if (kind === "plain") {
		const used = [...new Set(all.map((p) => p.number))].filter((n) => known.get(n));
		if (used.length) out += `\n\n${used.map((n) => `${n}: ${url(n)}`).join("\n")}`;
	}
	return out;
}

const known = new Map(); // number → whether it exists
let turn = 0;

async function update() {
	const mine = ++turn;
	const t = await texts();
	const all = parts(input.value);
	const numbers = [...new Set(all.map((p) => p.number).filter(Boolean))].slice(0, 500);
	await Promise.all(numbers.filter((n) => !known.has(n)).map(async (n) => known.set(n, await exists(n))));
	if (mine !== turn) return;
	output.value = write(all, form.value, known);
	const count = all.filter((p) => known.get(p.number)).length;
	const remarks = await Promise.all(numbers.map((n) => remark(n, t)));
	if (mine !== turn) return;
	notes.replaceChildren(
		element("p", {}, !numbers.length ? t.linkNone : count === 1 ? t.linkFoundOne : fill(t.linkFound, { n: count })),
		...remarks.filter(Boolean).map((text) => element("p", { className: "note warn" }, ...text)),
	);
}

// remark says of a number that it does not exist, and what it was, or that it
// meant something else not long ago; null where there is nothing to say.
async function remark(n, t) {
	let c;
	let before;
	try {
		const all = await editions();
		c = await words();
		const newest = all.steps.at(-1)?.to ?? all.first;
		const recent = String(Number(newest.slice(0, 4)) - 3) + newest.slice(4);
		before = known.get(n) ? formerly(all, n, recent) : past(all, n);
	} catch (e) {
		console.warn(e); // then only what exists is known
	}
	const link = (now, text = now) => element("a", { href: new URL(`${language}/${now}/`, root).href }, text);
	if (known.get(n)) {
		if (!before) return null;
		return [`${n}: `, fill(c.formerlyOther, { date: date(before.until) }), " ", before.now ? link(before.now, fill(c.formerlyNow, { number: before.now })) : c.formerlyGone];
	}
	if (!before) return [fill(t.linkMissing, { number: n })];
	const text = fill(before.now ? c.pastMoved : c.pastGone, { number: n, edition: date(before.edition) });
	return before.now ? [text, " ", link(before.now)] : [text];
}

let timer;
input.addEventListener("input", () => {
	clearTimeout(timer);
	timer = setTimeout(update, 200);
});
form.addEventListener("change", update);
document.querySelector('[data-act="linked"]').addEventListener("click", (event) => copy(output.value, event.target));
if (input.value) update();

// The page for an unknown address: what reads as a rule number goes to that
// rule, and a number that does not exist gets its nearest relatives. A server
// does the same without a script.
import { element, fill, pageAt, root } from "./page.js";
import { exists, ruleNumber } from "./lookup.js";
import { address, date, editions, notice, words } from "./edition.js";
import { at, past } from "./steps.js";

const place = document.querySelector("#nearest");
const path = decodeURIComponent(location.pathname).replace(/\/+$/, "").replace(/\.(html?|json)$/, "");
const last = path.split("/").pop();
const number = location.pathname.endsWith("/404.html") ? null : ruleNumber(last);
const known = /\/(de|fr|en)(\/|$)/.exec(path.slice(root.pathname.length - 1));
const language = known?.[1] ?? navigator.languages.map((l) => l.slice(0, 2)).find((l) => /de|fr|en/.test(l)) ?? "en";
const page = (n) => new URL(`${language}/${n}/`, root).href;

// up gives the numbers above one: 715.3d, 715.3, 715, 7.
function* up(n) {
	for (;;) {
		yield n;
		if (/[a-z]$/.test(n)) n = n.replace(/[a-z]+$/, "");
		else if (n.includes(".")) n = n.split(".")[0];
		else if (n.length === 3) n = n[0];
		else return;
	}
}

for (const a of document.querySelectorAll("[href]:not([rel=external])")) {
	// this page may stand at any depth: its links count from the root
	if (a.tagName === "A" && !a.getAttribute("href").startsWith("#")) a.href = new URL(a.getAttribute("href"), root).href;
}
for (const f of document.querySelectorAll("form.lookup")) f.action = new URL(`${language}/search/`, root).href;
const label = speak();

const kept = await unkept();
if (kept) {
	const t = (await import(`./texts.${language}.js`)).default;
	document.querySelector("h1").textContent = t.offlineAway;
	document.querySelector(".head .under").textContent = t.offlineAwayText;
	const list = element("ul", { className: "chips" });
	for (const l of kept) {
		const there = document.querySelector(`.langs [hreflang="${l}"]`);
		list.append(element("li", {}, element("a", { href: new URL(`${l}/${path.slice(root.pathname.length + 3)}/`, root).href, lang: l }, there.title)));
	}
	place.replaceChildren(list);
} else if (number && place && !place.childElementCount) {
	const found = [];
	for (const n of up(number)) if (await exists(n, language)) found.push(n);
	const here = found[0] === number;
	const asked = new URLSearchParams(location.search).get("edition");
	const day = /^\d{4}-\d\d-\d\d$/.test(asked ?? "") ? asked : null;
	if (here) location.replace(page(number) + (day ? `?edition=${day}` : ""));
	else if (!(await once(day)) && found.length) {
		const list = element("ul", { className: "chips" });
		for (const n of found) list.append(element("li", {}, element("a", { href: page(n) }, n)));
		place.append(element("p", {}, label), list);
	}
}

// A page by another case of its address: /de/glossary/Trample/.
const rest = location.pathname.slice(root.pathname.length);
let leaving = false;
if (!number && rest !== rest.toLowerCase()) {
	const to = new URL(rest.toLowerCase().replace(/\/*$/, "/") + location.search + location.hash, root);
	leaving = (await fetch(to, { method: "HEAD" })).ok;
	if (leaving) location.replace(to);
}

// The name of a term or a card, as their list has it: /de/glossary/Trampelschaden/.
const [, folder, name] = /^(?:(?:de|fr|en)\/)?(glossary|cards)\/([^/]+)$/i.exec(path.slice(root.pathname.length)) ?? [];
if (name && !number && !leaving) {
	const list = new URL(`${language}/${folder.toLowerCase()}/`, root);
	const entries = (await pageAt(list).catch(() => null))?.querySelectorAll(".letter li") ?? [];
	const plain = (s) => s?.normalize("NFD").toLowerCase().replace(/\p{M}|['’]/gu, "").replaceAll("ß", "ss").replaceAll("œ", "oe").match(/[a-z0-9]+/g)?.join(" ");
	for (const e of entries) {
		const a = e.querySelector("a");
		if ([a, e.querySelector(".en")].some((x) => plain(x?.textContent) === plain(name))) {
			location.replace(new URL(a.getAttribute("href") + location.search + location.hash, list));
			break;
		}
	}
}

// unkept gives the languages that are kept on the device if the page is of
// another one and there is no network; otherwise undefined.
async function unkept() {
	if (!known || !navigator.serviceWorker?.controller) return;
	const languages = (await (await import("./offline.js")).state())?.languages ?? [];
	if (!languages.length || languages.includes(language)) return;
	try {
		await fetch(new URL("offline.json", root), { cache: "no-store" }); // which is never kept
	} catch {
		return languages;
	}
}

// speak has the page answer in the reader's language: what it says in that one
// changes places with what stands above, and head and foot are those of the
// start page. Where the address itself names the language, nothing is said in
// others. It gives what stands before the nearest numbers.
function speak() {
	const also = document.querySelector(`.also[lang="${language}"]`);
	if (known) for (const e of document.querySelectorAll(".also")) e.remove();
	if (!also) return place.dataset.label;
	const swap = (a, b) => {
		[a.textContent, b.textContent] = [b.textContent, a.textContent];
	};
	swap(document.querySelector("h1"), also.querySelector("h2"));
	const [text, rest] = also.querySelectorAll("span");
	swap(document.querySelector(".head .under"), text);
	swap(document.querySelector(".else"), rest);
	also.lang = document.documentElement.lang;
	document.documentElement.lang = language;
	document.title = document.title.replace(also.querySelector("h2").textContent, document.querySelector("h1").textContent);
	head().catch((e) => console.warn(e)); // then head and foot stay as they are
	return also.dataset.nearest;
}

async function head() {
	const address = new URL(`${language}/`, root);
	const home = await pageAt(address);
	for (const a of home.querySelectorAll("a")) a.href = new URL(a.getAttribute("href"), address).href;
	for (const part of [".skip", ".main", ".lookup label", ".lookup button", ".foot"]) {
		document.querySelector(part).replaceChildren(...home.querySelector(part).childNodes);
	}
	document.querySelector(".brand").href = address.href;
	document.querySelector("#q").placeholder = home.querySelector("#q").placeholder;
	for (const a of document.querySelectorAll(".langs a")) {
		if (a.hreflang === language) a.setAttribute("aria-current", "true");
		else a.removeAttribute("aria-current");
	}
}

// once tells of a number that only older editions had, and whether it goes on
// to where its rule is today.
async function once(day) {
	try {
		if (day) {
			const answer = at(await editions(), number, day, false);
			if (answer.now) {
				location.replace(address(language, answer, number));
				return true;
			}
		}
		const was = past(await editions(), number);
		if (was) {
			const t = await words(language);
			const text = fill(was.now ? t.pastMoved : t.pastGone, { number, edition: date(was.edition, language) });
			notice(text, ...(was.now ? [" ", element("a", { href: page(was.now) }, was.now)] : []));
		}
	} catch (e) {
		console.warn(e); // without these files the page says what it can
	}
	return false;
}

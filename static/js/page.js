// What every script of a page needs to know of it.

// root is the address of the site's root, whatever path it lies under: this
// file is s/<digest>/js/page.js below it.
export const root = new URL("../../../", import.meta.url);

// language is that of the page.
export const language = document.documentElement.lang;

// texts gives the words of the scripts in the page's language.
let words;
export function texts() {
	words ??= import(`./texts.${language}.js`).then((m) => m.default);
	return words;
}

// fill puts values in the places of a text: "{n} Treffer".
export function fill(text, values) {
	return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// element makes an element with properties and children; names that contain
// a hyphen, and role and lang, become attributes.
export function element(name, properties = {}, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (key.includes("-") || key === "role" || key === "lang") e.setAttribute(key, value);
		else e[key] = value;
	}
	e.append(...children);
	return e;
}

// preference reads and writes what the reader chose; without storage it is
// forgotten with the page.
export function preference(name, value) {
	try {
		if (value === undefined) return localStorage.getItem("regula." + name);
		if (value === null) localStorage.removeItem("regula." + name);
		else localStorage.setItem("regula." + name, value);
	} catch {
		// storage is switched off
	}
	return null;
}

// say shows a short message, and has a screen reader speak it.
let place;
let timer;
export function say(message) {
	if (!place) {
		place = element("p", { className: "say", role: "status" });
		document.body.append(place);
	}
	clearTimeout(timer);
	// an empty place first, so that the same message is spoken again
	place.textContent = "";
	requestAnimationFrame(() => {
		place.textContent = message;
		place.classList.add("on");
		timer = setTimeout(() => place.classList.remove("on"), 2500);
	});
}

// pageAt fetches a page of the site and gives its document.
export async function pageAt(address) {
	const r = await fetch(address);
	if (!r.ok) throw new Error(`${address}: ${r.status}`);
	return new DOMParser().parseFromString(await r.text(), "text/html");
}

// data gives the JSON of a page by its address, fetched once.
const known = new Map();
export function data(page) {
	const address = page.replace(/\/(?:[?#].*)?$/, ".json");
	if (!known.has(address)) {
		known.set(
			address,
			fetch(address).then((r) => {
				if (!r.ok) throw new Error(`${address}: ${r.status}`);
				return r.json();
			}),
		);
		known.get(address).catch(() => known.delete(address));
	}
	return known.get(address);
}

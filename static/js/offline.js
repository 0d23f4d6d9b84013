// Keeping the site on the device: what is kept, and buttons to get, renew and
// remove it. A new version counts only once all of it is there; until then the
// old one stays.
import { element, fill, language, root, texts } from "./page.js";

const states = `regula ${root.pathname}`;
const place = document.querySelector("#offline-state");
const able = "serviceWorker" in navigator && "caches" in self && "DecompressionStream" in self;
const stateKey = new URL("offline/state", root).href;
const listKey = new URL("offline.json", root).href;

// state gives what is kept: {version, edition, languages, bytes}, or null.
export async function state() {
	if (!able || !(await caches.has(states))) return null;
	return (await (await (await caches.open(states)).match(stateKey))?.json()) ?? null;
}

async function list() {
	const r = await fetch(listKey, { cache: "no-cache" });
	if (!r.ok) throw new Error(r.status);
	return r.json();
}

const sum = (packs) => packs.reduce((n, p) => n + p.bytes, 0);
const size = (l, languages) => sum(l.shared) + languages.reduce((n, x) => n + sum(l.languages[x]), 0);
const megabytes = (n) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n / 1e6);
const day = (date) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
const name = (l) => document.querySelector(`.langs [hreflang="${l}"]`)?.title ?? l;

// keep brings the languages, those that are kept already included, in the
// newest version.
export async function keep(languages, progress = () => {}) {
	const l = await list();
	const old = await state();
	languages = Object.keys(l.languages).filter((x) => languages.includes(x) || old?.languages.includes(x));
	const cache = await caches.open(`${states} ${l.version}`);
	const before = old && old.version !== l.version ? await caches.open(`${states} ${old.version}`) : null;
	const packs = [...l.shared, ...languages.flatMap((x) => l.languages[x])];
	const all = sum(packs);
	let done = 0;
	const bring = async (p) => {
		const url = new URL(p.file, root).href;
		if (!(await cache.match(url))) {
			const known = await before?.match(url);
			const r = known ?? (await fetch(url));
			if (!r.ok) throw new Error(`${url}: ${r.status}`);
			const data = await r.arrayBuffer();
			if (data.byteLength !== p.bytes) throw new Error(`${url}: ${data.byteLength} bytes, not ${p.bytes}`);
			await cache.put(url, new Response(data));
		}
		done += p.bytes;
		progress(done, all);
	};
	const queue = packs.slice();
	await Promise.all(Array.from({ length: 6 }, async () => {
		while (queue.length) await bring(queue.shift());
	}));
	await cache.put(listKey, new Response(JSON.stringify(l)));
	const worker = await navigator.serviceWorker.register(new URL("sw.js", root));
	await worker.update().catch(() => {}); // one of an older version could not read these packs
	const next = worker.installing ?? worker.waiting;
	if (next) {
		await new Promise((done) => {
			const look = () => /^(activated|redundant)$/.test(next.state) && done();
			next.addEventListener("statechange", look);
			look();
		});
	}
	await navigator.serviceWorker.ready;
	// from here on the new version counts
	const now = { version: l.version, edition: l.edition, languages, bytes: all };
	await (await caches.open(states)).put(stateKey, new Response(JSON.stringify(now)));
	worker.active?.postMessage("changed");
	for (const c of await caches.keys()) {
		if (c.startsWith(`${states} `) && c !== `${states} ${l.version}`) await caches.delete(c);
	}
	navigator.storage?.persist?.();
}

// remove forgets everything.
export async function remove() {
	const worker = await navigator.serviceWorker.getRegistration(root);
	for (const c of await caches.keys()) if (c === states || c.startsWith(`${states} `)) await caches.delete(c);
	worker?.active?.postMessage("changed");
	await worker?.unregister();
}

// show prints the line and the buttons.
async function show() {
	const t = await texts();
	const line = element("p", { role: "status" });
	const bar = element("div", { className: "acts" });
	place.replaceChildren(line, bar);
	if (!able) {
		line.textContent = t.offlineUnable;
		return;
	}
	const now = await state();
	line.textContent = now
		? fill(t.offlineReady, { languages: now.languages.map(name).join(", "), edition: day(now.edition), size: megabytes(now.bytes) })
		: t.offlineNone;
	const button = (text, act) => {
		const b = element("button", { type: "button" }, text);
		b.addEventListener("click", async () => {
			for (const x of bar.querySelectorAll("button")) x.disabled = true;
			try {
				await act();
			} catch (e) {
				await show();
				place.firstElementChild.textContent = `${t.offlineFailed} ${place.firstElementChild.textContent}`;
				return;
			}
			show();
		});
		bar.append(b);
	};
	const progress = (done, all) => {
		line.textContent = fill(t.offlineWorking, { done: megabytes(done), all: megabytes(all) });
	};
	let l = null;
	try {
		l = await list();
	} catch {
		// no network, or a site that is not offered for keeping
	}
	if (l) {
		const held = now?.languages ?? [];
		const fresh = now?.version === l.version;
		if (now && !fresh) button(fill(t.offlineUpdate, { size: megabytes(size(l, held)) }), () => keep(held, progress));
		const missing = Object.keys(l.languages).filter((x) => !held.includes(x)).sort((a, b) => (b === language) - (a === language));
		for (const x of missing) button(fill(t.offlineGet, { language: name(x), size: megabytes(size(l, [...held, x])) }), () => keep([x], progress));
		if (missing.length > 1) button(fill(t.offlineAll, { size: megabytes(size(l, Object.keys(l.languages))) }), () => keep(missing, progress));
	} else if (!now) {
		line.textContent = t.offlineNotOffered;
	}
	if (now) button(t.offlineRemove, remove);
}

if (place) show();

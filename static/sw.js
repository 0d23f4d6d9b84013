// The service worker of a site that the reader keeps for reading without a
// network. It answers from one version of the site, which is there as a whole,
// so that nothing of two editions ever meets; what is not kept is asked from
// the network as if there were no worker. offline.js brings and removes what
// is kept.

const scope = new URL("./", self.location);
const states = `regula ${scope.pathname}`;
const types = {
	html: "text/html; charset=utf-8",
	css: "text/css; charset=utf-8",
	js: "text/javascript; charset=utf-8",
	json: "application/json; charset=utf-8",
	svg: "image/svg+xml",
	png: "image/png",
	txt: "text/plain; charset=utf-8",
	xml: "application/xml; charset=utf-8",
	webmanifest: "application/manifest+json",
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// what is kept: the cache of its packs, and for each path its pack and place
let kept;
self.addEventListener("message", (event) => {
	if (event.data === "changed") kept = undefined;
});

async function load() {
	if (!(await caches.has(states))) return null;
	const state = await (await caches.open(states)).match(new URL("offline/state", scope));
	if (!state) return null;
	const { version, languages } = await state.json();
	const cache = await caches.open(`${states} ${version}`);
	const list = await (await cache.match(new URL("offline.json", scope)))?.json();
	if (!list) return null;
	const places = new Map();
	const add = (packs, folder) => {
		for (const p of packs) p.paths.forEach((path, i) => places.set(folder + path, [p.file, i]));
	};
	add(list.shared, "");
	for (const l of languages) add(list.languages[l], `${l}/`);
	return { cache, places, packs: new Map() };
}

// unpack gives the pages of a pack. The last few packs stay unpacked.
async function unpack(k, file) {
	let pages = k.packs.get(file);
	if (!pages) {
		pages = (async () => {
			const packed = await k.cache.match(new URL(file, scope));
			const all = new Uint8Array(await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
			let at = 0;
			const line = () => {
				const text = new TextDecoder().decode(all.subarray(at, (at = all.indexOf(10, at) + 1) - 1));
				return text ? text.split(" ") : [];
			};
			const lengths = line();
			if (!lengths[0]?.startsWith("+")) return lengths.map((n) => all.subarray(at, (at += Number(n)))); // kept before packs had steps
			const [sizes, take, repeat, back] = [lengths, line(), line(), line()].map((l) => l.map((n) => parseInt(n, 36)));
			const whole = new Uint8Array(sizes.reduce((sum, n) => sum + n, 0));
			let to = 0;
			for (const [i, n] of take.entries()) {
				whole.set(all.subarray(at, (at += n)), to);
				to += n;
				whole.copyWithin(to, to - back[i], to - back[i] + repeat[i]);
				to += repeat[i];
			}
			whole.set(all.subarray(at), to);
			to = 0;
			return sizes.map((n) => whole.subarray(to, (to += n)));
		})();
	} else {
		k.packs.delete(file);
	}
	k.packs.set(file, pages);
	if (k.packs.size > 4) k.packs.delete(k.packs.keys().next().value);
	return pages;
}

async function page(k, path, head, status = 200) {
	const [file, i] = k.places.get(path);
	const body = (await unpack(k, file))[i];
	const name = path === "" || path.endsWith("/") ? "html" : path.split(".").pop();
	return new Response(head ? null : body, { status, headers: { "Content-Type": types[name] ?? "application/octet-stream" } });
}

async function answer(request, path) {
	const head = request.method === "HEAD";
	let k = null;
	try {
		k = await (kept ??= load());
		if (k?.places.has(path)) return await page(k, path, head);
	} catch {
		kept = undefined; // the browser threw something away: ask the network
	}
	if (k?.places.has(`${path}/`)) {
		const url = new URL(request.url);
		url.pathname += "/";
		return Response.redirect(url, 302);
	}
	try {
		return await fetch(request);
	} catch (e) {
		if (k?.places.has("404.html")) return page(k, "404.html", head, 404);
		throw e;
	}
}

self.addEventListener("fetch", (event) => {
	const { request } = event;
	if (request.method !== "GET" && request.method !== "HEAD") return;
	if (!request.url.startsWith(scope.href)) return;
	let path = new URL(request.url).pathname.slice(scope.pathname.length);
	try {
		path = decodeURIComponent(path);
	} catch {
		// as it is
	}
	if (path === "sw.js" || path === "offline.json" || path.startsWith("offline/")) return;
	event.respondWith(answer(request, path));
});

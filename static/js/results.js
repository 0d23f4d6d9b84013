// The search page: results as the reader types.
import { element, fill, language, root, texts } from "./page.js";
import { exists, ruleNumber } from "./lookup.js";
import { keep, kept } from "./place.js";

const place = document.querySelector("#results");
const intro = place.nextElementSibling;
const step = 10;
const patience = 3000; // milliseconds that what is typed next waits for a search under way
const kinds = { "": "facetAll", rule: "facetRules", glossary: "facetGlossary", card: "facetCards" };
let latest = 0;
let current; // search under way
let waiting = false;
let excerpted; // of the last search, when the excerpts in the window stand

// start answers the query in the address and then whatever is typed.
export async function start(form) {
	engine().catch(() => {}); // whoever asks is told
	const t = await texts();
	const input = form.q;
	const given = new URLSearchParams(location.search);
	const left = kept();
	const state = { query: (given.get("q") ?? "").trim(), kind: given.get("kind") in kinds ? given.get("kind") : "", limit: left?.limit ?? step };
	keep(() => ({ limit: state.limit, y: scrollY }));
	if (state.query) {
		input.value = state.query;
		// a server has answered already
		if (!place.childElementCount) {
			const n = ruleNumber(state.query);
			if (n && (await exists(n))) {
				location.replace(new URL(`${language}/${n}/`, root));
				return;
			}
			await answer(state, t);
			if (left) {
				const back = () => latest === 1 && scrollTo(0, left.y);
				back();
				excerpted?.then(back); // lines may be shorter than the room kept for them
			}
		}
	} else {
		input.focus();
	}
	input.addEventListener("input", async () => {
		state.query = input.value.trim();
		state.limit = step;
		// while one search is under way, the next waits and asks for what is
		// typed by then; an empty box is empty at once
		if (!state.query) {
			answer(state, t);
			remember(state);
		}
		if (waiting) return;
		waiting = true;
		await Promise.race([current, new Promise((done) => setTimeout(done, patience))]);
		waiting = false;
		current = answer(state, t);
		remember(state);
	});
	form.addEventListener("keydown", (event) => walk(event, input));
	place.addEventListener("keydown", (event) => walk(event, input));
	// whoever types fast has begun before this script has
	if (!state.query && input.value.trim()) input.dispatchEvent(new Event("input"));
}

// walk goes from the box to the hits and among them by the arrow keys, and back
// by these or Esc.
function walk(event, input) {
	if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
	const stops = [input, ...place.querySelectorAll(".hits > li > a")];
	const by = { ArrowDown: 1, ArrowUp: -1, Escape: -stops.length }[event.key];
	const i = stops.indexOf(document.activeElement);
	const to = stops[Math.max(0, i + by)];
	if (i < 0 || !to || to === stops[i]) return;
	event.preventDefault();
	to.focus();
}

// remember puts the question into the address, so that it can be linked and
// reloaded.
function remember(state) {
	const url = new URL(location.href);
	url.search = "";
	if (state.query) url.searchParams.set("q", state.query);
	if (state.kind) url.searchParams.set("kind", state.kind);
	try {
		history.replaceState(history.state, "", url);
	} catch {
		// a browser that counts how often takes a later one
	}
}

// engine gives the search, with what each search needs, fetched once.
let begun;
function engine() {
	begun ??= (async () => {
		const search = await import("./search.js");
		await search.preload(root.href, language);
		return search;
	})();
	begun.catch(() => (begun = undefined));
	return begun;
}

// answer is done when the list stands. The excerpts come after it, those in
// the window or near it, so that whoever types on does not wait for, nor pay,
// what they do not read.
async function answer(state, t) {
	const turn = ++latest;
	if (!state.query) {
		document.documentElement.classList.remove("asking");
		place.after(intro);
		place.replaceChildren();
		return;
	}
	let result;
	try {
		const { search } = await engine();
		result = await search(root.href, language, state.query, { limit: state.limit, kind: state.kind, excerpts: false });
		if (result.numbers?.some((n) => n.past)) await withEditions(t);
	} catch (e) {
		console.warn(e);
		if (turn === latest) place.replaceChildren(element("p", { className: "note", role: "status" }, t.searchError));
		return;
	}
	if (turn !== latest) return;
	excerpted = excerpts(print(result, state, t), result, t);
	whole ??= setTimeout(fetchWhole, 3000);
}

// fetchWhole gets the rest of the index of the language once the reader has
// the first results and the browser nothing to do, so that further searches
// ask for nothing but the texts of their excerpts. Who pays by the byte is
// spared; who keeps the site on the device has it in small files.
let whole;
function fetchWhole() {
	if (navigator.connection?.saveData || navigator.serviceWorker?.controller) return;
	const idle = window.requestIdleCallback ?? setTimeout;
	// without it a search asks for what it needs
	idle(() => engine().then((search) => search.preloadAll(root.href, language)).catch(() => {}));
}

// withEditions adds what can be said of numbers that only older editions had.
let date;
async function withEditions(t) {
	if (date) return;
	const editions = await import("./edition.js");
	Object.assign(t, await editions.words());
	date = editions.date;
}

// print shows a result, and gives the lines of its list for their excerpts.
function print(result, state, t) {
	const query = state.query;
	const total = result.total;
	const found = result.reason === "long" ? t.tooLong : total === 0 ? fill(t.none, { query }) : total === 1 ? fill(t.foundOne, { query }) : fill(t.found, { n: total, query });
	const parts = [element("p", { className: "found", role: "status" }, found)];
	for (const n of result.numbers ?? []) {
		if (n.found) continue;
		if (n.past) {
			const [now] = n.past.moved ?? [];
			const p = element("p", { className: "note was" }, fill(now ? t.pastMoved : t.pastGone, { number: n.past.number, edition: date(n.past.edition) }));
			if (now) p.append(" ", element("a", { className: "cite", href: page("rule", now) }, now));
			parts.push(p);
			continue;
		}
		const p = element("p", { className: "note" }, fill(t.noNumber, { number: n.first }));
		for (const near of [n.parent, n.before, n.after]) {
			if (near) p.append(" ", element("a", { className: "cite", href: page("rule", near) }, near));
		}
		parts.push(p);
	}
	if (total && result.missing) parts.push(element("p", { className: "note left" }, fill(t.leftOut, { words: result.missing.join(", ") })));
	if (result.suggestions.length) {
		const mean = element("p", { className: "mean" }, t.mean);
		for (const s of result.suggestions) mean.append(" ", element("a", { href: `?q=${encodeURIComponent(s)}` }, s));
		parts.push(mean);
	}
	if (result.facets.length > 1) parts.push(facets(result.facets, state, t));
	const lines = result.hits.map((h) => hit(h, t));
	parts.push(element("ol", { className: "hits" }, ...lines));
	if (result.hits.length < total) {
		const more = element("button", { type: "button" }, t.more);
		more.addEventListener("click", async () => {
			const shown = result.hits.length;
			state.limit += step;
			await answer(state, t);
			place.querySelectorAll(".hits > li > a")[shown]?.focus();
		});
		parts.push(element("p", { className: "further" }, more));
	}
	place.className = "asked";
	place.replaceChildren(...parts);
	// how to search stands where it is needed
	if (total) place.after(intro);
	else place.append(intro);
	return lines;
}

// facets chooses among the kinds of hits.
function facets(counts, state, t) {
	const all = counts.reduce((n, f) => n + f.count, 0);
	const bar = element("div", { className: "facets", role: "group" });
	for (const { kind, count } of [{ kind: "", count: all }, ...counts]) {
		const b = element("button", { type: "button", "aria-pressed": String(kind === state.kind) }, t[kinds[kind]], " ", element("span", {}, String(count)));
		b.addEventListener("click", async () => {
			state.kind = kind;
			state.limit = step;
			remember(state);
			await answer(state, t);
			place.querySelector('.facets [aria-pressed="true"]')?.focus();
		});
		bar.append(b);
	}
	return bar;
}

function page(kind, id) {
	const folder = { rule: "", glossary: "glossary/", card: "cards/" }[kind];
	return new URL(`${language}/${folder}${id}/`, root).href;
}

function marked(fragments) {
	return fragments.map((f) => (f.marked ? element("mark", {}, f.text) : f.text));
}

function hit(h, t) {
	const names = { rule: t.kindRule, glossary: t.kindGlossary, card: t.kindCard };
	const a = element("a", { href: page(h.kind, h.id) });
	if (h.kind === "rule") a.append(element("span", { className: "no" }, h.id), " ");
	a.append(...(h.heading ? marked(h.heading) : [h.title]));
	const li = element("li", {}, a, " ", element("span", { className: "kind" }, names[h.kind]));
	if (h.trail) li.append(element("p", h.kind === "rule" ? { className: "trail" } : { className: "trail", lang: "en" }, h.trail.join(" › ")));
	// what a rule with a title of its own says is short
	const short = h.kind === "rule" && h.title && h.id.includes(".");
	li.append(element("p", { className: short ? "snippet room awaited brief" : "snippet room awaited" }));
	return li;
}

// excerpts puts the excerpts of hits into their lines, once these are near the
// window; done when those that are so at first stand. The room that was kept for
// one stays if the reader has seen it, so that no line moves.
let near;
function excerpts(lines, result, t) {
	let painted = false;
	requestAnimationFrame(() => (painted = true));
	near?.disconnect();
	return new Promise((done) => {
		near = new IntersectionObserver(
			(seen, observer) => {
				const now = seen.filter((e) => e.isIntersecting).map((e) => e.target);
				done(Promise.all(now.map(async (line) => {
					observer.unobserve(line);
					const i = lines.indexOf(line);
					try {
						await result.excerpt(i);
						excerpt(line, result.hits[i], painted, t);
					} catch (e) {
						console.warn(e); // then the title stands alone
					}
				})));
			},
			{ rootMargin: "25% 0px" },
		);
		for (const line of lines) near.observe(line);
		if (!lines.length) done();
	});
}

function excerpt(line, h, seen, t) {
	const p = line.lastChild;
	if (!h.snippet) {
		p.remove();
		return;
	}
	if (h.official) p.append(element("span", { className: "label" }, t.official), " ");
	p.append(element("span", h.official ? { lang: "en" } : {}, ...marked(h.snippet)));
	p.classList.remove("awaited");
	if (!seen) p.classList.remove("room", "brief");
}

// Side by side: every rule of the page with its explanation in a second
// language, which is read from that language's page. The choice stands in the
// address (?p=fr) and is remembered.
import { pageAt, preference, say, texts } from "./page.js";
import { keep, kept } from "./place.js";

const html = document.documentElement;

// chosen gives the second language, "official" for the official text, "" for
// none.
export function chosen() {
	const p = new URLSearchParams(location.search).get("p") ?? preference("parallel") ?? "";
	if (p === "official") return document.querySelector(".official") ? p : "";
	return p !== html.lang && link(p) ? p : "";
}

function link(language) {
	return document.querySelector(`.langs a[hreflang="${CSS.escape(language)}"]`);
}

const rules = [...document.querySelectorAll(".rule[id]")];

// top gives the rule at the top of the window, and how far below the edge it
// begins.
function top() {
	const rule = rules.find((r) => r.getBoundingClientRect().bottom > 0);
	return rule && [rule.id, Math.round(rule.getBoundingClientRect().top)];
}

// arrive shows the second language that the address or the reader's choice asks
// for, at the place that the reader left.
export async function arrive() {
	const place = kept();
	await beside(chosen(), true);
	html.classList.remove("waiting");
	if (place) scrollBy(0, document.getElementById(place[0])?.getBoundingClientRect().top - place[1] || 0);
}

let keeping = false;

// beside shows the second language. On arrival the address stays as it is.
export async function beside(second, arriving = false) {
	if (!arriving) {
		const url = new URL(location.href);
		if (second) url.searchParams.set("p", second);
		else url.searchParams.delete("p");
		history.replaceState(history.state, "", url);
		preference("parallel", second || null);
	}
	for (const e of document.querySelectorAll(".other")) e.remove();
	for (const e of document.querySelectorAll(".pair")) e.replaceWith(...e.childNodes);
	if (second && rules.length) html.dataset.beside = second;
	else delete html.dataset.beside;
	if (!html.dataset.beside) return;
	if (!keeping) keep(top);
	keeping = true;
	if (second === "official") return;
	const address = link(second).href.replace(/[?#].*/, "");
	let page;
	try {
		page = await pageAt(address);
	} catch {
		delete html.dataset.beside;
		say((await texts()).parallelError);
		return;
	}
	const add = (mine, theirs) => {
		if (!mine || !theirs) return;
		const other = document.createElement("div");
		other.className = "other";
		other.lang = second;
		other.append(...[...theirs.childNodes].map((n) => document.importNode(n, true)));
		for (const a of other.querySelectorAll("[href]")) {
			const href = a.getAttribute("href");
			if (!href.startsWith("#")) a.setAttribute("href", new URL(href, address).href);
		}
		mine.after(other);
	};
	const lead = document.querySelector(".lead");
	const theirs = page.querySelector(".lead");
	if (lead && theirs) {
		const pair = document.createElement("div");
		pair.className = "pair";
		lead.before(pair);
		pair.append(lead);
		add(lead, theirs);
	}
	for (const mine of document.querySelectorAll("article.rule")) {
		const theirs = page.getElementById(mine.id);
		add(mine.querySelector(".text"), theirs?.querySelector(".text"));
	}
}

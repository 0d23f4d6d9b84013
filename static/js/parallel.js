// Side by side: every rule of the page with its explanation in a second
// language, which is read from that language's page. The choice stands in the
// address (?p=fr) and is remembered.
import { preference, say, texts } from "./page.js";

const html = document.documentElement;

// chosen gives the second language, "official" for the official text, "" for
// none.
export function chosen() {
	const p = new URLSearchParams(location.search).get("p") ?? preference("parallel") ?? "";
	return p === "official" || (p !== html.lang && link(p)) ? p : "";
}

function link(language) {
	return document.querySelector(`.langs a[hreflang="${CSS.escape(language)}"]`);
}

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
	delete html.dataset.beside;
	if (!second) return;
	if (second === "official") {
		html.dataset.beside = "official";
		return;
	}
	const address = link(second).href.replace(/[?#].*/, "");
	let page;
	try {
		const response = await fetch(address);
		if (!response.ok) throw new Error(response.status);
		page = new DOMParser().parseFromString(await response.text(), "text/html");
	} catch {
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
	html.dataset.beside = second;
}

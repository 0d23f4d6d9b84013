// What can be done with a rule: copy its address, cite it in several forms,
// read it beside another language.
import { data, element, fill, language, root, say, texts } from "./page.js";

const body = document.body;
const acts = document.querySelector(".acts");

// address gives the lasting address of a rule or, without a number, of the
// page.
export function address(number) {
	if (number) return new URL(`${language}/${number}/`, root).href;
	return document.location.origin + document.location.pathname;
}

export async function copy(text, button) {
	const t = await texts();
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		say(t.copyFailed);
		return;
	}
	say(t.copied);
	button?.classList.add("done");
	setTimeout(() => button?.classList.remove("done"), 1500);
}

// forms gives the ways of citing the page.
async function forms() {
	const t = await texts();
	const url = address(body.dataset.number);
	const day = document.querySelector(".foot time");
	const heading = document.querySelector("h1");
	const number = body.dataset.number;
	const title = [...heading.querySelectorAll(".no ~ *, .no")].length
		? heading.textContent.replace(number, "").trim()
		: heading.textContent.replace(/\s+/g, " ").trim();
	const edition = day
		? new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day.dateTime))
		: "";
	const text = number ? fill(t.citeRule, { number, title, edition }) : edition ? fill(t.citeTitle, { title, edition }) : title;
	data(location.href).catch(() => {}); // there by the time that it is chosen
	const escaped = text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
	return [
		[t.citePlain, () => fill(t.citeJoin, { a: text, b: url })],
		...(body.dataset.kind === "card" ? [] : [[t.citeWhole, () => whole(text, url)]]),
		["Markdown", () => `[${text.replace(/[[\]]/g, "\\$&")}](${url})`],
		["BBCode", () => `[url=${url}]${text}[/url]`],
		["HTML", () => `<a href="${url}">${escaped}</a>`],
	];
}

// whole gives the citation with what it cites: explanation, examples, and the
// official text if it is there.
async function whole(text, url) {
	const t = await texts();
	const d = await data(location.href);
	const example = document.querySelector(".ex .label")?.textContent ?? "";
	const official = d.official?.text ?? d.official;
	return [
		text,
		d.text,
		...(d.examples ?? []).map((e) => fill(t.citeJoin, { a: example, b: e })),
		...(official ? [fill(t.citeJoin, { a: t.official, b: official }), ...(d.official.examples ?? []).map((e) => `Example: ${e}`)] : []),
		url,
	].filter(Boolean).join("\n\n");
}

acts?.addEventListener("click", async (event) => {
	const button = event.target.closest("button");
	switch (button?.dataset.act) {
		case "copy":
			copy(address(body.dataset.number), button);
			break;
		case "cite":
			menu(button, (await forms()).map(([name, form]) => [name, async () => copy(await form(), button)]));
			break;
		case "parallel":
			menu(button, await languages());
	}
});

// A click on the number of a rule's own page copies its address.
const number = document.querySelector("h1 .no");
if (number && body.dataset.number) {
	number.addEventListener("click", () => copy(address(body.dataset.number), number));
}

// On a reading page a small button appears beside the number pointed at.
const rules = document.querySelector(".rules");
if (rules) {
	let link;
	rules.addEventListener("pointerover", async (event) => {
		if (event.pointerType !== "mouse") return;
		const rule = event.target.closest(".rule");
		if (!rule) return;
		if (!link) {
			link = element("button", { type: "button", className: "copy", tabIndex: -1, title: (await texts()).copyLink });
			link.setAttribute("aria-label", link.title);
			link.addEventListener("click", () => copy(address(link.closest(".rule").id), link));
		}
		if (link.parentElement !== rule.firstElementChild) rule.firstElementChild.append(link);
	});
}

// menu opens a list of choices below a button; Esc or a click elsewhere
// closes it.
function menu(button, choices) {
	const open = button.nextElementSibling;
	if (open?.className === "menu") {
		open.remove();
		button.setAttribute("aria-expanded", "false");
		return;
	}
	const list = element("span", { className: "menu" });
	const close = (event) => {
		if (event?.type === "keydown" && event.key !== "Escape") return;
		if (event?.type === "click" && (list.contains(event.target) || button.contains(event.target))) return;
		if (event?.type === "keydown") button.focus();
		list.remove();
		button.setAttribute("aria-expanded", "false");
		removeEventListener("keydown", close);
		removeEventListener("click", close);
	};
	for (const [name, act, pressed] of choices) {
		const b = element("button", { type: "button" }, name);
		if (pressed !== undefined) b.setAttribute("aria-pressed", pressed);
		b.addEventListener("click", () => {
			close();
			button.focus();
			act();
		});
		list.append(b);
	}
	button.setAttribute("aria-expanded", "true");
	button.after(list);
	list.firstElementChild.focus();
	addEventListener("keydown", close);
	addEventListener("click", close);
}

async function languages() {
	const t = await texts();
	const { beside, chosen } = await import("./parallel.js");
	const now = chosen();
	const choices = [[t.parallelNone, () => beside(""), String(!now)]];
	for (const a of document.querySelectorAll(".langs a:not([aria-current])")) {
		choices.push([a.title, () => beside(a.hreflang), String(now === a.hreflang)]);
	}
	if (document.querySelector(".official")) {
		const name = document.querySelector(".official").getAttribute("aria-label");
		choices.push([name, () => beside("official"), String(now === "official")]);
	}
	return choices;
}

if (document.documentElement.dataset.beside) import("./parallel.js").then((m) => m.arrive());

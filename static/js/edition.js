// A rule looked up by the number that it had in an older edition
// (?edition=2024-11-08). A server answers the same without a script.
import { element, fill, language, root } from "./page.js";
import { at, read } from "./steps.js";

// editions gives the steps between editions.
let known;
export function editions() {
	known ??= fetch(new URL("editions.json", root))
		.then((r) => r.json())
		.then(read);
	return known;
}

// words gives the texts on editions in a language.
export function words(l = language) {
	return import(`./changes.${l}.js`).then((m) => m.default);
}

// date writes 2024-11-08 as the language does.
export function date(day, l = language) {
	return new Intl.DateTimeFormat(l, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}

// address is the page of a rule that had another number.
export function address(l, { now, edition }, was) {
	const url = new URL(`${l}/${now}/`, root);
	url.searchParams.set("edition", edition);
	url.searchParams.set("was", was);
	return url;
}

// notice says something above the page.
export function notice(text, ...more) {
	document.querySelector(".head").after(element("p", { className: "note at", role: "status" }, text, ...more));
}

const number = document.body.dataset.number;
const asked = new URLSearchParams(location.search);
const day = asked.get("edition");
if (number && /^\d{4}-\d\d-\d\d$/.test(day ?? "") && !document.querySelector(".note.at")) {
	const was = asked.get("was");
	const all = await editions();
	let answer = was && was !== number ? at(all, was, day, true) : null;
	if (answer?.now !== number) answer = null;
	const shown = answer ? was : number;
	answer ??= at(all, number, day, true);
	if (answer.now && answer.now !== number) location.replace(address(language, answer, number));
	else notice(fill((await words())[answer.text], { edition: date(answer.edition), number: shown }));
}

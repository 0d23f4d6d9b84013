// The look-up box: a rule number in any form goes straight to its rule, words
// go to the search page.
import { language, root } from "./page.js";

const form =
	/^[\s([{„“"'«»#]*(?:(?:cr|rules?|r|regeln?|règles?|regles?|abschnitte?|sections?|kapitel|chapitres?|chapters?|§{1,2})[\s.:]*)*(\d{3})(?:\s*[.,]?\s*(\d{1,3})\s*\.?\s*([a-km-np-z]{0,2}))?[\s.,;:)\]}“”"'»]*$/;
const chapter =
	/^\s*(?:(?:chapter|kapitel|chapitre|section)\s*)?([1-9])\s*\.?\s*$/;

// ruleNumber reads one number, "7153D" or "CR 715.3 d", as "715.3d"; null if the
// text is anything else.
export function ruleNumber(text) {
	const s = text.normalize("NFKC").toLowerCase();
	const c = chapter.exec(s);
	if (c) return c[1];
	const m = form.exec(s);
	if (!m) return null;
	return m[1] + (m[2] ? "." + Number(m[2]) + m[3] : "");
}

// exists tells whether the site has a page for a number.
export async function exists(number, l = language) {
	try {
		return (await fetch(new URL(`${l}/${number}.json`, root), { method: "HEAD" })).ok;
	} catch {
		return false;
	}
}

// lookUp goes where the text of the form leads.
export async function lookUp(form, text) {
	const number = ruleNumber(text);
	const l = document.documentElement.lang; // which the page for an unknown address chooses late
	if (number && (await exists(number, l))) {
		location.assign(new URL(`${l}/${number}/`, root));
	} else {
		form.submit();
	}
}

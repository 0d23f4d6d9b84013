// The steps between editions: what became of a number, and what changed from
// any edition to any other. Nothing here knows the page.

// read takes the data of editions.json apart: the first edition, and for each
// step its date, changes as [kind, old number, new number], "" for none, the
// same by old number, the new numbers, and glossary entries as [kind, heading].
export function read({ first, steps }) {
	return {
		first,
		steps: steps.map(({ to, changes, entries }) => {
			const list = changes.split(" ").filter(Boolean).map(change);
			return {
				to,
				changes: list,
				left: new Map(list.filter((c) => c[1]).map((c) => [c[1], c])),
				came: new Set(list.map((c) => c[2])),
				entries: entries.map((e) => [e[0], e.slice(1)]),
			};
		}),
	};
}

// change reads "a702.195", "d702.5", "w310.7" or "m310.8>310.9".
function change(text) {
	const [a, b = a] = text.slice(1).split(">");
	const kind = text[0];
	return [kind, kind === "a" ? "" : a, kind === "d" ? "" : b];
}

// follow tells what became of the rule that was n before some steps: its
// number after them, "" where it is gone, undefined where there was no n. here
// tells whether there is an n after them.
export function follow(n, steps, here) {
	let now = n;
	let had = false;
	let reworded = false;
	for (const { left, came } of steps) {
		const c = left.get(now);
		if (!c && !had && came.has(n)) return {};
		if (!c) continue;
		had = true;
		if (c[0] !== "m") reworded = true;
		now = c[2];
		if (!now) break;
	}
	return had || here ? { now, reworded } : {};
}

// at tells what became of a number of the edition in force on a day: where its
// rule is today, "" where it is not, and the name of the text that says so.
export function at({ first, steps }, number, day, here) {
	if (day < first) return { now: here ? number : "", edition: first, text: "atUnknown" };
	const edition = steps.filter((s) => s.to <= day).pop()?.to ?? first;
	const { now, reworded } = follow(number, steps.filter((s) => s.to > edition), here);
	if (now === undefined) return { now: "", edition, text: "atNone" };
	if (!now) return { now, edition, text: "atGone" };
	if (now !== number) return { now, edition, text: "atMoved" };
	return { now, edition, text: reworded ? "atReworded" : "atSame" };
}

// formerly tells of a number that there is today what other rule had it last,
// if that was after a day: until when, and its number today, "" where it is
// gone; null otherwise.
export function formerly({ steps }, number, after) {
	const last = steps.findLastIndex(({ left }) => left.has(number) && left.get(number)[2] !== number);
	if (last < 0 || steps[last].to < after) return null;
	return { until: steps[last].to, now: follow(number, steps.slice(last), false).now };
}

// past tells of a number that there is not today: the last edition that had
// it, and where its rule is now; null if none had it.
export function past({ first, steps }, number) {
	const last = steps.findLastIndex(({ left }) => left.has(number));
	if (last < 0) return null;
	return { edition: steps[last - 1]?.to ?? first, now: follow(number, steps.slice(last), false).now };
}

// compose puts steps together to one.
export function compose(steps) {
	const rules = new Map(); // by their number in the edition reached
	const entries = new Map();
	const gone = [];
	const take = (n) => {
		const r = rules.get(n) ?? { old: n };
		rules.delete(n);
		return r;
	};
	for (const { changes, entries: terms } of steps) {
		const put = [];
		for (const [kind, old, now] of changes) {
			if (kind === "a") put.push([now, { old: "" }]);
			else {
				const r = take(old);
				if (kind === "d") {
					if (r.old) gone.push(r.old);
					continue;
				}
				if (kind !== "m") r.reworded = true;
				put.push([now, r]);
			}
		}
		for (const [n, r] of put) rules.set(n, r);
		for (const [kind, term] of terms) {
			const e = entries.get(term) ?? "";
			if (kind === "a") entries.set(term, e === "d" ? "w" : "a");
			else if (kind === "d" && e === "a") entries.delete(term);
			else if (kind === "d") entries.set(term, "d");
			else if (e !== "a") entries.set(term, "w");
		}
	}
	const list = gone.map((n) => ({ kind: "d", old: n, now: "" }));
	for (const [now, { old, reworded }] of rules) {
		if (!old) list.push({ kind: "a", old, now });
		else if (old !== now || reworded) list.push({ kind: old === now ? "w" : reworded ? "x" : "m", old, now });
	}
	list.sort((a, b) => compare(a.now || a.old, b.now || b.old) || compare(a.old, b.old));
	return { list, entries };
}

// parts gives what a number is ordered by.
function parts(n) {
	const [, head, rule = "0", letters = ""] = /^(\d+)(?:\.(\d+)([a-z]*))?$/.exec(n) ?? [null, "0"];
	return [Number(head[0]), head.length, Number(head), Number(rule), letters.length, letters];
}

function compare(a, b) {
	const x = parts(a);
	const y = parts(b);
	const i = x.findIndex((v, i) => v !== y[i]);
	return i < 0 ? 0 : x[i] < y[i] ? -1 : 1;
}

// folded leaves out what went along with the rule above it.
export function folded(list) {
	const above = new Map();
	return list.filter((c) => {
		for (let up = parent(c.now); up.length >= 3; up = parent(up)) {
			const a = above.get(up);
			if (!a) continue;
			if (c.kind === "a" && a.kind === "a") return false;
			if (c.kind === "m" && "mx".includes(a.kind) && c.old.startsWith(a.old) && c.old.slice(a.old.length) === c.now.slice(a.now.length)) return false;
		}
		if (c.now) above.set(c.now, c);
		return true;
	});
}

function parent(n) {
	if (/[a-z]$/.test(n)) return n.replace(/[a-z]+$/, "");
	if (n.includes(".")) return n.split(".")[0];
	return "";
}

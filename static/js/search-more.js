// What only some searches need: numbers, typing errors, phrases and what is not
// wanted. search.js fetches it where it is asked for.

import { addAll, at, byStem, family, full, isWord, order, parent, parse, places, plainUmlauts, shareOf, startingWith, text, tokensOf } from './search.js';

// ---- Typing errors ----

const soundsLike = { c: 'k', k: 'c', f: 'v', v: 'f', s: 'z', z: 's' };

// near finds the words that differ by the fewest typing errors.
async function near(p, w, namesOnly, most) {
  const limit = w.length >= 8 ? Math.min(2, most) : w.length >= 4 ? 1 : 0;
  if (!limit) return null;
  const swapped = async (begin) => {
    const found = await nearest(p, begin + w.slice(begin.length), 2, limit - 1, namesOnly);
    return found && { ...found, errors: found.errors + 1 };
  };
  return await nearest(p, w, 2, limit, namesOnly)
    || await swapped(w[1] + w[0])
    || (p.cards ? null : await nearest(p, w, 1, limit, namesOnly))
    || (soundsLike[w[0]] ? await swapped(soundsLike[w[0]]) : null)
    || (p.cards || w.length < 5 || limit !== 1 || most < 2 ? null : nearest(p, w, 1, 2, true));
}

const vowels = /[aeiouy]/;

// bones gives a word without vowels and with doubled letters once.
const bones = (w) => w.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1');

// mistyped tells whether a word is likely to be typed for another that differs
// by some errors.
function mistyped(p, w, form, errors) {
  if (errors === 2 && (p.cards || w.length < 8)) return (p.cards || w.length === form.length) && bones(w).length > 2 && bones(w) === bones(form);
  if (errors !== 1 || !p.cards || w.length !== form.length) return true;
  let i = 0;
  while (w[i] === form[i]) i++;
  return w[i] === form[i + 1] && w[i + 1] === form[i] || soundsLike[w[i]] === form[i] || vowels.test(w[i]) || vowels.test(form[i]);
}

async function nearest(p, w, prefix, limit, namesOnly) {
  const all = [];
  (await startingWith(p, w.slice(0, prefix))).forEach(({ text, family }) => {
    const { named } = family;
    if (Math.abs(text.length - w.length) > limit || p.light.has(text) || !named && (namesOnly || w.length < 8)) return;
    const d = distance(w, text, limit);
    if (d <= limit && (named || d < 2 || w.length >= 11) && mistyped(p, w, text, d)) all.push({ text, family, d, named });
  });
  if (!all.length) return null;
  all.sort((a, b) => a.d - b.d || b.named - a.named || b.family.docs.length - a.family.docs.length);
  const families = new Set();
  for (const c of all) {
    if (c.d !== all[0].d || c.named !== all[0].named || families.size === 5) break;
    families.add(c.family);
  }
  return { families, best: all[0].text, errors: all[0].d };
}

// mistaken finds the names that differ from a word by one typing error, where
// the word is not a form of the family with an ending that it may have.
export async function mistaken(p, w, family) {
  for (const ending of p.endings) {
    const form = w.slice(0, -ending.length);
    if (w.endsWith(ending) && await formOf(p, form) === family) return null;
  }
  const found = await nearest(p, plainUmlauts(w), 2, 1, true);
  return found?.families.has(family) ? null : found;
}

const formOf = async (p, form) => (await startingWith(p, form)).find((f) => f.text === form)?.family;

// joined finds the name that a word with hyphens is but for a typing error, or
// words typed apart of which one is unknown, and tells whether a word that is
// unknown by itself is explained by that.
export async function joined(p, s, apart, known) {
  const most = s.parts ? 1 : 2;
  let any = false;
  for (const j of apart) {
    const found = await near(p, j.text, true, most);
    if (!found) continue;
    any = true;
    addAll(s, [...found.families], j.of);
  }
  return any && !known;
}

const sounds = [['k', 'qu'], ['qu', 'k'], ['f', 'ph'], ['ph', 'f'], ['x', 'ks'], ['ks', 'x']];

// sounding finds a word in a name that sounds like another.
async function sounding(p, w) {
  for (const [these, those] of sounds) {
    const best = w.split(these).join(those), family = best !== w && await formOf(p, best);
    if (family?.named) return { best, families: [family] };
  }
  return null;
}

// named tells whether a document has the words of two families in names, as
// halves of them at least.
function named(a, b) {
  const half = (f) => f.docs.filter((_, i) => shareOf(f.signs[i]) >= 30), docs = new Set(half(b));
  return half(a).some((doc) => docs.has(doc));
}

// distance counts letters left out, added, exchanged for another or for their
// neighbour.
function distance(a, b, limit) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before = [], last = Array.from({ length: b.length + 1 }, (_, j) => j), row = [];
  for (let i = 1; i <= a.length; i++) {
    row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let d = last[j - 1];
      if (a[i - 1] !== b[j - 1]) {
        d = 1 + Math.min(d, last[j], row[j - 1]);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, 1 + before[j - 2]);
      }
      row[j] = d;
      least = Math.min(least, d);
    }
    if (least > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length];
}

// elides takes a word that the rules lack for one that is written together with
// an elided one: not where only cards have the rest and a name in the rules
// differs by one typing error.
export async function elides(parts, slots, w) {
  const [, rest] = parts[0].elided.exec(w);
  const light = parts[0].light.has(rest), found = light ? [] : await Promise.all(parts.map((p) => family(p, rest)));
  if (!light && !found[0] && parts[1] && await near(parts[0], w, true, 1)) return false;
  let any = light;
  slots.forEach((s, i) => {
    if (s.parts) return;
    s.light = light;
    if (!found[i]) return;
    s.parts = [new Map([[found[i], { weight: 100, of: 1 }]])];
    any = true;
  });
  return any;
}

// misspelt finds what a word may stand for that no part has: a word in a name
// that sounds like it, or has the fewest typing errors, of rules before cards; two words that it
// joins; any word of the rules; a word in the name of a card with more errors.
export async function misspelt(parts, slots, w) {
  // For a word of the rules, cards are asked for the best one.
  const meant = (i, { best, families }) => Promise.all(slots.map(async (s, k) => {
    s.best = best;
    addAll(s, k === i ? [...families] : k > i ? [await family(parts[k], best)].filter(Boolean) : []);
  }));
  const like = async (i, namesOnly, most) => {
    for (const word of new Set([w, plainUmlauts(w)])) {
      const found = await near(parts[i], word, namesOnly, most);
      if (!found) continue;
      if (i === 0 && found.errors > 1 && parts[1] && await near(parts[1], word, true, 1)) return false;
      await meant(i, found);
      return true;
    }
    return false;
  };
  const cards = !!parts[1], sound = await sounding(parts[0], w);
  if (sound) return meant(0, sound);
  if (await like(0, true, 2) || cards && await like(1, true, 1)) return;
  const two = await divide(parts[0], w);
  if (two) {
    const asked = two.filter((word, i) => !i || !parts[0].light.has(word));
    await Promise.all(slots.map(async (s, i) => {
      const found = await Promise.all(asked.map((word) => byStem(parts[i], parts[i].stem(word))));
      if (found.every(Boolean)) s.parts = found.map((f) => new Map([[f, { weight: 100, of: 1 }]]));
    }));
    return;
  }
  if (!await like(0, false, 2) && cards) await like(1, true, 2);
}

// divide takes a word apart into two that the index has, those first that a
// name has.
async function divide(p, w) {
  let any = null;
  for (const light of [false, true]) {
    for (let i = w.length - 3; i >= 3; i--) {
      const h = w.slice(0, i), t = w.slice(i), head = await byStem(p, p.stem(h));
      if (!head || p.light.has(h) && i < 5) continue;
      for (const link of light ? [t.slice(0, 2), t.slice(0, 3)].filter((s) => p.light.has(s)) : ['', 's', 'n']) {
        const rest = t.slice(link.length);
        if (!t.startsWith(link) || rest.length < 3 || p.light.has(rest) && rest.length < 5) continue;
        const tail = await byStem(p, p.stem(rest));
        if (tail && named(head, tail)) return [h, rest];
        if (tail) any ??= [h, rest];
      }
    }
  }
  return any;
}

// suggest offers the query with its typing errors repaired, and, where nothing
// was found, without what nothing has.
export function suggest(q, slots, found, r) {
  const repaired = slots.map((s) => s.best || s.word), known = repaired.filter((_, i) => slots[i].parts || slots[i].light);
  const add = (s) => {
    if (r.suggestions[r.suggestions.length - 1] !== s) r.suggestions.push(s);
  };
  if (slots.some((s) => s.best) && known.length === repaired.length) add(repaired.join(' '));
  if (!found && known.length && known.length < repaired.length) add(known.join(' '));
  if (!found && q.phrases.length) add([...q.phrases.map((p) => p.join(' ')), ...known].join(' '));
}

// ---- Phrases ----

// phrase gives a function that tells whether a document has the words side by
// side, or as a name. Of cards without a text of ours only names are asked.
async function phrase(p, ws) {
  const families = await Promise.all(ws.map((w) => family(p, w)));
  if (families.some((f) => !f)) return () => false;
  if (ws.length === 1) {
    const { docs } = await full(p, families[0]);
    return (doc) => docs.includes(doc);
  }
  const stems = families.map((f) => f.stem);
  let names;
  families.forEach((f, i) => {
    const sums = new Map();
    f.docs.forEach((doc, j) => {
      const share = shareOf(f.signs[j]);
      if (share && (!i || names.has(doc))) sums.set(doc, (p.light.has(ws[i]) ? 0 : share) + (i ? names.get(doc) : 0));
    });
    names = sums;
  });
  return async (doc) => {
    if (doc >= p.own && !names.has(doc) || families.some((f) => !f.light && !f.docs.includes(doc))) return false;
    const d = await text(p, doc);
    if (names.get(doc) >= 60) {
      const title = new Set(tokensOf(d.parts[0]).map((t) => p.stem(t.text)));
      if (!ws.every((w) => title.has(p.stem(w)))) return true;
    }
    return d.parts.slice(0, doc >= p.own ? 1 : 3).some((part, k) => {
      const ts = tokensOf(part).filter((t) => !t.whole);
      const found = ts.map((t) => p.stem(t.text));
      // No phrase reaches over from one example into the next.
      const end = (i) => k === 2 && part.text.slice(ts[i].end, ts[i + stems.length - 1].start).includes('\n');
      return found.some((_, i) => stems.every((stem, j) => found[i + j] === stem) && !end(i));
    });
  };
}

// filter drops the documents that lack a phrase, or have what is not wanted.
// It stops when it has enough.
export async function filter(parts, q, docs, enough) {
  const each = (all) => Promise.all(all.map((ws) => Promise.all(parts.map((p) => phrase(p, ws)))));
  const [wanted, not] = await Promise.all([each(q.phrases), each(q.without)]);
  const out = [];
  docs.sort(order);
  for (const d of docs) {
    let ok = true;
    for (const has of wanted) ok &&= await has[d.part](d.doc);
    for (const has of not) ok &&= !await has[d.part](d.doc);
    if (ok) out.push(d);
    if (out.length >= enough && q.phrases.length) {
      out.more = d !== docs[docs.length - 1];
      break;
    }
  }
  return out;
}

// ---- Numbers ----

const numberPrefix = at('(?:(?:§§?|#|n°|(?:comprehensive|comp\\.?) rules?|cr|mtg|rules?|regeln?|regelnummer|r[eè]gles?|sections?|sec|abschnitte?n?s?|kapiteln?s?|chapters?|chapitres?|ch|kap|nr|no|nummer|number|num[eé]ro|ziffer|article|art|absatz|paragraph(?:e|en)?|r)[.:#]?\\s*)+');
const betweenNumbers = at('(?:[\\s,;:.!?&()\\[\\]"\'“”„«»‘’]|(?:und|and|et|oder|or|ou)(?:\\s|$))+');
const rangeSign = at('\\s*(?:[\\-‐‑‒–—]|\\.\\.+|(?:bis|to|through|thru|à)\\s)\\s*');
const digits = at('[0-9]+');
const letters = at('[a-z]+');

// readNumbers takes the rule numbers out of a query and gives the rest.
export function readNumbers(q) {
  const s = q.text, all = [];
  let whole = true;
  for (let i = 0; i < s.length;) {
    let m = betweenNumbers(s, i);
    if (m) {
      i += m.length;
      continue;
    }
    const n = numberPrefix(s, i).length;
    const number = readNumber(s, i + n);
    if (number) {
      const range = readRange(s, number.end, number.first);
      const end = range ? range.end : number.end;
      all.push({ typed: s.slice(i, end), first: number.first, last: range ? range.last : number.first, start: i, end, loose: number.loose && !n });
      i = end;
      continue;
    }
    whole = false;
    while (i < s.length && isWord(s[i++]));
  }
  let rest = '', from = 0;
  for (const f of all) {
    if (f.loose && !whole) continue;
    q.numbers.push({ typed: f.typed, first: f.first, last: f.last });
    rest += s.slice(from, f.start) + ' ';
    from = f.end;
  }
  return whole && q.numbers.length ? '' : rest + s.slice(from);
}

// lettersAt gives the letters at i that may number a subrule.
function lettersAt(s, i) {
  const l = letters(s, i);
  return l.length > 2 || l.length === 2 && l[0] !== 'a' || isWord(s[i + l.length]) ? '' : l;
}

// readNumber reads the number at i; it is loose if it could be an amount.
function readNumber(s, i) {
  const run = digits(s, i);
  if (!run || run.length > 6 || run.length === 2 || run[0] === '0') return null;
  let end = i + run.length, rule = '', loose = true;
  if (run.length > 3) rule = run.slice(3);
  else if (run.length === 3 && end < s.length) {
    const d = digits(s, end + 1), to = end + 1 + d.length, mark = s[end], subrule = !!lettersAt(s, to);
    if (d && d.length <= 3 && (mark === '.' || subrule && ',:/_-( '.includes(mark) || d.length < 3 && ',:/_ '.includes(mark))) {
      rule = d;
      end = to;
      loose = mark !== '.' && !subrule;
    }
  }
  rule = rule.replace(/^0+/, '');
  if (!rule && end > i + 3) return null;
  let first = run.slice(0, 3);
  if (rule) {
    first += '.' + rule;
    const l = readLetters(s, end);
    if (l) {
      first += l.letters;
      end = l.end;
      loose = false;
    }
  }
  return isWord(s[end]) ? null : { first, end, loose };
}

// readLetters reads the letters of a subrule, also behind a blank, a period
// or in brackets.
function readLetters(s, i) {
  let l = lettersAt(s, i);
  if (l) return { letters: l, end: i + l.length };
  if (i >= s.length || !' .-('.includes(s[i]) || !(l = lettersAt(s, i + 1))) return null;
  let end = i + 1 + l.length;
  const closed = s[end] === ')';
  if (closed) end++;
  if (s[i] === ' ' && end < s.length && !',;.)'.includes(s[end]) || s[i] === '(' && !closed) return null;
  return { letters: l, end };
}

// readRange reads at i the end of a range.
function readRange(s, i, first) {
  const m = rangeSign(s, i);
  if (!m) return null;
  i += m.length;
  const [head, tail] = first.split('.');
  let l = lettersAt(s, i);
  if (l && tail) return { last: head + '.' + tail.replace(/[a-z]+$/, '') + l, end: i + l.length };
  const d = digits(s, i), to = i + d.length;
  if (tail && d && d.length <= 3 && (s[to] !== '.' || !digits(s, to + 1))) {
    l = lettersAt(s, to);
    if (l) return { last: head + '.' + d + l, end: to + l.length };
    if (!isWord(s[to])) return { last: head + '.' + d, end: to };
  }
  const n = readNumber(s, i);
  return n && head.length >= 3 === n.first.length >= 3 ? { last: n.first, end: n.end } : null;
}

/** The rule numbers a query asks for: [{typed, first, last}]. */
export const numbers = (query) => parse(query, readNumbers).numbers;

// pastNumbers gives what is known of numbers of older editions.
const pastNumbers = async (p) => p.past === undefined ? p.file('past.txt', readPast) : readPast(p.past);

function readPast(text) {
  const past = {}, coded = (before, s) => before.slice(0, parseInt(s[0], 36)) + s.slice(1);
  let number = '', edition = '', last = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [n, e, ...ms] = line.split(' ');
    number = coded(number, n);
    edition = e || edition;
    const moved = ms.map((m) => last = coded(last, m));
    past[number] = { number, edition, ...moved.length && { moved } };
  }
  return past;
}

const possible = /^(?:[1-9]|[1-9]\d\d(?:\.[1-9]\d{0,2}[a-km-np-z]{0,2})?)$/;
const within = (n, m) => n === m || n !== '' && within(parent(n), m);

// compare orders numbers as the book does, also impossible ones.
function compare(a, b) {
  const key = (n) => {
    const [, head, rule, l] = /^(\d*)\.?(\d*)(.*)$/.exec(n);
    return [+head[0], +head, +rule, l.length, l];
  };
  const [p, q] = [key(a), key(b)];
  for (let i = 0; i < 5; i++) if (p[i] !== q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}

// numbered answers the numbers of a query.
export async function numbered(p, q, r, whole) {
  const { list, at } = p.rules, hits = new Set();
  for (const a of q.numbers) {
    const asked = a.first === a.last ? at.has(a.first) ? [a.first] : [] : !possible.test(a.first) || !possible.test(a.last) ? [] : list.filter((n) => n === a.first || n === a.last
      || compare(n, a.first) >= 0 && compare(n, a.last) <= 0 && (parent(n) === parent(a.first) || parent(n) === parent(a.last)));
    asked.forEach((n) => hits.add(n));
    r.numbers ??= [];
    r.numbers.push(answer(a, asked.length > 0, list, asked.length ? {} : await pastNumbers(p), at));
  }
  if (!q.words.length && !q.phrases.length) {
    for (const top of [...hits]) list.slice(at.get(top)).every((n) => within(n, top) && hits.add(n));
  }
  if (q.start && !whole) for (const n of list) if (n.startsWith(q.start)) hits.add(n);
  return [...hits].map((n, i) => ({ part: 0, doc: at.get(n), kind: 0, tier: places.number, score: 0, first: -i }));
}

// answer tells what became of a number.
function answer(a, found, list, past, at) {
  const r = { ...a, found };
  if (found) return r;
  if (past[a.first]) r.past = past[a.first];
  let up = parent(a.first);
  while (up && !at.has(up)) up = parent(up);
  if (up) r.parent = up;
  for (const n of list) {
    if (parent(n) !== up) continue;
    if (compare(n, a.first) < 0) r.before = n;
    else r.after ??= n;
  }
  return r;
}

// The search of the exported site. It reads the files that search.WriteChunks
// cuts from the Bleve index and finds what the server finds, in the same
// order: the functions here are those of package search, and a test runs both
// on the same queries.
//
//   search(base, lang, query, options)  what a query finds, as search.Result is in JSON
//   preload(base, lang)                 fetches what every search needs
//   preloadAll(base, lang)              fetches the rest of the index
//
// base is the address of the site's root, with a slash at the end.

const languages = {
  de: () => import('./search-de.js'),
  en: () => import('./search-en.js'),
  fr: () => import('./search-fr.js'),
};

// What only some searches need.
const more = () => import('./search-more.js');

const kinds = ['rule', 'glossary', 'card'];
const maxQuery = 400;
const maxWords = 16;

// ---- Words ----

const letter = '0-9A-Za-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u1fff\\u2c00-\\u2dff\\u3040-\\ud7ff\\uf900-\\ufdff';
const apostrophe = "'’‘ʼ′´`";
const dashes = '\\-\\u2010-\\u2013\\u2212';
const amount = '(?:[0-9]+|[xX*])';
export const at = (source) => {
  const re = new RegExp(source, 'y');
  return (s, i) => {
    re.lastIndex = i;
    const m = re.exec(s);
    return m ? m[0] : '';
  };
};
export const isWord = (c) => c !== undefined && c !== '' && wordTest.test(c);
const wordTest = new RegExp(`^[${letter}]`);
const sizeSign = at(`[+${dashes}]?${amount}(?:[+${dashes}]${amount})?/[+${dashes}]?${amount}(?:[+${dashes}]${amount})?`);
const changeSign = at(`[+${dashes}][0-9]+`);
const citationSign = at(`[0-9]{3}\\.[0-9]{1,3}[a-z]{0,2}(?:[${dashes}](?:[0-9]{3}\\.)?[0-9]{0,3}[a-z]{0,2})?`);
const starSign = at('[*]');
const symbolSign = at('\\{[^{}\\s]{1,12}\\}');
const signStart = new RegExp(`[0-9xX*+${dashes}]`);
const dash = new RegExp(`[${dashes}]`, 'g');
const wordRun = at(`[${letter}]+(?:[${apostrophe}][${letter}]+)*`);
const pieceBreak = new RegExp(`[${apostrophe}]`);
const hyphen = /[-‐‑]/;
const elisions = {
  l: 'le', d: 'de', n: 'ne', s: 'se', c: 'ce', j: 'je', m: 'me', t: 'te', qu: 'que',
  jusqu: 'jusque', lorsqu: 'lorsque', puisqu: 'puisque', quoiqu: 'quoique', quelqu: 'quelque', presqu: 'presque',
};
const spelled = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' };

// fold gives the form in which words are compared.
function fold(s) {
  s = s.toLowerCase();
  return !/[^\0-\x7f]/.test(s) ? s
    : s.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[ßæœøłđðıς]/g, (c) => spelled[c]);
}

// plainUmlauts gives the form of a folded word whose writer typed ae for ä.
export const plainUmlauts = (w) => w.replace(/([ao])e|([aeioq]ue)|ue/g, (m, ao, kept) => ao || kept || 'u');

// tokens divides a text into words and signs that mean something.
function tokens(s) {
  const ts = [];
  let pos = 0;
  const add = (text, start, end, elided) => {
    if (text) ts.push({ text, start, end, pos: pos++, elided });
  };
  for (let i = 0; i < s.length;) {
    const [n, text] = sign(s, i);
    if (n) {
      add(text, i, i + n);
      i += n;
      continue;
    }
    let run = wordRun(s, i);
    if (!run) {
      i++;
      continue;
    }
    const start = i, first = pos, count = ts.length;
    let whole = '', parts = 0;
    for (;; i++) {
      whole += addPart(add, run, i);
      parts++;
      i += run.length;
      if (i >= s.length || !hyphen.test(s[i]) || !(run = wordRun(s, i + 1))) break;
    }
    if (parts > 1 && ts.length > count) ts.push({ text: whole, start, end: i, pos: first, whole: true });
  }
  return ts;
}

// sign reads a sign that is a token; its text is empty if it is to leave out.
function sign(s, i) {
  const c = s[i];
  if (c === '∞') return [1, c];
  let m;
  if (c === '{') return (m = symbolSign(s, i)) ? [m.length, m.toLowerCase()] : [0];
  if (!signStart.test(c) || isWord(s[i - 1])) return [0];
  const alone = (m) => m && !isWord(s[i + m.length]);
  if (alone(m = sizeSign(s, i))) return [m.length, m.replace(dash, '-').toLowerCase()];
  if (alone(m = changeSign(s, i))) return [m.length, m.replace(dash, '-')];
  if (alone(m = citationSign(s, i))) return [m.length, ''];
  if (alone(m = starSign(s, i)) && !/[*+/]/.test(s[i - 1] + s[i + 1])) return [1, c];
  return [0];
}

// addPart adds a word without a possessive 's, an elided word before it by
// itself, and gives it folded.
function addPart(add, run, start) {
  const end = start + run.length;
  let pieces = run.split(pieceBreak);
  if (pieces.length === 1) {
    const word = fold(run);
    add(word, start, end);
    return word;
  }
  const first = pieces[0].length + 1;
  pieces = pieces.map(fold);
  if (pieces.length > 1 && pieces[pieces.length - 1] === 's') pieces.pop();
  if (pieces.length > 1 && Object.hasOwn(elisions, pieces[0])) {
    add(elisions[pieces.shift()], start, start + first, true);
    start += first;
  }
  const word = pieces.join('');
  add(word, start, end);
  return word;
}

// ---- Queries ----

const quotes = /["“”„‟«»]/;

// parse reads what somebody typed. It is told what reads numbers if that may
// have any.
export function parse(typed, readNumbers = (q) => q.text) {
  const text = typed.replace(/[´`]/g, "'").replace(/[\xad\u200b-\u200f\u2060\ufeff\ufffd]/g, '').normalize('NFKC')
    .split(/[\0-\x20\x7f-\xa0\u2000-\u200a\u2028\u2029\u202f\u3000]+/).filter(Boolean).join(' ').toLowerCase();
  const q = { text, numbers: [], words: [], phrases: [], without: [], open: false, start: '', reason: '' };
  const characters = [...text];
  if (!text) q.reason = 'empty';
  if (characters.length > maxQuery) {
    q.text = characters.slice(0, maxQuery).join('');
    q.reason = 'long';
  }
  if (q.reason) return q;
  readWords(q, readNumbers(q));
  const last = typed[typed.length - 1], asked = q.numbers[q.numbers.length - 1];
  q.open = isWord(last);
  if (!asked && q.open && /^[0-9]{2}$/.test(text)) q.start = text;
  else if (asked && !q.words.length && asked.first === asked.last) {
    if (last === '.') q.start = asked.first + '.';
    else if (q.open) q.start = asked.first;
  }
  if (!asked && !q.words.length && !q.phrases.length) q.reason = q.without.length ? 'without' : 'signs';
  return q;
}

// readWords reads what is not numbers.
function readWords(q, s) {
  for (;;) {
    const i = s.search(quotes), n = i < 0 ? -1 : s.slice(i + 1).search(quotes);
    if (n < 0) break;
    let before = s.slice(0, i);
    const minus = /(?:^| )-$/.test(before);
    plainWords(q, before.replace(/-$/, ''));
    const ws = tokens(s.slice(i + 1, i + 1 + n)).filter((t) => !t.whole).map((t) => t.text);
    if (ws.length) {
      if (minus) q.without.push(ws);
      else if (ws.length === 1) q.words.push({ text: ws[0], exact: exactKey(ws[0], s.slice(i + 1, i + 1 + n).trim()), joined: [] });
      else q.phrases.push(ws);
    }
    s = s.slice(i + n + 2);
  }
  plainWords(q, s);
  const ws = q.words = q.words.slice(0, maxWords);
  if (ws.length === 3) {
    const [first, , last] = ws.map((w) => w.text), text = ws.map((w) => w.text).join('');
    for (const w of ws) w.joined.push({ text, of: 3, first, last });
  }
  for (let i = 1; i < ws.length; i++) {
    const first = ws[i - 1].text, last = ws[i].text, text = first + last;
    for (const w of [ws[i - 1], ws[i]]) if (!w.joined.some((j) => j.text === text)) w.joined.push({ text, of: 2, first, last });
  }
}

// plainWords reads words without quotation marks.
function plainWords(q, s) {
  const ts = tokens(s);
  for (let i = 0, end; i < ts.length; i = end) {
    const t = ts[i];
    end = i + 1;
    while (end < ts.length && !ts[end].whole && joinedTo(s, ts[end - 1].end, ts[end].start)) end++;
    if (end < ts.length && ts[end].whole && ts[end].start <= t.start) end++;
    const group = ts.slice(i, end), parts = group.filter((p) => !p.whole), whole = group[group.length - 1];
    if (s[t.start - 1] === '-' && (t.start === 1 || s[t.start - 2] === ' ')) {
      q.without.push(parts.map((p) => p.text));
      continue;
    }
    const joined = whole.whole ? [{ text: whole.text, of: parts.filter((p) => !p.elided).length }] : [];
    for (const p of parts) {
      if (!p.elided || p.text === 'ne') q.words.push({ text: p.text, exact: exactKey(p.text, s.slice(p.start, p.end)), joined: [...joined] });
    }
  }
}

// exactKey names the very form of a word among those that have one stem.
const exactKey = (folded, spelt) => folded + '=' + (spelt === folded || fold(spelt) !== folded ? '' : spelt);

const joinedTo = (s, end, start) => start === end || start === end + 1 && hyphen.test(s[end]);

// ---- Files ----

export const levels = 8;
const shares = [60, 40, 30, 20, 15, 12, 10];
const worth = [0, 1, 2, 3, 4, 5, 6, 7, 8];
for (const w of [8, 7, 7, 6, 6, 5, 5]) worth.push(w, w - 1);
const firstOf = (sign) => sign > levels ? 2 - (sign - levels - 1) % 2 : 0;
export const shareOf = (sign) => sign > levels ? shares[sign - levels - 1 >> 1] : 0;

const indexes = new Map();

// open gives the index of a language; its files are fetched when needed.
function open(base, lang, get) {
  const key = base + lang;
  if (!indexes.has(key)) {
    indexes.set(key, load(base + lang + '/search/', lang, get).catch((e) => {
      indexes.delete(key);
      throw e;
    }));
  }
  return indexes.get(key);
}

// stemmer gives the stemmer of a language, which makes alike what is listed so.
// It caches, because texts repeat their words.
function stemmer({ stem, alike }) {
  const base = (w) => /^[a-z]+$/.test(w) ? stem(w) : w;
  const same = new Map(alike.split(' ').map((s) => s.split('=').map(base))), stems = new Map();
  return (w) => {
    let s = stems.get(w);
    if (s === undefined) {
      s = base(w);
      stems.set(w, s = same.get(s) ?? s);
    }
    return s;
  };
}

async function load(folder, lang, get = (url) => fetch(url, { signal: AbortSignal.timeout?.(30000) })) {
  const read = async (name, as = 'text') => {
    const r = await get(folder + name);
    if (!r.ok) throw new Error(`${name}: ${r.status}`);
    return r[as]();
  };
  const [root, language] = await Promise.all([read('index.json').then(JSON.parse), languages[lang]()]);
  const stem = stemmer(language), light = new Set(language.light.split(' '));
  // part is an index with a dictionary of its own: of rules and the glossary,
  // or of cards.
  const part = (p, number, cards) => {
    const files = new Map();
    return {
      ...p, number, cards, stem, light, elided: language.elided, endings: language.endings,
      terms: frontCoded(p.terms),
      signs: p.code.map((lengths) => signReader([...lengths].map(digit36))),
      chunks: [],
      heads: new Map(),
      kindOf: (doc) => cards ? 2 : doc < root.kinds[0] ? 0 : 1,
      // file gives what a file has, read once.
      file(name, decode, as) {
        if (!files.has(name)) {
          files.set(name, read(p.dir + '/' + name, as).then(decode).catch((e) => {
            files.delete(name);
            throw e;
          }));
        }
        return files.get(name);
      },
    };
  };
  const own = part(root, 0, false);
  own.rules = ruleList(root);
  // Where the files of all cards are out of reach, those of the cards with
  // texts of ours may be kept on the device.
  const ways = [
    () => root.cards && part(root.cards, 1, true),
    async () => root.kept && part(JSON.parse(await read(root.kept + '/index.json')), 1, true),
  ];
  const made = [];
  // cards gives the i-th way to find cards, nothing behind the last one.
  const cards = async (i) => {
    try {
      return await (made[i] ??= ways[i]?.());
    } catch (e) {
      made[i] = undefined;
      throw e;
    }
  };
  return { light, stem, own, cards, ways: ways.length };
}

// ruleList gives every number of the edition in order, which is that of the
// documents of rules, the place of each, and what the list of results says of
// them.
function ruleList({ numbers, titles, trails = {} }) {
  const list = [], titled = new Map(), known = new Map();
  let head = 0;
  for (const line of numbers.split('\n')) {
    const [given, rules = ''] = line.split(',');
    list.push(`${head = +given || head + 1}`);
    (rules.match(/\(.*?\)|./g) ?? []).forEach((r, i) => {
      if (r === '-') return;
      const n = `${head}.${i + 1}`;
      list.push(n);
      const subs = r[1] ? r.slice(1, -1).split('.') : Array.from({ length: digit36(r) }, (_, k) => subLetters(k));
      for (const l of subs) list.push(n + l);
    });
  }
  let doc = -1;
  for (const line of titles.split('\n').filter(Boolean)) {
    const [, before, sign, title] = /^([0-9]*)(.)(.*)/.exec(line), n = list[doc += +before + 1];
    known.set(n, `${n} ${title}`);
    if (sign === ' ') titled.set(n, title);
  }
  return {
    list,
    at: new Map(list.map((n, i) => [n, i])),
    // how many numbers each stands in
    levels: list.map((n) => n.includes('.') ? /[a-z]$/.test(n) ? 3 : 2 : +(n.length > 1)),
    head(doc) {
      const id = list[doc], trail = [];
      for (let n = id; (n = parent(n));) if (known.has(n)) trail.unshift(known.get(n));
      return { id, title: { text: titled.get(id) ?? '' }, trail: trails[doc] ?? trail };
    },
  };
}

const subrules = 'abcdefghijkmnpqrstuvwxyz';
const subLetters = (k) => k < 24 ? subrules[k] : subrules[Math.floor(k / 24) - 1] + subrules[k % 24];

// parent gives the number of what a rule stands in.
export const parent = (n) => n.replace(/[a-z]+$/, '') !== n ? n.replace(/[a-z]+$/, '') : n.includes('.') ? n.split('.')[0] : n.length > 1 ? n[0] : '';

// head gives what the list of results says of a document, nothing where that
// is not known yet.
function head(p, doc) {
  if (!p.heads.has(doc) && p.kindOf(doc) === 0) p.heads.set(doc, p.rules.head(doc));
  return p.heads.get(doc);
}

// readHead reads what writeHead in package search writes.
export function readHead(p, doc, line) {
  const [title, ...trail] = line.split('\t'), id = trail[trail.length - 1]?.[0] === '=' ? trail.pop().slice(1) : slug(trail[trail.length - 1] ?? title);
  if (!p.heads.has(doc)) p.heads.set(doc, { id, title: { text: title }, trail });
}

const slug = (name) => name.toLowerCase().replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

const digit36 = (c) => parseInt(c, 36);

// frontCoded reads words of which each says how much of the one before it
// begins with.
function frontCoded(s) {
  let word = '';
  return s.split(',').map((w) => word = word.slice(0, digit36(w[0])) + w.slice(1));
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitOf = new Uint8Array(128);
for (let i = 0; i < 64; i++) digitOf[base64.charCodeAt(i)] = i;

// bitReader reads what bitWriter in package search writes.
function bitReader(s) {
  const end = s.length;
  let at = 0, have = 0, acc = 0;
  const bit = () => {
    if (!have) {
      if (at === end) throw new Error('a file is cut short');
      acc = digitOf[s.charCodeAt(at++)];
      have = 6;
    }
    return acc >> --have & 1;
  };
  const bits = (n) => {
    let v = 0;
    while (n--) v = v << 1 | bit();
    return v;
  };
  const gamma = () => {
    let n = 0;
    while (!bit()) n++;
    return 1 << n | bits(n);
  };
  const bounded = (limit) => {
    const n = 32 - Math.clz32(limit), short = (1 << n) - limit - 1;
    const v = bits(n - 1);
    return v < short ? v : (v << 1 | bit()) - short;
  };
  const ascending = (v, from, to, lo, hi) => {
    if (from === to) return;
    const m = from + (to - from >> 1), least = lo + m - from, most = hi - (to - 1 - m);
    v[m] = least + (most > least ? bounded(most - least) : 0);
    ascending(v, from, m, lo, v[m] - 1);
    ascending(v, m + 1, to, v[m] + 1, hi);
  };
  // all reads as many different numbers up to a greatest one as v has places.
  const all = (v, most) => {
    if (v.length > most + 1) throw new Error('a file is damaged');
    ascending(v, 0, v.length, 0, most);
  };
  return { bit, gamma, all };
}

// decodeTerms reads a file of terms: its families of words and, in order, the
// forms of all. Light families have only the documents that have them in a
// name.
function decodeTerms(p, text) {
  const [dictionary, postings, heads] = text.split('\n\n'), r = postingsReader(p, postings);
  const families = new Map(), forms = [];
  let stem = '', doc = p.rules?.list.length;
  for (const line of heads?.split('\n') ?? []) {
    const cut = line.indexOf(' ');
    doc += parseInt(line.slice(0, cut), 36);
    readHead(p, doc++, line.slice(cut + 1));
  }
  for (const line of dictionary.split('\n')) {
    const [head, ...rest] = line.split(',');
    if (!head) {
      for (const f of rest) forms.push({ text: f });
      continue;
    }
    stem = stem.slice(0, digit36(head[0])) + head.slice(1);
    const light = stem.endsWith('!');
    if (light) stem = stem.slice(0, -1);
    const family = { stem, light, ...light ? r.some(p.count - 1) : r.postings(stem.includes('=')) };
    family.named = family.signs?.some((s) => s > levels);
    families.set(stem, family);
    for (const f of rest) {
      const cut = /^[0-9]*/.exec(f)[0];
      forms.push({ text: stem.slice(0, stem.length - cut) + f.slice(cut.length), family });
    }
  }
  forms.sort((a, b) => a.text < b.text ? -1 : 1);
  return { families, forms };
}

// postingsReader reads what writePostings and writeSome in package search
// write.
function postingsReader(p, text) {
  const r = bitReader(text);
  const some = (most, docs = new Array(r.gamma() - 1)) => {
    r.all(docs, most);
    const signs = new Uint8Array(docs.length);
    for (let i = 0; i < signs.length; i++) signs[i] = p.signs[contextAfter(signs[i - 1])](r.bit);
    return { docs, signs };
  };
  const postings = (exact) => {
    const docs = new Array(r.gamma());
    if (!exact && 8 * docs.length <= p.count) return some(p.count - 1, docs);
    r.all(docs, p.count - 1);
    if (exact) return { docs };
    const signs = new Uint8Array(docs.length).fill(3), named = some(docs.length - 1);
    named.docs.forEach((at, i) => {
      signs[at] = named.signs[i];
    });
    return { docs, signs };
  };
  return { some, postings };
}

// full gives a family with all of its documents; those of light ones are in a
// file of their own, but for cards, of which they count in names only.
export async function full(p, f) {
  if (!f.light || p.cards) return f;
  const all = await p.file('light.txt', (text) => {
    const cut = text.indexOf('\n\n'), r = postingsReader(p, text.slice(cut + 2));
    return new Map(text.slice(0, cut).split('\n').map((stem) => [stem, { stem, ...r.postings() }]));
  });
  return all.get(f.stem);
}

// contextAfter gives the context of the sign that follows another.
const contextAfter = (sign) => !sign ? 0 : sign > levels ? 4 : Math.min(Math.max(sign - 3, 1), 3);

// signReader gives a function that reads a sign by its canonical code.
function signReader(lengths) {
  const signs = [];
  for (let n = 1; n <= 32; n++) signs.push(lengths.flatMap((l, i) => l === n ? [i + 1] : []));
  return (bit) => {
    let code = 0, first = 0;
    for (let n = 0; ; n++) {
      code = code << 1 | bit();
      const here = signs[n];
      if (code - first < here.length) return here[code - first];
      first = first + here.length << 1;
    }
  };
}

// chunkAt gives the place of the file of terms that has the word.
function chunkAt(p, w) {
  let lo = 0, hi = p.terms.length - 1;
  while (lo < hi) {
    const m = lo + hi + 1 >> 1;
    if (p.terms[m] <= w) lo = m;
    else hi = m - 1;
  }
  return lo;
}

// chunk gives the i-th file of terms, or all of them in one if they are there.
function chunk(p, i) {
  return p.whole ?? (p.chunks[i] ??= p.file(`terms${i}.txt`, (text) => decodeTerms(p, text)).catch((e) => {
    p.chunks[i] = undefined;
    throw e;
  }));
}

/** Fetches what every search of a language needs. */
export async function preload(base, lang, get) {
  await open(base, lang, get);
}

/**
 * Fetches the rest of the index of a language, but for light words and, where
 * there are others than those with texts of ours, cards. Searches do not wait
 * for it.
 */
export async function preloadAll(base, lang, get) {
  const x = await open(base, lang, get), [{ whole }] = await Promise.all([import('./search-all.js'), more()]);
  await x.own.file('all.pack', async (data) => whole(new Uint8Array(data), [x.own, await x.cards(0)], !get), 'arrayBuffer');
}

// ---- Dictionary ----

export async function byStem(p, stem) {
  return (await chunk(p, chunkAt(p, stem))).families.get(stem);
}

export async function startingWith(p, prefix) {
  const first = chunkAt(p, prefix), last = p.whole ? first : chunkAt(p, prefix + '\uffff'), files = [];
  for (let i = first; i <= last; i++) files.push(chunk(p, i));
  const found = [];
  for (const { forms } of await Promise.all(files)) {
    let lo = 0, hi = forms.length;
    while (lo < hi) {
      const m = lo + hi >> 1;
      if (forms[m].text < prefix) lo = m + 1;
      else hi = m;
    }
    for (; lo < forms.length && forms[lo].text.startsWith(prefix); lo++) found.push(forms[lo]);
  }
  // Strays stand away from their family.
  await Promise.all(found.map(async (f) => {
    f.family ??= await byStem(p, p.stem(f.text));
  }));
  return found;
}

// family finds the stem of a word, also where it is typed with ae for ä.
export async function family(p, w) {
  const plain = plainUmlauts(w);
  return await byStem(p, p.stem(w)) || (plain !== w ? byStem(p, p.stem(plain)) : undefined);
}

// ---- Ranking ----

const rarity = (count, n) => Math.min(60, Math.round(10 * Math.log(1 + (n - count + 0.5) / (count + 0.5))));

// resolve finds what a word of the query may stand for, in each part.
async function resolve(parts, w, open, light) {
  const slots = await Promise.all(parts.map((p) => itself(p, w, open, light))), [own] = slots;
  if (light || !own.parts && parts[0].elided?.test(w.text) && await (await more()).elides(parts, slots, w.text)) return slots;
  const any = slots.some((s, i) => s.parts && (!parts[i].cards || names(s))), apart = own.apart.filter((j) => !j.first || !any);
  if (apart.length && await (await more()).joined(parts[0], own, apart, any)) return slots;
  if (!any) {
    await (await more()).misspelt(parts, slots, w.text);
    return slots;
  }
  const [es] = own.parts ?? [];
  if (es?.size === 1 && es.values().next().value.weight === 100 && !await written(parts, w.text)) {
    const found = w.text.length < 6 ? null : await (await more()).mistaken(parts[0], w.text, es.keys().next().value);
    if (found) {
      es.values().next().value.weight = 40;
      own.best = found.best;
      addAll(own, [...found.families]);
    }
  }
  return slots;
}

// names tells whether names of cards have a word of the query.
const names = (s) => !!s.parts && s.parts.every((es) => [...es.keys()].some((f) => f.named));

// addAll adds words of which a word may be a misspelling.
export function addAll(s, families, of = 1) {
  if (families.length) s.parts ??= [new Map()];
  for (const f of families) if (!s.parts[0].has(f)) s.parts[0].set(f, { weight: 70, of });
}

// itself finds a word as it is typed.
async function itself(p, w, open, light) {
  const s = { word: w.text, light, parts: null, exact: [], best: '', apart: [] };
  if (light && (p.cards || w.text.length < 4)) return s;
  const es = new Map();
  const add = (f, weight, of = 1) => {
    if (f && !es.has(f)) es.set(f, { weight, of });
  };
  const joined = w.joined.filter((j) => joins(p, j)), begun = open && w.text.length >= 2 && !light ? beginning(p, w.text) : null;
  begun?.catch(() => {}); // whoever awaits it is told
  const [self, exact, ...wholes] = await Promise.all([family(p, w.text), exactly(p, w.exact), ...joined.map((j) => family(p, j.text))]);
  add(self, 100);
  wholes.forEach((f, i) => add(f, 100, joined[i].of));
  s.apart = joined.filter((_, i) => !wholes[i]);
  s.exact = exact?.docs ?? [];
  const weight = es.size ? 60 : 80;
  for (const f of await begun ?? []) add(f, weight);
  if (es.size) s.parts = [es];
  return s;
}

// exactly finds an exactKey; of a word that is typed without its accents, one
// that has them.
async function exactly(p, key) {
  const found = await byStem(p, key);
  if (found || !key.endsWith('=')) return found;
  for (let i = chunkAt(p, key); i <= chunkAt(p, key + '\uffff'); i++) {
    for (const [stem, f] of (await chunk(p, i)).families) if (stem.startsWith(key)) return f;
  }
}

// written tells whether any word is written like w or begins like it.
async function written(parts, w) {
  for (const p of parts) if ((await startingWith(p, w)).length || (await startingWith(p, plainUmlauts(w))).length) return true;
  return false;
}

// joins tells whether a word that joins others is to be tried.
const short = (p, w) => w.length < 4 && p.light.has(w);
const joins = (p, j) => !j.first || !short(p, j.first) && !short(p, j.last);

// beginning gives the families of the words that begin with prefix.
async function beginning(p, prefix) {
  let all = new Set();
  for (const begin of [prefix, plainUmlauts(prefix)]) {
    for (const f of await startingWith(p, begin)) if (!p.light.has(f.text)) all.add(f.family);
    if (all.size) break;
  }
  all = [...all];
  return all.length > 50 ? all.sort((a, b) => b.docs.length - a.docs.length).slice(0, 50) : all;
}

// match finds the documents that have a word of the query: all of its parts.
function match(p, s) {
  let best = { docs: [] };
  (s.parts || []).forEach((part, i) => {
    const value = new Int32Array(p.count), share = new Uint8Array(p.count), first = new Uint8Array(p.count), begins = new Uint8Array(p.count);
    let docs = [];
    part.forEach(({ weight, of }, f) => {
      const named = weight === 100 || weight === 70;
      for (let j = 0; j < f.docs.length; j++) {
        const doc = f.docs[j], sign = f.signs[j], v = worth[sign] * weight;
        if (!value[doc]) docs.push(doc);
        if (v > value[doc]) value[doc] = v;
        if (sign <= levels) continue;
        const part = Math.trunc(shareOf(sign) / of);
        if (!named) {
          if (part) begins[doc] = Math.max(begins[doc], firstOf(sign));
          continue;
        }
        if (part > share[doc]) {
          share[doc] = part;
          first[doc] = 0;
        }
        if (part === share[doc]) first[doc] = Math.max(first[doc], firstOf(sign));
      }
    });
    if (i) {
      docs = best.docs.filter((doc) => value[doc]);
      for (const doc of docs) {
        value[doc] = best.value[doc] + value[doc] >> 1;
        share[doc] = share[doc] && Math.min(60, best.share[doc] + share[doc]);
        first[doc] = Math.min(best.first[doc], first[doc]);
        begins[doc] = best.begins[doc];
      }
    }
    best = { docs, value, share, first, begins };
  });
  if (best.value) {
    for (const doc of s.exact) {
      if (!best.share[doc]) continue;
      best.value[doc] += 200;
      best.first[doc]++;
    }
  }
  return best;
}

// The places of documents: of cards that have their whole name in the query,
// or all its words; of what has most words; of cards that have all words in
// their names, as many do, or their whole name among them; of what has all
// words; of cards of whose whole name the query mostly consists, or that are of
// few to have it in their names, or of more than the rules that have it; of
// what has it in its names, is called so, or has the number.
export const places = { named: 0, card: 1, some: 2, cardNames: 3, all: 4, called: 5, few: 6, names: 7, name: 8, number: 9 };

// rankAll finds the documents of all parts that have all words of the query,
// or most. Where a card has its whole name in the query and none has all of the
// words, those that only names of cards have are not asked of rules.
function rankAll(parts, slots) {
  if (!parts[1]) return rank(parts[0], slots.map((s) => s[0]));
  // A term of the rules that is a name, too, does not mean the card.
  const term = (s) => [...s.parts?.[0] ?? []].some(([f, e]) => e.weight === 100 && f.named);
  const cards = rank(parts[1], slots.map(([s, c]) => ({ ...c, term: term(s) })));
  const beside = slots.every(([s]) => !s.best) && cards.length > 0 && cards.every((r) => r.tier === places.named);
  const own = rank(parts[0], slots.map(([s, c]) => ({ ...s, beside: beside && !s.parts && names(c) })));
  const few = cards.filter((r) => r.tier === places.few);
  if (few.length > 5 && few.length <= own.filter((r) => r.tier === places.all).length) for (const r of few) r.tier = places.cardNames;
  return [...own, ...cards];
}

// rank finds the documents of a part.
function rank(p, slots) {
  const sum = () => new Int32Array(p.count);
  const score = sum(), mass = sum(), count = sum(), named = sum(), nameMass = sum(), share = sum(), first = sum(), begins = sum(), touched = [];
  let all = 0, total = 0, has = 0, known = true, typed = true;
  const situated = !p.cards && slots.filter((s) => !s.light).length > 2;
  for (const s of slots) {
    const best = match(p, s), { docs } = best, weight = s.parts || p.cards || slots.length < 3 ? rarity(docs.length, p.count) : 30;
    if (!s.light) {
      all++;
      if (s.parts) has++;
      typed &&= !s.best && !(s.parts?.length > 1);
      known &&= typed && !!s.parts;
      if (!s.beside) total += weight;
    }
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i], value = weight * (best.value[doc] + (situated && best.share[doc] ? 200 : 0));
      if (s.light) {
        if (best.share[doc]) first[doc] += 4;
        continue;
      }
      if (!count[doc]) touched.push(doc);
      score[doc] += value;
      mass[doc] += weight;
      count[doc]++;
      if (best.share[doc] && (best.share[doc] < 60 || !s.term)) nameMass[doc] += weight;
      share[doc] += best.share[doc];
      first[doc] += best.first[doc];
      if (best.share[doc] || best.begins[doc]) named[doc]++;
      if (best.first[doc] >= 2 || best.begins[doc] === 2) begins[doc] = 1;
    }
  }
  const called = (doc) => known && share[doc] >= 60 && !p.kindOf(doc), asked = (doc) => called(doc) && nameMass[doc] * 100 >= total * 45;
  // The best of those below a rule that is asked for and lacks words.
  const below = new Set();
  for (const doc of touched) {
    if (!asked(doc) || count[doc] === all || all < 3 && (total - mass[doc]) * 100 < total * 40) continue;
    let best = doc;
    for (let i = doc + 1; p.rules.levels[i] > p.rules.levels[doc]; i++) if (count[i] === all && (best === doc || score[i] > score[best])) best = i;
    if (best !== doc && score[best] >= score[doc]) below.add(best);
  }
  const enough = (doc) => called(doc) && nameMass[doc] * 100 >= total * 20
    || !p.cards && typed && has < all && 2 * has >= all && named[doc] === has && share[doc] >= 60
    || (!p.cards || share[doc] >= 60) && mass[doc] * 100 >= total * (p.cards || count[doc] > 1 ? 40 : has === all ? 50 : 60);
  const out = [];
  for (const doc of touched) {
    const r = { part: p.number, doc, kind: p.kindOf(doc), tier: p.cards ? places.card : places.all, score: score[doc], first: 0 }, whole = share[doc] >= 60;
    if (count[doc] < all && asked(doc)) r.tier = places.all;
    else if (count[doc] < all) {
      if (!enough(doc)) continue;
      r.tier = p.cards ? places.named : places.some;
      r.score = Math.trunc(r.score * mass[doc] / Math.max(total, 1));
    } else if (named[doc] === all) {
      r.tier = whole ? places.name : p.cards ? places.few : places.names;
      if (whole) r.first = first[doc];
      else if (p.cards) r.first = 2 * begins[doc] + (doc < p.own);
    } else if (p.cards && whole) r.tier = nameMass[doc] * 100 >= total * 50 ? places.called : places.cardNames;
    if (r.tier === places.all) r.score += (asked(doc) && 300) * total + (below.has(doc) && 200) * total;
    if (r.tier <= places.all && r.kind === 1) r.score = Math.trunc(r.score * 80 / 100);
    out.push(r);
  }
  return out;
}

// order compares documents as they are shown.
export const order = (a, b) => b.tier - a.tier || (a.tier === places.name ? a.kind - b.kind : 0) || b.first - a.first || b.score - a.score || a.part - b.part || a.doc - b.doc;

// firsts gives the n documents that come first.
function firsts(docs, n) {
  if (docs.length < 8 * n) return docs.sort(order).slice(0, n);
  const best = [];
  for (const d of docs) {
    if (best.length === n && order(d, best[n - 1]) > 0) continue;
    let lo = 0, hi = best.length;
    while (lo < hi) {
      const m = lo + hi >> 1;
      if (order(best[m], d) < 0) lo = m + 1;
      else hi = m;
    }
    best.splice(lo, 0, d);
    if (best.length > n) best.pop();
  }
  return best;
}

// ---- Texts ----

// text gives a document as its file of texts has it.
export async function text(p, doc) {
  // Of cards without texts of ours each file has more.
  const rest = doc - p.own, more = rest >= 0;
  const at = more ? Math.ceil(p.own / p.few) + Math.floor(rest / p.each) : Math.floor(doc / p.few);
  const place = more ? rest % p.each : doc % p.few;
  const docs = await p.file(`texts${at}.json`, (json) => {
    const { trails, docs } = JSON.parse(json);
    return docs.map((d, i) => {
      const at = doc - place + i;
      if (p.kindOf(at)) {
        const [id, title, trail] = d.splice(0, 3);
        if (!p.heads.has(at)) p.heads.set(at, { id, title: { text: title }, trail: trail.map((t) => trails[t]) });
      }
      const [text, examples = '', official = 0] = d;
      return { official, parts: [head(p, at).title, { text }, { text: examples }] };
    });
  });
  return docs[place];
}

// rulings gives the official ones on a card.
async function rulings(p, doc) {
  const at = doc - p.own, all = await p.file(`rulings${Math.floor(at / p.said)}.json`, (json) => JSON.parse(json).map((text) => ({ text })));
  return all[at % p.said];
}

// tokensOf gives the tokens of a part of a document, found once, because
// whoever types asks for the same documents again.
export const tokensOf = (part) => part.tokens ??= tokens(part.text);

// ---- Results ----

// marker marks the words of a query, by their stems, in texts.
function marker(stem, stems) {
  const hit = (t) => {
    const s = t.stem ??= stem(t.text);
    return !t.elided && stems.has(s) ? s : '';
  };
  const fragments = (s, ts, from, to) => {
    const out = [];
    const add = (text, marked) => {
      if (text) out.push(marked ? { text: text.replace(/\n/g, ' '), marked } : { text: text.replace(/\n/g, ' ') });
    };
    const marked = ts.filter((t) => t.start >= from && t.end <= to && hit(t)).sort((a, b) => a.start - b.start || b.end - a.end);
    for (const t of marked) {
      if (t.start < from) continue;
      add(s.slice(from, t.start));
      add(s.slice(t.start, t.end), true);
      from = t.end;
    }
    add(s.slice(from, to));
    return out;
  };
  const begins = (s, ts, i) => !ts[i].whole && /\. |\n/.test(s.slice(ts[i - 1].end, ts[i].start));
  const window = (s, ts) => {
    const hits = ts.map(hit);
    if (!hits.some(Boolean)) return -1;
    let best = -1, from = 0;
    for (let i = 0; i < ts.length; i++) {
      const head = !i || begins(s, ts, i);
      if (!head && !hits[i + 4]) continue;
      const here = hits.slice(i, i + 36).filter(Boolean);
      const worth = here.length + 100 * new Set(here).size + (head ? 2 : 0);
      if (worth > best) {
        best = worth;
        from = i;
      }
    }
    return from;
  };
  const cut = (s, ts, from) => {
    const start = from ? ts[from].start : 0, next = ts[from + 36];
    let end = s.length;
    if (next) {
      end = ts[from + 35].end;
      if (next.whole && next.end > end) end = next.end;
    }
    const out = fragments(s, ts, start, end);
    if (from) out.unshift({ text: '… ' });
    if (end < s.length) out.push({ text: ' …' });
    return out;
  };
  return {
    has: (part) => tokensOf(part).some(hit),
    mark: (s, ts = tokens(s)) => fragments(s, ts, 0, s.length),
    snippet([, ...parts]) {
      for (const part of parts) {
        const ts = tokensOf(part), from = window(part.text, ts);
        if (from >= 0) return cut(part.text, ts, from);
      }
      return cut(parts[0].text, tokensOf(parts[0]), 0);
    },
  };
}

/**
 * Finds what a query asks for.
 *
 * Options: limit (10), offset (0), kind ('rule', 'glossary' or 'card'),
 * complete (the last word is whole), fetch (in place of the browser's),
 * excerpts (true; false for a result whose hits have no snippets yet, and get
 * theirs from its function excerpt when that is called with their place).
 */
export async function search(base, lang, query, options = {}) {
  const { limit = 10, offset = 0, kind = '', complete = false } = options;
  const q = parse(query, /[0-9]/.test(query.normalize('NFKC')) ? (await more()).readNumbers : undefined);
  const r = { query: q.text, ...q.reason && { reason: q.reason }, total: 0, hits: [], facets: [], suggestions: [] };
  if (q.reason) return r;
  const x = await open(base, lang, options.fetch);
  for (let i = 0; ; i++) {
    try {
      const cards = await x.cards(i);
      return await find(x, cards ? [x.own, cards] : [x.own], q, { ...r, suggestions: [] }, { limit, offset, kind, complete, excerpts: options.excerpts ?? true });
    } catch (e) {
      if (i >= x.ways) throw e;
    }
  }
}

// find answers a query from some parts of the index.
async function find(x, parts, q, r, { limit, offset, kind, complete, excerpts }) {
  let docs = q.numbers.length || q.start ? await (await more()).numbered(x.own, q, r, complete) : [];
  const stems = parts.map(() => new Set());
  if (q.words.length || q.phrases.length) {
    // In a query of light words only, they are what is asked for.
    const open = (i) => q.open && !complete && i === q.words.length - 1;
    const light = q.words.map((w, i) => x.light.has(w.text) || open(i) && w.text.length === 1 && w.text >= 'a' && w.text !== 'x'), quoted = q.phrases.flat();
    const heavy = light.includes(false) || quoted.some((w) => !x.light.has(w));
    const slots = await Promise.all([
      ...q.words.map((w, i) => resolve(parts, w, open(i), light[i] && heavy)),
      ...quoted.map((w) => Promise.all(parts.map(async (p) => {
        const f = await family(p, w);
        return { word: w, light: x.light.has(w) && heavy, parts: f ? [new Map([[f, { weight: 100, of: 1 }]])] : null, exact: [], best: '' };
      }))),
    ]);
    const has = (s) => s.some((h) => h.parts), missing = slots.flatMap((s, i) => s[0].light || has(s) ? [] : [q.words[i]?.exact.split('=')[1] || s[0].word]);
    if (missing.length) r.missing = missing;
    await Promise.all(slots.map((s, i) => Promise.all(s.map(async (h, k) => {
      if (!h.light && h.parts) h.parts = await Promise.all(h.parts.map(async (es) => new Map(await Promise.all([...es].map(async ([f, e]) => [await full(parts[k], f), e])))));
      if (!h.light || i >= q.words.length) for (const es of h.parts || []) for (const f of es.keys()) stems[k].add(f.stem);
    }))));
    const seen = new Set(docs.map((d) => d.doc));
    let found = rankAll(parts, slots);
    if (q.phrases.length || q.without.length) found = await (await more()).filter(parts, q, found, offset + limit);
    if (found.more) r.more = true;
    docs = docs.concat(found.filter((d) => d.part || !seen.has(d.doc)));
    if (!docs.length || slots.some(([s]) => s.best)) (await more()).suggest(q, slots.slice(0, q.words.length).map((s) => ({ ...s[0], parts: has(s) })), docs.length, r);
  }
  const counts = kinds.map(() => 0);
  for (const d of docs) counts[d.kind]++;
  r.facets = kinds.map((k, i) => ({ kind: k, count: counts[i] })).filter((f) => f.count);
  const shown = docs.filter((d) => !kind || kinds[d.kind] === kind);
  r.total = shown.length;
  if (!docs.length) r.reason = q.numbers.length && !q.words.length && !q.phrases.length ? 'number' : 'nothing';
  const marks = parts.map((p, i) => marker(x.stem, stems[i]));
  const top = firsts(shown, Math.min(offset + limit, shown.length)).slice(offset), place = (d) => [parts[d.part], d.doc];
  await Promise.all(top.filter((d) => !head(...place(d))).map((d) => text(...place(d))));
  r.hits = top.map(({ part, doc, kind, tier, score }) => {
    const { id, title, trail } = head(parts[part], doc), heading = marks[part].mark(title.text, tokensOf(title));
    return {
      kind: kinds[kind], id, title: title.text,
      ...(heading.length > 1 || heading[0]?.marked) && { heading },
      ...trail.length && { trail },
      score: tier * 1000000 + score,
    };
  });
  r.excerpt = async (i) => {
    const { part, doc, tier } = top[i], p = parts[part], d = await text(p, doc), [title] = d.parts, m = marks[part];
    // Official rulings show only why a card was found for what is said on it.
    const said = tier === places.card && doc >= p.own && !d.parts.slice(1).some(m.has) ? await rulings(p, doc) : null;
    const shown = said && m.has(said), snippet = m.snippet(shown ? [title, said] : d.parts);
    if (!snippet.length) return;
    r.hits[i].snippet = snippet;
    if (d.official || shown) r.hits[i].official = true;
  };
  if (excerpts) await Promise.all(top.map((_, i) => r.excerpt(i)));
  return r;
}

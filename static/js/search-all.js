// Unpacks the index that package search packs as one file (pack.go, which says
// how): whoever changes one changes the other.

import { levels, parent as parentOf, readHead } from './search.js';

const inputs = 6;
const tableBits = 20;
const sets = 1024;
const seenMost = 30;
const squashes = [1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094];

function squash(d) {
  if (d > 2047) return 4095;
  if (d < -2047) return 1;
  const w = d & 127, i = (d >> 7) + 16;
  return squashes[i] * (128 - w) + squashes[i + 1] * w + 64 >> 7;
}

const hash = (a, b) => {
  const h = Math.imul(a + Math.imul(b, 0x9E3779B1) + 1 | 0, 0x2545F491);
  return h ^ h >>> 15;
};
const cell = (h) => Math.imul(h, 0x9E3779B1) >>> 32 - tableBits;
const cells = (h, n) => cell(h) & -n;

// unpacker reads bits of which a model says how likely they are.
function unpacker(data) {
  const stretches = new Int32Array(4096).fill(2047), sures = new Int32Array(seenMost + 1), steps = new Int32Array(seenMost + 1);
  for (let d = -2047, at = 0; d <= 2047; d++) {
    for (const v = squash(d); at <= v; at++) stretches[at] = d;
  }
  for (let n = 0; n <= seenMost; n++) {
    sures[n] = 40 * (2 * n + 1) / (2 * n + 4);
    steps[n] = 2048 / (2 * n + 3);
  }
  const table = new Uint32Array(1 << tableBits).fill(1 << 23); // the chance, and in the last 8 bits how often it was met
  const weights = new Int32Array(sets * (inputs + 1)).map((_, i) => i % (inputs + 1) === inputs ? 0 : 22000);
  const at = new Int32Array(inputs), in_ = new Int32Array(inputs + 1).fill(256);
  let low = 0, high = 0xffffffff, place = 4, x = (data[0] << 24 | data[1] << 16 | data[2] << 8 | data[3]) >>> 0;
  const bit = (set) => {
    const w = set * (inputs + 1);
    let sum = weights[w + inputs];
    for (let i = 0; i < inputs; i++) {
      const c = table[at[i]], v = in_[i] = stretches[c >>> 12] * sures[c & 255] >> 5;
      sum += weights[w + i] * v >> 8;
    }
    const likely = Math.min(4095, squash(sum >> 8)), middle = low + (high - low >>> 12) * likely;
    const y = x <= middle ? 1 : 0;
    if (y) high = middle;
    else low = middle + 1;
    const e = ((y << 12) - likely) * 8;
    for (let i = 0; i <= inputs; i++) weights[w + i] += in_[i] * e + 8192 >> 14;
    for (let i = 0; i < inputs; i++) {
      const c = table[at[i]], n = c & 255, chance = c >>> 8;
      table[at[i]] = chance + ((y * 65535 - chance) * steps[n] >> 10) << 8 | (n < seenMost ? n + 1 : n);
    }
    while (!((low ^ high) & 0xff000000)) {
      low = low << 8 >>> 0;
      high = (high << 8 | 255) >>> 0;
      x = (x << 8 | data[place++]) >>> 0;
    }
    return y;
  };
  const number = (set, a, b) => {
    const code = (place) => {
      for (let i = 0; i < inputs; i++) at[i] = cell(hash(hash(set * 8 + i, i % 2 ? b : a), place));
      return bit(64 + set);
    };
    let n = 0, v = 1;
    while (code(n)) n++;
    for (let i = n; i--;) v = v << 1 | code(64 + v + (n << 16));
    return v - 1;
  };
  const ctx = new Int32Array(inputs), first = new Int32Array(inputs);
  const text = (kind, before, hint) => {
    const bytes = [0, 0, 0, 0, 0, 0, ...before], from = bytes.length;
    for (;;) {
      const i = bytes.length - from;
      ctx[0] = i ? hash(kind, Math.min(i, 3)) : hash(kind + 100, hint);
      for (let k = 1, x = 0; k < inputs; k++) {
        x = hash(x, bytes[bytes.length - k]);
        ctx[k] = k < 3 ? hash(hash(x, k), kind) : hash(x, k);
      }
      let c = 0;
      for (let half = 0; half < 2; half++) {
        for (let k = 0; k < inputs; k++) first[k] = cells(hash(ctx[k], half ? c + 48 : 112), 16);
        let four = 1;
        for (let b = 0; b < 4; b++) {
          for (let k = 0; k < inputs; k++) at[k] = first[k] + four;
          four = four << 1 | bit(kind * 8 + 4 * half + b);
        }
        c = c << 4 | four & 15;
      }
      if (!c) return bytes.slice(from);
      bytes.push(c);
    }
  };
  return { at, bit, number, text };
}

const read = (bytes) => {
  let s = '';
  for (let i = 0; i < bytes.length; i += 4096) s += String.fromCharCode(...bytes.slice(i, i + 4096));
  return decodeURIComponent(escape(s));
};

const familyExact = 1, familyLight = 2, familyCommon = 3;
const amountOf = (n) => {
  const i = [1, 2, 3, 4, 6, 10, 20, 50, 150, 500].findIndex((most) => n <= most);
  return i < 0 ? 10 : i;
};
const log2 = (n) => 31 - Math.clz32(n);

// dictionary reads the families of a part.
async function dictionary(u, part, light, pause) {
  const families = new Map(), forms = [];
  let before = [], last = 0;
  for (let left = u.number(0, 1, part); left--;) {
    if (!(left & 63)) await pause();
    const n = u.number(1, last, hash(last, before.length));
    last = n;
    before = [...before.slice(0, n), ...u.text(2 + part, before.slice(0, n), before[n] ?? 0)];
    const stem = read(before), family = { stem, light: false };
    families.set(stem, family);
    if (stem.includes('=')) continue;
    const end = before[before.length - 1], count = u.number(2, part, end);
    family.light = count > 0;
    family.forms = count;
    for (let i = 0; i < count; i++) {
      const m = Math.min(i, 3), own = before.slice(0, before.length - u.number(3, m, hash(end, m)));
      const text = read([...own, ...u.text(4 + part, own, m)]);
      family.light &&= light.has(text);
      forms.push({ text, family });
    }
  }
  forms.sort((a, b) => a.text < b.text ? -1 : 1);
  return { families, forms };
}

// treeOf gives where the documents of a part are divided, and what they stand
// in.
function treeOf(p) {
  const rank = new Uint8Array(p.count), parent = new Int32Array(p.count).fill(-1), { list = [], at } = p.rules ?? {};
  list.forEach((n, i) => {
    const up = parentOf(n);
    rank[i] = !up ? 3 : !n.includes('.') ? 2 : /[a-z]$/.test(n) ? 0 : 1;
    if (up && at.has(up)) parent[i] = at.get(up);
  });
  if (list.length && list.length < p.count) rank[list.length] = 4;
  const splits = new Map();
  const split = (lo, hi) => {
    const key = lo * 65536 + hi;
    let best = splits.get(key);
    if (best !== undefined) return best;
    const m = lo + hi >> 1, aside = Math.max(1, hi - lo >> 2);
    best = m;
    for (let i = lo + aside, most = -1; i <= hi - aside; i++) {
      const worth = rank[i] * 65536 + 32768 - Math.abs(i - m);
      if (worth > most) {
        best = i;
        most = worth;
      }
    }
    splits.set(key, best);
    return best;
  };
  return { parent, split };
}

// postings gives a function that reads those of the next family of a part.
function postings(u, part, p) {
  const { parent, split } = treeOf(p), n = p.count, { at } = u;
  const last = new Uint8Array(n), sign = new Uint8Array(n), stamp = [], nameStamp = [], ctx = new Int32Array(inputs);
  const hit = (doc) => doc < 0 || !sign[doc] ? 0 : sign[doc] > levels ? 2 : 1;
  let family = 0;
  return (f) => {
    family++;
    const exact = f.stem.includes('='), kind = exact ? familyExact : f.light ? familyLight : 0;
    const count = u.number(4, kind + 8 * part, hash(kind + 1, Math.min(f.forms ?? 0, 9)));
    const docs = [], signs = [], signKind = !kind && 8 * count > n ? familyCommon : kind, amount = amountOf(count), first = f.stem.charCodeAt(0);
    const firstByte = first < 128 ? first : unescape(encodeURIComponent(f.stem[0])).charCodeAt(0);
    let before = 0, beforeDoc = -9;
    // begin turns the contexts into the first of their cells, code reads a bit.
    const begin = (salt, n) => {
      for (let k = 0; k < inputs; k++) ctx[k] = cells(hash(ctx[k] + k, salt + part), n);
    };
    const code = (set, place) => {
      for (let k = 0; k < inputs; k++) at[k] = ctx[k] + place;
      return u.bit(set);
    };
    const readSign = (doc) => {
      docs.push(doc);
      if (exact) {
        sign[doc] = 1;
        return;
      }
      const up = parent[doc] >= 0 ? sign[parent[doc]] : 0;
      const beside = (beforeDoc === doc - 1 ? 2 : 0) + (beforeDoc >= 0 && parent[beforeDoc] === parent[doc] ? 1 : 0);
      ctx[0] = hash(amount, signKind);
      ctx[1] = hash(before, beside + 8 * signKind);
      ctx[2] = hash(hash(up, before), beside + 8 * signKind);
      ctx[3] = hash(doc, 500 + kind);
      ctx[4] = hash(hash(last[doc], signKind), before);
      ctx[5] = hash(firstByte, family);
      begin(7000, 32);
      const next = (place) => code(384 + 64 * signKind + place, place);
      const inName = kind === familyLight || next(0) ? 1 : 0;
      let v = commonLevel;
      if (inName || signKind !== familyCommon) {
        const width = inName ? 4 : 3;
        let at = 1;
        for (let w = 0; w < width; w++) at = at << 1 | next(at + 16 * inName);
        v = at - (1 << width) + 1 + (inName ? levels : 0);
      }
      signs.push(v);
      sign[doc] = last[doc] = before = v;
      beforeDoc = doc;
    };
    const near = (node) => {
      if (!stamp[node]) return 0;
      const d = family - stamp[node];
      let v = d <= 2 ? d : d < 8 ? 3 : 4;
      if (nameStamp[node]) {
        const d = family - nameStamp[node];
        if (d === 1) v += 5;
        else if (d < 4) v += 10;
      }
      return v;
    };
    const walk = (lo, hi, node, known) => {
      stamp[node] = family;
      if (hi - lo === 1) {
        readSign(lo);
        if (sign[lo] > levels) nameStamp[node] = family;
        return;
      }
      const m = split(lo, hi), size = log2(hi - lo), two = 3 * hit(lo - 1) + hit(lo - 2);
      const up = parent[lo] >= 0 ? hit(parent[lo]) : 0, q = parent[m], upMiddle = q >= 0 && q < lo ? hit(q) + 1 : 0;
      const contexts = () => {
        ctx[0] = hash(amount, size + 32 * kind);
        ctx[1] = hash(node, 600 + Math.trunc(amount / 3) + 8 * kind);
        ctx[2] = hash(hash(near(2 * node) * 16 + near(2 * node + 1), amount >> 1), kind);
        ctx[3] = hash(two * 64 + size, (amount >> 1) + 16 * kind);
        ctx[4] = hash(hash(up * 4 + upMiddle, size), two * 16 + (amount >> 1));
        ctx[5] = hash(node, 900 + (kind >> 1));
      };
      contexts();
      begin(8000, 4);
      const next = (place) => code(128 + 64 * place + 16 * kind + size, place);
      let left = true, right = true;
      if (known !== 1 && next(0)) known >>= 1; // of two, one each
      else {
        right = !!next(known === 1 ? 2 : 1);
        left = !right;
      }
      if (left) walk(lo, m, 2 * node, known);
      if (right) walk(m, hi, 2 * node + 1, known);
    };
    if (count) walk(0, n, 1, count <= 2 ? count : 0);
    for (const doc of docs) sign[doc] = 0;
    f.docs = docs;
    if (!exact) {
      f.signs = Uint8Array.from(signs);
      f.named = signs.some((s) => s > levels);
    }
  };
}

const commonLevel = 3;

// checked gives what stands before the sum of it, FNV-1a of 32 bits, by which
// what was cut short or damaged on the way is refused.
function checked(data) {
  const end = data.length - 4;
  let sum = 0x811c9dc5;
  for (let i = 0; i < end; i++) sum = Math.imul(sum ^ data[i], 0x01000193);
  if (end < 4 || sum !== (data[end] << 24 | data[end + 1] << 16 | data[end + 2] << 8 | data[end + 3])) throw new Error('the index in one file is damaged');
  return data.subarray(0, end);
}

/**
 * Unpacks the index into its parts: all families by their stems, all forms in
 * order, what the list of results says of each document and, in the first part,
 * the numbers of older editions. If told to be patient, it lets go every few
 * milliseconds, so that the page stays free for its reader.
 */
export async function whole(data, parts, patient) {
  let since = 0, still = 0;
  const pause = patient ? async () => {
    if (performance.now() - since < 8) return;
    await new Promise((free) => setTimeout(free));
    since = performance.now();
  } : () => {};
  const u = unpacker(checked(data)), all = [], past = [];
  parts = parts.slice(0, u.number(0, 0, 0));
  for (const [i, p] of parts.entries()) all.push(await dictionary(u, i, p.light, pause));
  for (const p of parts) {
    for (let doc = p.rules?.list.length ?? 0; doc < p.count; doc++) {
      readHead(p, doc, read(u.text(0, [], 0)));
      if (!(doc & 63)) await pause();
    }
  }
  for (let left = u.number(0, 2, 0), line = []; left--;) {
    past.push(read(line = u.text(1, line, 0)));
    if (!(left & 127)) await pause();
  }
  for (const [i, p] of parts.entries()) {
    const next = postings(u, i, p);
    for (const f of all[i].families.values()) {
      next(f);
      if ((still += f.docs.length + 4) < 500) continue;
      still = 0;
      await pause();
    }
  }
  parts.forEach((p, i) => {
    p.whole = all[i];
  });
  parts[0].past = past.join('\n');
}

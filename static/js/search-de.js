// German for search.js: Snowball's stemmer for words without umlauts and ß,
// as Bleve's filter does it, and the words that questions are made of.

export const light = 'LIGHT';

const vowel = /[aeiouy]/;

export function stem(word) {
  // u and y between vowels are consonants.
  let w = word.replace(/([aeiouy])([uy])(?=[aeiouy])/g, (m, v, c) => v + c.toUpperCase());
  w = word.length === w.length ? w : word;
  const region = (from) => {
    let i = from;
    while (i < w.length && !vowel.test(w[i])) i++;
    while (i < w.length && vowel.test(w[i])) i++;
    return i < w.length ? i + 1 : w.length;
  };
  let r1 = region(0);
  const r2 = r1 < w.length ? region(r1) : w.length;
  if (w.length < 3) r1 = w.length;
  else if (r1 < 3) r1 = 3;
  const cut = (n) => {
    w = w.slice(0, w.length - n);
  };
  const ending = (re) => {
    const m = re.exec(w);
    return m ? m[0] : '';
  };
  const inRegion = (s, r) => w.length - s.length >= r;

  let s = ending(/(?:ern|em|en|er|es|e|s)$/);
  if (s && inRegion(s, r1)) {
    if (s === 's') {
      if (/[bdfghklmnrt]s$/.test(w)) cut(1);
    } else {
      cut(s.length);
      if ((s === 'e' || s === 'en' || s === 'es') && w.endsWith('niss')) cut(1);
    }
  }
  s = ending(/(?:est|en|er|st)$/);
  if (s && inRegion(s, r1)) {
    if (s !== 'st' || /...[bdfghklmnt]st$/.test(w)) cut(s.length);
  }
  s = ending(/(?:heit|keit|lich|isch|end|ung|ig|ik)$/);
  if (s && inRegion(s, r2)) {
    if (s === 'end' || s === 'ung') {
      cut(3);
      if (w.endsWith('ig') && !w.endsWith('eig') && inRegion('ig', r2)) cut(2);
    } else if (s === 'lich' || s === 'heit') {
      cut(4);
      if (/e[rn]$/.test(w) && inRegion('er', r1)) cut(2);
    } else if (s === 'keit') {
      cut(4);
      const t = ending(/(?:lich|ig)$/);
      if (t && inRegion(t, r2)) cut(t.length);
    } else if (!w.endsWith('e' + s)) {
      cut(s.length);
    }
  }
  return w.toLowerCase();
}

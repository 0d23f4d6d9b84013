// English for search.js: Snowball's stemmer for words of the letters a to z,
// as Bleve's filter does it, and the words that questions are made of.

export const light = 'a able about actually all allowed already also am an and any anymore anyone anything are as at be because been being between but by can could cr define definition did difference differences do does doing during even everybody everyone everything exactly explain explained explanation for from get gets getting go goes had happen happened happens has have having he help her hey hi his how hows i if im in into is it its ive just let like magic many matter me mean means might mtg much my need needs now of ok on one or our possible question really regarding rule rules shall she should so some someone something still tell than that the their them then there these they thing things this those to too try trying us use using versus vs want was we were what whats when where whether which while who whose why will with work works would yet you your';

export const alike = 'zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 fifteen=15 twenty=20 twentyone=21 thirty=30 forty=40 sixty=60 hundred=100 drew=draw drawn=draw dealt=deal lost=lose won=win chose=choose chosen=choose took=take taken=take gave=give given=give came=come left=leave paid=pay kept=keep fought=fight became=become began=begin begun=begin spent=spend held=hold broke=break broken=break thrown=throw threw=throw stole=control stolen=control steal=control kill=destroy react=respond reaction=respond quit=concede surrender=concede forfeit=concede enemy=opponent opp=opponent opps=opponent foe=opponent dmg=damage prio=priority gy=graveyard yard=graveyard sac=sacrifice swing=attack immediately=immediate dead=die death=die payment=pay victory=win choice=choose destruction=destroy prevention=prevent replacement=replace bounce=return bounced=return guy=creature dude=creature cmdr=commander board=battlefield owner=own pick=choose buddy=teammate show=reveal hp=life lifepoints=life health=life grave=graveyard bin=graveyard scoop=concede swap=exchange trade=exchange leftover=unspent unused=unspent';

// What ends the forms of a verb or noun that a text need not have.
export const endings = ['s', 'es', 'ed', 'ing'];

const irregular = {
  skis: 'ski', skies: 'sky', dying: 'die', lying: 'lie', tying: 'tie', idly: 'idl', gently: 'gentl', ugly: 'ugli', early: 'earli',
  only: 'onli', singly: 'singl', sky: 'sky', news: 'news', howe: 'howe', atlas: 'atlas', cosmos: 'cosmos', bias: 'bias', andes: 'andes',
};
const vowel = /[aeiouy]/;
const step2 = {
  tional: 'tion', enci: 'ence', anci: 'ance', abli: 'able', entli: 'ent', izer: 'ize', ization: 'ize', ational: 'ate', ation: 'ate',
  ator: 'ate', alism: 'al', aliti: 'al', alli: 'al', fulness: 'ful', ousli: 'ous', ousness: 'ous', iveness: 'ive', iviti: 'ive',
  biliti: 'ble', bli: 'ble', fulli: 'ful', lessli: 'less', ogi: 'og', li: '',
};
const step3 = { tional: 'tion', ational: 'ate', alize: 'al', icate: 'ic', iciti: 'ic', ical: 'ic', ful: '', ness: '', ative: '' };
const suffixOf = (o) => new RegExp(`(?:${Object.keys(o).join('|')})$`);
const suffix2 = suffixOf(step2), suffix3 = suffixOf(step3);

export function stem(word) {
  if (Object.hasOwn(irregular, word)) return irregular[word];
  if (word.length < 3) return word;
  let w = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
  const region = (i) => {
    while (i < w.length && !vowel.test(w[i])) i++;
    while (i < w.length && vowel.test(w[i])) i++;
    return i < w.length ? i + 1 : w.length;
  };
  const start = /^(?:arsen|commun|gener)/.exec(w);
  const r1 = start ? start[0].length : region(0), r2 = region(r1);
  const cut = (n) => {
    w = w.slice(0, w.length - n);
  };
  const ending = (re, from = 0) => {
    const m = re.exec(w);
    return m && m.index >= from ? m[0] : '';
  };
  const short = (s) => /[^aeiouy][aeiouy][^aeiouywxY]$/.test(s) || /^[aeiouy][^aeiouy]$/.test(s);

  // 1a
  let s = ending(/(?:sses|ied|ies|ss|us|s)$/);
  if (s === 'sses') cut(2);
  else if (s === 'ied' || s === 'ies') cut(w.length > 4 ? 2 : 1);
  else if (s === 's' && vowel.test(w.slice(0, -2))) cut(1);
  if (/^(?:inning|outing|canning|herring|earring|proceed|exceed|succeed)$/.test(w)) return w;
  // 1b
  s = ending(/(?:eedly|ingly|edly|eed|ing|ed)$/);
  if (s[0] === 'e' && s[1] === 'e') {
    if (w.length - s.length >= r1) cut(s.length - 2);
  } else if (s && vowel.test(w.slice(0, -s.length))) {
    cut(s.length);
    if (/(?:at|bl|iz)$/.test(w)) w += 'e';
    else if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(w)) cut(1);
    else if (w.length === r1 && short(w)) w += 'e';
  }
  // 1c
  if (/.[^aeiouy][yY]$/.test(w)) w = w.slice(0, -1) + 'i';
  s = ending(suffix2, r1);
  if (s && !(s === 'ogi' && !w.endsWith('logi')) && !(s === 'li' && !/[cdeghkmnrt]li$/.test(w))) w = w.slice(0, -s.length) + step2[s];
  s = ending(suffix3, r1);
  if (s && (s !== 'ative' || ending(suffix3, r2))) w = w.slice(0, -s.length) + step3[s];
  s = ending(/(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/, r2);
  if (s !== 'ion' || /[st]ion$/.test(w)) cut(s.length);
  // 5
  if (w.endsWith('e') && (w.length > r2 || w.length > r1 && !short(w.slice(0, -1))) || w.endsWith('ll') && w.length > r2) cut(1);
  return w.toLowerCase();
}

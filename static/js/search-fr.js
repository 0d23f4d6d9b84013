// French for search.js: Snowball's stemmer for words of the letters a to z, as
// Bleve's filter does it, behind what package search does to endings that lost
// their accents, and the words that questions are made of.

export const light = 'a afin ai alors apres au aussi autorise autre aux avec avoir bien bonjour c ca car ce cela ces cet cette ceux chaque chose ci combien comme comment concernant coute cr d dans de definition deja des deviennent devoir devrait difference differences dire dois doit doivent donc droit du elle elles en encore entre es est et etre eu exactement explication explique expliquer faire fait faut fonctionne font il ils j je juste l la laquelle le lequel les leur leurs lors lorsque lui m ma magic mais marche me meme mes moi mon mtg n nos notre nous on ont ou par parce passe pendant peut peuvent peux possible pour pourquoi pourrait pouvez puis qu quand que quel quelle quelles quelque quels question qui quoi regle regles s sa se selon sert ses si signifie signifier soit son sont sous suis sur t ta te tes toujours tous tout toute toutes tu un une utilise utiliser va veulent veut voici vos votre vous vraiment y';

export const alike = 'zero=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 quinze=15 vingt=20 trente=30 quarante=40 soixante=60 cent=100 meurt=mourir meurent=mourir mort=mourir morte=mourir morts=mourir mortes=mourir meure=mourir perd=perdre perdu=perdre perdue=perdre perdent=perdre recoit=recevoir recu=recevoir recue=recevoir recoivent=recevoir prend=prendre pris=prendre prise=prendre prennent=prendre met=mettre mis=mettre mise=mettre mettent=mettre devient=devenir devenu=devenir devenue=devenir deviennent=devenir revient=revenir revenu=revenir vient=venir venu=venir voit=voir vu=voir vue=voir voient=voir peut=pouvoir pu=pouvoir reponse=repondre repond=repondre repondu=repondre reagir=repondre reagit=repondre reaction=repondre riposter=repondre defend=defendre detruit=detruire detruite=detruire degat=blessure degats=blessure dommage=blessure dommages=blessure poser=jouer tuer=detruire ennemi=adversaire opposant=adversaire abandonner=conceder invoquer=lancer taper=engager detaper=degager prio=priorite strate=couche dephaser=dephasage dephase=dephasage combattre=combat resout=resolu resoudre=resolu resolution=resolu sacrifie=sacrifier oublie=oublier paye=payer paiement=payer prevention=prevenir previent=prevenir destruction=detruire repartition=repartir token=jeton trigger=declencher declencheur=declencher declenchement=declencher chercher=recherche perte=perdre blocage=bloquer board=champ retour=revenir victoire=gagner allie=coequipier ami=coequipier partenaire=coequipier paquet=deck demarrer=commencer bestiole=creature bannir=exil pv=vie';

// What ends the forms of a verb or noun that a text need not have.
export const endings = ['s', 'es', 'er', 'ent', 'e', 'ez'];

// What is written together with the next word by those who leave out the
// apostrophe.
export const elided = /^(?:qu|[cdjlmnst])([aeiouyh].+)$/;

const vowel = /[aeiouy]/;

// ending makes déclenchée and déclenchent end as déclenche does.
function ending(w) {
  const singular = w.replace(/s$/, ''), s = singular.replace(/e$/, '');
  if (singular.endsWith('ee')) return s;
  return s.length >= 6 && /[^m]ent$/.test(s) ? s.slice(0, -2) : w;
}

const standardEnding = /(?:issements?|atrices?|ateurs?|ations?|logies?|usions?|utions?|ements?|amment|emment|ances?|ences?|iqUes?|ismes?|ables?|istes?|euses?|ments?|eaux|ives?|ifs?|eux|aux)$/;
const iVerbEnding = /i(?:ss(?:ante?s?|aIent|ai[st]|e(?:nt|s|z)?|i(?:ons|ez)|ons)|r(?:aIent|ai[st]?|as?|ent|ez|iez|i?ons|ont)?|es?|s|t)?$/;
const verbEnding = /(?:er(?:aIent|ai[st]?|as?|i?ez|i?ons|ont)?|i?ez|ions|ass(?:i(?:ons|ez)|e(?:nt|s)?)|antes?|ants?|aIent|ai[st]?|as?)$/;

export function stem(word) {
  const c = [...ending(word)];
  const is = (i) => i < c.length && vowel.test(c[i]);
  // Between vowels u and i are consonants, beside one y is, after q u is.
  for (let i = 0; i < c.length; i++) {
    if (is(i) && /[ui]/.test(c[i + 1]) && is(i + 2) || is(i) && c[i + 1] === 'y' || c[i] === 'q' && c[i + 1] === 'u') c[i + 1] = c[i + 1].toUpperCase();
    else if (c[i] === 'y' && is(i + 1)) c[i] = 'Y';
  }
  let w = c.join('');
  const region = (i) => {
    while (i < w.length && !is(i)) i++;
    while (i < w.length && is(i)) i++;
    return i < w.length ? i + 1 : w.length;
  };
  const r1 = region(0), r2 = region(r1);
  let rv = 3;
  if (!(is(0) && is(1) && w.length > 2) && !/^(?:par|col|tap)/.test(w)) {
    for (rv = 1; rv < w.length && !is(rv); rv++);
    rv = Math.min(rv + 1, w.length);
  }
  const cut = (n, instead = '') => {
    w = w.slice(0, w.length - n) + instead;
  };
  // drop cuts s off if the word ends in it and it begins at r2 or later; else
  // it puts something instead if it begins at r or later.
  const drop = (s, instead, r = 0) => {
    const at = w.length - s.length;
    if (!w.endsWith(s) || at < r2 && (!instead || at < r)) return false;
    cut(s.length, at < r2 ? instead : '');
    return true;
  };

  const standard = () => {
    const m = standardEnding.exec(w);
    if (!m) return false;
    const s = m[0], n = s.length, at = m.index;
    switch (s.replace(/s$/, '')) {
      case 'issement':
        if (at < r1 || !at || vowel.test(w[at - 1])) return false;
        cut(n);
        return true;
      case 'ement':
        if (at < rv) return false;
        cut(n);
        if (drop('iv')) drop('at');
        else drop('eus', 'eux', r1) || drop('abl') || drop('iqU');
        return true;
      case 'amment':
      case 'emment':
        if (at >= rv) cut(n, s[0] + 'nt');
        return false;
      case 'ment':
        if (at > rv && vowel.test(w[at - 1])) cut(n);
        return false;
      case 'eaux':
        cut(1);
        return true;
      case 'aux':
        if (at >= r1) cut(3, 'al');
        return at >= r1;
      case 'euse':
        return drop(s, 'eux', r1);
    }
    if (at < r2) return false;
    cut(n);
    if (/^log/.test(s)) w += 'log';
    else if (/^u/.test(s)) w += 'u';
    else if (/^en/.test(s)) w += 'ent';
    else if (/^at/.test(s) || /^i[fv]/.test(s) && drop('at')) drop('ic', 'iqU');
    return true;
  };
  const iVerb = () => {
    const m = iVerbEnding.exec(w.slice(rv));
    if (!m || !m.index || vowel.test(w[rv + m.index - 1])) return false;
    cut(m[0].length);
    return true;
  };
  const verb = () => {
    const m = verbEnding.exec(w.slice(rv));
    if (!m) return false;
    if (m[0] === 'ions') return drop('ions');
    cut(m[0].length);
    if (m[0][0] === 'a' && w.length > rv && w.endsWith('e')) cut(1);
    return true;
  };

  if (standard() || iVerb() || verb()) {
    if (w.endsWith('Y')) cut(1, 'i');
  } else {
    if (/[^aious]s$/.test(w)) cut(1);
    const m = /(?:[iI]er|ion|e)$/.exec(w.slice(rv));
    if (m && m[0] === 'ion') {
      if (w.length - 3 >= r2 && /[st]ion$/.test(w.slice(rv))) cut(3);
    } else if (m) cut(m[0].length, m[0] === 'e' ? '' : 'i');
  }
  if (/(?:e(?:ill|ll|nn|tt)|onn)$/.test(w)) cut(1);
  return w.toLowerCase();
}

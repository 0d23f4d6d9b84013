// German for search.js: Snowball's stemmer for words of the letters a to z, as
// Bleve's filter does it, between what package search does to verbs before
// and after it, and the words that questions are made of.

export const light = 'aber alle alles als am an ans auch auf aus bedeuten bedeutet bedeutung bei beim benutzen bin bitte bloss bzw cr da dabei dafur damit dann daran darf darfst das dass davon dazu de definition dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch durfen eben eigentlich ein eine einem einen einer eines einfach er erklaren erklart erklarung erlaubt es etwas euch frage funktioniert fur ganz geht genau gerade gibt gilt gross hab habe haben hallo halt hat hatte heissen heisst hier hoch ich ihm ihn ihr ihre im in ins ist jede jedem jeden jeder jedes jemand jetzt kann kannst komplett konnen konnte konnten kostet machen macht magic mal man mein meine meinem meinen meiner mich mir mit mochte moglich mtg muss mussen musst nach noch nun nutzen ob oder oft passiert pro regel regeln sagt schon sei sein seine seinem seinen seiner sich sie sind so soll sollen sollte sollten sonst sowie trotzdem uber uberhaupt um und uns unterschied unterschiede viel viele vom von vor wahrend wann war warum was weil welche welchem welchen welcher welches wenn wer werde werden weshalb wie wieso will wird wo wofur woher wohin wollen womit worauf wozu wurde zu zum zur zwischen';

export const alike = 'null=0 zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 zwolf=12 funfzehn=15 zwanzig=20 einundzwanzig=21 dreissig=30 vierzig=40 sechzig=60 hundert=100 stirbt=sterben starb=sterben gestorben=sterben wirft=werfen geworfen=werfen abgeworfen=abwerfen angegriffen=angreifen greift=greifen verloren=verlieren verlor=verlieren gezogen=ziehen zog=ziehen nachgezogen=nachziehen nimmt=nehmen genommen=nehmen nahm=nehmen gekommen=kommen kam=kommen verlasst=verlassen verliess=verlassen gewonnen=gewinnen gezwungen=zwingen gebracht=bringen brachte=bringen zuruckgebracht=zuruckbringen geblieben=bleiben begonnen=beginnen gegeben=geben aufgegeben=aufgeben gesehen=sehen sieht=sehen ansieht=ansehen angesehen=ansehen getroffen=treffen trifft=treffen geflogen=fliegen gefallen=fallen fallt=fallen gehalten=halten entschieden=entscheiden geschrieben=schreiben beschrieben=beschreiben verschwunden=verschwinden vergisst=vergessen verschoben=verschieben besitzt=besitzen besessen=besitzen gestohlen=kontrolle stiehlt=kontrolle stehlen=kontrolle uberspringen=ubergehen ubersprungen=ubergehen ubergangen=ubergehen auslassen=ubergehen handgrosse=handkartenzahl handlimit=handkartenzahl handkartenlimit=handkartenzahl antwort=reagieren antworten=reagieren reaktion=reagieren erwidern=reagieren verwandeln=transformieren verwandelt=transformieren beschworen=wirken beschwort=wirken ausphasen=destabilisieren einphasen=stabilisieren dazubekommen=dazuerhalten dazugewinnen=dazuerhalten vernichten=zerstoren kaputt=zerstoren feind=gegner gegenspieler=gegner angezeigt=anzeigen ausspielen=spielen wuchern=wucherung dmg=schaden prio=prioritat bezahlen=zahlen bezahlt=zahlen bezahlung=zahlen zahlung=zahlen token=spielstein aussuchen=wahlen angriff=angreifen attackieren=angreifen tot=sterben verlust=verlieren commander=kommandeur ausscheiden=verlassen ausscheidet=verlassen ausgeschieden=verlassen rausfliegt=verlassen blockieren=blocken blockiert=blocken vertauschen=tauschen bannen=exil verbannen=exil exilieren=exil viech=kreatur nachziehen=ziehen wegwerfen=abwerfen zocken=spielen hp=leben cyceln=cycling cyclen=cycling umhangen=ausrusten sieg=gewinnen zuruckholen=zuruckbringen';

// What ends the forms of a verb or noun that a text need not have.
export const endings = ['e', 'en', 'n', 's', 't'];

const vowel = /[aeiouy]/;

const participle = /^(ab|an|auf|aus|bei|ein|frei|her|hin|hinzu|mit|nach|um|vor|weg|zu|zuruck|zusammen)?ge([a-z]{3,})t(?:e[mnrs]?)?$/;
const ofGe = /^ge(?:brauch|horch|hor|lang|niess|nug|rat|schieh|stat|wahr|winn)/;

const acting = /^(block|flieg|kampf|lauf|leb|misch|opfer|phas|sterb|tapp|wirk|wucher|zahl|zieh)e?nd(?:e[mnrs]?)?$/;
const infinitive = (s) => s + (/e[rl]$/.test(s) ? 'n' : 'en');

export function stem(word) {
  word = word.replace(/iert(?:e[mnrs]?)?$/, 'ieren').replace(acting, (m, verb) => infinitive(verb));
  const m = participle.exec(word);
  const s = snowball(m && !ofGe.test(word) ? (m[1] || '') + infinitive(m[2]) : word);
  return s.length >= 5 && /[bdfgklmnprtvwxz]t$/.test(s) ? s.slice(0, -1) : s;
}

function snowball(word) {
  // u and y between vowels are consonants.
  let w = word.replace(/([aeiouy])([uy])(?=[aeiouy])/g, (m, v, c) => v + c.toUpperCase());
  const region = (i) => {
    while (i < w.length && !vowel.test(w[i])) i++;
    while (i < w.length && vowel.test(w[i])) i++;
    return i < w.length ? i + 1 : w.length;
  };
  const r2 = region(region(0)), r1 = Math.max(region(0), Math.min(3, w.length));
  const ending = (re, from) => {
    const m = re.exec(w);
    return m && m.index >= from ? m[0] : '';
  };
  const cut = (n) => {
    w = w.slice(0, w.length - n);
  };

  let s = ending(/(?:ern|em|en|er|es|e|s)$/, r1);
  if (s === 's') {
    if (/[bdfghklmnrt]s$/.test(w)) cut(1);
  } else if (s) {
    cut(s.length);
    if (/^e[ns]?$/.test(s) && w.endsWith('niss')) cut(1);
  }
  s = ending(/(?:est|en|er|st)$/, r1);
  if (s !== 'st' || /...[bdfghklmnt]st$/.test(w)) cut(s.length);
  s = ending(/(?:heit|keit|lich|isch|end|ung|ig|ik)$/, r2);
  if (/i[gk]|isch/.test(s)) {
    if (!w.endsWith('e' + s)) cut(s.length);
  } else {
    cut(s.length);
    if (s === 'end' || s === 'ung') {
      if (ending(/ig$/, r2) && !w.endsWith('eig')) cut(2);
    } else if (s === 'keit') cut(ending(/(?:lich|ig)$/, r2).length);
    else if (s) cut(ending(/e[rn]$/, r1).length);
  }
  return w.toLowerCase();
}

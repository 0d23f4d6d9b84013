package search

import (
	"regexp"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"

	"regula/lang"
)

// stemmer gives what the forms of a folded word have in common: Snowball's
// stem, as Bleve's filters for the language do.
type stemmer func(word string) string

// stemmers has a stemmer for each language. Words with anything but the
// letters a to z, such as signs and numbers, are their own stems.
var stemmers = map[lang.Language]stemmer{
	lang.English: likened(lang.English),
	lang.German:  likened(lang.German),
	lang.French:  likened(lang.French),
}

// bases has Snowball's stemmer for each language, between what is done to verbs
// before and after it.
var bases = map[lang.Language]stemmer{
	lang.English: snowball(english.Stem),
	lang.German: func(w string) string {
		return germanStem(snowballGerman(germanParticiple(w)))
	},
	lang.French: func(w string) string {
		return snowballFrench(frenchEnding(w))
	},
}

// alike has words of each language, folded, whose stems stand for those of
// others: numbers in words, of which rules write some in digits; forms of
// irregular verbs, which have no stem in common; what players say for what
// rules say, short forms, too. The scripts in the page have the same lists.
var alike = map[lang.Language]string{
	lang.English: "zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 fifteen=15 twenty=20 twentyone=21 thirty=30 forty=40 sixty=60 hundred=100 drew=draw drawn=draw dealt=deal lost=lose won=win chose=choose chosen=choose took=take taken=take gave=give given=give came=come left=leave paid=pay kept=keep fought=fight became=become began=begin begun=begin spent=spend held=hold broke=break broken=break thrown=throw threw=throw stole=control stolen=control steal=control kill=destroy react=respond reaction=respond quit=concede surrender=concede forfeit=concede enemy=opponent opp=opponent opps=opponent foe=opponent dmg=damage prio=priority gy=graveyard yard=graveyard sac=sacrifice swing=attack immediately=immediate dead=die death=die payment=pay victory=win choice=choose destruction=destroy prevention=prevent replacement=replace bounce=return bounced=return guy=creature dude=creature cmdr=commander board=battlefield owner=own pick=choose buddy=teammate show=reveal hp=life lifepoints=life health=life grave=graveyard bin=graveyard scoop=concede swap=exchange trade=exchange leftover=unspent unused=unspent",
	lang.German:  "null=0 zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 zwolf=12 funfzehn=15 zwanzig=20 einundzwanzig=21 dreissig=30 vierzig=40 sechzig=60 hundert=100 stirbt=sterben starb=sterben gestorben=sterben wirft=werfen geworfen=werfen abgeworfen=abwerfen angegriffen=angreifen greift=greifen verloren=verlieren verlor=verlieren gezogen=ziehen zog=ziehen nachgezogen=nachziehen nimmt=nehmen genommen=nehmen nahm=nehmen gekommen=kommen kam=kommen verlasst=verlassen verliess=verlassen gewonnen=gewinnen gezwungen=zwingen gebracht=bringen brachte=bringen zuruckgebracht=zuruckbringen geblieben=bleiben begonnen=beginnen gegeben=geben aufgegeben=aufgeben gesehen=sehen sieht=sehen ansieht=ansehen angesehen=ansehen getroffen=treffen trifft=treffen geflogen=fliegen gefallen=fallen fallt=fallen gehalten=halten entschieden=entscheiden geschrieben=schreiben beschrieben=beschreiben verschwunden=verschwinden vergisst=vergessen verschoben=verschieben besitzt=besitzen besessen=besitzen gestohlen=kontrolle stiehlt=kontrolle stehlen=kontrolle uberspringen=ubergehen ubersprungen=ubergehen ubergangen=ubergehen auslassen=ubergehen handgrosse=handkartenzahl handlimit=handkartenzahl handkartenlimit=handkartenzahl antwort=reagieren antworten=reagieren reaktion=reagieren erwidern=reagieren verwandeln=transformieren verwandelt=transformieren beschworen=wirken beschwort=wirken ausphasen=destabilisieren einphasen=stabilisieren dazubekommen=dazuerhalten dazugewinnen=dazuerhalten vernichten=zerstoren kaputt=zerstoren feind=gegner gegenspieler=gegner angezeigt=anzeigen ausspielen=spielen wuchern=wucherung dmg=schaden prio=prioritat bezahlen=zahlen bezahlt=zahlen bezahlung=zahlen zahlung=zahlen token=spielstein aussuchen=wahlen angriff=angreifen attackieren=angreifen tot=sterben verlust=verlieren commander=kommandeur ausscheiden=verlassen ausscheidet=verlassen ausgeschieden=verlassen rausfliegt=verlassen blockieren=blocken blockiert=blocken vertauschen=tauschen bannen=exil verbannen=exil exilieren=exil viech=kreatur nachziehen=ziehen wegwerfen=abwerfen zocken=spielen hp=leben cyceln=cycling cyclen=cycling umhangen=ausrusten sieg=gewinnen zuruckholen=zuruckbringen",
	lang.French:  "zero=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 quinze=15 vingt=20 trente=30 quarante=40 soixante=60 cent=100 meurt=mourir meurent=mourir mort=mourir morte=mourir morts=mourir mortes=mourir meure=mourir perd=perdre perdu=perdre perdue=perdre perdent=perdre recoit=recevoir recu=recevoir recue=recevoir recoivent=recevoir prend=prendre pris=prendre prise=prendre prennent=prendre met=mettre mis=mettre mise=mettre mettent=mettre devient=devenir devenu=devenir devenue=devenir deviennent=devenir revient=revenir revenu=revenir vient=venir venu=venir voit=voir vu=voir vue=voir voient=voir peut=pouvoir pu=pouvoir reponse=repondre repond=repondre repondu=repondre reagir=repondre reagit=repondre reaction=repondre riposter=repondre defend=defendre detruit=detruire detruite=detruire degat=blessure degats=blessure dommage=blessure dommages=blessure poser=jouer tuer=detruire ennemi=adversaire opposant=adversaire abandonner=conceder invoquer=lancer taper=engager detaper=degager prio=priorite strate=couche dephaser=dephasage dephase=dephasage combattre=combat resout=resolu resoudre=resolu resolution=resolu sacrifie=sacrifier oublie=oublier paye=payer paiement=payer prevention=prevenir previent=prevenir destruction=detruire repartition=repartir token=jeton trigger=declencher declencheur=declencher declenchement=declencher chercher=recherche perte=perdre blocage=bloquer board=champ retour=revenir victoire=gagner allie=coequipier ami=coequipier partenaire=coequipier paquet=deck demarrer=commencer bestiole=creature bannir=exil pv=vie",
}

// likened gives the stemmer of a language that makes alike what is listed so.
func likened(l lang.Language) stemmer {
	stem := bases[l]
	same := map[string]string{}
	for s := range strings.FieldsSeq(alike[l]) {
		word, other, _ := strings.Cut(s, "=")
		same[stem(word)] = stem(other)
	}
	return func(w string) string {
		s := stem(w)
		if other, ok := same[s]; ok {
			return other
		}
		return s
	}
}

var (
	snowballGerman = snowball(german.Stem)
	snowballFrench = snowball(french.Stem)
)

func snowball(stem func(*snowballstem.Env) bool) stemmer {
	return func(w string) string {
		for i := 0; i < len(w); i++ {
			if w[i] < 'a' || w[i] > 'z' {
				return w
			}
		}
		env := snowballstem.NewEnv(w)
		stem(env)
		return env.Current()
	}
}

// participle is a German participle made with ge and t, of a verb that may
// have a prefix: getappt, ausgelöster.
var participle = regexp.MustCompile(`^(ab|an|auf|aus|bei|ein|frei|her|hin|hinzu|mit|nach|um|vor|weg|zu|zuruck|zusammen)?ge([a-z]{3,})t(?:e[mnrs]?)?$`)

// ofGe are the verbs that begin with ge themselves.
var ofGe = regexp.MustCompile(`^ge(?:brauch|horch|hor|lang|niess|nug|rat|schieh|stat|wahr|winn)`)

// foreignVerb ends a form of a verb in -ieren.
var foreignVerb = regexp.MustCompile(`iert(?:e[mnrs]?)?$`)

// acting is a present participle of a verb so short that Snowball leaves it as
// it is: blockende, kämpfenden.
var acting = regexp.MustCompile(`^(block|flieg|kampf|lauf|leb|misch|opfer|phas|sterb|tapp|wirk|wucher|zahl|zieh)e?nd(?:e[mnrs]?)?$`)

// germanParticiple gives the infinitive of a participle, which Snowball takes
// for another word, and any other word as it is.
func germanParticiple(w string) string {
	w = foreignVerb.ReplaceAllString(w, "ieren")
	if m := acting.FindStringSubmatch(w); m != nil {
		return infinitive(m[1])
	}
	m := participle.FindStringSubmatch(w)
	if m == nil || ofGe.MatchString(w) {
		return w
	}
	return m[1] + infinitive(m[2])
}

// infinitive ends a verb: wuchern, blocken.
func infinitive(s string) string {
	if strings.HasSuffix(s, "er") || strings.HasSuffix(s, "el") {
		return s + "n"
	}
	return s + "en"
}

// germanStem makes alike what Snowball leaves of blockt and blocken, of
// neutralisiert and neutralisieren.
func germanStem(s string) string {
	n := len(s)
	if n >= 5 && s[n-1] == 't' && strings.IndexByte("bdfgklmnprtvwxz", s[n-2]) >= 0 {
		return s[:n-1]
	}
	return s
}

// frenchEnding makes the endings alike that Snowball tells apart by their
// accents, which folded words lack, or does not know: déclenchée and
// déclenchent end as déclenche does.
func frenchEnding(w string) string {
	singular := strings.TrimSuffix(w, "s")
	if strings.HasSuffix(singular, "ee") {
		return singular[:len(singular)-1]
	}
	stem := strings.TrimSuffix(singular, "e")
	if len(stem) >= 6 && strings.HasSuffix(stem, "ent") && stem[len(stem)-4] != 'm' {
		return stem[:len(stem)-2]
	}
	return w
}

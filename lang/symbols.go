package lang

import (
	"strconv"
	"strings"
)

// Symbol gives what a symbol is called when read aloud, "ein rotes Mana" for
// R, and whether it has a name. The symbol stands without its braces: W, 2/W,
// G/U/P, 16, X, T, CHAOS, LEVEL 1-4, rII, 8+. Placeholders stand for numbers,
// as in LEVEL N1-N2 and rN.
func (l Language) Symbol(symbol string) (string, bool) {
	w := l.symbolWords()
	if name, ok := w.names[symbol]; ok {
		return name, true
	}
	if n, err := strconv.Atoi(symbol); err == nil && n >= 0 {
		return w.generic(n), true
	}
	if from, ok := strings.CutPrefix(symbol, "LEVEL "); ok {
		if from, ok := strings.CutSuffix(from, "+"); ok {
			return strings.Replace(w.levelFrom, "#", from, 1), true
		}
		if from, to, ok := strings.Cut(from, "-"); ok {
			return strings.NewReplacer("#", from, "%", to).Replace(w.levels), true
		}
		return "", false
	}
	if n, ok := strings.CutSuffix(symbol, "+"); ok {
		return strings.Replace(w.station, "#", n, 1), true
	}
	if n, ok := strings.CutPrefix(symbol, "r"); ok {
		if i := roman(n); i > 0 {
			n = strconv.Itoa(i)
		}
		return w.chapter + " " + n, true
	}
	return w.hybrid(symbol)
}

// symbolWords are the words that make the names of symbols in one language.
type symbolWords struct {
	names                               map[string]string
	numbers                             []string // zero to twenty
	colors                              map[string]string
	mana                                func(adjectives string) string // "ein # Mana"
	one, many                           string                         // generic mana; # stands for the number
	or, orLife                          string
	levels, levelFrom, station, chapter string
}

func (w symbolWords) generic(n int) string {
	switch {
	case n == 1:
		return w.one
	case n < len(w.numbers):
		return strings.Replace(w.many, "#", w.numbers[n], 1)
	}
	return strings.Replace(w.many, "#", strconv.Itoa(n), 1)
}

// hybrid names W/U, 2/W, C/W, W/P and W/U/P.
func (w symbolWords) hybrid(symbol string) (string, bool) {
	parts := strings.Split(symbol, "/")
	life := len(parts) > 1 && parts[len(parts)-1] == "P"
	if life {
		parts = parts[:len(parts)-1]
	}
	var generic string
	if parts[0] == "2" && len(parts) == 2 && !life {
		generic = w.generic(2) + w.or
		parts = parts[1:]
	}
	var colors []string
	for _, p := range parts {
		c, ok := w.colors[p]
		if !ok {
			return "", false
		}
		colors = append(colors, c)
	}
	if len(colors) > 2 {
		return "", false
	}
	name := generic + w.mana(strings.Join(colors, w.or))
	if life {
		name += w.orLife
	}
	return name, true
}

func (l Language) symbolWords() symbolWords {
	switch l {
	case German:
		return germanSymbols
	case French:
		return frenchSymbols
	default:
		return englishSymbols
	}
}

var germanSymbols = symbolWords{
	names: map[string]string{
		"X": "X generische Mana", "Y": "Y generische Mana", "Z": "Z generische Mana",
		"½": "ein halbes generisches Mana", "∞": "unendlich viele generische Mana",
		"100": "hundert generische Mana", "1000000": "eine Million generische Mana",
		"S": "ein Mana aus einer verschneiten Quelle", "L": "ein Mana aus einer legendären Quelle",
		"T": "tappen", "Q": "enttappen", "E": "eine Energiemarke", "TK": "eine Ticketmarke",
		"P": "Pfotenabdruck", "H": "phyrexianisches Manasymbol", "PW": "Planeswalkersymbol", "CHAOS": "Chaossymbol",
		"A": "Eichel", "D": "ein Land ausspielen", "BB": "zwei schwarze Mana",
	},
	numbers: []string{"null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
		"elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn", "zwanzig"},
	colors: map[string]string{"W": "weißes", "U": "blaues", "B": "schwarzes", "R": "rotes", "G": "grünes", "C": "farbloses"},
	mana:   func(a string) string { return "ein " + a + " Mana" },
	one:    "ein generisches Mana", many: "# generische Mana", or: " oder ", orLife: " oder zwei Lebenspunkte",
	levels: "Stufe # bis %", levelFrom: "ab Stufe #", station: "ab # Ladungsmarken", chapter: "Kapitel",
}

var frenchSymbols = symbolWords{
	names: map[string]string{
		"X": "X manas génériques", "Y": "Y manas génériques", "Z": "Z manas génériques",
		"½": "un demi-mana générique", "∞": "une infinité de manas génériques",
		"0": "zéro mana générique", "100": "cent manas génériques", "1000000": "un million de manas génériques",
		"S": "un mana d’une source neigeuse", "L": "un mana d’une source légendaire",
		"T": "engager", "Q": "dégager", "E": "un marqueur énergie", "TK": "un marqueur ticket",
		"P": "empreinte de patte", "H": "symbole de mana phyrexian", "PW": "symbole de Planeswalker", "CHAOS": "symbole du chaos",
		"A": "gland", "D": "jouer un terrain", "BB": "deux manas noirs",
	},
	numbers: []string{"zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
		"onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf", "vingt"},
	colors: map[string]string{"W": "blanc", "U": "bleu", "B": "noir", "R": "rouge", "G": "vert", "C": "incolore"},
	mana:   func(a string) string { return "un mana " + a },
	one:    "un mana générique", many: "# manas génériques", or: " ou ", orLife: " ou deux points de vie",
	levels: "niveau # à %", levelFrom: "niveau # et plus", station: "au moins # marqueurs charge", chapter: "chapitre",
}

var englishSymbols = symbolWords{
	names: map[string]string{
		"X": "X generic mana", "Y": "Y generic mana", "Z": "Z generic mana",
		"½": "half a generic mana", "∞": "infinite generic mana",
		"100": "one hundred generic mana", "1000000": "one million generic mana",
		"S": "one mana from a snow source", "L": "one mana from a legendary source",
		"T": "tap", "Q": "untap", "E": "one energy counter", "TK": "one ticket counter",
		"P": "pawprint", "H": "Phyrexian mana symbol", "PW": "Planeswalker symbol", "CHAOS": "chaos symbol",
		"A": "acorn", "D": "playing a land", "BB": "two black mana",
	},
	numbers: []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
		"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"},
	colors: map[string]string{"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"},
	mana:   func(a string) string { return "one " + a + " mana" },
	one:    "one generic mana", many: "# generic mana", or: " or ", orLife: " or two life",
	levels: "level # to %", levelFrom: "level # or more", station: "# or more charge counters", chapter: "chapter",
}

// roman reads a Roman numeral up to XXXIX, and gives 0 for what is none.
func roman(s string) int {
	n := 0
	for i := range len(s) {
		v := strings.IndexByte(" I   V    X", s[i])
		if v <= 0 {
			return 0
		}
		if i+1 < len(s) && strings.IndexByte(" I   V    X", s[i+1]) > v {
			v = -v
		}
		n += v
	}
	return n
}

package content

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"regula/lang"
	"regula/markdown"
	"regula/rules"
)

// compare finds what the official rule has and its explanation lacks.
func (l *linter) compare(e Explanation, r rules.Rule) {
	if len(r.Examples) > 0 && len(e.Parts.Examples) == 0 {
		l.add(e.Pos, MissingExample, "the official rule %s has an example: add one of your own", e.Rule)
	}
	text := withoutNumbers(r.Text, rules.Citations(r.Text))
	official := tokens(text)
	var ours []token // when they are first needed
	read := func() {
		src := e.Parts.Text.Source
		if strings.Contains(strings.ToLower(text), "for example") {
			src = e.Body // where an example of ours may hold what theirs says
		}
		for _, p := range markdown.Prose(src) {
			ours = append(ours, tokens(withoutNumbers(p.Text, p.Citations))...)
		}
	}
	var has map[int]bool
	said := map[int]bool{}
	for _, t := range official {
		n, ok := numberSaid(t.text)
		r, _ := utf8.DecodeRuneInString(text[t.start:])
		if !ok || said[n] || unicode.IsUpper(r) && !beginsSentence(text, t.start) { // Two-Headed Giant
			continue
		}
		said[n] = true
		if has == nil {
			read()
			has = numbersIn(ours, e.Language)
		}
		if !has[n] {
			l.add(e.Pos, MissingNumber, "the official rule %s says %q, the explanation has no such number", e.Rule, t.text)
		}
	}
	for _, m := range modes {
		if !m.in(official) {
			continue
		}
		if ours == nil {
			read()
		}
		if !anyOf(ours, m.ours[e.Language]) {
			l.add(e.Pos, MissingModality, "the official rule %s says %q, the explanation has no word for it", e.Rule, m.name)
		}
	}
}

// withoutNumbers blanks citations and symbols, whose numbers count nothing.
func withoutNumbers(s string, cs []rules.Citation) string {
	b := []byte(s)
	for _, c := range cs {
		blank(b[c.Start:c.End])
	}
	for i := 0; i < len(b); i++ {
		if b[i] == '{' {
			for ; i < len(b) && b[i] != '}'; i++ {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// half stands for the half among numbers.
const half = -2

// saidNumbers are the English words that count something for sure. One and
// second mean too much else.
var saidNumbers = map[string]int{
	"zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100,
	"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "twice": 2, "half": half,
}

// numberSaid gives the number that a word of the official text counts.
func numberSaid(w string) (int, bool) {
	if n, ok := digits(w); ok {
		return n, n > 1
	}
	n, ok := saidNumbers[w]
	return n, ok
}

func digits(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil
}

// numberWords have what counts in each language, by the beginning of the word;
// the longest that fits decides.
var numberWords = map[lang.Language]map[string]int{
	lang.English: {
		"zero": 0, "no": 0, "none": 0, "nothing": 0, "without": 0, "neither": 0,
		"two": 2, "twice": 2, "twofold": 2, "second": 2, "doubl": 2, "both": 2, "pair": 2, "either": 2, "couple": 2, "several": 2, "multiple": 2,
		"three": 3, "third": 3, "triple": 3, "four": 4, "five": 5, "fifth": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ninth": 9, "ten": 10,
		"eleven": 11, "twelve": 12, "twelfth": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "half": half, "halv": half,
	},
	lang.German: {
		"null": 0, "kein": 0, "nichts": 0, "ohne": 0,
		"zwei": 2, "zweit": 2, "beid": 2, "doppelt": 2, "verdoppel": 2, "paar": 2, "mehrer": 2,
		"drei": 3, "dritt": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieb": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12,
		"dreizehn": 13, "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19, "zwanzig": 20,
		"dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "hundert": 100, "einhundert": 100, "halb": half, "hälft": half, "halbier": half,
	},
	lang.French: {
		"zéro": 0, "aucun": 0, "nul": 0, "rien": 0, "sans": 0,
		"deux": 2, "second": 2, "doubl": 2, "paire": 2, "plusieurs": 2,
		"trois": 3, "tiers": 3, "tripl": 3, "quatr": 4, "cinq": 5, "six": 6, "sixièm": 6, "sept": 7, "huit": 8, "neuf": 9, "neuvièm": 9, "dix": 10, "dixièm": 10,
		"onz": 11, "douz": 12, "treiz": 13, "quatorz": 14, "quinz": 15, "seiz": 16, "vingt": 20, "trent": 30, "quarant": 40, "cinquant": 50, "soixant": 60,
		"cent": 100, "moitié": half, "demi": half,
	},
}

// numbersIn gives every number that a text may be counting with.
func numbersIn(ts []token, l lang.Language) map[int]bool {
	has := map[int]bool{}
	last := 0
	for _, t := range ts {
		n, ok := digits(t.text)
		if !ok {
			n, ok = saidNumbers[t.text] // quoted from cards
		}
		for end := len(t.text); !ok && end > 1; end-- {
			n, ok = numberWords[l][t.text[:end]]
		}
		if !ok {
			last = 0
			continue
		}
		has[n] = true
		if l == lang.French && last == 10 && 7 <= n && n <= 9 { // dix-sept
			has[last+n] = true
		}
		last = n
	}
	return has
}

// mode is one of the ways in which a rule binds.
type mode struct {
	name     string
	official []string                   // the English words that say it
	unless   []string                   // words behind them with which they do not
	ours     map[lang.Language][]string // what says it in our texts; a star stands for any ending or beginning
}

// in reports whether the official text says it.
func (m mode) in(official []token) bool {
	for i, t := range official {
		if !slices.Contains(m.official, t.text) {
			continue
		}
		next := i + 1
		if next < len(official) && official[next].text == "also" {
			next++
		}
		if next == len(official) || !slices.Contains(m.unless, official[next].text) {
			return true
		}
	}
	return false
}

// modes are the words on which it hangs what a rule forbids, demands and
// allows.
var modes = []mode{
	{"can’t", []string{"can’t", "cannot"}, nil, map[lang.Language][]string{
		lang.English: {"*n’t", "cannot", "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "unable", "impossible", "illegal", "forbid*", "only", "ignore*"},
		lang.German:  {"nicht*", "kein*", "nie*", "ohne", "weder", "unmöglich", "verboten", "verbiete*", "nur", "ungültig*", "illegal*"},
		lang.French:  {"ne", "n’*", "pas", "aucun*", "jamais", "rien", "ni", "sans", "impossible", "interdi*", "personne", "nul*", "seul*", "illéga*"},
	}},
	{"must", []string{"must"}, nil, map[lang.Language][]string{
		lang.English: {"must", "has", "have", "had", "need*", "require*", "oblig*", "forced", "compulsory", "only", "mandatory", "necessary"},
		lang.German:  {"muss*", "müss*", "zwing*", "gezwungen*", "pflicht*", "verpflichte*", "nötig*", "notwendig*", "erforder*", "brauch*", "nur", "zu", "vorgeschrieben*", "soll*"},
		lang.French:  {"doi*", "dev*", "oblig*", "fau*", "forc*", "tenu*", "nécess*", "requi*", "seul*", "exige*", "impos*"},
	}},
	{"may", []string{"may"}, []string{"read", "use", "refer", "say", "state", "include", "contain", "appear", "not"}, map[lang.Language][]string{
		lang.English: {"may", "can", "could", "might", "allow*", "let", "lets", "free*", "option*", "permit*", "choose*", "chosen", "choice", "possible", "able", "wish*", "want*"},
		lang.German:  {"darf", "dürf*", "kann", "könn*", "erlaub*", "frei*", "möglich*", "wahl*", "wähl*", "gewählt*", "möchte*", "will", "beliebig*", "auch"},
		lang.French:  {"peut", "peuvent", "pou*", "permet*", "permi*", "autoris*", "libre*", "possible*", "choi*", "veut", "souhait*", "facultati*", "éventuel*"},
	}},
}

// anyOf reports whether one of the words stands among ts.
func anyOf(ts []token, words []string) bool {
	for _, t := range ts {
		for _, w := range words {
			stem, open := strings.CutSuffix(w, "*")
			end, ending := strings.CutPrefix(w, "*")
			if t.text == w || open && strings.HasPrefix(t.text, stem) || ending && strings.HasSuffix(t.text, end) {
				return true
			}
		}
	}
	return false
}

// token is a word in lower case and where it stands.
type token struct {
	text       string
	start, end int
}

// tokens gives the words of s; "can’t" and "n’est" are one each.
func tokens(s string) []token {
	var ts []token
	for _, w := range words(s) {
		end := w.offset + len(w.text)
		if n := len(ts) - 1; n >= 0 {
			if gap := s[ts[n].end:w.offset]; gap == "’" || gap == "'" {
				ts[n].text += "’" + lower(w.text)
				ts[n].end = end
				continue
			}
		}
		ts = append(ts, token{lower(w.text), w.offset, end})
	}
	return ts
}

func lower(s string) string {
	for _, r := range s {
		if unicode.IsUpper(r) {
			return strings.ToLower(s)
		}
	}
	return s
}

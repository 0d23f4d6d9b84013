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
	lang.English: snowball(english.Stem),
	lang.German: func(w string) string {
		return germanStem(snowballGerman(germanParticiple(w)))
	},
	lang.French: func(w string) string {
		return snowballFrench(frenchEnding(w))
	},
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

// germanParticiple gives the infinitive of a participle, which Snowball takes
// for another word, and any other word as it is.
func germanParticiple(w string) string {
	w = foreignVerb.ReplaceAllString(w, "ieren")
	m := participle.FindStringSubmatch(w)
	if m == nil || ofGe.MatchString(w) {
		return w
	}
	if strings.HasSuffix(m[2], "er") || strings.HasSuffix(m[2], "el") {
		return m[1] + m[2] + "n"
	}
	return m[1] + m[2] + "en"
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

package search

import (
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
	lang.German:  snowball(german.Stem),
	lang.French: func(w string) string {
		return snowballFrench(frenchEnding(w))
	},
}

var snowballFrench = snowball(french.Stem)

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

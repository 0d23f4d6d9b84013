// Package lang knows the languages of the site and every text of its
// interface in each of them. Explanations are not here but in content.
package lang

// Language is one of the site's languages, named by its BCP 47 tag, which is
// also its folder in content and its first address element.
type Language string

// The languages of the site.
const (
	German  Language = "de"
	French  Language = "fr"
	English Language = "en"
)

// All has every language, in the order in which the site offers them.
var All = []Language{German, French, English}

// Parse gives the language whose tag is s, and whether there is one.
func Parse(s string) (Language, bool) {
	for _, l := range All {
		if string(l) == s {
			return l, true
		}
	}
	return "", false
}

package rules

import "strings"

// KeywordKind tells what a keyword is.
type KeywordKind int

// The kinds of keywords.
const (
	KeywordAction  KeywordKind = iota + 1 // destroy
	KeywordAbility                        // flying
	AbilityWord                           // landfall; has no rules meaning
)

// String gives the name of the kind, as in "keyword ability".
func (k KeywordKind) String() string {
	switch k {
	case KeywordAction:
		return "keyword action"
	case KeywordAbility:
		return "keyword ability"
	case AbilityWord:
		return "ability word"
	}
	return ""
}

// Keyword is a keyword action or ability, named and numbered as the rule that
// is its title, or an ability word, numbered as the rule that lists them all.
type Keyword struct {
	Name string
	Kind KeywordKind
	Rule Number
}

// wordList opens the sentence that lists the ability words.
const wordList = "The ability words are "

// KeywordSection tells which keywords the titled rules of a section are, by
// the section's title, and whether they are keywords at all.
func KeywordSection(title string) (KeywordKind, bool) {
	switch title {
	case "Keyword Actions":
		return KeywordAction, true
	case "Keyword Abilities":
		return KeywordAbility, true
	}
	return 0, false
}

// keywords finds the keywords of a book: the titled rules of its sections
// "Keyword Actions" and "Keyword Abilities", and the list of ability words.
func keywords(sections []Section, rules []Rule) []Keyword {
	kinds := map[Number]KeywordKind{}
	for _, s := range sections {
		if kind, ok := KeywordSection(s.Title); ok {
			kinds[s.Number] = kind
		}
	}
	var all []Keyword
	for _, r := range rules {
		if kind, ok := kinds[r.Number.Section()]; ok && r.Title != "" {
			all = append(all, Keyword{r.Title, kind, r.Number})
		}
		if _, list, ok := strings.Cut(r.Text, wordList); ok {
			list, _, _ = strings.Cut(list, ".")
			for _, name := range strings.Split(list, ",") {
				name = strings.TrimPrefix(strings.TrimSpace(name), "and ")
				all = append(all, Keyword{name, AbilityWord, r.Number})
			}
		}
	}
	return all
}

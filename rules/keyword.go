package rules

// KeywordKind tells what a keyword is.
type KeywordKind int

// The kinds of keywords.
const (
	KeywordAction  KeywordKind = iota + 1 // destroy
	KeywordAbility                        // flying
)

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

package templates

// CardsPage is the list of cards.
type CardsPage struct {
	Intro    string
	Initials []Initial // of cards with rulings of ours
	ByRule   []Group   // the same by the rule that they show
	All      string    // how many there are in all, "" where those above are all
	AllParts []Link    // to the parts of the list of all
}

// CardsPartPage is a part of the list of all cards.
type CardsPartPage struct {
	Heading    string
	Cards      []ListedName
	Prev, Next *Link
}

// CardPage is the page of one card.
type CardPage struct {
	Names      []Said // of its faces
	English    string // in full, "" where it would repeat them
	Layout     string // how its faces stand: single, nested, pair, sides, stack
	Faces      []Face
	Rulings    []Ruling
	Official   []OfficialRulings
	Rules      []Group // on which it rests
	Named      []Group // that its official texts name, where nothing of ours tells on which it rests
	Linked     bool    // whether official rulings lead to rules
	Local      []CardName
	Older      []Said // names on older prints
	Databases  []Link
	Status     string // edition of our rulings
	None       bool   // whether there is nothing of ours
	Prev, Next *Link
}

// CardName is the name of a card in one language.
type CardName struct {
	Language string
	Lang     string
	Href     string // of its page in that language
	Name     Said
}

// Face is a face of a card as it is printed.
type Face struct {
	Label      string // which side it is, "" where it is not a side
	Name       Said
	Cost       Markup
	Type       Said
	Text       Markup // ours, "" without
	Official   Markup // the publisher's, "" where it is not imported
	Stats      string // what stands in the corner, "" for nothing
	StatsLabel string // what that is
	Inset      *Face  // the smaller frame in it, such as an adventure
}

// Ruling is one of our rulings.
type Ruling struct {
	ID    string
	No    string
	Text  Markup
	Stale *StaleRuling // nil where it rests on today's wordings
}

// StaleRuling warns that rules have been reworded.
type StaleRuling struct {
	Text  string
	Rules []Link
}

// OfficialRulings are the publisher's rulings of one day.
type OfficialRulings struct {
	Date    string // in words, "" where it is not known
	DateISO string
	Source  string
	Texts   []Markup
}

// CardsOn has the cards that rest on a rule.
type CardsOn struct {
	Cards  []Link   // by name alone
	Cited  []CardOn // those with rulings that cite the rule
	Folded []CardOn // the rest of them
	More   string   // unfolds them
	Found  *FoundOn // nil where official texts lead nobody here
}

// CardOn is a card with the rulings on it that cite a rule.
type CardOn struct {
	Card    Link
	Rulings []RulingOn
}

// RulingOn is one of these rulings.
type RulingOn struct {
	Href string
	Text Markup
}

// CardChips has the cards that rest on the rules of a reading page, by name.
type CardChips struct {
	Cards  []Link
	Folded []Link // the rest of them
	More   string // unfolds them
	Found  *FoundOn
}

// FoundOn has what a program has found on a rule in official texts on cards.
// One of both may be nil.
type FoundOn struct {
	Official *OfficialOn
	Naming   *CardsNaming
}

// OfficialOn has official rulings that cite a rule or are about it.
type OfficialOn struct {
	Summary string // unfolds them
	Open    bool   // whether they are unfolded from the beginning
	Rulings []OfficialRulingOn
	Rest    string // says that there are more, "" where there are not
}

// OfficialRulingOn is one of them, with the cards on which it stands.
type OfficialRulingOn struct {
	Text          Markup
	Date, DateISO string // "" where it is not known
	Cards         []Link
	More          string // further cards, "" for none
}

// CardsNaming has cards whose official texts name a keyword.
type CardsNaming struct {
	Summary string // unfolds them
	Cards   []Link
	Rest    string // how many more there are, "" for none
	Search  Link   // leads to those
}

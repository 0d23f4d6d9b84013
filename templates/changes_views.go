package templates

// History is what became of a rule and of its number.
type History struct {
	Wording  Dated   // since when it has been worded as it is
	Reworded []Link  // earlier rewordings, the newest first
	More     string  // how many there are besides, "" for none
	Numbers  []Dated // earlier numbers, the newest first
	Others   []Dated // other rules that had the number, the newest first
}

// Dated is something with the time to which it belongs.
type Dated struct {
	Text  string
	Lang  string // of Text, "" where it is the page's
	Link  *Link  // where it is today, or the edition that brought it; nil for none
	After string // follows the link
	When  string // "" for none
}

// Remark tells a reader what to know before the page.
type Remark struct {
	Text string
	Link *Link  // nil for none
	Kind string // "was" for a number that meant something else, "at" for one looked up in an older edition
}

// Stale says that an explanation is older than the wording of its rule.
type Stale struct {
	Text  string
	Words []Run // what has changed in the official text, nil where it is not known
	Where *Link // to the changes of the edition
}

// Run is a piece of a text that is compared with another.
type Run struct {
	Text string
	Kind RunKind
}

// RunKind says what became of a run.
type RunKind int

// The kinds of runs.
const (
	RunSame RunKind = iota
	RunDeleted
	RunNew
	RunGap // words that are the same and left out; the Text is "…"
)

// ChangesPage is the list of editions.
type ChangesPage struct {
	Editions []EditionItem
	Feed     string
	Compare  CompareForm
}

// EditionItem is an edition in the list.
type EditionItem struct {
	Href   string // "" for the oldest
	Date   string // as 2026-08-07
	Name   string
	Counts string
	Newest bool
}

// StepPage tells what changed from one edition to another.
type StepPage struct {
	Heading  string
	Under    string
	Sections []ChangedSection
	Entries  []Change
	Missing  bool // whether official texts would show more
	Older    *Link
	Newer    *Link
	Form     *CompareForm // on the page that compares any two
	Nothing  bool         // whether only the form stands on the page
	Fault    string       // why these two cannot be compared
}

// ChangedSection has the changes of one section.
type ChangedSection struct {
	Head    Link // Href may be ""
	Changes []Change
}

// Change is what became of one rule or glossary entry.
type Change struct {
	ID     string
	Kind   string // added, removed, reworded, moved, rewritten
	Label  string // the same in words
	Number string // in the newer edition, in the older where it was removed; "" for an entry
	Href   string // its page today, "" where it has none
	Title  string
	Lang   string // of Title
	Notes  []string
	Text   string // beginning of our explanation
	Words  []Run
}

// CompareForm asks for two editions.
type CompareForm struct {
	Action   string
	From, To string // chosen, as 2026-08-07
	Editions []EditionItem
}

// Package templates prints the pages of the site. Each component takes a
// view, a struct of finished texts and addresses that package site makes;
// components look nothing up, build no address and read no clock.
//
// Every address in a view is relative to the page it stands on.
package templates

import "regula/lang"

// Markup is HTML that package markdown made. It is printed as it is; every
// other text is escaped.
type Markup string

// Link is an address and its text.
type Link struct {
	Href string
	Text string
	Lang string // of the text, "" where it is the page's
}

// Crumb leads to a page that another stands below; its text is a title. A rule
// has a number as well, and may have no title.
type Crumb struct {
	Link
	Number string
}

// Alternate is the address of a page in one language.
type Alternate struct {
	Lang    string
	Name    string // of the language, in itself
	Href    string // relative, for readers
	Address string // absolute where the site's own address is known, for machines
	Current bool
}

// Layout is what surrounds every page of one language.
type Layout struct {
	Lang        string
	T           *lang.Texts
	Places               // where every page leads
	Static      string   // leads to the static files
	Modules     []string // scripts among them that the page is sure to need, fetched at once and side by side
	OtherStatic []string // where they may be instead, for a page that may stand at any depth
	Kind        string   // of page: start, chapter, section, keyword, rule, glossary, entry, cards, card, search, about, error
	Number      string   // of the rule the page is about, "" for others
	Title       string   // of the document
	Heading     string   // title without the name of the site, for sharing
	Description string
	Canonical   string
	URL         string      // absolute address, "" where the site's own is not known
	Image       string      // absolute address of a picture for sharing, "" likewise
	Alternates  []Alternate // in every language the page has; empty for pages that only answer a request
	Default     string      // address for readers of other languages, "" without alternates
	JSON        string      // address of the page as data, "" without
	Feed        string      // address of the feed of changes, "" without
	Crumbs      []Crumb     // from the start page down, without the page itself
	Changes     string      // address of the list of editions
	Query       string      // stands in the look-up box
	MaxQuery    int         // how many characters that takes
	Hidden      bool        // whether search engines should leave the page out
	Edition     string      // date of the edition in words, "" where none is known
	EditionDate string      // the same as 2026-08-07
}

// Places are the addresses to which every page of a language leads.
type Places struct {
	Home       string // start page of the language
	Search     string
	Glossary   string
	Cards      string
	About      string
	Offline    string // where the page about the site tells of reading without a network
	OpenSearch string
	Manifest   string
	Publisher  string // page that offers the official text
}

// shown names the element at which browsers that can wait first paint the page:
// where the first screen of a long one is surely full, else at its end, so that
// nothing moves.
func (l Layout) shown() string {
	switch l.Kind {
	case "section", "keyword", "glossary", "cards":
		return "enough"
	}
	return "foot"
}

// What surely fills the first screen: so many rules of a reading page, or so
// many bytes of them, and initials with so many terms or cards.
const (
	firstRules = 14
	firstBytes = 9000
	firstNames = 120
)

// enough gives the place of the first rule that is on no first screen, the
// number of rules where all of them may be.
func (v Reading) enough() int {
	size := 0
	for i, r := range v.Rules {
		if i == firstRules || size > firstBytes {
			return i
		}
		size += len(r.Text)
		for _, e := range r.Examples {
			size += len(e)
		}
	}
	return len(v.Rules)
}

// enoughNames gives the place of the first initial that is on no first screen,
// the number of initials where all of them may be.
func enoughNames(initials []Initial) int {
	names := 0
	for i, l := range initials {
		if names > firstNames {
			return i
		}
		names += len(l.Names)
	}
	return len(initials)
}

// Rule is one rule as it stands on a reading page and on its own page.
type Rule struct {
	Number    string
	Href      string // its own page
	Title     string // of a bare title rule, else ""
	English   string // English title beside a title in another language, else ""
	TitleLang string // language of Title where it is not the page's
	Sub       bool   // whether it is a subrule
	Top       bool   // whether it stands right below the heading of its page, as on that of a keyword
	Text      Markup // explanation without examples; "" where it is to come
	ToCome    bool   // whether the explanation is to come
	Examples  []Markup
	SeeAlso   []Link
	Official  *Official // nil where it is not imported
	Stale     *Stale    // warning that the wording has changed, nil otherwise
}

// Official is the publisher's text of a rule or glossary entry.
type Official struct {
	Edition string // language and date, in words of the page
	Text    Markup
	Heading bool // whether a heading of its own precedes it, as on a rule's own page
}

// Group is a heading with links below it.
type Group struct {
	Head  Link // Href may be ""
	Links []Link
}

// Start is the first page of a language.
type Start struct {
	Chapters []Chapter
}

// Chapter is a chapter in a list.
type Chapter struct {
	Number  string
	Href    string
	Title   string
	Lang    string // of Title, "" where it is the page's
	English string
	Range   string
	Lead    string
	Rest    string // of the lead; left out where the screen is small
}

// ChapterPage is the page of one chapter.
type ChapterPage struct {
	Number       string
	Title        string
	TitleLang    string
	English      string
	Lead         Markup
	Sections     []Chapter
	ReferencedBy []Group
	Terms        []Link
	Prev, Next   *Link
}

// Reading is the page of a section or keyword with all its rules.
type Reading struct {
	Number       string
	Title        string
	TitleLang    string // where it is not the page's
	English      string // "" where it would repeat the title
	Lead         Markup
	Notice       string // on what is not explained yet, "" where nothing is missing
	Rules        []Rule
	Keywords     []Chapter // a section's keywords, each with a page of its own
	Contents     []Content
	ReferencedBy []Group // rules that cite the section or keyword as such
	Terms        []Link
	Cards        *CardChips // nil where no card rests on its rules
	ElsewhereTop string     // address of the official text where the notice goes on to say where it is, else ""
	Elsewhere    string     // the same where that is said below the rules
	Status       string     // edition explained
	Notices      []Remark
	History      *History // of the number and of the section or keyword, nil where nothing is known
	Prev, Next   *Link
}

// Content is a rule in the contents of a reading page, with the letters of
// its subrules.
type Content struct {
	Number, Title, Lang string
	Subrules            []Letter
}

// Letter is a subrule in the contents of a reading page.
type Letter struct{ Number, Letters string }

// RulePage is the page of one rule with everything known about it.
type RulePage struct {
	Rule
	Section      Link      // title of its section or keyword
	English      string    // English title of that, "" where it would repeat it
	Context      Link      // its place on the reading page
	Subrules     []Chapter // Title holds the beginning of the explanation
	ReferencedBy []Group
	Terms        []Link
	Cards        *CardsOn // nil where no card rests on the rule
	Elsewhere    string   // address of the official text, "" where it is not told
	StatusLine   string   // edition explained
	Notices      []Remark
	History      *History // nil where nothing is known
	Prev, Next   *Link
}

// GlossaryPage is the list of all terms.
type GlossaryPage struct {
	Intro    string
	Initials []Initial
}

// Initial has the terms or cards whose names begin with a letter.
type Initial struct {
	ID     string
	Letter string
	Names  []ListedName
}

// ListedName is the name of a term or card in a list of them.
type ListedName struct {
	Href     string
	Name     string
	Lang     string
	English  string // "" where it would repeat the name
	Obsolete bool
	See      string // heading of the entry, where the name is another one of it
}

// EntryPage is the page of one term.
type EntryPage struct {
	ID         string
	Name       string
	Lang       string
	English    string
	Obsolete   bool
	Stale      *Stale // warning that the wording has changed, nil otherwise
	Text       Markup // "" where the explanation is to come
	Examples   []Markup
	SeeAlso    []Link
	Official   *Official
	Elsewhere  string // address of the official text, "" where it is not told
	Rules      []Link
	StatusLine string // edition explained
	Names      []Name // in the other languages
	Prev, Next *Link
}

// Name is a term in one language.
type Name struct{ Language, Lang, Text, Href string }

// SearchPage is the search page with the answer to a query, or without one.
type SearchPage struct {
	Query       string
	Found       string // how many, in words; "" without a query
	Facets      []Facet
	Hits        []Hit
	Notices     []Remark // on numbers that older editions had
	Missing     []Group  // other numbers that do not exist, with those near them
	Suggestions []Link
	More        *Link  // to further hits
	Home        string // where readers without scripts may go on; both are empty where there is a query
	Glossary    string
}

// Facet is a kind of hit with the number of them.
type Facet struct {
	Href, Text string
	Count      int
	Current    bool
}

// Hit is one result of a search.
type Hit struct {
	Kind      string // in words
	Number    string // of a rule
	Title     []Fragment
	Href      string
	Trail     string
	TrailLang string // where it is not the page's
	Snippet   []Fragment
	Official  string // what to call the text where the snippet is the official one, else ""
}

// Fragment is a piece of text, marked where it is what was searched for.
type Fragment struct {
	Text string
	Mark bool
}

// AboutPage says what the site rests on.
type AboutPage struct {
	What     []string
	Sections []AboutSection
}

// AboutSection is a heading with paragraphs.
type AboutSection struct {
	ID, Heading string
	Text        []string
	Link        *Link // that follows the text, nil for none
	Publisher   *Link // to the publisher's rules, that follows, nil for none
	Offline     bool  // whether scripts show here what is kept on the device
	Keys        bool  // whether scripts offer the list of keys here
	Notice      bool  // whether the notice of the Fan Content Policy follows
}

// ErrorPage answers a request that has no page.
type ErrorPage struct {
	Heading string
	Text    string
	Notices []Remark
	Nearest []Link      // what exists and is near
	Else    string      // "" where there is nothing more to say
	Also    []ErrorText // the same in other languages
}

// ErrorText is what an error page says in another language.
type ErrorText struct {
	Lang    string
	Heading string
	Text    string
	Nearest string // before what exists and is near
	Else    string
}

// Said is a text in another language than the page's.
type Said struct{ Lang, Text string }

// Choice is the page that offers the languages.
type Choice struct {
	Static     string
	Manifest   string
	Canonical  string
	URL        string
	Image      string
	Alternates []Alternate
	Languages  []ChoiceLanguage
}

// ChoiceLanguage is one language to choose.
type ChoiceLanguage struct {
	Lang, Name, Href, Tagline string
}

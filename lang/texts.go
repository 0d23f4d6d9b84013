package lang

import (
	"fmt"
	"time"
)

// Texts are the words of the interface in one language. Where a comment says
// that a text takes values, it holds that many verbs for fmt.Sprintf, the
// same in each language. No field is ever empty.
type Texts struct {
	Name    string // of the language, in itself: "Deutsch"
	Locale  string // for Open Graph: "de_DE"
	Tagline string // what the site is, in one line
	Welcome string // what can be done here, in a sentence or two

	// Around every page.
	Skip       string // link that jumps over the head of the page
	Navigation string // names the main navigation
	Languages  string // names the language switch
	Trail      string // names the breadcrumb
	Contents   string // names the list of rules of a page
	Rules      string // link to the start page
	Glossary   string
	Search     string // heading of the search page
	About      string // link to the page about the site
	Theme      string // button that changes between light and dark
	LookUp     string // label of the look-up box
	LookUpHint string // sample of what may be typed into it
	Find       string // button of the look-up box
	Edition    string // takes the date of the edition
	EditionNew string // notice that a date is missing: no edition known
	Unofficial string // says that the explanations do not bind

	// Chapters, sections and rules.
	RuleTitle    string // takes a number
	Chapters     string
	Sections     string // heading of the list of sections of a chapter
	Keywords     string // heading of the list of keywords of a section
	SectionRange string // takes the first and the last section of a chapter
	InShort      string // label of a lead
	Example      string // label of one example
	SeeAlso      string
	ReferencedBy string // heading of what cites a rule
	Terms        string // heading of the glossary entries of a rule
	Subrules     string // heading of the rules below a rule
	Previous     string // link to the rule before
	Next         string // link to the rule after
	PreviousTerm string // link to the glossary entry before
	NextTerm     string // link to the glossary entry after
	InSection    string // link from a rule to its place among its neighbours; takes a number

	// What binds and what does not.
	Official         string // heading of the publisher's text
	OfficialEdition  string // language and edition of it; takes a date
	OfficialNotHere  string // says that the text is not on this site
	OfficialPlace    string // link to the publisher's page of rules
	NotExplained     string // says that the explanation is to come
	PageNotExplained string // the same for all rules of a page
	PageExplained    string // how many rules of a page are explained; takes two numbers
	Obsolete         string // marks a glossary entry or term out of use
	StatusCurrent    string // takes the edition explained
	StatusUnchanged  string // takes the edition explained and the current one
	StatusStale      string // takes the edition explained and the current one

	// Glossary.
	GlossaryIntro   string // takes the number of entries
	GlossaryLetters string // names the list of letters
	GlossaryRules   string // heading of the rules of an entry
	GlossaryNone    string // says that the entry is not explained yet

	// Search.
	SearchIntro     string // what can be searched for
	SearchNone      string // nothing found; takes the query
	SearchFound     string // takes a number other than one, and the query
	SearchFoundOne  string // takes the query
	SearchMean      string // before corrections
	SearchNoScript  string // what can be done without scripts where no server searches
	Busy            string // says that the server has too much to do
	KindRule        string // one hit of each kind, and the facet
	KindGlossary    string
	KindCard        string
	FacetAll        string
	FacetRules      string
	FacetGlossary   string
	FacetCards      string
	SearchResults   string // names the list of hits
	SearchMore      string // button that shows further hits
	OpenSearchTitle string // short name for a browser's search field, 16 characters at most

	// The page that links the rule numbers of a text.
	LinkTitle    string
	LinkIntro    string
	LinkText     string // label of the text given
	LinkForm     string // label of the choice of a form
	LinkResult   string // label of the text linked
	LinkCopy     string // button
	LinkNoScript string // says that the page needs scripts

	// Not found, and faults of a request.
	NotFound        string // heading
	NotFoundText    string // there is no such page
	NotFoundNumber  string // takes a number that the edition does not have
	NotFoundNearest string // before the nearest numbers that exist
	NotFoundElse    string // offers search and start
	Failed          string // heading of the page for a request that cannot be answered

	// About the site; each text is one or more paragraphs, one a line.
	AboutWhat        string
	AboutSources     string // heading
	AboutSourcesText string // takes the date of the edition
	AboutLicence     string
	AboutLicenceText string
	AboutPrivacy     string
	AboutPrivacyText string
	AboutOffline     string
	AboutOfflineText string
	AboutKeys        string
	AboutKeysText    string
	AboutAddresses   string
	AboutAddressText string
	AboutData        string
	AboutDataText    string

	Cards   CardTexts
	Changes ChangeTexts
	Script  ScriptTexts
}

// ScriptTexts are the words that only the scripts in a page use. Their JSON
// names are those that the scripts know.
type ScriptTexts struct {
	Copied            string `json:"copied"`        // after copying
	CopyFailed        string `json:"copyFailed"`    // where the browser does not allow it
	CopyLink          string `json:"copyLink"`      // copies the address of a rule
	Cite              string `json:"cite"`          // opens the menu of forms of citing
	CitePlain         string `json:"citePlain"`     // plain text
	CiteWhole         string `json:"citeWhole"`     // plain text with what the rule says
	CiteRule          string `json:"citeRule"`      // takes {number}, {title} and {edition}
	CiteTitle         string `json:"citeTitle"`     // of what has no number; takes {title} and {edition}
	CiteJoin          string `json:"citeJoin"`      // takes {a} and {b}, the one named, the other what is said of it
	Show              string `json:"show"`          // shows one rule in large type
	ShowEnd           string `json:"showEnd"`       // goes back from there
	Parallel          string `json:"parallel"`      // label of the choice of a second language
	ParallelNone      string `json:"parallelNone"`  // no second language
	ParallelError     string `json:"parallelError"` // the other language cannot be read
	Pin               string `json:"pin"`           // keeps a preview open
	Close             string `json:"close"`
	Examples          string `json:"examples"` // folded examples in a preview; takes {n}
	Help              string `json:"help"`     // heading of the list of keys
	HelpOff           string `json:"helpOff"`  // label of the box that switches keys off
	HelpShow          string `json:"helpShow"` // shows the list of keys
	KeyRules          string `json:"keyRules"` // what the keys do
	KeyPages          string `json:"keyPages"`
	KeySearch         string `json:"keySearch"`
	KeyDigits         string `json:"keyDigits"`
	KeySections       string `json:"keySections"`
	KeyLanguage       string `json:"keyLanguage"`
	KeyParallel       string `json:"keyParallel"`
	KeyCopy           string `json:"keyCopy"`
	KeyPreview        string `json:"keyPreview"`
	KeyHelp           string `json:"keyHelp"`
	ThemeAuto         string `json:"themeAuto"`
	ThemeLight        string `json:"themeLight"`
	ThemeDark         string `json:"themeDark"`
	None              string `json:"none"`     // nothing found; takes {query}
	Found             string `json:"found"`    // takes {n} and {query}
	FoundOne          string `json:"foundOne"` // takes {query}
	Mean              string `json:"mean"`     // before corrections
	TooLong           string `json:"tooLong"`  // says that a query is too long
	LeftOut           string `json:"leftOut"`  // takes {words} of the query that nothing has
	More              string `json:"more"`     // shows further hits
	SearchError       string `json:"searchError"`
	KindRule          string `json:"kindRule"`
	KindGlossary      string `json:"kindGlossary"`
	KindCard          string `json:"kindCard"`
	FacetAll          string `json:"facetAll"`
	FacetRules        string `json:"facetRules"`
	FacetGlossary     string `json:"facetGlossary"`
	FacetCards        string `json:"facetCards"`
	LinkFound         string `json:"linkFound"` // takes {n}
	LinkFoundOne      string `json:"linkFoundOne"`
	LinkNone          string `json:"linkNone"`      // the text has no rule numbers
	LinkMissing       string `json:"linkMissing"`   // takes {number}
	OfflineNone       string `json:"offlineNone"`   // nothing is kept on the device
	OfflineReady      string `json:"offlineReady"`  // takes {languages}, {edition} and {size}
	OfflineGet        string `json:"offlineGet"`    // takes {language} and {size}
	OfflineAll        string `json:"offlineAll"`    // takes {size}
	OfflineUpdate     string `json:"offlineUpdate"` // takes {size}
	OfflineRemove     string `json:"offlineRemove"`
	OfflineWorking    string `json:"offlineWorking"`    // takes {done} and {all}
	OfflineFailed     string `json:"offlineFailed"`     // what was kept stays
	OfflineUnable     string `json:"offlineUnable"`     // the browser cannot
	OfflineNotOffered string `json:"offlineNotOffered"` // the site does not offer it, or there is no network
	OfflineAway       string `json:"offlineAway"`       // heading of a page that is not kept, without a network
	OfflineAwayText   string `json:"offlineAwayText"`   // what that means; the languages that are kept follow
	NoNumber          string `json:"noNumber"`          // takes a {number} that the edition does not have; what is near follows
	Official          string `json:"official"`          // before a snippet of the publisher's text
}

// Texts gives the interface texts of l.
func (l Language) Texts() *Texts {
	switch l {
	case German:
		return &german
	case French:
		return &french
	default:
		return &english
	}
}

var months = map[Language][12]string{
	German:  {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	French:  {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	English: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
}

// Date writes the day t in l: "7. August 2026", "7 août 2026",
// "August 7, 2026".
func (l Language) Date(t time.Time) string {
	y, m, d := t.Date()
	month := months[l][m-1]
	switch {
	case l == German:
		return fmt.Sprintf("%d. %s %d", d, month, y)
	case l == French && d == 1:
		return fmt.Sprintf("1er %s %d", month, y)
	case l == French:
		return fmt.Sprintf("%d %s %d", d, month, y)
	default:
		return fmt.Sprintf("%s %d, %d", month, d, y)
	}
}

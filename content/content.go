// Package content reads the project's own texts: the explanations of the rules,
// the glossary and the rulings on cards in each language, the terms, and what
// players type. The texts lie beside it, one folder a language:
//
//	edition.tsv terms.tsv variants.tsv unlinked.tsv
//	de/rules/715.md de/rules/702.19.md de/glossary/t.md de/cards/giant-killer.md de/slang.tsv
//
// Load reads them and faults what is not in form; Lint looks at how they are
// written; Renumber brings them from the numbers of one edition to those of
// another.
package content

import (
	"embed"
	"strconv"
	"time"

	"regula/lang"
	"regula/markdown"
	"regula/rules"
)

// FS holds the texts of the project, as Load takes them.
//
//go:embed de fr en *.tsv
var FS embed.FS

// Pos is a place in a file of the content. Lines count from 1.
type Pos struct {
	File string // with slashes, from the root of the content
	Line int
}

// String gives "de/rules/715.md:12".
func (p Pos) String() string {
	return p.File + ":" + strconv.Itoa(p.Line)
}

// Page is one file of explanations: a chapter, a section, or a keyword. It may
// have no more than its title.
type Page struct {
	Number        rules.Number
	Language      lang.Language
	Title         string // plain text
	Edition       time.Time
	Lead          []byte              // Markdown that says the page in short; nil for none
	Parts         markdown.Parts      // of the lead, with the lines of the file
	LeadCitations []markdown.Citation // as in Parts
	Explanations  []Explanation       // in the order of the rules
	Pos           Pos                 // of the front matter
}

// Explanation is our text on one rule in one language. The lines in Parts and
// Citations are those of the file.
type Explanation struct {
	Rule      rules.Number
	Language  lang.Language
	Title     string // of its page
	Body      []byte // Markdown, from the line after the heading
	Parts     markdown.Parts
	Edition   time.Time // whose wording its author last read it against
	Citations []markdown.Citation
	Pos       Pos // of the heading
}

// GlossaryEntry is our text on one entry of the glossary in one language. The
// lines in Parts and Citations are those of the file.
type GlossaryEntry struct {
	ID, Name  string // "trample", "Trampelschaden"
	Language  lang.Language
	Edition   time.Time // whose glossary its author last read it against
	Body      []byte    // Markdown, from the line after the heading
	Parts     markdown.Parts
	Citations []markdown.Citation
	Pos       Pos // of the heading
}

// Card is our text on one card in one language. The lines in Parts and
// Citations are those of the file.
type Card struct {
	ID       string // as package rulings makes it: "giant-killer"
	Language lang.Language
	Name     string         // in English and in full: "Giant Killer // Chop Down"
	Layout   string         // as package rulings has it: "adventure"
	Faces    []Face         // in the order of the card; never empty
	Rulings  []Ruling       // never empty
	Rules    []rules.Number // that the card shows best
	Edition  time.Time      // whose wording its author last read it against
	Pos      Pos            // of the front matter
}

// Face is one face, half or inset frame of a card.
type Face struct {
	English string // name
	Name    string // printed in the language; "" in English and where there is no print
	Cost    string // "{2}{W}"; "" for none
	Type    string // the type line in the language
	Stats   string // "1/2", "*/1+*", or "3" for loyalty or defense; "" for none
	Parts   markdown.Parts
	Pos     Pos // of the heading
}

// Ruling is one ruling of ours.
type Ruling struct {
	Body      []byte              // Markdown without the mark of the list
	Citations []markdown.Citation // never empty
	Pos       Pos                 // of its first line
}

// Term is a concept of the game and its printed name in each language that has
// one.
type Term struct {
	ID, Category string
	Names        map[lang.Language]string
	Rule         rules.Number // zero where no rule defines it
	Source       string       // the evidence for the names
	Pos          Pos
}

// Variant is another form of a term's name in one language. Kind says what it
// is; one that is Forbidden must not stand in our texts.
type Variant struct {
	Term             string // the ID of the Term
	Language         lang.Language
	Text, Kind, Note string
	Pos              Pos
}

// Forbidden is the kind of a Variant that search knows and texts do not use.
const Forbidden = "forbidden"

// Unlinked says what is no mention of a glossary entry in texts of one
// language: with an ID alone nothing is one of that entry, or of the term that
// has none; with a Wording alone it is one of none, nor are its words; with
// both it is none of that entry, but may be one of another. One of the parts of
// words in Unless, which are in small letters, makes it a mention all the same
// if it stands in the same sentence.
type Unlinked struct {
	Language    lang.Language
	ID, Wording string // one of the two may be ""
	Unless      []string
	Reason      string
	Pos         Pos
}

// Slang is what players type for rules or glossary entries.
type Slang struct {
	Language lang.Language
	Typed    string
	Targets  []string // rule numbers and glossary ids
	Note     string
	Pos      Pos
}

// Content is everything that Load reads. Pages are in the order of languages,
// then of rules; glossary entries and cards in that of languages, then files;
// the rest as it stands in its files.
type Content struct {
	Numbering time.Time // the edition whose numbers headings and citations are; zero where edition.tsv does not say
	Pages     []Page
	Glossary  []GlossaryEntry
	Cards     []Card
	Terms     []Term
	Variants  []Variant
	Unlinked  []Unlinked
	Slang     []Slang
}

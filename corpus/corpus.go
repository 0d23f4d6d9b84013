// Package corpus joins one edition of the Comprehensive Rules, its official
// text where the owner has imported it, and the explanations in every
// language by rule number, and holds every check across them.
//
// A Corpus never changes once made, so that any number of readers may share
// it.
package corpus

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"regula/content"
	"regula/editions"
	"regula/lang"
	"regula/rules"
	"regula/rulings"
)

// Kind says what a number names.
type Kind int

// The kinds of entries.
const (
	Chapter Kind = iota + 1 // 7
	Section                 // 702
	Keyword                 // 702.9: a keyword with a reading page of its own
	Rule                    // 715.3
	Subrule                 // 715.3d
)

// Entry is what an edition knows of one number without its text.
type Entry struct {
	Number       rules.Number
	Kind         Kind
	EnglishTitle string         // of chapters, sections and bare title rules; else ""
	Children     []rules.Number // one level below, in order
	Prev, Next   rules.Number   // neighbours among all rules and subrules, or among sections, or among chapters; zero at the ends
	Cites        []rules.Number // in the order of the text, each once, ranges taken apart
	CitedBy      []rules.Number // rules, in order
	CitedByTerms []string       // ids of glossary entries, in the order of the glossary
	Page         rules.Number   // the reading page on which it stands: a keyword, a section, or for a chapter itself
}

// IsTitle reports whether the entry is a bare title, such as a chapter, a
// section, 205.3 or 702.9, and not a sentence.
func (e Entry) IsTitle() bool { return e.EnglishTitle != "" }

// GlossaryTerm is an entry of the glossary.
type GlossaryTerm struct {
	ID       string         // address element and key, from the English term: "trample"
	English  string         // heading in the official glossary, without "(Obsolete)"
	Obsolete bool           // whether the official heading is marked so
	Rules    []rules.Number // that the official entry sends its reader to
	Keyword  rules.Number   // the keyword of its name that Rules lacks; zero for none
	Official string         // official text, lines separated by "\n"; "" where it is not imported or differs from the edition's
	names    map[lang.Language]string
}

// Name gives the term in l: the heading of our entry, else the printed name
// of the concept, else the English term; and whether it is in l.
func (g GlossaryTerm) Name(l lang.Language) (string, bool) {
	if n, ok := g.names[l]; ok {
		return n, true
	}
	return g.English, l == lang.English
}

// AllRules gives Rules behind Keyword.
func (g GlossaryTerm) AllRules() []rules.Number {
	if g.Keyword.IsZero() {
		return g.Rules
	}
	return slices.Concat([]rules.Number{g.Keyword}, g.Rules)
}

// Corpus is everything that is known of one edition.
type Corpus struct {
	history      *editions.History
	edition      editions.Edition          // the newest
	books        map[time.Time]*rules.Book // imported texts by date
	content      content.Content
	numbers      []rules.Number
	entries      map[rules.Number]*Entry
	official     map[rules.Number]rules.Rule
	glossary     []GlossaryTerm
	glossaryByID map[string]int
	cards        []Card // in the order of their ids
	cardByID     map[string]int
	cardsOn      map[rules.Number][]CardOn
	byLanguage   map[lang.Language]*texts
	termsOf      map[rules.Number][]content.Term
	termByID     map[string]content.Term
	entryOf      map[string]string // glossary entry of each term, by their ids
	ofEntry      map[string]wordsOfEntry
	lexicon      *lexicon // of official texts
	rulings      func() map[rules.Number][]OfficialRuling
	found        func() foundIndex
}

// texts is the content of one language by number and id.
type texts struct {
	pages        map[rules.Number]content.Page
	explanations map[rules.Number]content.Explanation
	glossary     map[string]content.GlossaryEntry
	slang        []content.Slang
	lexicon      *lexicon
}

// New joins the history of the editions with official texts, imported cards
// and the content.
// The newest edition is the one that the corpus is of. There may be no books:
// then no official text is shown. Books of older editions tell what a wording
// was; where there is none of the newest edition, they also give the wording
// of rules that are worded alike in both. New checks nothing; Check does.
func New(h *editions.History, books []*rules.Book, cards []rulings.Card, ct content.Content) *Corpus {
	c := &Corpus{
		history:      h,
		edition:      h.Newest(),
		books:        map[time.Time]*rules.Book{},
		content:      ct,
		entries:      map[rules.Number]*Entry{},
		official:     map[rules.Number]rules.Rule{},
		glossaryByID: map[string]int{},
		cardByID:     map[string]int{},
		cardsOn:      map[rules.Number][]CardOn{},
		byLanguage:   map[lang.Language]*texts{},
		termsOf:      map[rules.Number][]content.Term{},
		termByID:     map[string]content.Term{},
	}
	c.addOutline()
	c.addContent()
	c.addGlossary()
	c.addCitations()
	c.addKeywords()
	c.addLexicons()
	books = slices.SortedFunc(slices.Values(books), func(a, b *rules.Book) int { return a.Effective.Compare(b.Effective) })
	for _, b := range books {
		c.books[b.Effective] = b
		c.addOfficial(b) // a newer one in place of an older one
	}
	c.addCards(cards)
	c.rulings = sync.OnceValue(c.indexOfficial)
	c.found = sync.OnceValue(c.indexFound)
	return c
}

// addOutline makes an entry for each number of the edition.
func (c *Corpus) addOutline() {
	for _, f := range c.edition.Facts {
		if f.Number.IsZero() {
			continue
		}
		e := &Entry{Number: f.Number, EnglishTitle: f.Title, Page: c.edition.Page(f.Number)}
		switch n := f.Number; {
		case n.IsChapter():
			e.Kind = Chapter
		case n.IsSection():
			e.Kind = Section
		case n.IsSubrule():
			e.Kind = Subrule
		case e.Page == n:
			e.Kind = Keyword
		default:
			e.Kind = Rule
		}
		c.entries[f.Number] = e
		c.numbers = append(c.numbers, f.Number)
	}
	slices.SortFunc(c.numbers, rules.Number.Compare)
	var last [3]*Entry // of the chapters, sections and rules
	for _, n := range c.numbers {
		e := c.entries[n]
		if p := c.entries[n.Parent()]; p != nil {
			p.Children = append(p.Children, n)
		}
		level := 2
		switch e.Kind {
		case Chapter:
			level = 0
		case Section:
			level = 1
		}
		if l := last[level]; l != nil {
			l.Next, e.Prev = n, l.Number
		}
		last[level] = e
	}
}

// addContent sorts the content by language, number and id.
func (c *Corpus) addContent() {
	for _, l := range lang.All {
		c.byLanguage[l] = &texts{
			pages:        map[rules.Number]content.Page{},
			explanations: map[rules.Number]content.Explanation{},
			glossary:     map[string]content.GlossaryEntry{},
		}
	}
	for _, p := range c.content.Pages {
		t := c.byLanguage[p.Language]
		t.pages[p.Number] = p
		for _, x := range p.Explanations {
			t.explanations[x.Rule] = x
		}
	}
	for _, g := range c.content.Glossary {
		c.byLanguage[g.Language].glossary[g.ID] = g
	}
	for _, s := range c.content.Slang {
		t := c.byLanguage[s.Language]
		t.slang = append(t.slang, s)
	}
	for _, t := range c.content.Terms {
		c.termByID[t.ID] = t
		if !t.Rule.IsZero() {
			c.termsOf[t.Rule] = append(c.termsOf[t.Rule], t)
		}
	}
}

// addGlossary makes the glossary from the edition's headings, with the names
// that our entries or the terms give them.
func (c *Corpus) addGlossary() {
	names := map[string]content.Term{} // by English name as a slug
	for _, t := range c.content.Terms {
		s := rules.Slug(t.Names[lang.English])
		if _, taken := names[s]; !taken {
			names[s] = t
		}
	}
	for _, f := range c.edition.Facts {
		if f.Term == "" {
			continue
		}
		g := GlossaryTerm{
			ID:      rules.Slug(f.Term),
			English: strings.TrimSuffix(f.Term, " (Obsolete)"),
			Rules:   f.Cites,
			names:   map[lang.Language]string{},
		}
		g.Obsolete = g.English != f.Term
		if t, ok := names[rules.Slug(g.English)]; ok {
			for l, n := range t.Names {
				if n != "" {
					g.names[l] = upperFirst(n)
				}
			}
		}
		for l, t := range c.byLanguage {
			if x, ok := t.glossary[g.ID]; ok {
				g.names[l] = x.Name
			}
		}
		g.names[lang.English] = g.English
		c.glossaryByID[g.ID] = len(c.glossary)
		c.glossary = append(c.glossary, g)
	}
}

// upperFirst writes the first letter of a term as a heading does.
func upperFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// addCitations links rules with the rules and glossary entries that cite
// them.
func (c *Corpus) addCitations() {
	for _, f := range c.edition.Facts {
		for _, to := range f.Cites {
			target := c.entries[to]
			switch {
			case target == nil:
			case f.Term != "":
				id := rules.Slug(f.Term)
				if !slices.Contains(target.CitedByTerms, id) {
					target.CitedByTerms = append(target.CitedByTerms, id)
				}
			case f.Number != to:
				e := c.entries[f.Number]
				if !slices.Contains(e.Cites, to) {
					e.Cites = append(e.Cites, to)
					target.CitedBy = append(target.CitedBy, f.Number)
				}
			}
		}
	}
	for _, e := range c.entries {
		slices.SortFunc(e.CitedBy, rules.Number.Compare)
	}
}

// addKeywords joins keywords with the glossary entries of their names, where
// the official entry does not name the rule of the keyword.
func (c *Corpus) addKeywords() {
	for _, n := range c.numbers {
		e := c.entries[n]
		if e.Kind != Keyword {
			continue
		}
		title := aside.ReplaceAllString(e.EnglishTitle, "")  // ∞ (Infinity)
		for name := range strings.SplitSeq(title, " and ") { // Tap and Untap
			i, ok := c.glossaryByID[rules.Slug(name)]
			if !ok {
				continue
			}
			g := &c.glossary[i]
			if !slices.Contains(g.Rules, n) {
				g.Keyword = n
			}
			if !slices.Contains(e.CitedByTerms, g.ID) {
				e.CitedByTerms = slices.Insert(e.CitedByTerms, 0, g.ID)
			}
		}
	}
}

// addOfficial takes the wording of the book wherever it is that of the
// edition, to the numbers of the rules it cites.
func (c *Corpus) addOfficial(book *rules.Book) {
	theirs := editions.FromBook(book)
	number := c.history.Moves(c.edition.Effective, book.Effective)
	entries := map[string]editions.Fact{}
	for _, f := range theirs.Facts {
		if f.Term != "" {
			entries[f.Term] = f
		}
	}
	same := func(f, g editions.Fact) bool { return f.Digest == g.Digest && slices.Equal(f.Cites, g.Cites) }
	for _, f := range c.edition.Facts {
		if f.Term != "" {
			if g, ok := book.Entry(f.Term); ok && same(f, entries[f.Term]) {
				c.glossary[c.glossaryByID[rules.Slug(f.Term)]].Official = g.Text
			}
			continue
		}
		if g, ok := theirs.Fact(number[f.Number]); ok && same(f, g) {
			if r, ok := book.Rule(g.Number); ok {
				r.Number = f.Number
				c.official[f.Number] = r
			}
		}
	}
}

// History gives what every number named in every known edition, and where each
// rule went. The newest of its editions is the one that the corpus is of.
func (c *Corpus) History() *editions.History { return c.history }

// OfficialEditions gives the editions of which a text is imported, oldest
// first.
func (c *Corpus) OfficialEditions() []time.Time {
	return slices.SortedFunc(maps.Keys(c.books), time.Time.Compare)
}

// OfficialIn gives the official text that a number had in an edition, and
// whether that is imported and had the number.
func (c *Corpus) OfficialIn(edition time.Time, n rules.Number) (rules.Rule, bool) {
	b, ok := c.books[edition]
	if !ok {
		return rules.Rule{}, false
	}
	return b.Rule(n)
}

// OfficialEntryIn gives the official text that a glossary entry, named by its
// heading, had in an edition, and whether that is imported and had the entry.
func (c *Corpus) OfficialEntryIn(edition time.Time, term string) (string, bool) {
	b, ok := c.books[edition]
	if !ok {
		return "", false
	}
	g, ok := b.Entry(term)
	return g.Text, ok
}

// Effective gives the date from which the edition is in force.
func (c *Corpus) Effective() time.Time { return c.edition.Effective }

// Numbers gives every chapter, section, rule and subrule in the order of the
// book. The caller must not change it.
func (c *Corpus) Numbers() []rules.Number { return c.numbers }

// Entry gives what is known of n, and whether the edition has it. The caller
// must not change its slices.
func (c *Corpus) Entry(n rules.Number) (Entry, bool) {
	e, ok := c.entries[n]
	if !ok {
		return Entry{}, false
	}
	return *e, true
}

// Has reports whether the edition has a chapter, section or rule n.
func (c *Corpus) Has(n rules.Number) bool { return c.entries[n] != nil }

// HasOfficial reports whether any official text has been imported.
func (c *Corpus) HasOfficial() bool { return len(c.official) > 0 }

// Official gives the official text of n, and whether it has been imported.
func (c *Corpus) Official(n rules.Number) (rules.Rule, bool) {
	r, ok := c.official[n]
	return r, ok
}

// Title gives the title of n in l, "" where n has none or none in l:
// chapters, sections and keywords have one.
func (c *Corpus) Title(n rules.Number, l lang.Language) string {
	return c.byLanguage[l].pages[n].Title
}

// Page gives the texts of a chapter, section or keyword in l, and whether
// there is a file of them.
func (c *Corpus) Page(n rules.Number, l lang.Language) (content.Page, bool) {
	p, ok := c.byLanguage[l].pages[n]
	return p, ok
}

// Explanation gives what n means in l, and whether that is written.
func (c *Corpus) Explanation(n rules.Number, l lang.Language) (content.Explanation, bool) {
	x, ok := c.byLanguage[l].explanations[n]
	return x, ok
}

// Glossary gives the glossary in the order of the edition. The caller must
// not change it.
func (c *Corpus) Glossary() []GlossaryTerm { return c.glossary }

// GlossaryTerm gives the glossary entry id, and whether the edition has it.
func (c *Corpus) GlossaryTerm(id string) (GlossaryTerm, bool) {
	i, ok := c.glossaryByID[id]
	if !ok {
		return GlossaryTerm{}, false
	}
	return c.glossary[i], true
}

// GlossaryText gives our text for the glossary entry id in l, and whether it
// is written.
func (c *Corpus) GlossaryText(id string, l lang.Language) (content.GlossaryEntry, bool) {
	g, ok := c.byLanguage[l].glossary[id]
	return g, ok
}

// Terms gives the printed names of concepts in the order of their file. The
// caller must not change it.
func (c *Corpus) Terms() []content.Term { return c.content.Terms }

// TermsOf gives the terms whose rule is n, in the order of their file.
func (c *Corpus) TermsOf(n rules.Number) []content.Term { return c.termsOf[n] }

// Term gives the term id, and whether there is one.
func (c *Corpus) Term(id string) (content.Term, bool) {
	t, ok := c.termByID[id]
	return t, ok
}

// Variants gives older, inflected and informal forms of terms.
func (c *Corpus) Variants() []content.Variant { return c.content.Variants }

// Slang gives what players of l type for rules and terms.
func (c *Corpus) Slang(l lang.Language) []content.Slang { return c.byLanguage[l].slang }

// Explained counts the rules and subrules that are explained in l, and all of
// them.
func (c *Corpus) Explained(l lang.Language) (explained, all int) {
	for n, e := range c.entries {
		if e.Kind < Keyword {
			continue
		}
		all++
		if _, ok := c.byLanguage[l].explanations[n]; ok {
			explained++
		}
	}
	return explained, all
}

package editions

import (
	"cmp"
	"embed"
	"slices"
	"sort"
	"strings"
	"time"

	"regula/rules"
)

// FS holds the facts of all known editions, as Load reads them.
//
//go:embed *.tsv
var FS embed.FS

// Kind tells what a fact is about.
type Kind int

// The kinds of facts, in the order in which they stand in an edition: the
// first three by number, then the entries.
const (
	Chapter Kind = iota + 1
	Section
	Rule // a rule or a subrule
	Entry
)

// Fact is what is known of a chapter, section, rule, subrule or glossary entry
// of an edition.
type Fact struct {
	Kind   Kind
	Number rules.Number   // zero for an entry
	Term   string         // heading of an entry, as printed; "" for all others
	Title  string         // English title of a chapter, a section or a rule that is only a title; "" for all others
	Digest string         // identifies its own wording, without what is below it; see rules.Rule.Digest
	Cites  []rules.Number // chapters, sections and rules that it cites, rising, each once; ranges spelled out
}

// Edition is what is known of one edition. Facts are in order of number,
// followed by the glossary entries in order of rules.Slug.
type Edition struct {
	Effective time.Time
	Facts     []Fact
}

// String gives the date, as in "2026-08-07".
func (e Edition) String() string { return e.Effective.Format(time.DateOnly) }

// Fact returns the fact about a chapter, section, rule or subrule, and whether
// the edition has it.
func (e Edition) Fact(n rules.Number) (Fact, bool) {
	i, ok := e.place(n)
	if !ok {
		return Fact{}, false
	}
	return e.Facts[i], true
}

// place gives the place in Facts of that about n, and whether there is one.
func (e Edition) place(n rules.Number) (int, bool) {
	// As slices.BinarySearchFunc, which would copy every fact that it looks at.
	i := sort.Search(len(e.Facts), func(i int) bool {
		f := &e.Facts[i]
		return f.Kind == Entry || f.Number.Compare(n) >= 0
	})
	return i, i < len(e.Facts) && e.Facts[i].Kind != Entry && e.Facts[i].Number == n && !n.IsZero()
}

// EntryByID returns the fact about the glossary entry whose heading has that
// rules.Slug, and whether the edition has it.
func (e Edition) EntryByID(id string) (Fact, bool) {
	i, ok := slices.BinarySearchFunc(e.Facts, id, func(f Fact, id string) int {
		if f.Kind != Entry {
			return -1
		}
		return strings.Compare(rules.Slug(f.Term), id)
	})
	if !ok {
		return Fact{}, false
	}
	return e.Facts[i], true
}

// Page gives the chapter, section or keyword on whose reading page n stands: a
// section of keywords has a page for each. It is zero where the edition does
// not have n.
func (e Edition) Page(n rules.Number) rules.Number {
	if _, ok := e.Fact(n); !ok {
		return rules.Number{}
	}
	if n.IsSubrule() {
		n = n.Parent()
	}
	if !n.IsRule() {
		return n
	}
	if f, ok := e.Fact(n); ok && f.Title != "" {
		s, _ := e.Fact(n.Section())
		if _, ok := rules.KeywordSection(s.Title); ok {
			return n
		}
	}
	return n.Section()
}

// compare orders facts: by number, then entries by id and heading.
func compare(a, b Fact) int {
	if a.Kind != Entry && b.Kind != Entry {
		return a.Number.Compare(b.Number)
	}
	return cmp.Or(
		cmp.Compare(a.Kind/Entry, b.Kind/Entry),
		strings.Compare(rules.Slug(a.Term), rules.Slug(b.Term)),
		strings.Compare(a.Term, b.Term),
	)
}

// FromBook gives the facts of a book.
func FromBook(b *rules.Book) Edition {
	e := Edition{Effective: b.Effective}
	for _, s := range b.Chapters() {
		e.Facts = append(e.Facts, Fact{Kind: Chapter, Number: s.Number, Title: s.Title, Digest: s.Digest()})
	}
	for _, s := range b.Sections() {
		e.Facts = append(e.Facts, Fact{Kind: Section, Number: s.Number, Title: s.Title, Digest: s.Digest()})
	}
	for _, r := range b.Rules() {
		var cites []rules.Number
		for _, text := range append([]string{r.Text}, r.Examples...) {
			for _, c := range rules.Citations(text) {
				cites = append(cites, c.Numbers(b.Has)...)
			}
		}
		e.Facts = append(e.Facts, Fact{Kind: Rule, Number: r.Number, Title: r.Title, Digest: r.Digest(), Cites: tidy(cites)})
	}
	for _, g := range b.Glossary() {
		e.Facts = append(e.Facts, Fact{Kind: Entry, Term: g.Term, Digest: g.Digest(), Cites: tidy(g.Rules)})
	}
	slices.SortFunc(e.Facts, compare)
	return e
}

// tidy sorts numbers and drops repeats; nil for none.
func tidy(ns []rules.Number) []rules.Number {
	slices.SortFunc(ns, rules.Number.Compare)
	return slices.Compact(ns)
}

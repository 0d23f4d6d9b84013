package rules

import (
	"fmt"
	"slices"
	"time"
)

// Rule is a numbered rule or a lettered subrule. A rule that is nothing but a
// heading for its subrules, such as a keyword, has a Title and no Text; all
// others have Text and no Title. Paragraphs of Text are separated by "\n".
// White space is folded to single spaces, words are as in the source.
type Rule struct {
	Number   Number
	Title    string
	Text     string
	Examples []string // without the word "Example:"
}

// Section is a chapter (7) or a section (702) with its title.
type Section struct {
	Number Number
	Title  string
}

// Book is one edition of the rules. It never changes once parsed. The slices
// that its methods return belong to the caller; strings inside rules may be
// shared.
type Book struct {
	// Effective is the day from which the edition holds, at midnight UTC.
	Effective time.Time

	introduction []string
	chapters     []Section
	sections     []Section
	rules        []Rule
	glossary     []GlossaryEntry
	misprints    []Misprint

	heads map[Number]int // chapters as ^index, sections as index
	index map[Number]int // rules
	terms map[string]int // glossary
}

// Chapters gives the chapters in order.
func (b *Book) Chapters() []Section { return slices.Clone(b.chapters) }

// Sections gives the sections of all chapters in order.
func (b *Book) Sections() []Section { return slices.Clone(b.sections) }

// Rules gives all rules and subrules in order. Their numbers rise strictly.
func (b *Book) Rules() []Rule { return slices.Clone(b.rules) }

// Rule returns the rule or subrule numbered n, and whether the book has it.
func (b *Book) Rule(n Number) (Rule, bool) {
	i, ok := b.index[n]
	if !ok {
		return Rule{}, false
	}
	return b.rules[i], true
}

// Section returns the chapter or section numbered n, and whether the book has
// it.
func (b *Book) Section(n Number) (Section, bool) {
	i, ok := b.heads[n]
	switch {
	case !ok:
		return Section{}, false
	case i < 0:
		return b.chapters[^i], true
	}
	return b.sections[i], true
}

// Has reports whether the book has a chapter, section, rule or subrule
// numbered n.
func (b *Book) Has(n Number) bool {
	_, head := b.heads[n]
	_, rule := b.index[n]
	return head || rule
}

// Numbers gives the numbers of all chapters, sections, rules and subrules in
// book order.
func (b *Book) Numbers() []Number {
	all := make([]Number, 0, len(b.heads)+len(b.rules))
	for n := range b.heads {
		all = append(all, n)
	}
	for _, r := range b.rules {
		all = append(all, r.Number)
	}
	slices.SortFunc(all, Number.Compare)
	return all
}

// Glossary gives the glossary in the order of the book, which is nearly but
// not strictly alphabetical.
func (b *Book) Glossary() []GlossaryEntry { return slices.Clone(b.glossary) }

// Entry returns the glossary entry with that heading, exactly as printed, and
// whether there is one.
func (b *Book) Entry(term string) (GlossaryEntry, bool) {
	i, ok := b.terms[term]
	if !ok {
		return GlossaryEntry{}, false
	}
	return b.glossary[i], true
}

// Introduction gives the paragraphs between date and contents.
func (b *Book) Introduction() []string { return slices.Clone(b.introduction) }

// Misprints gives the places at which this edition numbers its rules against
// their order, as published. It is empty for nearly all.
func (b *Book) Misprints() []Misprint { return slices.Clone(b.misprints) }

// String says what the book holds: "effective 2026-08-07: 9 chapters, 147
// sections, 1173 rules, 1989 subrules, 277 examples, 739 glossary entries".
func (b *Book) String() string {
	var rules, subrules, examples int
	for _, r := range b.rules {
		if r.Number.IsSubrule() {
			subrules++
		} else {
			rules++
		}
		examples += len(r.Examples)
	}
	return fmt.Sprintf("effective %s: %d chapters, %d sections, %d rules, %d subrules, %d examples, %d glossary entries",
		b.Effective.Format(time.DateOnly), len(b.chapters), len(b.sections), rules, subrules, examples, len(b.glossary))
}

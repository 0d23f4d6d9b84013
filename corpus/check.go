package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"regula/content"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
)

// Pos is the place of a problem: a file of the content, and the line in it
// counted from 1.
type Pos = content.Pos

// ProblemKind names what is wrong, as the check prints it in brackets.
type ProblemKind string

// The kinds of problems that need more than one file to be seen. The
// kinds of content.LintKind are further ones.
const (
	BrokenCitation     ProblemKind = "broken-citation"     // names a rule that this edition does not have; fatal
	OrphanExplanation  ProblemKind = "orphan-explanation"  // explains a rule that this edition does not have; fatal
	OrphanTerm         ProblemKind = "orphan-term"         // a term, variant, slang or glossary entry leads nowhere; fatal
	OtherNumbers       ProblemKind = "other-numbers"       // the texts use the numbers of another edition; fatal
	MissingPage        ProblemKind = "missing-page"        // a chapter, section or keyword has no title in a language; fatal
	MissingExplanation ProblemKind = "missing-explanation" // a rule is not explained in a language
	MissingGlossary    ProblemKind = "missing-glossary"    // a glossary entry has no text in a language
	MissingCitation    ProblemKind = "missing-citation"    // the official rule cites a rule that the explanation does not
	MissingTerm        ProblemKind = "missing-term"        // a keyword has no term in a language
	StaleExplanation   ProblemKind = "stale-explanation"   // written for another wording of the rule
	MissingCard        ProblemKind = "missing-card"        // a card has no file in a language; fatal
	UnequalCard        ProblemKind = "unequal-card"        // a card has other facts or citations in one language than in another; fatal
	CardFacts          ProblemKind = "card-facts"          // a card has other facts than the imported one
	StaleRuling        ProblemKind = "stale-ruling"        // rests on another wording of a rule
)

// Fatal reports whether a problem of this kind fails the build.
func (k ProblemKind) Fatal() bool {
	switch k {
	case BrokenCitation, OrphanExplanation, OrphanTerm, OtherNumbers, MissingPage, MissingCard, UnequalCard:
		return true
	}
	return content.LintKind(k).Fatal()
}

// Hint reports whether a problem of this kind is only a place for a second
// reader to look at.
func (k ProblemKind) Hint() bool { return content.LintKind(k).Hint() }

// Problem is a fault in the content: what is wrong, where, and what its
// author may do next.
type Problem struct {
	Pos  Pos
	Kind ProblemKind
	Text string
}

// String gives the problem as the check prints it, file:line: text [kind].
func (p Problem) String() string {
	return fmt.Sprintf("%s:%d: %s [%s]", p.Pos.File, p.Pos.Line, p.Text, p.Kind)
}

// Check gives every problem of the content, sorted by file and line, each
// once. It changes nothing.
func (c *Corpus) Check() []Problem {
	k := checker{c: c}
	k.numbering()
	k.outline()
	for _, p := range c.content.Pages {
		k.page(p)
	}
	k.terms()
	k.glossary()
	k.cards()
	k.lint()
	slices.SortFunc(k.problems, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Text, b.Text),
		)
	})
	return slices.Compact(k.problems)
}

// checker collects problems.
type checker struct {
	c        *Corpus
	problems []Problem
}

func (k *checker) add(p Pos, kind ProblemKind, format string, args ...any) {
	k.problems = append(k.problems, Problem{p, kind, fmt.Sprintf(format, args...)})
}

// day gives the date of the edition.
func (k *checker) day() string { return k.c.Effective().Format(time.DateOnly) }

// pageFile names the file in which n is or would be explained.
func pageFile(n rules.Number, l lang.Language) string {
	return fmt.Sprintf("%s/rules/%s.md", l, n)
}

// numbering reports texts that use the numbers of another edition.
func (k *checker) numbering() {
	if day := k.c.content.Numbering; !day.IsZero() && !day.Equal(k.c.Effective()) {
		k.add(Pos{File: "edition.tsv", Line: 1}, OtherNumbers, "the texts use the numbers of the edition of %s, of which nothing is known; the site is of that of %s: import that edition, or name the right one",
			day.Format(time.DateOnly), k.day())
	}
}

// outline finds what the edition has and the content lacks.
func (k *checker) outline() {
	for _, l := range lang.All {
		t := k.c.byLanguage[l]
		for _, n := range k.c.numbers {
			e := k.c.entries[n]
			file := pageFile(e.Page, l)
			page, written := t.pages[e.Page]
			if written {
				file = page.Pos.File
			}
			if e.Kind <= Keyword && !written {
				k.add(Pos{File: file, Line: 1}, MissingPage, "%s has no file in %s: write one with at least its title", n, l)
			}
			if e.Kind < Keyword {
				continue
			}
			if e.Kind == Keyword && !slices.ContainsFunc(k.c.termsOf[n], func(t content.Term) bool { return t.Names[l] != "" }) {
				k.add(Pos{File: "terms.tsv", Line: 1}, MissingTerm, "keyword %s (%s) has no term in %s", n, e.EnglishTitle, l)
			}
			if _, ok := t.explanations[n]; !ok {
				k.add(Pos{File: file, Line: 1}, MissingExplanation, "rule %s is not explained yet", n)
			}
		}
	}
}

// page checks one file of explanations against the edition.
func (k *checker) page(p content.Page) {
	entry, ok := k.c.entries[p.Number]
	if !ok || entry.Page != p.Number {
		k.add(p.Pos, OrphanExplanation, "%s is no chapter, section or keyword of the edition of %s", p.Number, k.day())
		return
	}
	for _, x := range p.Explanations {
		e, ok := k.c.entries[x.Rule]
		if !ok {
			k.add(x.Pos, OrphanExplanation, "rule %s is not in the edition of %s: it was removed, or has moved", x.Rule, k.day())
			continue
		}
		if e.Page != p.Number {
			k.add(x.Pos, OrphanExplanation, "rule %s belongs into %s", x.Rule, pageFile(e.Page, p.Language))
		}
		cited := k.citations(x.Pos.File, x.Citations)
		for _, want := range e.Cites {
			if want != x.Rule && !cited[want] {
				k.add(x.Pos, MissingCitation, "rule %s cites %s, its explanation does not: cite it in the text or in the see-also line", x.Rule, want)
			}
		}
		k.stale(x)
	}
	k.citations(p.Pos.File, p.Parts.Citations)
}

// citations reports those that name no rule, and gives every rule named.
func (k *checker) citations(file string, cs []markdown.Citation) map[rules.Number]bool {
	named := map[rules.Number]bool{}
	for _, ct := range cs {
		broken := false
		for _, n := range []rules.Number{ct.First, ct.Last} {
			if !k.c.Has(n) && !broken {
				broken = true
				k.add(Pos{File: file, Line: ct.Line}, BrokenCitation, "cites rule %s, which the edition of %s does not have", n, k.day())
			}
		}
		for _, n := range (rules.Citation{First: ct.First, Last: ct.Last}).Numbers(k.c.Has) {
			named[n] = true
		}
	}
	return named
}

// stale reports an explanation that was written for another wording.
func (k *checker) stale(x content.Explanation) {
	if s, stale := k.c.Stale(x); stale {
		k.add(x.Pos, StaleExplanation, "rule %s: %s; reread it, then change the edition of the file", x.Rule, s)
	}
}

// terms finds terms and slang that lead nowhere.
func (k *checker) terms() {
	for _, t := range k.c.content.Terms {
		if !t.Rule.IsZero() && !k.c.Has(t.Rule) {
			k.add(t.Pos, OrphanTerm, "term %q names rule %s, which the edition does not have", t.ID, t.Rule)
		}
	}
	for _, u := range k.c.content.Unlinked {
		_, entry := k.c.glossaryByID[u.ID]
		_, term := k.c.termByID[u.ID]
		if u.ID != "" && !entry && !term {
			k.add(u.Pos, OrphanTerm, "%q is neither a glossary entry of the edition nor a term", u.ID)
		}
	}
	for _, s := range k.c.content.Slang {
		for _, target := range s.Targets {
			n, err := rules.ParseNumber(target)
			_, entry := k.c.glossaryByID[target]
			if !entry && (err != nil || !k.c.Has(n)) {
				k.add(s.Pos, OrphanTerm, "%q leads to %q, which is neither a rule nor a glossary entry", s.Typed, target)
			}
		}
	}
}

// glossary checks our glossary entries against the edition.
func (k *checker) glossary() {
	for _, g := range k.c.content.Glossary {
		if _, ok := k.c.glossaryByID[g.ID]; !ok {
			k.add(g.Pos, OrphanTerm, "glossary entry %q is not in the edition of %s", g.ID, k.day())
		}
		k.citations(g.Pos.File, g.Citations)
		if s, stale := k.c.StaleEntry(g); stale {
			k.add(g.Pos, StaleExplanation, "glossary entry %q: %s; reread it, then change the edition of the file", g.ID, s)
		}
	}
	for _, l := range lang.All {
		for _, g := range k.c.glossary {
			if _, ok := k.c.byLanguage[l].glossary[g.ID]; !ok {
				k.add(Pos{File: fmt.Sprintf("%s/glossary/%s.md", l, initial(g.ID)), Line: 1}, MissingGlossary, "glossary entry %q (%s) has no text yet", g.ID, g.English)
			}
		}
	}
}

// initial gives the letter under which an entry is filed, "0" for a digit.
func initial(id string) string {
	if id == "" || id[0] < 'a' || id[0] > 'z' {
		return "0"
	}
	return id[:1]
}

// lint adds what is wrong with the wording of each text.
func (k *checker) lint() {
	o := content.Official{Rules: k.c.official, Cards: map[string][]string{}}
	for _, g := range k.c.glossary {
		if g.Official != "" {
			o.More = append(o.More, g.Official)
		}
	}
	for _, c := range k.c.cards {
		if !c.Ours() {
			continue
		}
		for _, f := range c.Faces {
			o.Cards[c.ID] = append(o.Cards[c.ID], f.Text)
		}
		for _, r := range c.Rulings {
			o.Cards[c.ID] = append(o.Cards[c.ID], r.Text)
		}
	}
	for _, f := range content.Lint(k.c.content, o) {
		k.add(f.Pos, ProblemKind(f.Kind), "%s", f.Text)
	}
}

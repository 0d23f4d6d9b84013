package corpus

import (
	"fmt"
	"slices"
	"strings"

	"regula/content"
	"regula/lang"
	"regula/rules"
	"regula/rulings"
)

// cards checks our texts on cards against the edition, against one another,
// and against what is imported.
func (k *checker) cards() {
	for _, x := range k.c.content.Cards {
		for _, f := range x.Faces {
			k.citations(x.Pos.File, f.Parts.Citations)
		}
		for _, n := range x.Rules {
			if !k.c.Has(n) {
				k.add(x.Pos, BrokenCitation, "names rule %s, which the edition of %s does not have", n, k.day())
			}
		}
		for _, r := range x.Rulings {
			k.citations(x.Pos.File, r.Citations)
			k.staleRuling(x, r)
		}
	}
	for _, c := range k.c.cards {
		if c.Ours() {
			k.sameCard(c)
		}
	}
}

// staleRuling reports a ruling that cites rules which were worded otherwise
// when its author read them.
func (k *checker) staleRuling(x content.Card, r content.Ruling) {
	for _, n := range k.c.RulesOf(r) {
		if s, stale := k.c.Reworded(n, x.Edition); stale {
			k.add(r.Pos, StaleRuling, "rests on rule %s, %s; reread both, then change the edition of the file", n, s)
		}
	}
}

// sameCard reports what the texts on a card in different languages do not have
// in common.
func (k *checker) sameCard(c Card) {
	first, _ := anyText(c.texts)
	for _, l := range lang.All {
		x, ok := c.Text(l)
		if !ok {
			k.add(Pos{File: fmt.Sprintf("%s/cards/%s.md", l, c.ID), Line: 1}, MissingCard, "%s has no file in %s: write one", c.Name, l)
			continue
		}
		differs := func(pos Pos, format string, args ...any) {
			k.add(pos, UnequalCard, "%s, otherwise than in %s", fmt.Sprintf(format, args...), first.Pos.File)
		}
		if x.Name != first.Name {
			differs(x.Pos, "the card is %q", x.Name)
		}
		if x.Layout != first.Layout {
			differs(x.Pos, "the layout is %q", x.Layout)
		}
		if !slices.Equal(x.Rules, first.Rules) {
			differs(x.Pos, "the rules are %v", x.Rules)
		}
		if len(x.Faces) != len(first.Faces) {
			differs(x.Pos, "there are %d faces", len(x.Faces))
		} else {
			for i, f := range x.Faces {
				if g := first.Faces[i]; f.English != g.English || f.Cost != g.Cost || f.Stats != g.Stats {
					differs(x.Pos, "a face is %s", factsOf(f.English, f.Cost, f.Stats))
				}
			}
		}
		if len(x.Rulings) != len(first.Rulings) {
			differs(x.Pos, "there are %d rulings", len(x.Rulings))
		} else {
			for i, r := range x.Rulings {
				if got := k.c.RulesOf(r); !slices.Equal(got, k.c.RulesOf(first.Rulings[i])) {
					differs(r.Pos, "ruling %d cites %s", i+1, list(got))
				}
			}
		}
		if c.imported != nil {
			k.facts(x, *c.imported)
		}
	}
}

func list(ns []rules.Number) string {
	var ss []string
	for _, n := range ns {
		ss = append(ss, n.String())
	}
	return strings.Join(ss, ", ")
}

func factsOf(facts ...string) string {
	return strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " ")
}

// facts reports where our text has other facts than the imported card.
func (k *checker) facts(x content.Card, c rulings.Card) {
	differs := func(what, ours, theirs string) {
		if evened(ours) != evened(theirs) {
			k.add(x.Pos, CardFacts, "%s is %q, in the imported cards %q", what, ours, theirs)
		}
	}
	differs("the card", x.Name, c.Name)
	if len(x.Faces) != len(c.Faces) {
		k.add(x.Pos, CardFacts, "%s has %d faces, in the imported cards %d", x.Name, len(x.Faces), len(c.Faces))
		return
	}
	for i, f := range x.Faces {
		g := c.Faces[i]
		differs("the face", f.English, g.Name)
		differs("the mana cost of "+f.English, f.Cost, g.ManaCost)
		differs("what stands in the corner of "+f.English, f.Stats, g.Stats())
		if x.Language == lang.English {
			differs("the type line of "+f.English, f.Type, g.TypeLine)
			continue
		}
		if p, ok := g.Printed[x.Language]; ok && p.Name != g.Name && !slices.Contains(p.Older, f.Name) {
			differs("the printed name of "+f.English, f.Name, p.Name)
		}
	}
}

// evened writes what prints and data write in more than one way in one.
func evened(s string) string {
	return strings.NewReplacer("'", "’", "\u00a0", " ", "\u202f", " ").Replace(s)
}

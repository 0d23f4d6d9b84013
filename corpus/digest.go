package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"regula/lang"
	"regula/rules"
)

// Shape identifies everything that our texts tell but their wording: which
// texts there are, their titles, names and editions, the rules on which
// rulings rest, the terms and how they are linked. Two corpora of the same
// history, imported texts and cards whose Shape is the same differ in nothing
// but what LeadWording, Wording, EntryWording, CardWording and SlangWording tell apart.
func (c *Corpus) Shape() string {
	h := sha256.New()
	fmt.Fprintln(h, c.content.Numbering.Unix())
	for _, p := range c.content.Pages {
		fmt.Fprintf(h, "page %s %s %q %d\n", p.Language, p.Number, p.Title, p.Edition.Unix())
		for _, x := range p.Explanations {
			fmt.Fprintf(h, "%s %q %d\n", x.Rule, x.Title, x.Edition.Unix())
		}
	}
	for _, g := range c.content.Glossary {
		fmt.Fprintf(h, "entry %s %q %q %d\n", g.Language, g.ID, g.Name, g.Edition.Unix())
	}
	for _, x := range c.content.Cards {
		fmt.Fprintf(h, "card %s %q %q %q %v %d\n", x.Language, x.ID, x.Name, x.Layout, x.Rules, x.Edition.Unix())
		for _, f := range x.Faces {
			fmt.Fprintf(h, "face %q %q %q %q %q\n", f.English, f.Name, f.Cost, f.Type, f.Stats)
		}
		for _, r := range x.Rulings {
			fmt.Fprintln(h, "ruling")
			for _, c := range r.Citations {
				fmt.Fprintln(h, c.First, c.Last)
			}
		}
	}
	for _, t := range c.content.Terms {
		fmt.Fprintf(h, "term %q %q %s\n", t.ID, t.Category, t.Rule)
		for _, l := range lang.All {
			fmt.Fprintf(h, "%q\n", t.Names[l])
		}
	}
	for _, v := range c.content.Variants {
		fmt.Fprintf(h, "variant %q %s %q %q\n", v.Term, v.Language, v.Text, v.Kind)
	}
	for _, u := range c.content.Unlinked {
		fmt.Fprintf(h, "unlinked %s %q %q %q\n", u.Language, u.ID, u.Wording, u.Unless)
	}
	return sum(h)
}

// LeadWording identifies the lead of a chapter, section or keyword in l, "" for
// none.
func (c *Corpus) LeadWording(n rules.Number, l lang.Language) string {
	p, ok := c.Page(n, l)
	if !ok || len(p.Lead) == 0 {
		return ""
	}
	return wordingSum(p.Lead)
}

// Wording identifies what an explanation of n in l says, "" where there is
// none.
func (c *Corpus) Wording(n rules.Number, l lang.Language) string {
	x, ok := c.Explanation(n, l)
	if !ok {
		return ""
	}
	return wordingSum(x.Body)
}

// EntryWording identifies what our text on a glossary entry in l says, "" where
// there is none.
func (c *Corpus) EntryWording(id string, l lang.Language) string {
	g, ok := c.GlossaryText(id, l)
	if !ok {
		return ""
	}
	return wordingSum(g.Body)
}

// CardWording identifies what our text on a card in l says, "" where there is
// none.
func (c *Corpus) CardWording(id string, l lang.Language) string {
	card, _ := c.Card(id)
	x, ok := card.Text(l)
	if !ok {
		return ""
	}
	h := sha256.New()
	for _, f := range x.Faces {
		fmt.Fprintf(h, "%q\n", f.Parts.Text.Source)
	}
	for _, r := range x.Rulings {
		fmt.Fprintf(h, "%q\n", r.Body)
	}
	return sum(h)
}

// SlangWording identifies what players of l type for rules and terms.
func (c *Corpus) SlangWording(l lang.Language) string {
	h := sha256.New()
	for _, s := range c.Slang(l) {
		s.Pos.Line = 0
		fmt.Fprintf(h, "%+v\n", s)
	}
	return sum(h)
}

func wordingSum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:8])
}

func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:8]) }

package corpus

import (
	"slices"

	"regula/content"
	"regula/lang"
)

// Names gives what a glossary entry is called in l: its heading, each name in
// it, the printed names of its terms, and behind those the older and the
// informal ones. Forms are what else may stand for it, inflected or not.
func (c *Corpus) Names(g GlossaryTerm, l lang.Language) (names, forms []string) {
	add := func(list *[]string, more ...string) {
		for _, s := range more {
			if !slices.Contains(names, s) && !slices.Contains(*list, s) {
				*list = append(*list, s)
			}
		}
	}
	if heading, own := g.Name(l); own {
		add(&names, heading)
		add(&names, splitNames(heading)...)
	}
	of := c.ofEntry[g.ID]
	for _, t := range of.terms {
		add(&names, splitNames(t.Names[l])...)
	}
	for _, v := range of.variants {
		if v.Language != l || v.Kind == content.Forbidden {
			continue
		}
		switch v.Kind {
		case "old", "informal":
			add(&names, v.Text)
		case "form":
			add(&forms, v.Text)
		}
	}
	return names, forms
}

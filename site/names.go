package site

import (
	"slices"
	"strings"

	"regula/corpus"
	"regula/lang"
	"regula/rules"
)

// nameEntries gives the id of each glossary entry by what its names in l are in
// an address: first whole headings, then other names, then forms; "" where
// several entries are equally called so.
func nameEntries(c *corpus.Corpus, l lang.Language) map[string]string {
	all := map[string]string{}
	put := func(rank func(corpus.GlossaryTerm) []string) {
		ids := map[string]string{}
		for _, g := range c.Glossary() {
			for _, name := range rank(g) {
				s := rules.Slug(name)
				if other, taken := ids[s]; taken && other != g.ID {
					ids[s] = ""
				} else {
					ids[s] = g.ID
				}
			}
		}
		for s, id := range ids {
			if _, taken := all[s]; !taken {
				all[s] = id
			}
		}
	}
	put(func(g corpus.GlossaryTerm) []string {
		if name, own := g.Name(l); own {
			return []string{name}
		}
		return nil
	})
	put(func(g corpus.GlossaryTerm) []string {
		names, _ := c.Names(g, l)
		return names
	})
	put(func(g corpus.GlossaryTerm) []string {
		_, forms := c.Names(g, l)
		return forms
	})
	return all
}

// entryNamed gives the path of the glossary entry that an address below its
// language names, as in "glossary/Trampelschaden", "" where it names none.
// Names in l go before those in other languages.
func (b *builder) entryNamed(l lang.Language, rest string) string {
	name, ok := strings.CutPrefix(strings.ToLower(rest), strings.TrimPrefix(glossaryPath(l), homePath(l)))
	if !ok {
		return ""
	}
	s := rules.Slug(name)
	for _, other := range append([]lang.Language{l, lang.English}, lang.All...) {
		if id := b.entries[other]()[s]; id != "" {
			return entryPath(l, id)
		}
	}
	return ""
}

// otherNames gives the names of an entry in l that stand elsewhere in an
// alphabetical list than its heading does, one of those that begin alike.
func otherNames(c *corpus.Corpus, g corpus.GlossaryTerm, l lang.Language) []string {
	heading, _ := termName(g, l)
	listed := []string{strings.ToLower(sortable(heading))}
	names, _ := c.Names(g, l)
	var others []string
	for _, name := range names {
		low := strings.ToLower(sortable(name))
		alike := func(s string) bool {
			n := min(len(s), len(low), 5)
			return s[:n] == low[:n]
		}
		if strings.HasPrefix(name, "-") || low == "" || slices.ContainsFunc(listed, alike) {
			continue
		}
		listed = append(listed, low)
		others = append(others, name)
	}
	return others
}

package site

import (
	"strings"
	"testing"

	"regula/lang"
	"regula/rules"
)

// Whatever an entry is called in a language, its English name too, leads to it
// in an address, or to another entry that is called so; and the list shows it.
func TestNamesLeadToEntries(t *testing.T) {
	s := projectSite(t)
	b, err := newBuilder(s.c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lang.All {
		list := s.page(t, glossaryPath(l)).Find(".letter").Text()
		called := map[string]int{} // how many entries have a name or form
		for _, g := range s.c.Glossary() {
			names, forms := s.c.Names(g, l)
			for s := range slugs(append(names, forms...)) {
				called[s]++
			}
		}
		for _, g := range s.c.Glossary() {
			heading, _ := g.Name(l)
			names, forms := s.c.Names(g, l)
			names = append(append(names, forms...), heading)
			if rules.Slug(g.English) != g.ID { // else it is the address of its page
				names = append(names, g.English)
			}
			for _, name := range names {
				if to := b.entryNamed(l, "glossary/"+name); to != entryPath(l, g.ID) && called[rules.Slug(name)] < 2 {
					t.Errorf("%q leads to %q, want %s", name, to, entryPath(l, g.ID))
				}
			}
			for _, name := range otherNames(s.c, g, l) {
				if !strings.Contains(list, name+" → "+heading) {
					t.Errorf("%s: the list has no %q that leads to %q", l, name, heading)
				}
			}
		}
	}
}

func slugs(names []string) map[string]bool {
	all := map[string]bool{}
	for _, name := range names {
		all[rules.Slug(name)] = true
	}
	return all
}

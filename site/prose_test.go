package site

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"regula/corpus"
	"regula/lang"
	"regula/rules"
)

// page gives a page of the project.
func (s *site) page(t *testing.T, at string) *goquery.Document {
	t.Helper()
	data, ok := printed[""](t)[at]
	if !ok {
		t.Fatalf("there is no page %q", at)
	}
	d, err := goquery.NewDocumentFromReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// links gives where the links of a selection lead, from the root of the site.
func links(d *goquery.Document, from, selector string) []string {
	var to []string
	d.Find(selector).Each(func(_ int, a *goquery.Selection) {
		href, _ := a.Attr("href")
		to = append(to, strings.TrimSuffix(path.Join(from, href), "/")+"/")
	})
	return to
}

// Every keyword leads to the glossary entries of its name, and they lead back.
func TestKeywordsAndTheirEntries(t *testing.T) {
	s := projectSite(t)
	without := map[string]bool{}
	for _, n := range s.c.Numbers() {
		e, _ := s.c.Entry(n)
		if e.Kind != corpus.Keyword {
			continue
		}
		var own []string
		for _, g := range s.c.Glossary() {
			title, _, _ := strings.Cut(e.EnglishTitle, " (") // ∞ (Infinity)
			for name := range strings.SplitSeq(title, " and ") {
				if slices.Contains(headings(g.English), rules.Slug(name)) {
					own = append(own, g.ID)
				}
			}
		}
		if len(own) == 0 {
			without[e.EnglishTitle] = true
		}
		for _, l := range lang.All {
			at := rulePath(l, n)
			terms := links(s.page(t, at), at, ".terms a")
			for _, id := range own {
				to := entryPath(l, id)
				if !slices.Contains(terms, to) {
					t.Errorf("%s (%s) does not lead to %s", at, e.EnglishTitle, to)
				}
				if !slices.Contains(links(s.page(t, to), to, ".chips a"), at) {
					t.Errorf("%s does not lead back to %s (%s)", to, at, e.EnglishTitle)
				}
			}
		}
	}
	// The glossary of this edition has no entry of these names.
	for _, name := range []string{"Suspect", "Open an Attraction", "Roll to Visit Your Attractions"} {
		if !without[name] {
			t.Errorf("%s has an entry now: take it off this list", name)
		}
		delete(without, name)
	}
	for name := range without {
		t.Errorf("%s has no glossary entry", name)
	}
}

// headings gives the slugs of a heading and of each name in it.
func headings(heading string) []string {
	all := []string{rules.Slug(heading)}
	for part := range strings.SplitSeq(heading, ", ") {
		all = append(all, rules.Slug(part))
	}
	return all
}

// In every rule a term leads to its entry once, no more do than a reader can
// bear, none on its own page, and none where there is another link.
func TestLinkedTerms(t *testing.T) {
	s := projectSite(t)
	total, rulesWith := 0, 0
	for _, l := range lang.All {
		for _, n := range s.c.Numbers() {
			at := rulePath(l, n)
			d := s.page(t, at)
			if odd := d.Find("a a, h1 .term, h2 .term, h3 .term, .official .term, .see .term, .more .term"); odd.Length() > 0 {
				t.Errorf("%s: terms in links or headings: %s", at, odd.Text())
			}
			d.Find(".lead, article > .text").Each(func(_ int, text *goquery.Selection) {
				var to []string
				text.Find("a.term").Each(func(_ int, a *goquery.Selection) {
					href, _ := a.Attr("href")
					to = append(to, href)
				})
				total += len(to)
				if len(to) > 0 {
					rulesWith++
				}
				slices.Sort(to)
				if len(to) > mostTerms || len(slices.Compact(to)) < len(to) {
					t.Errorf("%s: terms %v, want %d at most and each once", at, to, mostTerms)
				}
			})
			e, _ := s.c.Entry(n)
			for _, id := range e.CitedByTerms {
				if e.Kind >= corpus.Rule && slices.Contains(links(d, at, ".text a.term"), entryPath(l, id)) {
					t.Errorf("%s leads to %s, which is about it", at, id)
				}
			}
		}
		for _, g := range s.c.Glossary() {
			at := entryPath(l, g.ID)
			if slices.Contains(links(s.page(t, at), at, "a.term"), at) {
				t.Errorf("%s leads to itself", at)
			}
		}
	}
	if total < 20_000 || rulesWith < 8_000 {
		t.Errorf("%d terms in %d texts lead to the glossary, want more than 20000 in 8000", total, rulesWith)
	}
}

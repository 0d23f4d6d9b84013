package search

import (
	"sync"
	"testing"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/markdown"
)

// realCorpus joins the content of the repository, as the site does without
// any official text.
var realCorpus = sync.OnceValues(func() (*corpus.Corpus, error) {
	ct, err := content.Load(content.FS)
	if err != nil {
		return nil, err
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		return nil, err
	}
	return corpus.New(h, nil, nil, ct), nil
})

func realDocuments(t testing.TB, l lang.Language) []Document {
	t.Helper()
	c, err := realCorpus()
	if err != nil {
		t.Fatal(err)
	}
	return Documents(c, l)
}

// TestPlain compares the short way of plain with the whole one, on all texts.
func TestPlain(t *testing.T) {
	c, err := realCorpus()
	if err != nil {
		t.Fatal(err)
	}
	check := func(src []byte) {
		t.Helper()
		if got, want := plain(src), markdown.Plain(src); got != want {
			t.Errorf("plain(%q) = %q, want %q", src, got, want)
		}
	}
	for _, s := range []string{"", "\n\n", "one\ntwo\n\nthree", "{T}: tap\n", "a\n---\n", "1. a\n2. b", "# h", "- a\n- b", "a  \nb", "    code", "a *b*", "http://example.com", "É b\n- c"} {
		check([]byte(s))
	}
	for _, l := range lang.All {
		for _, n := range c.Numbers() {
			if x, ok := c.Explanation(n, l); ok {
				check(x.Parts.Text.Source)
				for _, p := range x.Parts.Examples {
					check(p.Source)
				}
			}
			if p, ok := c.Page(n, l); ok {
				check(p.Lead)
			}
		}
		for _, g := range c.Glossary() {
			if x, ok := c.GlossaryText(g.ID, l); ok {
				check(x.Parts.Text.Source)
			}
		}
	}
}

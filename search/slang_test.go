package search

import (
	"context"
	"slices"
	"testing"

	"regula/lang"
	"regula/rules"
)

// realIndex makes the index of the repository's content.
func realIndex(t testing.TB, l lang.Language) *Index {
	t.Helper()
	x, err := NewIndex(realDocuments(t, l), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// TestSlang checks that what players type leads where the list says: each
// target is there, and all of them are among the first hits.
func TestSlang(t *testing.T) {
	c, err := realCorpus()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lang.All {
		slang := c.Slang(l)
		if len(slang) < 150 {
			t.Errorf("content/%s/slang.tsv has %d entries, want at least 150", l, len(slang))
		}
		x := realIndex(t, l)
		for _, s := range slang {
			r, err := x.Search(context.Background(), s.Typed, Options{Complete: true})
			if err != nil {
				t.Fatal(err)
			}
			var first []string
			for _, h := range r.Hits[:min(len(r.Hits), len(s.Targets)+4)] {
				first = append(first, h.ID)
			}
			for _, target := range s.Targets {
				n, err := rules.ParseNumber(target)
				if _, ok := c.GlossaryTerm(target); !ok && (err != nil || !c.Has(n)) {
					t.Errorf("%v: %q leads to %q, which is neither a rule nor a glossary entry", s.Pos, s.Typed, target)
				} else if !slices.Contains(first, target) {
					t.Errorf("%v: Search(%q) finds %q first, want %q among them", s.Pos, s.Typed, first, target)
				}
			}
		}
	}
}

package corpus

import (
	"slices"
	"testing"

	"regula/content"
	"regula/editions"
	"regula/lang"
	"regula/rules"
)

// project joins the committed facts and texts.
func project(t *testing.T) *Corpus {
	t.Helper()
	ct, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	return New(h, nil, nil, ct)
}

func TestProjectHasNoFatalProblem(t *testing.T) {
	for _, p := range project(t).Check() {
		if p.Kind.Fatal() {
			t.Error(p)
		}
	}
}

func TestProjectOutline(t *testing.T) {
	c := project(t)
	counts := map[Kind]int{}
	for _, n := range c.Numbers() {
		e, ok := c.Entry(n)
		if !ok {
			t.Fatalf("Entry(%s) is missing, though Numbers has it", n)
		}
		counts[e.Kind]++
		if page, ok := c.Entry(e.Page); !ok || page.Page != e.Page {
			t.Errorf("%s stands on page %s, which is no page", n, e.Page)
		}
		for _, l := range lang.All {
			if e.Kind <= Keyword && c.Title(n, l) == "" {
				t.Errorf("%s has no title in %s", n, l)
			}
		}
	}
	if counts[Chapter] != 9 || counts[Keyword] < 200 || counts[Rule]+counts[Keyword]+counts[Subrule] < 3000 {
		t.Errorf("counts by kind = %v", counts)
	}
}

func TestNeighbours(t *testing.T) {
	c := project(t)
	for _, tt := range []struct{ n, prev, next string }{
		{"702.9", "702.8b", "702.9a"},
		{"704.5z", "704.5y", "704.5aa"},
		{"704.5aa", "704.5z", "704.6"},
		{"100.1", "", "100.1a"},
		{"702", "701", "703"},
		{"9", "8", ""},
	} {
		e, _ := c.Entry(rules.MustParseNumber(tt.n))
		if e.Prev.String() != tt.prev || e.Next.String() != tt.next {
			t.Errorf("Entry(%s) has neighbours %s and %s, want %s and %s", tt.n, e.Prev, e.Next, tt.prev, tt.next)
		}
	}
}

func TestCitedBy(t *testing.T) {
	c := project(t)
	for _, tt := range []struct{ cites, cited string }{
		{"704.5aa", "702.179"},
		{"715.4", ""},
		{"601.2", "601.2g"}, // within the range 601.2f–h
	} {
		n := rules.MustParseNumber(tt.cites)
		e, _ := c.Entry(n)
		if tt.cited == "" {
			if len(e.Cites) > 0 {
				t.Errorf("%s cites %v, want nothing", n, e.Cites)
			}
			continue
		}
		m := rules.MustParseNumber(tt.cited)
		target, _ := c.Entry(m)
		if !slices.Contains(e.Cites, m) || !slices.Contains(target.CitedBy, n) {
			t.Errorf("%s cites %v, and %s is cited by %v; want each in the other", n, e.Cites, m, target.CitedBy)
		}
	}
}

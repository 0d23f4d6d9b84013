package corpus

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"regula/content"
	"regula/editions"
	"regula/rules"
)

func day(t testing.TB, s string) time.Time {
	t.Helper()
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// boats gives three editions of a small book. In the second a rule is put in
// and the last one, which moves, reworded; in the third that is reworded again
// and the rule that was put in cites another one.
func boats(t testing.TB) (*editions.History, []*rules.Book) {
	t.Helper()
	const sample = `Boat Comprehensive Rules

These rules are effective as of %[1]s.

Contents

1. Boats
100. General

Glossary

Credits

1. Boats

100. General

100.1. Every boat has a name of its own, painted on its bow.

%[2]s

Glossary

Bow
The %[3]s of a boat. See rule 100.1.

Credits

These rules are effective as of %[1]s.
`
	var books []*rules.Book
	for _, e := range [][3]string{
		{"January 1, 2031", "100.2. A captain who is late buys the tea for all others.\n\n100.3. Nobody swims (see rule 100.1).\n\n100.4. Whistles are blown twice on coming back to port.", "front"},
		{"February 2, 2031", "100.2. Boats that leak are bailed out as rule 100.1 says.\n\n100.3. A captain who is late buys the tea and the cake for all others.\n\n100.4. Nobody swims (see rule 100.1).", "front"},
		{"March 3, 2031", "100.2. Boats that leak are bailed out as rule 100.3 says.\n\n100.3. A captain who is late buys the tea and the cakes for all others.\n\n100.4. Nobody swims (see rule 100.1).\n\n100.5. A boat has a bell.", "front end"},
	} {
		b, err := rules.Parse(strings.NewReader(fmt.Sprintf(sample, e[0], e[1], e[2])))
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, b)
	}
	h, err := editions.NewHistory([]editions.Edition{editions.FromBook(books[0])}, nil)
	for _, b := range books[1:] {
		if err == nil {
			h, err = h.With(b, books...)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return h, books
}

// german gives content of one German file on section 100.
func german(t testing.TB, edition, body string) content.Content {
	t.Helper()
	fsys := fstest.MapFS{
		"de/rules/100.md":   {Data: []byte("---\nrule: \"100\"\ntitle: Allgemeines\nedition: " + edition + "\n---\n" + body)},
		"de/glossary/b.md":  {Data: []byte("---\nedition: " + edition + "\n---\n\n## Bug {#bow}\n\nVorn.\n\n## Bö {#breeze}\n\nWind.\n")},
		"de/rules/.ignored": {Mode: fs.ModeDir},
	}
	ct, err := content.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return ct
}

const today = "\n## 100.1\n\nA.\n\n## 100.2\n\nB.\n\n## 100.3\n\nC.\n\n## 100.4\n\nD.\n"

func TestStale(t *testing.T) {
	h, books := boats(t)
	n := rules.MustParseNumber
	for _, tt := range []struct{ edition, rule, want string }{
		{"2031-03-03", "100.3", ""},
		{"2031-02-02", "100.3", "explained from the edition of 2031-02-02, and reworded in that of 2031-03-03"},
		{"2031-01-01", "100.3", "explained from the edition of 2031-01-01, and reworded in that of 2031-02-02, 2031-03-03"},
		{"2031-02-02", "100.2", ""}, // cites another rule, and no more
		{"2031-01-01", "100.2", "explained from the edition of 2031-01-01, which did not have it"},
		{"2031-01-01", "100.4", ""}, // moved, and no more
		{"2031-01-01", "100.1", ""},
		{"2030-12-31", "100.1", "explained from the edition of 2030-12-31, of which no facts are known"},
		{"2031-04-04", "100.1", "explained from the edition of 2031-04-04, of which no facts are known"},
	} {
		c := New(h, books, nil, german(t, tt.edition, today))
		x, ok := c.Explanation(n(tt.rule), "de")
		if !ok {
			t.Fatalf("%s is not explained", tt.rule)
		}
		got := ""
		if s, stale := c.Stale(x); stale {
			got = s.String()
		}
		if got != tt.want {
			t.Errorf("%s of %s is stale: %q, want %q", tt.rule, tt.edition, got, tt.want)
		}
	}

	for _, tt := range []struct{ edition, want string }{
		{"2031-03-03", ""},
		{"2031-01-01", "explained from the edition of 2031-01-01, and reworded in that of 2031-03-03"},
		{"2030-12-31", "explained from the edition of 2030-12-31, of which no facts are known"},
	} {
		c := New(h, books, nil, german(t, tt.edition, today))
		x, ok := c.GlossaryText("bow", "de")
		if !ok {
			t.Fatal("Bow is not explained")
		}
		got := ""
		s, stale := c.StaleEntry(x)
		if stale {
			got = s.String()
		}
		if got != tt.want {
			t.Errorf("Bow of %s is stale: %q, want %q", tt.edition, got, tt.want)
		}
		if s.HasWordings && (!strings.Contains(s.Old.Text, "front") || !strings.Contains(s.New.Text, "front end")) {
			t.Errorf("Bow was %q and is %q", s.Old.Text, s.New.Text)
		}
	}

	c := New(h, books, nil, german(t, "2031-01-01", today))
	x, _ := c.Explanation(n("100.3"), "de")
	s, _ := c.Stale(x)
	if !s.HasWordings || s.Then != n("100.2") || !strings.Contains(s.Old.Text, "the tea for") || !strings.Contains(s.New.Text, "the cakes") {
		t.Errorf("100.3 was %s, %q, and is %q", s.Then, s.Old.Text, s.New.Text)
	}
	c = New(h, books[2:], nil, german(t, "2031-01-01", today))
	if s, stale := c.Stale(x); !stale || s.HasWordings {
		t.Errorf("without the older text 100.3 has wordings %v (stale %v)", s.HasWordings, stale)
	}
}

// TestOfficial checks which wording is shown as today's where the text of
// another edition is imported.
func TestOfficial(t *testing.T) {
	h, books := boats(t)
	for _, tt := range []struct {
		books []*rules.Book
		want  string // numbers that have an official text
	}{
		{nil, ""},
		{books[2:], "100.1 100.2 100.3 100.4 100.5"},
		{books[:1], "100.1 100.4"},
		{books[1:2], "100.1 100.4"}, // 100.2 cites another rule by now
		{books, "100.1 100.2 100.3 100.4 100.5"},
	} {
		c := New(h, tt.books, nil, content.Content{})
		var got []string
		for _, n := range c.Numbers() {
			if r, ok := c.Official(n); ok {
				got = append(got, n.String())
				if r.Number != n {
					t.Errorf("the official text of %s is that of %s", n, r.Number)
				}
			}
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("of %d books %s have an official text, want %s", len(tt.books), got, tt.want)
		}
		if got := c.OfficialEditions(); len(got) != len(tt.books) {
			t.Errorf("texts of %v are imported, want %d", got, len(tt.books))
		}
	}
	c := New(h, books, nil, content.Content{})
	if r, ok := c.OfficialIn(day(t, "2031-01-01"), rules.MustParseNumber("100.2")); !ok || !strings.Contains(r.Text, "tea") {
		t.Errorf("100.2 of January is %q, %v", r.Text, ok)
	}
	if _, ok := c.OfficialIn(day(t, "2030-01-01"), rules.MustParseNumber("100.2")); ok {
		t.Error("an edition that nobody imported has a text")
	}
	if text, ok := c.OfficialEntryIn(day(t, "2031-02-02"), "Bow"); !ok || text != "The front of a boat. See rule 100.1." {
		t.Errorf("Bow of February is %q, %v", text, ok)
	}
}

func TestWorkList(t *testing.T) {
	h, _ := boats(t)
	for _, tt := range []struct{ from, to, edition, want string }{
		{"2031-01-01", "2031-03-03", "2031-01-01",
			"not written yet 1; unchanged 100; unchanged 100.1; new 100.2; moved and reworded 100.2 100.3; moved 100.3 100.4; gone 100.4; new 100.5; reworded Bow"},
		{"2031-02-02", "2031-03-03", "2031-02-02",
			"not written yet 1; unchanged 100; unchanged 100.1; unchanged 100.2; reworded 100.3; unchanged 100.4; new 100.5; reworded Bow"},
		{"2031-02-02", "2031-03-03", "2031-03-03", // read again already
			"not written yet 1; unchanged 100; unchanged 100.1; unchanged 100.2; unchanged 100.3; unchanged 100.4; new 100.5; unchanged Bow"},
		{"2031-03-03", "2031-03-03", "2031-02-02",
			"not written yet 1; unchanged 100; unchanged 100.1; unchanged 100.2; reworded 100.3; unchanged 100.4; not written yet 100.5; reworded Bow"},
	} {
		var got []string
		for _, w := range WorkList(h, german(t, tt.edition, today), day(t, tt.from), day(t, tt.to)) {
			if w.Language != "de" {
				continue
			}
			s := w.Kind.String()
			for _, n := range []rules.Number{w.Old, w.New} {
				if !n.IsZero() && (n == w.Old || w.New != w.Old) {
					s += " " + n.String()
				}
			}
			if w.New == w.Old && !w.New.IsZero() {
				s = w.Kind.String() + " " + w.New.String()
			}
			if w.Term != "" {
				s += " " + w.Term
			}
			got = append(got, s)
			if written := w.Kind != Added && w.Kind != Missing; written != (w.Pos.File != "") {
				t.Errorf("%s stands at %v", s, w.Pos)
			}
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("from %s to %s, read against %s:\n%s\nwant\n%s", tt.from, tt.to, tt.edition, got, tt.want)
		}
	}
}

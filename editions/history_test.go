package editions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"regula/editions"
	"regula/rules"
)

var n = rules.MustParseNumber

func day(t testing.TB, s string) time.Time {
	t.Helper()
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func history(t testing.TB) *editions.History {
	t.Helper()
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// show writes spans as "701.54 Time Travel 2023-10-13…2025-06-06 now 701.56".
func show(spans []editions.Span) string {
	var all []string
	for _, s := range spans {
		text := fmt.Sprintf("%s %s %s…", s.Number, s.Title, s.From.Format(time.DateOnly))
		if !s.Until.IsZero() {
			text += s.Until.Format(time.DateOnly)
		}
		if !s.Now.IsZero() {
			text += " now " + s.Now.String()
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// TestKnownMoves checks what is known of the official editions.
func TestKnownMoves(t *testing.T) {
	h := history(t)
	for _, tt := range []struct{ n, meanings, numbers string }{
		{"701.54",
			"701.54 Time Travel 2023-10-13…2025-06-06 now 701.56; 701.54 The Ring Tempts You 2025-06-06… now 701.54",
			"701.52 The Ring Tempts You 2023-06-16…2025-06-06 now 701.54; 701.54 The Ring Tempts You 2025-06-06… now 701.54"},
		{"701.56a",
			"701.56a Cloak 2024-02-02…2025-06-06 now 701.58a; 701.56a Time Travel 2025-06-06… now 701.56a",
			"701.54a Time Travel 2023-10-13…2025-06-06 now 701.56a; 701.56a Time Travel 2025-06-06… now 701.56a"},
		{"702.195", "702.195 Storied 2026-08-07… now 702.195", "702.195 Storied 2026-08-07… now 702.195"},
		{"702.176", "702.176 Impending 2024-09-20… now 702.176", "702.176 Impending 2024-09-20… now 702.176"}, // misprinted as 702.175 at first
		{"308", "308 Kindreds 2015-01-23… now 308", "308 Kindreds 2015-01-23… now 308"},                       // Tribals before
		{"310.9",
			"310.9 Battles 2023-04-14…2026-08-07 now 310.10; 310.9 Battles 2026-08-07… now 310.9",
			"310.8 Battles 2023-04-14…2026-08-07 now 310.9; 310.9 Battles 2026-08-07… now 310.9"},
		{"704.5aa",
			"704.5aa State-Based Actions 2026-08-07… now 704.5aa",
			"704.5z State-Based Actions 2025-02-07…2026-08-07 now 704.5aa; 704.5aa State-Based Actions 2026-08-07… now 704.5aa"},
		{"715.3d",
			"715.3d Adventurer Cards 2019-10-04…2021-07-23 now 715.3d; 715.3d Adventurer Cards 2023-04-14… now 715.3d",
			"715.3d Adventurer Cards 2019-10-04…2021-07-23 now 715.3d; 716.3d Adventurer Cards 2021-07-23…2023-04-14 now 715.3d; 715.3d Adventurer Cards 2023-04-14… now 715.3d"},
		{"509.7", "509.7 Declare Blockers Step 2015-01-23…2024-11-08 now 509.4", ""},
		{"999.1", "", ""},
	} {
		if got := show(h.Meanings(n(tt.n))); got != tt.meanings {
			t.Errorf("%s named %s, want %s", tt.n, got, tt.meanings)
		}
		if got := show(h.Numbers(n(tt.n))); got != tt.numbers {
			t.Errorf("%s was %s, want %s", tt.n, got, tt.numbers)
		}
	}

	// 2026-06-19 to 2026-08-07
	steps := h.Steps()
	last := steps[len(steps)-1]
	changes := map[rules.Number]editions.Change{} // by old number
	var reworded, added []string
	for _, c := range last.Changes {
		switch {
		case c.Term != "":
		case c.Kind == editions.Reworded:
			reworded = append(reworded, c.New.String())
		case c.Kind == editions.Added:
			added = append(added, c.New.String())
		default:
			changes[c.Old] = c
		}
	}
	if got, want := strings.Join(reworded, " "), "310.7 506.4 605.1a 704.5v 722.3a"; got != want {
		t.Errorf("reworded in August 2026: %s, want %s", got, want)
	}
	if got, want := strings.Join(added, " "), "122.1j 310.8 701.70 701.70a 702.195 702.195a 702.195b 702.195c 704.5w"; got != want {
		t.Errorf("added in August 2026: %s, want %s", got, want)
	}
	for _, tt := range []struct {
		old, new string
		kind     editions.ChangeKind
	}{
		{"310.8", "310.9", editions.Moved},
		{"310.8a", "310.9a", editions.MovedAndReworded},
		{"310.8g", "310.9g", editions.Moved},
		{"310.9", "310.10", editions.Moved},
		{"310.10", "310.11", editions.MovedAndReworded},
		{"310.11", "310.12", editions.MovedAndReworded},
		{"310.11b", "310.12b", editions.Moved},
		{"704.5w", "704.5x", editions.MovedAndReworded},
		{"704.5x", "704.5y", editions.MovedAndReworded},
		{"704.5y", "704.5z", editions.Moved},
		{"704.5z", "704.5aa", editions.Moved},
	} {
		if c := changes[n(tt.old)]; c.Kind != tt.kind || c.New != n(tt.new) {
			t.Errorf("%s was %v %s in August 2026, want %v %s", tt.old, c.Kind, c.New, tt.kind, tt.new)
		}
	}

	// November 2024 to August 2026
	from := day(t, "2024-11-08")
	s, err := h.Compare(from, h.Newest().Effective)
	if err != nil {
		t.Fatal(err)
	}
	then, _ := h.Edition(from)
	all, moved, other := 0, 0, 0
	for _, f := range then.Facts {
		if f.Kind != editions.Rule {
			continue
		}
		all++
		now, ok := h.Now(f.Number, from)
		if ok && now != f.Number {
			moved++
		}
		if _, used := h.Newest().Fact(f.Number); used && now != f.Number {
			other++
		}
	}
	t.Logf("of %d rules of November 2024, %d have another number and %d old numbers name another rule", all, moved, other)
	if moved*100 < 10*all || moved*100 > 15*all || other < 191 {
		t.Errorf("of %d rules, %d moved and %d numbers name another", all, moved, other)
	}
	for _, c := range s.Changes {
		if c.Kind == editions.Moved && c.Term == "" {
			if now, ok := h.Now(c.Old, from); !ok || now != c.New {
				t.Errorf("%s is now %s, and %s when compared", c.Old, now, c.New)
			}
		}
	}
}

// TestHistory checks what holds for all numbers of all editions.
func TestHistory(t *testing.T) {
	h := history(t)
	all := h.Editions()
	newest := h.Newest()
	if len(all) != 62 || newest.String() != "2026-08-07" {
		t.Errorf("%d editions up to %s", len(all), newest)
	}
	for i, s := range h.Steps() {
		again, err := h.Compare(all[i].Effective, all[i+1].Effective)
		if err != nil || !slices.Equal(again.Changes, s.Changes) {
			t.Errorf("%s compared with %s differs from the step between them, %v", all[i], all[i+1], err)
		}
	}
	for _, f := range newest.Facts {
		if f.Kind == editions.Entry {
			if g, ok := newest.EntryByID(rules.Slug(f.Term)); !ok || g.Digest != f.Digest {
				t.Errorf("EntryByID(%q) = %v, %v", f.Term, g, ok)
			}
			continue
		}
		spans := h.Numbers(f.Number)
		if len(spans) == 0 || spans[len(spans)-1].Number != f.Number || !spans[len(spans)-1].Until.IsZero() {
			t.Errorf("%s was %s", f.Number, show(spans))
		}
		for _, s := range spans {
			if s.Now != f.Number || s.Title == "" {
				t.Errorf("%s was %s", f.Number, show(spans))
			}
			if then, ok := h.Then(f.Number, s.From); !ok || then != s.Number {
				t.Errorf("%s was %s in %s, want %s", f.Number, then, s.From.Format(time.DateOnly), s.Number)
			}
		}
		for i := 1; i < len(spans); i++ { // one number at a time, without a gap
			if !spans[i].From.Equal(spans[i-1].Until) {
				t.Errorf("%s was %s", f.Number, show(spans))
			}
		}
		if now, ok := h.Now(f.Number, newest.Effective); !ok || now != f.Number {
			t.Errorf("%s is now %s", f.Number, now)
		}
	}
	for _, e := range all {
		for _, f := range e.Facts {
			if f.Kind == editions.Entry {
				continue
			}
			found := 0
			for _, s := range h.Meanings(f.Number) {
				if s.From.Compare(e.Effective) <= 0 && (s.Until.IsZero() || e.Effective.Before(s.Until)) {
					found++
					if now, _ := h.Now(f.Number, e.Effective); now != s.Now {
						t.Errorf("%s of %s is now %s and %s", f.Number, e, now, s.Now)
					}
				}
			}
			if found != 1 {
				t.Errorf("%s had %d meanings in %s", f.Number, found, e)
			}
		}
	}
	for _, bad := range []string{"2024-11-09", "1999-01-01"} {
		if _, ok := h.Edition(day(t, bad)); ok {
			t.Errorf("there is an edition of %s", bad)
		}
		if _, ok := h.Now(n("100.1"), day(t, bad)); ok {
			t.Errorf("there was a 100.1 in %s", bad)
		}
		if _, ok := h.Then(n("100.1"), day(t, bad)); ok {
			t.Errorf("100.1 was something in %s", bad)
		}
		if _, err := h.Compare(day(t, bad), newest.Effective); err == nil {
			t.Errorf("%s can be compared", bad)
		}
	}
	if _, err := h.Compare(newest.Effective, all[0].Effective); err == nil {
		t.Error("the newest edition can be compared with an older one")
	}
}

// TestMoves checks that all numbers of two editions are led to and fro alike.
func TestMoves(t *testing.T) {
	h := history(t)
	for _, days := range [][2]string{{"2026-06-19", "2026-08-07"}, {"2015-01-23", "2026-08-07"}, {"2020-07-03", "2020-07-03"}} {
		from, to := day(t, days[0]), day(t, days[1])
		there, back := h.Moves(from, to), h.Moves(to, from)
		if len(there) == 0 || len(there) != len(back) {
			t.Errorf("%d numbers lead from %s to %s, %d back", len(there), days[0], days[1], len(back))
		}
		for n, m := range there {
			if back[m] != n {
				t.Errorf("%s leads to %s, and that to %s", n, m, back[m])
			}
			if now, ok := h.Now(n, from); days[1] == "2026-08-07" && (!ok || now != m) {
				t.Errorf("%s of %s leads to %s, but is now %s", n, days[0], m, now)
			}
		}
	}
	if m := h.Moves(day(t, "1999-01-01"), day(t, "2026-08-07")); m != nil {
		t.Errorf("an edition that is not known has %d numbers", len(m))
	}
}

func TestWith(t *testing.T) {
	books := three(t)
	h, err := editions.NewHistory([]editions.Edition{editions.FromBook(books[0])}, nil)
	if err != nil {
		t.Fatal(err)
	}
	more, err := h.With(books[2], books...)
	if err != nil {
		t.Fatal(err)
	}
	all, err := more.With(books[1], books...)
	if err != nil {
		t.Fatal(err)
	}
	if got := show(all.Numbers(n("100.3"))); got != "100.2 General 2031-01-01…2031-02-02 now 100.3; 100.3 General 2031-02-02… now 100.3" {
		t.Errorf("100.3 was %s", got)
	}
	if len(h.Editions()) != 1 || len(more.Editions()) != 2 || len(all.Editions()) != 3 {
		t.Errorf("the histories have %d, %d and %d editions, want 1, 2 and 3", len(h.Editions()), len(more.Editions()), len(all.Editions()))
	}
}

func TestPage(t *testing.T) {
	e := history(t).Newest()
	for _, tt := range []struct{ n, want string }{
		{"7", "7"}, {"702", "702"}, {"702.1", "702"}, {"702.1a", "702"}, {"702.19", "702.19"}, {"702.19b", "702.19"},
		{"205.3", "205"}, {"205.3m", "205"}, {"999", ""}, {"702.999", ""},
	} {
		if got := e.Page(n(tt.n)).String(); got != tt.want {
			t.Errorf("Page(%s) = %q, want %q", tt.n, got, tt.want)
		}
	}
}

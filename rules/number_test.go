package rules_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"regula/rules"
)

func TestParseNumber(t *testing.T) {
	for _, tt := range []struct {
		in string
		ok bool
	}{
		{"1", true}, {"9", true}, {"100", true}, {"702", true}, {"702.9", true}, {"702.195", true},
		{"702.9b", true}, {"704.5z", true}, {"704.5aa", true}, {"704.5az", true}, {"704.5zz", true},
		{"", false}, {"0", false}, {"10", false}, {"099", false}, {"1000", false}, {"1.1", false}, {"10.1", false},
		{"702.", false}, {"702.0", false}, {"702.09", false}, {"702.1000", false}, {".9", false}, {"702.b", false},
		{"702.9l", false}, {"702.9o", false}, {"704.5al", false}, {"704.5oa", false}, // l and o look like 1 and 0
		{"702.9aaa", false}, {"702.9B", false}, {"702.9 b", false}, {" 702", false}, {"702.9b.", false}, {"+702", false},
		{"702.+9", false}, {"7０2", false}, {"702.9é", false}, {"702.9.1", false}, {"702b", false},
	} {
		n, err := rules.ParseNumber(tt.in)
		if (err == nil) != tt.ok {
			t.Errorf("ParseNumber(%q) error = %v, want ok = %v", tt.in, err, tt.ok)
		}
		if err == nil && n.String() != tt.in {
			t.Errorf("ParseNumber(%q) prints as %q", tt.in, n)
		}
		if err != nil && !n.IsZero() {
			t.Errorf("ParseNumber(%q) = %s with an error", tt.in, n)
		}
	}
}

func TestFollows(t *testing.T) {
	for _, tt := range []struct {
		n, m string // m "" for the beginning
		want bool
	}{
		{"1", "", true}, {"100", "", false}, {"2", "", false},
		{"100", "1", true}, {"101", "100", true}, {"200", "1", false}, {"601", "600", true},
		{"702.1", "702", true}, {"702.1a", "702.1", true}, {"702.9b", "702.9a", true},
		{"702.10", "702.9", true}, {"702.10", "702.9k", true}, {"703", "702.195b", true}, {"8", "702.9b", true},
		{"702.9m", "702.9k", true}, {"702.9p", "702.9n", true}, {"704.5aa", "704.5z", true}, {"704.5am", "704.5ak", true},
		{"702.9c", "702.9a", false}, {"702.9a", "702.9b", false}, {"702.9a", "702.9a", false}, {"702.9", "702.9a", false},
		{"702.11", "702.9", false}, {"702.1", "701", false}, {"702.9b", "702.8a", false}, {"702.9b", "702.9", false}, {"9", "702.9b", false},
		{"102", "100", false}, {"2", "1", false}, {"200", "100.1", false}, {"703.1", "702.9b", false},
	} {
		var m rules.Number
		if tt.m != "" {
			m = rules.MustParseNumber(tt.m)
		}
		if got := rules.MustParseNumber(tt.n).Follows(m); got != tt.want {
			t.Errorf("%s.Follows(%s) = %v, want %v", tt.n, tt.m, got, tt.want)
		}
	}
}

func TestNumberText(t *testing.T) {
	var n rules.Number
	if err := n.UnmarshalText([]byte("704.5aa")); err != nil || n.String() != "704.5aa" {
		t.Errorf("UnmarshalText: %s, %v", n, err)
	}
	if err := n.UnmarshalText(nil); err != nil || !n.IsZero() {
		t.Errorf("UnmarshalText of nothing: %s, %v", n, err)
	}
	if err := n.UnmarshalText([]byte("704.5l")); err == nil {
		t.Error("UnmarshalText(704.5l) has no error")
	}
}

// checkNumbers checks what holds for the numbers of every book, which are in
// order.
func checkNumbers(t *testing.T, name string, ns []rules.Number, gaps int) {
	t.Helper()
	have := map[rules.Number]bool{}
	for _, n := range ns {
		have[n] = true
	}
	missing := 0
	for i, n := range ns {
		again, err := rules.ParseNumber(n.String())
		if err != nil || again != n {
			t.Errorf("%s: ParseNumber(%s) = %s, %v", name, n, again, err)
		}
		text, err := n.MarshalText()
		if err != nil || again.UnmarshalText(text) != nil || again != n {
			t.Errorf("%s: %s as text is %q", name, n, text)
		}
		kinds := 0
		for _, is := range []bool{n.IsChapter(), n.IsSection(), n.IsRule(), n.IsSubrule(), n.IsZero()} {
			if is {
				kinds++
			}
		}
		if kinds != 1 {
			t.Errorf("%s: %s is %d kinds of number", name, n, kinds)
		}
		if n.IsSubrule() != (n.Letters() != "") || strings.ContainsAny(n.Letters(), "lo") {
			t.Errorf("%s: %s has letters %q", name, n, n.Letters())
		}
		if p := n.Parent(); !p.IsZero() && !have[p] {
			missing++
		}
		for p := n; !p.IsZero(); p = p.Parent() {
			if !n.Within(p) || p.Compare(n) > 0 || p.Within(n) != (p == n) {
				t.Errorf("%s: %s and %s", name, n, p)
			}
		}
		if !n.Within(n.Chapter()) || !n.IsChapter() && !n.Within(n.Section()) {
			t.Errorf("%s: %s is not within its chapter %s or section %s", name, n, n.Chapter(), n.Section())
		}
		if i == 0 {
			if !n.Follows(rules.Number{}) {
				t.Errorf("%s: begins with %s", name, n)
			}
			continue
		}
		prev := ns[i-1]
		if n.Compare(prev) <= 0 || prev.Compare(n) >= 0 {
			t.Errorf("%s: %s does not come after %s", name, n, prev)
		}
		if !n.Follows(prev) {
			missing++
		}
		if prev.Follows(n) {
			t.Errorf("%s: %s follows %s", name, prev, n)
		}
	}
	if missing != gaps {
		t.Errorf("%s: %d numbers left out, want %d", name, missing, gaps)
	}
	mixed := slices.Clone(ns)
	rand.New(rand.NewPCG(7, 15)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	slices.SortFunc(mixed, rules.Number.Compare)
	if !slices.Equal(mixed, ns) {
		t.Errorf("%s: sorting gives another order than the book", name)
	}
}

func TestNumbersOfBook(t *testing.T) {
	checkNumbers(t, "small", mustParse(t, small(t)).Numbers(), 0)
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"7", "702", "702.9", "702.9b", "704.5aa", "704.5l", "0", "702.09", "100.50", "", "7.1", "999.999zz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := rules.ParseNumber(s)
		if err != nil {
			return
		}
		if n.IsZero() || n.String() != s {
			t.Errorf("ParseNumber(%q) prints as %q", s, n)
		}
		if m := n.Next(); n.Compare(m) >= 0 || !n.Parent().IsZero() && m.Chapter() == n.Chapter() && !n.IsSection() && m.Parent() != n.Parent() {
			t.Errorf("after %s comes %s", n, m)
		}
		if c := n.Child(); !c.IsZero() && !c.Within(n) {
			t.Errorf("%s is not within %s", c, n)
		}
	})
}

func TestNear(t *testing.T) {
	var numbers []rules.Number
	for _, s := range strings.Fields("1 100 100.1 100.1a 100.1b 100.3 102 2 200") {
		numbers = append(numbers, rules.MustParseNumber(s))
	}
	for _, tt := range []struct{ n, want string }{
		{"100.2", "100 100.1 100.3"},
		{"100.1c", "100.1 100.1b -"},
		{"100.2b", "100 100.1 100.3"}, // 100.2 is missing, too
		{"100.4", "100 100.3 -"},
		{"101.7", "1 100 102"},
		{"199", "1 102 -"},
		{"3", "- 2 -"},
	} {
		n := rules.MustParseNumber(tt.n)
		above, before, after := rules.Near(numbers, n.Parent(), func(m rules.Number) int { return m.Compare(n) })
		var got []string
		for _, m := range []rules.Number{above, before, after} {
			if m.IsZero() {
				got = append(got, "-")
			} else {
				got = append(got, m.String())
			}
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("Near(%s) = %s, want %s", tt.n, got, tt.want)
		}
	}
}

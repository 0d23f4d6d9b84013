package rules_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"regula/realdata"
	"regula/rules"
)

// decodedLines decodes an edition with other means than the package's and cuts
// it into lines, white space folded; lines of nothing are left out.
func decodedLines(t *testing.T, f realdata.Text) []string {
	t.Helper()
	decoder := encoding.Nop.NewDecoder()
	switch {
	case bytes.HasPrefix(f.Raw, []byte("\xff\xfe")), bytes.HasPrefix(f.Raw, []byte("\xfe\xff")):
		decoder = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	case f.Name == "rules_20190125":
		decoder = charmap.CodePage850.NewDecoder()
	case !utf8.Valid(f.Raw):
		decoder = charmap.Windows1252.NewDecoder()
	}
	text, err := decoder.Bytes(f.Raw)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	var lines []string
	for _, s := range regexp.MustCompile(`[\r\n\x{2028}]+`).Split(strings.TrimPrefix(string(text), "\ufeff"), -1) {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

// body cuts the lines of an edition into chapters and glossary.
func body(t *testing.T, name string, lines []string) (chapters, glossary []string) {
	t.Helper()
	last := func(s string) int {
		for i := len(lines) - 1; i >= 0; i-- {
			if lines[i] == s {
				return i
			}
		}
		t.Fatalf("%s: no line %q", name, s)
		return 0
	}
	return lines[last("1. Game Concepts"):last("Glossary")], lines[last("Glossary")+1 : last("Credits")]
}

// printedNumbers matches the number that a rule begins with.
var printedNumbers = regexp.MustCompile(`^([0-9]{3}\.[0-9]+[a-z]*)\.? ?`)

func words(lines ...string) []string { return strings.Fields(strings.Join(lines, " ")) }

// firstDifference shows where two lists of words part.
func firstDifference(got, want []string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	around := func(s []string) []string { return s[max(0, min(i, len(s))-6):min(i+6, len(s))] }
	return fmt.Sprintf("word %d of %d and %d: %q, want %q", i, len(got), len(want), around(got), around(want))
}

// TestRealEditions compares each edition with a count and a reading of its
// lines that knows nothing of the parser.
func TestRealEditions(t *testing.T) {
	all := realdata.Texts(t)
	for i, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			b, err := rules.Parse(bytes.NewReader(f.Raw))
			if err != nil {
				t.Fatal(err)
			}
			compareWithSource(t, b, f)
			dangling := compareCitations(t, b, f)
			if i == len(all)-1 && dangling != 0 {
				t.Errorf("%d citations of the newest edition lead nowhere", dangling)
			}
			if d := b.Effective.Format("20060102"); d[:6] != f.Name[6:12] && f.Name != "rules_20240802" { // effective at the end of July
				t.Errorf("effective %s", d)
			}
		})
	}
	if len(all) > 0 && len(all) < 62 {
		t.Errorf("%d editions", len(all))
	}
}

func compareWithSource(t *testing.T, b *rules.Book, f realdata.Text) {
	misprinted := map[string]int{"rules_20210924": 1, "rules_20230414": 1, "rules_20240917": 2}
	misprints := b.Misprints()
	if len(misprints) != misprinted[f.Name] {
		t.Errorf("%s: misprints %v, want %d", f.Name, misprints, misprinted[f.Name])
	}
	asPrinted := map[rules.Number]rules.Number{}
	gaps := 0
	for _, m := range misprints {
		asPrinted[m.Number] = m.Printed
		if m.Number == m.Printed {
			gaps++
		}
	}
	if f.Name == "rules_20210924" {
		gaps += 3 // three subrules of a rule that is not there
	}
	checkNumbers(t, f.Name, b.Numbers(), gaps)

	chapters, glossary := body(t, f.Name, decodedLines(t, f))

	// ids, in order
	var want, got []string
	for _, s := range chapters {
		if m := printedNumbers.FindStringSubmatch(s); m != nil {
			want = append(want, m[1])
		}
	}
	number := func(n rules.Number) string {
		if p, ok := asPrinted[n]; ok {
			n = p
		}
		return n.String()
	}
	for _, r := range b.Rules() {
		got = append(got, number(r.Number))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: numbers: %s", f.Name, firstDifference(got, want))
	}

	// every word of the chapters
	want, got = nil, nil
	for _, s := range chapters {
		s = printedNumbers.ReplaceAllString(s, "$1 ")
		want = append(want, words(strings.Replace(s, "Example:Example:", "Example: Example:", 1))...)
	}
	for _, n := range b.Numbers() {
		if s, ok := b.Section(n); ok {
			got = append(got, words(n.String()+".", s.Title)...)
			continue
		}
		r, ok := b.Rule(n)
		if !ok {
			t.Fatalf("%s: no rule %s", f.Name, n)
		}
		if (r.Title == "") == (r.Text == "") {
			t.Errorf("%s: %s has title %q and text %q", f.Name, n, r.Title, r.Text)
		}
		got = append(got, words(number(n), r.Title, r.Text)...)
		for _, x := range r.Examples {
			got = append(got, words("Example:", x)...)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: chapters: %s", f.Name, firstDifference(got, want))
	}

	// every word of the glossary
	want, got = nil, nil
	glued := regexp.MustCompile(`^(\pL[\pL ]*)(1\. )`)
	for _, s := range glossary {
		want = append(want, words(glued.ReplaceAllString(s, "$1 $2"))...)
	}
	ids := map[string]string{}
	for _, g := range b.Glossary() {
		got = append(got, words(g.Term, g.Text)...)
		s := rules.Slug(g.Term)
		if other, ok := ids[s]; ok || s == "" {
			t.Errorf("%s: %q and %q have the id %q", f.Name, other, g.Term, s)
		}
		ids[s] = g.Term
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: glossary: %s", f.Name, firstDifference(got, want))
	}

	// titles
	for _, r := range b.Rules() {
		if r.Title != "" && (len(r.Examples) > 0 || len(r.Title) > 60) {
			t.Errorf("%s: %s has the title %q", f.Name, r.Number, r.Title)
		}
	}
	if again, err := rules.Parse(strings.NewReader(printed(b))); err != nil && gaps == 0 {
		t.Errorf("%s: printed, it does not parse: %v", f.Name, err)
	} else if gaps == 0 && again.String() != b.String() {
		t.Errorf("%s: printed and parsed, it is %s", f.Name, again)
	}
}

// compareCitations compares the citations of an edition with every number
// that a plain pattern finds, and counts those that lead nowhere.
func compareCitations(t *testing.T, b *rules.Book, f realdata.Text) int {
	dotted := regexp.MustCompile(`[0-9]{3}\.[0-9]+[a-z]*`)
	afterWord := regexp.MustCompile(`(?i)\b(?:rule|section)s? ([0-9]{3}|[0-9])\b`)
	dangling := 0
	check := func(where, text string) {
		cs := rules.Citations(text)
		checkCitations(t, text, cs)
		inside := func(i int) bool {
			return slices.ContainsFunc(cs, func(c rules.Citation) bool { return c.Start <= i && i < c.End })
		}
		for _, m := range dotted.FindAllStringIndex(text, -1) {
			if !inside(m[0]) {
				t.Errorf("%s: %s: no citation at %q", f.Name, where, text[m[0]:])
			}
		}
		for _, m := range afterWord.FindAllStringSubmatchIndex(text, -1) {
			if !inside(m[2]) {
				t.Errorf("%s: %s: no citation at %q", f.Name, where, text[m[0]:])
			}
		}
		for _, c := range cs {
			for _, n := range []rules.Number{c.First, c.Last} {
				if !b.Has(n) {
					dangling++
				}
			}
		}
	}
	for _, r := range b.Rules() {
		for _, text := range append([]string{r.Text}, r.Examples...) {
			check(r.Number.String(), text)
		}
	}
	for _, g := range b.Glossary() {
		check(g.Term, g.Text)
	}
	for _, text := range b.Introduction() {
		check("introduction", text)
	}
	return dangling
}

// TestRealNewest checks the edition of August 2026 against what is known of it.
func TestRealNewest(t *testing.T) {
	for _, f := range realdata.Texts(t) {
		if f.Name != "rules_20260807" {
			continue
		}
		b, err := rules.Parse(bytes.NewReader(f.Raw))
		if err != nil {
			t.Fatal(err)
		}
		want := "effective 2026-08-07: 9 chapters, 147 sections, 1173 rules, 1989 subrules, 277 examples, 739 glossary entries"
		if b.String() != want {
			t.Errorf("parsed %s, want %s", b, want)
		}
		n := rules.MustParseNumber
		for _, tt := range []struct {
			n                    string
			paragraphs, examples int
			title                string
		}{
			{"205.4c", 2, 0, ""},
			{"509.1b", 2, 1, ""},
			{"613.6", 1, 4, ""},
			{"701.67b", 1, 1, ""}, // its example comes after a blank line
			{"704.5aa", 1, 0, ""},
			{"606.5", 1, 1, ""},
			{"119.1d", 1, 0, ""},
			{"313.3", 1, 0, ""},
			{"701.1", 1, 0, ""},
			{"205.2", 1, 0, "Card Types"},
			{"702.19", 1, 0, "Trample"},
			{"702.163", 1, 0, "For Mirrodin!"},
			{"702.186", 1, 0, "∞ (Infinity)"},
			{"903.12", 1, 0, "Brawl Option"},
		} {
			r, ok := b.Rule(n(tt.n))
			if got := len(strings.Split(r.Text, "\n")); !ok || got != tt.paragraphs || len(r.Examples) != tt.examples || r.Title != tt.title {
				t.Errorf("%s: %d paragraphs, %d examples, title %q, want %d, %d, %q", tt.n, got, len(r.Examples), r.Title, tt.paragraphs, tt.examples, tt.title)
			}
		}
		titles := map[rules.Number]int{}
		for _, r := range b.Rules() {
			if r.Title != "" {
				titles[r.Number.Section()]++
			}
		}
		if titles[n("701")] != 69 || titles[n("702")] != 194 || titles[n("205")] != 3 || titles[n("901")] != 1 || titles[n("903")] != 2 || titles[n("904")] != 2 || len(titles) != 6 {
			t.Errorf("titles by section: %v", titles)
		}
		if g, ok := b.Entry("Play"); !ok || len(strings.Split(g.Text, "\n")) != 5 {
			t.Errorf("entry Play: %v, %q", ok, g.Text)
		}
	}
}

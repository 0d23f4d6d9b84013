package rules_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"regula/realdata"
	"regula/rules"
)

var (
	germanWords = []string{"regel", "regeln", "abschnitt", "abschnitte", "abschnitten", "kapitel", "cr"}
	frenchWords = []string{"règle", "règles", "section", "sections", "chapitre", "chapitres", "cr"}
)

// cited shows citations as "text=number" or "text=first…last", the second
// part only where the text is not the number.
func cited(text string, cs []rules.Citation) string {
	var b strings.Builder
	for i, c := range cs {
		if i > 0 {
			b.WriteString("; ")
		}
		s := text[c.Start:c.End]
		b.WriteString(s)
		switch {
		case c.First != c.Last:
			b.WriteString("=" + c.First.String() + "…" + c.Last.String())
		case c.First.String() != s:
			b.WriteString("=" + c.First.String())
		}
	}
	return b.String()
}

func TestCitations(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		words    []string
	}{
		// single numbers
		{"See rule 702.19b.", "702.19b", nil},
		{"see 702.19", "702.19", nil},
		{"702.19b", "702.19b", nil},
		{"(702.19b)", "702.19b", nil},
		{"“702.19b”", "702.19b", nil},
		{"702.19b, 702.19c", "702.19b; 702.19c", nil},
		{"as described in 704.5aa, as", "704.5aa", nil},
		{"rule 601.2f–h.)", "601.2f–h=601.2f…601.2h", nil},
		{"rule 601.2b’s steps and 601.2a's", "601.2b; 601.2a", nil},
		{"Is it 702.9b? 702.9c! 702.9d: 702.9e;", "702.9b; 702.9c; 702.9d; 702.9e", nil},
		{"rule\u00a0702.19b, rule\n702.19c", "702.19b; 702.19c", nil},
		{"702.19b—702.19c", "702.19b; 702.19c", nil},
		{"702.9-Regel", "702.9", nil},
		{"**702.9b** and ~702.9c~", "702.9b; 702.9c", nil},
		{"CR 702.9b, §702.9c, § 702.9d", "702.9b; 702.9c; 702.9d", nil},
		{"CR:702.9b", "702.9b", nil},
		{"702.19b/702.19c", "702.19b; 702.19c", nil},
		{"601.2,602.3", "601.2; 602.3", nil},

		// sections and chapters need a word
		{"rule 704", "704", nil},
		{"Rule 704, “State-Based Actions”", "704", nil},
		{"RULE 704", "704", nil},
		{"CR 704", "704", nil},
		{"section 8, “Multiplayer Rules.”", "8", nil},
		{"chapter 7", "7", nil},
		{"sections 1 and 2", "1; 2", nil},
		{"702.190–195", "702.190–195=702.190…702.195", nil},
		{"rules 613 and 614", "613; 614", nil},
		{"rules 613, 614, and 616", "613; 614; 616", nil},
		{"rules 702.9, 613 or 702.10", "702.9; 613; 702.10", nil},
		{"sections 702–704 and 800-810", "702–704=702…704; 800-810=800…810", nil},
		{"sections 1–3", "1–3=1…3", nil},
		{"rule 704 or 705.", "704; 705", nil},
		{"rule 704 and 100 cards", "704", nil},
		{"See 706, “Rolling a Die.”", "706", nil},
		{"see 706 times", "", nil},
		{"in rules 723, “Subgames,” and 730, “Merging.”", "723; 730", nil},
		{"rules 717, “Tea Cards”, 718, “Ferries” and 719", "717; 718; 719", nil},
		{"rule 717, “Tea Cards;” rule 901, “Ferries;” and rule 904", "717; 901; 904", nil},
		{"rules 704 (see below) and 705", "704; 705", nil},

		// ranges
		{"601.2f–h", "601.2f–h=601.2f…601.2h", nil},
		{"601.2f-h", "601.2f-h=601.2f…601.2h", nil},
		{"601.2f‑h", "601.2f‑h=601.2f…601.2h", nil}, // U+2011
		{"608.2k–p", "608.2k–p=608.2k…608.2p", nil},
		{"704.5z–aa", "704.5z–aa=704.5z…704.5aa", nil},
		{"704.5v–aa", "704.5v–aa=704.5v…704.5aa", nil},
		{"119.7–8", "119.7–8=119.7…119.8", nil},
		{"712.9–10, and 712.18", "712.9–10=712.9…712.10; 712.18", nil},
		{"903.6–903.11", "903.6–903.11=903.6…903.11", nil},
		{"903.6-903.11", "903.6-903.11=903.6…903.11", nil},
		{"903.6 – 903.11", "903.6 – 903.11=903.6…903.11", nil},
		{"601.2f–601.2h", "601.2f–601.2h=601.2f…601.2h", nil},
		{"601.2b and 601.2f–h", "601.2b; 601.2f–h=601.2f…601.2h", nil},
		{"601.2h–f", "601.2h", nil}, // does not rise
		{"601.2h–h", "601.2h", nil},
		{"601.2f–l", "601.2f", nil}, // no such letter
		{"119.8–7", "119.8", nil},
		{"903.11–903.6", "903.11; 903.6", nil},
		{"702.9b-like", "702.9b", nil},
		{"702.9b–c1", "702.9b", nil},
		{"119.7–8b", "119.7", nil},
		{"702.9–704", "702.9", nil},
		{"702.9 - 3 cards", "702.9", nil},
		{"702.9b – a creature", "702.9b", nil},

		// further letters
		{"608.3a and b are", "608.3a; b=608.3b", nil},
		{"601.2d, f, and h–i", "601.2d; f=601.2f; h–i=601.2h…601.2i", nil},
		{"608.3b and a creature", "608.3b", nil},
		{"702.19b, e.g. in", "702.19b", nil},
		{"702.19b and i.e. that", "702.19b", nil},
		{"702.19b, d. h. wenn", "702.19b", germanWords},
		{"702.19b und z. B. dann", "702.19b", germanWords},
		{"702.19b, c’est", "702.19b", frenchWords},
		{"702.19b et d’autres", "702.19b", frenchWords},
		{"702.19b et y ajoute", "702.19b", frenchWords},
		{"608.3a et b.", "608.3a; b=608.3b", frenchWords},
		{"608.3a bis c.", "608.3a; c=608.3c", germanWords},

		// other languages
		{"nach Regel 704 und Regel 601.2f–h", "704; 601.2f–h=601.2f…601.2h", germanWords},
		{"Regeln 613, 614 und 616", "613; 614; 616", germanWords},
		{"in den Abschnitten 701 bis 704", "701; 704", germanWords},
		{"Kapitel 8", "8", germanWords},
		{"rule 704", "", germanWords},
		{"rule 702.9", "702.9", germanWords},
		{"la règle 704 et les règles 613 et 614", "704; 613; 614", frenchWords},
		{"les sections 701 à 704", "701; 704", frenchWords},
		{"voir 706, «\u00a0Lancer un dé\u00a0»", "706", frenchWords},
		{"siehe 706, „Würfeln“", "706", germanWords},

		// none
		{"", "", nil},
		{"100 cards", "", nil},
		{"a deck of 100, exactly", "", nil},
		{"both 100.", "", nil},
		{"in 2019 and 2026", "", nil},
		{"rule 2019", "", nil},
		{"Celebr-8000", "", nil},
		{"1.5 and 10.000 and 10.5", "", nil},
		{"100.000 and 1.000.000", "", nil},
		{"999,999 more times", "", nil},
		{"$100.50, €100.50 and 100.50 € or 100.50€", "", nil},
		{"100.5% or 100.5 %", "", nil},
		{"2026.08 and 2026.08.07 and 07.08.2026", "", nil},
		{"5.3.0 and 100.3.0 and v100.3 and 1.100.3", "", nil},
		{"100/100 or +100/+100", "", nil},
		{"100.1/2", "", nil},
		{"a 1/1 or 2/2", "", nil},
		{"702.9l and 702.9o and 702.09 and 702.0", "", nil},
		{"702.9B", "", nil},
		{"702.9bis and 702.9abc", "", nil},
		{"x702.9 and _702.9 and 702.9_", "", nil},
		{"#702.9 @702.9 /702.9 =702.9", "", nil},
		{"-100.5 and −100.5", "", nil},
		{"12:100.5", "", nil},
		{"rules lawyers, 100 of them", "", nil},
		{"overrule 704", "", nil},
		{"rule704", "", nil},
		{"rule 70 and rule 7042", "", nil},
		{"٧٠٢.٩", "", nil},
		{"rule \xff702.9\xff", "702.9", nil}, // not UTF-8
	} {
		cs := rules.Citations(tt.in, tt.words...)
		if got := cited(tt.in, cs); got != tt.want {
			t.Errorf("Citations(%q) = %s, want %s", tt.in, got, tt.want)
		}
		checkCitations(t, tt.in, cs)
	}
}

// TestCitationsOfMuch: no text takes long because of what stands in it.
func TestCitationsOfMuch(t *testing.T) {
	for _, s := range []string{"1 ", "“", "rules 701, ", "702.9a, ", "702.9a and ", "7", ".", "702.9–", " ", "702.9 “1 ", "701.1 («\u00a0"} {
		text := "rules 701.1 “" + strings.Repeat(s, 1<<20/len(s))
		start := time.Now()
		rules.Citations(text)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("a megabyte of %q takes %v", s, d)
		}
	}
}

func TestCitationNumbers(t *testing.T) {
	book := mustParse(t, small(t))
	for _, tt := range []struct{ in, want, exist string }{
		{"103.1k–p", "103.1k 103.1m 103.1n 103.1p", "103.1k 103.1m 103.1n 103.1p"},
		{"103.1z–ab", "103.1z 103.1aa 103.1ab", "103.1z 103.1aa 103.1ab"},
		{"100.3–6", "100.3 100.4 100.5 100.6", "100.3 100.4 100.6"}, // ends always
		{"100.9", "100.9", "100.9"},
		{"rules 101–103", "101 102 103", "101 102 103"},
		{"101.1a–102.1b", "101.1a 102.1b", "101.1a 102.1b"},
		{"sections 1–3", "1 2 3", "1 2 3"},
	} {
		cs := rules.Citations(tt.in)
		if len(cs) != 1 {
			t.Errorf("Citations(%q) = %v", tt.in, cs)
			continue
		}
		if got := join(cs[0].Numbers(nil)); got != tt.want {
			t.Errorf("Numbers(nil) of %q = %s, want %s", tt.in, got, tt.want)
		}
		if got := join(cs[0].Numbers(book.Has)); got != tt.exist {
			t.Errorf("Numbers of %q in the small edition = %s, want %s", tt.in, got, tt.exist)
		}
	}
}

// checkCitations checks what holds for the citations of every text.
func checkCitations(t *testing.T, text string, cs []rules.Citation) {
	t.Helper()
	at := 0
	for _, c := range cs {
		if c.Start < at || c.End <= c.Start || c.End > len(text) {
			t.Fatalf("%q: citation at %d to %d after %d", text, c.Start, c.End, at)
		}
		at = c.End
		s := text[c.Start:c.End]
		if !utf8.ValidString(s) {
			t.Errorf("%q: citation %q cuts a character", text, s)
		}
		if c.First.IsZero() || c.First.Compare(c.Last) > 0 || !strings.HasPrefix(s, c.First.String()) && !strings.HasPrefix(s, c.First.Letters()) {
			t.Errorf("%q: %q cites %s to %s", text, s, c.First, c.Last)
		}
		first, last := c.Ends(text)
		if f := text[c.Start:first]; f != c.First.String() && f != c.First.Letters() {
			t.Errorf("%q: %q writes its first number %q, want %s", text, s, f, c.First)
		}
		if l := text[last:c.End]; l == "" || !strings.HasSuffix(c.Last.String(), l) {
			t.Errorf("%q: %q writes its last number %q, want %s", text, s, l, c.Last)
		}
		ns := c.Numbers(func(rules.Number) bool { return false })
		if ns[0] != c.First || ns[len(ns)-1] != c.Last || !slices.IsSortedFunc(ns, rules.Number.Compare) {
			t.Errorf("%q: %q names %v", text, s, ns)
		}
	}
}

func FuzzCitations(f *testing.F) {
	for _, s := range []string{
		"See rule 702.19b.", "rules 613, 614, and 616", "601.2f–h", "704.5z–aa", "903.6 – 903.11", "608.3a and b, c",
		"100 cards in 2019 for $100.50", "rules 717, “Attraction Cards,” and 718", "601.2,602.3/604.5", "Regeln 702.9–10 bis 12",
		"rule \xff702.9\xff", "702.9b–", "7.", "(702.9", "702.9–903.999zz", "section 9–1 und 3",
	} {
		f.Add(s, "")
		f.Add(s, "regel")
	}
	f.Fuzz(func(t *testing.T, text, word string) {
		var words []string
		if word != "" {
			words = []string{word}
		}
		checkCitations(t, text, rules.Citations(text, words...))
	})
}

func BenchmarkCitations(b *testing.B) {
	texts := benchmarkTexts(b)
	size := 0
	for _, s := range texts {
		size += len(s)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, s := range texts {
			rules.Citations(s)
		}
	}
}

// benchmarkTexts gives the rules of the newest real edition, or of the small
// one where there are none.
func benchmarkTexts(b *testing.B) []string {
	var texts []string
	book := mustParse(b, benchmarkEdition(b))
	for _, r := range book.Rules() {
		texts = append(texts, r.Text)
	}
	return texts
}

func benchmarkEdition(b *testing.B) string {
	if all := realdata.Texts(b); len(all) > 0 {
		return string(all[len(all)-1].Raw)
	}
	return small(b)
}

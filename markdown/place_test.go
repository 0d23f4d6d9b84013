package markdown

import (
	"strings"
	"testing"
)

func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want string // what is written at each place
	}{
		{"Regel 405, 601.2f–h und 702.19b.", "405 601.2f–h 702.19b"},
		{"*702.19b* und **Regel 613**, `702.9b`", "702.19b 613"},
		{"- 608.3a and b\n- {2/W} 119.7–8, 903.6-903.11\n\n> rule\n> 704", "608.3a b 119.7–8 903.6-903.11 704"},
		{"| 100.1 | b |\n| --- | --- |\n| x \\| y | *205.3k*, 100.2a |", "100.1 205.3k 100.2a"},
		{"Siehe auch: 205, 601.3", "205 601.3"},
		{"Voir aussi\u00a0: 205,\n601.3", "205 601.3"},
		{"[702.9b](https://example.org/702.9b) 1\\.5 100.1", "100.1"},
		{"702.*9b* 100 cards", ""},
		{"", ""},
	} {
		var got []string
		for _, p := range Places([]byte(tt.src)) {
			got = append(got, tt.src[p.Start:p.End])
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("Places(%q) are at %q, want %q", tt.src, got, tt.want)
		}
	}
}

// FuzzPlaces checks that places are those of the citations of Split, and that
// each is written there.
func FuzzPlaces(f *testing.F) {
	f.Add("Regel 405, 601.2f–h und *702.19b*, 608.3a and b.\n\n- 100.1\n\nSee also: 613")
	f.Fuzz(func(t *testing.T, src string) {
		src = strings.ToValidUTF8(src, "")
		parts, _ := Split([]byte(src), "en")
		places := Places([]byte(src))
		if len(places) != len(parts.Citations) {
			t.Fatalf("%d places, %d citations", len(places), len(parts.Citations))
		}
		last := 0
		for i, p := range places {
			if c := parts.Citations[i]; p.First != c.First || p.Last != c.Last {
				t.Errorf("place %d is of %s–%s, the citation of %s–%s", i, p.First, p.Last, c.First, c.Last)
			}
			if p.Start < last || p.End <= p.Start || p.End > len(src) {
				t.Fatalf("place %d is from %d to %d, the one before ends at %d", i, p.Start, p.End, last)
			}
			last = p.End
			if written := src[p.Start:p.End]; !strings.Contains(written, p.Last.Letters()) {
				t.Errorf("place %d of %s is written %q", i, p.Last, written)
			}
		}
	})
}

package rulings

import (
	"strings"
	"testing"
)

func TestSummary(t *testing.T) {
	cards, _ := gather(t, scryfallCards, scryfallRulings)
	for _, tt := range []struct {
		cards []Card
		want  string
	}{
		{nil, "0 cards, 0 rulings, 0 names in German, 0 in French"},
		{cards[:1], "1 card, 0 rulings, 0 names in German, 0 in French"},
		{cards, "3 cards, 2 rulings from 2031-01-01 to 2031-02-01, 1 name in German, 0 in French"},
	} {
		if got := Summary(tt.cards); got != tt.want {
			t.Errorf("Summary of %d cards = %q, want %q", len(tt.cards), got, tt.want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 45046: "45,046", 1234567: "1,234,567"} {
		if got, _, _ := strings.Cut(Count(n, "card"), " "); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

package search

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// FuzzSearch asks a small index. Every query has an answer; what it shows of a
// document stands in that.
func FuzzSearch(f *testing.F) {
	for _, tt := range smallQueries {
		f.Add(tt.query, "", 0)
	}
	f.Add("schaden", KindRule, 3)
	f.Add("-schaden \"tödlichen Schaden\" 702.2a–c {T} +1/+1", KindCard, -1)
	x := newSmall(f)
	docs := map[string]Document{}
	for _, d := range small() {
		docs[d.Kind+" "+d.ID] = d
	}
	f.Fuzz(func(t *testing.T, query, kind string, offset int) {
		r, err := x.Search(t.Context(), query, Options{Kind: kind, Offset: offset})
		if err != nil {
			t.Fatalf("%q: %v", query, err)
		}
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("%q: %v", query, err)
		}
		if r.Total < 0 || len(r.Hits) > 10 || len(r.Hits) > r.Total || r.Total > len(docs) {
			t.Errorf("%q: %d hits of %d", query, len(r.Hits), r.Total)
		}
		seen := map[string]bool{}
		for _, h := range r.Hits {
			d, ok := docs[h.Kind+" "+h.ID]
			if !ok || seen[h.Kind+h.ID] || kind != "" && slices.Contains(Kinds, kind) && h.Kind != kind {
				t.Errorf("%q: hit %s %s", query, h.Kind, h.ID)
			}
			seen[h.Kind+h.ID] = true
			for _, shown := range [][]Fragment{h.Heading, h.Snippet} {
				var b strings.Builder
				for _, x := range shown {
					if x.Text == "" {
						t.Errorf("%q: %s shows an empty piece of %v", query, h.ID, shown)
					}
					b.WriteString(x.Text)
				}
				words := strings.Fields(strings.Trim(b.String(), "… "))
				all := strings.Join(strings.Fields(d.Title+" "+d.Text+" "+d.Examples+" "+strings.Join(slices.Concat(d.Terms, d.Aliases), " ")), " ")
				if s := strings.Join(words, " "); !strings.Contains(all, s) {
					t.Errorf("%q: %s shows %q, which it does not say", query, h.ID, s)
				}
			}
		}
	})
}

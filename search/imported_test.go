package search

import (
	"bytes"
	"compress/gzip"
	"context"
	"slices"
	"strings"
	"testing"

	"regula/corpus/corpustest"
	"regula/lang"
	"regula/realdata"
)

// packedSize is how much of a file a host sends that compresses it.
func packedSize(data []byte) int {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, 6)
	w.Write(data)
	w.Close()
	return b.Len()
}

// The most that searches fetch, in bytes: a first one with its scripts at the
// median and at the 95th percentile, a later one at the median, and the rest of
// the index of rules.
const (
	firstMedian = 30_000
	first95     = 50_000
	laterMedian = 20_000
	wholeIndex  = 160_000
)

// fetched measures what searches fetch.
type fetched struct{ first, later []int }

// check compares what was measured with the limits.
func (f *fetched) check(t *testing.T, l lang.Language, files map[string][]byte) {
	t.Helper()
	slices.Sort(f.first)
	slices.Sort(f.later)
	scripts := packedScripts(t, l)
	n := len(f.first)
	median, most, later := scripts+f.first[n/2], scripts+f.first[n*95/100], f.later[n/2]
	t.Logf("%s: of %d queries, a first search fetches %d bytes at the median, %d at the 95th percentile, %d of them scripts; a later one %d and %d",
		l, n, median, most, scripts, later, f.later[n*95/100])
	if median > firstMedian || most > first95 {
		t.Errorf("%s: a first search fetches %d and %d bytes, want %d and %d at most", l, median, most, firstMedian, first95)
	}
	if later > laterMedian {
		t.Errorf("%s: a later search fetches %d bytes, want %d at most", l, later, laterMedian)
	}
	for name, data := range files {
		if strings.HasSuffix(name, "/"+packedName) && packedSize(data) > wholeIndex {
			t.Errorf("%s: the rest of the index has %d bytes, want %d at most", l, packedSize(data), wholeIndex)
		}
	}
}

// inWindow is how many hits have their excerpts at once, because they are in the
// window or near it, of 360 by 740 or of 1280 by 800 pixels.
const inWindow = 6

// asks searches in a page that has fetched nothing yet, then for what came
// before it, as the search page does, and gives what the first found.
func (f *fetched) asks(s *script, l lang.Language, query, other string) Result {
	s.t.Helper()
	s = s.anew()
	more := false // search-more.js is there
	size := func() int {
		n := 0
		if s.more && !more {
			more = true
			n += packedScript(s.t, "search-more.js")
		}
		for _, name := range s.asked {
			n += packedSize(s.files[name])
		}
		s.asked = nil
		return n
	}
	r := s.list(l, query, inWindow)
	f.first = append(f.first, size())
	s.list(l, other, inWindow)
	f.later = append(f.later, size())
	return r
}

// TestImportedCards searches with all cards that have official rulings. What
// the query scripts want is found as well as without them; cards are found by
// all of their names; the script of the page finds the same, and fetches
// little.
func TestImportedCards(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	cards, err := realdata.Cards(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := corpustest.Project(cards)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lang.All {
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			x, err := NewIndex(Documents(c, l), l)
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			without := realIndex(t, l)
			script := queryScript(t, l)
			var with, before tally
			for _, q := range script {
				for _, y := range []struct {
					x *Index
					t *tally
				}{{x, &with}, {without, &before}} {
					r, err := y.x.Search(context.Background(), q.query, Options{})
					if err != nil {
						t.Fatal(err)
					}
					y.t.add(q.rank(strings.Fields(hitIDs(r))))
				}
			}
			t.Logf("with imported cards:    %v", with)
			t.Logf("without imported cards: %v", before)
			if 1000*with.at1 < 995*before.at1 || 1000*with.at5 < 995*before.at5 {
				t.Errorf("imported cards push aside what is wanted")
			}
			for _, tt := range []struct{ query, want string }{ // any order
				{"Uralte Hydra", "primordial-hydra"},
				{"Liliana of the Veil", "liliana-of-the-veil"},
				{"liliana of the ve", "liliana-of-the-veil"},
				{"Lim-Dul's Vault", "lim-duls-vault"},
				{"lim duls vault", "lim-duls-vault"},
				{"Æther Vial", "aether-vial"},
				{"Ätherphiole", "aether-vial"},
				{"aetherphiole", "aether-vial"},
				{"Frenetic Sliver", "frenetic-sliver"},
				{"slivoide frenetique", "frenetic-sliver frenzy-sliver"},
				{"Slivoïde frénétique", "frenetic-sliver frenzy-sliver"},
			} {
				r, err := x.Search(context.Background(), tt.query, Options{})
				if err != nil {
					t.Fatal(err)
				}
				want := strings.Fields(tt.want)
				got := strings.Fields(hitIDs(r))
				got = got[:min(len(got), len(want))]
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("Search(%q) finds %q, want %q first", tt.query, hitIDs(r), want)
				}
			}
			var f fetched
			page := newSearchScript(t, x)
			other := script[len(script)-1].query
			for i, q := range script {
				if q.kind == "numbers" || q.kind == "nothing" || i%4 > 0 {
					continue
				}
				got := f.asks(page, l, q.query, other)
				other = q.query
				want, err := x.Search(context.Background(), q.query, Options{})
				if err != nil {
					t.Fatal(err)
				}
				if hitIDs(got) != hitIDs(want) {
					t.Errorf("search(%q) in the script finds %q, want %q", q.query, hitIDs(got), hitIDs(want))
				}
			}
			f.check(t, l, page.files)
		})
	}
}

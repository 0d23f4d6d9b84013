package search

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"regula/lang"
	"regula/rules"
)

// scripted is a line of a query script.
type scripted struct {
	kind, query string
	want        []string // any of them first; none where nothing may be found
	line        int
}

func queryScript(t testing.TB, l lang.Language) []scripted {
	t.Helper()
	name := "testdata/queries/" + string(l) + ".txt"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []scripted
	kind := ""
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.Contains(line, "\t"):
			kind = line[1 : len(line)-1]
		case line == "" || strings.HasPrefix(line, "#"):
		default:
			query, want, ok := strings.Cut(line, "\t")
			if !ok {
				t.Fatalf("%s:%d: no tab", name, n)
			}
			s := scripted{kind: kind, query: query, line: n}
			if want != "-" {
				s.want = strings.Split(want, ",")
			}
			all = append(all, s)
		}
	}
	return all
}

// rank gives the place, from 1, of the first hit that is wanted; 0 for none.
// Where nothing may be found, an empty list is as good as the first place.
func (s scripted) rank(ids []string) int {
	if s.want == nil {
		if len(ids) == 0 {
			return 1
		}
		return 0
	}
	return 1 + slices.IndexFunc(ids, func(id string) bool { return slices.Contains(s.want, id) })
}

// allDocs gives the documents of all parts.
func allDocs(x *Index) []Document {
	var docs []Document
	for _, p := range x.parts {
		docs = append(docs, p.docs...)
	}
	return docs
}

// written reports whether the texts are there by which the query must find
// what is wanted.
func (s scripted) written(x *Index) bool {
	if !strings.HasSuffix(s.kind, " text") {
		return true
	}
	for _, w := range s.want {
		n, err := rules.ParseNumber(w)
		if err == nil && x.parts[0].docs[x.byNumber[n]].Text != "" {
			return true
		}
	}
	return false
}

// tally counts how well queries do.
type tally struct {
	n, at1, at5 int
	reciprocal  float64
}

func (c *tally) add(rank int) {
	c.n++
	if rank > 0 {
		c.reciprocal += 1 / float64(rank)
	}
	if rank == 1 {
		c.at1++
	}
	if rank >= 1 && rank <= 5 {
		c.at5++
	}
}

func (c tally) String() string {
	n := float64(max(c.n, 1))
	return fmt.Sprintf("%3d queries, hit@1 %5.1f %%, hit@5 %5.1f %%, MRR %.3f", c.n, 100*float64(c.at1)/n, 100*float64(c.at5)/n, c.reciprocal/n)
}

// TestQueries runs the query scripts over the repository's content. All
// numbers must be answered right; of the rest, 85 of 100 first, and 97 among
// the first five.
func TestQueries(t *testing.T) {
	for _, l := range lang.All {
		x := realIndex(t, l)
		kinds := map[string]*tally{}
		var order []string
		var numbers, rest tally
		pending := 0
		script := queryScript(t, l)
		if len(script) < 200 {
			t.Errorf("%s: %d queries, want at least 200", l, len(script))
		}
		for _, s := range script {
			for _, w := range s.want {
				n, err := rules.ParseNumber(w)
				if _, ok := x.byNumber[n]; !ok && !slices.ContainsFunc(allDocs(x), func(d Document) bool { return d.ID == w }) {
					t.Errorf("testdata/queries/%s.txt:%d: %q is neither a rule nor a glossary entry (%v)", l, s.line, w, err)
				}
			}
			if !s.written(x) {
				pending++
				continue
			}
			r, err := x.Search(context.Background(), s.query, Options{})
			if err != nil {
				t.Fatal(err)
			}
			ids := strings.Fields(hitIDs(r))
			rank := s.rank(ids)
			if kinds[s.kind] == nil {
				kinds[s.kind] = &tally{}
				order = append(order, s.kind)
			}
			kinds[s.kind].add(rank)
			if s.kind == "numbers" {
				numbers.add(rank)
			} else {
				rest.add(rank)
			}
			if rank != 1 {
				t.Logf("%s: %s: %q finds %.60s, want %s (rank %d)", l, s.kind, s.query, strings.Join(ids, " "), strings.Join(s.want, ","), rank)
			}
		}
		for _, k := range order {
			t.Logf("%s %-16s %v", l, k, *kinds[k])
		}
		t.Logf("%s %-16s %v; %d wait for their texts", l, "all but numbers", rest, pending)
		if numbers.at1 != numbers.n {
			t.Errorf("%s: %d of %d numbers are answered right, want all", l, numbers.at1, numbers.n)
		}
		if 100*rest.at1 < 85*rest.n || 100*rest.at5 < 97*rest.n {
			t.Errorf("%s: %v; want hit@1 of at least 85 %%, hit@5 of at least 97 %%", l, rest)
		}
	}
}

// TestScriptQueries runs the query scripts through the script of the page,
// too, over the files cut from the same index. It must find the same, in the
// same order, and fetch little.
func TestScriptQueries(t *testing.T) {
	for _, l := range lang.All {
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			x := realIndex(t, l)
			s := newSearchScript(t, x)
			page := s.anew()
			var f fetched
			other := "7"
			n, alike := 0, 0
			for i, q := range queryScript(t, l) {
				if q.kind != "numbers" && q.kind != "nothing" && i%16 == 0 {
					f.asks(page, l, q.query, other)
					other = q.query
				}
				want, err := x.Search(context.Background(), q.query, Options{})
				if err != nil {
					t.Fatal(err)
				}
				got := s.search(l, q.query, "")
				n++
				if got.More {
					got.More, got.Total, got.Facets = false, want.Total, want.Facets
				}
				if hitIDs(got) == hitIDs(want) {
					alike++
				} else {
					t.Logf("%s: %q finds %s in the script, want %s", l, q.query, hitIDs(got), hitIDs(want))
					continue
				}
				a, _ := json.Marshal(got)
				b, _ := json.Marshal(want)
				if !bytes.Equal(a, b) {
					t.Errorf("%s: search(%q) in the script is\n%s\nwant\n%s", l, q.query, a, b)
				}
			}
			f.check(t, l, s.files)
			t.Logf("%s: %d of %d queries have the same first hits in the script", l, alike, n)
			if 100*alike < 99*n {
				t.Errorf("%s: %d of %d queries have the same first hits in the script, want 99 of 100", l, alike, n)
			}
		})
	}
}

// TestLeftOut checks that a word that nothing has does not hide the name beside
// it, is told as it was typed, and is not made up for by other words.
func TestLeftOut(t *testing.T) {
	x := realIndex(t, lang.German)
	for _, c := range []struct{ query, first, missing string }{
		{"Equipment bügeln", "301.5", "bügeln"},
		{"Trampelschaden Pizza", "702.19", "pizza"},
		{"Pizza Trampelschaden Bitcoin", "", "pizza bitcoin"},
		{"Pizza Bitcoin", "", "pizza bitcoin"},
	} {
		r, err := x.Search(context.Background(), c.query, Options{Complete: true})
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(hitIDs(r), " ")
		if missing := strings.Join(r.Missing, " "); first != c.first || missing != c.missing {
			t.Errorf("Search(%q) finds %q first without %q, want %q without %q", c.query, first, missing, c.first, c.missing)
		}
	}
}

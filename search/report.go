package search

import (
	"slices"
	"strings"
)

// report writes what was found into the result.
func (f *found) report() {
	x := f.x
	counts := make([]int, len(Kinds))
	var shown []ranked
	for _, d := range f.docs {
		k := x.kind(d.doc)
		counts[k]++
		if f.o.Kind == "" || f.o.Kind == Kinds[k] {
			shown = append(shown, d)
		}
	}
	for i, k := range Kinds {
		if counts[i] > 0 {
			f.r.Facets = append(f.r.Facets, Facet{k, counts[i]})
		}
	}
	f.r.Total = len(shown)
	if len(f.docs) == 0 {
		f.r.Reason = ReasonNothing
		if len(f.q.Numbers) > 0 && len(f.q.Words)+len(f.q.Phrases) == 0 {
			f.r.Reason = ReasonNumber
		}
	}
	from := min(max(f.o.Offset, 0), len(shown))
	m := marker{x: x, families: f.marks}
	for _, d := range shown[from:min(from+f.o.Limit, len(shown))] {
		doc := x.docs[d.doc]
		h := Hit{Kind: doc.Kind, ID: doc.ID, Title: doc.Title, Trail: doc.Trail, Score: d.tier*1_000_000 + d.score}
		if marked := m.mark(doc.Title); len(marked) > 1 || len(marked) == 1 && marked[0].Marked {
			h.Heading = marked
		}
		h.Snippet = m.snippet(doc)
		h.Official = len(h.Snippet) > 0 && doc.Text == "" && doc.Examples == ""
		f.r.Hits = append(f.r.Hits, h)
	}
}

// suggest offers the query with its typing errors repaired, and, where
// nothing was found, without what nothing has.
func (f *found) suggest() {
	words := f.slots[:len(f.q.Words)]
	var repaired, known []string
	typed := true
	for i, s := range words {
		w := f.q.Words[i].Text
		if s.best != "" && s.best != w {
			w, typed = s.best, false
		}
		repaired = append(repaired, w)
		if s.parts != nil || s.light {
			known = append(known, w)
		}
	}
	if !typed && len(known) == len(repaired) {
		f.r.Suggestions = append(f.r.Suggestions, strings.Join(repaired, " "))
	}
	if len(f.docs) == 0 && len(known) > 0 && len(known) < len(repaired) {
		f.r.Suggestions = append(f.r.Suggestions, strings.Join(known, " "))
	}
	if len(f.docs) == 0 && len(f.q.Phrases) > 0 {
		var plain []string
		for _, p := range f.q.Phrases {
			plain = append(plain, strings.Join(p, " "))
		}
		f.r.Suggestions = append(f.r.Suggestions, strings.Join(append(plain, known...), " "))
	}
	f.r.Suggestions = slices.Compact(f.r.Suggestions)
}

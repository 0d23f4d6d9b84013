package search

import (
	"slices"
	"strings"
)

// first gives the n documents that come first, in their order.
func first(docs []ranked, n int) []ranked {
	if 8*n > len(docs) {
		slices.SortFunc(docs, compare)
		return docs[:n]
	}
	var best []ranked
	for _, d := range docs {
		if len(best) == n && compare(d, best[n-1]) > 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(best, d, compare)
		best = slices.Insert(best, i, d)[:min(len(best)+1, n)]
	}
	return best
}

// report writes what was found into the result.
func (f *found) report() {
	counts := make([]int, len(Kinds))
	for _, d := range f.docs {
		counts[d.kind]++
	}
	found := len(f.docs)
	shown := f.docs
	if f.o.Kind != "" {
		shown = slices.DeleteFunc(shown, func(d ranked) bool { return Kinds[d.kind] != f.o.Kind })
	}
	for i, k := range Kinds {
		if counts[i] > 0 {
			f.r.Facets = append(f.r.Facets, Facet{k, counts[i]})
		}
	}
	f.r.Total = len(shown)
	if found == 0 {
		f.r.Reason = ReasonNothing
		if len(f.q.Numbers) > 0 && len(f.q.Words)+len(f.q.Phrases) == 0 {
			f.r.Reason = ReasonNumber
		}
	}
	stemmed := map[string]int32{}
	from := min(max(f.o.Offset, 0), len(shown))
	for _, d := range first(shown, min(from+f.o.Limit, len(shown)))[from:] {
		g := f.findings[d.part]
		doc, m := g.docs[d.doc], marker{p: g.part, families: g.marks, stemmed: stemmed}
		hit := Hit{Kind: doc.Kind, ID: doc.ID, Title: doc.Title, Trail: doc.Trail, Score: int(d.tier)*1_000_000 + int(d.score)}
		ps := m.passages(d.doc)
		if marked := m.mark(ps.title); len(marked) > 1 || len(marked) == 1 && marked[0].Marked {
			hit.Heading = marked
		}
		// Official rulings show only why a card was found for what is said on it.
		rulings := ""
		if d.tier == tierCard && int(d.doc) >= g.own {
			rulings = doc.Rulings
		}
		hit.Snippet = m.snippet(ps, rulings)
		hit.Official = len(hit.Snippet) > 0 && doc.Text == "" && doc.Examples == ""
		f.r.Hits = append(f.r.Hits, hit)
	}
}

// suggest offers the query with its typing errors repaired, and, where
// nothing was found, without what nothing has.
func (f *found) suggest() {
	var repaired, known []string
	typed := true
	for i, s := range f.findings[0].slots[:len(f.q.Words)] {
		w := f.q.Words[i].Text
		if s.best != "" && s.best != w {
			w, typed = s.best, false
		}
		repaired = append(repaired, w)
		if s.light || f.has(i) {
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

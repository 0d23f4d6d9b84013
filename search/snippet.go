package search

import (
	"cmp"
	"slices"
	"strings"
)

// snippetWords is how long a snippet is.
const snippetWords = 36

// marker marks the words of a query in texts.
type marker struct {
	p        *part
	families map[int32]bool
	stemmed  map[string]int32 // families of words of cards that had to be stemmed, -1 for none
}

// hit reports whether a token is a word of the query.
func (m marker) hit(t token) (family int32, ok bool) {
	if t.elided {
		return 0, false
	}
	family, ok = m.p.lexicon.byForm[t.text] // of every word of the texts, of cards in names only
	if !ok && m.p.cards {
		known := false
		if family, known = m.stemmed[t.text]; !known {
			if family, ok = m.p.lexicon.byStem[m.p.stem(t.text)]; !ok {
				family = -1
			}
			m.stemmed[t.text] = family
		}
		ok = family >= 0
	}
	return family, ok && m.families[family]
}

// mark divides a text into runs that are words of the query and runs that are
// not. A word with hyphens is marked as a whole, or in those parts that are
// meant.
func (m marker) mark(s string) []Fragment {
	return m.fragments(s, tokens(s), 0, len(s))
}

// fragments divides s[from:to], of which ts are the tokens.
func (m marker) fragments(s string, ts []token, from, to int) []Fragment {
	var out []Fragment
	add := func(text string, marked bool) {
		if text = strings.ReplaceAll(text, "\n", " "); text != "" {
			out = append(out, Fragment{text, marked})
		}
	}
	var marked []token
	for _, t := range ts {
		if _, ok := m.hit(t); ok && t.start >= from && t.end <= to {
			marked = append(marked, t)
		}
	}
	// The whole of a word with hyphens goes before its parts.
	slices.SortStableFunc(marked, func(a, b token) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	for _, t := range marked {
		if t.start >= from {
			add(s[from:t.start], false)
			add(s[t.start:t.end], true)
			from = t.end
		}
	}
	add(s[from:to], false)
	return out
}

// snippet gives the run of a document's text that has most words of the
// query; if the text has none, of its examples; with rulings, of those on a
// card; else the beginning of the text. The official text stands in where
// there is no other.
func (m marker) snippet(d Document, rulings bool) []Fragment {
	text := d.shown()
	texts := []string{text, d.Examples}
	if rulings {
		texts = append(texts, d.Rulings)
	}
	for _, s := range texts {
		ts := tokens(s)
		if from, ok := m.window(s, ts); ok {
			return m.cut(s, ts, from)
		}
	}
	return m.cut(text, tokens(text), 0)
}

// window finds the token at which the best snippet begins: the beginning of
// the text, of a sentence, or a little before a word of the query.
func (m marker) window(s string, ts []token) (from int, ok bool) {
	hits := make([]int32, len(ts)) // family + 1
	any := false
	for i, t := range ts {
		if f, ok := m.hit(t); ok {
			hits[i] = f + 1
			any = true
		}
	}
	if !any {
		return 0, false
	}
	best := -1
	var seen []int32
	for i := range ts {
		if i > 0 && !begins(s, ts, i) && (i+4 >= len(ts) || hits[i+4] == 0) {
			continue
		}
		worth := 0
		seen = seen[:0]
		for _, h := range hits[i:min(i+snippetWords, len(ts))] {
			if h == 0 {
				continue
			}
			if worth++; !slices.Contains(seen, h) {
				seen = append(seen, h)
				worth += 100
			}
		}
		if i == 0 || begins(s, ts, i) {
			worth += 2
		}
		if worth > best {
			best, from = worth, i
		}
	}
	return from, true
}

// begins reports whether a sentence or paragraph begins at the i-th token.
func begins(s string, ts []token, i int) bool {
	if ts[i].whole {
		return false
	}
	between := s[ts[i-1].end:ts[i].start]
	return strings.Contains(between, ". ") || strings.Contains(between, "\n")
}

// cut gives the snippet that begins at the from-th token. What is left out
// shows as an ellipsis.
func (m marker) cut(s string, ts []token, from int) []Fragment {
	start, end := 0, len(s)
	if from > 0 {
		start = ts[from].start
	}
	if from+snippetWords < len(ts) {
		end = ts[from+snippetWords-1].end
		if last := ts[from+snippetWords]; last.whole && last.end > end {
			end = last.end
		}
	}
	out := m.fragments(s, ts, start, end)
	if from > 0 {
		out = append([]Fragment{{Text: "… "}}, out...)
	}
	if end < len(s) {
		out = append(out, Fragment{Text: " …"})
	}
	return out
}

package search

import (
	"cmp"
	"slices"
	"strings"
)

// snippetWords is how long a snippet is.
const snippetWords = 36

// word is a token of a text that results show.
type word struct {
	start, end int32 // byte offsets
	family     int32 // -1 where it is of none, or elided
	whole      bool  // as in token
	begins     bool  // a sentence or paragraph begins with it
}

// passage is a text in which words are marked.
type passage struct {
	text  string
	words []word
}

// passages are what results show of a document: its title, what it says, its
// examples.
type passages struct{ title, text, examples passage }

// marker marks the words of a query in texts.
type marker struct {
	p        *part
	families map[int32]bool
	stemmed  map[string]int32 // families of words of cards that had to be stemmed, -1 for none
}

// passage reads a text.
func (m marker) passage(s string) passage {
	ts := tokens(s)
	ws := make([]word, len(ts))
	for i, t := range ts {
		ws[i] = word{int32(t.start), int32(t.end), m.family(t), t.whole, i == 0 || begins(s, ts, i)}
	}
	return passage{s, ws}
}

// passages reads a document. Those with texts of ours are kept, since they are
// asked for again and again.
func (m marker) passages(doc int32) *passages {
	d := m.p.docs[doc]
	if int(doc) >= len(m.p.read) {
		return &passages{m.passage(d.Title), m.passage(d.shown()), m.passage(d.Examples)}
	}
	ps := m.p.read[doc].Load()
	if ps == nil {
		ps = &passages{m.passage(d.Title), m.passage(d.shown()), m.passage(d.Examples)}
		m.p.read[doc].Store(ps)
	}
	return ps
}

// family gives the family of a token, -1 for none.
func (m marker) family(t token) int32 {
	if t.elided {
		return -1
	}
	if family, ok := m.p.lexicon.byForm[t.text]; ok { // of every word of the texts, of cards in names only
		return family
	}
	if !m.p.cards {
		return -1
	}
	family, known := m.stemmed[t.text]
	if !known {
		var ok bool
		if family, ok = m.p.lexicon.byStem[m.p.stem(t.text)]; !ok {
			family = -1
		}
		m.stemmed[t.text] = family
	}
	return family
}

// hit reports whether a word is one of the query.
func (m marker) hit(w word) bool { return w.family >= 0 && m.families[w.family] }

// mark divides a text into runs that are words of the query and runs that are
// not. A word with hyphens is marked as a whole, or in those parts that are
// meant.
func (m marker) mark(p passage) []Fragment { return m.fragments(p, 0, len(p.text)) }

// fragments divides a part of a text.
func (m marker) fragments(p passage, from, to int) []Fragment {
	var out []Fragment
	add := func(text string, marked bool) {
		if text = strings.ReplaceAll(text, "\n", " "); text != "" {
			out = append(out, Fragment{text, marked})
		}
	}
	var marked []word
	for _, w := range p.words {
		if int(w.start) >= from && int(w.end) <= to && m.hit(w) {
			marked = append(marked, w)
		}
	}
	// The whole of a word with hyphens goes before its parts.
	slices.SortStableFunc(marked, func(a, b word) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	for _, w := range marked {
		if int(w.start) >= from {
			add(p.text[from:w.start], false)
			add(p.text[w.start:w.end], true)
			from = int(w.end)
		}
	}
	add(p.text[from:to], false)
	return out
}

// snippet gives the run of a document's text that has most words of the
// query; if the text has none, of its examples; with rulings, of those on a
// card; else the beginning of the text. The official text stands in where
// there is no other.
func (m marker) snippet(ps *passages, rulings string) []Fragment {
	texts := []passage{ps.text, ps.examples}
	if rulings != "" {
		texts = append(texts, m.passage(rulings))
	}
	for _, p := range texts {
		if from, ok := m.window(p); ok {
			return m.cut(p, from)
		}
	}
	return m.cut(ps.text, 0)
}

// window finds the word at which the best snippet begins: the beginning of
// the text, of a sentence, or a little before a word of the query.
func (m marker) window(p passage) (from int, ok bool) {
	hits := make([]int32, len(p.words)) // family + 1
	any := false
	for i, w := range p.words {
		if m.hit(w) {
			hits[i] = w.family + 1
			any = true
		}
	}
	if !any {
		return 0, false
	}
	best := -1
	var seen []int32
	for i, w := range p.words {
		if !w.begins && (i+4 >= len(hits) || hits[i+4] == 0) {
			continue
		}
		worth := 0
		seen = seen[:0]
		for _, h := range hits[i:min(i+snippetWords, len(hits))] {
			if h == 0 {
				continue
			}
			if worth++; !slices.Contains(seen, h) {
				seen = append(seen, h)
				worth += 100
			}
		}
		if w.begins {
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

// cut gives the snippet that begins at the from-th word. What is left out
// shows as an ellipsis.
func (m marker) cut(p passage, from int) []Fragment {
	start, end := 0, len(p.text)
	if from > 0 {
		start = int(p.words[from].start)
	}
	if from+snippetWords < len(p.words) {
		end = int(p.words[from+snippetWords-1].end)
		if last := p.words[from+snippetWords]; last.whole && int(last.end) > end {
			end = int(last.end)
		}
	}
	out := m.fragments(p, start, end)
	if from > 0 {
		out = append([]Fragment{{Text: "… "}}, out...)
	}
	if end < len(p.text) {
		out = append(out, Fragment{Text: " …"})
	}
	return out
}

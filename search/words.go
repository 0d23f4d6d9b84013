package search

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"regula/lang"
)

const germanTag = lang.German

// The weights of a word by where it stands, in quarters of a word in the
// text. A word of a compound counts less than the word by itself.
const (
	weightName     = 16
	weightAlias    = 12
	weightText     = 4
	weightLead     = 2 // in the lead of a section, which says again what its rules say
	weightRelated  = 4
	weightExample  = 2
	weightOfficial = 2
	weightPart     = 2
)

// shares are how much of a name a word is, in sixtieths: all of it, two of
// three words, half and so on. A document whose name is the query has 60 in
// all.
var shares = []int{60, 40, 30, 20, 15, 12, 10}

// shareOf gives the index in shares for k of n words; for longer names the
// least.
func shareOf(k, n int) int {
	for i, s := range shares {
		if 60*k >= s*n {
			return i
		}
	}
	return len(shares) - 1
}

// entry is what a document has of one stem.
type entry struct {
	stem      int   // index in analysis.stems
	weight    int   // sum over all places
	name      int   // 1 + index in shares, for the best name that has the word; 0 for none
	alias     bool  // whether that is an alias; of cards, whether no name begins with the word
	positions []int // in title, text and examples
}

// words is an analysed document.
type words struct {
	entries []entry
	exact   map[string]spelling // the words of names, by exactKey
	length  int                 // words of title, text and examples
}

// spelling is a word of a name as it is spelt.
type spelling struct {
	stem int
	name int // as in entry
}

// exactMark divides a word of a name from how it is spelt in an exactKey. No
// word or sign has it.
const exactMark = "="

// exactKey names the very form of a word, folded and as it is spelt, among
// those that have one stem: commander and not command, Länder and not Lander.
func exactKey(folded, spelt string) string {
	if spelt = strings.ToLower(spelt); spelt == folded || fold(spelt) != folded {
		return folded + exactMark
	}
	return folded + exactMark + spelt
}

// term is a word as it is written, folded.
type term struct {
	stem  int
	parts []int // stems of the words it is made of
}

// analysis makes words of the documents of one language. It is for one
// goroutine.
type analysis struct {
	cards     bool
	stem      stemmer
	light     map[string]bool
	terms     map[string]term
	stems     []string
	byStem    map[string]int
	compounds *compounds      // nil where the language has none
	inNames   map[string]bool // words as they are written, folded, in names
	at        []int           // 1 + index in the entries of the document at hand, by stem
}

func newAnalysis(docs []Document, l lang.Language) *analysis {
	a := &analysis{cards: ofCards(docs), stem: stemmers[l], light: light[l], terms: map[string]term{}, byStem: map[string]int{}, inNames: map[string]bool{}}
	if l == germanTag {
		forms := map[string]bool{}
		for _, d := range docs {
			for _, s := range append([]string{d.Title, d.Text, d.Examples}, d.Terms...) {
				for _, t := range tokens(s) {
					if !t.whole {
						forms[t.text] = true
					}
				}
			}
		}
		a.compounds = newCompounds(forms)
	}
	return a
}

// term gives what is known of a word.
func (a *analysis) term(form string) term {
	t, ok := a.terms[form]
	if ok {
		return t
	}
	t.stem = a.stemID(form)
	if a.compounds != nil {
		for _, p := range a.compounds.parts(form) {
			t.parts = append(t.parts, a.stemID(p))
		}
	}
	a.terms[form] = t
	return t
}

func (a *analysis) stemID(form string) int {
	stem := a.stem(form)
	i, ok := a.byStem[stem]
	if !ok {
		i = len(a.stems)
		a.byStem[stem] = i
		a.stems = append(a.stems, stem)
		a.at = append(a.at, 0)
	}
	return i
}

// forms gives the words seen, as they are written, in order; of cards, those of
// names.
func (a *analysis) forms() []string {
	if a.cards {
		return slices.Sorted(maps.Keys(a.inNames))
	}
	return slices.Sorted(maps.Keys(a.terms))
}

// bracketed is what a name has in round brackets.
var bracketed = regexp.MustCompile(`\s*\([^)]*\)`)

// words analyses a document.
func (a *analysis) words(d Document) words {
	w := words{exact: map[string]spelling{}}
	pos := 0
	w.length += a.running(&w, d.Title, 0, &pos)
	text := weightText
	if d.Number.IsSection() || d.Number.IsChapter() {
		text = weightLead
	}
	w.length += a.running(&w, d.Text, text, &pos)
	for example := range strings.SplitSeq(d.Examples, "\n") {
		w.length += a.running(&w, example, weightExample, &pos)
	}
	if d.Kind == KindCard {
		a.onCard(&w, d.Official)
		a.onCard(&w, d.Rulings)
	} else if shown := d.shown(); shown != d.Text {
		w.length += a.running(&w, shown, text, &pos)
	} else {
		a.behind(&w, d.Official)
	}
	for _, name := range append([]string{d.Title}, d.Terms...) {
		a.name(&w, name, weightName, false)
	}
	for _, name := range d.Aliases {
		a.name(&w, name, weightAlias, true)
	}
	a.related(&w, d.Related)
	// A spelling counts only in the name of which its word is most.
	maps.DeleteFunc(w.exact, func(_ string, s spelling) bool { return s.name > a.entry(&w, s.stem).name })
	for _, e := range w.entries {
		a.at[e.stem] = 0
	}
	return w
}

// entry gives what the document has of a stem. It is good until the next call.
func (a *analysis) entry(w *words, stem int) *entry {
	if a.at[stem] == 0 {
		w.entries = append(w.entries, entry{stem: stem})
		a.at[stem] = len(w.entries)
	}
	return &w.entries[a.at[stem]-1]
}

// running adds running text and gives its number of words. It leaves a gap of
// positions behind, so that no phrase reaches over the end.
func (a *analysis) running(w *words, s string, weight int, pos *int) int {
	count := 0
	for _, t := range tokens(s) {
		term := a.term(t.text)
		e := a.entry(w, term.stem)
		e.weight += weight
		if !t.whole {
			e.positions = append(e.positions, *pos+t.pos)
			count = t.pos + 1
		}
		if weight > 0 {
			a.parts(w, term)
		}
	}
	*pos += count + 10
	return count
}

// behind adds the official text behind an explanation. It is found by its
// words, not by phrases, because results do not show it.
func (a *analysis) behind(w *words, s string) {
	for _, t := range tokens(s) {
		a.entry(w, a.term(t.text).stem).weight += weightOfficial
	}
}

// onCard adds what is printed on a card and its official rulings. They are
// found by the words in them that are no light ones of English, in which they
// are.
func (a *analysis) onCard(w *words, s string) {
	for _, t := range tokens(s) {
		if !light[lang.English][t.text] {
			a.entry(w, a.term(t.text).stem).weight += weightOfficial
		}
	}
}

// related adds the names of what the document stands in, each word once.
func (a *analysis) related(w *words, names []string) {
	seen := map[int]bool{}
	for _, name := range names {
		for _, t := range tokens(name) {
			if term := a.term(t.text); !seen[term.stem] {
				seen[term.stem] = true
				a.entry(w, term.stem).weight += weightRelated
				a.parts(w, term)
			}
		}
	}
}

// parts adds what a compound is made of.
func (a *analysis) parts(w *words, t term) {
	for _, p := range t.parts {
		a.entry(w, p).weight += weightPart
	}
}

// name adds a name, and as an alias what it is without brackets; a name with
// longer light words is one, too. Of cards it counts instead which word a name
// begins with, since cards have a name in many languages and are asked for by
// its beginning. The weight of a word does not grow with the number of names
// that have it.
func (a *analysis) name(w *words, name string, weight int, alias bool) {
	if strings.Contains(name, "(") {
		if short := bracketed.ReplaceAllString(name, ""); short != "" {
			a.name(w, short, weightAlias, true)
		}
	}
	ts := slices.DeleteFunc(tokens(name), func(t token) bool { return t.elided && t.text != "ne" })
	n, all := 0, 0
	for _, t := range ts {
		if t.whole {
			continue
		}
		all++
		if !a.light[t.text] {
			n++
		} else if runes(t.text) >= minLight {
			alias = true
		}
	}
	begins := slices.IndexFunc(ts, func(t token) bool { return !a.light[t.text] })
	for i, t := range ts {
		term := a.term(t.text)
		a.inNames[t.text] = true
		if e := a.entry(w, term.stem); e.weight < weight {
			e.weight += weight
			a.parts(w, term)
		}
		share := 1
		switch {
		case n == 0:
			share += shareOf(1, all)
		case t.whole:
			k := 0
			for k < i && !ts[i-1-k].whole && ts[i-1-k].start >= t.start {
				k++
			}
			share += shareOf(k, n)
		case a.light[t.text]:
			share = len(shares)
		default:
			share += shareOf(1, n)
		}
		key := exactKey(t.text, name[t.start:t.end])
		if s, ok := w.exact[key]; !ok || share < s.name {
			w.exact[key] = spelling{term.stem, share}
		}
		e := a.entry(w, term.stem)
		if a.cards {
			later := begins < 0 || t.start > ts[begins].start
			e.alias = later && (e.alias || e.name == 0)
			if e.name == 0 || share < e.name {
				e.name = share
			}
			continue
		}
		if e.name == 0 || share < e.name || share == e.name && e.alias && !alias {
			e.name, e.alias = share, alias
		}
	}
}

// exactKeys gives, of the exact keys of all documents, those that tell
// documents apart: other rules or cards have a name with the same stem. Of
// cards, which have many names of many words, those count that are a name.
func exactKeys(docs []Document, all []words) map[string]bool {
	named := map[int]int{} // documents that have a stem in a name
	count := map[string]int{}
	stem := map[string]int{}
	for i, w := range all {
		if docs[i].Kind == KindGlossary {
			continue // named as its rule is
		}
		seen := map[int]bool{}
		for key, s := range w.exact {
			if docs[i].Kind == KindCard && s.name > 1 {
				continue
			}
			count[key]++
			stem[key] = s.stem
			if !seen[s.stem] {
				seen[s.stem] = true
				named[s.stem]++
			}
		}
	}
	keys := map[string]bool{}
	for key, n := range count {
		if n < named[stem[key]] {
			keys[key] = true
		}
	}
	return keys
}

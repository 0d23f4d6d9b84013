package search

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"regula/lang"
)

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
func shareOf(k, n int) uint8 {
	for i, s := range shares {
		if 60*k >= s*n {
			return uint8(i)
		}
	}
	return uint8(len(shares) - 1)
}

// entry is what the document at hand has of one stem.
type entry struct {
	stem   int32
	weight int32 // sum over all places
	places int32 // how many, in title, text and examples
	name   uint8 // 1 + index in shares, for the best name that has the word; 0 for none
	alias  bool  // whether that is an alias; of cards, whether no name begins with the word
}

// sign gives the sign of the stem in the document.
func (e entry) sign() uint8 {
	if e.name == 0 {
		return level(float64(max(e.weight, e.places, 1)))
	}
	sign := levels + 2*e.name - 1
	if e.alias {
		sign++
	}
	return sign
}

// spelling is how a word in a name of the document at hand is spelt.
type spelling struct {
	key  int32 // index in analysis.keys
	name uint8 // as in entry
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
	text  string
	stem  int32
	parts []int32 // stems of the words it is made of
	named bool    // whether a name has it
	mute  bool    // whether it is a light word of English
}

// key is an exactKey with the stem of its word.
type key struct {
	text string
	stem int32
}

// place is where a document has a word.
type place struct{ stem, pos int32 }

// analysis takes in the documents of one language, one after the other. What
// it knows of them lies in a few flat lists, since there are millions of
// words. It is for one goroutine.
type analysis struct {
	cards     bool
	stem      stemmer
	light     map[string]bool
	compounds *compounds // nil where the language has none

	terms   []term
	byText  map[string]int32 // index in terms
	stems   []string
	byStem  map[string]int32
	keys    []key
	byKey   map[string]int32
	entries []entry    // of the document at hand
	exact   []spelling // of the document at hand
	at      []int32    // 1 + index in entries, by stem
	atKey   []int32    // 1 + index in exact, by key
	tokens  []token    // of the text at hand

	// Of all documents so far, in their order. The last three say where those
	// of each document end.
	found      []int32 // stems
	signs      []uint8 // of these
	spelt      []spelling
	places     []place
	foundEnds  []int
	speltEnds  []int
	placesEnds []int
}

// analyse takes in all documents.
func analyse(docs []Document, l lang.Language) (*analysis, error) {
	if stemmers[l] == nil || light[l] == nil {
		return nil, fmt.Errorf("making the index: there is no analysis of language %q", l)
	}
	a := &analysis{cards: ofCards(docs), stem: stemmers[l], light: light[l], byText: map[string]int32{}, byStem: map[string]int32{}, byKey: map[string]int32{}}
	if l == lang.German {
		forms := map[string]bool{}
		for _, d := range docs {
			for _, s := range append([]string{d.Title, d.Text, d.Examples}, d.Terms...) {
				for _, t := range a.tokensOf(s) {
					if !t.whole {
						forms[t.text] = true
					}
				}
			}
		}
		a.compounds = newCompounds(forms)
	}
	for _, d := range docs {
		a.add(d)
	}
	return a, nil
}

// tokensOf gives the tokens of a text. They are good until the next call.
func (a *analysis) tokensOf(s string) []token {
	a.tokens = appendTokens(a.tokens[:0], s)
	return a.tokens
}

// term gives what is known of a word. It is good until the next call.
func (a *analysis) term(form string) *term {
	i, ok := a.byText[form]
	if !ok {
		t := term{text: form, stem: a.stemID(form), mute: light[lang.English][form]}
		if a.compounds != nil {
			for _, p := range a.compounds.parts(form) {
				t.parts = append(t.parts, a.stemID(p))
			}
		}
		i = int32(len(a.terms))
		a.byText[form] = i
		a.terms = append(a.terms, t)
	}
	return &a.terms[i]
}

func (a *analysis) stemID(form string) int32 {
	stem := a.stem(form)
	i, ok := a.byStem[stem]
	if !ok {
		i = int32(len(a.stems))
		a.byStem[stem] = i
		a.stems = append(a.stems, stem)
		a.at = append(a.at, 0)
	}
	return i
}

func (a *analysis) keyID(text string, stem int32) int32 {
	i, ok := a.byKey[text]
	if !ok {
		i = int32(len(a.keys))
		a.byKey[text] = i
		a.keys = append(a.keys, key{text, stem})
		a.atKey = append(a.atKey, 0)
	}
	return i
}

// bracketed is what a name has in round brackets.
var bracketed = regexp.MustCompile(`\s*\([^)]*\)`)

// add takes in a document.
func (a *analysis) add(d Document) {
	pos := 0
	a.running(d.Title, 0, &pos)
	text := int32(weightText)
	if d.Number.IsSection() || d.Number.IsChapter() {
		text = weightLead
	}
	a.running(d.Text, text, &pos)
	for example := range strings.SplitSeq(d.Examples, "\n") {
		a.running(example, weightExample, &pos)
	}
	if d.Kind == KindCard {
		a.onCard(d.Official)
		a.onCard(d.Rulings)
	} else if shown := d.shown(); shown != d.Text {
		a.running(shown, text, &pos)
	} else {
		a.behind(d.Official)
	}
	a.name(d.Title, weightName, false)
	for _, name := range d.Terms {
		a.name(name, weightName, false)
	}
	for _, name := range d.Aliases {
		a.name(name, weightAlias, true)
	}
	a.related(d.Related)
	for _, s := range a.exact {
		// A spelling counts only in the name of which its word is most.
		if s.name <= a.entry(a.keys[s.key].stem).name {
			a.spelt = append(a.spelt, s)
		}
		a.atKey[s.key] = 0
	}
	for _, e := range a.entries {
		a.found, a.signs = append(a.found, e.stem), append(a.signs, e.sign())
		a.at[e.stem] = 0
	}
	a.exact, a.entries = a.exact[:0], a.entries[:0]
	a.foundEnds = append(a.foundEnds, len(a.found))
	a.speltEnds = append(a.speltEnds, len(a.spelt))
	a.placesEnds = append(a.placesEnds, len(a.places))
}

// of gives what the i-th document has in a list of which ends says where those
// of each document end.
func of[T any](list []T, ends []int, i int) []T {
	if i == 0 {
		return list[:ends[0]]
	}
	return list[ends[i-1]:ends[i]]
}

// entry gives what the document has of a stem. It is good until the next call.
func (a *analysis) entry(stem int32) *entry {
	if a.at[stem] == 0 {
		a.entries = append(a.entries, entry{stem: stem})
		a.at[stem] = int32(len(a.entries))
	}
	return &a.entries[a.at[stem]-1]
}

// running adds running text. It leaves a gap of positions behind, so that no
// phrase reaches over the end.
func (a *analysis) running(s string, weight int32, pos *int) {
	count := 0
	for _, t := range a.tokensOf(s) {
		term := a.term(t.text)
		e := a.entry(term.stem)
		e.weight += weight
		if !t.whole {
			e.places++
			a.places = append(a.places, place{term.stem, int32(*pos + t.pos)})
			count = t.pos + 1
		}
		if weight > 0 {
			a.parts(term)
		}
	}
	*pos += count + 10
}

// behind adds the official text behind an explanation. It is found by its
// words, not by phrases, because results do not show it.
func (a *analysis) behind(s string) {
	for _, t := range a.tokensOf(s) {
		a.entry(a.term(t.text).stem).weight += weightOfficial
	}
}

// onCard adds what is printed on a card and its official rulings. They are
// found by the words in them that are no light ones of English, in which they
// are.
func (a *analysis) onCard(s string) {
	for _, t := range a.tokensOf(s) {
		if term := a.term(t.text); !term.mute {
			a.entry(term.stem).weight += weightOfficial
		}
	}
}

// related adds the names of what the document stands in, each word once.
func (a *analysis) related(names []string) {
	var seen []int32
	for _, name := range names {
		for _, t := range a.tokensOf(name) {
			if term := a.term(t.text); !slices.Contains(seen, term.stem) {
				seen = append(seen, term.stem)
				a.entry(term.stem).weight += weightRelated
				a.parts(term)
			}
		}
	}
}

// parts adds what a compound is made of.
func (a *analysis) parts(t *term) {
	for _, p := range t.parts {
		a.entry(p).weight += weightPart
	}
}

// name adds a name, and as an alias what it is without brackets; a name with
// longer light words is one, too. Of cards it counts instead which word a name
// begins with, since cards have a name in many languages and are asked for by
// its beginning. The weight of a word does not grow with the number of names
// that have it.
func (a *analysis) name(name string, weight int32, alias bool) {
	if strings.Contains(name, "(") {
		if short := bracketed.ReplaceAllString(name, ""); short != "" {
			a.name(short, weightAlias, true)
		}
	}
	ts := slices.DeleteFunc(a.tokensOf(name), func(t token) bool { return t.elided && t.text != "ne" })
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
		term.named = true
		if e := a.entry(term.stem); e.weight < weight {
			e.weight += weight
			a.parts(term)
		}
		share := uint8(1)
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
			share = uint8(len(shares))
		default:
			share += shareOf(1, n)
		}
		a.spell(a.keyID(exactKey(t.text, name[t.start:t.end]), term.stem), share)
		e := a.entry(term.stem)
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

// spell notes how a word in a name is spelt.
func (a *analysis) spell(key int32, share uint8) {
	if a.atKey[key] == 0 {
		a.exact = append(a.exact, spelling{key, share})
		a.atKey[key] = int32(len(a.exact))
	}
	s := &a.exact[a.atKey[key]-1]
	s.name = min(s.name, share)
}

// tellApart gives how many documents have each key that tells documents apart:
// other rules or cards have a name with the same stem; 0 for any other key. Of
// cards, which have many names of many words, those count that are a name.
func (a *analysis) tellApart(docs []Document) []int {
	named := make([]int, len(a.stems)) // documents that have a stem in a name
	seen := make([]int, len(a.stems))  // 1 + the last of these
	some, all := make([]int, len(a.keys)), make([]int, len(a.keys))
	for i := range docs {
		for _, s := range of(a.spelt, a.speltEnds, i) {
			all[s.key]++
			if docs[i].Kind == KindGlossary || docs[i].Kind == KindCard && s.name > 1 {
				continue // glossary entries are named as their rule is
			}
			some[s.key]++
			if stem := a.keys[s.key].stem; seen[stem] != i+1 {
				seen[stem] = i + 1
				named[stem]++
			}
		}
	}
	for k, n := range some {
		if n == 0 || n == named[a.keys[k].stem] {
			all[k] = 0
		}
	}
	return all
}

// Package search finds rules, glossary entries and cards by what people type:
// rule numbers in any form, words, phrases, foreign names, slang and misspelt
// words, in each language by its own grammar.
//
// One Bleve index for each language serves two places. The server asks it
// directly. For the exported site, WriteChunks cuts the same dictionary,
// postings and texts into small files, which the script in the page,
// static/js/search.js, reads; it ranks as this package does and finds the
// same, in the same order.
package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"regula/lang"
	"regula/rules"
)

// Index finds the documents of one language. It never changes once made, so
// that any number of goroutines may ask it.
type Index struct {
	l        lang.Language
	docs     []Document
	store    *store
	lexicon  *lexicon
	stem     stemmer
	light    map[string]bool
	numbers  []rules.Number
	byNumber map[rules.Number]int32 // document
	past     map[rules.Number]Past
	notice   string
}

func (x *Index) n() int { return len(x.docs) }

// Language gives the language of the documents.
func (x *Index) Language() lang.Language { return x.l }

// expansion is a stem that may stand for a word of the query, and how sure
// that is, in percent.
type expansion struct {
	family int32
	weight int
	of     int // how many words of the query it stands for
}

// The weights of what is found instead of the very word.
const (
	weightExact    = 100
	weightPrefix   = 60 // a word that begins with the query's last one
	weightInstead  = 80 // the same where the query's last word is none itself
	weightNear     = 70 // a typing error
	weightDoubtful = 40 // a form of a word that is rather a typing error
	mistakenLength = 6
	maxExpansions  = 50
	minPrefix      = 2
	minLight       = 4
	glossaryShare  = 80  // percent; a rule comes before the entry that says the same in short
	quorum         = 60  // percent of the weight of a query's words that a hit must have
	maxRarity      = 60  // a word that nothing has, or next to nothing, weighs no more
	exactBonus     = 200 // for the very form of a word in a name
	firstLight     = 4   // for a light word in a name that has the others
	nameSum        = 60  // shares of a name that make it whole
)

// slot is a word of the query, resolved. All of its parts must be found; it
// has two where the query writes two words as one.
type slot struct {
	word  string
	parts [][]expansion
	exact []posting // documents that have the very form in a name
	light bool
	typed bool   // whether the word is in the index as typed
	best  string // what a misspelt word was taken for
}

// Search answers a query. An error is a fault of the index or of ctx; any
// query gets a result.
func (x *Index) Search(ctx context.Context, query string, o Options) (Result, error) {
	q := ParseQuery(query)
	if o.Limit <= 0 {
		o.Limit = 10
	}
	r := Result{Query: q.Text, Reason: q.Reason, Hits: []Hit{}, Facets: []Facet{}, Suggestions: []string{}}
	f := found{x: x, ctx: ctx, q: q, o: o, r: &r}
	if err := f.answer(); err != nil {
		return Result{}, err
	}
	return r, nil
}

// found collects what a query finds.
type found struct {
	x     *Index
	ctx   context.Context
	q     Query
	o     Options
	r     *Result
	slots []slot
	docs  []ranked       // in the order in which they are shown
	marks map[int32]bool // families to mark in snippets
}

// ranked is a document with its place in the order.
type ranked struct {
	doc   int32
	tier  int
	score int
	first int // of documents that are called what the query says: how well
}

// The tiers: a document of a higher one comes first, whatever its score.
const (
	tierSome   = iota // has most words of the query
	tierAll           // has all of them
	tierNames         // has all of them in its names
	tierName          // is called what the query says
	tierNumber        // has the number asked for
)

func (f *found) answer() error {
	if f.q.Reason != "" {
		return nil
	}
	f.marks = map[int32]bool{}
	f.numbered()
	if len(f.q.Words)+len(f.q.Phrases) > 0 {
		if err := f.worded(); err != nil {
			return err
		}
	}
	f.report()
	return nil
}

// worded finds documents by words.
func (f *found) worded() error {
	// In a query of light words only, they are what is asked for.
	open := f.q.Open && !f.o.Complete
	last := len(f.q.Words) - 1
	light := func(i int, w string) bool {
		return f.x.light[w] || open && i == last && runes(w) == 1
	}
	quoted := slices.Concat(f.q.Phrases...)
	heavy := slices.ContainsFunc(quoted, func(w string) bool { return !f.x.light[w] })
	for i, w := range f.q.Words {
		heavy = heavy || !light(i, w.Text)
	}
	for i, w := range f.q.Words {
		f.slots = append(f.slots, f.resolve(w, open && i == last, heavy && light(i, w.Text)))
	}
	for _, w := range quoted {
		f.slots = append(f.slots, f.exactly(w, heavy && f.x.light[w]))
	}
	for _, s := range f.slots {
		if s.parts == nil && !s.light {
			f.r.Missing = append(f.r.Missing, s.word)
		}
	}
	for i, s := range f.slots {
		if s.light && i < len(f.q.Words) {
			continue
		}
		for _, p := range s.parts {
			for _, e := range p {
				f.marks[e.family] = true
			}
		}
	}
	docs, err := f.filter(f.rank())
	if err != nil {
		return err
	}
	slices.SortFunc(docs, func(a, b ranked) int {
		kind := 0
		if a.tier == tierName {
			kind = cmp.Compare(f.x.kind(a.doc), f.x.kind(b.doc))
		}
		return cmp.Or(cmp.Compare(b.tier, a.tier), kind, cmp.Compare(b.first, a.first), cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc))
	})
	numbers := f.docs
	for _, d := range docs {
		if !slices.ContainsFunc(numbers, func(r ranked) bool { return r.doc == d.doc }) {
			f.docs = append(f.docs, d)
		}
	}
	f.suggest()
	return nil
}

// kind gives the place of a document's kind in Kinds.
func (x *Index) kind(doc int32) int { return slices.Index(Kinds, x.docs[doc].Kind) }

// exactly resolves a word of a phrase.
func (f *found) exactly(w string, light bool) slot {
	s := slot{word: w, light: light, typed: true}
	if i, ok := f.x.family(w); ok {
		s.parts = [][]expansion{{{i, weightExact, 1}}}
	}
	return s
}

// family finds the stem of a word, also where it is typed with ae for ä.
func (x *Index) family(w string) (int32, bool) {
	i, ok := x.lexicon.byStem[x.stem(w)]
	if !ok {
		if plain := plainUmlauts(w); plain != w {
			i, ok = x.lexicon.byStem[x.stem(plain)]
		}
	}
	return i, ok
}

// resolve finds what a word of the query may stand for: itself; the word of
// which it is a part; if it is the last one, words that begin with it; where
// there is none of these, a name with one typing error, two words that it
// joins, or a word with more errors. The shortest light words stand for
// nothing.
func (f *found) resolve(w Word, open, light bool) slot {
	x := f.x
	s := slot{word: w.Text, light: light, typed: true}
	if s.light && runes(w.Text) < minLight {
		return s
	}
	var es []expansion
	add := func(family int32, weight, of int) {
		if !slices.ContainsFunc(es, func(e expansion) bool { return e.family == family }) {
			es = append(es, expansion{family, weight, of})
		}
	}
	if i, ok := x.family(w.Text); ok {
		add(i, weightExact, 1)
	}
	for _, j := range w.Joined {
		if !x.joins(j) {
			continue
		}
		if i, ok := x.family(j.Text); ok {
			add(i, weightExact, j.Of)
		}
	}
	if len(es) == 1 && !s.light {
		// A misspelt word may end as if it were a form of another:
		// Spielsten is Spielstein rather than a form of Spiel.
		if families, best := x.mistaken(w.Text); families != nil {
			es[0].weight, s.best = weightDoubtful, best
			for _, i := range families {
				add(i, weightNear, 1)
			}
		}
	}
	if i, ok := x.lexicon.byStem[w.Exact]; ok {
		s.exact = x.lexicon.families[i].postings
	}
	if open && runes(w.Text) >= minPrefix && !s.light {
		weight := weightPrefix
		if len(es) == 0 {
			weight = weightInstead
		}
		for _, i := range x.beginning(w.Text) {
			add(i, weight, 1)
		}
	}
	if len(es) > 0 {
		s.parts = [][]expansion{es}
		return s
	}
	if s.light {
		return s
	}
	s.typed = false
	near := func(namesOnly bool) bool {
		for _, word := range slices.Compact([]string{w.Text, plainUmlauts(w.Text)}) {
			var families []int32
			if families, s.best = x.lexicon.near(word, namesOnly); families != nil {
				for _, i := range families {
					add(i, weightNear, 1)
				}
				s.parts = [][]expansion{es}
				return true
			}
		}
		return false
	}
	if near(true) {
		return s
	}
	if head, tail, ok := x.divide(w.Text); ok {
		s.parts = [][]expansion{{{head, weightExact, 1}}, {{tail, weightExact, 1}}}
		return s
	}
	near(false)
	return s
}

// joins reports whether a word is to be tried that joins others: not where
// one of two words typed apart is a short light one.
func (x *Index) joins(j Joined) bool {
	return j.First == "" || !x.short(j.First) && !x.short(j.Last)
}

func (x *Index) short(w string) bool { return x.light[w] && runes(w) < minLight }

// mistaken gives the names that differ from a word by one typing error, if no
// word of the index is written or begins like it.
func (x *Index) mistaken(w string) (families []int32, best string) {
	plain := plainUmlauts(w)
	if runes(w) < mistakenLength || len(x.lexicon.startingWith(w))+len(x.lexicon.startingWith(plain)) > 0 {
		return nil, ""
	}
	r := []rune(plain)
	return x.lexicon.nearest(r, string(r[:2]), 1, true)
}

// beginning gives the families of the words that begin with prefix, light
// words apart; those of most documents if there are many.
func (x *Index) beginning(prefix string) []int32 {
	var all []int32
	for _, p := range []string{prefix, plainUmlauts(prefix)} {
		for _, form := range x.lexicon.startingWith(p) {
			if !x.light[form.text] && !slices.Contains(all, form.family) {
				all = append(all, form.family)
			}
		}
		if len(all) > 0 {
			break
		}
	}
	if len(all) > maxExpansions {
		slices.SortStableFunc(all, func(a, b int32) int {
			return cmp.Compare(x.lexicon.families[b].count, x.lexicon.families[a].count)
		})
		all = all[:maxExpansions]
	}
	return all
}

// divide takes a word apart into two that the index has: the longest head,
// and what follows it, behind a linking s or n.
func (x *Index) divide(w string) (head, tail int32, ok bool) {
	r := []rune(w)
	for i := len(r) - 3; i >= 3; i-- {
		h, t := string(r[:i]), string(r[i:])
		if head, ok = x.lexicon.byStem[x.stem(h)]; !ok || x.light[h] && i < 5 {
			continue
		}
		for _, link := range []string{"", "s", "n"} {
			rest, linked := strings.CutPrefix(t, link)
			if !linked || runes(rest) < 3 || x.light[rest] && runes(rest) < 5 {
				continue
			}
			if tail, ok = x.lexicon.byStem[x.stem(rest)]; ok {
				return head, tail, true
			}
		}
	}
	return 0, 0, false
}

// rank finds the documents that have all words of the query, or most.
func (f *found) rank() []ranked {
	n := f.x.n()
	type sum struct{ score, mass, slots, named, share, first int32 }
	sums := make([]sum, n)
	all, total := int32(0), int32(0)
	for _, s := range f.slots {
		best, touched := f.match(s)
		count := len(touched)
		if s.parts == nil {
			count = 0
		}
		weight := int32(min(maxRarity, rarity(count, n)))
		if !s.light {
			all++
			total += weight
		}
		for _, d := range touched {
			b := best[d]
			if s.light {
				if b.share > 0 {
					sums[d].first += firstLight
				}
				continue
			}
			t := &sums[d]
			t.score += weight * b.value
			t.mass += weight
			t.slots++
			if b.share > 0 || b.begins {
				t.named++
			}
			t.share += b.share
			t.first += b.first
		}
	}
	var out []ranked
	for d, t := range sums {
		if t.slots == 0 {
			continue
		}
		r := ranked{doc: int32(d), score: int(t.score)}
		switch {
		case t.slots < all:
			if t.mass*100 < total*quorum {
				continue
			}
			r.score = r.score * int(t.mass) / int(total)
		case t.named == all && t.share >= nameSum:
			r.tier, r.first = tierName, int(t.first)
		case t.named == all:
			r.tier = tierNames
		default:
			r.tier = tierAll
		}
		if r.tier <= tierAll && f.x.docs[d].Kind == KindGlossary {
			r.score = r.score * glossaryShare / 100
		}
		out = append(out, r)
	}
	return out
}

// matched is how well a document has a word.
type matched struct {
	value  int32 // hundredfold
	share  int32 // of a name, where the very word is in it
	first  int32 // how good the name is
	begins bool  // whether a word in a name only begins with it
}

// match finds the documents that have a word of the query: all of its parts.
func (f *found) match(s slot) (best []matched, touched []int32) {
	best = make([]matched, f.x.n())
	for i, part := range s.parts {
		var in []int32
		these := best
		if i > 0 {
			these = make([]matched, f.x.n())
		}
		for _, e := range part {
			for _, p := range f.x.lexicon.families[e.family].postings {
				b := &these[p.doc]
				if b.value == 0 {
					in = append(in, p.doc)
				}
				b.value = max(b.value, int32(value[p.sign]*e.weight))
				if share := int32(shareOfSign(p.sign) / e.of); e.weight == weightExact || e.weight == weightNear {
					if share > b.share {
						b.share, b.first = share, 0
					}
					if share == b.share {
						b.first = max(b.first, int32(firstOfSign(p.sign)))
					}
				} else if share > 0 {
					b.begins = true
				}
			}
		}
		if i == 0 {
			touched = in
			continue
		}
		touched = slices.DeleteFunc(touched, func(d int32) bool { return these[d].value == 0 })
		for _, d := range touched {
			best[d].value = (best[d].value + these[d].value) / 2
			best[d].share = min(60, best[d].share+these[d].share)
			best[d].first = min(best[d].first, these[d].first)
			if these[d].share == 0 {
				best[d].share = 0
			}
		}
	}
	for _, p := range s.exact {
		if best[p.doc].share > 0 {
			best[p.doc].value += exactBonus
			best[p.doc].first++
		}
	}
	return best, touched
}

// filter drops the documents that lack a phrase, or have what is not wanted.
func (f *found) filter(docs []ranked) ([]ranked, error) {
	for _, p := range f.q.Phrases {
		has, err := f.phrase(p)
		if err != nil {
			return nil, err
		}
		docs = slices.DeleteFunc(docs, func(r ranked) bool { return !has[r.doc] })
	}
	for _, p := range f.q.Without {
		has, err := f.phrase(p)
		if err != nil {
			return nil, err
		}
		docs = slices.DeleteFunc(docs, func(r ranked) bool { return has[r.doc] })
	}
	return docs, nil
}

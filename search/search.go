// Package search finds rules, glossary entries and cards by what people type:
// rule numbers in any form, words, phrases, foreign names, slang and misspelt
// words, in each language by its own grammar.
//
// One index for each language serves two places. Its lexicon says which
// documents have a word, and how much of them it is; a Bleve index, which keeps
// the lexicon with it where it is stored, says where in them the word stands.
// The server asks both. For the exported site, WriteChunks cuts the same
// lexicon and the texts into small files, which the script in the page,
// static/js/search.js, reads; it ranks as this package does and finds the
// same, in the same order.
package search

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"regula/lang"
	"regula/rules"
)

// Index finds the documents of one language. It never changes once made, so
// that any number of goroutines may ask it.
type Index struct {
	l        lang.Language
	parts    []*part // of the rules and the glossary; of the cards, if there are any
	numbers  []rules.Number
	byNumber map[rules.Number]int32 // document of the first part
	past     map[rules.Number]Past
	notice   string
}

// part is the index of documents that have a dictionary of their own: what
// cards are called does not change how much a word tells rules apart, and who
// looks up a rule need not fetch the words of all cards.
type part struct {
	docs    []Document
	cards   bool    // whether they are cards
	kinds   []uint8 // places in Kinds
	own     int     // how many of them, the first ones, have a text of ours
	store   *store
	lexicon *lexicon
	stem    stemmer
	light   map[string]bool
	scratch sync.Pool                  // of *scratch
	read    []atomic.Pointer[passages] // of the documents with texts of ours; nil until one was shown
}

func (p *part) n() int { return len(p.docs) }

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
	maxRarity      = 60  // a word that nothing has, or next to nothing, weighs no more
	exactBonus     = 200 // for the very form of a word in a name
	firstLight     = 4   // for a light word in a name that has the others
	nameSum        = 60  // shares of a name that make it whole
)

// slot is a word of the query, resolved in one part. All of its parts must be
// found; it has two where the query writes two words as one.
type slot struct {
	word   string
	parts  [][]expansion
	exact  []posting // documents that have the very form in a name
	light  bool
	best   string // what a misspelt word was taken for
	beside bool   // whether only names of cards have it
	term   bool   // of cards, whether a rule has it in a name
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
	x        *Index
	ctx      context.Context
	q        Query
	o        Options
	r        *Result
	findings []finding
	docs     []ranked // in the order in which they are shown
}

// finding is what a query finds in one part.
type finding struct {
	*part
	slots []slot
	marks map[int32]bool // families to mark in snippets
}

// ranked is a document with its place in the order.
type ranked struct {
	doc   int32
	score int32
	first int32 // of documents that are called what the query says: how well; of cards with words of it in their names, whether one begins so, then whether they are ours; of numbers, the later the less
	part  uint8
	kind  uint8 // place in Kinds
	tier  uint8
}

// The tiers: a document of a higher one comes first, whatever its score. Of
// cards, those count that the query names; what rules say about its words
// comes before what is said on cards.
const (
	tierNamed     uint8 = iota // a card that has its whole name in the query, beside other words
	tierCard                   // a card that has all words of the query
	tierSome                   // has most of them
	tierCardNames              // a card that has all of them in its names, as many do, or its whole name among them
	tierAll                    // has all of them
	tierCalled                 // a card that has all of them, most of which are its whole name
	tierFew                    // one of few cards that have all of them in their names, or of more than the rules that have them
	tierNames                  // has all of them in its names
	tierName                   // is called what the query says
	tierNumber                 // has the number asked for
)

// few is how many cards at most have all words of a query in their names if it
// is one of these that is meant.
const few = 5

func (f *found) answer() error {
	if f.q.Reason != "" {
		return nil
	}
	for _, p := range f.x.parts {
		f.findings = append(f.findings, finding{part: p, marks: map[int32]bool{}})
	}
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
	lights := light[f.x.l]
	light := func(i int, w string) bool {
		return lights[w] || open && i == last && runes(w) == 1 && w[0] >= 'a' && w != "x"
	}
	quoted := slices.Concat(f.q.Phrases...)
	heavy := slices.ContainsFunc(quoted, func(w string) bool { return !lights[w] })
	for i, w := range f.q.Words {
		heavy = heavy || !light(i, w.Text)
	}
	for i, w := range f.q.Words {
		f.resolve(w, open && i == last, heavy && light(i, w.Text))
	}
	for _, w := range quoted {
		for i := range f.findings {
			g := &f.findings[i]
			g.slots = append(g.slots, g.exactly(w, heavy && lights[w]))
		}
	}
	for i, s := range f.findings[0].slots {
		if !s.light && !f.has(i) {
			f.r.Missing = append(f.r.Missing, f.typed(i))
		}
	}
	for i := range f.findings {
		f.findings[i].mark(len(f.q.Words))
	}
	docs, err := f.filter(f.rank())
	if err != nil {
		return err
	}
	if numbers := f.docs; len(numbers) > 0 {
		docs = slices.DeleteFunc(docs, func(d ranked) bool {
			return slices.ContainsFunc(numbers, func(r ranked) bool { return r.part == d.part && r.doc == d.doc })
		})
	}
	f.docs = append(docs, f.docs...)
	f.suggest()
	return nil
}

// typed gives the i-th word as it was typed.
func (f *found) typed(i int) string {
	if i < len(f.q.Words) {
		if _, spelt, _ := strings.Cut(f.q.Words[i].Exact, exactMark); spelt != "" {
			return spelt
		}
	}
	return f.findings[0].slots[i].word
}

// has reports whether any part has the i-th word of the query.
func (f *found) has(i int) bool {
	return slices.ContainsFunc(f.findings, func(g finding) bool { return g.slots[i].parts != nil })
}

// mark notes what to mark in snippets. Light words are marked only in phrases,
// which come behind the words.
func (g *finding) mark(words int) {
	for i, s := range g.slots {
		if s.light && i < words {
			continue
		}
		for _, p := range s.parts {
			for _, e := range p {
				g.marks[e.family] = true
			}
		}
	}
}

// compare orders documents as they are shown.
func compare(a, b ranked) int {
	kind := 0
	if a.tier == tierName {
		kind = cmp.Compare(a.kind, b.kind)
	}
	return cmp.Or(cmp.Compare(b.tier, a.tier), kind, cmp.Compare(b.first, a.first), cmp.Compare(b.score, a.score),
		cmp.Compare(a.part, b.part), cmp.Compare(a.doc, b.doc))
}

// exactly resolves a word of a phrase.
func (p *part) exactly(w string, light bool) slot {
	s := slot{word: w, light: light}
	if i, ok := p.family(w); ok {
		s.parts = [][]expansion{{{i, weightExact, 1}}}
	}
	return s
}

// family finds the stem of a word, also where it is typed with ae for ä.
func (p *part) family(w string) (int32, bool) {
	i, ok := p.lexicon.byStem[p.stem(w)]
	if !ok {
		if plain := plainUmlauts(w); plain != w {
			i, ok = p.lexicon.byStem[p.stem(plain)]
		}
	}
	return i, ok
}

// resolve finds what a word of the query may stand for: itself; the word of
// which it is a part; if it is the last one, words that begin with it; where the
// rules have none of these, a word that is written together with an elided one;
// where neither the rules nor the name of a card have any of these, a name with
// one typing error, two words that it joins, or a word with more errors; where
// the rules have none of these, a word in the name of a card with typing errors.
// The shortest light words, and of cards all of them, stand for nothing.
func (f *found) resolve(w Word, open, light bool) {
	any := false
	for i := range f.findings {
		g := &f.findings[i]
		s := g.itself(w, open, light)
		any = any || s.parts != nil && (!g.cards || g.names(s))
		g.slots = append(g.slots, s)
	}
	first := f.findings[0].last()
	if light || first.parts == nil && f.elides(w.Text) || f.joined(w, any) {
		return
	}
	if !any {
		f.misspelt(w.Text)
		return
	}
	// A misspelt word may end as if it were a form of another: Spielsten is
	// Spielstein rather than a form of Spiel.
	if len(first.parts) == 1 && len(first.parts[0]) == 1 && first.parts[0][0].weight == weightExact && !f.written(w.Text) &&
		!f.findings[0].inflected(w.Text, first.parts[0][0].family, f.x.l) {
		families, best := f.findings[0].mistaken(w.Text)
		if families != nil && !slices.Contains(families, first.parts[0][0].family) {
			first.parts[0][0].weight, first.best = weightDoubtful, best
			first.add(families, weightNear)
		}
	}
}

// last gives the slot of the word that is being resolved.
func (g *finding) last() *slot { return &g.slots[len(g.slots)-1] }

// add adds what else a word may stand for.
func (s *slot) add(families []int32, weight int) {
	if s.parts == nil {
		s.parts = [][]expansion{nil}
	}
	for _, i := range families {
		if !slices.ContainsFunc(s.parts[0], func(e expansion) bool { return e.family == i }) {
			s.parts[0] = append(s.parts[0], expansion{i, weight, 1})
		}
	}
}

// itself finds a word as it is typed.
func (p *part) itself(w Word, open, light bool) slot {
	s := slot{word: w.Text, light: light}
	if s.light && (p.cards || runes(w.Text) < minLight) {
		return s
	}
	var es []expansion
	add := func(family int32, weight, of int) {
		if !slices.ContainsFunc(es, func(e expansion) bool { return e.family == family }) {
			es = append(es, expansion{family, weight, of})
		}
	}
	if i, ok := p.family(w.Text); ok {
		add(i, weightExact, 1)
	}
	for _, j := range w.Joined {
		if !p.joins(j) {
			continue
		}
		if i, ok := p.family(j.Text); ok {
			add(i, weightExact, j.Of)
		}
	}
	s.exact = p.lexicon.exactly(w.Exact)
	if open && runes(w.Text) >= minPrefix && !s.light {
		weight := weightPrefix
		if len(es) == 0 {
			weight = weightInstead
		}
		for _, i := range p.beginning(w.Text) {
			add(i, weight, 1)
		}
	}
	if len(es) > 0 {
		s.parts = [][]expansion{es}
	}
	return s
}

// elided has, for languages that elide, what is written together with the next
// word by those who leave out the apostrophe, with that as its group: lidentité,
// quest-ce.
var elided = map[lang.Language]*regexp.Regexp{lang.French: regexp.MustCompile("^(?:qu|[cdjlmnst])([aeiouyh].+)$")}

// elides takes a word that the rules lack for one that is written together with
// an elided one, and reports whether it is that: not where only cards have the
// rest and a name in the rules differs by one typing error. In names of cards it
// may be a word.
func (f *found) elides(w string) bool {
	re := elided[f.x.l]
	if re == nil || !re.MatchString(w) {
		return false
	}
	rest := re.FindStringSubmatch(w)[1]
	light := light[f.x.l][rest]
	own := &f.findings[0]
	if _, ok := own.family(rest); !ok && !light && len(f.findings) > 1 {
		if families, _, _ := own.lexicon.near(w, true, 1); families != nil {
			return false
		}
	}
	any := light
	for i := range f.findings {
		g := &f.findings[i]
		s := g.last()
		if s.parts != nil {
			continue
		}
		s.light = light
		if family, ok := g.family(rest); ok && !light {
			s.parts, any = [][]expansion{{{family, weightExact, 1}}}, true
		}
	}
	return any
}

// misspelt finds what a word may stand for that no part has: a word in a name
// that sounds like it, or has the fewest typing errors, of rules before cards; two words that it
// joins; any word of the rules; a word in the name of a card with more errors.
func (f *found) misspelt(w string) {
	words := slices.Compact([]string{w, plainUmlauts(w)})
	near := func(i int, namesOnly bool, most int) bool {
		for _, word := range words {
			families, best, errors := f.findings[i].lexicon.near(word, namesOnly, most)
			if families == nil {
				continue
			}
			if i == 0 && errors > 1 && len(f.findings) > 1 {
				if _, _, fewer := f.findings[1].lexicon.near(word, true, 1); fewer > 0 {
					return false
				}
			}
			f.meant(i, families, best)
			return true
		}
		return false
	}
	cards := len(f.findings) > 1
	if family, best, ok := f.findings[0].lexicon.sounding(w); ok {
		f.meant(0, []int32{family}, best)
		return
	}
	if near(0, true, 2) || cards && near(1, true, 1) {
		return
	}
	if head, tail, ok := f.findings[0].divide(w); ok {
		asked := []string{head, tail}
		if light[f.x.l][tail] {
			asked = asked[:1]
		}
		for i := range f.findings {
			g := &f.findings[i]
			var parts [][]expansion
			for _, word := range asked {
				if family, ok := g.lexicon.byStem[g.stem(word)]; ok {
					parts = append(parts, []expansion{{family, weightExact, 1}})
				}
			}
			if len(parts) == len(asked) {
				g.last().parts = parts
			}
		}
		return
	}
	if !near(0, false, 2) && cards {
		near(1, true, 2)
	}
}

// joined finds the name that a word with hyphens is but for a typing error, or
// two words typed apart of which one is unknown, and reports whether a word that
// is unknown by itself is explained by that.
func (f *found) joined(w Word, known bool) bool {
	g := &f.findings[0]
	most := 2
	if g.last().parts != nil {
		most = 1
	}
	found := false
	for _, j := range w.Joined {
		if j.First != "" && known || !g.joins(j) {
			continue
		}
		if _, ok := g.family(j.Text); ok {
			continue
		}
		families, _, _ := g.lexicon.near(j.Text, true, most)
		if families == nil {
			continue
		}
		found = true
		s := g.last()
		if s.parts == nil {
			s.parts = [][]expansion{nil}
		}
		for _, i := range families {
			if !slices.ContainsFunc(s.parts[0], func(e expansion) bool { return e.family == i }) {
				s.parts[0] = append(s.parts[0], expansion{i, weightNear, j.Of})
			}
		}
	}
	return found && !known
}

// meant takes the misspelt word for some of the i-th part. Where that is the
// first one, cards are asked for the best of these.
func (f *found) meant(i int, families []int32, best string) {
	for k := range f.findings {
		g := &f.findings[k]
		g.last().best = best
		if k == i {
			g.last().add(families, weightNear)
		} else if family, ok := g.family(best); ok && k > i {
			g.last().add([]int32{family}, weightNear)
		}
	}
}

// written reports whether any word of the index is written like w or begins
// like it.
func (f *found) written(w string) bool {
	plain := plainUmlauts(w)
	return slices.ContainsFunc(f.findings, func(g finding) bool {
		return len(g.lexicon.startingWith(w))+len(g.lexicon.startingWith(plain)) > 0
	})
}

// joins reports whether a word is to be tried that joins others: not where
// one of two words typed apart is a short light one.
func (p *part) joins(j Joined) bool {
	return j.First == "" || !p.short(j.First) && !p.short(j.Last)
}

func (p *part) short(w string) bool { return p.light[w] && runes(w) < minLight }

// inflections end the forms of a verb or noun that a text need not have.
var inflections = map[lang.Language][]string{
	lang.English: {"s", "es", "ed", "ing"},
	lang.German:  {"e", "en", "n", "s", "t"},
	lang.French:  {"s", "es", "er", "ent", "e", "ez"},
}

// inflected reports whether a word is a form of a family and one of these.
func (p *part) inflected(w string, family int32, l lang.Language) bool {
	return slices.ContainsFunc(inflections[l], func(ending string) bool {
		form, ok := strings.CutSuffix(w, ending)
		i, known := p.lexicon.byForm[form]
		return ok && known && i == family
	})
}

// mistaken gives the names that differ from a word by one typing error.
func (p *part) mistaken(w string) (families []int32, best string) {
	if runes(w) < mistakenLength {
		return nil, ""
	}
	r := []rune(plainUmlauts(w))
	families, best, _ = p.lexicon.nearest(r, string(r[:2]), 1, true)
	return families, best
}

// beginning gives the families of the words that begin with prefix, light
// words apart, and of cards only those in names; those of most documents if
// there are many.
func (p *part) beginning(prefix string) []int32 {
	var all []int32
	for _, prefix := range []string{prefix, plainUmlauts(prefix)} {
		for _, form := range p.lexicon.startingWith(prefix) {
			if !p.light[form.text] && !slices.Contains(all, form.family) {
				all = append(all, form.family)
			}
		}
		if len(all) > 0 {
			break
		}
	}
	if len(all) > maxExpansions {
		slices.SortStableFunc(all, func(a, b int32) int {
			return cmp.Compare(p.lexicon.families[b].count, p.lexicon.families[a].count)
		})
		all = all[:maxExpansions]
	}
	return all
}

// divide takes a word apart into two that the index has, the longest head and
// what follows it, behind a linking s or n, or behind a light word of two or
// three letters, as in pileouface. Those that a name has come first, then those
// without a light word.
func (p *part) divide(w string) (head, tail string, ok bool) {
	r := []rune(w)
	for _, light := range []bool{false, true} {
		for i := len(r) - 3; i >= 3; i-- {
			h, t := string(r[:i]), string(r[i:])
			first, known := p.lexicon.byStem[p.stem(h)]
			if !known || p.light[h] && i < 5 {
				continue
			}
			links := []string{"", "s", "n"}
			if light {
				links = slices.DeleteFunc([]string{string(r[i:min(i+2, len(r))]), string(r[i:min(i+3, len(r))])}, func(s string) bool { return !p.light[s] })
			}
			for _, link := range links {
				rest, linked := strings.CutPrefix(t, link)
				if !linked || runes(rest) < 3 || p.light[rest] && runes(rest) < 5 {
					continue
				}
				last, known := p.lexicon.byStem[p.stem(rest)]
				if !known {
					continue
				}
				if p.lexicon.named(first, last) {
					return h, rest, true
				}
				if !ok {
					head, tail, ok = h, rest, true
				}
			}
		}
	}
	return head, tail, ok
}

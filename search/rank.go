package search

import "slices"

// How much of the weight of a query's words, in percent, a rule has at least
// that is a hit, the whole name of a card has at least that is one, and the
// name of a card has that is meant by the query. Where all words are known, the
// whole name of a rule has at least so much if the rule is a hit, and so much
// if it comes among those that have all of the words: who asks whether lifelink
// works outside combat wants lifelink.
const (
	quorum       = 60
	quorumKnown  = 50 // where every word is known
	quorumMore   = 40 // of two words or more
	quorumNamed  = 40
	quorumMeant  = 50
	quorumCalled = 20
	quorumAsked  = 45
)

// askedBonus is what such a rule gains for all of the weight, hundredfold;
// belowBonus is what the best of those below it gains that have all words where
// the rule lacks some: of so many words at least, or words of so much of the
// weight, in percent. It answers what is asked of the rule.
const (
	askedBonus = 300
	belowBonus = 200
	belowWords = 3
	belowLack  = 40
)

// unknown is the weight of a word that no rule has, in a query of three words or
// more: one that the rules put otherwise leaves enough to go by.
const unknown = 30

// Of so many words that are not light, a rule whose name has one has that by so
// much more, hundredfold: it is about what the word says, and others, which may
// have more of the words, mention it.
const (
	situation = 3
	nameBonus = 200
)

// rank finds, in every part, the documents that have all words of the query,
// or most.
func (f *found) rank() []ranked {
	if len(f.findings) == 1 {
		return f.findings[0].rank(0)
	}
	typed := true
	for i := range f.findings[1].slots {
		s := f.findings[0].slots[i]
		typed = typed && s.best == ""
		f.findings[1].slots[i].term = f.findings[0].called(s)
	}
	cards := f.findings[1].rank(1)
	// Where a card has its whole name in the query and none has all of the
	// words, those that only names of cards have are not asked of rules: Giant
	// Killer first strike.
	most := tierNamed
	for _, d := range cards {
		most = max(most, d.tier)
	}
	for i := range f.findings[0].slots {
		s := &f.findings[0].slots[i]
		s.beside = typed && len(cards) > 0 && most == tierNamed && s.parts == nil && f.findings[1].names(f.findings[1].slots[i])
	}
	docs := f.findings[0].rank(0)
	inText, inNames := 0, 0
	for _, d := range docs {
		if d.tier == tierAll {
			inText++
		}
	}
	for _, d := range cards {
		if d.tier == tierFew {
			inNames++
		}
	}
	if inNames > few && inNames <= inText {
		for i := range cards {
			if cards[i].tier == tierFew {
				cards[i].tier = tierCardNames
			}
		}
	}
	return append(docs, cards...)
}

// names reports whether a name has a word of the query.
func (p *part) names(s slot) bool {
	for _, es := range s.parts {
		if !slices.ContainsFunc(es, func(e expansion) bool { return p.lexicon.families[e.family].named }) {
			return false
		}
	}
	return s.parts != nil
}

// called reports whether a name has the very word of the query.
func (p *part) called(s slot) bool {
	return len(s.parts) > 0 && slices.ContainsFunc(s.parts[0], func(e expansion) bool {
		return e.weight == weightExact && p.lexicon.families[e.family].named
	})
}

// sum is what a document has of all words of a query.
type sum struct{ score, mass, slots, named, nameMass, share, first, begins int32 }

// matched is how well a document has a word.
type matched struct {
	value  int32 // hundredfold
	share  int32 // of a name, where the very word is in it
	first  int32 // how good the name is
	begins int32 // 1 where a word in a name only begins with it, 2 where that begins the name
}

// scratch is what a query needs for each document of a part. It is clean
// between queries.
type scratch struct {
	sums        []sum
	best, these []matched
}

func newScratch(n int) *scratch {
	return &scratch{make([]sum, n), make([]matched, n), make([]matched, n)}
}

// question is what a query asks of the documents of a part.
type question struct {
	words  int32 // that are not light
	weight int32 // of these, without those that are not asked of rules
	known  bool  // whether all are words of the part as they are typed
	typed  bool  // whether those that the part has are typed so
	has    int32 // how many the part has
}

// rank finds the documents of a part, the i-th.
func (g *finding) rank(i int) []ranked {
	sc := g.scratch.Get().(*scratch)
	defer g.scratch.Put(sc)
	docs, q := g.collect(sc)
	below := g.below(docs, q, sc)
	out := make([]ranked, 0, len(docs))
	for _, d := range docs {
		t := sc.sums[d]
		sc.sums[d] = sum{}
		if r, ok := g.place(d, t, q); ok {
			r.part = uint8(i)
			if r.tier == tierAll && slices.Contains(below, d) {
				r.score += belowBonus * q.weight
			}
			out = append(out, r)
		}
	}
	return out
}

// collect finds the documents that have any word, and leaves in sc.sums what
// they have of all.
func (g *finding) collect(sc *scratch) (docs []int32, q question) {
	q.known, q.typed = true, true
	heavy := 0
	for _, s := range g.slots {
		if !s.light {
			heavy++
		}
	}
	situated := heavy >= situation && !g.cards
	for _, s := range g.slots {
		touched := g.match(s, sc)
		count := len(touched)
		if s.parts == nil {
			count = 0
		}
		weight := int32(min(maxRarity, rarity(count, g.n())))
		if s.parts == nil && !g.cards && len(g.slots) > 2 {
			weight = unknown
		}
		if !s.light {
			q.words++
			q.known = q.known && len(s.parts) == 1 && s.best == ""
			q.typed = q.typed && len(s.parts) <= 1 && s.best == ""
			if s.parts != nil {
				q.has++
			}
			if !s.beside {
				q.weight += weight
			}
		}
		for _, d := range touched {
			b := sc.best[d]
			sc.best[d] = matched{}
			t := &sc.sums[d]
			if *t == (sum{}) {
				docs = append(docs, d)
			}
			if s.light {
				if b.share > 0 {
					t.first += firstLight
				}
				continue
			}
			if situated && b.share > 0 {
				b.value += nameBonus
			}
			t.score += weight * b.value
			t.mass += weight
			t.slots++
			if b.share > 0 || b.begins > 0 {
				t.named++
			}
			if b.first >= 2 || b.begins == 2 {
				t.begins = 1
			}
			if b.share > 0 && (b.share < nameSum || !s.term) {
				t.nameMass += weight
			}
			t.share += b.share
			t.first += b.first
		}
	}
	return docs, q
}

// asked reports whether the whole name of a document is in the query, and
// whether it is a rule that is asked for by that.
func (g *finding) asked(d int32, t sum, q question) (called, asked bool) {
	called = q.known && t.share >= nameSum && g.docs[d].Kind == KindRule
	return called, called && t.nameMass*100 >= q.weight*quorumAsked
}

// below gives, for each rule that is asked for by its name and lacks words of
// the query, the best of those below it that have all of them.
func (g *finding) below(docs []int32, q question, sc *scratch) (best []int32) {
	if g.cards || !q.known {
		return nil
	}
	for _, d := range docs {
		t := sc.sums[d]
		if _, asked := g.asked(d, t, q); !asked || t.slots == 0 || t.slots == q.words {
			continue
		}
		if q.words < belowWords && (q.weight-t.mass)*100 < q.weight*belowLack {
			continue
		}
		b := d
		for i := d + 1; int(i) < g.n() && g.docs[i].Number.Within(g.docs[d].Number); i++ {
			if sc.sums[i].slots == q.words && (b == d || sc.sums[i].score > sc.sums[b].score) {
				b = i
			}
		}
		if b != d && sc.sums[b].score >= t.score {
			best = append(best, b)
		}
	}
	return best
}

// place gives a document its place in the order, and reports whether it has
// enough of the words to be a hit.
func (g *finding) place(d int32, t sum, q question) (r ranked, hit bool) {
	if t.slots == 0 {
		return ranked{}, false
	}
	kind := g.docs[d].Kind
	called, asked := g.asked(d, t, q)
	r = ranked{doc: d, kind: g.kinds[d], score: t.score}
	if t.slots < q.words && !asked {
		if !g.enough(t, q, called) {
			return ranked{}, false
		}
		r.score = int32(int(r.score) * int(t.mass) / int(max(q.weight, 1)))
	}
	r.tier, r.first = g.tier(t, q, asked, int(d) < g.own)
	if r.tier == tierAll && asked {
		r.score += askedBonus * q.weight
	}
	if r.tier <= tierAll && kind == KindGlossary {
		r.score = r.score * glossaryShare / 100
	}
	return r, true
}

// enough reports whether a document that lacks words of the query has enough of
// the others. called is whether it is a rule that has its whole name in the query.
// Where the part does not have some words, but for these the query is the name of
// a rule, that has enough.
func (g *finding) enough(t sum, q question, called bool) bool {
	if called && t.nameMass*100 >= q.weight*quorumCalled {
		return true
	}
	least := int32(quorum)
	switch {
	case !g.cards && q.typed && q.has < q.words && 2*q.has >= q.words && t.named == q.has && t.share >= nameSum:
		return true
	case g.cards && t.share < nameSum:
		return false
	case g.cards:
		least = quorumNamed
	case t.slots > 1:
		least = quorumMore
	case q.has == q.words:
		least = quorumKnown
	}
	return t.mass*100 >= q.weight*least
}

// tier gives the tier of a document that is a hit, and what orders it within
// that before its score. asked is whether it is a rule that is asked for by its
// name, ours whether it has a text of ours.
func (g *finding) tier(t sum, q question, asked, ours bool) (tier uint8, first int32) {
	switch {
	case t.slots < q.words && asked:
		return tierAll, 0
	case t.slots < q.words && g.cards:
		return tierNamed, 0
	case t.slots < q.words:
		return tierSome, 0
	case t.named == q.words && t.share >= nameSum:
		return tierName, t.first
	case t.named == q.words && g.cards && ours:
		return tierFew, 2*t.begins + 1
	case t.named == q.words && g.cards:
		return tierFew, 2 * t.begins
	case t.named == q.words:
		return tierNames, 0
	case !g.cards:
		return tierAll, 0
	case t.share < nameSum:
		return tierCard, 0
	case t.nameMass*100 < q.weight*quorumMeant:
		return tierCardNames, 0
	}
	return tierCalled, 0
}

// match finds the documents that have a word of the query, all of its parts,
// and leaves in sc.best how well they have it.
func (p *part) match(s slot, sc *scratch) (touched []int32) {
	for i, es := range s.parts {
		var in []int32
		these := sc.best
		if i > 0 {
			these = sc.these
		}
		for _, e := range es {
			for _, q := range p.lexicon.families[e.family].postings {
				b := &these[q.doc]
				if b.value == 0 {
					in = append(in, q.doc)
				}
				b.value = max(b.value, int32(value[q.sign]*e.weight))
				if share := int32(shareOfSign(q.sign) / e.of); e.weight == weightExact || e.weight == weightNear {
					if share > b.share {
						b.share, b.first = share, 0
					}
					if share == b.share {
						b.first = max(b.first, int32(firstOfSign(q.sign)))
					}
				} else if share > 0 {
					b.begins = max(b.begins, int32(firstOfSign(q.sign)))
				}
			}
		}
		if i == 0 {
			touched = in
			continue
		}
		touched = slices.DeleteFunc(touched, func(d int32) bool {
			lacks := these[d].value == 0
			if lacks {
				sc.best[d] = matched{}
			}
			return lacks
		})
		for _, d := range touched {
			best := &sc.best[d]
			best.value = (best.value + these[d].value) / 2
			best.share = min(60, best.share+these[d].share)
			best.first = min(best.first, these[d].first)
			if these[d].share == 0 {
				best.share = 0
			}
		}
		for _, d := range in {
			these[d] = matched{}
		}
	}
	for _, q := range s.exact {
		if sc.best[q.doc].share > 0 {
			sc.best[q.doc].value += exactBonus
			sc.best[q.doc].first++
		}
	}
	return touched
}

// filter drops the documents that lack a phrase, or have what is not wanted.
func (f *found) filter(docs []ranked) ([]ranked, error) {
	for _, not := range []bool{false, true} {
		phrases := f.q.Phrases
		if not {
			phrases = f.q.Without
		}
		for _, ws := range phrases {
			has := make([]map[int32]bool, len(f.findings))
			for i := range f.findings {
				var err error
				if has[i], err = f.findings[i].phrase(f.ctx, ws); err != nil {
					return nil, err
				}
			}
			docs = slices.DeleteFunc(docs, func(r ranked) bool { return has[r.part][r.doc] == not })
		}
	}
	return docs, nil
}

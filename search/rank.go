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
	quorumMore   = 45 // of two words or more
	quorumNamed  = 40
	quorumMeant  = 50
	quorumCalled = 20
	quorumAsked  = 45
)

// askedBonus is what such a rule gains for all of the weight, hundredfold.
const askedBonus = 300

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
	if len(f.halves) == 1 {
		return f.halves[0].rank(0)
	}
	typed := true
	for i := range f.halves[1].slots {
		s := f.halves[0].slots[i]
		typed = typed && s.best == ""
		f.halves[1].slots[i].term = f.halves[0].called(s)
	}
	cards := f.halves[1].rank(1)
	// Where a card has its whole name in the query and none has all of the
	// words, those that only names of cards have are not asked of rules: Giant
	// Killer first strike.
	most := tierNamed
	for _, d := range cards {
		most = max(most, d.tier)
	}
	for i := range f.halves[0].slots {
		s := &f.halves[0].slots[i]
		s.beside = typed && len(cards) > 0 && most == tierNamed && s.parts == nil && f.halves[1].names(f.halves[1].slots[i])
	}
	docs := f.halves[0].rank(0)
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

// rank finds the documents of a part, the i-th.
func (h *half) rank(i int) []ranked {
	n := h.n()
	sc := h.scratch.Get().(*scratch)
	defer h.scratch.Put(sc)
	all, total := int32(0), int32(0)
	heavy := 0
	for _, s := range h.slots {
		if !s.light {
			heavy++
		}
	}
	situated := heavy >= situation && !h.cards
	known := true    // whether all words are words of this part as they are typed
	var docs []int32 // that have any word
	for _, s := range h.slots {
		touched := h.match(s, sc)
		count := len(touched)
		if s.parts == nil {
			count = 0
		}
		weight := int32(min(maxRarity, rarity(count, n)))
		if s.parts == nil && !h.cards && len(h.slots) > 2 {
			weight = unknown
		}
		if !s.light {
			all++
			known = known && len(s.parts) == 1 && s.best == ""
			if !s.beside {
				total += weight
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
	out := make([]ranked, 0, len(docs))
	for _, d := range docs {
		t := sc.sums[d]
		sc.sums[d] = sum{}
		if t.slots == 0 {
			continue
		}
		r := ranked{part: uint8(i), doc: d, kind: h.kinds[d], score: t.score}
		called := known && t.share >= nameSum && h.docs[d].Kind == KindRule
		asked := called && t.nameMass*100 >= total*quorumAsked
		switch {
		case t.slots < all && asked:
			r.tier = tierAll
		case t.slots < all:
			least := int32(quorum)
			if t.slots > 1 {
				least = quorumMore
			}
			if h.cards {
				if t.share < nameSum {
					continue
				}
				least = quorumNamed
			}
			if t.mass*100 < total*least && (!called || t.nameMass*100 < total*quorumCalled) {
				continue
			}
			r.tier = tierSome
			if h.cards {
				r.tier = tierNamed
			}
			r.score = int32(int(r.score) * int(t.mass) / int(max(total, 1)))
		case t.named == all && t.share >= nameSum:
			r.tier, r.first = tierName, t.first
		case t.named == all && h.cards:
			r.tier, r.first = tierFew, 2*t.begins
			if int(d) < h.own {
				r.first++
			}
		case t.named == all:
			r.tier = tierNames
		case h.cards:
			r.tier = tierCard
			if t.share >= nameSum {
				r.tier = tierCardNames
				if t.nameMass*100 >= total*quorumMeant {
					r.tier = tierCalled
				}
			}
		default:
			r.tier = tierAll
		}
		if r.tier == tierAll && asked {
			r.score += askedBonus * total
		}
		if r.tier <= tierAll && h.docs[d].Kind == KindGlossary {
			r.score = r.score * glossaryShare / 100
		}
		out = append(out, r)
	}
	return out
}

// match finds the documents that have a word of the query, all of its parts,
// and leaves in sc.best how well they have it.
func (p *part) match(s slot, sc *scratch) (touched []int32) {
	for i, part := range s.parts {
		var in []int32
		these := sc.best
		if i > 0 {
			these = sc.these
		}
		for _, e := range part {
			for _, p := range p.lexicon.families[e.family].postings {
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
					b.begins = max(b.begins, int32(firstOfSign(p.sign)))
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
	for _, p := range s.exact {
		if sc.best[p.doc].share > 0 {
			sc.best[p.doc].value += exactBonus
			sc.best[p.doc].first++
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
			has := make([]map[int32]bool, len(f.halves))
			for i := range f.halves {
				var err error
				if has[i], err = f.halves[i].phrase(f.ctx, ws); err != nil {
					return nil, err
				}
			}
			docs = slices.DeleteFunc(docs, func(r ranked) bool { return has[r.part][r.doc] == not })
		}
	}
	return docs, nil
}

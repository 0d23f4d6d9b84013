package search

import (
	"context"
	"slices"

	index "github.com/blevesearch/bleve_index_api"
)

// phrase finds the documents that have the words side by side in title, text
// or examples, or as a name that is not their title, the order of whose words
// is not known. A single word may stand anywhere.
func (p *part) phrase(ctx context.Context, ws []string) (map[int32]bool, error) {
	has := map[int32]bool{}
	ends := map[int32][]uint64{} // positions of the last word so far
	names := map[int32]int{}     // sum of the shares so far
	for i, w := range ws {
		fam, ok := p.family(w)
		if !ok {
			return nil, nil
		}
		ps := p.lexicon.families[fam].postings
		if len(ws) == 1 {
			for _, p := range ps {
				has[p.doc] = true
			}
			return has, nil
		}
		sums := map[int32]int{}
		for _, q := range ps {
			sum, ok := names[q.doc]
			share := shareOfSign(q.sign)
			if p.light[w] {
				share = 0
			}
			if shareOfSign(q.sign) > 0 && (ok || i == 0) {
				sums[q.doc] = sum + share
			}
		}
		names = sums
		next := map[int32][]uint64{}
		err := p.store.positions(ctx, p.lexicon.families[fam].stem, func(doc int32, positions []*index.TermFieldVector) {
			for _, v := range positions {
				if i == 0 || slices.Contains(ends[doc], v.Pos-1) {
					next[doc] = append(next[doc], v.Pos)
				}
			}
		})
		if err != nil {
			return nil, err
		}
		ends = next
	}
	for d := range ends {
		has[d] = true
	}
	for d, sum := range names {
		if sum >= nameSum && !p.inTitle(d, ws) {
			has[d] = true
		}
	}
	return has, nil
}

// inTitle reports whether the title of a document has all of the words.
func (p *part) inTitle(doc int32, ws []string) bool {
	has := map[string]bool{}
	for _, t := range tokens(p.docs[doc].Title) {
		has[p.stem(t.text)] = true
	}
	for _, w := range ws {
		if !has[p.stem(w)] {
			return false
		}
	}
	return true
}

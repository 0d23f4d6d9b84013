package site

import (
	"regula/content"
	"regula/corpus"
	"regula/lang"
	"regula/rules"
)

// reader is the corpus as one page reads it. It notes of which of our texts the
// page is made; where nobody asks, its notes are nil.
type reader struct {
	*corpus.Corpus
	noted notes
}

// noting gives a builder of the same site that notes what it reads.
func (b *builder) noting() *builder {
	n := *b
	n.c.noted = notes{}
	return &n
}

func (r reader) Page(n rules.Number, l lang.Language) (content.Page, bool) {
	if r.noted != nil {
		r.noted.add(leadPart(l, n))
	}
	return r.Corpus.Page(n, l)
}

func (r reader) Explanation(n rules.Number, l lang.Language) (content.Explanation, bool) {
	if r.noted != nil {
		r.noted.add(rulePart(l, n))
	}
	return r.Corpus.Explanation(n, l)
}

func (r reader) GlossaryText(id string, l lang.Language) (content.GlossaryEntry, bool) {
	if r.noted != nil {
		r.noted.add(entryPart(l, id))
	}
	return r.Corpus.GlossaryText(id, l)
}

func (r reader) Card(id string) (corpus.Card, bool) {
	x, ok := r.Corpus.Card(id)
	if r.noted != nil && x.Ours() {
		r.noted.add(cardPart(id))
	}
	return x, ok
}

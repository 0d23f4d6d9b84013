package search

import (
	"sync"
	"testing"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/rulings"
)

// realCorpus joins the content of the repository, as the site does without
// any official text.
var realCorpus = sync.OnceValues(func() (*corpus.Corpus, error) { return projectWith(nil) })

// projectWith joins the content of the repository with imported cards.
func projectWith(cards []rulings.Card) (*corpus.Corpus, error) {
	ct, err := content.Load(content.FS)
	if err != nil {
		return nil, err
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		return nil, err
	}
	return corpus.New(h, nil, cards, ct), nil
}

func realDocuments(t testing.TB, l lang.Language) []Document {
	t.Helper()
	c, err := realCorpus()
	if err != nil {
		t.Fatal(err)
	}
	return Documents(c, l)
}

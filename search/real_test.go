package search

import (
	"sync"
	"testing"

	"regula/corpus"
	"regula/corpus/corpustest"
	"regula/lang"
)

// realCorpus joins the content of the repository, as the site does without
// any official text.
var realCorpus = sync.OnceValues(func() (*corpus.Corpus, error) { return corpustest.Project(nil) })

func realDocuments(t testing.TB, l lang.Language) []Document {
	t.Helper()
	c, err := realCorpus()
	if err != nil {
		t.Fatal(err)
	}
	return Documents(c, l)
}

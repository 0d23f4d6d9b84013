package site

import (
	"sync"
	"testing"

	"regula/content"
	"regula/corpus"
	"regula/editions"
)

// project is the project's own corpus without the official text.
var project = sync.OnceValues(func() (*corpus.Corpus, error) {
	ct, err := content.Load(content.FS)
	if err != nil {
		return nil, err
	}
	known, err := editions.Load(editions.FS)
	if err != nil {
		return nil, err
	}
	return corpus.New(known[len(known)-1], known, nil, ct), nil
})

func projectPages(t testing.TB, o Options) []Page {
	t.Helper()
	c, err := project()
	if err != nil {
		t.Fatal(err)
	}
	ps, err := Pages(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

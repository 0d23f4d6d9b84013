package site

import (
	"context"
	"slices"
	"sync"
	"testing"

	"regula/corpus"
	"regula/corpus/corpustest"
	"regula/search"
)

// project is the project's own corpus without the official text, with its
// indexes.
var project = sync.OnceValues(func() (*site, error) {
	c, err := corpustest.Project(nil)
	if err != nil {
		return nil, err
	}
	return newSite(c)
})

// site is a corpus with what can be asked of it.
type site struct {
	c       *corpus.Corpus
	indexes Indexes
}

func newSite(c *corpus.Corpus) (*site, error) {
	s := &site{c, Indexes{}}
	return s, s.indexes.Add(c, search.NewIndex)
}

func projectSite(t testing.TB) *site {
	t.Helper()
	s, err := project()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *site) pages(t testing.TB, base string) []Page {
	t.Helper()
	ps, err := Pages(s.c, Options{BaseURL: base, Indexes: s.indexes})
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// withPacks adds the packs of pages.
func withPacks(t testing.TB, pages []Page) []Page {
	t.Helper()
	packs, err := Packs(context.Background(), pages)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(pages, packs)
}

const testBase = "https://example.org/rules/"

// printed has every page of the project by path, without and with an address
// of its own. It is printed once for all tests.
var printed = map[string]func(testing.TB) map[string][]byte{
	"":       printer(""),
	testBase: printer(testBase),
}

func printer(base string) func(testing.TB) map[string][]byte {
	var once sync.Once
	all := map[string][]byte{}
	return func(t testing.TB) map[string][]byte {
		t.Helper()
		once.Do(func() {
			var mu sync.Mutex
			var wg sync.WaitGroup
			work := make(chan Page)
			for range 2 {
				wg.Go(func() {
					for p := range work {
						data, err := p.Bytes(context.Background())
						if err != nil {
							t.Error(err)
						}
						mu.Lock()
						all[p.Path] = data
						mu.Unlock()
					}
				})
			}
			for _, p := range withPacks(t, projectSite(t).pages(t, base)) {
				work <- p
			}
			close(work)
			wg.Wait()
		})
		return all
	}
}

// small is the game of testdata/small.txtar, with its official text and
// imported cards.
var small = sync.OnceValues(func() (*site, error) {
	c, err := smallCorpus(nil)
	if err != nil {
		return nil, err
	}
	return newSite(c)
})

// smallCorpus is the corpus of that game, with other content in some files.
func smallCorpus(other map[string][]byte) (*corpus.Corpus, error) {
	return corpustest.Small("testdata/small.txtar", other)
}

package site

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/rules"
	"regula/rulings"
	"regula/search"
)

// project is the project's own corpus without the official text, with its
// indexes.
var project = sync.OnceValues(func() (*site, error) {
	ct, err := content.Load(content.FS)
	if err != nil {
		return nil, err
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		return nil, err
	}
	return newSite(corpus.New(h, nil, nil, ct))
})

// site is a corpus with what can be asked of it.
type site struct {
	c       *corpus.Corpus
	indexes Indexes
}

func newSite(c *corpus.Corpus) (*site, error) {
	s := &site{c, Indexes{}}
	for _, l := range lang.All {
		x, err := search.NewIndex(search.Documents(c, l), l)
		if err != nil {
			return nil, err
		}
		s.indexes[l] = x.WithPast(Past(c.History()))
	}
	return s, nil
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
	archive, err := txtar.ParseFile("testdata/small.txtar")
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	var book *rules.Book
	var cards rulings.Reader
	for _, f := range archive.Files {
		if f.Name == "cards.json" {
			if err := cards.Read(f.Name, bytes.NewReader(f.Data)); err != nil {
				return nil, err
			}
			continue
		}
		if f.Name == "book.txt" {
			if book, err = rules.Parse(bytes.NewReader(f.Data)); err != nil {
				return nil, err
			}
			continue
		}
		files[strings.TrimPrefix(f.Name, "content/")] = &fstest.MapFile{Data: f.Data}
	}
	for name, data := range other {
		files[name] = &fstest.MapFile{Data: data}
	}
	ct, err := content.Load(files)
	if err != nil {
		return nil, err
	}
	h, err := editions.NewHistory([]editions.Edition{editions.FromBook(book)}, nil)
	if err != nil {
		return nil, err
	}
	return corpus.New(h, []*rules.Book{book}, cards.Cards(), ct), nil
}

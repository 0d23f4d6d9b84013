// Package corpustest joins corpora for tests, which alone import it.
package corpustest

import (
	"bytes"
	"strings"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/rules"
	"regula/rulings"
)

// Project joins the project's own content and facts of editions, without any
// official text, with cards.
func Project(cards []rulings.Card) (*corpus.Corpus, error) {
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

// Small joins the small game of an archive, site/testdata/small.txtar: its
// content, with other data in some files of that, its official text book.txt,
// and its cards in Scryfall's form, cards.json.
func Small(archive string, other map[string][]byte) (*corpus.Corpus, error) {
	a, err := txtar.ParseFile(archive)
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	var book *rules.Book
	var cards rulings.Reader
	for _, f := range a.Files {
		switch f.Name {
		case "book.txt":
			book, err = rules.Parse(bytes.NewReader(f.Data))
		case "cards.json":
			err = cards.Read(f.Name, bytes.NewReader(f.Data))
		default:
			files[strings.TrimPrefix(f.Name, "content/")] = &fstest.MapFile{Data: f.Data}
		}
		if err != nil {
			return nil, err
		}
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

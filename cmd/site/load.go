package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/rules"
)

// source says where the parts of the corpus are read from.
type source struct {
	data    *string // folder of what the owner imported
	content *string // folder of the explanations; "" for those built in
}

func dataFlag(fs *flag.FlagSet) *string {
	return fs.String("data", "data", "folder of what was imported; it need not exist")
}

func contentFlag(fs *flag.FlagSet) *string {
	return fs.String("content", "", "folder of the explanations; empty: those built into this program")
}

// sourceFlags adds the flags that name the sources.
func sourceFlags(fs *flag.FlagSet) source {
	return source{data: dataFlag(fs), content: contentFlag(fs)}
}

// corpus reads all sources and joins them, with older official texts only if
// they are wanted.
func (s source) corpus(older bool) (*corpus.Corpus, error) {
	texts, err := contentFS(*s.content)
	if err != nil {
		return nil, err
	}
	books, err := textStore{dir: filepath.Join(*s.data, "cr")}.books(older)
	if err != nil {
		return nil, err
	}
	h, err := builtIn(books)
	if err != nil {
		return nil, err
	}
	ct, err := loadContent(texts, h)
	if err != nil {
		return nil, err
	}
	cards, err := newCardStore(*s.data).cards()
	if err != nil {
		return nil, err
	}
	return corpus.New(h, books, cards, ct), nil
}

// contentFS gives the texts in a folder, those of the program for "".
func contentFS(dir string) (fs.FS, error) {
	if dir == "" {
		return content.FS, nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	return os.DirFS(dir), nil
}

// builtIn gives the history that the program knows, with the editions of
// which only an imported text tells. The newest edition of which anything is
// known is the site's.
func builtIn(books []*rules.Book) (*editions.History, error) {
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		return nil, fmt.Errorf("loading the facts of the editions: %w", err)
	}
	for _, b := range books {
		if _, known := h.Edition(b.Effective); known {
			continue
		}
		if h, err = h.With(b, books...); err != nil {
			return nil, fmt.Errorf("adding the edition of %s to the facts: %w", b.Effective.Format(time.DateOnly), err)
		}
	}
	return h, nil
}

// loadContent reads the texts. Where they use the numbers of an older edition
// than the newest one, as after an import, they are read with those of the
// newest.
func loadContent(texts fs.FS, h *editions.History) (content.Content, error) {
	ct, err := content.Load(texts)
	if err != nil {
		return ct, fmt.Errorf("loading the content: %w", err)
	}
	newest := h.Newest().Effective
	_, known := h.Edition(ct.Numbering)
	if !known || ct.Numbering.Equal(newest) {
		return ct, nil
	}
	r, err := content.Renumber(texts, h, ct.Numbering, newest, true)
	if err != nil {
		return ct, fmt.Errorf("renumbering the content: %w", err)
	}
	if ct, err = content.Load(r.Over(texts)); err != nil {
		return ct, fmt.Errorf("loading the renumbered content: %w", err)
	}
	return ct, nil
}

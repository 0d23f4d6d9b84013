package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/rules"
	"regula/rulings"
)

// garbageLoading is how much garbage may lie about while everything is loaded,
// in percent of what is in use. Little of it is any, so Go's 100 would look for
// it often and in vain.
const garbageLoading = 400

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
	var books []*rules.Book
	var h *editions.History
	var cards []rulings.Card
	var ct content.Content
	var loading errgroup.Group
	loading.Go(func() (err error) {
		if books, err = newTextStore(*s.data).books(older); err != nil {
			return err
		}
		if h, err = builtIn(books); err != nil {
			return err
		}
		cards, err = newCardStore(*s.data).cards()
		return err
	})
	loading.Go(func() (err error) {
		if ct, err = content.Load(texts); err != nil {
			return contentFaults(*s.content, err)
		}
		return nil
	})
	if err := loading.Wait(); err != nil {
		return nil, err
	}
	if ct, err = numbered(texts, ct, h); err != nil {
		return nil, contentFaults(*s.content, err)
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

// contentFaults is the error of loading or renumbering the texts of a folder,
// a line for each of the faults that it joins, with their files as an editor
// finds them.
func contentFaults(dir string, err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("loading the content: %w", err)
	}
	var faults []error
	for _, fault := range joined.Unwrap() {
		if dir != "" {
			fault = fmt.Errorf("%s%c%w", filepath.Clean(dir), filepath.Separator, fault)
		}
		faults = append(faults, fault)
	}
	return fmt.Errorf("the content has faults:\n%w", errors.Join(faults...))
}

// inFolder is a place in the texts of a folder as an editor finds it.
func inFolder(dir string, p content.Pos) content.Pos {
	p.File = filepath.Join(dir, filepath.FromSlash(p.File))
	return p
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

// numbered gives the content of texts as the newest edition numbers it. Where it
// uses the numbers of an older one, as after an import, it is read anew with
// those of the newest.
func numbered(texts fs.FS, ct content.Content, h *editions.History) (content.Content, error) {
	newest := h.Newest().Effective
	_, known := h.Edition(ct.Numbering)
	if !known || ct.Numbering.Equal(newest) {
		return ct, nil
	}
	r, err := content.Renumber(texts, h, ct.Numbering, newest, true)
	if err != nil {
		return ct, err
	}
	return content.Load(r.Over(texts))
}

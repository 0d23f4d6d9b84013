package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"regula/content"
	"regula/corpus"
	"regula/editions"
)

// source says where the parts of the corpus are read from.
type source struct {
	data    *string // folder of what the owner imported
	content *string // folder of the explanations; "" for those built in
}

func dataFlag(fs *flag.FlagSet) *string {
	return fs.String("data", "data", "folder of what was imported; it need not exist")
}

// sourceFlags adds the flags that name the sources.
func sourceFlags(fs *flag.FlagSet) source {
	return source{
		data:    dataFlag(fs),
		content: fs.String("content", "", "folder of the explanations; empty: those built into this program"),
	}
}

// corpus reads all sources and joins them.
func (s source) corpus() (*corpus.Corpus, error) {
	var texts fs.FS = content.FS
	if *s.content != "" {
		info, err := os.Stat(*s.content)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s is not a folder", *s.content)
		}
		texts = os.DirFS(*s.content)
	}
	ct, err := content.Load(texts)
	if err != nil {
		return nil, fmt.Errorf("loading the content: %w", err)
	}
	known, err := editions.Load(editions.FS)
	if err != nil {
		return nil, fmt.Errorf("loading the facts of the editions: %w", err)
	}
	book, err := textStore{dir: filepath.Join(*s.data, "cr")}.book()
	if err != nil {
		return nil, err
	}
	// The newest edition of which anything is known is the site's.
	current := known[len(known)-1]
	if book != nil && book.Effective.After(current.Effective) {
		current = editions.FromBook(book)
	}
	return corpus.New(current, known, book, ct), nil
}

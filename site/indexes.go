package site

import (
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"regula/corpus"
	"regula/lang"
	"regula/search"
)

// Indexes has the index of each language.
type Indexes map[lang.Language]*search.Index

// IndexMaker makes an index of documents, as search.NewIndex does.
type IndexMaker func([]search.Document, lang.Language) (*search.Index, error)

// NewIndex makes the index of a language, which also knows the numbers of older
// editions.
func NewIndex(c *corpus.Corpus, l lang.Language, maker IndexMaker) (*search.Index, error) {
	x, err := maker(search.Documents(c, l), l)
	if err != nil {
		return nil, fmt.Errorf("making the index for %s: %w", l, err)
	}
	return x.WithPast(Past(c.History())), nil
}

// Add makes the indexes of all languages side by side. Those that are made are
// there even if others fail.
func (x Indexes) Add(c *corpus.Corpus, maker IndexMaker) error {
	var mu sync.Mutex
	var making errgroup.Group
	for _, l := range lang.All {
		making.Go(func() error {
			made, err := NewIndex(c, l, maker)
			if err == nil {
				mu.Lock()
				x[l] = made
				mu.Unlock()
			}
			return err
		})
	}
	return making.Wait()
}

// Close closes them.
func (x Indexes) Close() error {
	var errs []error
	for _, one := range x {
		errs = append(errs, one.Close())
	}
	return errors.Join(errs...)
}

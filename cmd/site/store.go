package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"regula/rules"
)

// What an import makes in the data folder: a folder of texts, a file of cards.
const (
	textsFolder = "cr"
	cardsFile   = "cards.gz"
)

// textStore keeps imported official texts as they were read, a file an
// edition, and beside them a file that names the one in use.
type textStore struct{ dir string }

const currentFile = "current"

func newTextStore(data string) textStore { return textStore{filepath.Join(data, textsFolder)} }

// current gives the date of the text in use, the zero time where none is
// imported.
func (s textStore) current() (time.Time, error) {
	b, err := os.ReadFile(filepath.Join(s.dir, currentFile))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(string(b)))
	if err != nil {
		return time.Time{}, fmt.Errorf("%s does not hold a date: delete it and import again", filepath.Join(s.dir, currentFile))
	}
	return t, nil
}

// kept gives the dates of all texts, oldest first.
func (s textStore) kept() ([]time.Time, error) {
	names, err := filepath.Glob(filepath.Join(s.dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	var days []time.Time
	for _, name := range names {
		if t, err := time.Parse(time.DateOnly+".txt", filepath.Base(name)); err == nil {
			days = append(days, t)
		}
	}
	slices.SortFunc(days, time.Time.Compare)
	return days, nil
}

// books reads the text in use, and with all those that are kept beside it.
// There are none where none is imported.
func (s textStore) books(all bool) ([]*rules.Book, error) {
	t, err := s.current()
	if err != nil || t.IsZero() {
		return nil, err
	}
	days := []time.Time{t}
	if all {
		kept, err := s.kept()
		if err != nil {
			return nil, err
		}
		days = slices.Compact(slices.SortedFunc(slices.Values(append(kept, t)), time.Time.Compare))
	}
	return s.read(days)
}

// read reads the texts of some days, several at a time.
func (s textStore) read(days []time.Time) ([]*rules.Book, error) {
	books, errs := make([]*rules.Book, len(days)), make([]error, len(days))
	var wg sync.WaitGroup
	for i, day := range days {
		wg.Go(func() { books[i], errs[i] = s.book(day) })
	}
	wg.Wait()
	return books, errors.Join(errs...)
}

// book reads one text.
func (s textStore) book(effective time.Time) (*rules.Book, error) {
	name := s.text(effective)
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := rules.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if !b.Effective.Equal(effective) {
		return nil, fmt.Errorf("reading %s: the text is effective %s: import it again", name, b.Effective.Format(time.DateOnly))
	}
	return b, nil
}

// besides reads the texts that are kept of the editions right before and right
// after a day.
func (s textStore) besides(day time.Time) ([]*rules.Book, error) {
	kept, err := s.kept()
	if err != nil {
		return nil, err
	}
	i, found := slices.BinarySearchFunc(kept, day, time.Time.Compare)
	var days []time.Time
	if i > 0 {
		days = append(days, kept[i-1])
	}
	if found {
		i++
	}
	if i < len(kept) {
		days = append(days, kept[i])
	}
	return s.read(days)
}

// text names the file of the edition in force from a day.
func (s textStore) text(effective time.Time) string {
	return filepath.Join(s.dir, effective.Format(time.DateOnly)+".txt")
}

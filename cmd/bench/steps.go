package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/rules"
	"regula/search"
	"regula/site"
)

// made has what the steps of a build make.
type made struct {
	history *editions.History
	content content.Content
	corpus  *corpus.Corpus
	indexes site.Indexes
	pages   []site.Page
}

// make takes the steps of a build in their order, and tells each with what it
// does.
func (b *bench) make(step func(name string, f func() error) error) (made, error) {
	var m made
	for _, s := range []struct {
		name string
		f    func() (err error)
	}{
		{"facts of all editions (`editions.LoadHistory`)", func() (err error) {
			m.history, err = editions.LoadHistory(editions.FS)
			return err
		}},
		{"explanations (`content.Load`)", func() (err error) {
			m.content, err = content.Load(content.FS)
			return err
		}},
		{"joined (`corpus.New`)", func() error {
			m.corpus = corpus.New(m.history, nil, nil, m.content)
			return nil
		}},
		{"checked (`Check`)", func() error {
			m.corpus.Check()
			return nil
		}},
		{"search index, three languages (`search.NewIndex`)", func() error {
			m.indexes = site.Indexes{}
			for _, l := range lang.All {
				x, err := search.NewIndex(search.Documents(m.corpus, l), l)
				if err != nil {
					return err
				}
				m.indexes[l] = x
			}
			return nil
		}},
		{"index cut for the exported site, list of pages, packs for reading offline (`site.Pages`)", func() (err error) {
			m.pages, err = site.Pages(m.corpus, site.Options{Indexes: m.indexes})
			return err
		}},
		{"every page printed (`Page.Bytes`)", func() error {
			for _, p := range m.pages {
				if _, err := p.Bytes(b.ctx); err != nil {
					return err
				}
			}
			return nil
		}},
	} {
		if err := step(s.name, s.f); err != nil {
			return m, err
		}
	}
	return m, nil
}

// once takes each step once, without measuring.
func once(_ string, f func() error) error { return f() }

// steps measures the steps of a build one by one, on one processor after
// another as the program takes them.
func (b *bench) steps() (string, error) {
	t := table{head: []string{"step", "median", "least", "most"}}
	if b.data != "" {
		texts, err := filepath.Glob(filepath.Join(b.data, "cr", "*.txt"))
		if err != nil || len(texts) == 0 {
			return "", fmt.Errorf("no official text in %s: %v", b.data, err)
		}
		raw, err := os.ReadFile(texts[len(texts)-1])
		if err != nil {
			return "", err
		}
		all, err := b.time(func() error {
			_, err := rules.Parse(bytes.NewReader(raw))
			return err
		})
		if err != nil {
			return "", err
		}
		t.add(append([]string{"official text (`rules.Parse`)"}, span(all)...)...)
	}
	var pages int
	var size int64
	m, err := b.make(func(name string, f func() error) error {
		all, err := b.time(f)
		if err == nil {
			t.add(append([]string{name}, span(all)...)...)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	for _, p := range m.pages {
		data, err := p.Bytes(b.ctx)
		if err != nil {
			return "", err
		}
		pages++
		size += int64(len(data))
	}
	n := 0
	all, err := b.time(func() error {
		n++
		_, err := site.Export(b.ctx, filepath.Join(b.work, fmt.Sprint("steps-", n)), m.pages, site.ExportOptions{})
		return err
	})
	if err != nil {
		return "", err
	}
	t.add(append([]string{"pages printed and written into a new folder (`site.Export`)"}, span(all)...)...)
	for i := range n {
		for _, end := range []string{"", ".spare"} {
			if err := os.RemoveAll(filepath.Join(b.work, fmt.Sprint("steps-", i+1)+end)); err != nil {
				return "", err
			}
		}
	}
	var asked []time.Duration
	for _, l := range lang.All {
		qs, err := queries(l)
		if err != nil {
			return "", err
		}
		for _, q := range qs {
			start := time.Now()
			if _, err := m.indexes[l].Search(context.Background(), q.text, search.Options{}); err != nil {
				return "", err
			}
			asked = append(asked, time.Since(start))
		}
	}
	t.add(fmt.Sprintf("one search, of %d (`Search`)", len(asked)), ms(median(asked)), ms(percentile(asked, 0)), ms(percentile(asked, 100)))
	return fmt.Sprintf("%d files, %s. %s.\n\n%s", pages, kb(size), b.ofRuns("Median, least and most"), t), nil
}

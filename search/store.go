package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
)

// The fields of the Bleve index.
const (
	fieldWord = "word" // stems; the frequency is the weight, the norm holds the length of the document
	fieldName = "name" // stems of names, the frequency is the share of the name; and exact keys
)

// field is an analysed field of a document.
type field struct {
	name   string
	length int
	freqs  index.TokenFrequencies
}

func (f *field) Name() string                                     { return f.name }
func (f *field) Value() []byte                                    { return nil }
func (f *field) ArrayPositions() []uint64                         { return nil }
func (f *field) EncodedFieldType() byte                           { return 't' }
func (f *field) Analyze()                                         {}
func (f *field) AnalyzedLength() int                              { return f.length }
func (f *field) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.freqs }
func (f *field) NumPlainTextBytes() uint64                        { return 0 }
func (f *field) Size() int                                        { return 0 }
func (f *field) Options() index.FieldIndexingOptions {
	return index.IndexField | index.IncludeTermVectors
}

// indexed makes the Bleve document of the i-th document.
func (a *analysis) indexed(i int, w words, exact map[string]bool) *document.Document {
	word := &field{name: fieldWord, length: max(w.length, 1), freqs: make(index.TokenFrequencies, len(w.entries))}
	name := &field{name: fieldName, length: 1, freqs: index.TokenFrequencies{}}
	add := func(f *field, e entry, freq int) *index.TokenFreq {
		tf := &index.TokenFreq{Term: []byte(a.stems[e.stem])}
		tf.SetFrequency(freq)
		f.freqs[a.stems[e.stem]] = tf
		return tf
	}
	for _, e := range w.entries {
		tf := add(word, e, max(e.weight, len(e.positions), 1))
		if len(e.positions) > 0 {
			locations := make([]index.TokenLocation, len(e.positions))
			for i, p := range e.positions {
				locations[i].Position = p
				tf.Locations = append(tf.Locations, &locations[i])
			}
		}
		if e.name > 0 {
			freq := 2 * e.name
			if e.alias {
				freq++
			}
			add(name, e, freq)
		}
	}
	for key := range w.exact {
		if exact[key] {
			tf := &index.TokenFreq{Term: []byte(key)}
			tf.SetFrequency(1)
			name.freqs[key] = tf
		}
	}
	d := document.NewDocument(strconv.Itoa(i))
	d.AddField(word)
	d.AddField(name)
	return d
}

// keyForms is the key under which an index keeps the words as they are
// written, folded, a line each, in order.
const keyForms = "forms"

// analysed gives the Bleve documents, and what is kept beside them.
func (a *analysis) analysed(docs []Document) (out []*document.Document, beside map[string][]byte) {
	all := make([]words, len(docs))
	for i, d := range docs {
		all[i] = a.words(d)
	}
	exact := exactKeys(docs, all)
	for i, w := range all {
		out = append(out, a.indexed(i, w, exact))
	}
	return out, map[string][]byte{keyForms: []byte(strings.Join(a.forms(), "\n"))}
}

// build writes the Bleve index of the documents into dir, which is empty.
func build(dir string, docs []Document, a *analysis) error {
	out, beside := a.analysed(docs)
	b, err := scorch.NewBuilder(map[string]any{
		"path":            dir,
		"buildPathPrefix": os.TempDir(),
		"batchSize":       len(docs) + 1, // one segment
		"internal":        beside,
	})
	if err != nil {
		return err
	}
	for _, d := range out {
		if err := b.Index(d); err != nil {
			return err
		}
	}
	return b.Close()
}

// batch gives what build writes, for an index in memory.
func batch(docs []Document, a *analysis) *index.Batch {
	out, beside := a.analysed(docs)
	b := index.NewBatch()
	for _, d := range out {
		d.AddIDField()
		b.Update(d)
	}
	for key, value := range beside {
		b.SetInternal([]byte(key), value)
	}
	return b
}

// store reads the postings of a Bleve index.
type store struct {
	index  index.Index
	queue  *index.AnalysisQueue
	reader index.IndexReader
	docs   []int32 // our number of Bleve's n-th document
}

// open opens the index in dir, or an index in memory of the documents given
// by batch if dir is empty.
func open(dir string, batch *index.Batch) (*store, error) {
	s := &store{queue: index.NewAnalysisQueue(1)}
	config := map[string]any{"path": dir}
	if dir != "" {
		config["read_only"] = true
	}
	var err error
	if s.index, err = scorch.NewScorch(scorch.Name, config, s.queue); err != nil {
		return nil, err
	}
	if err := s.index.Open(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if batch != nil {
		if err := s.index.Batch(batch); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	if s.reader, err = s.index.Reader(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if err := s.number(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// number finds which of our documents is which of Bleve's.
func (s *store) number() error {
	all, err := s.reader.DocIDReaderAll()
	if err != nil {
		return err
	}
	defer all.Close()
	for {
		id, err := all.Next()
		if err != nil {
			return err
		}
		if id == nil {
			return nil
		}
		ours, err := s.reader.ExternalID(id)
		if err != nil {
			return err
		}
		n, err := strconv.ParseInt(ours, 10, 32)
		if err != nil {
			return err
		}
		if id.Value() != uint64(len(s.docs)) {
			return fmt.Errorf("document %d of the index is missing", len(s.docs))
		}
		s.docs = append(s.docs, int32(n))
	}
}

func (s *store) close() error {
	var err error
	if s.reader != nil {
		err = s.reader.Close()
	}
	err = errors.Join(err, s.index.Close())
	s.queue.Close()
	return err
}

// dictionary gives the terms of a field in order, with how many documents
// have each.
func (s *store) dictionary(field string) (terms []string, counts []int, err error) {
	d, err := s.reader.FieldDict(field)
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	for {
		e, err := d.Next()
		if err != nil {
			return nil, nil, err
		}
		if e == nil {
			return terms, counts, nil
		}
		terms, counts = append(terms, e.Term), append(counts, int(e.Count))
	}
}

// postings calls f for each document that has the term in the field.
func (s *store) postings(ctx context.Context, field, term string, vectors bool, f func(doc int32, tfd *index.TermFieldDoc)) error {
	r, err := s.reader.TermFieldReader(ctx, []byte(term), field, true, field == fieldWord, vectors)
	if err != nil {
		return err
	}
	defer r.Close()
	var tfd index.TermFieldDoc
	for {
		p, err := r.Next(tfd.Reset())
		if err != nil {
			return err
		}
		if p == nil {
			return nil
		}
		f(s.docs[p.ID.Value()], p)
	}
}

// forms gives the words as they are written, in order.
func (s *store) forms() ([]string, error) {
	b, err := s.reader.GetInternal([]byte(keyForms))
	if err != nil || len(b) == 0 {
		return nil, err
	}
	return strings.Split(string(b), "\n"), nil
}

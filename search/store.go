package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
)

// fieldWord is the field of the Bleve index: where a document has a stem in
// title, text and examples. All else that is asked of an index is in its
// lexicon, which Bleve keeps beside.
const fieldWord = "word"

// field is the field of a document.
type field struct {
	a   *analysis
	doc int
	to  *frequencies
}

func (f *field) Name() string              { return fieldWord }
func (f *field) Value() []byte             { return nil }
func (f *field) ArrayPositions() []uint64  { return nil }
func (f *field) EncodedFieldType() byte    { return 't' }
func (f *field) Analyze()                  {}
func (f *field) AnalyzedLength() int       { return 1 }
func (f *field) NumPlainTextBytes() uint64 { return 0 }
func (f *field) Size() int                 { return 0 }
func (f *field) Options() index.FieldIndexingOptions {
	return index.IndexField | index.IncludeTermVectors
}

// AnalyzedTokenFrequencies gives what Bleve asks for when it comes to the
// document, which it takes one by one. It is good until it asks for the next.
func (f *field) AnalyzedTokenFrequencies() index.TokenFrequencies {
	return f.to.of(f.a, of(f.a.places, f.a.placesEnds, f.doc))
}

// frequencies is room for what Bleve asks for of one document.
type frequencies struct {
	byTerm    index.TokenFrequencies
	terms     []index.TokenFreq
	locations []index.TokenLocation
}

func (f *frequencies) of(a *analysis, places []place) index.TokenFrequencies {
	if f.byTerm == nil {
		f.byTerm = index.TokenFrequencies{}
	}
	clear(f.byTerm)
	if len(f.locations) < len(places) {
		f.locations = make([]index.TokenLocation, len(places))
		f.terms = make([]index.TokenFreq, len(places))
	}
	for i, p := range places {
		stem := a.stems[p.stem]
		tf := f.byTerm[stem]
		if tf == nil {
			tf = &f.terms[len(f.byTerm)]
			tf.Locations = tf.Locations[:0]
			f.byTerm[stem] = tf
		}
		f.locations[i] = index.TokenLocation{Position: int(p.pos)}
		tf.Locations = append(tf.Locations, &f.locations[i])
		tf.SetFrequency(len(tf.Locations))
	}
	return f.byTerm
}

// bleveDocs gives the Bleve documents of what a has taken in.
func (a *analysis) bleveDocs() iter.Seq[*document.Document] {
	return func(yield func(*document.Document) bool) {
		to := &frequencies{}
		for i := range a.placesEnds {
			d := document.NewDocument(strconv.Itoa(i))
			d.AddField(&field{a, i, to})
			if !yield(d) {
				return
			}
		}
	}
}

// keyLexicon is the key under which an index keeps its lexicon.
const keyLexicon = "lexicon"

// build writes the Bleve index of what a has taken in into dir, which is empty.
func build(dir string, a *analysis, x *lexicon) error {
	b, err := scorch.NewBuilder(map[string]any{
		"path":            dir,
		"buildPathPrefix": dir,                   // on the same disk
		"batchSize":       len(a.placesEnds) + 1, // one segment
		"internal":        map[string][]byte{keyLexicon: x.encode()},
	})
	if err != nil {
		return err
	}
	for d := range a.bleveDocs() {
		if err := b.Index(d); err != nil {
			return err
		}
	}
	return b.Close()
}

// batch gives the documents that build writes, for an index in memory.
func batch(a *analysis) *index.Batch {
	b := index.NewBatch()
	for d := range a.bleveDocs() {
		d.AddIDField()
		b.Update(d)
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

// close frees what the store holds; nil holds nothing.
func (s *store) close() error {
	if s == nil {
		return nil
	}
	var err error
	if s.reader != nil {
		err = s.reader.Close()
	}
	err = errors.Join(err, s.index.Close())
	s.queue.Close()
	return err
}

// positions calls f for each document that has a stem in running text. Of nil
// that is an error.
func (s *store) positions(ctx context.Context, stem string, f func(doc int32, positions []*index.TermFieldVector)) error {
	if s == nil {
		return errors.New("this index does not know where words stand")
	}
	r, err := s.reader.TermFieldReader(ctx, []byte(stem), fieldWord, true, false, true)
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
		f(s.docs[p.ID.Value()], p.Vectors)
	}
}

// lexicon reads the lexicon that is kept in the index, of n documents.
func (s *store) lexicon(n int, light map[string]bool, cards bool) (*lexicon, error) {
	if len(s.docs) != n {
		return nil, fmt.Errorf("the index has %d documents, not %d", len(s.docs), n)
	}
	b, err := s.reader.GetInternal([]byte(keyLexicon))
	if err != nil {
		return nil, err
	}
	return decodeLexicon(b, n, light, cards)
}

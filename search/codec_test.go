package search

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"

	"regula/lang"
)

// TestLexiconCodec checks that a lexicon is read as it was written, and that
// anything less than all of it is an error.
func TestLexiconCodec(t *testing.T) {
	for _, docs := range divided(small()) {
		a, err := analyse(docs, lang.German)
		if err != nil {
			t.Fatal(err)
		}
		x := newLexicon(docs, a)
		b := x.encode()
		got, err := decodeLexicon(b, len(docs), x.light, x.cards)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, x) {
			t.Errorf("the lexicon of %d documents is read as another", len(docs))
		}
		for n := range b {
			if _, err := decodeLexicon(b[:n], len(docs), x.light, x.cards); err == nil {
				t.Errorf("the first %d of %d bytes are read without an error", n, len(b))
			}
		}
		if _, err := decodeLexicon(append(b, 0), len(docs), x.light, x.cards); err == nil {
			t.Error("a byte too many is read without an error")
		}
		if _, err := decodeLexicon(b, len(docs)-1, x.light, x.cards); err == nil {
			t.Error("documents that are not there are read without an error")
		}
	}
}

// FuzzDecodeLexicon checks that no bytes make decodeLexicon fail but with an
// error.
func FuzzDecodeLexicon(f *testing.F) {
	docs := small()[:4]
	a, err := analyse(docs, lang.German)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(newLexicon(docs, a).encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := decodeLexicon(b, len(docs), light[lang.German], false)
		if err != nil {
			return
		}
		for _, f := range x.families {
			for _, p := range f.postings {
				if int(p.doc) >= len(docs) || int(p.sign) >= len(value) {
					t.Errorf("%q stands in %+v", f.stem, p)
				}
			}
		}
	})
}

// TestChunksAlike checks that every kind of index gives the same files, and
// that the one that is for these only says so where it lacks something.
func TestChunksAlike(t *testing.T) {
	docs := append(small(), Document{Kind: KindCard, ID: "glass-heron", Language: lang.German, Title: "Glasreiher", Terms: []string{"Glasreiher"}, Official: "Flying", Rulings: "It breaks."})
	var first map[string]string
	for name, open := range map[string]func([]Document, lang.Language) (*Index, error){
		"NewIndex":          NewIndex,
		"NewIndexForChunks": NewIndexForChunks,
		"OpenIndex": func(docs []Document, l lang.Language) (*Index, error) {
			return OpenIndex(t.TempDir(), docs, l)
		},
	} {
		x, err := open(docs, lang.German)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		if err := WriteChunks(x, func(name string, data []byte) error {
			files[name] = string(data)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = files
		}
		if !maps.Equal(files, first) {
			t.Errorf("%s gives the files %q, want %q, and as they are there", name, slices.Sorted(maps.Keys(files)), slices.Sorted(maps.Keys(first)))
		}
		_, err = x.Search(context.Background(), `"tödlicher Schaden"`, Options{})
		if (err != nil) != (name == "NewIndexForChunks") {
			t.Errorf("%s: Search for a phrase has error %v", name, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

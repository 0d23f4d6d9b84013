package search

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"regula/lang"
	"regula/rules"
)

// mapping names the way in which documents are indexed. Whoever changes that
// changes it, so that no stored index of the old way is used.
const mapping = "regula search 15"

// The names of the parts of an index, in their order.
var partNames = []string{"rules", "cards"}

// divided gives the documents of each part.
func divided(docs []Document) [][]Document {
	first := slices.IndexFunc(docs, func(d Document) bool { return d.Kind == KindCard })
	if first < 0 {
		return [][]Document{docs}
	}
	return [][]Document{docs[:first], docs[first:]}
}

// ofCards reports whether documents of one part are cards.
func ofCards(docs []Document) bool { return len(docs) > 0 && docs[0].Kind == KindCard }

// NewIndex makes an index of documents, all in language l, in memory. The
// rules among them must come first and in order, the cards last.
func NewIndex(docs []Document, l lang.Language) (*Index, error) {
	return newIndex(docs, l, func(_ string, docs []Document) (*part, error) {
		a, err := analyse(docs, l)
		if err != nil {
			return nil, err
		}
		s, err := open("", batch(a))
		if err != nil {
			return nil, fmt.Errorf("making the index: %w", err)
		}
		return newPart(docs, l, newLexicon(docs, a), s), nil
	})
}

// NewIndexForChunks makes an index as NewIndex does that is good for
// WriteChunks only, in half the time and room: it does not know where words
// stand, so that Search has no answer to phrases but an error.
func NewIndexForChunks(docs []Document, l lang.Language) (*Index, error) {
	return newIndex(docs, l, func(_ string, docs []Document) (*part, error) {
		a, err := analyse(docs, l)
		if err != nil {
			return nil, err
		}
		return newPart(docs, l, newLexicon(docs, a), nil), nil
	})
}

// OpenIndex gives an index of the documents as NewIndex does, from the folder
// dir if one of just these documents is stored there; else it makes one and
// stores it, dropping older ones of the language. If the one stored is
// damaged it is made anew, and Notice says so. Rules and cards are stored
// apart, so that new texts on the ones leave the other as they are.
func OpenIndex(dir string, docs []Document, l lang.Language) (*Index, error) {
	var notices []string
	x, err := newIndex(docs, l, func(name string, docs []Document) (*part, error) {
		kind := string(l) + "-" + name + "-"
		folder := filepath.Join(dir, kind+digest(docs))
		if _, err := os.Stat(folder); err == nil {
			p, err := openStored(folder, docs, l)
			if err == nil {
				return p, nil
			}
			notices = append(notices, fmt.Sprintf("the stored index %s is damaged and is made anew: %v", folder, err))
		}
		if err := storeIndex(dir, folder, kind, docs, l); err != nil {
			return nil, fmt.Errorf("storing the index: %w", err)
		}
		p, err := openStored(folder, docs, l)
		if err != nil {
			return nil, fmt.Errorf("opening the index just stored: %w", err)
		}
		return p, nil
	})
	if err != nil {
		return nil, err
	}
	x.notice = strings.Join(notices, "; ")
	return x, nil
}

// Notice says what whoever runs a server should know about how the index was
// opened; mostly nothing.
func (x *Index) Notice() string { return x.notice }

// Close frees what the index holds.
func (x *Index) Close() error {
	var errs []error
	for _, p := range x.parts {
		errs = append(errs, p.store.close())
	}
	return errors.Join(errs...)
}

// WithPast gives an index that knows numbers of older editions, too, to tell
// what became of them. It shares everything else with x.
func (x *Index) WithPast(past []Past) *Index {
	y := *x
	y.past = make(map[rules.Number]Past, len(past))
	for _, p := range past {
		y.past[p.Number] = p
	}
	return &y
}

// newIndex makes an index of parts that partOf gives.
func newIndex(docs []Document, l lang.Language, partOf func(name string, docs []Document) (*part, error)) (*Index, error) {
	x := &Index{l: l, byNumber: map[rules.Number]int32{}}
	for i, docs := range divided(docs) {
		p, err := partOf(partNames[i], docs)
		if err != nil {
			return nil, errors.Join(err, x.Close())
		}
		x.parts = append(x.parts, p)
	}
	for i, d := range x.parts[0].docs {
		if d.Kind == KindRule {
			x.byNumber[d.Number] = int32(i)
			x.numbers = append(x.numbers, d.Number)
		}
	}
	return x, nil
}

// newPart makes a part of what is known of its documents.
func newPart(docs []Document, l lang.Language, x *lexicon, s *store) *part {
	p := &part{docs: docs, cards: ofCards(docs), lexicon: x, store: s, stem: stemmers[l], light: light[l]}
	for p.own < len(docs) && (!p.cards || docs[p.own].Text != "") {
		p.own++
	}
	for _, d := range docs {
		p.kinds = append(p.kinds, uint8(slices.Index(Kinds, d.Kind)))
	}
	p.scratch.New = func() any { return newScratch(len(docs)) }
	p.read = make([]atomic.Pointer[passages], p.own)
	return p
}

// digest identifies documents and the way in which they are indexed.
func digest(docs []Document) string {
	h := sha256.New()
	fmt.Fprintln(h, mapping)
	for _, l := range lang.All {
		fmt.Fprintln(h, alike[l])
	}
	var b []byte
	text := func(ss ...string) {
		b = binary.AppendUvarint(b, uint64(len(ss)))
		for _, s := range ss {
			b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
		}
	}
	for _, d := range docs {
		text(d.Kind, d.ID, string(d.Language), d.Title, d.Text, d.Examples, d.Official, d.Rulings)
		text(d.Trail...)
		text(d.Terms...)
		text(d.Aliases...)
		text(d.Related...)
		h.Write(b)
		b = b[:0]
	}
	return hex.EncodeToString(h.Sum(nil)[:10])
}

// sumsFile lists the files of a stored index with their check sums.
const sumsFile = "sums"

// sums gives the check sums of the files in dir.
func sums(dir string) (string, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	byName := map[string]string{}
	for _, f := range files {
		if f.Name() == sumsFile {
			continue
		}
		if byName[f.Name()], err = sumOf(dir, f.Name()); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		b.WriteString(byName[name])
	}
	return b.String(), nil
}

// sumOf gives the line of a file in dir.
func sumOf(dir, name string) (string, error) {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := crc32.NewIEEE()
	n, err := io.Copy(h, f)
	return fmt.Sprintf("%s %d %08x\n", name, n, h.Sum32()), err
}

func openStored(folder string, docs []Document, l lang.Language) (*part, error) {
	want, err := os.ReadFile(filepath.Join(folder, sumsFile))
	if err != nil {
		return nil, err
	}
	got, err := sums(folder)
	if err != nil {
		return nil, err
	}
	if got != string(want) {
		return nil, errors.New("its files are not as they were written")
	}
	s, err := open(folder, nil)
	if err != nil {
		return nil, err
	}
	x, err := s.lexicon(len(docs), light[l], ofCards(docs))
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return newPart(docs, l, x, s), nil
}

// storeIndex writes an index beside its place and moves it there when it is
// whole. Others whose name begins with kind are dropped.
func storeIndex(dir, name, kind string, docs []Document, l lang.Language) error {
	a, err := analyse(docs, l)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(dir, string(l)+".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := build(temp, a, newLexicon(docs, a)); err != nil {
		return err
	}
	s, err := sums(temp)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(temp, sumsFile), []byte(s), 0o666); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, kind+"*"))
	if err != nil {
		return err
	}
	for _, o := range old {
		if err := os.RemoveAll(o); err != nil {
			return err
		}
	}
	return os.Rename(temp, name)
}

package search

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"regula/lang"
	"regula/rules"
)

// mapping names the way in which documents are indexed. Whoever changes that
// changes it, so that no stored index of the old way is used.
const mapping = "regula search 10"

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
	return newIndex(docs, l, func(_ string, docs []Document) (*store, string, error) {
		a, err := analyse(docs, l)
		if err != nil {
			return nil, "", err
		}
		s, err := open("", batch(docs, a))
		if err != nil {
			return nil, "", fmt.Errorf("making the index: %w", err)
		}
		return s, "", nil
	})
}

// OpenIndex gives an index of the documents as NewIndex does, from the folder
// dir if one of just these documents is stored there; else it makes one and
// stores it, dropping older ones of the language. If the one stored is
// damaged it is made anew, and Notice says so. Rules and cards are stored
// apart, so that new texts on the ones leave the other as they are.
func OpenIndex(dir string, docs []Document, l lang.Language) (*Index, error) {
	return newIndex(docs, l, func(part string, docs []Document) (*store, string, error) {
		kind := string(l) + "-" + part + "-"
		name := filepath.Join(dir, kind+digest(docs))
		notice := ""
		if _, err := os.Stat(name); err == nil {
			s, err := openStored(name)
			if err == nil {
				return s, "", nil
			}
			notice = fmt.Sprintf("the stored index %s is damaged and is made anew: %v", name, err)
		}
		if err := storeIndex(dir, name, kind, docs, l); err != nil {
			return nil, "", fmt.Errorf("storing the index: %w", err)
		}
		s, err := openStored(name)
		if err != nil {
			return nil, "", fmt.Errorf("opening the index just stored: %w", err)
		}
		return s, notice, nil
	})
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

func analyse(docs []Document, l lang.Language) (*analysis, error) {
	if stemmers[l] == nil || light[l] == nil {
		return nil, fmt.Errorf("making the index: there is no analysis of language %q", l)
	}
	return newAnalysis(docs, l), nil
}

// newIndex makes an index of parts, whose postings open gives, with what is to
// be noticed about them.
func newIndex(docs []Document, l lang.Language, open func(part string, docs []Document) (*store, string, error)) (*Index, error) {
	x := &Index{l: l, byNumber: map[rules.Number]int32{}}
	var notices []string
	for i, docs := range divided(docs) {
		s, notice, err := open(partNames[i], docs)
		if err != nil {
			return nil, errors.Join(err, x.Close())
		}
		p, err := newPart(docs, l, s)
		if err != nil {
			return nil, errors.Join(err, s.close(), x.Close())
		}
		x.parts = append(x.parts, p)
		if notice != "" {
			notices = append(notices, notice)
		}
	}
	x.notice = strings.Join(notices, "; ")
	for i, d := range x.parts[0].docs {
		if d.Kind == KindRule {
			x.byNumber[d.Number] = int32(i)
			x.numbers = append(x.numbers, d.Number)
		}
	}
	return x, nil
}

// newPart completes a part whose postings are in s.
func newPart(docs []Document, l lang.Language, s *store) (*part, error) {
	if len(s.docs) != len(docs) {
		return nil, fmt.Errorf("the index has %d documents, not %d", len(s.docs), len(docs))
	}
	p := &part{docs: docs, store: s, stem: stemmers[l], light: light[l]}
	p.cards = ofCards(docs)
	for p.own < len(docs) && (!p.cards || docs[p.own].Text != "") {
		p.own++
	}
	for _, d := range docs {
		p.kinds = append(p.kinds, uint8(slices.Index(Kinds, d.Kind)))
	}
	var err error
	p.lexicon, err = newLexicon(s, p.stem, p.light, p.cards)
	p.scratch.New = func() any { return newScratch(len(docs)) }
	return p, err
}

// digest identifies documents and the way in which they are indexed.
func digest(docs []Document) string {
	h := sha256.New()
	fmt.Fprintln(h, mapping)
	for _, d := range docs {
		fmt.Fprintf(h, "%q\n", []string{
			d.Kind, d.ID, string(d.Language), d.Title, strings.Join(d.Trail, "\n"), strings.Join(d.Terms, "\n"),
			strings.Join(d.Aliases, "\n"), strings.Join(d.Related, "\n"), d.Text, d.Examples, d.Official, d.Rulings,
		})
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
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return "", err
		}
		byName[f.Name()] = fmt.Sprintf("%s %d %08x\n", f.Name(), len(b), crc32.ChecksumIEEE(b))
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		b.WriteString(byName[name])
	}
	return b.String(), nil
}

func openStored(name string) (*store, error) {
	want, err := os.ReadFile(filepath.Join(name, sumsFile))
	if err != nil {
		return nil, err
	}
	got, err := sums(name)
	if err != nil {
		return nil, err
	}
	if got != string(want) {
		return nil, errors.New("its files are not as they were written")
	}
	return open(name, nil)
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
	if err := build(temp, docs, a); err != nil {
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

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
const mapping = "regula search 6"

// NewIndex makes an index of documents, all in language l, in memory. The
// rules among them must come first and in order.
func NewIndex(docs []Document, l lang.Language) (*Index, error) {
	a, err := analyse(docs, l)
	if err != nil {
		return nil, err
	}
	s, err := open("", batch(docs, a))
	if err != nil {
		return nil, fmt.Errorf("making the index: %w", err)
	}
	return newIndex(docs, l, s)
}

// OpenIndex gives an index of the documents as NewIndex does, from the folder
// dir if one of just these documents is stored there; else it makes one and
// stores it, dropping older ones of the language. If the one stored is
// damaged it is made anew, and Notice says so.
func OpenIndex(dir string, docs []Document, l lang.Language) (*Index, error) {
	name := filepath.Join(dir, string(l)+"-"+digest(docs))
	notice := ""
	if _, err := os.Stat(name); err == nil {
		x, err := openStored(name, docs, l)
		if err == nil {
			return x, nil
		}
		notice = fmt.Sprintf("the stored index %s is damaged and is made anew: %v", name, err)
	}
	if err := storeIndex(dir, name, docs, l); err != nil {
		return nil, fmt.Errorf("storing the index: %w", err)
	}
	x, err := openStored(name, docs, l)
	if err != nil {
		return nil, fmt.Errorf("opening the index just stored: %w", err)
	}
	x.notice = notice
	return x, nil
}

// Notice says what whoever runs a server should know about how the index was
// opened; mostly nothing.
func (x *Index) Notice() string { return x.notice }

// Close frees what the index holds.
func (x *Index) Close() error { return x.store.close() }

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

// newIndex completes an index whose postings are in s.
func newIndex(docs []Document, l lang.Language, s *store) (*Index, error) {
	x := &Index{
		l:        l,
		docs:     docs,
		store:    s,
		stem:     stemmers[l],
		light:    light[l],
		byNumber: map[rules.Number]int32{},
	}
	if len(s.docs) != len(docs) {
		return nil, errors.Join(fmt.Errorf("the index has %d documents, not %d", len(s.docs), len(docs)), s.close())
	}
	for i, d := range docs {
		if d.Kind == KindRule {
			x.byNumber[d.Number] = int32(i)
			x.numbers = append(x.numbers, d.Number)
		}
	}
	var err error
	if x.lexicon, err = newLexicon(s, x.stem, x.light); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return x, nil
}

// digest identifies documents and the way in which they are indexed.
func digest(docs []Document) string {
	h := sha256.New()
	fmt.Fprintln(h, mapping)
	for _, d := range docs {
		fmt.Fprintf(h, "%q\n", []string{
			d.Kind, d.ID, string(d.Language), d.Title, strings.Join(d.Trail, "\n"), strings.Join(d.Terms, "\n"),
			strings.Join(d.Aliases, "\n"), strings.Join(d.Related, "\n"), d.Text, d.Examples, d.Official,
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

func openStored(name string, docs []Document, l lang.Language) (*Index, error) {
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
	s, err := open(name, nil)
	if err != nil {
		return nil, err
	}
	return newIndex(docs, l, s)
}

// storeIndex writes an index beside its place and moves it there when it is
// whole.
func storeIndex(dir, name string, docs []Document, l lang.Language) error {
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
	old, err := filepath.Glob(filepath.Join(dir, string(l)+"-*"))
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

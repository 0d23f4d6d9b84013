// Package realdata gives tests the official texts and the card data that are
// not in the repository, out of the folder that the environment variable
// REGULA_SHARED_DATA names. Tests alone import it.
package realdata

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regula/lang"
	"regula/rulings"
)

// Folder gives the folder. It is "" where the environment names none, and the
// log says so.
func Folder(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("REGULA_SHARED_DATA")
	if dir == "" {
		t.Log("REGULA_SHARED_DATA is not set: checked on texts and cards of our own only")
	}
	return dir
}

// Text is the official text of an edition, as it was published.
type Text struct {
	Name string // of its file, "rules_20260807"
	Raw  []byte
}

// Texts gives the texts of all editions, oldest first; none where there is no
// Folder.
func Texts(t testing.TB) []Text {
	t.Helper()
	dir := Folder(t)
	if dir == "" {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "cr", "history", "*.txt.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no editions in %s/cr/history (%v)", dir, err)
	}
	var all []Text
	for _, name := range names {
		raw, err := unpacked(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, Text{strings.TrimSuffix(filepath.Base(name), ".txt.gz"), raw})
	}
	return all
}

// unpacked reads a file that is packed with gzip.
func unpacked(name string) ([]byte, error) {
	packed, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// Cards gives every card that has official rulings, with these, out of a
// Folder. That has no file of all cards: names and layouts come from its table
// of names, and where that lacks a card, its name is made up. What is printed
// on them is ours, and names flying.
func Cards(dir string) ([]rulings.Card, error) {
	byOracle, err := namedCards(filepath.Join(dir, "cards", "names-en-de-fr.tsv.gz"))
	if err != nil {
		return nil, err
	}
	raw, err := unpacked(filepath.Join(dir, "cards", "rulings-bulk-converted.json.gz"))
	if err != nil {
		return nil, err
	}
	var ruled []struct {
		OracleID string `json:"oracle_id"`
	}
	if err := json.Unmarshal(raw, &ruled); err != nil {
		return nil, err
	}
	var known []rulings.Card
	seen := map[string]bool{}
	for _, x := range ruled {
		if seen[x.OracleID] {
			continue
		}
		seen[x.OracleID] = true
		c := byOracle[x.OracleID]
		if c == nil {
			name := "Nameless " + strings.ToUpper(x.OracleID[:8])
			c = &rulings.Card{Oracle: x.OracleID, Name: name, Layout: "normal", Faces: []rulings.Face{{Name: name, Text: "Flying"}}}
		}
		known = append(known, *c)
	}
	var r rulings.Reader
	if err := r.Read("rulings", bytes.NewReader(raw)); err != nil {
		return nil, err
	}
	r.Keep(known)
	return r.Cards(), nil
}

// namedCards gives the cards of a table of names by their oracle ids.
func namedCards(file string) (map[string]*rulings.Card, error) {
	raw, err := unpacked(file)
	if err != nil {
		return nil, err
	}
	table := csv.NewReader(bytes.NewReader(raw))
	table.Comma, table.LazyQuotes = '\t', true
	rows, err := table.ReadAll()
	if err != nil {
		return nil, err
	}
	byOracle := map[string]*rulings.Card{}
	for _, row := range rows[1:] { // en, full, de, fr, set, layout, oracle_id
		c := byOracle[row[6]]
		if c == nil {
			c = &rulings.Card{Oracle: row[6], Name: row[0], Layout: row[5]}
			byOracle[row[6]] = c
		}
		if row[1] != "" {
			c.Name = row[1]
		}
		f := rulings.Face{Name: row[0], TypeLine: "Creature — Human Soldier", Text: "Flying\n{T}: Draw a card, then discard a card.", Printed: map[lang.Language]rulings.Printed{}}
		for l, name := range map[lang.Language]string{lang.German: row[2], lang.French: row[3]} {
			if name != "" {
				f.Printed[l] = rulings.Printed{Name: name}
			}
		}
		c.Faces = append(c.Faces, f)
	}
	return byOracle, nil
}

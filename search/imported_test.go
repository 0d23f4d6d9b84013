package search

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/rulings"
)

// importedCorpus joins the content of the repository with every card that has
// official rulings in the shared data; nil where the environment names none.
var importedCorpus = sync.OnceValues(func() (*corpus.Corpus, error) {
	dir := os.Getenv("REGULA_SHARED_DATA")
	if dir == "" {
		return nil, nil
	}
	cards, err := importedCards(filepath.Join(dir, "cards"))
	if err != nil {
		return nil, err
	}
	ct, err := content.Load(content.FS)
	if err != nil {
		return nil, err
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		return nil, err
	}
	return corpus.New(h, nil, cards, ct), nil
})

// importedCards gives all cards that have official rulings. The data have no
// file of all cards: names and layouts come from the table of names, and where
// that lacks a card, its name is made up.
func importedCards(dir string) ([]rulings.Card, error) {
	packed, err := os.ReadFile(filepath.Join(dir, "names-en-de-fr.tsv.gz"))
	if err != nil {
		return nil, err
	}
	gz, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	table := csv.NewReader(gz)
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
		if row[2] != "" {
			f.Printed[lang.German] = rulings.Printed{Name: row[2]}
		}
		if row[3] != "" {
			f.Printed[lang.French] = rulings.Printed{Name: row[3]}
		}
		c.Faces = append(c.Faces, f)
	}
	if packed, err = os.ReadFile(filepath.Join(dir, "rulings-bulk-converted.json.gz")); err != nil {
		return nil, err
	}
	var r rulings.Reader
	if err := r.Read("rulings", bytes.NewReader(packed)); err != nil {
		return nil, err
	}
	var known []rulings.Card
	for _, oracle := range r.Unknown() {
		c := byOracle[oracle]
		if c == nil {
			name := "Nameless " + strings.ToUpper(oracle[:8])
			c = &rulings.Card{Oracle: oracle, Name: name, Layout: "normal", Faces: []rulings.Face{{Name: name}}}
		}
		known = append(known, *c)
	}
	r.Keep(known)
	return r.Cards(), nil
}

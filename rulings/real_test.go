package rulings_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"regula/lang"
	"regula/realdata"
	"regula/rulings"
)

func read(t *testing.T, names ...string) ([]rulings.Card, rulings.Stats) {
	t.Helper()
	var r rulings.Reader
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		err = r.Read(filepath.Base(name), f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	cards := r.Cards()
	return cards, r.Stats
}

func TestRealFiles(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	for _, tt := range []struct {
		files          []string
		cards, rulings int // at least
	}{
		{[]string{"scryfall-cards-2019.json", "rulings-sample-converted.json"}, 200, 800},
		{[]string{"scryfall-cards-2019.json", "rulings-bulk-converted.json.gz"}, 200, 800},
		{[]string{"scryfall-cards-2018-2025.json"}, 70, 0},
		{[]string{"scryfall-cards-multilang-2019.json"}, 30, 0},
		{[]string{"scryfall-api/wickedguardian-langs.json"}, 1, 0},
		{[]string{"scryfall-api/erebostitanDE.json"}, 1, 0},
		{[]string{"scryfall-api/ixidron-rulings.json"}, 0, 0},
		{[]string{"mtgjson-set-ELD.json.gz"}, 250, 300},
		{[]string{"mtgjson-allprintings-extract.json"}, 100, 1000},
		{[]string{"mtgjson-atomic-fixture.json"}, 80, 90},
	} {
		var names []string
		for _, f := range tt.files {
			names = append(names, filepath.Join(dir, "cards", f))
		}
		cards, stats := read(t, names...)
		ruled, german := 0, 0
		for _, c := range cards {
			ruled += len(c.Rulings)
			if _, ok := c.PrintedName(lang.German); ok {
				german++
			}
		}
		t.Logf("%v: %+v, %d cards, %d rulings, %d in German", tt.files, stats, len(cards), ruled, german)
		if len(cards) < tt.cards || ruled < tt.rulings {
			t.Errorf("%v: %d cards and %d rulings, want %d and %d at least", tt.files, len(cards), ruled, tt.cards, tt.rulings)
		}
		var stored bytes.Buffer
		if err := rulings.Write(&stored, cards); err != nil {
			t.Fatal(err)
		}
		back, err := rulings.Load(&stored)
		if err != nil {
			t.Fatal(err)
		}
		if len(cards) > 0 && !reflect.DeepEqual(back, cards) {
			t.Errorf("%v: cards differ once stored and loaded", tt.files)
		}
	}
}

func TestRealErrorObject(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	f, err := os.Open(filepath.Join(dir, "cards/scryfall-api/searchtest-badsearch.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := new(rulings.Reader).Read("searchtest-badsearch.json", f); err == nil {
		t.Error("an error object was read as if it were a card")
	} else {
		t.Log(err)
	}
}

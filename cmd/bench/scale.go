package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"regula/corpus"
	"regula/rulings"
	"regula/site"
)

// scale measures how the cost of an export grows with the number of pages:
// cards are made up until there are enough.
func (b *bench) scale() (string, error) {
	m, err := b.make(once)
	if err != nil {
		return "", err
	}
	t := table{head: []string{"cards made up", "files", "time", "per 1,000 files"}}
	for _, cards := range []int{0, 2000, 4000, 8000, 16000} {
		if err := func() error {
			dir := filepath.Join(b.work, "scale")
			defer os.RemoveAll(dir)
			defer os.RemoveAll(dir + ".spare")
			runtime.GC()
			start := time.Now()
			c := corpus.New(m.history, nil, synthetic(cards), m.content)
			pages, err := site.Pages(c, site.Options{OnlineOnly: true})
			if err != nil {
				return err
			}
			r, err := site.Export(b.ctx, dir, pages, site.ExportOptions{})
			if err != nil {
				return err
			}
			wall := time.Since(start)
			t.add(fmt.Sprint(cards), fmt.Sprint(r.Files), ms(wall), ms(wall*1000/time.Duration(r.Files)))
			return nil
		}(); err != nil {
			return "", err
		}
	}
	return t.String(), nil
}

// synthetic makes cards up.
func synthetic(n int) []rulings.Card {
	cards := make([]rulings.Card, n)
	for i := range cards {
		name := fmt.Sprintf("Ferry %d of %c", i, 'A'+i%26)
		cards[i] = rulings.Card{
			ID: rulings.ID(name, "normal", name), Name: name, Layout: "normal",
			Faces: []rulings.Face{{Name: name, ManaCost: "{1}{U}", TypeLine: "Artifact — Vehicle", Power: "2", Toughness: "3",
				Text: "Flying\n{T}: Draw a card, then discard a card."}},
			Rulings: []rulings.Ruling{
				{Date: time.Date(2020, 1, 24, 0, 0, 0, 0, time.UTC), Source: "wotc", Text: "A ferry that is tapped can still be sacrificed while it crosses."},
				{Date: time.Date(2020, 1, 24, 0, 0, 0, 0, time.UTC), Source: "wotc", Text: "Whoever discards does so after having drawn, with flying or without it."},
			},
		}
	}
	return cards
}

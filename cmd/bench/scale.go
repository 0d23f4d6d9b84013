package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"regula/rulings"
)

// scale measures how the cost of an export, search index and all, grows with
// the number of pages: cards are made up until there are enough.
func (b *bench) scale() (string, error) {
	t := table{head: []string{"cards made up", "files", "time", "per 1,000 files", "most memory"}}
	out, data := filepath.Join(b.work, "scale"), filepath.Join(b.work, "cards")
	clean := func() error { return removeSite(out) }
	defer clean()
	if err := os.MkdirAll(data, 0o777); err != nil {
		return "", err
	}
	for _, cards := range []int{0, 2000, 6000, 15000, 30000} {
		f, err := os.Create(filepath.Join(data, "cards.gz"))
		if err != nil {
			return "", err
		}
		if err := errors.Join(rulings.Write(f, synthetic(cards)), f.Close()); err != nil {
			return "", err
		}
		walls, rss, err := b.repeat(clean, ".", b.site, "export", "-out", out, "-data", data)
		if err != nil {
			return "", err
		}
		files := 0
		err = fs.WalkDir(os.DirFS(out), ".", func(_ string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files++
			}
			return err
		})
		if err != nil {
			return "", err
		}
		wall := median(walls)
		t.add(fmt.Sprint(cards), fmt.Sprint(files), ms(wall), ms(wall*1000/time.Duration(files)), kb(rss))
	}
	return fmt.Sprintf("%s into a new folder on a memory disk.\n\n%s", b.ofRuns("Median"), t), nil
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

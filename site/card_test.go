package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"regula/lang"
)

// What a card is as data: facts, our texts and official ones, by the rules that
// our rulings cite.
func TestCardData(t *testing.T) {
	all, err := smallPages()
	if err != nil {
		t.Fatal(err)
	}
	data, err := all["de/cards/kite-maker.json"].Bytes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var d cardData
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ what, got, want string }{
		{"title", d.Title, "Drachenbauer // Falten"},
		{"English", d.English, "Kite Maker // Fold"},
		{"names", fmt.Sprint(d.Names), "map[de:Drachenbauer // Falten en:Kite Maker // Fold fr:Faiseur d'ailes // Plier]"},
		{"path", d.Path, "de/cards/kite-maker/"},
		{"second face", fmt.Sprintf("%+v", d.Faces[1]), "{English:Fold Name:Falten Cost:{2}{W} Type:Spontanzauber — Abenteuer Stats: Text:Ein Drachen wird gefaltet. HTML:<p>Ein Drachen wird gefaltet.</p> Oracle:Fold target kite.}"},
		{"stats", d.Faces[0].Stats, "1/2"},
		{"shown", fmt.Sprint(d.Shows), "[200.2]"},
		{"rules of the second ruling", fmt.Sprint(d.Rulings[1].Rules), "[101.1a 101.1b 200.2a]"},
		{"second ruling", d.Rulings[1].Text, "Er kreuzt nicht (200.2a, 101.1a–b)."},
		{"official", fmt.Sprint(d.Official), "[{2031-02-01 Wizards of the Coast It costs {2}{W}, see rule 100.1. [100.1]} {2031-02-01 Wizards of the Coast And it is a kite. [100.1]}]"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s = %q, want %q", tt.what, tt.got, tt.want)
		}
	}
	data, err = all["de/101.1a.json"].Bytes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var r ruleData
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(r.Cards), "[{kite-maker Drachenbauer // Falten de/cards/kite-maker/ false [2]}]"; got != want {
		t.Errorf("cards of 101.1a = %s, want %s", got, want)
	}
}

// Readers keep the cards with texts of ours, not the thousands of others.
func TestPacksHaveOurCards(t *testing.T) {
	s, err := small()
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]Page{}
	for _, p := range withPacks(t, s.pages(t, "")) {
		pages[p.Path] = p
	}
	list, err := pages[offlinePath].Bytes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var info offlineInfo
	if err := json.Unmarshal(list, &info); err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, p := range info.Languages[string(lang.German)] {
		for _, path := range p.Paths {
			if strings.HasPrefix(path, "cards/") {
				kept = append(kept, path)
			}
		}
		if z, err := gzip.NewReader(bytes.NewReader(pages[p.File].data)); err != nil {
			t.Error(err)
		} else if _, err := io.Copy(io.Discard, z); err != nil {
			t.Error(err)
		}
	}
	if want := []string{"cards/", "cards/kite-maker/", "cards/kite-maker.json"}; !slices.Equal(kept, want) {
		t.Errorf("kept of the cards: %q, want %q", kept, want)
	}
}

// A sitemap has no more addresses than its form allows.
func TestLargeSitemap(t *testing.T) {
	b := builder{base: testBase}
	var pages []Page
	for i := range sitemapPages + 1 {
		pages = append(pages, Page{Path: fmt.Sprintf("de/%d/", i)}, Page{Path: fmt.Sprintf("de/%d.json", i)})
	}
	type part struct {
		URL []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
		Sitemap []struct {
			Loc string `xml:"loc"`
		} `xml:"sitemap"`
	}
	got := map[string]part{}
	for _, p := range b.sitemaps(pages) {
		data, err := p.Bytes(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var x part
		if err := xml.Unmarshal(data, &x); err != nil {
			t.Fatal(err)
		}
		got[p.Path] = x
	}
	if n := len(got["sitemap-1.xml"].URL); n != sitemapPages {
		t.Errorf("the first part has %d addresses, want %d", n, sitemapPages)
	}
	if u := got["sitemap-2.xml"].URL; len(u) != 1 || u[0].Loc != testBase+fmt.Sprintf("de/%d/", sitemapPages) {
		t.Errorf("the second part has %v, want the last page", u)
	}
	if list := got[sitemapPath].Sitemap; len(list) != 2 || list[1].Loc != testBase+"sitemap-2.xml" {
		t.Errorf("the list of sitemaps is %v, want two", list)
	}
}

// Lists of cards are in the order of their language, in which accents count
// for little.
func TestCardOrder(t *testing.T) {
	s, err := small()
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[lang.Language]string{
		lang.German:  "gale kite-maker storm-calm", // Ärgersturm, Drachenbauer
		lang.French:  "kite-maker gale storm-calm", // Faiseur d’ailes, Gale
		lang.English: "gale kite-maker storm-calm",
	} {
		if got := strings.Join(sortCards(s.c, l).all, " "); got != want {
			t.Errorf("%s: %s, want %s", l, got, want)
		}
	}
}

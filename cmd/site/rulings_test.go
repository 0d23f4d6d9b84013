package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"regula/lang"
	"regula/realdata"
)

// importCards runs an import of cards and gives what it prints.
func importCards(t *testing.T, stdin io.Reader, data string, args ...string) (out string, err error) {
	t.Helper()
	var b bytes.Buffer
	err = run(context.Background(), append([]string{"import", "rulings", "-data", data}, args...), stdin, &b, io.Discard)
	return strings.TrimSpace(b.String()), err
}

// TestImportRealCards reads every real file alone, then the names of all cards
// with all rulings.
func TestImportRealCards(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	file := func(name string) string { return filepath.Join(dir, "cards", name) }
	bulk, sample := file("rulings-bulk-converted.json.gz"), file("rulings-sample-converted.json")
	all := filepath.Join(t.TempDir(), "all-cards.json.gz")
	printCards(t, dir, all)
	for _, tt := range []struct{ args, want string }{
		{"-cards " + file("scryfall-cards-2019.json"), "283 cards, 0 rulings, 2 names in German, 40 in French"},
		{"-cards " + file("scryfall-cards-multilang-2019.json"), "31 cards, 0 rulings, 29 names in German, 28 in French"},
		{"-cards " + file("scryfall-cards-2018-2025.json"), "71 cards, 0 rulings, 2 names in German, 2 in French"},
		{"-cards " + file("scryfall-api/wickedguardian-langs.json"), "1 card, 0 rulings, 1 name in German, 1 in French"},
		{"-cards " + file("scryfall-api/erebostitanDE.json"), "1 card, 0 rulings, 1 name in German, 0 in French"},
		{"-cards " + file("mtgjson-set-ELD.json.gz"), "286 cards, 924 rulings from 2009-10-01 to 2021-03-19, 264 names in German, 264 in French"},
		{"-cards " + file("mtgjson-allprintings-extract.json"), "186 cards, 1,132 rulings from 2006-02-01 to 2022-02-18, 186 names in German, 186 in French"},
		{"-cards " + file("mtgjson-atomic-fixture.json"), "85 cards, 97 rulings from 2004-10-04 to 2025-07-25, 73 names in German, 73 in French"},
		{"-cards " + file("scryfall-cards-2019.json") + " -rulings " + sample, "283 cards, 1,411 rulings from 2004-10-04 to 2021-06-18, 2 names in German, 40 in French"},
		{"-cards " + file("scryfall-cards-2019.json") + " -rulings " + bulk, "283 cards, 1,411 rulings from 2004-10-04 to 2021-06-18, 2 names in German, 40 in French"},
		{"-cards " + file("mtgjson-set-ELD.json.gz") + " -cards " + file("mtgjson-allprintings-extract.json") + " -cards " + file("mtgjson-atomic-fixture.json") +
			" -cards " + file("scryfall-cards-2019.json") + " -cards " + file("scryfall-cards-2018-2025.json") + " -cards " + file("scryfall-cards-multilang-2019.json") +
			" -cards " + file("scryfall-api/wickedguardian-langs.json") + " -cards " + file("scryfall-api/erebostitanDE.json") +
			" -rulings " + bulk + " -rulings " + sample + " -rulings " + file("scryfall-api/ixidron-rulings.json") +
			" -rulings " + file("scryfall-api/mairsilthepretender-rulings.json") + " -rulings " + file("scryfall-api/tawnosscoffin-rulings.json"), "795 cards, 2,970 rulings from 2004-10-04 to 2025-07-25, 526 names in German, 563 in French"},
		// One of the 45,047 rulings is empty.
		{"-cards " + all + " -rulings " + bulk, "13,295 cards, 45,046 rulings from 2004-10-04 to 2022-02-18, 12,292 names in German, 12,290 in French"},
	} {
		got, err := importCards(t, nil, t.TempDir(), strings.Fields(tt.args)...)
		t.Log(got)
		if err != nil || got != tt.want {
			t.Errorf("import rulings %s prints %q, error %v, want %q", strings.ReplaceAll(tt.args, file("")+"/", ""), got, err, tt.want)
		}
	}
	if _, err := importCards(t, nil, t.TempDir(), "-cards", file("scryfall-api/searchtest-badsearch.json")); err == nil || !strings.Contains(err.Error(), "searchtest-badsearch.json: at byte ") {
		t.Errorf("an error object is imported; error %v", err)
	}
	if _, err := importCards(t, nil, t.TempDir(), "-rulings", bulk); err == nil {
		t.Error("rulings without any card are imported")
	}
}

// printCards writes a file of cards in the form of Scryfall's all-cards: every
// card that has rulings, with its names in English, German and French.
func printCards(t *testing.T, dir, name string) {
	t.Helper()
	cards, err := realdata.Cards(dir)
	if err != nil {
		t.Fatal(err)
	}
	var prints []map[string]any
	for _, c := range cards {
		for _, l := range []lang.Language{lang.English, lang.German, lang.French} {
			if _, ok := c.Faces[0].Printed[l]; !ok && l != lang.English {
				continue
			}
			card := map[string]any{"object": "card", "oracle_id": c.Oracle, "lang": l, "layout": c.Layout, "name": c.Name, "released_at": "2020-01-01", "type_line": "Creature", "printed_name": c.Faces[0].Printed[l].Name}
			if c.Name != c.Faces[0].Name {
				var faces []map[string]any
				for _, f := range c.Faces {
					faces = append(faces, map[string]any{"name": f.Name, "type_line": "Creature", "printed_name": f.Printed[l].Name})
				}
				card["card_faces"] = faces
			}
			prints = append(prints, card)
		}
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	gz := gzip.NewWriter(f)
	if err := errors.Join(json.NewEncoder(gz).Encode(prints), gz.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// A file may have any number of prints: what is kept are the cards.
func TestImportStreams(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	const prints, cards = 20_000, 500
	padding := strings.Repeat("x", 2000)
	r, w := io.Pipe()
	var most uint64
	go func() {
		for i := range prints {
			sign := ","
			if i == 0 {
				sign = "["
			}
			fmt.Fprintf(w, `%s{"object":"card","oracle_id":"o%d","name":"Card %[2]d","lang":"de","released_at":"2031-01-01","printed_name":"Karte %[2]d","oracle_text":"%s","flavor_text":"%[3]s"}`,
				sign, i%cards, padding)
			if i%5000 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		io.WriteString(w, "]")
		w.Close()
	}()
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	out, err := importCards(t, r, t.TempDir(), "-cards", "-")
	if want := "500 cards, 0 rulings, 500 names in German, 0 in French"; err != nil || out != want {
		t.Fatalf("prints %q, error %v, want %q", out, err, want)
	}
	size := int64(prints * (2*len(padding) + 150))
	grown := int64(most) - int64(before.HeapAlloc)
	t.Logf("%d MB of prints, %d MB of memory at most", size>>20, grown>>20)
	if grown > size/8 {
		t.Errorf("%d MB of prints took %d MB of memory: they are not let go", size>>20, grown>>20)
	}
}

// An import that is stopped leaves what was imported before, and nothing else.
func TestImportCardsStopped(t *testing.T) {
	data := t.TempDir()
	if _, err := importCards(t, strings.NewReader(someCards), data, "-cards", "-"); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(newCardStore(data).file)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan error)
	go func() {
		done <- run(ctx, []string{"import", "rulings", "-data", data, "-cards", "-"}, r, io.Discard, io.Discard)
	}()
	io.WriteString(w, `[{"object":"card","name":"Reed Pipe"},`)
	cancel()
	w.CloseWithError(io.ErrUnexpectedEOF)
	if err := <-done; err != context.Canceled {
		t.Errorf("stopped import: error %v, want %v", err, context.Canceled)
	}
	after, err := os.ReadFile(newCardStore(data).file)
	if err != nil || !bytes.Equal(after, before) {
		t.Errorf("a stopped import changes what is stored (error %v)", err)
	}
	if files, err := filepath.Glob(filepath.Join(data, "*")); err != nil || len(files) != 1 {
		t.Errorf("a stopped import leaves %q (error %v)", files, err)
	}
}

// Reading takes its time: progress is told, of standard input without an end.
func TestReadingProgress(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "reading x, MB")
	p.next = time.Now()
	p.set(3, 0)
	p.next = time.Now()
	p.set(4, 9)
	p.set(5, 9)
	p.end()
	if got, want := b.String(), "reading x, MB: 3\nreading x, MB: 4 of 9\n"; got != want {
		t.Errorf("progress says %q, want %q", got, want)
	}
}

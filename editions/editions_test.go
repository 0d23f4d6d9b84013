package editions_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"regula/editions"
	"regula/realdata"
	"regula/rules"
)

var update = flag.Bool("update", false, "compute the committed facts anew from the official editions")

func TestCommitted(t *testing.T) {
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	e := h.Newest()
	var kinds [editions.Entry + 1]int
	for _, f := range e.Facts {
		kinds[f.Kind]++
	}
	if got, want := fmt.Sprint(e, kinds[1:]), "2026-08-07 [9 147 3162 739]"; got != want {
		t.Errorf("newest edition has %s, want %s", got, want)
	}
}

// TestRealCommitted computes the facts of all official editions and the steps
// between them anew and compares them with the files in this folder.
func TestRealCommitted(t *testing.T) {
	var books []*rules.Book
	for _, f := range realdata.Texts(t) {
		b, err := rules.Parse(bytes.NewReader(f.Raw))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		books = append(books, b)
	}
	if len(books) == 0 {
		return
	}
	start := time.Now()
	var all []editions.Edition
	var steps []editions.Step
	for i, b := range books {
		all = append(all, editions.FromBook(b))
		if i > 0 {
			steps = append(steps, editions.DiffBooks(books[i-1], b))
		}
	}
	t.Logf("facts and steps of %d editions in %v", len(all), time.Since(start))
	files, err := editions.Files(all, steps)
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for name, want := range files {
		size += len(want)
		if *update {
			if err := os.WriteFile(name, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the official texts give (%v); run go test -update", name, err)
		}
	}
	if size > 2<<20 {
		t.Errorf("the facts have %d bytes", size)
	}
	t.Logf("%d bytes in %d files", size, len(files))
}

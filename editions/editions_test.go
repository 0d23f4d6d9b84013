package editions_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"regula/editions"
	"regula/rules"
)

var update = flag.Bool("update", false, "compute the committed facts anew from the official editions")

// realBooks parses the official editions, oldest first. They are not in the
// repository; the environment names a folder that has them. Without it there
// are none, and the log says so.
func realBooks(t testing.TB) []*rules.Book {
	t.Helper()
	dir := os.Getenv("REGULA_SHARED_DATA")
	if dir == "" {
		t.Log("REGULA_SHARED_DATA is not set: checked on our own texts only")
		return nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "cr", "history", "*.txt.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no editions in %s/cr/history (%v)", dir, err)
	}
	var all []*rules.Book
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		b, err := rules.Parse(z)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, b)
	}
	return all
}

func TestCommitted(t *testing.T) {
	e, err := editions.Newest(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	var kinds [editions.Entry + 1]int
	for _, f := range e.Facts {
		kinds[f.Kind]++
	}
	if got, want := fmt.Sprint(e, kinds[1:]), "2026-08-07 [9 147 3162 739]"; got != want {
		t.Errorf("newest edition has %s, want %s", got, want)
	}
}

func TestRealCommitted(t *testing.T) {
	books := realBooks(t)
	if len(books) == 0 {
		return
	}
	var b bytes.Buffer
	e := editions.FromBook(books[len(books)-1])
	if err := editions.Write(&b, e); err != nil {
		t.Fatal(err)
	}
	name := e.String() + ".tsv"
	if *update {
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s is not what the official text gives; run go test -update", name)
	}
}

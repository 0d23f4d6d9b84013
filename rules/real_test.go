package rules_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"regula/rules"
)

// realFile is one official edition.
type realFile struct {
	name string
	raw  []byte
}

// realEditions gives the official editions in date order. They are not in the
// repository; the environment names a folder that has them. Without it there
// are none, and the log says so.
func realEditions(t testing.TB) []realFile {
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
	var all []realFile
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if raw, err = io.ReadAll(z); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, realFile{strings.TrimSuffix(filepath.Base(name), ".txt.gz"), raw})
	}
	return all
}

// TestRealNewest checks the edition of August 2026 against what is known of it.
func TestRealNewest(t *testing.T) {
	for _, f := range realEditions(t) {
		if f.name != "rules_20260807" {
			continue
		}
		b, err := rules.Parse(bytes.NewReader(f.raw))
		if err != nil {
			t.Fatal(err)
		}
		want := "effective 2026-08-07: 9 chapters, 147 sections, 1173 rules, 1989 subrules, 277 examples, 739 glossary entries"
		if b.String() != want {
			t.Errorf("parsed %s, want %s", b, want)
		}
		if got := b.Effective; !got.Equal(time.Date(2026, 8, 7, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("effective %v", got)
		}
	}
}

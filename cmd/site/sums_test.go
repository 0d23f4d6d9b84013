package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The sources are identified by what is read of them, wherever it lies, and by
// nothing else.
func TestSums(t *testing.T) {
	dir := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	data, content := filepath.Join(dir, "data"), filepath.Join(dir, "content")
	must(os.MkdirAll(filepath.Join(content, "de", "rules"), 0o777))
	must(os.MkdirAll(filepath.Join(data, "cr"), 0o777))
	page := filepath.Join(content, "de", "rules", "1.md")
	must(os.WriteFile(page, []byte("one"), 0o666))
	s := source{data: &data, content: &content}
	of := func() sums {
		t.Helper()
		x, err := s.sums()
		must(err)
		return x
	}
	first := of()
	for _, step := range []struct {
		what             string
		do               func()
		sources, changed bool // whether sources, and all, are others than at first
	}{
		{"nothing", func() {}, false, false},
		{"an editor's lock", func() { must(os.Symlink("who@where", filepath.Join(content, "de", "rules", ".#1.md"))) }, false, false},
		{"a link to the texts of a language", func() {
			must(os.Rename(filepath.Join(content, "de"), filepath.Join(dir, "elsewhere")))
			must(os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(content, "de")))
		}, false, false},
		{"another text", func() { must(os.WriteFile(page, []byte("two"), 0o666)) }, false, true},
		{"the first text again", func() { must(os.WriteFile(page, []byte("one"), 0o666)) }, false, false},
		{"another name", func() { must(os.Rename(page, filepath.Join(filepath.Dir(page), "2.md"))) }, false, true},
		{"an imported text", func() {
			must(os.Rename(filepath.Join(filepath.Dir(page), "2.md"), page))
			must(os.WriteFile(filepath.Join(data, "cr", "2026-08-07.txt"), nil, 0o666))
		}, true, true},
		{"none", func() { must(os.RemoveAll(data)) }, false, false},
	} {
		step.do()
		if x := of(); (x.sources != first.sources) != step.sources || (x.made() != first.made()) != step.changed {
			t.Errorf("%s: sums are %+v, at first %+v", step.what, x, first)
		}
	}
	if first.made("y") == first.made("x") {
		t.Error("a flag makes no difference")
	}
}

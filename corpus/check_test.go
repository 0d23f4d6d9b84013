package corpus

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"regula/content"
	"regula/editions"
)

var update = flag.Bool("update", false, "rewrite the wanted problems of testdata/check")

// A case of testdata/check is a small project: the facts of its editions under
// editions/, its texts under content/, and the wanted problems in want.
func TestCheck(t *testing.T) {
	names, err := filepath.Glob("testdata/check/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases in testdata/check: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := fstest.MapFS{}, ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				files[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			got := strings.Builder{}
			for _, p := range load(t, files).Check() {
				fmt.Fprintln(&got, p)
			}
			if got.String() == want {
				return
			}
			if !*update {
				t.Fatalf("problems:\n%swant:\n%s", got.String(), want)
			}
			for i := range archive.Files {
				if archive.Files[i].Name == "want" {
					archive.Files[i].Data = []byte(got.String())
				}
			}
			if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// load joins the project in files.
func load(t *testing.T, files fs.FS) *Corpus {
	t.Helper()
	sub := func(name string) fs.FS {
		fsys, err := fs.Sub(files, name)
		if err != nil {
			t.Fatal(err)
		}
		return fsys
	}
	ct, err := content.Load(sub("content"))
	if err != nil {
		t.Fatal(err)
	}
	return New(history(t, sub("editions")), nil, nil, ct)
}

// history reads editions, and the steps between them by facts where there is
// no file of them.
func history(t *testing.T, fsys fs.FS) *editions.History {
	t.Helper()
	known, err := editions.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := editions.Steps(fsys)
	if errors.Is(err, fs.ErrNotExist) {
		steps, err = nil, nil
		for i := 1; i < len(known); i++ {
			steps = append(steps, editions.Diff(known[i-1], known[i]))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	h, err := editions.NewHistory(known, steps)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

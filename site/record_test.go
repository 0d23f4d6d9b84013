package site

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"regula/corpus"
	"regula/lang"
	"regula/search"
)

// remembering exports a corpus with the record beside dir.
func remembering(t *testing.T, dir string, c *corpus.Corpus, made string) Exported {
	t.Helper()
	r := OpenRecord(dir)
	if done, ok := r.Unchanged(made); ok {
		return done
	}
	index := func(l lang.Language) (*search.Index, error) { return search.NewIndex(search.Documents(c, l), l) }
	pages, err := Pages(c, Options{Index: index, Record: r, Sources: "test"})
	if err != nil {
		t.Fatal(err)
	}
	done, err := Export(context.Background(), dir, pages, ExportOptions{Record: r, Made: func() string { return made }})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// fresh exports a corpus into a new folder.
func fresh(t *testing.T, c *corpus.Corpus) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "public")
	index := func(l lang.Language) (*search.Index, error) { return search.NewIndex(search.Documents(c, l), l) }
	pages, err := Pages(c, Options{Index: index})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Export(context.Background(), dir, pages, ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	return tree(t, dir)
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if maps.Equal(got, want) {
		return
	}
	for _, name := range sortedKeys(want) {
		if text, ok := got[name]; !ok {
			t.Errorf("%s: %s is missing", what, name)
		} else if text != want[name] {
			t.Errorf("%s: %s is not as a new export makes it", what, name)
		}
	}
	for _, name := range sortedKeys(got) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s should be gone", what, name)
		}
	}
}

// changes gives the content with one line changed, for every line that may be:
// a file and what it holds then.
func changes(t *testing.T) (files []string, texts [][]byte) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/small.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		name, ok := strings.CutPrefix(f.Name, "content/")
		if !ok {
			continue
		}
		lines := bytes.SplitAfter(f.Data, []byte("\n"))
		for i, line := range lines {
			for _, more := range []string{" more", " Kite", "\n\nmore"} {
				changed := slices.Clone(lines)
				changed[i] = append(bytes.TrimRight(bytes.Clone(line), "\n"), more+"\n"...)
				files, texts = append(files, name), append(texts, bytes.Join(changed, nil))
			}
			changed := slices.Delete(slices.Clone(lines), i, i+1)
			files, texts = append(files, name), append(texts, bytes.Join(changed, nil))
		}
	}
	return files, texts
}

// Whatever is changed in the content, an export that remembers the one before
// makes what a new one makes.
func TestExportRemembers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	c, err := smallCorpus(nil)
	if err != nil {
		t.Fatal(err)
	}
	all := remembering(t, dir, c, "0")
	files, texts := changes(t)
	tried, little := 0, 0
	for i, name := range files {
		if i%3 != 0 { // all of them take a minute
			continue
		}
		c, err := smallCorpus(map[string][]byte{name: texts[i]})
		if err != nil {
			continue // no content
		}
		tried++
		done := remembering(t, dir, c, name+string(texts[i]))
		if same(t, name+":\n"+string(texts[i]), tree(t, dir), fresh(t, c)); t.Failed() {
			return
		}
		if done.Written < all.Files/4 {
			little++
		}
	}
	t.Logf("%d of %d changes are content, %d of these write less than a quarter of the site", tried, len(files)/3, little)
	if tried < 60 || little < tried/4 {
		t.Errorf("%d changes, of which %d write little", tried, little)
	}
}

// A site whose files get other forms, or lose them, is whole each time.
func TestExportRemembersForms(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	c, err := smallCorpus(nil)
	if err != nil {
		t.Fatal(err)
	}
	var plain int
	for i, precompress := range []bool{false, true, true, false, false} {
		r := OpenRecord(dir)
		index := func(l lang.Language) (*search.Index, error) {
			return search.NewIndexForChunks(search.Documents(c, l), l)
		}
		pages, err := Pages(c, Options{Index: index, Record: r, Sources: "test", Late: true})
		if err != nil {
			t.Fatal(err)
		}
		done, err := Export(context.Background(), dir, pages, ExportOptions{Record: r, Precompress: precompress, Made: func() string { return "x" }})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			plain = done.Files
		}
		if precompress == (done.Files == plain) {
			t.Errorf("export %d, with compressed files %t, has %d files, without them it has %d", i, precompress, done.Files, plain)
		}
		if (i == 2 || i == 4) && done.Written > 0 {
			t.Errorf("export %d, like the one before, writes %d files", i, done.Written)
		}
		if !precompress {
			same(t, "without compressed files", tree(t, dir), fresh(t, c))
		}
	}
}

// What the record remembers is worth nothing where files are not as they were
// left, or it is not whole.
func TestRecordIsNotTrusted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	c, err := smallCorpus(nil)
	if err != nil {
		t.Fatal(err)
	}
	remembering(t, dir, c, "1")
	want := fresh(t, c)
	if done := remembering(t, dir, c, "1"); done.Written+done.Removed > 0 || done.Files != len(want)-1 {
		t.Errorf("exported again: %+v, want %d files and none written", done, len(want)-1)
	}
	record, err := os.ReadFile(dir + recordEnd)
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	page := filepath.Join(dir, "de", "index.html")
	pack, err := filepath.Glob(filepath.Join(dir, "offline", "*.pack"))
	must(err)
	chunk, err := filepath.Glob(filepath.Join(dir, "de", "search", "*", "terms0.txt"))
	must(err)
	for _, made := range []string{"1", "2"} { // with the same sources, and with others
		for what, harm := range map[string]func(){
			"a page changed":        func() { must(os.WriteFile(page, []byte("x"), 0o666)) },
			"a page gone":           func() { must(os.Remove(page)) },
			"a folder for a page":   func() { must(os.Remove(page)); must(os.MkdirAll(page, 0o777)) },
			"a link for a page":     func() { must(os.Remove(page)); must(os.Symlink("no", page)) },
			"a pack gone":           func() { must(os.Remove(pack[0])) },
			"a pack changed":        func() { must(os.WriteFile(pack[0], []byte("x"), 0o666)) },
			"a file of the index":   func() { must(os.Remove(chunk[0])) },
			"an empty folder":       func() { must(os.MkdirAll(filepath.Join(dir, "de", "more", "still"), 0o777)) },
			"another file":          func() { must(os.WriteFile(filepath.Join(dir, "de", "more"), nil, 0o666)) },
			"no record":             func() { must(os.Remove(dir + recordEnd)) },
			"an empty record":       func() { must(os.WriteFile(dir+recordEnd, nil, 0o666)) },
			"half a record":         func() { must(os.WriteFile(dir+recordEnd, record[:len(record)/2], 0o666)) },
			"a record of a new one": func() { must(os.RemoveAll(dir)) },
			"a changed record": func() {
				must(os.WriteFile(dir+recordEnd, bytes.Replace(record, []byte("F\tde/"), []byte("F\tee/"), 1), 0o666))
			},
			"a folder for a record": func() { must(os.Remove(dir + recordEnd)); must(os.Mkdir(dir+recordEnd, 0o777)) },
		} {
			harm()
			remembering(t, dir, c, made)
			same(t, what, tree(t, dir), want)
			must(os.RemoveAll(dir + recordEnd))
			remembering(t, dir, c, "1")
			same(t, what+", and again", tree(t, dir), want)
			if done, ok := OpenRecord(dir).Unchanged("1"); !ok || done.Files != len(want)-1 {
				t.Errorf("%s: afterwards the record says %+v, %t", what, done, ok)
			}
			record, err = os.ReadFile(dir + recordEnd)
			must(err)
		}
	}
}

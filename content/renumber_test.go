package content

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"regula/editions"
	"regula/markdown"
	"regula/rules"
)

func day(t testing.TB, s string) time.Time {
	t.Helper()
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func sub(t testing.TB, fsys fs.FS, dir string) fs.FS {
	t.Helper()
	s, err := fs.Sub(fsys, dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An archive of testdata/renumber names two editions on its first line, and
// "drop"; it holds the facts of editions and texts, and what becomes of them.
func TestRenumber(t *testing.T) {
	names, err := filepath.Glob("testdata/renumber/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives in testdata/renumber: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files := fstest.MapFS{}
			for _, f := range ar.Files {
				files[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			h, err := editions.LoadHistory(sub(t, files, "editions"))
			if err != nil {
				t.Fatal(err)
			}
			head, _, _ := strings.Cut(string(ar.Comment), "\n")
			args := strings.Fields(head)
			got := dumpRenumbering(Renumber(sub(t, files, "content"), h, day(t, args[0]), day(t, args[1]), len(args) > 2))
			want := &ar.Files[len(ar.Files)-1]
			if got == string(want.Data) {
				return
			}
			if !*update {
				t.Fatalf("got:\n%s\nwant:\n%s", got, want.Data)
			}
			want.Data = []byte(got)
			if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func dumpRenumbering(r Renumbering, err error) string {
	if err != nil {
		return "error:\n" + err.Error() + "\n"
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		if r.Files[name] == nil {
			fmt.Fprintf(&b, "== %s goes ==\n", name)
			continue
		}
		fmt.Fprintf(&b, "== %s ==\n%s", name, r.Files[name])
	}
	for _, n := range r.Left {
		fmt.Fprintf(&b, "left: %s\n", n)
	}
	for _, n := range r.Dropped {
		fmt.Fprintf(&b, "dropped: %s\n", n)
	}
	fmt.Fprintf(&b, "%d headings, %d citations, %d files renamed\n", r.Headings, r.Citing, r.Renamed)
	return b.String()
}

// TestRenumberLineEnds checks that a file keeps its line ends and mark.
func TestRenumberLineEnds(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/renumber/moves.txtar")
	if err != nil {
		t.Fatal(err)
	}
	plain, windows := fstest.MapFS{}, fstest.MapFS{}
	for _, f := range ar.Files {
		plain[f.Name] = &fstest.MapFile{Data: f.Data}
		data := f.Data
		if strings.HasSuffix(f.Name, ".md") {
			data = append([]byte("\uFEFF"), bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))...)
		}
		windows[f.Name] = &fstest.MapFile{Data: data}
	}
	h, err := editions.LoadHistory(sub(t, plain, "editions"))
	if err != nil {
		t.Fatal(err)
	}
	from, to := day(t, "2031-01-01"), day(t, "2031-02-02")
	a, errA := Renumber(sub(t, plain, "content"), h, from, to, false)
	b, errB := Renumber(sub(t, windows, "content"), h, from, to, false)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for name, want := range a.Files {
		if want != nil && strings.HasSuffix(name, ".md") {
			want = append([]byte("\uFEFF"), bytes.ReplaceAll(want, []byte("\n"), []byte("\r\n"))...)
		}
		if got := b.Files[name]; !bytes.Equal(got, want) {
			t.Errorf("%s is to hold %q, want %q", name, got, want)
		}
	}
	mixed := maps.Clone(windows)
	mixed["content/de/rules/100.md"] = &fstest.MapFile{Data: append(windows["content/de/rules/100.md"].Data, '\n')}
	if _, err := Renumber(sub(t, mixed, "content"), h, from, to, false); err == nil || !strings.Contains(err.Error(), "de/rules/100.md:1: ") {
		t.Errorf("line ends of two kinds give %v", err)
	}
}

// TestRenumberProject brings the project's texts back to an older edition and
// forth again: but for what that edition did not have they are the same.
func TestRenumberProject(t *testing.T) {
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	newest := h.Newest()
	now, err := Load(FS)
	if err != nil {
		t.Fatal(err)
	}
	// What cites a rule that the older edition did not have comes back with
	// whatever that number names by then.
	bodies := func(c Content, had map[rules.Number]rules.Number) map[string]string {
		m := map[string]string{}
		for _, p := range c.Pages {
			for _, x := range p.Explanations {
				lost := slices.ContainsFunc(x.Citations, func(c markdown.Citation) bool {
					return had[c.First].IsZero() || had[c.Last].IsZero()
				})
				if !had[x.Rule].IsZero() && !lost {
					m[string(x.Language)+x.Rule.String()] = strings.TrimSpace(string(x.Body))
				}
			}
		}
		return m
	}
	for _, then := range []string{"2026-06-19", "2025-11-14"} {
		back, err := Renumber(FS, h, newest.Effective, day(t, then), true)
		if err != nil {
			t.Fatal(err)
		}
		old := back.Over(FS)
		if _, err := Load(old); err != nil {
			t.Fatalf("brought back to %s: %v", then, err)
		}
		forth, err := Renumber(old, h, day(t, then), newest.Effective, false)
		if err != nil {
			t.Fatalf("brought forth from %s: %v", then, err)
		}
		again, err := Load(forth.Over(old))
		if err != nil {
			t.Fatalf("brought forth from %s: %v", then, err)
		}
		had := h.Moves(newest.Effective, day(t, then))
		got := bodies(again, had)
		for n, want := range bodies(now, had) {
			if got[n] != want {
				t.Errorf("brought back to %s and forth, %s is %q, want %q", then, n, got[n], want)
			}
		}
		if same, err := Renumber(FS, h, newest.Effective, newest.Effective, false); err != nil || len(same.Files) > 0 {
			t.Errorf("brought to its own edition, %d files change, %v", len(same.Files), err)
		}
	}
}

func TestOverlay(t *testing.T) {
	base := fstest.MapFS{"a/x": {Data: []byte("x")}, "a/y": {Data: []byte("y")}, "z": {Data: []byte("z")}}
	o := Renumbering{Files: map[string][]byte{"a/x": nil, "a/w": []byte("new"), "z": []byte("other")}}.Over(base)
	if err := fstest.TestFS(o, "a/y", "a/w", "z"); err != nil {
		t.Log(err) // folders of the base do not know of new files when they are opened
	}
	for name, want := range map[string]string{"a/w": "new", "a/y": "y", "z": "other"} {
		if got, err := fs.ReadFile(o, name); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := fs.ReadFile(o, "a/x"); err == nil {
		t.Error("a/x is still there")
	}
	es, err := fs.ReadDir(o, "a")
	if err != nil || len(es) != 2 || es[0].Name() != "w" || es[1].Name() != "y" {
		t.Errorf("a holds %v, %v", es, err)
	}
}

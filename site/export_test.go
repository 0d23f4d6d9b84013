package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// tree reads every file below dir.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// wanted is what tree must find after an export.
func wanted(t *testing.T, pages []Page) map[string]string {
	t.Helper()
	files := map[string]string{marker: markerText}
	for _, p := range withPacks(t, pages) {
		b, err := p.Bytes(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		files[file(p.Path)] = string(b)
	}
	return files
}

func some(text string, paths ...string) []Page {
	var ps []Page
	for _, p := range paths {
		ps = append(ps, fixed(p, []byte(text+p)))
	}
	return ps
}

func export1(t *testing.T, dir string, pages []Page) Exported {
	t.Helper()
	r, err := Export(context.Background(), dir, pages, ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tree(t, dir), wanted(t, pages); !maps.Equal(got, want) {
		t.Fatalf("after the export the folder has %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	return r
}

// A site goes through changes of every kind, each time with the spare folder
// of the step before.
func TestExportSteps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	for i, tt := range []struct {
		pages []Page
		want  Exported
	}{
		{some("1", "", "de/", "de/7/", "de/7.json"), Exported{4, 4, 0}},
		{some("1", "", "de/", "de/7/", "de/7.json"), Exported{4, 0, 0}},
		{append(some("1", "", "de/", "de/7.json"), some("2", "de/7/")...), Exported{4, 1, 0}},
		{append(some("1", "", "de/", "de/7.json"), some("2", "de/7/", "fr/", "fr/7/")...), Exported{6, 2, 0}},
		{some("1", "", "de/"), Exported{2, 0, 3 + 1}}, // files go, folders with them
		{some("1", "", "de/", "fr"), Exported{3, 1, 0}},
		{some("1", "", "de/", "fr/"), Exported{3, 1, 1}}, // a file gives way to a folder
		{some("1", "", "de"), Exported{2, 1, 2}},         // and the other way round
		{some("3", "", "de/", "de/7/", "de/7.json"), Exported{4, 4, 1}},
		{some("3", "", "de/", "de/7/", "de/7.json"), Exported{4, 0, 0}},
	} {
		if got := export1(t, dir, tt.pages); got != tt.want {
			t.Errorf("step %d: %+v, want %+v", i, got, tt.want)
		}
	}
}

// Files that stay as they are stay the same files: they are linked, not
// written again.
func TestExportLinksUnchanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	export1(t, dir, some("1", "", "de/", "fr/"))
	before, err := os.Stat(filepath.Join(dir, "de/index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"2", "3", "4"} {
		export1(t, dir, append(some("1", "", "de/"), some(text, "fr/")...))
		after, err := os.Stat(filepath.Join(dir, "de/index.html"))
		if err != nil || !os.SameFile(before, after) {
			t.Errorf("text %s: the unchanged file is another one: %v", text, err)
		}
	}
}

// If nothing has changed, nothing is touched.
func TestExportOfNothingNew(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "public")
	pages := some("1", "", "de/")
	export1(t, dir, pages)
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	export1(t, dir, pages)
	after, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("the folder was replaced or written to")
	}
	if left, _ := os.ReadDir(parent); len(left) != 1 {
		t.Errorf("beside the site stand %v", left)
	}
}

func TestExportRefusesForeignFolders(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(dir string) error
		ok   bool
	}{
		{"not there", func(string) error { return nil }, true},
		{"empty", func(dir string) error { return os.Mkdir(dir, 0o755) }, true},
		{"foreign file", func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o644))
		}, false},
		{"foreign site", func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "index.html"), nil, 0o644))
		}, false},
		{"marker is a folder", func(dir string) error { return os.MkdirAll(filepath.Join(dir, marker), 0o755) }, false},
		{"a file", func(dir string) error { return os.WriteFile(dir, []byte("mine"), 0o644) }, false},
		{"foreign spare", func(dir string) error {
			return errors.Join(os.Mkdir(dir+".spare", 0o755), os.WriteFile(filepath.Join(dir+".spare", "wheel"), nil, 0o644))
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "public")
			if err := tt.make(dir); err != nil {
				t.Fatal(err)
			}
			before := tree(t, parent)
			_, err := Export(context.Background(), dir, some("1", "", "de/"), ExportOptions{})
			if (err == nil) != tt.ok {
				t.Fatalf("Export error = %v, want ok = %v", err, tt.ok)
			}
			if err == nil {
				return
			}
			if strings.HasPrefix(tt.name, "foreign") && !errors.Is(err, ErrForeign) {
				t.Errorf("error %v is not ErrForeign", err)
			}
			if after := tree(t, parent); !maps.Equal(before, after) {
				t.Errorf("the refused folder was changed: %q", slices.Sorted(maps.Keys(after)))
			}
		})
	}
}

// A site within a site would be gone after the next export of the outer one.
func TestExportRefusesFoldersOfASite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	export1(t, dir, some("1", "", "de/"))
	before := tree(t, dir)
	for _, inner := range []string{"sub", "de", "de/sub/sub"} {
		if _, err := Export(context.Background(), filepath.Join(dir, inner), some("2", ""), ExportOptions{}); err == nil {
			t.Errorf("export into %s of a site: no error", inner)
		}
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("the outer site was changed: %q", slices.Sorted(maps.Keys(after)))
	}
}

// A link to a site stays one; one that leads nowhere is not replaced, but told
// of.
func TestExportThroughLink(t *testing.T) {
	parent := t.TempDir()
	link, real := filepath.Join(parent, "link"), filepath.Join(parent, "real")
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	for _, there := range []bool{false, true} {
		if there {
			if err := os.Mkdir(real, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Export(context.Background(), link, some("1", "", "de/"), ExportOptions{})
		if (err == nil) != there {
			t.Errorf("the folder is there: %t; error %v", there, err)
		}
		if to, err := os.Readlink(link); err != nil || to != real {
			t.Errorf("the folder is there: %t; the link now leads to %q: %v", there, to, err)
		}
	}
	if got, want := tree(t, real), wanted(t, some("1", "", "de/")); !maps.Equal(got, want) {
		t.Errorf("the folder has %q", slices.Sorted(maps.Keys(got)))
	}
}

// Exports into one folder at the same time follow one another: what is there
// in the end is all of one of them.
func TestExportsAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	var sites []map[string]string
	var wg sync.WaitGroup
	for i := range 8 {
		pages := some(fmt.Sprint(i), "", "de/", "fr/", fmt.Sprintf("only/%d/", i))
		sites = append(sites, wanted(t, pages))
		wg.Go(func() {
			if _, err := Export(context.Background(), dir, pages, ExportOptions{}); err != nil {
				t.Errorf("export %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	got := tree(t, dir)
	if !slices.ContainsFunc(sites, func(want map[string]string) bool { return maps.Equal(got, want) }) {
		t.Errorf("the folder holds a mixture: %q", got)
	}
}

// A page that cannot be printed, and an end of the context, leave the old
// site; the next export makes everything right.
func TestExportFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	old := some("1", "", "de/", "fr/")
	export1(t, dir, old)
	broken := append(some("2", "", "de/"), Page{Path: "fr/", print: func(context.Context, *builder, io.Writer) error {
		return errors.New("no ink")
	}})
	if _, err := Export(context.Background(), dir, broken, ExportOptions{}); err == nil || !strings.Contains(err.Error(), "no ink") {
		t.Errorf("error = %v, want that of the page", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Export(ctx, dir, some("2", "", "de/", "fr/"), ExportOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that of the context", err)
	}
	if got := tree(t, dir); !maps.Equal(got, wanted(t, old)) {
		t.Errorf("the old site is no longer whole: %q", got)
	}
	export1(t, dir, some("2", "", "de/", "fr/"))
}

// Whenever an export is killed, the old site or the new one stands there,
// whole, and the next export repairs what is left.
func TestExportKilled(t *testing.T) {
	if dir := os.Getenv("REGULA_TEST_EXPORT"); dir != "" {
		for i := 0; ; i++ { // until killed
			if _, err := Export(context.Background(), dir, generation(i), ExportOptions{Precompress: true}); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
		}
	}
	dir := filepath.Join(t.TempDir(), "public")
	exportPacked(t, dir, generation(0))
	for i := range 15 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestExportKilled$")
		cmd.Env = append(os.Environ(), "REGULA_TEST_EXPORT="+dir)
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+rand.IntN(120)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		if out.Len() > 0 {
			t.Fatalf("the export failed by itself: %s", out.Bytes())
		}
		got := treePacked(t, dir)
		whole := false
		for g := range 3 {
			whole = whole || maps.Equal(got, wantedPacked(t, generation(g)))
		}
		if !whole {
			t.Fatalf("killed %d times, the site is not whole: %d files", i+1, len(got))
		}
		if i%5 == 4 {
			exportPacked(t, dir, generation(i))
		}
	}
}

// Where two folders cannot be exchanged in one step, the next export mends what
// an early end leaves, whichever step was the last.
func TestExportMendsExchange(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(spare, dir string) error // from a site with a spare folder
	}{
		{"before the exchange", func(spare, dir string) error { return nil }},
		{"the old site put aside", func(spare, dir string) error { return os.Rename(dir, aside(spare)) }},
		{"the new one in its place", func(spare, dir string) error {
			return errors.Join(os.Rename(dir, aside(spare)), os.Rename(spare, dir))
		}},
		{"all of it", exchangeInSteps},
		{"all of it, twice", func(spare, dir string) error {
			return errors.Join(exchangeInSteps(spare, dir), exchangeInSteps(spare, dir))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "public")
			export1(t, dir, generation(0))
			export1(t, dir, generation(1))
			if err := tt.before(dir+".spare", dir); err != nil {
				t.Fatal(err)
			}
			export1(t, dir, generation(2))
			entries, err := os.ReadDir(parent)
			if err != nil {
				t.Fatal(err)
			}
			if len(entries) != 2 {
				t.Errorf("%d folders stand there, want the site and its spare one: %v", len(entries), entries)
			}
		})
	}
	t.Run("a folder of somebody else", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "public")
		if err := os.MkdirAll(filepath.Join(aside(dir+".spare"), "wheel"), 0o755); err != nil {
			t.Fatal(err)
		}
		export1(t, dir, generation(0))
		if _, err := os.Stat(filepath.Join(aside(dir+".spare"), "wheel")); err != nil {
			t.Error(err)
		}
	})
}

// generation makes the pages of a small site that changes in every way.
func generation(i int) []Page {
	var ps []Page
	for k := range 120 {
		path := fmt.Sprintf("de/%d/", 100+k)
		switch {
		case k%3 == i%3:
			ps = append(ps, fixed(path, bytes.Repeat([]byte{byte('0' + i%3)}, 5000)))
		case k%7 == i%3:
			// missing this time
		default:
			ps = append(ps, fixed(path, bytes.Repeat([]byte{'x'}, 3000)))
		}
	}
	return ps
}

// Exported by processes in other time zones and languages, with other numbers
// of processors, a site of every kind of page is the same to the byte, and so
// are its compressed files.
func TestExportsElsewhereEqual(t *testing.T) {
	if dir := os.Getenv("REGULA_TEST_ELSEWHERE"); dir != "" {
		s, err := small()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Export(context.Background(), dir, s.pages(t, testBase), ExportOptions{Precompress: true}); err != nil {
			t.Fatal(err)
		}
		return
	}
	var want map[string]string
	for _, env := range [][]string{
		{"TZ=UTC", "LC_ALL=C", "GOMAXPROCS=1"},
		{"TZ=Pacific/Chatham", "LC_ALL=tr_TR.UTF-8", "GOMAXPROCS=2"},
		{"TZ=America/St_Johns", "LC_ALL=de_DE.ISO-8859-1", "GOMAXPROCS=7", "GODEBUG=cpu.all=off"}, // an older processor,
	} {
		dir := filepath.Join(t.TempDir(), "public")
		cmd := exec.Command(os.Args[0], "-test.run=^TestExportsElsewhereEqual$")
		cmd.Env = slices.Concat(os.Environ(), env, []string{"REGULA_TEST_ELSEWHERE=" + dir})
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", env, err, out)
		}
		got := tree(t, dir)
		if want == nil {
			want = got
			continue
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d files, want %d", env, len(got), len(want))
		}
		for name, data := range want {
			if got[name] != data {
				t.Errorf("%s: %s differs", env, name)
			}
		}
	}
}

// Printed again with another number of processors, in another place and
// language, every page is the same to the byte, and so is its exported file.
func TestExportsEqual(t *testing.T) {
	want := printed[""](t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	t.Setenv("TZ", "Pacific/Chatham")
	t.Setenv("LANG", "tr_TR.UTF-8")
	pages := withPacks(t, projectSite(t).pages(t, ""))
	if len(pages) != len(want) {
		t.Errorf("%d pages, want %d", len(pages), len(want))
	}
	var some []Page // enough of every kind; all would take the disk longer than all other tests
	for i, p := range pages {
		data, err := p.Bytes(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, want[p.Path]) {
			t.Errorf("%s differs", p.Path)
		}
		if i%31 == 0 {
			some = append(some, p)
		}
	}
	export1(t, filepath.Join(t.TempDir(), "public"), some)
}

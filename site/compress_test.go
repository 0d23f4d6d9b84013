package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// wantedPacked is what treePacked must find after an export with compressed
// files: both beside just the pages that are long enough.
func wantedPacked(t *testing.T, pages []Page) map[string]string {
	t.Helper()
	want := wanted(t, pages)
	for name, data := range maps.Clone(want) {
		if ext := filepath.Ext(name); len(data) >= minPacked && ext != ".png" && ext != ".pack" {
			want[name+".gz"], want[name+".br"] = data, data
		}
	}
	return want
}

// treePacked reads every file below dir, and unpacks those that are
// compressed.
func treePacked(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := tree(t, dir)
	for name, data := range got {
		var r io.Reader
		switch filepath.Ext(name) {
		case ".gz":
			z, err := gzip.NewReader(strings.NewReader(data))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			r = z
		case ".br":
			r = brotli.NewReader(strings.NewReader(data))
		default:
			continue
		}
		unpacked, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(data) >= len(unpacked) {
			t.Errorf("%s has %d bytes, not less than the page's %d", name, len(data), len(unpacked))
		}
		got[name] = string(unpacked)
	}
	return got
}

// exportPacked exports with compressed files beside the plain ones.
func exportPacked(t *testing.T, dir string, pages []Page) Exported {
	t.Helper()
	r, err := Export(context.Background(), dir, pages, ExportOptions{Precompress: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := treePacked(t, dir), wantedPacked(t, pages); !maps.Equal(got, want) {
		t.Fatalf("after the export the folder has %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	return r
}

// long makes pages that are worth compressing.
func long(text string, paths ...string) []Page {
	return some(strings.Repeat(text, minPacked), paths...)
}

func TestExportPrecompressed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	site := func(start, german string) []Page {
		return slices.Concat(long(start, "", "sw.js"), long(german, "de/", "de/7/", "de/7.json"), long("x", "a.png", "offline/a.pack"), some("short", "robots.txt"))
	}
	plain := func(pages []Page) Exported { t.Helper(); return export1(t, dir, pages) }
	packed := func(pages []Page) Exported { t.Helper(); return exportPacked(t, dir, pages) }
	for i, tt := range []struct {
		export func([]Page) Exported
		pages  []Page
		want   Exported
	}{
		{packed, site("1", "1"), Exported{8 + 10, 18, 0}},
		{packed, site("1", "1"), Exported{8 + 10, 0, 0}},
		{packed, site("1", "2"), Exported{8 + 10, 9, 0}},
		{plain, site("1", "2"), Exported{8, 0, 10}},
		{plain, site("1", "2"), Exported{8, 0, 0}},
		{plain, site("1", "3"), Exported{8, 3, 0}}, // spare has compressed files of the site before
		{packed, site("1", "3"), Exported{8 + 10, 10, 0}},
		{packed, append(site("1", "3"), long("4", "fr/")...), Exported{9 + 12, 3, 0}},
		{packed, slices.Concat(site("1", "3")[:2], some("short", "de/")), Exported{3 + 4, 1, 2 + 3*2 + 3 + 3}}, // a page gets short
		{packed, slices.Concat(site("1", "3")[:2], some("5", "de/")), Exported{3 + 4, 1, 0}},
		{packed, slices.Concat(site("1", "3")[:2], long("6", "de/")), Exported{3 + 6, 3, 0}},
	} {
		if got := tt.export(tt.pages); got != tt.want {
			t.Errorf("step %d: %+v, want %+v", i, got, tt.want)
		}
	}
}

// What stays as it is is not compressed again, and what is damaged is.
func TestExportKeepsCompressed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	exportPacked(t, dir, long("1", "", "de/", "fr/"))
	kept := []string{"index.html.gz", "index.html.br", "de/index.html.gz", "de/index.html.br"}
	stat := func(name string) os.FileInfo {
		t.Helper()
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	before := map[string]os.FileInfo{}
	for _, name := range kept {
		before[name] = stat(name)
	}
	for _, text := range []string{"2", "3", "4"} {
		exportPacked(t, dir, append(long("1", "", "de/"), long(text, "fr/")...))
		for _, name := range kept {
			if !os.SameFile(before[name], stat(name)) {
				t.Errorf("text %s: %s is another file", text, name)
			}
		}
	}
	pages := append(long("1", "", "de/"), long("4", "fr/")...)
	for _, tt := range []struct {
		name   string
		damage func(b []byte) []byte
	}{
		{"cut off", func(b []byte) []byte { return b[:len(b)-1] }},
		{"empty", func(b []byte) []byte { return nil }},
		{"something behind", func(b []byte) []byte { return append(b, 'x') }},
		{"another page", func(b []byte) []byte { return bytes.Repeat([]byte{0}, len(b)) }},
	} {
		for _, name := range kept[:2] {
			b, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), tt.damage(b), 0o644); err != nil {
				t.Fatal(err)
			}
			if got, want := exportPacked(t, dir, pages), (Exported{9, 1, 0}); got != want {
				t.Errorf("%s %s: %+v, want %+v", name, tt.name, got, want)
			}
		}
	}
}

// Compression depends on nothing but what is compressed: not on what the same
// compressor did before.
func TestCompressedAlike(t *testing.T) {
	texts := map[string][]byte{}
	for i, p := range long("wind ", "", "de/", "de/7/", "s/12345678/regula.css", "de/7.json") {
		texts[p.Path] = bytes.Repeat(p.data, i+1)
	}
	first := map[string][]byte{}
	for round := range 3 {
		for _, c := range codings[1:] {
			for p, b := range texts { // in an order of its own each time
				got := c.pack(p, b)
				if round == 0 {
					first[p+c.ext] = got
				} else if !bytes.Equal(got, first[p+c.ext]) {
					t.Errorf("%q%s differs in round %d", p, c.ext, round)
				}
			}
		}
	}
}

func TestReadByAll(t *testing.T) {
	for _, tt := range []struct {
		path string
		want bool
	}{
		{"", true},
		{"404.html", true},
		{"sw.js", true},
		{"s/12345678/js/app.js", true},
		{"de/", true},
		{"de/7/", false},
		{"de/7.json", false},
		{"de/search/0123456789/light.txt", false},
	} {
		if got := readByAll(tt.path); got != tt.want {
			t.Errorf("readByAll(%q) = %v, want %v", tt.path, got, tt.want)
		}
	}
}

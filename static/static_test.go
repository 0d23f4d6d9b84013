package static

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	for _, name := range []string{"regula.css", "icon.svg", "icon-192.png", "js/app.js"} {
		if f, err := FS.Open(name); err != nil {
			t.Errorf("Open(%s): %v", name, err)
		} else {
			f.Close()
		}
	}
}

var outside = regexp.MustCompile(`(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}|@import|document\.cookie`)

// Nothing may be fetched from elsewhere and no cookie be set.
func TestNothingFromOutside(t *testing.T) {
	err := fs.WalkDir(FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".png") {
			return err
		}
		b, err := fs.ReadFile(FS, name)
		if err != nil {
			return err
		}
		for _, m := range outside.FindAllString(string(b), -1) {
			if !strings.Contains(m, "www.w3.org") { // names of XML vocabularies
				t.Errorf("%s holds %q", name, m)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// The dark theme stands twice, for the device's setting and for the reader's
// own; both must say the same.
func TestDarkThemeTwiceTheSame(t *testing.T) {
	b, err := FS.ReadFile("regula.css")
	if err != nil {
		t.Fatal(err)
	}
	css := strings.Join(strings.Fields(string(b)), " ")
	_, rest, ok1 := strings.Cut(css, `:root:not([data-theme="light"]) {`)
	device, _, _ := strings.Cut(rest, "}")
	_, rest, ok2 := strings.Cut(css, `:root[data-theme="dark"] {`)
	own, _, _ := strings.Cut(rest, "}")
	if !ok1 || !ok2 || device != own {
		t.Errorf("dark theme of the device:\n%s\nof the reader:\n%s", device, own)
	}
}

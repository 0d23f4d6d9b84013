package browsertest

import (
	"bytes"
	"compress/gzip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// firstVisit is the most that a reader's first rule page may transfer, with
// everything that it asks for, compressed with gzip.
const firstVisit = 40_000

// A first visit to a rule, a keyword, a card or the longest of sections stays
// within what a poor reception carries.
func TestSizeOfFirstVisit(t *testing.T) {
	for _, page := range []string{"de/702.19/", "de/715.3d/", "fr/702.19b/", "de/cards/giant-killer/", "en/704/"} {
		p := newTab(t)
		p.open(page)
		p.ready()
		all := 0
		files := map[string]int{}
		for _, address := range p.requests() {
			u, err := url.Parse(address)
			if err != nil || u.Scheme != "http" {
				continue
			}
			name := filepath.Join(folder, filepath.FromSlash(u.Path))
			if strings.HasSuffix(u.Path, "/") {
				name = filepath.Join(name, "index.html")
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write(data)
			z.Close()
			if files[address] == 0 {
				all += b.Len()
			}
			files[address] = b.Len()
		}
		if all > firstVisit || len(files) < 8 {
			t.Errorf("a first visit to %s transfers %d bytes, want at most %d: %v", page, all, firstVisit, files)
		}
		t.Logf("%s: %d bytes in %d files", page, all, len(files))
	}
}

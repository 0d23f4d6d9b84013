package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"regula/lang"
)

// document is what a test of all pages needs to know of one.
type document struct {
	language string
	ids      map[string]int
	links    []string          // of a, link, script, img, use, form
	other    map[string]string // hreflang to address, from the head
	canon    string
	langs    []string // every lang attribute below the root
	h1       int
	faults   []string
}

func parseDocument(data []byte) (document, error) {
	d := document{ids: map[string]int{}, other: map[string]string{}}
	z := html.NewTokenizer(bytes.NewReader(data))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() == io.EOF {
				return d, nil
			}
			return d, z.Err()
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			a := map[string]string{}
			for _, x := range t.Attr {
				a[x.Key] = x.Val
			}
			d.tag(t.Data, a)
		}
	}
}

func (d *document) tag(name string, a map[string]string) {
	if id, ok := a["id"]; ok {
		d.ids[id]++
	}
	if l, ok := a["lang"]; ok {
		if name == "html" {
			d.language = l
		} else {
			d.langs = append(d.langs, l)
		}
	}
	for _, run := range []string{"style", "onclick", "onload", "onerror"} {
		if _, ok := a[run]; ok {
			d.faults = append(d.faults, fmt.Sprintf("<%s %s>", name, run))
		}
	}
	switch name {
	case "h1":
		d.h1++
	case "style":
		d.faults = append(d.faults, "style in the page")
	case "script":
		if a["src"] == "" {
			d.faults = append(d.faults, "script in the page")
		}
		d.links = append(d.links, a["src"])
	case "img":
		d.links = append(d.links, a["src"])
	case "form":
		d.links = append(d.links, a["action"])
	case "a", "use":
		d.links = append(d.links, a["href"])
	case "link":
		d.links = append(d.links, a["href"])
		switch {
		case a["rel"] == "canonical":
			d.canon = a["href"]
		case a["hreflang"] != "":
			d.other[a["hreflang"]] = a["href"]
		}
	}
}

// documents parses every HTML page, by path.
func documents(t *testing.T, pages map[string][]byte) map[string]document {
	t.Helper()
	all := make(map[string]document, len(pages))
	for path, data := range pages {
		if !strings.HasSuffix(file(path), ".html") {
			continue
		}
		d, err := parseDocument(data)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		all[path] = d
	}
	return all
}

// Every address in every page leads to a page, and every fragment to a place
// on it.
func TestLinksLeadSomewhere(t *testing.T) {
	pages := printed[""](t)
	docs := documents(t, pages)
	symbols := parseIDs(t, pages, "symbols.svg")
	const site = "http://host/sub/folder/"
	faults := 0
	fault := func(format string, args ...any) {
		if faults++; faults <= 30 {
			t.Errorf(format, args...)
		}
	}
	for path, d := range docs {
		base, err := url.Parse(site + path)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, href := range d.links {
			if seen[href] || path == notFoundPath && strings.HasPrefix(href, "../") {
				continue // that page looks for its files at several depths
			}
			seen[href] = true
			u, err := base.Parse(href)
			if err != nil {
				fault("%s: %q: %v", path, href, err)
				continue
			}
			if u.Host != "host" {
				if !strings.HasPrefix(href, "https://") {
					fault("%s: %q is no secure address", path, href)
				}
				continue
			}
			to, ok := strings.CutPrefix(u.Scheme+"://"+u.Host+u.Path, site)
			switch {
			case !ok || strings.HasPrefix(href, "/"):
				fault("%s: %q leads out of the folder of the site", path, href)
			case pages[to] == nil:
				fault("%s: %q leads to %q, which is no page", path, href, to)
			case u.Fragment == "":
			case strings.HasSuffix(to, "symbols.svg"):
				if !symbols[u.Fragment] {
					fault("%s: there is no symbol %q", path, u.Fragment)
				}
			case docs[to].ids[u.Fragment] == 0:
				fault("%s: %q leads to a place that %q does not have", path, href, to)
			}
		}
	}
	if faults > 30 {
		t.Errorf("%d faults in all", faults)
	}
}

// parseIDs gives the ids of an SVG file among the pages.
func parseIDs(t *testing.T, pages map[string][]byte, name string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	for path, data := range pages {
		if !strings.HasSuffix(path, name) {
			continue
		}
		d := xml.NewDecoder(bytes.NewReader(data))
		for {
			token, err := d.Token()
			if err == io.EOF {
				return ids
			}
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if e, ok := token.(xml.StartElement); ok {
				for _, a := range e.Attr {
					if a.Name.Local == "id" {
						ids[a.Value] = true
					}
				}
			}
		}
	}
	t.Fatalf("no page %s", name)
	return nil
}

func TestDocuments(t *testing.T) {
	const base = testBase
	docs := documents(t, printed[base](t))
	for path, d := range docs {
		for _, f := range d.faults {
			t.Errorf("%s: %s", path, f)
		}
		for id, n := range d.ids {
			if n > 1 {
				t.Errorf("%s: id %q stands %d times", path, id, n)
			}
		}
		if d.h1 != 1 {
			t.Errorf("%s: %d headings of the first level, want 1", path, d.h1)
		}
		if path == notFoundPath {
			continue
		}
		first, _, _ := strings.Cut(path, "/")
		if path == "" {
			first = "en"
		}
		if d.language != first {
			t.Errorf("%s: lang = %q, want %q", path, d.language, first)
		}
		for _, l := range d.langs {
			if _, ok := lang.Parse(l); !ok {
				t.Errorf("%s: lang %q is no language of the site", path, l)
			}
		}
		if d.canon != base+path {
			t.Errorf("%s: canonical = %q, want %q", path, d.canon, base+path)
		}
		if len(d.other) != len(lang.All)+1 {
			t.Errorf("%s: alternates %v, want one for each language and x-default", path, d.other)
		}
		for l, address := range d.other {
			to := strings.TrimPrefix(address, base)
			back, ok := docs[to]
			if !ok {
				t.Errorf("%s: alternate %q is no page", path, address)
				continue
			}
			if path != "" && back.other[first] != base+path {
				t.Errorf("%s: its alternate %s in %s leads back to %q", path, address, l, back.other[first])
			}
			if l != "x-default" && back.language != l {
				t.Errorf("%s: alternate for %s leads to %s, which is in %q", path, l, address, back.language)
			}
		}
	}
}

// JSON pages are JSON and name pages that exist.
func TestDataPages(t *testing.T) {
	pages := printed[""](t)
	n := 0
	for path, data := range pages {
		if !strings.HasSuffix(path, ".json") || strings.Contains(path, "/search/") || path == offlinePath || path == editionsPath {
			continue
		}
		n++
		var d struct {
			Title, Path, Language string
			Cites, CitedBy        []string
		}
		if err := json.Unmarshal(data, &d); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if d.Title == "" || pages[d.Path] == nil || strings.TrimSuffix(d.Path, "/")+".json" != path {
			t.Errorf("%s: title %q, path %q", path, d.Title, d.Path)
		}
		for _, c := range slices.Concat(d.Cites, d.CitedBy) {
			if pages[d.Language+"/"+c+"/"] == nil {
				t.Errorf("%s: cites or is cited by %q, which is no page", path, c)
			}
		}
	}
	if n < 10000 {
		t.Errorf("%d pages of data, want at least 10000", n)
	}
}

// Readers on the road pay for every byte.
func TestSizes(t *testing.T) {
	var sizes []int
	for path, data := range printed[""](t) {
		if strings.HasSuffix(file(path), ".html") {
			sizes = append(sizes, len(data))
		}
	}
	slices.Sort(sizes)
	median := sizes[len(sizes)/2]
	t.Logf("%d pages, median %d bytes, largest %d", len(sizes), median, sizes[len(sizes)-1])
	if median > 12<<10 {
		t.Errorf("median page has %d bytes, more than 12 KB", median)
	}
}

// The first visit to a rule costs its page, the style, the scripts that every
// such page loads, and the icon.
func TestFirstVisit(t *testing.T) {
	wanted := []string{
		"regula.css", "icon.svg", "symbols.svg", "js/early.js", "js/app.js", "js/page.js",
		"js/acts.js", "js/preview.js", "js/keys.js", "js/texts.de.js",
	}
	sum := 0
	for path, data := range printed[""](t) {
		name := ""
		if f := strings.SplitN(path, "/", 3); f[0] == "s" {
			name = f[2]
		}
		if path != "de/715.3d/" && path != manifestPath && !slices.Contains(wanted, name) {
			continue
		}
		packed := gzipped(data, gzipSent)
		t.Logf("%-30s %6d %6d", path, len(data), len(packed))
		sum += len(packed)
	}
	t.Logf("%d in all", sum)
	if sum > 40<<10 {
		t.Errorf("first visit to a rule transfers %d bytes, more than 40 KB", sum)
	}
}

func TestSitemap(t *testing.T) {
	pages := printed[testBase](t)
	readers := 0
	for path := range pages {
		if path == "" || strings.HasSuffix(path, "/") {
			readers++
		}
	}
	var m struct {
		URL []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(pages[sitemapPath], &m); err != nil {
		t.Fatal(err)
	}
	if len(m.URL) != readers {
		t.Errorf("sitemap has %d addresses, want %d", len(m.URL), readers)
	}
	for _, u := range m.URL {
		path, ok := strings.CutPrefix(u.Loc, testBase)
		if !ok || pages[path] == nil {
			t.Errorf("sitemap names %q, which is no page", u.Loc)
		}
	}
}

func TestBaseURL(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		ok       bool
	}{
		{"", "", true},
		{"https://example.org", "https://example.org/", true},
		{"https://example.org/rules/", "https://example.org/rules/", true},
		{"http://127.0.0.1:8715", "http://127.0.0.1:8715/", true},
		{"example.org", "", false},
		{"/rules/", "", false},
		{"ftp://example.org/", "", false},
		{"https://example.org/?q=1", "", false},
	} {
		got, err := checkBaseURL(tt.in)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("checkBaseURL(%q) = %q, %v, want %q and ok = %v", tt.in, got, err, tt.want, tt.ok)
		}
	}
}

// What a reader keeps of the site is all of it in a language, and small.
func TestPacks(t *testing.T) {
	pages := printed[""](t)
	var info offlineInfo
	if err := json.Unmarshal(pages[offlinePath], &info); err != nil {
		t.Fatal(err)
	}
	size := 0
	kept := map[string]bool{}
	unpack := func(folder string, packs []packInfo) {
		for _, p := range packs {
			size += len(pages[p.File])
			z, err := gzip.NewReader(bytes.NewReader(pages[p.File]))
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(z)
			if err != nil {
				t.Fatal(err)
			}
			lengths, rest := unpacked(t, all)
			if len(lengths) != len(p.Paths) {
				t.Fatalf("%s has %d pages, want %d", p.File, len(lengths), len(p.Paths))
			}
			for i, n := range lengths {
				if n > len(rest) {
					t.Fatalf("%s: bad length %d", p.File, n)
				}
				if path := folder + p.Paths[i]; !bytes.Equal(rest[:n], pages[path]) {
					t.Errorf("%s has another %s than the site", p.File, path)
				}
				kept[folder+p.Paths[i]] = true
				rest = rest[n:]
			}
		}
	}
	unpack("", info.Shared)
	for _, l := range lang.All {
		size = 0
		unpack(homePath(l), info.Languages[string(l)])
		t.Logf("%s: %d bytes", l, size)
		if size > 3_500_000 { // the official text takes as much again as is left to 4 MB
			t.Errorf("%s transfers %d bytes, more than 3.5 MB", l, size)
		}
	}
	for path := range pages {
		if strings.HasSuffix(file(path), ".html") && !kept[path] {
			t.Errorf("%s is in no pack", path)
		}
	}
}

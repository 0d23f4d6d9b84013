package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// newTestHandler serves the project's site.
var newTestHandler = sync.OnceValues(func() (*handler, error) {
	s, err := project()
	if err != nil {
		return nil, err
	}
	o := Options{Indexes: s.indexes, Late: true}
	pages, err := Pages(s.c, o)
	if err != nil {
		return nil, err
	}
	h, err := Handler(s.c, pages, o)
	if err != nil {
		return nil, err
	}
	return h.(*handler), nil
})

func testHandler(t testing.TB) *handler {
	t.Helper()
	h, err := newTestHandler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func ask1(h http.Handler, method, target string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for name, values := range header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Every page comes over HTTP as it is exported.
func TestHandlerEqualsExport(t *testing.T) {
	h := testHandler(t)
	for path, want := range printed[""](t) {
		if path == notFoundPath {
			continue // sent only by hosts of plain files
		}
		w := ask1(h, "GET", "/"+path, nil)
		if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), want) {
			t.Errorf("GET /%s = %d and %d bytes, want 200 and the %d of the export", path, w.Code, w.Body.Len(), len(want))
		}
		if typ := w.Header().Get("Content-Type"); typ == "" {
			t.Errorf("GET /%s has no content type", path)
		}
	}
}

func TestHandlerPacks(t *testing.T) {
	h := testHandler(t)
	for _, path := range []string{"de/715/", "sitemap.xml", h.b.static + "regula.css"} {
		w := ask1(h, "GET", "/"+path, http.Header{"Accept-Encoding": {"br, gzip;q=0.5"}})
		if w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("GET /%s: headers %v, want gzip", path, w.Header())
			continue
		}
		z, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := io.ReadAll(z); err != nil || !bytes.Equal(data, printed[""](t)[path]) {
			t.Errorf("GET /%s unpacked is another page: %v", path, err)
		}
		for _, refusal := range []string{"gzip;q=0", "gzip; q=0.0", "br, gzip ;q=0.000", "gzip;q=", ""} {
			w = ask1(h, "GET", "/"+path, http.Header{"Accept-Encoding": {refusal}})
			if w.Header().Get("Content-Encoding") != "" {
				t.Errorf("GET /%s: packed for a reader who refuses that with %q", path, refusal)
			}
		}
	}
}

func TestHandlerRemembers(t *testing.T) {
	h := testHandler(t)
	w := ask1(h, "GET", "/de/715/", nil)
	tag := w.Header().Get("ETag")
	w = ask1(h, "GET", "/de/715/", http.Header{"If-None-Match": {tag}})
	if tag == "" || w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("asked again with %q: %d and %d bytes, want 304 and none", tag, w.Code, w.Body.Len())
	}
	w = ask1(h, "HEAD", "/de/715/", nil)
	if n, _ := strconv.Atoi(w.Header().Get("Content-Length")); w.Code != 200 || w.Body.Len() > 0 || n != len(printed[""](t)["de/715/"]) {
		t.Errorf("HEAD = %d, %d bytes, length %d", w.Code, w.Body.Len(), n)
	}
	for path, want := range map[string]string{
		"/de/715/":                      "no-cache",
		"/" + h.b.static + "regula.css": "public, max-age=31536000, immutable",
	} {
		if got := ask1(h, "GET", path, nil).Header().Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control = %q, want %q", path, got, want)
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	h := testHandler(t)
	for _, target := range []string{"/", "/de/715/", "/nothing", "/de/search/?q=x", "/7153d"} {
		w := ask1(h, "GET", target, nil)
		csp := w.Header().Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: policy %q lacks %q", target, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", target, csp)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Referrer-Policy") == "" {
			t.Errorf("%s: headers %v", target, w.Header())
		}
		if w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", target)
		}
	}
}

// A case of testdata/requests is a request, what it sends along, and what it
// gets:
//
//	GET /715.3d
//	Accept-Language: fr
//	= 302 fr/715.3d/
//	+ a text in the answer
//	- a text that is not in it
//
// Empty lines divide cases, # begins a comment.
func TestRequests(t *testing.T) {
	h := testHandler(t)
	names, err := filepath.Glob("testdata/requests/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases in testdata/requests: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var w *httptest.ResponseRecorder
		var request string
		header := http.Header{}
		for i, line := range strings.Split(string(data), "\n") {
			fault := func(format string, args ...any) {
				t.Helper()
				t.Errorf("%s:%d: %s: "+format, append([]any{name, i + 1, request}, args...)...)
			}
			switch {
			case line == "":
				request, w, header = "", nil, http.Header{}
			case line[0] == '#':
			case request == "":
				request = line
			case line[0] == '=':
				method, target, _ := strings.Cut(request, " ")
				w = ask1(h, method, target, header)
				got := strconv.Itoa(w.Code)
				if to := w.Header().Get("Location"); to != "" {
					got += " " + to
				}
				if want := strings.TrimSpace(line[1:]); got != want {
					fault("= %s, want %s", got, want)
				}
			case line[0] == '+':
				if want := line[2:]; !strings.Contains(w.Body.String(), want) {
					fault("the answer has no %q", want)
				}
			case line[0] == '-':
				if bad := line[2:]; strings.Contains(w.Body.String(), bad) {
					fault("the answer has %q", bad)
				}
			default:
				key, value, ok := strings.Cut(line, ": ")
				if !ok {
					fault("bad line %q", line)
				}
				header.Add(key, value)
			}
		}
	}
}

// Where a redirect leads there is a page, from wherever in the site and
// behind whatever prefix it starts.
func TestRedirectsLeadToPages(t *testing.T) {
	h := testHandler(t)
	server := httptest.NewServer(http.StripPrefix("/behind/a/proxy", h))
	defer server.Close()
	for _, path := range []string{"715.3d", "de/7153D", "fr/CR%20715.3d", "de/715", "fr/715.3d.html", "en/glossary/trample", "de/index.html", "de/search/?q=715.3d", "de/search/?q=r702.19b", "%28702.19b%29"} {
		r, err := server.Client().Get(server.URL + "/behind/a/proxy/" + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != 200 || r.Request.Response == nil {
			t.Errorf("%s leads to %s, which is %d", path, r.Request.URL, r.StatusCode)
		}
	}
}

// A server with as much to do as it can bear says so soon and clearly, and
// keeps doing what costs nothing.
func TestBusy(t *testing.T) {
	h := *testHandler(t)
	h.patience = 10 * time.Millisecond
	h.searches, h.prints = make(chan struct{}, 1), make(chan struct{}, 1)
	for _, tt := range []struct {
		target   string
		searches bool // whether it needs a place for a search, or to be printed
		prints   bool
	}{
		{"/de/search/?q=trampelschaden", true, false},
		{"/en/search.json?q=trample", true, false},
		{"/de/changes/compare/?from=2020-01-24&to=2024-11-08", true, false},
		{"/de/715/", false, true},
		{"/de/702.19/?edition=2020-01-24", false, true},
		{"/de/nothing", false, false},
		{"/de/search/?q=715", false, false},
		{"/" + h.b.static + "regula.css", false, false},
	} {
		for places, needed := range map[chan struct{}]bool{h.searches: tt.searches, h.prints: tt.prints} {
			places <- struct{}{}
			w := ask1(&h, "GET", tt.target, nil)
			<-places
			busy := w.Code == http.StatusServiceUnavailable
			if busy != needed {
				t.Errorf("GET %s = %d, want it to need a place: %v", tt.target, w.Code, needed)
			}
			if busy && (w.Header().Get("Retry-After") == "" || w.Header().Get("Cache-Control") != cacheNever || !strings.Contains(w.Body.String(), "zu viel zu tun") && !strings.Contains(w.Body.String(), "too much to do")) {
				t.Errorf("GET %s of a busy server: %v %s", tt.target, w.Header(), w.Body)
			}
		}
		if w := ask1(&h, "GET", tt.target, nil); w.Code >= 500 {
			t.Errorf("GET %s = %d with places free", tt.target, w.Code)
		}
	}
}

func TestSearchData(t *testing.T) {
	h := testHandler(t)
	w := ask1(h, "GET", "/de/search.json?q=trampelschaden", nil)
	var a struct {
		Query string
		Total int
		Hits  []struct{ Kind, ID, Title, Path string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	if a.Query != "trampelschaden" || a.Total == 0 || len(a.Hits) == 0 {
		t.Fatalf("%s", w.Body)
	}
	for _, x := range a.Hits {
		if printed[""](t)[x.Path] == nil {
			t.Errorf("hit %s %s has the path %q, which is no page", x.Kind, x.ID, x.Path)
		}
	}
}

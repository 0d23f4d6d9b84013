package site

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// hostile reads a file of testdata/hostile: a string on each line, as Go
// writes it, without its quotes. Lines that begin with "# " are comments.
func hostile(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/hostile/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		var s []byte
		for rest := line; rest != ""; {
			if rest[0] != '\\' {
				s, rest = append(s, rest[0]), rest[1:]
				continue
			}
			r, wide, tail, err := strconv.UnquoteChar(rest, 0)
			if err != nil {
				t.Fatalf("%s:%d: %q: %v", name, i+1, rest, err)
			}
			if rest = tail; wide {
				s = append(s, string(r)...)
			} else {
				s = append(s, byte(r))
			}
		}
		all = append(all, string(s))
	}
	return all
}

// host is a handler with what pages of it may have: elements with attributes,
// and addresses that lead elsewhere.
type host struct {
	*handler
	words    map[string]bool // "a href", and "a" for the element itself
	outwards map[string]bool
}

// newHost makes a handler of a site, and learns what pages have from those
// that cannot come from a reader: pages of the site, of those that there are
// many of one in so many, and a few answers.
func newHost(of *handler, every int) (*host, error) {
	h := *of
	h.patience = time.Minute // however busy the machine is with tests
	k := &host{&h, map[string]bool{}, map[string]bool{}}
	learn := func(data []byte) {
		k.read(data, func(tag string, a html.Attribute) {
			k.words[tag] = true
			k.words[tag+" "+a.Key] = true
			if u, err := url.Parse(a.Val); err == nil && u.Host != "" {
				k.outwards[u.Scheme+"://"+u.Host] = true
			}
		})
	}
	learn([]byte("<p><em></em><strong></strong><code></code></p><ul><li></li></ul><ol><li></li></ol>")) // what any explanation may have
	for i, path := range slices.Sorted(maps.Keys(h.pages)) {
		if !strings.HasSuffix(file(path), ".html") || i%every != 0 && !single.MatchString(path) {
			continue
		}
		data, err := h.pages[path].Bytes(context.Background())
		if err != nil {
			return nil, err
		}
		learn(data)
	}
	for _, target := range []string{"/de/nothing", "/de/1.1z/", "/de/search/?q=zzzz", "/de/search/?q=702", "/de/search/?q=Drachen", "/de/search/?q=regel&page=2", "/de/search/?q=wer%20etwas&kind=rule", "/de/search/?q=1.1z",
		"/de/search/?q=trampelschadn", "/de/715/?edition=2020-01-24", "/de/701.54?edition=2024-11-08&was=701.54", "/de/changes/compare/?from=2020-01-24&to=2024-11-08"} {
		learn(ask1(&h, "GET", target, nil).Body.Bytes())
	}
	return k, nil
}

// single matches pages of which there is one in each language.
var single = regexp.MustCompile(`^([a-z]+/)*$`)

// The site of small, and that of the project.
var (
	smallHost = sync.OnceValues(func() (*host, error) {
		s, err := small()
		if err != nil {
			return nil, err
		}
		o := Options{Indexes: s.indexes}
		pages, err := Pages(s.c, o)
		if err != nil {
			return nil, err
		}
		h, err := Handler(s.c, pages, o)
		if err != nil {
			return nil, err
		}
		return newHost(h.(*handler), 1)
	})
	projectHost = sync.OnceValues(func() (*host, error) {
		h, err := newTestHandler()
		if err != nil {
			return nil, err
		}
		return newHost(h, 20)
	})
)

// read gives every attribute of a document, and an empty one for an element
// without any.
func (k *host) read(data []byte, attribute func(tag string, a html.Attribute)) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	var open []string
	z := html.NewTokenizer(bytes.NewReader(data))
	for {
		switch tt := z.Next(); tt {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				fault("%v", z.Err())
			}
			if len(open) > 0 {
				fault("%v not closed", open)
			}
			return faults
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			attribute(t.Data, html.Attribute{})
			seen := map[string]bool{}
			for _, a := range t.Attr {
				if seen[a.Key] {
					fault("<%s> has two %s", t.Data, a.Key)
				}
				seen[a.Key] = true
				attribute(t.Data, a)
			}
			if tt == html.StartTagToken && !void[t.Data] {
				open = append(open, t.Data)
			}
		case html.EndTagToken:
			t := z.Token()
			if len(open) == 0 || open[len(open)-1] != t.Data {
				fault("</%s> closes %v", t.Data, open)
				return faults
			}
			open = open[:len(open)-1]
		case html.TextToken:
			if len(open) > 0 && (open[len(open)-1] == "script" || open[len(open)-1] == "style") {
				fault("%s in the page: %.60q", open[len(open)-1], z.Text())
			}
		case html.CommentToken:
			fault("comment %.60q", z.Text())
		}
	}
}

// void are the elements that have no end.
var void = map[string]bool{"meta": true, "link": true, "input": true, "br": true, "hr": true, "img": true, "wbr": true}

// answer is what a request got.
type answer struct {
	code   int
	header http.Header
	body   []byte
}

// inTitle matches the text of a page's title.
var inTitle = regexp.MustCompile(`(?s)<title>(.*?)</title>`)

// check gives what is wrong with the answer to a request, whatever it asked
// for.
func (k *host) check(r *http.Request, w answer) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	switch w.code {
	case 200, 301, 302, 304, 400, 404, 405:
	default:
		fault("status %d", w.code)
	}
	for _, x := range protection {
		if w.header.Get(x.name) != x.value {
			fault("%s is %q", x.name, w.header.Get(x.name))
		}
	}
	for name, values := range w.header {
		for _, v := range values {
			if strings.ContainsAny(v, "\r\n\x00") || name == "Set-Cookie" {
				fault("%s: %q", name, v)
			}
		}
	}
	if n := w.header.Get("Content-Length"); n != "" && r.Method == http.MethodGet && n != strconv.Itoa(len(w.body)) {
		fault("%d bytes, said to be %s", len(w.body), n)
	}
	const prefix = "http://host/behind/a/proxy"
	base, err := url.Parse(prefix + r.URL.EscapedPath())
	if err != nil {
		fault("%v", err)
		return faults
	}
	// The address as a browser would ask for it, which knows no other one.
	plain := strings.HasPrefix(r.URL.Path, "/") && base.ResolveReference(&url.URL{Path: ""}).EscapedPath() == base.EscapedPath() && !dots.MatchString(r.URL.EscapedPath())
	leads := func(what, address string) {
		u, err := url.Parse(address)
		switch {
		case err != nil:
			fault("%s %q: %v", what, address, err)
		case u.Host != "" || u.Scheme != "":
			if !k.outwards[u.Scheme+"://"+u.Host] {
				fault("%s %q leads elsewhere", what, address)
			}
		case strings.HasPrefix(address, "#"): // on the page itself
		case strings.HasPrefix(address, "/") || strings.HasPrefix(address, `\`):
			fault("%s %q leads out of the folder of the site", what, address)
		case plain:
			if to, ok := strings.CutPrefix(base.ResolveReference(u).String(), prefix+"/"); !ok {
				fault("%s %q leads out of the site", what, address)
			} else if to, _, _ = strings.Cut(to, "?"); !k.has(strings.SplitN(to, "#", 2)[0]) && what != "Location" {
				fault("%s %q leads to %q, which is no page", what, address, to)
			}
		}
	}
	if to := w.header.Get("Location"); to != "" || w.code == 301 || w.code == 302 {
		leads("Location", to)
		return faults
	}
	typ, _, _ := strings.Cut(w.header.Get("Content-Type"), ";")
	switch {
	case w.code == http.StatusNotModified || r.Method == http.MethodHead:
		if len(w.body) > 0 {
			fault("%d bytes", len(w.body))
		}
	case typ == "text/html":
		if c := noText.Find(w.body); c != nil {
			fault("the page has the control character %q", c)
		}
		query, asked := "", false
		faults = append(faults, k.read(w.body, func(tag string, a html.Attribute) {
			switch word := strings.TrimRight(tag+" "+a.Key, " "); {
			case !k.words[word] && word != "em": // emphasis in our texts
				fault("<%s> is on no page", word)
			case word == "link href" && a.Val == base.Path:
			case a.Key == "href" || a.Key == "src" || a.Key == "action":
				if k.has(strings.TrimPrefix(r.URL.Path, "/")) && w.code == 200 && !strings.Contains(r.URL.RawQuery, "=") {
					return // pages of the site are tested as such
				}
				leads(word, a.Val)
			case tag == "input" && a.Key == "value" && !asked:
				query, asked = a.Val, true
			}
		})...)
		if want := r.URL.Query().Get("q"); k.isSearch(r) && w.code == 200 && want != "" {
			if want = sent(want); query != want {
				fault("asked for %q, the page says %q", want, query)
			}
			title := inTitle.FindSubmatch(w.body)
			if title == nil || !strings.Contains(html.UnescapeString(string(title[1])), strings.Join(strings.Fields(want), " ")) && !strings.Contains(sent(html.UnescapeString(string(title[1]))), want) {
				fault("asked for %q, the title is %q", want, title)
			}
		}
	case typ == "application/json":
		if !json.Valid(w.body) {
			fault("broken JSON: %.60q", w.body)
		}
		if strings.HasSuffix(r.URL.Path, "/search.json") && strings.Count(r.URL.Path, "/") == 2 && bytes.ContainsAny(w.body, "<>&") {
			fault("markup in JSON: %.60q", w.body)
		}
	case typ == "text/plain" && w.code != 200:
		if s := string(w.body); s != "not found\n" && s != "only GET and HEAD\n" {
			fault("says %q", s)
		}
	case w.code != 200:
		fault("status %d with %q", w.code, typ)
	}
	if len(w.body) > 1<<20 && !k.has(strings.TrimPrefix(r.URL.Path, "/")) {
		fault("%d bytes", len(w.body))
	}
	return faults
}

// dots matches what browsers take out of an address before they ask for it.
var dots = regexp.MustCompile(`(?i)(^|/)(\.|%2e){1,2}(/|$)|\\`)

func (k *host) isSearch(r *http.Request) bool {
	return regexp.MustCompile(`^/(de|fr|en)/search/$`).MatchString(r.URL.Path)
}

// sent is a query as the page has it: what is no text is left out, and control
// characters are blanks.
func sent(q string) string {
	return strings.TrimSpace(controls.ReplaceAllString(strings.ToValidUTF8(q, ""), " "))
}

var controls = regexp.MustCompile(`\p{Cc}`)

// noText matches what no page may have in it.
var noText = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f-\x{9f}]`)

// request reads a request as the server does; nil if it would refuse it.
func request(target, header string) *http.Request {
	if header != "" {
		header += "\r\n"
	}
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader("GET " + target + " HTTP/1.1\r\nHost: host\r\n" + header + "\r\n")))
	if err != nil {
		return nil
	}
	return r
}

// ask asks a handler directly.
func (k *host) ask(r *http.Request) answer {
	w := httptest.NewRecorder()
	k.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// try asks and checks, and gives what is wrong.
func (k *host) try(target, header string) []string {
	r := request(target, header)
	if r == nil {
		return nil
	}
	r.Header.Del("Accept-Encoding")
	w := k.ask(r)
	faults := k.check(r, w)
	// A redirect ends at an answer.
	for range 4 {
		to := w.header.Get("Location")
		if to == "" {
			return faults
		}
		u, err := r.URL.Parse(to)
		if err != nil {
			return append(faults, err.Error())
		}
		r = request(u.RequestURI(), header)
		if r == nil {
			return append(faults, "redirected to "+to)
		}
		r.Header.Del("Accept-Encoding")
		w = k.ask(r)
		faults = append(faults, k.check(r, w)...)
	}
	return append(faults, "redirected for ever")
}

// Where a string of a reader may stand in an address.
var (
	inPaths   = []string{"/%s", "/de/%s", "/en/%s/", "/fr/glossary/%s/", "/de/cards/%s", "/en/cards/%s.json", "/s/%s", "/fr/search/%s", "/en/changes/%s/", "/de/702.19%s"}
	inQueries = []string{"/de/search/?q=%s", "/en/search.json?q=%s", "/fr/search/?q=trample&kind=%s", "/fr/search/?q=trample&page=%s", "/de/search/?q=%s&kind=card&page=2", "/de/715/?edition=%s",
		"/en/715/?edition=2024-11-08&was=%s", "/fr/changes/compare/?from=%s&to=2026-08-07", "/de/DE/?%s", "/de/glossary?%s=1", "/x?%s", "/de/search/?%s", "/FR/715?q=%s"}
)

// escaped writes every byte of s as a query does that knows no other way.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteByte('%')
		b.WriteString(strings.ToUpper(strconv.FormatUint(uint64(c)>>4, 16)))
		b.WriteString(strings.ToUpper(strconv.FormatUint(uint64(c)&15, 16)))
	}
	return b.String()
}

// The test of answers sees what it is there for.
func TestCheckSees(t *testing.T) {
	k, err := smallHost()
	if err != nil {
		t.Fatal(err)
	}
	r := request("/de/search/?q=Drachen", "")
	good := k.ask(r)
	if faults := k.check(r, good); len(faults) > 0 {
		t.Fatalf("%v", faults)
	}
	for _, tt := range []struct{ old, new string }{
		{"<h1>", "<h1><script>alert(1)</script>"},
		{"<h1>", "<h1><u>x</u>"},
		{"<h1>", "<h1><p>"},
		{"<h1>", `<h1 onclick="alert(1)">`},
		{"<h1>", "<h1><!-- -->"},
		{"<h1>", "<h1>\x00"},
		{"<main ", `<main class="a" class="b" `},
		{`<a href="`, `<a href="javascript:alert(1)`},
		{`<a href="../`, `<a href="//evil.example/`},
		{`<a href="../`, `<a href="../../../`},
		{`<a href="../`, `<a href="../nothing/`},
		{`value="Drachen"`, `value="Drache"`},
		{`value="Drachen"`, `value="" Drachen`},
		{"Drachen – ", "Drache – "},
	} {
		bad := good
		bad.header = good.header.Clone()
		bad.header.Del("Content-Length")
		bad.body = bytes.Replace(good.body, []byte(tt.old), []byte(tt.new), 1)
		if bytes.Equal(bad.body, good.body) {
			t.Errorf("the page has no %q", tt.old)
		} else if len(k.check(r, bad)) == 0 {
			t.Errorf("%q instead of %q goes unseen", tt.new, tt.old)
		}
	}
	for name, value := range map[string]string{"Content-Length": "3", "Set-Cookie": "a=b", "X-Content-Type-Options": "", "X": "a\nb", "Location": "//evil.example/"} {
		bad := good
		bad.header = good.header.Clone()
		bad.header.Set(name, value)
		if len(k.check(r, bad)) == 0 {
			t.Errorf("%s: %q goes unseen", name, value)
		}
	}
	if bad := (answer{503, good.header, good.body}); len(k.check(r, bad)) == 0 {
		t.Error("503 goes unseen")
	}
}

// Nothing that a reader can put into an address or a header becomes markup,
// leads out of the site or upsets the server.
func TestHostileRequests(t *testing.T) {
	texts := slices.Concat(hostile(t, "markup.txt"), hostile(t, "paths.txt"))
	headers := hostile(t, "headers.txt")
	for _, tt := range []struct {
		name string
		host func() (*host, error)
		few  int // of how many texts and places one is tried
	}{
		{"small", smallHost, 2},
		{"project", projectHost, 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k, err := tt.host()
			if err != nil {
				t.Fatal(err)
			}
			type asked struct{ target, header string }
			work := make(chan asked)
			var wg sync.WaitGroup
			var mu sync.Mutex
			n, longest := 0, time.Duration(0)
			for range runtime.GOMAXPROCS(0) {
				wg.Go(func() {
					for x := range work {
						start := time.Now()
						faults := k.try(x.target, x.header)
						took := time.Since(start)
						for _, f := range faults {
							t.Errorf("GET %.200q %.100q: %s", x.target, x.header, f)
						}
						mu.Lock()
						n++
						longest = max(longest, took)
						mu.Unlock()
					}
				})
			}
			for i, s := range texts {
				written := []string{s, escaped(s), strings.ReplaceAll(escaped(s), "%", "%25"), url.PathEscape(s), url.QueryEscape(s)}
				for j, form := range slices.Concat(inPaths, inQueries) {
					for w := range written {
						if (i+j+w)%tt.few == 0 {
							work <- asked{fmt.Sprintf(form, written[w]), ""}
						}
					}
				}
				work <- asked{"/de/search/?q=" + escaped(s+" trample "+texts[(i+1)%len(texts)]), "Accept-Language: " + s}
				work <- asked{"/" + escaped(s), "Accept-Language: " + s}
			}
			for _, header := range headers {
				for _, target := range []string{"/", "/715", "/de/715/", "/de/search/?q=trample", "/en/search.json?q=trample", "/x", "/robots.txt", "/" + k.b.static + "regula.css"} {
					work <- asked{target, header}
				}
			}
			for i, s := range []string{"a", "a/", "%2e%2e/", "9", "ä", "%c3%a4", "%", "702.19b+", "%22", "-a+", "(", "a*", "%cc%81", "%F0%9F%82%A1"} {
				for j, form := range slices.Concat(inPaths, inQueries) {
					long := []int{20, 399, 401, 5000, 15000 / len(s)}
					for w, n := range long {
						if (i+j+w)%tt.few == 0 {
							work <- asked{fmt.Sprintf(form, strings.Repeat(s, n)), ""}
						}
					}
				}
			}
			close(work)
			wg.Wait()
			t.Logf("%d requests, the longest %v", n, longest)
		})
	}
}

// requests makes requests out of what the site has, what is hostile and what
// is nothing.
type requests struct {
	*rand.Rand
	paths, words, evil, headers []string
}

func newRequests(t testing.TB, k *host, seed uint64) *requests {
	g := &requests{Rand: rand.New(rand.NewPCG(seed, 1)), paths: slices.Sorted(maps.Keys(k.pages)), evil: slices.Concat(hostile(t, "markup.txt"), hostile(t, "paths.txt")), headers: hostile(t, "headers.txt")}
	g.words = strings.Fields(`trample Trampelschaden piétinement der die das the rule Regel règle what happens if wer wie comment 702.19 601.2f–h 704.5k 1 100 2019 CR § nicht "attacking
		creature" -token can't l'adversaire {T} {2/W} ability Fähigkeit capacité légendaire`)
	return g
}

func pick[T any](g *requests, all []T) T { return all[g.IntN(len(all))] }

// text is something to look for.
func (g *requests) text() string {
	switch g.IntN(8) {
	case 0:
		return pick(g, g.evil)
	case 1:
		s := make([]byte, g.IntN(40))
		for i := range s {
			s[i] = byte(g.IntN(256))
		}
		return string(s)
	case 2:
		s := make([]rune, g.IntN(40))
		for i := range s {
			s[i] = rune(g.IntN(1 << uint(3+g.IntN(18)) % 0x110000))
		}
		return string(s)
	case 3:
		return fmt.Sprintf("%d.%d%c", g.IntN(1000), g.IntN(220), 'a'+rune(g.IntN(27)))
	}
	s := make([]string, 1+g.IntN(6))
	for i := range s {
		s[i] = pick(g, g.words)
		if g.IntN(4) == 0 {
			s[i] = g.broken(s[i])
		}
	}
	return strings.Join(s, pick(g, []string{" ", " ", " ", "-", "", "  ", "/", "\""}))
}

// broken is s with a byte changed, lost or put in.
func (g *requests) broken(s string) string {
	if s == "" {
		return "%"
	}
	i := g.IntN(len(s))
	switch g.IntN(4) {
	case 0:
		return s[:i] + s[i+1:]
	case 1:
		return s[:i] + string(rune(g.IntN(256))) + s[i:]
	case 2:
		return s[:i] + pick(g, g.evil) + s[i:]
	}
	return s[i:] + s[:i]
}

func (g *requests) escaped(s string) string {
	switch g.IntN(4) {
	case 0:
		return s
	case 1:
		return escaped(s)
	}
	return url.QueryEscape(s)
}

func (g *requests) next() (target, header string) {
	switch g.IntN(6) {
	case 0:
		target = "/" + pick(g, g.paths)
	case 1:
		target = "/" + g.broken(pick(g, g.paths))
	case 2:
		target = fmt.Sprintf(pick(g, inPaths), g.escaped(g.text()))
	case 3:
		target = "/" + pick(g, g.paths) + "?" + pick(g, []string{"q", "kind", "page", "edition", "was", "from", "to", ""}) + "=" + g.escaped(g.text())
	case 4:
		target = fmt.Sprintf(pick(g, inQueries), g.escaped(g.text()))
	default:
		target = fmt.Sprintf("/%s/search/?q=%s&kind=%s&page=%d", pick(g, []string{"de", "fr", "en"}), g.escaped(g.text()), pick(g, []string{"", "rule", "glossary", "card", "x"}), g.IntN(60)-2)
	}
	if g.IntN(10) == 0 {
		header = pick(g, g.headers)
	}
	return target, header
}

// A server answers whatever it is asked, by many at once, over connections
// that are kept, and nothing of it stays behind. REGULA_REQUESTS says how many
// requests; more than a few thousand are a matter of minutes.
func TestRandomRequests(t *testing.T) {
	k, err := projectHost()
	if err != nil {
		t.Fatal(err)
	}
	many := 3000
	if s := os.Getenv("REGULA_REQUESTS"); s != "" {
		if many, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	before := runtime.NumGoroutine()
	server := httptest.NewServer(k)
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	const readers = 16
	var wg sync.WaitGroup
	var mu sync.Mutex
	var took []time.Duration
	codes := map[int]int{}
	for i := range readers {
		g := newRequests(t, k, uint64(i))
		wg.Go(func() {
			for range many / readers {
				target, header := g.next()
				r := request(target, header)
				if r == nil || r.Header.Get("Upgrade")+r.Header.Get("Expect") != "" {
					continue // refused before the handler
				}
				out := r.Clone(context.Background())
				out.RequestURI = ""
				out.URL.Scheme, out.URL.Host = "http", server.Listener.Addr().String()
				start := time.Now()
				a, err := client.Do(out)
				if err != nil {
					t.Errorf("GET %.200q %q: %v", target, header, err)
					continue
				}
				body, err := io.ReadAll(a.Body)
				a.Body.Close()
				d := time.Since(start)
				if err != nil {
					t.Errorf("GET %.200q %q: %v", target, header, err)
				}
				if a.Header.Get("Content-Encoding") == "" { // else the client is one that unpacks for itself
					for _, f := range k.check(r, answer{a.StatusCode, a.Header, body}) {
						t.Errorf("GET %.200q %q: %s", target, header, f)
					}
				}
				mu.Lock()
				codes[a.StatusCode]++
				took = append(took, d)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.Sort(took)
	t.Logf("%d requests: %v; median %v, 99 of 100 within %v, the longest %v", len(took), codes, took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
	client.CloseIdleConnections()
	server.Close()
	for end := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before; <-time.After(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines before the requests, %d after them", before, runtime.NumGoroutine())
		}
	}
	if n := len(k.searches); n > 0 {
		t.Errorf("%d places for searches are taken by nobody", n)
	}
}

// A reader who has closed one half of the connection looks like one who has
// gone, and gets the answer over the other half.
func TestHalfClosed(t *testing.T) {
	h := testHandler(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, target := range []string{"/de/715/", "/de/search/?q=trampelschaden", "/en/search.json?q=trample", "/de/715/?edition=2020-01-24", "/x", "/de/changes/compare/?from=2020-01-24&to=2024-11-08"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", target, nil).WithContext(ctx))
		if w.Code != 200 && w.Code != 404 || w.Body.Len() == 0 {
			t.Errorf("GET %s = %d and %d bytes", target, w.Code, w.Body.Len())
		}
	}
}

// A fault of the program ends neither the server nor the answer, and is told
// to those who can mend it.
func TestFaults(t *testing.T) {
	var log bytes.Buffer
	h := *testHandler(t)
	h.log = slog.New(slog.NewTextHandler(&log, nil))
	h.pages = map[string]Page{
		"de/error/": {Path: "de/error/", print: func(context.Context, *builder, io.Writer) error { return errors.New("out of ink") }},
		"de/panic/": {Path: "de/panic/", print: func(context.Context, *builder, io.Writer) error { panic("out of paper") }},
	}
	for target, reason := range map[string]string{"/de/error/": "out of ink", "/de/panic/": "out of paper"} {
		log.Reset()
		w := ask1(&h, "GET", target, nil)
		if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "<h1>") || strings.Contains(w.Body.String(), reason) {
			t.Errorf("GET %s = %d, %s", target, w.Code, w.Body)
		}
		if !strings.Contains(log.String(), reason) || !strings.Contains(log.String(), target) {
			t.Errorf("the log says %q", log.String())
		}
	}
}

// FuzzRequests asks the handler for any address with any header.
func FuzzRequests(f *testing.F) {
	k, err := smallHost()
	if err != nil {
		f.Fatal(err)
	}
	for _, form := range slices.Concat(inPaths, inQueries) {
		f.Add(fmt.Sprintf(form, "Drachen%20<b>"), "Accept-Language: fr;q=0.5, de")
	}
	for _, target := range []string{"/", "/de/100.1a/", "/200.2", "/DE/CARDS/Kite-Maker", "/en/cards/kite%2Fmaker", "/de/changes/compare/?from=2031-03-05&to=2031-03-05", "/de/100?edition=2031-03-05&was=101", "*", "http://x//y"} {
		f.Add(target, "If-None-Match: *")
	}
	f.Fuzz(func(t *testing.T, target, header string) {
		start := time.Now()
		for _, x := range k.try(target, header) {
			t.Errorf("GET %q %q: %s", target, header, x)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("GET %q %q took %v", target, header, took)
		}
	})
}

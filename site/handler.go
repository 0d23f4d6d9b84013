package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
	"golang.org/x/text/language"

	"regula/corpus"
	"regula/lang"
	"regula/rules"
	"regula/search"
	"regula/templates"
)

// Limits of what the server does for a request.
const (
	maxQuery      = search.MaxQuery
	maxDepth      = 16              // slashes in an address
	maxResultPage = 50              // pages of hits
	longestWait   = 2 * time.Second // for a place among the searches or the pages being printed, and as long again for the search
)

// handler answers requests. It has no state but the places for what takes
// time, so that the work and the memory of all at once have a limit.
type handler struct {
	b        *builder
	pages    map[string]Page
	rest     func() (map[string]Page, error) // the rest of the pages by path, made when they are first asked for
	offline  func() (map[string]Page, error) // packs by path, made when they are first asked for
	kept     *keptPages
	searches chan struct{} // a place for each search or comparison
	prints   chan struct{} // a place for each page being printed
	patience time.Duration // longestWait; longer for tests
	matcher  language.Matcher
	log      *slog.Logger
}

// Handler serves the pages that Pages made of c and o, the same bytes that
// Export writes. It also answers searches, sends every readable form of a
// rule number to its page, and gives those who ask for a page that does not
// exist one that leads on.
func Handler(c *corpus.Corpus, pages []Page, o Options) (http.Handler, error) {
	b := builderOf(pages)
	if b == nil {
		var err error
		if b, err = newBuilder(c, o); err != nil {
			return nil, err
		}
	}
	h := &handler{
		b:        b,
		pages:    make(map[string]Page, len(pages)),
		kept:     &keptPages{pages: map[string]packedPage{}},
		searches: make(chan struct{}, 4*runtime.GOMAXPROCS(0)),
		prints:   make(chan struct{}, 4*runtime.GOMAXPROCS(0)),
		patience: longestWait,
		log:      o.Log,
	}
	for _, p := range pages {
		h.pages[p.Path] = p
	}
	h.rest = done(func() (map[string]Page, error) {
		if !o.Late {
			return nil, nil
		}
		rest, err := b.rest(pages)
		return byPath(rest), err
	})
	h.offline = done(func() (map[string]Page, error) {
		rest, err := h.rest()
		if err != nil {
			return nil, err
		}
		packs, err := Packs(context.Background(), slices.AppendSeq(slices.Clone(pages), maps.Values(rest)))
		return byPath(packs), err
	})
	var tags []language.Tag
	for _, l := range []lang.Language{lang.English, lang.German, lang.French} { // the first is for readers of none
		tags = append(tags, language.MustParse(string(l)))
	}
	h.matcher = language.NewMatcher(tags)
	return h, nil
}

// done gives what does something until it has been done once, and then gives
// the result of that.
func done[T any](f func() (T, error)) func() (T, error) {
	var mu sync.Mutex
	var result T
	have := false
	return func() (T, error) {
		mu.Lock()
		defer mu.Unlock()
		if have {
			return result, nil
		}
		x, err := f()
		if err == nil {
			result, have = x, true
		}
		return x, err
	}
}

// packName matches the paths of packs.
var packName = regexp.MustCompile(`^` + packFolder + `[0-9a-f]{12}\.pack$`)

func byPath(pages []Page) map[string]Page {
	m := make(map[string]Page, len(pages))
	for _, p := range pages {
		m[p.Path] = p
	}
	return m
}

// statusError is a request that cannot be answered as it is meant.
type statusError struct {
	code int
	text func(*lang.Texts) string
}

func (e statusError) Error() string { return http.StatusText(e.code) }

var (
	errTooLong = statusError{http.StatusBadRequest, func(t *lang.Texts) string { return t.Script.TooLong }}
	errBusy    = statusError{http.StatusServiceUnavailable, func(t *lang.Texts) string { return t.Busy }}
)

// status turns an error into the status of the answer, and the words for it.
func status(err error) (int, func(*lang.Texts) string) {
	var s statusError
	if errors.As(err, &s) {
		return s.code, s.text
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return errBusy.code, errBusy.text
	}
	return http.StatusInternalServerError, func(t *lang.Texts) string { return t.Failed }
}

// ServeHTTP answers one request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	for _, x := range protection {
		head.Set(x.name, x.value)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	// Slashes are counted as the browser sees them, or its relative links
	// would lead astray.
	raw := strings.TrimPrefix(r.URL.EscapedPath(), "/")
	if strings.Count(raw, "/") > maxDepth || !utf8.ValidString(r.URL.Path) {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	p := strings.TrimPrefix(r.URL.Path, "/")
	l, named := h.language(p, r)
	if !named {
		head.Add("Vary", "Accept-Language")
	}
	defer func() {
		if x := recover(); x != nil { // nothing has been sent: what is sent is whole before
			h.fail(w, r, l, raw, fmt.Errorf("panic: %v\n%s", x, debug.Stack()))
		}
	}()
	var err error
	switch {
	case p == searchPath(l) && r.URL.RawQuery != "":
		err = h.search(w, r, l)
	case p == searchDataPath(l):
		err = h.searchData(w, r, l)
	case p == comparePath(l) && r.URL.RawQuery != "":
		err = h.compare(w, r, l)
	case r.URL.Query().Has("edition"):
		err = h.edition(w, r, l, p, raw)
	default:
		err = h.page(w, r, l, p, raw)
	}
	if err != nil {
		h.fail(w, r, l, raw, err)
	}
}

// language is the one that an address begins with, else the one that the
// reader's browser prefers.
func (h *handler) language(p string, r *http.Request) (l lang.Language, named bool) {
	first, _, _ := strings.Cut(p, "/")
	if l, ok := lang.Parse(strings.ToLower(first)); ok {
		return l, true
	}
	if first == "" || first+"/" == staticFolder || p == offlinePath || strings.HasPrefix(p, packFolder) || h.has(p) {
		return lang.English, true // the answer does not depend on it
	}
	accept := r.Header.Get("Accept-Language")
	if len(accept) > 200 {
		accept = ""
	}
	tag, _ := language.MatchStrings(h.matcher, accept)
	base, _ := tag.Base()
	l, ok := lang.Parse(base.String())
	if !ok {
		l = lang.English
	}
	return l, false
}

func (h *handler) has(p string) bool {
	_, ok := h.pages[p]
	return ok
}

// lookUp gives the page at p, and whether there is one.
func (h *handler) lookUp(p string) (page Page, ok bool, err error) {
	page, ok = h.pages[p]
	if !ok && (p == offlinePath || strings.Contains(p, "/search/")) {
		rest, err := h.rest()
		if err != nil {
			return page, false, err
		}
		page, ok = rest[p]
	}
	if page.packs != nil || packName.MatchString(p) { // the list can be printed once there is what it lists
		packs, err := h.offline()
		if err != nil {
			return page, false, err
		}
		if pack, found := packs[p]; found {
			return pack, true, nil
		}
	}
	return page, ok, nil
}

// page sends the page at p, or one that leads on.
func (h *handler) page(w http.ResponseWriter, r *http.Request, l lang.Language, p, raw string) error {
	page, ok, err := h.lookUp(p)
	if err != nil {
		return err
	}
	if ok && p != notFoundPath {
		if strings.Count(raw, "/") != strings.Count(p, "/") { // a slash written %2F: its links would lead astray
			return redirect(w, http.StatusMovedPermanently, relative(raw, p)+query(r))
		}
		packs := packable(p) && acceptsGzip(r)
		if k, ok := h.kept.page(p); ok && packs {
			sendPacked(w, r, http.StatusOK, p, k)
			return nil
		}
		data, err := h.print(r, page)
		if err != nil {
			return err
		}
		if !packs || !worthPacking(p, data) {
			h.send(w, r, http.StatusOK, p, data)
			return nil
		}
		k := newPackedPage(data)
		h.kept.keep(p, k)
		sendPacked(w, r, http.StatusOK, p, k)
		return nil
	}
	if h.has(p + "/") {
		return redirect(w, http.StatusMovedPermanently, relative(raw, raw+"/")+query(r))
	}
	if folder, ok := strings.CutSuffix(p, "index.html"); ok && h.has(folder) {
		return redirect(w, http.StatusMovedPermanently, "./")
	}
	return h.notFound(w, r, l, p, raw)
}

// named gives what an address names below its language, without the ending of
// a file.
func named(p string) string {
	rest := strings.Trim(p, "/")
	if first, after, ok := strings.Cut(rest, "/"); ok {
		if _, ok := lang.Parse(strings.ToLower(first)); ok {
			rest = strings.Trim(after, "/")
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(rest, ".json"), ".html")
}

// edition answers a request for a rule by the number that it had in an older
// edition: ?edition=2024-11-08. What is elsewhere today is sent there, with
// the old number in the address: ?edition=2024-11-08&was=701.54.
func (h *handler) edition(w http.ResponseWriter, r *http.Request, l lang.Language, p, raw string) error {
	q := r.URL.Query()
	day, err := time.Parse(time.DateOnly, q.Get("edition"))
	rest := named(p)
	n, ok := oneNumber(rest)
	if err != nil || !ok || len(rest) > maxQuery || strings.HasSuffix(p, ".json") {
		return h.page(w, r, l, p, raw)
	}
	b := h.b
	if p == rulePath(l, n) && b.c.Has(n) {
		if was, err := rules.ParseNumber(q.Get("was")); err == nil && was != n {
			if now, _, text := b.at(l, was, day); now == n {
				return h.noticed(w, r, l, n, text)
			}
		}
	}
	now, day, text := b.at(l, n, day)
	switch {
	case !now.IsZero() && now != n:
		return redirect(w, http.StatusFound, relative(raw, rulePath(l, now))+"?"+url.Values{"edition": {day.Format(time.DateOnly)}, "was": {n.String()}}.Encode())
	case !b.c.Has(n):
		return h.missing(w, r, l, raw, n, templates.Remark{Kind: "at", Text: text})
	case p != rulePath(l, n):
		return redirect(w, http.StatusFound, relative(raw, rulePath(l, n))+"?"+url.Values{"edition": {q.Get("edition")}}.Encode())
	}
	return h.noticed(w, r, l, n, text)
}

// noticed sends the page of n with what a reader has to know of it first.
func (h *handler) noticed(w http.ResponseWriter, r *http.Request, l lang.Language, n rules.Number, text string) error {
	page := h.b.number(l, n, templates.Remark{Kind: "at", Text: text})
	data, err := h.print(r, page)
	if err != nil {
		return err
	}
	h.send(w, r, http.StatusOK, page.Path, data)
	return nil
}

// missing answers a request for a number that the edition does not have.
func (h *handler) missing(w http.ResponseWriter, r *http.Request, l lang.Language, raw string, n rules.Number, notices ...templates.Remark) error {
	t := l.Texts()
	v := templates.ErrorPage{Heading: t.NotFound, Text: fmt.Sprintf(t.NotFoundNumber, n), Else: t.NotFoundElse, Notices: notices}
	if text, now := h.b.pastText(l, n); text != "" && (len(notices) == 0 || !now.IsZero()) {
		was := templates.Remark{Kind: "was", Text: text}
		if !now.IsZero() {
			a := h.b.link(l, raw, now)
			was.Link = &a
		}
		v.Notices = append(v.Notices, was)
	}
	for _, near := range nearby(rules.Near(h.b.c.Numbers(), n.Parent(), func(m rules.Number) int { return m.Compare(n) })) {
		v.Nearest = append(v.Nearest, h.b.link(l, raw, near))
	}
	return h.sendPage(w, r, http.StatusNotFound, h.b.errorPage(l, raw, v))
}

// compare answers a comparison of two editions.
func (h *handler) compare(w http.ResponseWriter, r *http.Request, l lang.Language) error {
	q := r.URL.Query()
	from, errFrom := time.Parse(time.DateOnly, q.Get("from"))
	to, errTo := time.Parse(time.DateOnly, q.Get("to"))
	if errFrom != nil || errTo != nil {
		return h.page(w, r, l, comparePath(l), comparePath(l))
	}
	var b bytes.Buffer
	err := h.within(h.searches, r, func() error { return h.b.compared(l, from, to).Render(printing(r), &b) })
	if err != nil {
		return err
	}
	h.send(w, r, http.StatusOK, comparePath(l), b.Bytes())
	return nil
}

// notFound sends a form of a rule number, or the name of a card or of a term,
// to its page, what lacks nothing but the language to that of the reader, and
// everything else a page that says what is near.
func (h *handler) notFound(w http.ResponseWriter, r *http.Request, l lang.Language, p, raw string) error {
	t := l.Texts()
	rest := named(p)
	v := templates.ErrorPage{Heading: t.NotFound, Text: t.NotFoundText, Else: t.NotFoundElse}
	if n, ok := oneNumber(rest); ok && len(rest) <= maxQuery && p != notFoundPath {
		if h.b.c.Has(n) {
			return redirect(w, http.StatusFound, relative(raw, rulePath(l, n)))
		}
		return h.missing(w, r, l, raw, n)
	}
	if low := strings.ToLower(p); low != p {
		for _, known := range []string{low, low + "/"} {
			if h.has(known) && known != notFoundPath {
				return redirect(w, http.StatusFound, relative(raw, known)+query(r))
			}
		}
	}
	if len(rest) <= maxQuery && p != notFoundPath {
		for _, known := range []string{homePath(l) + strings.ToLower(rest) + "/", h.b.cardNamed(l, rest), h.b.entryNamed(l, rest)} {
			if h.has(known) && known != "" && known != p {
				return redirect(w, http.StatusFound, relative(raw, known)+query(r))
			}
		}
	}
	return h.sendPage(w, r, http.StatusNotFound, h.b.errorPage(l, raw, v))
}

// query is that of the address, for one to redirect to.
func query(r *http.Request) string {
	if q := r.URL.Query().Encode(); q != "" {
		return "?" + q
	}
	return ""
}

// redirect sends the browser to an address relative to the one it asked for,
// so that the site may lie behind any prefix. It does not fail.
func redirect(w http.ResponseWriter, code int, to string) error {
	w.Header().Set("Location", to)
	w.Header().Set("Cache-Control", cacheAsking)
	w.WriteHeader(code)
	return nil
}

// ask reads a search from the address.
func ask(r *http.Request) (asked, error) {
	v := r.URL.Query()
	a := asked{query: strings.TrimSpace(strings.Map(printable, strings.ToValidUTF8(v.Get("q"), ""))), kind: v.Get("kind"), page: 1}
	if utf8.RuneCountInString(a.query) > maxQuery {
		return asked{}, errTooLong
	}
	if n, err := strconv.Atoi(v.Get("page")); err == nil && n > 0 && n <= maxResultPage {
		a.page = n
	}
	if !slices.Contains(search.Kinds, a.kind) {
		a.kind = ""
	}
	return a, nil
}

// printable makes blanks of control characters, which have no place in a page.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// within does what takes time in one of the places for that. It waits for one,
// but not for long.
func (h *handler) within(places chan struct{}, r *http.Request, do func() error) error {
	select {
	case places <- struct{}{}:
	default:
		over := time.NewTimer(h.patience)
		defer over.Stop()
		select {
		case places <- struct{}{}:
		case <-r.Context().Done(): // whoever may have gone is not worth a queue
			return errBusy
		case <-over.C:
			return errBusy
		}
	}
	defer func() { <-places }()
	return do()
}

// print prints a page, if there is a place for that.
func (h *handler) print(r *http.Request, p Page) (data []byte, err error) {
	if p.ready() {
		return p.Bytes(r.Context())
	}
	err = h.within(h.prints, r, func() error {
		data, err = p.Bytes(printing(r))
		return err
	})
	return data, err
}

// find searches, if there is a place for one more search.
func (h *handler) find(r *http.Request, l lang.Language, query string, o search.Options) (search.Result, error) {
	x := h.b.indexes[l]
	if x == nil {
		return search.Result{Query: query, Hits: []search.Hit{}, Facets: []search.Facet{}, Suggestions: []string{}}, nil
	}
	var result search.Result
	err := h.within(h.searches, r, func() (err error) {
		ctx, cancel := context.WithTimeout(printing(r), h.patience)
		defer cancel()
		result, err = x.Search(ctx, query, o)
		return err
	})
	return result, err
}

// search answers a query on the search page. A number goes straight to its
// rule.
func (h *handler) search(w http.ResponseWriter, r *http.Request, l lang.Language) error {
	a, err := ask(r)
	if err != nil {
		return err
	}
	p := searchPath(l)
	if a.query == "" {
		return h.page(w, r, l, p, p)
	}
	if n, ok := oneNumber(a.query); ok && h.b.c.Has(n) && a.kind == "" {
		return redirect(w, http.StatusFound, relative(p, rulePath(l, n)))
	}
	result, err := h.find(r, l, a.query, a.options())
	if err != nil {
		return err
	}
	t := l.Texts()
	v := h.b.searchLayout(l, p, t.Search+": "+a.query, "")
	v.Query = a.query
	v.Hidden = true
	for i := range v.Alternates {
		v.Alternates[i].Href += asked{query: a.query}.address()
	}
	return h.sendPage(w, r, http.StatusOK, templates.Page(v, templates.SearchBody(t, h.b.searchView(l, a, result))))
}

// searchData answers a query as JSON.
func (h *handler) searchData(w http.ResponseWriter, r *http.Request, l lang.Language) error {
	a, err := ask(r)
	if err != nil {
		return err
	}
	result, err := h.find(r, l, a.query, a.options())
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(SearchData(l, result)); err != nil { // with < and & escaped: it says again what was asked
		return err
	}
	h.send(w, r, http.StatusOK, searchDataPath(l), b.Bytes())
	return nil
}

// fail says why a request gets no answer.
func (h *handler) fail(w http.ResponseWriter, r *http.Request, l lang.Language, raw string, err error) {
	code, text := status(err)
	t := l.Texts()
	if code == http.StatusInternalServerError && h.log != nil {
		h.log.Error("a request without an answer", "address", r.URL.String(), "reason", err)
	}
	if code == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "5")
	}
	if path.Ext(raw) == ".json" {
		var b bytes.Buffer
		if writeJSON(&b, map[string]string{"error": text(t)}) == nil {
			h.send(w, r, code, raw, b.Bytes())
			return
		}
	}
	page := h.b.errorPage(l, raw, templates.ErrorPage{Heading: t.Failed, Text: text(t)})
	if h.sendPage(w, r, code, page) != nil {
		http.Error(w, http.StatusText(code), code)
	}
}

// sendPage prints a page for this request alone.
func (h *handler) sendPage(w http.ResponseWriter, r *http.Request, code int, c templ.Component) error {
	var b bytes.Buffer
	if err := c.Render(printing(r), &b); err != nil {
		return err
	}
	h.send(w, r, code, "x.html", b.Bytes())
	return nil
}

// printing is the context in which to print a page. It does not end before
// the page is whole: a reader who has closed the sending half of a connection
// looks like one who has gone, and whoever searched for too long is told so.
func printing(r *http.Request) context.Context { return context.WithoutCancel(r.Context()) }

// send answers with data, compressed for those who can read it.
func (h *handler) send(w http.ResponseWriter, r *http.Request, code int, p string, data []byte) {
	if worthPacking(p, data) && acceptsGzip(r) {
		sendPacked(w, r, code, p, newPackedPage(data))
		return
	}
	if worthPacking(p, data) {
		w.Header().Add("Vary", "Accept-Encoding")
	}
	sendBytes(w, r, code, p, tagOf(data)+`"`, data)
}

func worthPacking(p string, data []byte) bool { return packable(p) && len(data) >= minPacked }

// packedPage is a page as it is sent to those who can read it compressed.
type packedPage struct {
	tag  string
	data []byte
}

func newPackedPage(data []byte) packedPage {
	return packedPage{tagOf(data) + `-gz"`, gzipped(data, gzipSent)}
}

// tagOf is the entity tag of data without its end.
func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + hex.EncodeToString(sum[:8])
}

func sendPacked(w http.ResponseWriter, r *http.Request, code int, p string, k packedPage) {
	w.Header().Add("Vary", "Accept-Encoding")
	w.Header().Set("Content-Encoding", "gzip")
	sendBytes(w, r, code, p, k.tag, k.data)
}

// sendBytes sends what stands at p, as it is.
func sendBytes(w http.ResponseWriter, r *http.Request, code int, p, tag string, data []byte) {
	head := w.Header()
	head.Set("Content-Type", contentType(p))
	head.Set("Cache-Control", caching(p))
	if code == http.StatusOK {
		head.Set("ETag", tag)
		if match := r.Header.Get("If-None-Match"); match == "*" || strings.Contains(match, tag) {
			head.Del("Content-Type")
			head.Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	} else {
		head.Set("Cache-Control", cacheNever)
	}
	head.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(code)
	if r.Method == http.MethodHead {
		return
	}
	w.Write(data) // a reader who has gone needs no answer
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		_, weight, weighed := strings.Cut(strings.ReplaceAll(q, " ", ""), "=")
		f, err := strconv.ParseFloat(weight, 64)
		return !weighed || err == nil && f > 0
	}
	return false
}

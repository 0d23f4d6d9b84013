package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"regula/lang"
)

// host serves a folder as static hosts do: compressed, to be cached. It counts
// what it sends, headers included.
type host struct {
	dir  string
	sent atomic.Int64 // bytes
	open atomic.Int64 // requests under way
	slow atomic.Bool  // whether it answers as over a slow phone's link
	link sync.Mutex   // held while that link is in use
	mu   sync.Mutex
	zip  map[string][]byte
}

// A slow phone's link. The host is what is slow, not the browser: that slows
// pages but not their workers, and Pagefind asks from a worker.
const (
	slowDelay = 150 * time.Millisecond // until the first byte of an answer
	slowBytes = 200_000                // a second, for all answers together: 1.6 Mbit/s
)

// send sends an answer, on a slow link in pieces, each when the link is free.
func (h *host) send(w http.ResponseWriter, data []byte) {
	if !h.slow.Load() {
		w.Write(data)
		return
	}
	time.Sleep(slowDelay)
	for piece := range slices.Chunk(data, 4096) {
		h.link.Lock()
		time.Sleep(time.Duration(len(piece)) * time.Second / slowBytes)
		h.link.Unlock()
		w.Write(piece)
		w.(http.Flusher).Flush()
	}
}

// counted is a listener that counts what is sent to those who come.
type counted struct {
	net.Listener
	sent *atomic.Int64
}

func (l counted) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return countedConn{c, l.sent}, err
}

type countedConn struct {
	net.Conn
	sent *atomic.Int64
}

func (c countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.sent.Add(int64(n))
	return n, err
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.open.Add(1)
	defer h.open.Add(-1)
	name := filepath.Join(h.dir, filepath.FromSlash(path.Clean(r.URL.Path)))
	if strings.HasSuffix(r.URL.Path, "/") {
		name = filepath.Join(name, "index.html")
	}
	h.mu.Lock()
	data, ok := h.zip[name]
	h.mu.Unlock()
	if !ok {
		raw, err := os.ReadFile(name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, 6)
		z.Write(raw)
		z.Close()
		data = b.Bytes()
		h.mu.Lock()
		h.zip[name] = data
		h.mu.Unlock()
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(filepath.Ext(name)))
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Cache-Control", "public, max-age=600")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	h.send(w, data)
}

// quiet waits until nothing has been under way for a while, and gives the
// bytes that were sent since the last time.
func (h *host) quiet() int64 {
	end := time.Now().Add(10 * time.Second)
	last := h.sent.Load()
	for still := 0; still < 6 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		now := h.sent.Load()
		if h.open.Load() > 0 || now != last {
			still = 0
		} else {
			still++
		}
		last = now
	}
	return h.sent.Swap(0)
}

// tab is a page of the browser with a cache of its own.
type tab struct {
	ctx   context.Context
	close func()
	host  *host
	ahead int64 // bytes fetched for the search before the first key
}

// newTab opens a tab with an empty cache.
func newTab(browser context.Context, h *host) (*tab, error) {
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	t := &tab{ctx: ctx, close: func() { stop(); cancel() }, host: h}
	return t, chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
		return err
	}))
}

// js gives what an expression is; promises are awaited.
func (t *tab) js(expression string) (string, error) {
	s, err := chromedp.Run(t.ctx, chromedp.Evaluate[string]("(async () => String(await ("+expression+")))()", chromedp.EvalAwaitPromise))
	if err != nil {
		return "", fmt.Errorf("%.80s: %w", expression, err)
	}
	return s, nil
}

// asked is what a search took: bytes transferred, the times from the key to the
// list of results and to the excerpts in it, and the requests before the list.
type asked struct {
	bytes        int64
	time, texts  time.Duration
	beforeListed int
}

// A searcher types a query into a page and gives the time in milliseconds
// until its results stand there, that until all of their texts do, and the
// number of requests before the first of these.
type searcher struct {
	page  func(lang.Language) string
	ready string
	ahead string // bytes that the page fetched for the search before the first key
	typed func(query string) string
}

var ours = searcher{
	page:  func(l lang.Language) string { return string(l) + "/search/" },
	ready: `document.documentElement.dataset.ready`,
	ahead: `performance.getEntriesByType("resource").filter((e) => /\/search(-..)?\.js$|\/search\/./.test(e.name)).reduce((n, e) => n + e.transferSize, 0)`,
	typed: func(q string) string {
		return `new Promise((done) => {
			const place = document.querySelector("#results"), input = document.querySelector("[name=q]");
			performance.setResourceTimingBufferSize(100000);
			const requests = () => performance.getEntriesByType("resource").length, before = requests();
			const start = performance.now();
			let listed;
			new MutationObserver((_, o) => {
				if (!place.querySelector(".found,.note")) return;
				listed ??= [performance.now() - start, requests() - before];
				if ([...place.querySelectorAll(".awaited")].some((e) => e.getBoundingClientRect().top < 1.25 * innerHeight)) return;
				o.disconnect();
				done([listed[0], performance.now() - start, listed[1]].join(" "));
			}).observe(place, { childList: true, subtree: true, attributes: true });
			input.value = ` + strconv.Quote(q) + `;
			input.dispatchEvent(new Event("input", { bubbles: true }));
		})`
	},
}

// Pagefind's page asks its library as its own interface does: the search, and
// then what the first five hits are.
var pagefinds = searcher{
	page:  func(l lang.Language) string { return "pagefind-" + string(l) + ".html" },
	ready: `document.documentElement.dataset.ready`,
	ahead: `0`,
	typed: func(q string) string {
		return `(async () => {
			const start = performance.now();
			window.pf ??= await import("./pagefind/pagefind.js");
			const found = await window.pf.search(` + strconv.Quote(q) + `);
			await Promise.all(found.results.slice(0, 5).map((r) => r.data()));
			const took = performance.now() - start;
			return took + " " + took + " 0";
		})()`
	},
}

// ask measures one search.
func (s searcher) ask(t *tab, q string) (asked, error) {
	t.host.quiet()
	v, err := t.js(s.typed(q))
	if err != nil {
		return asked{}, err
	}
	var list, texts float64
	a := asked{bytes: t.host.quiet()}
	_, err = fmt.Sscan(v, &list, &texts, &a.beforeListed)
	a.time, a.texts = time.Duration(list*float64(time.Millisecond)), time.Duration(texts*float64(time.Millisecond))
	return a, err
}

// enter opens the page in a new tab and waits until it is ready.
func (s searcher) enter(browser context.Context, h *host, base string, l lang.Language) (*tab, error) {
	t, err := newTab(browser, h)
	if err != nil {
		return nil, err
	}
	if err := chromedp.Do(t.ctx, chromedp.Navigate(base+s.page(l))); err != nil {
		return nil, err
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if v, err := t.js(s.ready); err == nil && v == "1" {
			t.host.quiet()
			v, err := t.js(s.ahead)
			if err != nil {
				return nil, err
			}
			t.ahead, err = strconv.ParseInt(v, 10, 64)
			return t, err
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("%s is not ready after 20 s", s.page(l))
		}
	}
}

// chromium starts the browser.
func (b *bench) chromium() (context.Context, func(), error) {
	exe := os.Getenv("REGULA_CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); exe == "" && err == nil {
			exe = p
		}
	}
	if exe == "" {
		return nil, nil, errors.New("no Chromium found: install it, or name its path in REGULA_CHROMIUM")
	}
	allocator, stop := chromedp.NewExecAllocator(b.ctx, chromedp.ExecPath(exe), chromedp.UserDataDir(filepath.Join(b.work, "profile")),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	browser, end := chromedp.NewContext(allocator)
	if err := chromedp.Do(browser, chromedp.Navigate("about:blank")); err != nil {
		return nil, nil, fmt.Errorf("starting %s: %w", exe, err)
	}
	return browser, func() { end(); stop() }, nil
}

// visit serves a folder and starts a browser to read it, both until end is
// called.
func (b *bench) visit(dir string) (h *host, base string, browser context.Context, end func(), err error) {
	h, base, stop := serve(dir)
	browser, quit, err := b.chromium()
	if err != nil {
		stop()
		return nil, "", nil, nil, err
	}
	return h, base, browser, func() { quit(); stop() }, nil
}

// asksPerLanguage is how many queries of each language the browser is asked.
const asksPerLanguage = 30

// exported exports the site into a folder, which the caller removes with what
// gives it back.
func (b *bench) exported() (out string, remove func(), err error) {
	out = filepath.Join(b.work, "public")
	data := b.data
	if data == "" {
		data = filepath.Join(b.work, "none")
	}
	remove = func() { removeSite(out) }
	_, err = b.program(".", b.site, "export", "-out", out, "-data", data)
	return out, remove, err
}

// serve serves a folder to the browser until end is called.
func serve(dir string) (h *host, base string, end func()) {
	h = &host{dir: dir, zip: map[string][]byte{}}
	server := httptest.NewUnstartedServer(h)
	server.Listener = counted{server.Listener, &h.sent}
	server.Start()
	return h, server.URL + "/", server.Close
}

// browser measures the search of the exported site as a reader's browser
// finds it.
func (b *bench) browser() (string, error) {
	out, remove, err := b.exported()
	defer remove()
	if err != nil {
		return "", err
	}
	if b.pagefind != "" {
		if _, err := b.program(".", b.pagefind, "--site", out); err != nil {
			return "", err
		}
		for _, l := range lang.All {
			page := fmt.Sprintf("<!doctype html><html lang=%q data-ready=\"1\"><title>Search</title>", l)
			if err := os.WriteFile(filepath.Join(out, "pagefind-"+string(l)+".html"), []byte(page), 0o666); err != nil {
				return "", err
			}
		}
	}
	h, base, browser, end, err := b.visit(out)
	if err != nil {
		return "", err
	}
	defer end()

	t := table{head: []string{"", "first search", "p95", "later", "p95", "first, time", "p95", "later, time", "p95", "first on the slow link", "p95"}}
	row := func(name string, m measured) {
		t.add(name,
			kb(bytesAt(m.first, 50)), kb(bytesAt(m.first, 95)), kb(bytesAt(m.later, 50)), kb(bytesAt(m.later, 95)),
			ms(timeAt(m.first, 50)), ms(timeAt(m.first, 95)), ms(timeAt(m.later, 50)), ms(timeAt(m.later, 95)),
			ms(timeAt(m.slow, 50)), ms(timeAt(m.slow, 95)))
	}
	var whole, rival measured
	for _, l := range lang.All {
		m, err := b.search(browser, h, base, ours, l)
		if err != nil {
			return "", err
		}
		row("this site, "+string(l), m)
		whole.add(m)
		if b.pagefind == "" {
			continue
		}
		if m, err = b.search(browser, h, base, pagefinds, l); err != nil {
			return "", err
		}
		rival.add(m)
	}
	row("this site", whole)
	if b.pagefind != "" {
		row("Pagefind", rival)
	}
	rest := fmt.Sprintf("- the excerpts stand %s after the first key (p95 %s), %s after a later one (p95 %s)\n",
		ms(textsAt(whole.first, 50)), ms(textsAt(whole.first, 95)), ms(textsAt(whole.later, 50)), ms(textsAt(whole.later, 95)))
	for _, l := range lang.All {
		text, err := wholeIndex(browser, h, base, l)
		if err != nil {
			return "", err
		}
		rest += text
	}
	return fmt.Sprintf("%d queries of each language, each in a browser with an empty cache; a host that compresses with gzip. Bytes are all that are transferred for the search, scripts, index and the texts of the excerpts in or near the window, headers included, also what the page fetches ahead of the first key. Times are from the key until the results stand: of this site the list with numbers, titles and what they stand in, whose excerpts come into room that is kept for them and have times of their own below; of Pagefind the hits with their excerpts, since it has no titles before. The slow link (every third query) has 1.6 Mbit/s and 150 ms.\n\n%s\n%s", asksPerLanguage, t, rest), nil
}

// kindsOfPage has a page of each kind, the longest where lengths differ.
var kindsOfPage = []struct{ name, page string }{
	{"one line of text", "line/"},
	{"choice of language", ""},
	{"start", "de/"},
	{"chapter", "de/7/"},
	{"section", "de/715/"},
	{"section, long", "de/704/"},
	{"section, longest", "de/707/"},
	{"section, long, English", "en/903/"},
	{"list of keywords", "fr/702/"},
	{"keyword", "de/702.19/"},
	{"rule", "de/715.3d/"},
	{"glossary", "de/glossary/"},
	{"entry of the glossary", "fr/glossary/trample/"},
	{"cards", "de/cards/"},
	{"card", "de/cards/giant-killer/"},
	{"changes", "fr/changes/"},
	{"changes of an edition", "de/changes/2026-08-07/"},
	{"search", "de/search/"},
	{"about", "en/about/"},
}

// paint measures when a page of each kind shows the largest thing that it
// shows, on a processor a quarter as fast, with nothing in the cache.
func (b *bench) paint() (string, error) {
	out, remove, err := b.exported()
	defer remove()
	if err != nil {
		return "", err
	}
	h, base, browser, end, err := b.visit(out)
	if err != nil {
		return "", err
	}
	defer end()
	line := `<!doctype html><html lang="en"><title>Line</title><link rel="icon" href="data:,"><p>One line of text, which is all of this page.`
	if err := os.MkdirAll(filepath.Join(out, "line"), 0o777); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(out, "line", "index.html"), []byte(line), 0o666); err != nil {
		return "", err
	}
	t := table{head: []string{"largest paint", "phone", "least", "most", "desktop", "least", "most"}}
	for _, k := range kindsOfPage {
		row := []string{k.name}
		for _, width := range []int64{390, 1280} {
			var all []time.Duration
			for range b.runs {
				d, err := largest(browser, h, base, k.page, width)
				if err != nil {
					return "", fmt.Errorf("%s: %w", k.page, err)
				}
				all = append(all, d)
			}
			row = append(row, span(all)...)
		}
		t.add(row...)
	}
	return fmt.Sprintf("Largest contentful paint on loopback, processor slowed to a quarter, an open browser with an empty cache, %d runs each. The first row is what the browser itself takes.\n\n%s", b.runs, t), nil
}

// slower is by how much the processor is slowed for largest.
const slower = 4

// largest opens a page in a new tab and gives the time until its largest thing
// is painted.
func largest(browser context.Context, h *host, base, page string, width int64) (time.Duration, error) {
	t, err := newTab(browser, h)
	if err != nil {
		return 0, err
	}
	defer t.close()
	// the browser has a process for this host, as it has for who follows a link
	steps := []chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(width, 800), chromedp.Navigate(base + "robots.txt")}
	if width < 600 {
		steps[0] = chromedp.EmulateViewport(width, 800, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	if err := chromedp.Do(t.ctx, steps...); err != nil {
		return 0, err
	}
	if _, err := chromedp.Call(t.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slower}); err != nil {
		return 0, err
	}
	if err := chromedp.Do(t.ctx, chromedp.Navigate(base+page)); err != nil {
		return 0, err
	}
	h.quiet()
	v, err := t.js(`new Promise((done) => {
		new PerformanceObserver((l) => done(l.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true });
	})`)
	if err != nil {
		return 0, err
	}
	took, err := strconv.ParseFloat(v, 64)
	return time.Duration(took * float64(time.Millisecond)), err
}

// measured has the searches of many queries.
type measured struct{ first, later, slow []asked }

func (m *measured) add(n measured) {
	m.first, m.later, m.slow = append(m.first, n.first...), append(m.later, n.later...), append(m.slow, n.slow...)
}

// search asks queries of a language, each in a new tab: first one, then
// another. Every third is asked on the slow link, too.
func (b *bench) search(browser context.Context, h *host, base string, s searcher, l lang.Language) (m measured, err error) {
	all, err := queries(l)
	if err != nil {
		return m, err
	}
	qs := spread(all, asksPerLanguage)
	for i, q := range qs {
		if err := func() error {
			tab, err := s.enter(browser, h, base, l)
			if err != nil {
				return err
			}
			defer tab.close()
			a, err := s.ask(tab, q.text)
			if err != nil {
				return err
			}
			a.bytes += tab.ahead
			m.first = append(m.first, a)
			a, err = s.ask(tab, qs[(i+1)%len(qs)].text)
			m.later = append(m.later, a)
			return err
		}(); err != nil {
			return m, fmt.Errorf("%s: %w", q.text, err)
		}
		if i%3 > 0 { // the slow link is slow
			continue
		}
		if err := func() error {
			tab, err := s.enter(browser, h, base, l)
			if err != nil {
				return err
			}
			defer tab.close()
			h.slow.Store(true)
			defer h.slow.Store(false)
			a, err := s.ask(tab, q.text)
			m.slow = append(m.slow, a)
			return err
		}(); err != nil {
			return m, fmt.Errorf("%s: %w", q.text, err)
		}
	}
	return m, nil
}

func bytesAt(all []asked, p int) int64 {
	var v []int64
	for _, a := range all {
		v = append(v, a.bytes)
	}
	return percentile(v, p)
}

func timeAt(all []asked, p int) time.Duration {
	var v []time.Duration
	for _, a := range all {
		v = append(v, a.time)
	}
	return percentile(v, p)
}

// textsAt is timeAt for the excerpts.
func textsAt(all []asked, p int) time.Duration {
	var v []time.Duration
	for _, a := range all {
		v = append(v, a.texts)
	}
	return percentile(v, p)
}

// wholeIndex fetches the rest of a language's index and measures searches typed
// into the page after that, and the look-up of a number before.
func wholeIndex(browser context.Context, h *host, base string, l lang.Language) (string, error) {
	tab, err := ours.enter(browser, h, base, l)
	if err != nil {
		return "", err
	}
	defer tab.close()
	if _, err := tab.js(`(async () => {
		const folder = [...document.scripts].map((s) => s.src).find((s) => s.includes("/js/")).replace(/[^/]*$/, "");
		window.s = await import(folder + "search.js");
		window.m = await import(folder + "search-more.js");
		return 1;
	})()`); err != nil {
		return "", err
	}
	script := tab.ahead + tab.host.quiet()
	if _, err := tab.js(`JSON.stringify(window.m.numbers("7153d"))`); err != nil {
		return "", err
	}
	number := tab.host.quiet()
	if _, err := tab.js(fmt.Sprintf(`window.s.preloadAll(%q, %q)`, base, l)); err != nil {
		return "", err
	}
	rest := tab.host.quiet()
	all, err := queries(l)
	if err != nil {
		return "", err
	}
	var after []asked
	requests, texts := 0, int64(0)
	for _, q := range spread(all, 3*asksPerLanguage) {
		a, err := ours.ask(tab, q.text)
		if err != nil {
			return "", err
		}
		after = append(after, a)
		requests += a.beforeListed
		texts += a.bytes
	}
	return fmt.Sprintf("- %s: scripts and the beginning of the index %s; a number asks for %d bytes; the rest of the index %s, after which %d searches ask for %d files before their lists stand, which takes %s (p95 %s, most %s), and for %s of texts before their excerpts do, which takes %s (p95 %s)\n",
		l, kb(script), number, kb(rest), len(after), requests, ms(timeAt(after, 50)), ms(timeAt(after, 95)), ms(timeAt(after, 100)), kb(texts), ms(textsAt(after, 50)), ms(textsAt(after, 95))), nil
}

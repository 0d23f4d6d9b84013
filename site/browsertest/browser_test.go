package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"regula/corpus/corpustest"
	"regula/search"
	"regula/site"
)

// prefix is the folder of the host in which the site lies.
const prefix = "/sub/regula/"

// The browser and the host of the exported site, for all tests.
var (
	browser context.Context
	host    *httptest.Server
	folder  string                      // of the host
	other   func() ([]site.Page, error) // another version of the site
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "browser tests:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	exe, err := chromium()
	if err != nil {
		return 0, err
	}
	tmp, err := os.MkdirTemp("", "regula-browsertest-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(tmp)
	if err := export(filepath.Join(tmp, "host", filepath.FromSlash(prefix))); err != nil {
		return 0, err
	}
	folder = filepath.Join(tmp, "host")
	host = httptest.NewServer(plainHost(folder))
	defer host.Close()
	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(exe),
		chromedp.UserDataDir(filepath.Join(tmp, "profile")),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-features", "BackForwardCache"), // a page left is a page thrown away
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("lang", "en-US"),
	)
	defer stop()
	var end context.CancelFunc
	browser, end = chromedp.NewContext(allocator)
	defer end()
	if err := chromedp.Do(browser, chromedp.Navigate("about:blank")); err != nil {
		return 0, fmt.Errorf("starting %s: %w", exe, err)
	}
	return m.Run(), nil
}

// chromium finds the browser.
func chromium() (string, error) {
	if exe := os.Getenv("REGULA_CHROMIUM"); exe != "" {
		return exec.LookPath(exe)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if exe, err := exec.LookPath(name); err == nil {
			return exe, nil
		}
	}
	return "", fmt.Errorf("no Chromium found: install it (Debian: apt-get install chromium), or name its path in REGULA_CHROMIUM")
}

// export writes the project's site.
func export(dir string) error {
	c, err := corpustest.Project(nil)
	if err != nil {
		return err
	}
	indexes := site.Indexes{}
	if err := indexes.Add(c, search.NewIndex); err != nil {
		return err
	}
	pages, err := site.Pages(c, site.Options{Indexes: indexes})
	if err != nil {
		return err
	}
	other = func() ([]site.Page, error) {
		return site.Pages(c, site.Options{Indexes: indexes, BaseURL: "https://b.example/"})
	}
	if err := os.MkdirAll(filepath.Dir(strings.TrimSuffix(dir, "/")), 0o755); err != nil {
		return err
	}
	_, err = site.Export(context.Background(), strings.TrimSuffix(dir, "/"), pages, site.ExportOptions{})
	return err
}

// plainHost is a host of plain files that sends the site's 404.html for what
// it does not have, as such hosts do.
func plainHost(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := filepath.Join(dir, filepath.FromSlash(path.Clean(r.URL.Path)))
		if _, err := os.Stat(name); err == nil {
			files.ServeHTTP(w, r)
			return
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(prefix), "404.html"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		w.Write(data)
	})
}

// tab is a page of the browser with a storage of its own.
type tab struct {
	*testing.T
	host   string // address of the host that it may ask
	ctx    context.Context
	mu     sync.Mutex
	faults []string
	asked  []string // addresses
	quiet  bool     // whether the console may complain
}

// newTab opens a tab. At the end of the test its console must be empty, and it
// must have asked nobody but the host.
func newTab(t *testing.T) *tab {
	t.Helper()
	p := &tab{T: t, host: host.URL}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext(), chromedp.WithListener(p.listen))
	ctx, stop := context.WithTimeout(ctx, 3*time.Minute)
	p.ctx = ctx
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
		return err
	}))
	p.size(1280, 900)
	t.Cleanup(func() {
		stop()
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, f := range p.faults {
			t.Error(f)
		}
	})
	return p
}

func (p *tab) listen(event any) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fault = "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			fault += " " + e.ExceptionDetails.Exception.Description
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			fault = fmt.Sprintf("console: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			fault = fmt.Sprintf("console: %s", e.Type)
			for _, a := range e.Args {
				fault += " " + a.Description + string(a.Value)
			}
		}
	case *network.EventRequestWillBeSent:
		p.mu.Lock()
		p.asked = append(p.asked, e.Request.URL)
		p.mu.Unlock()
		if u := e.Request.URL; !strings.HasPrefix(u, p.host+"/") && !strings.HasPrefix(u, "data:") && u != "about:blank" {
			p.mu.Lock()
			p.faults = append(p.faults, "asked "+u)
			p.mu.Unlock()
		}
	}
	if fault != "" {
		p.mu.Lock()
		if !p.quiet {
			p.faults = append(p.faults, fault)
		}
		p.mu.Unlock()
	}
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// open goes to a page of the site.
func (p *tab) open(page string) {
	p.Helper()
	p.do(chromedp.Navigate(p.host + prefix + page))
}

// size sets the window; phones are narrower than 600.
func (p *tab) size(width, height int64) {
	p.Helper()
	var o []chromedp.EmulateViewportOption
	if width < 600 {
		o = append(o, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.do(chromedp.EmulateViewport(width, height, o...))
}

// requests gives the addresses that the tab has asked for.
func (p *tab) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asked)
}

// device sets what the reader's device prefers: "dark" or "light".
func (p *tab) device(scheme string) {
	p.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		p.Fatal(err)
	}
}

func (p *tab) withoutScripts() {
	p.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	if err != nil {
		p.Fatal(err)
	}
}

// js gives what an expression is as text; promises are awaited.
func (p *tab) js(expression string) string {
	p.Helper()
	s, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("(async () => String("+expression+"))()", chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%.200s: %v", expression, err)
	}
	return s
}

// wait waits until an expression has a value, for five seconds at most.
func (p *tab) wait(expression, want string) {
	p.Helper()
	got := ""
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		s, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("String("+expression+")"))
		if err == nil && s == want {
			return
		}
		if got = s; err != nil {
			got = err.Error() // the page is changing
		}
	}
	p.Fatalf("%s = %q, want %q", expression, got, want)
}

// at waits until the tab shows a page of the site.
func (p *tab) at(page string) {
	p.Helper()
	p.wait("location.href.slice(location.origin.length)", prefix+page)
	p.wait("document.readyState", "complete")
}

// keys types into whatever has the focus.
func (p *tab) keys(text string) {
	p.Helper()
	p.do(chromedp.KeyEvent(text))
}

// fill puts a text into the look-up box in place of what stands there.
func (p *tab) fill(text string) {
	p.Helper()
	p.js("(q.value = " + quote(text) + ", q.dispatchEvent(new Event('input', { bubbles: true })))")
}

// text gives the text of the first element that a selector finds.
func (p *tab) text(selector string) string {
	p.Helper()
	return p.js(fmt.Sprintf("document.querySelector(%q)?.textContent.replace(/\\s+/g, ' ').trim()", selector))
}

// ready waits until the scripts of the page run.
func (p *tab) ready() {
	p.Helper()
	p.wait("document.documentElement.dataset.ready ?? ''", "1")
}

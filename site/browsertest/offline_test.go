package browsertest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"regula/site"
)

// The states of a host whose site readers keep.
const (
	up      = iota // the first version
	down           // no answer at all
	renewed        // the second version
	broken         // the second version, of which packs cannot be had
)

// A reader keeps a language, and reads and searches it with the network cut.
// A new version comes as a whole or not at all.
func TestOffline(t *testing.T) {
	var state atomic.Int32
	first := plainHost(folder)
	pages, err := other()
	if err != nil {
		t.Fatal(err)
	}
	packs, err := site.Packs(context.Background(), pages)
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, packs...)
	second := map[string][]byte{}
	for _, p := range pages {
		if strings.HasSuffix(p.Path, ".pack") || p.Path == "offline.json" {
			if second[p.Path], err = p.Bytes(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(r.URL.Path, prefix)
		switch s := state.Load(); {
		case s == down:
			panic(http.ErrAbortHandler)
		case s == broken && strings.HasSuffix(path, ".pack") && strings.Contains("0123456", path[len("offline/"):][:1]):
			panic(http.ErrAbortHandler)
		case s != up && second[path] != nil:
			w.Write(second[path])
		default:
			first.ServeHTTP(w, r)
		}
	}))
	defer server.Close()
	p := newTab(t)
	p.host = server.URL
	p.quiet = true // a cut network complains
	const line = "document.querySelector('#offline-state p')?.textContent ?? ''"
	press := func(text string) {
		t.Helper()
		p.wait("[...document.querySelectorAll('#offline-state button')].some((b) => b.textContent.startsWith("+quote(text)+") && !b.disabled)", "true")
		p.js("([...document.querySelectorAll('#offline-state button')].find((b) => b.textContent.startsWith(" + quote(text) + ")).click(), 1)")
	}
	ready := func(languages string) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if strings.HasPrefix(p.js(line), "Ohne Netz bereit: "+languages+", Ausgabe vom 7. August 2026") {
				return
			}
		}
		t.Fatalf("after half a minute: %s", p.js(line))
	}

	p.open("de/about/")
	p.wait(line, "Auf diesem Gerät ist nichts gespeichert.")
	press("Deutsch speichern")
	ready("Deutsch")

	// the network is cut, and the browser starts anew on another page
	state.Store(down)
	p.do(chromedp.Navigate("about:blank"))
	if _, err := chromedp.Call(p.ctx, serviceworker.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(p.ctx, serviceworker.StopAllWorkers, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{
		"de/":                  "Die Regeln von Magic: The Gathering, auf Deutsch erklärt",
		"de/715.3d/":           "715.3d Abenteurerkarten",
		"de/702.19/":           "702.19 Trampelschaden",
		"de/glossary/trample/": "Trampelschaden",
		"de/glossary/":         "Glossar",
		"de/cards/":            "Karten",
		"de/changes/":          "Änderungen",
		"de/715":               "715 Abenteurerkarten", // without its slash
		"":                     "Regula",
	} {
		p.open(page)
		p.wait("document.querySelector('h1')?.textContent.replace(/\\s+/g, ' ').trim() ?? ''", want)
		p.wait("getComputedStyle(document.body).maxWidth !== 'none'", "true") // the style, too
	}
	p.open("de/search/?q=trampelschaden")
	p.wait("document.querySelector('.hits .no')?.textContent ?? ''", "702.19")
	p.open("de/search/?q=riesentöter")
	p.wait("document.querySelector('.hits a')?.textContent ?? ''", "Riesentöter // Fällen")
	p.js("(document.querySelector('.hits a').click(), 1)")
	p.at("de/cards/giant-killer/")
	if got := p.js("document.querySelectorAll('.frame svg.sym').length > 3 && (await fetch(document.querySelector('.frame use').getAttribute('href').split('#')[0])).ok"); got != "true" {
		t.Error("without a network the symbols of a card are missing")
	}
	p.open("de/704/")
	p.ready()
	p.do(chromedp.Func(hover("article .text a.cite[data-rule='704.6']")))
	p.wait("document.querySelector('.card h2')?.textContent ?? ''", "704.6 Zustandsbasierte Aktionen")
	p.open("de/715/")
	p.ready()
	p.js("(q.value = '7153d', document.querySelector('.lookup').requestSubmit(), 1)")
	p.at("de/715.3d/")

	// what is not kept says so
	p.open("de/999.9/")
	p.wait("document.querySelector('h1')?.textContent ?? ''", "Page not found")

	// nor is another language there, but the same page in the one that is
	p.open("fr/715.3d/")
	p.wait("document.querySelector('h1')?.textContent ?? ''", "Illisible pour le moment")
	p.do(chromedp.Click(chromedp.CSS("#nearest a[lang=de]")))
	p.at("de/715.3d/")

	// a new version, but not all of it: the old one stays
	const version = "(async () => JSON.parse(await (await (await caches.open('regula " + prefix + "')).match('" + prefix + "offline/state')).text()).version)()"
	p.open("de/about/")
	old := p.js("await " + version)
	state.Store(broken)
	p.open("de/about/")
	press("Neue Fassung holen")
	p.wait("("+line+").startsWith('Das Speichern ist nicht gelungen. Ohne Netz bereit')", "true")
	if now := p.js("await " + version); now != old {
		t.Errorf("version %s after an update that failed, want %s", now, old)
	}
	state.Store(down)
	p.open("de/715.3d/")
	p.wait("document.querySelector('link[rel=canonical]').href.startsWith(location.origin)", "true")

	// now all of it
	state.Store(renewed)
	p.open("de/about/")
	press("Neue Fassung holen")
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end) && p.js("await "+version) == old; {
		time.Sleep(100 * time.Millisecond)
	}
	ready("Deutsch")
	state.Store(down)
	p.open("de/715.3d/")
	p.wait("document.querySelector('link[rel=canonical]').href", "https://b.example/de/715.3d/")
	if got := p.js("(await caches.keys()).length"); got != "2" {
		t.Errorf("%s caches, want the version kept and its state", got)
	}

	// and away with it
	state.Store(up)
	p.open("de/about/")
	press("Gespeichertes entfernen")
	p.wait(line, "Auf diesem Gerät ist nichts gespeichert.")
	if got := p.js("(await caches.keys()).length"); got != "0" {
		t.Errorf("%s caches are left", got)
	}
}

package browsertest

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestOpenRuleByNumber(t *testing.T) {
	p := newTab(t)
	for _, typed := range []string{"715.3d", "7153D", "(715.3d)", "CR 715.3 d"} {
		p.open("de/")
		p.ready()
		p.do(chromedp.SendKeys(chromedp.CSS("#q"), typed+kb.Enter))
		p.at("de/715.3d/")
		if got := p.text("h1"); got != "715.3d Abenteurerkarten" {
			t.Errorf("%q leads to %q", typed, got)
		}
	}
}

func TestSwitchLanguage(t *testing.T) {
	p := newTab(t)
	p.open("de/715/#715.3d")
	p.ready()
	p.do(chromedp.Click(chromedp.CSS(".langs a[hreflang=fr]")))
	p.at("fr/715/#715.3d")
	if got := p.js("document.documentElement.lang"); got != "fr" {
		t.Errorf("language %q", got)
	}
	// the root remembers the choice
	p.open("")
	p.at("fr/")
	// and the language of a rule's page is one tap away
	p.open("fr/702.19b/")
	p.ready()
	p.do(chromedp.Click(chromedp.CSS(".langs a[hreflang=en]")))
	p.at("en/702.19b/")
}

// With the rest of the index at hand a search finds what it found before, and
// asks for nothing but the texts of the excerpts, which come after the list.
func TestWholeIndex(t *testing.T) {
	queries := map[string]string{
		"de": "trampelschaden|todesber|wann kann ich blocken|Lebensverknüpfung verleiht|trampelschden|Legendenregel|\"am Ende des Zuges\"|Riesentöter|704.5j|715.3z|Emrakul|manavorat leer",
		"fr": "piétinement|contact mort|blessures d'engagement|lien de vie|pietinment|règle des légendes|\"fin du tour\"|Tueur de géants|704.5j|715.3z|réserve de mana",
		"en": "trample|deathtou|combat damage blocked|lifelink source|tramlpe|legend rule|\"end of turn\"|Giant Killer|704.5j|715.3z|empty mana pool",
	}
	for l, qs := range queries {
		p := newTab(t)
		p.open(l + "/search/")
		p.ready()
		p.js(`(window.s = await import([...document.scripts].map((s) => s.src).find((s) => s.includes("/js/")).replace(/[^/]*$/, "search.js")),
			window.root = new URL("../../", location.href).href,
			window.all = () => Promise.all(` + quote(qs) + `.split("|").map((q) => s.search(root, "` + l + `", q))).then(JSON.stringify), 1)`)
		before := p.js("await all()")
		p.js(`await s.preloadAll(root, "` + l + `")`)
		asked := len(p.requests())
		if after := p.js("await all()"); after != before {
			t.Errorf("%s: with all of the index a search finds\n%.2000s\nwant\n%.2000s", l, after, before)
		}
		listed := len(p.requests())
		p.js(`(await s.search(root, "` + l + `", "turm turn tour", { excerpts: false }), 1)`)
		if more := p.requests()[listed:]; len(more) > 0 {
			t.Errorf("%s: with all of the index a list asks for %q", l, more)
		}
		for _, address := range p.requests()[asked:] {
			if !strings.Contains(address, "/texts") {
				t.Errorf("%s: with all of the index a search asks for %s", l, address)
			}
		}
	}
}

func TestSearchWord(t *testing.T) {
	p := newTab(t)
	p.open("de/715/")
	p.ready()
	p.do(chromedp.SendKeys(chromedp.CSS("#q"), "trampelschaden"+kb.Enter))
	p.at("de/search/?q=trampelschaden")
	p.wait("document.querySelector('.hits .no')?.textContent ?? ''", "702.19")
	// the excerpts come behind the list, in the room that is kept for them
	p.wait("[...document.querySelectorAll('.hits .awaited')].filter((e) => e.getBoundingClientRect().top < innerHeight).length", "0")
	p.js("(document.querySelector('.hits > :last-child').scrollIntoView(), 1)")
	p.wait("document.querySelectorAll('.hits .awaited').length", "0")
	if n := p.js("document.querySelectorAll('.hits mark').length > 3"); n != "true" {
		t.Error("words found are not marked")
	}
	// as the reader types, and in the address
	p.fill("todesber")
	p.wait("document.querySelector('.hits .no')?.textContent ?? ''", "702.2")
	p.wait("location.search", "?q=todesber")
	p.js("(document.querySelector('.hits a').click(), 1)")
	p.at("de/702.2/")
	p.js("(setTimeout(() => history.back()), 1)")
	p.at("de/search/?q=todesber")
	p.wait("document.querySelector('.hits .no')?.textContent ?? ''", "702.2")
	// nothing found is said, and a number that does not exist has relatives
	p.fill("qqqqxyz")
	p.wait("document.querySelector('.found')?.textContent ?? ''", "Nichts gefunden zu „qqqqxyz“.")
	p.fill("715.3z")
	p.wait("document.querySelector('#results .note a')?.textContent ?? ''", "715.3")
}

// The hits are reached from the box by arrow keys, a chosen kind keeps the
// focus, and what is asked wrongly is answered rightly.
func TestSearchByKeys(t *testing.T) {
	const at = "[...document.querySelectorAll('.hits > li > a')].indexOf(document.activeElement)"
	p := newTab(t)
	p.open("en/search/?q=giant&kind=bogus")
	p.ready()
	p.wait("document.querySelector('.facets [aria-pressed=\"true\"]')?.textContent.replace(/[^A-Za-z]/g, '') ?? ''", "Everything")
	p.js("(document.querySelector('#q').focus(), 1)")
	p.keys(kb.ArrowDown + kb.ArrowDown)
	p.wait(at, "1")
	p.keys(kb.ArrowUp)
	p.wait(at, "0")
	p.keys(kb.ArrowUp)
	p.wait("document.activeElement.id", "q")
	p.keys(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown)
	p.wait(at, "2")
	p.keys(kb.Escape)
	p.wait("document.activeElement.id", "q")
	p.js("([...document.querySelectorAll('.facets button')].at(-1).focus(), 1)")
	p.keys(kb.Enter)
	p.wait("location.search", "?q=giant&kind=card")
	p.wait("document.activeElement.closest('.facets') ? document.activeElement.getAttribute('aria-pressed') : ''", "true")
	// an empty box is empty at once
	p.fill("")
	p.wait("document.querySelectorAll('.hits').length + location.search", "0?kind=card")
	p.open("en/search/")
	p.ready()
	p.js("(document.querySelector('#q').removeAttribute('maxlength'), 1)")
	p.fill(strings.Repeat("x", 500))
	p.wait("document.querySelector('.found')?.textContent ?? ''", "The query is too long.")
	// hits are gone into by Enter
	p.fill("deathtouch")
	p.wait("document.querySelector('.hits .no')?.textContent ?? ''", "702.2")
	p.js("(document.querySelector('#q').focus(), 1)")
	p.keys(kb.ArrowDown)
	p.wait(at, "0")
	p.keys(kb.Enter)
	p.wait("location.pathname.endsWith('/en/702.2/')", "true")
}

func TestColours(t *testing.T) {
	const ground = "getComputedStyle(document.body).backgroundColor"
	const light, dark = "rgb(253, 252, 249)", "rgb(22, 24, 27)"
	p := newTab(t)
	p.device("dark")
	p.open("de/715/")
	p.ready()
	p.wait(ground, dark)
	p.device("light")
	p.wait(ground, light)
	// the reader's choice wins: light, then dark, then as the device
	button := chromedp.Click(chromedp.CSS(".theme"))
	p.do(button, button)
	p.wait(ground, dark)
	p.wait("document.querySelector('.say')?.textContent ?? ''", "Farben: dunkel")
	p.open("fr/")
	p.ready()
	p.wait(ground, dark)
	p.do(button)
	p.wait(ground, light)
	if got := p.js("localStorage.getItem('regula.theme')"); got != "null" {
		t.Errorf("stored %q, want nothing", got)
	}
}

// kinds has a page of every kind.
var kinds = []string{
	"", "de/", "fr/7/", "de/715/", "fr/205/", "de/704/", "de/702/", "de/702.19/", "en/715.3d/", "de/704.5/", "de/901.4/",
	"de/glossary/", "fr/glossary/trample/", "de/search/", "de/search/?q=trampelschaden", "fr/about/", "de/link/", "404.html",
	"de/cards/", "fr/cards/giant-killer/", "en/cards/fire-ice/", "de/cards/arlinn-kord/", "de/608.2b/",
	"de/508.4a/", "de/701.54/", "de/changes/", "fr/changes/2026-08-07/", "en/changes/compare/?from=2026-06-19&to=2026-08-07",
}

func TestWithoutScripts(t *testing.T) {
	p := newTab(t)
	p.withoutScripts()
	p.open("de/715.3d/")
	for selector, want := range map[string]string{
		"h1":             "715.3d Abenteurerkarten",
		".next a":        "Vorige Regel: 715.3c",
		".crumbs a":      "Regeln",
		".lookup button": "Suchen",
	} {
		if got := p.text(selector); got != want {
			t.Errorf("%s: %q, want %q", selector, got, want)
		}
	}
	hidden := p.js("[...document.querySelectorAll('.acts button, .theme')].every((e) => getComputedStyle(e).display === 'none')")
	if hidden != "true" {
		t.Error("buttons that need scripts are shown")
	}
	p.do(chromedp.Click(chromedp.CSS(".acts a[href='#show']")))
	p.wait("getComputedStyle(document.querySelector('.top')).display", "none")
	p.open("de/link/")
	if got := p.js("document.querySelector('noscript p').checkVisibility() && !document.querySelector('#linkify').checkVisibility()"); got != "true" {
		t.Error("the page that links a text offers fields that do nothing")
	}
	p.open("de/search/?q=trampelschaden")
	if got := p.js("getComputedStyle(document.querySelector('noscript p')).display !== 'none'"); got != "true" {
		t.Error("the search page says nothing about scripts")
	}
	p.open("")
	p.do(chromedp.Click(chromedp.CSS("a[hreflang=de]")))
	p.at("de/")
}

func TestShow(t *testing.T) {
	p := newTab(t)
	p.size(360, 740)
	p.open("de/715.3d/")
	p.ready()
	p.do(chromedp.Click(chromedp.CSS(".acts a[href='#show']")))
	p.wait("getComputedStyle(document.querySelector('.top')).display", "none")
	if got := p.js("parseFloat(getComputedStyle(document.querySelector('.text')).fontSize) >= 20"); got != "true" {
		t.Error("the type is not large")
	}
	if got := p.js("getComputedStyle(document.querySelector('.foot time')).display !== 'none'"); got != "true" {
		t.Error("the edition is not shown")
	}
	if got := p.js("[...document.querySelector('#show').children].filter((e) => e.checkVisibility() && !e.matches('.head, .text, .note, .showend')).map((e) => e.className).join()"); got != "" {
		t.Errorf("beside the rule stands %s", got)
	}
	p.do(chromedp.Click(chromedp.CSS(".showend")))
	p.wait("getComputedStyle(document.querySelector('.top')).display !== 'none'", "true")
}

func TestPreview(t *testing.T) {
	p := newTab(t)
	p.open("de/704/")
	p.ready()
	const title = "document.querySelector('.card h2')?.textContent ?? ''"
	p.do(chromedp.Func(hover("article .text a.cite[data-rule='704.6']")))
	p.wait(title, "704.6 Zustandsbasierte Aktionen")
	p.keys(kb.Escape)
	p.wait(title, "")
	// shown again, it is not asked for again
	p.do(chromedp.MouseEvent("mouseMoved", 5, 5))
	p.do(chromedp.Func(hover("article .text a.cite[data-rule='704.6']")))
	p.wait(title, "704.6 Zustandsbasierte Aktionen")
	if n := len(slices.DeleteFunc(p.requests(), func(u string) bool { return !strings.HasSuffix(u, "/704.6.json") })); n != 1 {
		t.Errorf("704.6.json is asked for %d times", n)
	}
	p.keys(kb.Escape)
	p.wait(title, "")
	// by key
	p.js("document.querySelector(\"article .text a.cite[data-rule='704.5']\").previousSibling, 1")
	p.js("(document.querySelector(\"[id='704.1'] h2 a\").focus(), 1)")
	p.keys(kb.Tab)
	p.wait(title, "704.5 Zustandsbasierte Aktionen")
	p.keys(kb.Escape)
	p.wait(title, "")
	p.do(chromedp.MouseEvent("mouseMoved", 5, 5))
	// pinned, it stays when the pointer leaves
	p.do(chromedp.Func(hover("article .text a.cite[data-rule='704.6']")))
	p.wait(title, "704.6 Zustandsbasierte Aktionen")
	p.do(chromedp.Click(chromedp.CSS(".card .bar button")))
	p.do(chromedp.MouseEvent("mouseMoved", 5, 5))
	time.Sleep(500 * time.Millisecond)
	p.wait(title, "704.6 Zustandsbasierte Aktionen")
	p.do(chromedp.Click(chromedp.CSS(".card .bar button + button")))
	p.wait(title, "")
	// a plain click goes where the link leads
	p.do(chromedp.Click(chromedp.CSS("article .text a.cite[data-rule='704.6']")))
	p.at("de/704.6/")
}

func TestPreviewOfTerm(t *testing.T) {
	p := newTab(t)
	p.open("fr/702.19/")
	p.ready()
	p.do(chromedp.Func(hover(".terms a")))
	p.wait("document.querySelector('.card h2')?.textContent ?? ''", "Piétinement")
}

// By keys alone a preview is gone into, stays, and is left again.
func TestPreviewByKey(t *testing.T) {
	p := newTab(t)
	p.open("de/704/")
	p.ready()
	const (
		title   = "document.querySelector('.card h2')?.textContent ?? ''"
		focused = "document.activeElement.className + ' ' + (document.activeElement.dataset.rule ?? '')"
	)
	link := func() {
		t.Helper()
		p.js("(document.querySelector(\"[id='704.1'] h2 a\").focus(), 1)")
		p.keys(kb.Tab)
		p.wait(focused, "cite 704.5")
	}
	for _, key := range []chromedp.Action[chromedp.Void]{
		chromedp.KeyEvent("v"),
		chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierAlt)),
	} {
		link()
		p.do(key)
		p.wait(title, "704.5 Zustandsbasierte Aktionen")
		p.wait(focused, "card ")
		p.wait("document.querySelector('.card [aria-pressed]').ariaPressed", "true")
		// Esc closes it and gives the focus back, and it does not come again
		p.keys(kb.Escape)
		p.wait(title, "")
		p.wait(focused, "cite 704.5")
		time.Sleep(700 * time.Millisecond)
		p.wait(title, "")
	}
	// Tab goes through it, and on to what follows the link; it stays
	p.keys("v")
	p.wait(focused, "card ")
	n, _ := strconv.Atoi(p.js("[...document.querySelectorAll('.card :is(a[href], button, summary)')].length"))
	for range n {
		p.keys(kb.Tab)
		p.wait("document.querySelector('.card').contains(document.activeElement)", "true")
	}
	p.keys(kb.Tab)
	p.wait(focused, "cite 704.6")
	p.wait(title, "704.5 Zustandsbasierte Aktionen")
	p.keys(kb.Escape)
	p.wait(title, "")
	// the button that closes it, pressed by key, gives the focus back, too
	link()
	p.keys("v")
	p.wait(focused, "card ")
	p.keys(kb.Tab)
	p.keys(kb.Tab)
	p.keys(kb.Enter)
	p.wait(title, "")
	p.wait(focused, "cite 704.5")
	// what the list of keys says of it
	p.keys("?")
	p.wait("[...document.querySelectorAll('dialog.keys dd')].some((e) => e.textContent.startsWith('Vorschau'))", "true")
}

// A card is shown before one goes there, too, and named as it is printed.
func TestPreviewOfCard(t *testing.T) {
	p := newTab(t)
	p.open("de/715/")
	p.ready()
	p.do(chromedp.Func(hover(".oncards .chips a[href='../cards/giant-killer/']")))
	p.wait("document.querySelector('.card h2')?.textContent ?? ''", "Riesentöter // Fällen")
	p.wait("document.querySelectorAll('.card p svg').length > 2", "true")
}

func TestCite(t *testing.T) {
	p := newTab(t)
	p.open("de/715.3d/")
	p.ready()
	p.js("(navigator.clipboard.writeText = async (s) => { window.copied = s; }, 1)")
	url := host.URL + prefix + "de/715.3d/"
	p.do(chromedp.Click(chromedp.CSS("[data-act=copy]")))
	p.wait("window.copied ?? ''", url)
	p.wait("document.querySelector('.say.on')?.textContent ?? ''", "Kopiert")
	rule := "Regel 715.3d (Abenteurerkarten), Ausgabe vom 7. August 2026"
	for i, want := range []string{
		rule + ": " + url,
		rule + "\n\n" + p.js("(await (await fetch('../715.3d.json')).json()).text") + "\n\nBeispiel: " + p.js("(await (await fetch('../715.3d.json')).json()).examples[0]") + "\n\n" + url,
		"[" + rule + "](" + url + ")",
		"[url=" + url + "]" + rule + "[/url]",
		`<a href="` + url + `">` + rule + `</a>`,
	} {
		p.do(chromedp.Click(chromedp.CSS("[data-act=cite]")))
		p.wait("document.querySelectorAll('.menu button').length", "5")
		p.js("(document.querySelectorAll('.menu button')[" + string(rune('0'+i)) + "].click(), 1)")
		p.wait("window.copied", want)
		p.wait("document.activeElement.dataset.act", "cite") // whoever uses keys goes on from there
	}
	// Esc closes the menu and gives the focus back
	p.do(chromedp.Click(chromedp.CSS("[data-act=cite]")))
	p.wait("document.querySelectorAll('.menu').length", "1")
	p.keys(kb.Escape)
	p.wait("document.querySelectorAll('.menu').length", "0")
	p.wait("document.activeElement.dataset.act", "cite")
	// the number itself
	p.js("(window.copied = '', 1)")
	p.do(chromedp.Click(chromedp.CSS("h1 .no")))
	p.wait("window.copied", url)
	// in the words of the page, whatever it is about
	for page, want := range map[string]string{
		"fr/715.3d/":             "Règle 715.3d (Cartes d’aventurier), édition du 7 août 2026",
		"en/702.19b/":            "Rule 702.19b (Trample), edition of August 7, 2026",
		"fr/715/":                "Règle 715 (Cartes d’aventurier), édition du 7 août 2026",
		"de/glossary/trample/":   "Trampelschaden, Ausgabe vom 7. August 2026",
		"fr/cards/giant-killer/": "Tueur de géant // Petit bois, édition du 7 août 2026",
	} {
		p.open(page)
		p.ready()
		p.js("(navigator.clipboard.writeText = async (s) => { window.copied = s; }, 1)")
		p.do(chromedp.Click(chromedp.CSS("[data-act=cite]")))
		p.wait("document.querySelectorAll('.menu button').length >= 4", "true")
		p.js("([...document.querySelectorAll('.menu button')].find((e) => e.textContent === 'Markdown').click(), 1)")
		p.wait("window.copied ?? ''", "["+want+"]("+host.URL+prefix+page+")")
	}
	// with the space that French sets before a colon
	p.open("fr/702.19b/")
	p.ready()
	p.js("(navigator.clipboard.writeText = async (s) => { window.copied = s; }, 1)")
	p.do(chromedp.Click(chromedp.CSS("[data-act=cite]")))
	p.wait("document.querySelectorAll('.menu button').length", "5")
	p.do(chromedp.Click(chromedp.CSS(".menu button")))
	p.wait("window.copied ?? ''", "Règle 702.19b (Piétinement), édition du 7 août 2026\u00a0: "+host.URL+prefix+"fr/702.19b/")
}

func TestParallel(t *testing.T) {
	p := newTab(t)
	p.open("de/715/")
	p.ready()
	p.do(chromedp.Click(chromedp.CSS("[data-act=parallel]")))
	p.wait("document.querySelectorAll('.menu button').length", "3")
	p.js("(document.querySelectorAll('.menu button')[1].click(), 1)")
	p.wait("document.querySelectorAll(\"[id='715.3d'] .other[lang=fr] p\").length > 0", "true")
	p.wait("location.search", "?p=fr")
	mine, theirs := p.js("document.querySelector(\"[id='715.3d'] .text\").getBoundingClientRect().top | 0"), p.js("document.querySelector(\"[id='715.3d'] .other\").getBoundingClientRect().top | 0")
	if mine != theirs {
		t.Errorf("the columns begin at %s and %s", mine, theirs)
	}
	if got := p.js("document.querySelector('.other a.cite').href"); !strings.HasPrefix(got, host.URL+prefix+"fr/") {
		t.Errorf("a citation in the French column leads to %q", got)
	}
	// neither lead touches the rules; numbers stand within the window
	for _, width := range []int64{1280, 820, 700} {
		p.size(width, 900)
		if got := p.js("[...document.querySelector('.pair').children].every((e) => document.querySelector('.rules').getBoundingClientRect().top - e.getBoundingClientRect().bottom >= 16)"); got != "true" {
			t.Errorf("at %d pixels a lead touches the rules", width)
		}
		if got := p.js("[...document.querySelectorAll('.rules .no')].every((e) => e.getBoundingClientRect().left >= 0)"); got != "true" {
			t.Errorf("at %d pixels numbers are cut off", width)
		}
		side := p.js("document.querySelector(\"[id='715.3d'] .other\").getBoundingClientRect().left > document.querySelector(\"[id='715.3d'] .text\").getBoundingClientRect().right")
		if want := strconv.FormatBool(width >= 768); side != want {
			t.Errorf("at %d pixels the languages stand beside each other: %s, want %s", width, side, want)
		}
	}
	// remembered on the next page, and on a phone, too
	p.size(360, 740)
	p.open("de/702.19b/")
	p.ready()
	p.wait("document.querySelectorAll('.other[lang=fr]').length", "1")
	// the address alone brings it, too
	q := newTab(t)
	q.open("fr/715/?p=en")
	q.wait("document.querySelectorAll(\"[id='715.3d'] .other[lang=en]\").length", "1")
}

func TestKeys(t *testing.T) {
	p := newTab(t)
	p.open("de/715/")
	p.ready()
	p.keys("j")
	p.wait("location.hash", "#715.1")
	p.keys("j")
	p.wait("location.hash", "#715.2")
	p.keys("k")
	p.wait("location.hash", "#715.1")
	p.keys("]")
	p.at("de/716/")
	p.ready()
	p.keys("[")
	p.at("de/715/")
	p.ready()
	p.keys("l")
	p.at("fr/715/")
	p.ready()
	p.keys("7")
	p.keys("02.2" + kb.Enter)
	p.at("fr/702.2/")
	p.ready()
	p.keys("/")
	p.wait("document.activeElement.id", "q")
	p.js("(document.activeElement.blur(), 1)")
	p.keys("?")
	p.wait("document.querySelector('dialog.keys')?.open", "true")
	// switched off, they do nothing
	p.do(chromedp.Click(chromedp.CSS("dialog.keys input")))
	p.keys(kb.Escape)
	p.wait("document.querySelector('dialog.keys').open", "false")
	p.keys("l")
	p.keys("?")
	time.Sleep(200 * time.Millisecond)
	p.at("fr/702.2/")
	p.wait("document.querySelector('dialog.keys').open", "false")
	// and on again, where they are named
	p.open("fr/about/")
	p.ready()
	p.do(chromedp.Click(chromedp.CSS("#keys-list button")))
	p.do(chromedp.Click(chromedp.CSS("dialog.keys input")))
	p.keys(kb.Escape)
	// from a rule on to the next section, and back to the one that it is in
	p.open("de/704.5k/")
	p.ready()
	p.keys("]")
	p.at("de/705/")
	p.open("de/704.5k/")
	p.ready()
	p.keys("[")
	p.at("de/704/#704.5k")
}

// Hosts of plain files send 404.html for anything; its script knows numbers.
func TestUnknownAddress(t *testing.T) {
	p := newTab(t)
	p.quiet = true
	p.open("de/7153D")
	p.at("de/715.3d/")
	p.open("fr/glossary/CR%20702.19b")
	p.at("fr/702.19b/")
	p.open("de/715.3z/")
	p.wait("[...document.querySelectorAll('#nearest a')].map((a) => a.textContent).join()", "715.3,715,7")
	p.do(chromedp.Click(chromedp.CSS("#nearest a")))
	p.at("de/715.3/")
	p.open("de/glossary/Trample?q=x")
	p.at("de/glossary/trample/?q=x")
	p.open("no/such/page")
	p.wait("document.querySelector('.brand').href.slice(location.origin.length)", prefix+"en/")
	p.wait("getComputedStyle(document.querySelector('.top')).display !== 'none'", "true")
}

func TestLinkText(t *testing.T) {
	p := newTab(t)
	p.quiet = true // the host has no page for a number that does not exist
	p.open("de/link/")
	p.ready()
	type1 := func(text, form string) {
		p.js("(document.querySelector('#form').value = " + quote(form) + ", document.querySelector('#text').value = " + quote(text) + ", document.querySelector('#text').dispatchEvent(new Event('input')))")
	}
	url := func(number string) string { return host.URL + prefix + "de/" + number + "/" }
	const linked = "document.querySelector('#linked').value"
	for _, tt := range []struct{ text, form, want string }{
		{"Siehe 715.3d.", "markdown", "Siehe [715.3d](" + url("715.3d") + ")."},
		{"601.2f–h und Regel 613", "bbcode", "[url=" + url("601.2f") + "]601.2f[/url]–[url=" + url("601.2h") + "]h[/url] und Regel [url=" + url("613") + "]613[/url]"},
		{"a < b, 119.7-8", "html", "a &#60; b, <a href=\"" + url("119.7") + "\">119.7</a>-<a href=\"" + url("119.8") + "\">8</a>"},
		{"CR 702.19B", "plain", "CR 702.19B\n\n702.19b: " + url("702.19b")},
		{"Regeln 601, 602 und 603.2", "bbcode", "Regeln [url=" + url("601") + "]601[/url], [url=" + url("602") + "]602[/url] und [url=" + url("603.2") + "]603.2[/url]"},
		{"r702.19b, CR613.1", "markdown", "r[702.19b](" + url("702.19b") + "), CR[613.1](" + url("613.1") + ")"},
		// further letters of a list
		{"608.3a und b, c", "markdown", "[608.3a](" + url("608.3a") + ") und [b](" + url("608.3b") + "), c"},
		{"601.2d, f–h, and i; 608.3a et b.", "markdown", "[601.2d](" + url("601.2d") + "), [f](" + url("601.2f") + ")–[h](" + url("601.2h") + "), and [i](" + url("601.2i") + "); [608.3a](" + url("608.3a") + ") et [b](" + url("608.3b") + ")."},
		{"608.3a or a creature, 608.3a et d’autres, 608.3a, e.g. b, 608.3b and a", "plain", "608.3a or a creature, 608.3a et d’autres, 608.3a, e.g. b, 608.3b and a\n\n608.3a: " + url("608.3a") + "\n608.3b: " + url("608.3b")},
		// links stay as they are
		{"https://x.example/715.3d/ [715.3d](https://x.example/) [url=x]715.3d[/url] 715.3d", "bbcode", "https://x.example/715.3d/ [715.3d](https://x.example/) [url=x]715.3d[/url] [url=" + url("715.3d") + "]715.3d[/url]"},
		{"<a href=\"x\">715.3d</a> 704.5l", "markdown", "<a href=\"x\">715.3d</a> 704.5l"},
		{"1.702.193 und 100 Karten, 715.3z", "markdown", "1.702.193 und 100 Karten, 715.3z"},
	} {
		type1(tt.text, tt.form)
		p.wait(linked, tt.want)
	}
	p.wait("document.querySelector('#notes .warn')?.textContent ?? ''", "Die Regel 715.3z gibt es in dieser Ausgabe nicht; sie bleibt ohne Link.")
	// l and o are no letters of rules, and that is said
	type1("715.3d 704.5l", "plain")
	p.wait("document.querySelector('#notes').textContent", "Ein Verweis gefunden.Die Regel 704.5l gibt es in dieser Ausgabe nicht; sie bleibt ohne Link.")
}

// On paper, number, address and edition stand below every sheet, and nothing
// that leads elsewhere stands on it.
func TestPrint(t *testing.T) {
	p := newTab(t)
	p.open("de/715/")
	p.ready()
	p.do(chromedp.Click(chromedp.CSS(".theme")), chromedp.Click(chromedp.CSS(".theme")))
	p.wait("document.documentElement.dataset.theme", "dark")
	if _, err := chromedp.Run(p.ctx, chromedp.PrintToPDF()); err != nil {
		t.Fatal(err)
	}
	rule := p.js("[...document.styleSheets[0].cssRules].at(-1).cssText")
	for _, want := range []string{"715 Abenteurerkarten", host.URL + prefix + "de/715/", "Regelausgabe vom 7. August 2026"} {
		if !strings.Contains(rule, want) {
			t.Errorf("below the sheets stands %q, without %q", rule, want)
		}
	}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"de/715/", "de/702.19b/", "fr/cards/giant-killer/", "de/glossary/trample/"} {
		p.open(page)
		p.ready()
		if got := p.js("[...document.querySelectorAll('.top, .crumbs, .toc, .acts, .next, .skip, button, input')].filter((e) => e.checkVisibility()).map((e) => e.className || e.tagName).join()"); got != "" {
			t.Errorf("%s prints %s", page, got)
		}
		if got := p.js("getComputedStyle(document.body).color + getComputedStyle(document.body).backgroundColor"); got != "rgb(0, 0, 0)rgb(255, 255, 255)" {
			t.Errorf("%s prints %s, with dark colours chosen", page, got)
		}
	}
	// what is long breaks between sheets, not before them
	p.open("de/704/")
	p.ready()
	long, err := chromedp.Run(p.ctx, chromedp.PrintToPDF())
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(long, []byte("/Type /Page\n")); n < 4 || n > 8 {
		t.Errorf("704 takes %d sheets", n)
	}
	// a rule begins on the first sheet
	p.open("de/702.19b/")
	p.ready()
	pdf, err := chromedp.Run(p.ctx, chromedp.PrintToPDF())
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(pdf, []byte("/Type /Page\n")); n < 1 || n > 2 {
		t.Errorf("702.19b takes %d sheets", n)
	}
}

func TestContentsFollowReading(t *testing.T) {
	p := newTab(t)
	p.open("de/704/")
	p.ready()
	p.js("(document.getElementById('704.5k').scrollIntoView(), 1)")
	p.wait("document.querySelector('.toc [aria-current]')?.hash ?? ''", "#704.5k")
}

// Nothing moves once it is painted, on a slow phone or desktop that gets the
// page piece by piece.
func TestNoLayoutShift(t *testing.T) {
	server := httptest.NewServer(inPieces(plainHost(folder)))
	defer server.Close()
	p := newTab(t)
	p.host = server.URL
	p.quiet = true // 404.html looks for its files in several places
	if _, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4}); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{360, 1280} {
		p.size(width, 740)
		for _, page := range append(kinds[:len(kinds):len(kinds)], "de/715/?p=fr", "de/702.19b/?p=en", "fr/cards/giant-killer/?x") {
			p.open(page)
			p.ready()
			if got := p.js(`await new Promise((done) => {
				const moved = [];
				new PerformanceObserver((l) => {
					for (const e of l.getEntries()) moved.push(e.value, ...e.sources.map((s) => s.node?.parentElement?.outerHTML.slice(0, 80)));
				}).observe({ type: "layout-shift", buffered: true });
				setTimeout(() => done(moved.join(" ")), 150);
			})`); got != "" {
				t.Errorf("%s at %d pixels moves: %s", page, width, got)
			}
		}
	}
}

// inPieces sends pages as a slow network brings them: a piece, and later the
// next.
func inPieces(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := path.Base(r.URL.Path); !strings.HasSuffix(r.URL.Path, "/") && path.Ext(name) != ".html" {
			h.ServeHTTP(w, r)
			return
		}
		page := httptest.NewRecorder()
		h.ServeHTTP(page, r)
		for name, values := range page.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(page.Code)
		for piece := range slices.Chunk(page.Body.Bytes(), 1000) {
			w.Write(piece)
			http.NewResponseController(w).Flush()
			time.Sleep(5 * time.Millisecond)
		}
	})
}

// axe-core finds no barrier on a page of every kind, in both colours, on
// phones and desktops.
func TestAccessible(t *testing.T) {
	p := newTab(t)
	p.quiet = true
	for _, page := range kinds {
		p.size(1280, 800)
		p.open(page)
		p.accessible(page)
	}
}

// accessible has axe-core look at the page that the tab shows.
func (p *tab) accessible(page string) {
	p.Helper()
	axe, err := os.ReadFile("axe/axe.min.js")
	if err != nil {
		p.Fatal(err)
	}
	p.js("(window.eval(" + quote(string(axe)) + "), 1)")
	for _, tt := range []struct {
		scheme string
		width  int64
		run    string
	}{
		{"light", 1280, `{ type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }`},
		{"light", 360, `{ type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }`},
		{"dark", 1280, `{ type: "rule", values: ["color-contrast", "link-in-text-block"] }`}, // all that colours change
	} {
		p.device(tt.scheme)
		p.size(tt.width, 800)
		found := p.js(`(await axe.run(document, { runOnly: ` + tt.run + `, resultTypes: ["violations"] })).violations
			.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 150) + " " + n.any.map((a) => a.message).join(" ").slice(0, 200)).join("\n    ")).join("\n  ")`)
		if found != "" {
			p.Errorf("%s, %s, %d pixels:\n  %s", page, tt.scheme, tt.width, found)
		}
	}
}

package browsertest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// targets names the targets that are smaller than 24 pixels and too near to
// others: a circle of 24 pixels around the middle of such a one touches another
// target, or the circle of another small one (WCAG 2.2, 2.5.8). Links within a
// sentence are exempt.
const targets = `(() => {
	const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
		.filter((e) => e.checkVisibility({ visibilityProperty: true }))
		.map((e) => ({ e, r: e.getClientRects()[0] })).filter(({ r }) => r && r.width > 1);
	const small = new Set(all.filter(({ r }) => r.height < 23.5 || r.width < 23.5));
	const middle = (r) => [r.left + r.width / 2, r.top + r.height / 2];
	return [...small].filter((s) => {
		const sentence = s.e.closest("p, li, td, dd, dt, div");
		const alone = sentence.textContent.trim().length <= s.e.textContent.trim().length + 3;
		if (getComputedStyle(s.e).display === "inline" && !alone && !s.e.closest(".groups, .see")) return false;
		const [x, y] = middle(s.r);
		return all.some((o) => {
			if (o === s || s.e.contains(o.e) || o.e.contains(s.e)) return false;
			const away = Math.hypot(Math.max(o.r.left - x, 0, x - o.r.right), Math.max(o.r.top - y, 0, y - o.r.bottom));
			const [u, v] = middle(o.r);
			return away < 11.5 || (small.has(o) && Math.hypot(u - x, v - y) < 23.5);
		});
	}).slice(0, 4).map(({ e, r }) => e.outerHTML.slice(0, 140) + " " + Math.round(r.width) + "×" + Math.round(r.height)).join("\n");
})()`

// No page is wider than its window: not on the smallest phone, not on a
// desktop at 200 or 400 %, not with letters twice as large. Targets have 24
// pixels; links within a sentence are exempt.
func TestWidthsAndTargets(t *testing.T) {
	p := newTab(t)
	p.quiet = true // 404.html looks for its files in several places
	wide := func(page string, width int64, how string) {
		t.Helper()
		w := strconv.FormatInt(width, 10)
		if got := p.js("Math.max(document.documentElement.scrollWidth, innerWidth)"); got != w {
			t.Errorf("%s is %s pixels wide in %s%s: %s", page, got, w, how, p.js(
				"[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > "+w+" + 1 && !e.closest('.toc')).slice(0, 3).map((e) => e.outerHTML.slice(0, 120)).join('\\n')"))
		}
	}
	letters := func(pixels int64) {
		t.Helper()
		if _, err := chromedp.Call(p.ctx, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: pixels}}); err != nil {
			t.Fatal(err)
		}
		p.wait("getComputedStyle(document.documentElement).fontSize", strconv.FormatInt(pixels, 10)+"px")
	}
	for _, page := range kinds {
		p.size(1280, 740)
		p.open(page)
		for _, width := range []int64{1280, 768, 640, 390, 320} {
			p.size(width, 740)
			wide(page, width, "")
			if small := p.js(targets); small != "" {
				t.Errorf("%s at %d pixels has small targets:\n%s", page, width, small)
			}
		}
		letters(32)
		p.size(780, 740)
		wide(page, 780, " with letters twice as large")
		letters(16)
	}
}

// Everything that Tab reaches shows that it has the focus and is covered by
// nothing; and Tab leaves every page.
func TestFocus(t *testing.T) {
	p := newTab(t)
	p.quiet = true
	const tabs = 30
	const focused = `(() => {
		const e = document.activeElement;
		if (e === document.body || e === document.documentElement) return "";
		const s = getComputedStyle(e);
		const r = e.getClientRects()[0];
		const x = Math.min(r.left + r.width / 2, innerWidth - 1);
		const at = document.elementFromPoint(x, Math.min(r.top + r.height / 2, innerHeight - 1));
		const name = e.outerHTML.slice(0, 90) + " ";
		if (s.outlineStyle === "none" || parseFloat(s.outlineWidth) < 2) return "no outline: " + name;
		if (!at) return "outside the window: " + name + r.top;
		if (!e.contains(at) && !at.contains(e)) return "covered: " + name + "by " + at.outerHTML.slice(0, 90);
		return "ok";
	})()`
	for _, width := range []int64{390, 1280} {
		p.size(width, 740)
		for _, page := range []string{
			"", "de/", "fr/7/", "de/704/", "de/702.19/", "en/715.3d/", "de/glossary/", "fr/glossary/trample/", "de/cards/", "fr/cards/giant-killer/",
			"de/search/?q=trampelschaden", "de/link/", "fr/about/", "de/changes/", "en/changes/compare/?from=2026-06-19&to=2026-08-07", "404.html",
		} {
			p.open(page)
			p.ready()
			if strings.HasPrefix(page, "de/search") {
				p.wait("document.querySelectorAll('.hits li').length > 3", "true")
			}
			reached := 0
			for range tabs {
				p.do(chromedp.KeyEvent(kb.Tab))
				got := p.js(focused)
				if got == "" {
					break
				}
				reached++
				if got != "ok" {
					t.Errorf("%s at %d pixels, %s", page, width, got)
				}
			}
			if all, _ := strconv.Atoi(p.js("[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((e) => e.tabIndex >= 0 && e.checkVisibility({ visibilityProperty: true })).length")); reached < min(all, tabs) {
				t.Errorf("%s at %d pixels: Tab reaches %d of %d", page, width, reached, all)
			}
			// back from the end: what stands still at the top covers nothing
			p.js("([...document.querySelectorAll('main a[href], main button, main summary')].filter((e) => e.tabIndex >= 0 && e.checkVisibility()).at(-1)?.focus(), 1)")
			for range tabs / 2 {
				p.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
				if got := p.js(focused); got != "ok" && got != "" {
					t.Errorf("%s at %d pixels, backwards, %s", page, width, got)
				}
			}
			p.js("([...document.querySelectorAll('a[href]')].at(-1).focus(), 1)")
			p.do(chromedp.KeyEvent(kb.Tab))
			if got := p.js("document.activeElement === [...document.querySelectorAll('a[href]')].at(-1)"); got == "true" {
				t.Errorf("%s at %d pixels: Tab stays at the end", page, width)
			}
		}
	}
}

// Nothing slides or fades, whatever the reader's device asks for.
func TestNothingMoves(t *testing.T) {
	p := newTab(t)
	p.quiet = true
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	}); err != nil {
		t.Fatal(err)
	}
	for _, page := range kinds {
		p.open(page)
		if got := p.js(`[...document.querySelectorAll("*")].filter((e) => {
			const s = getComputedStyle(e);
			return s.transitionDuration !== "0s" || s.animationName !== "none" || s.scrollBehavior !== "auto";
		}).map((e) => e.outerHTML.slice(0, 80)).join("\n")`); got != "" {
			t.Errorf("%s moves:\n%s", page, got)
		}
	}
}

// Symbols that belong together stand on one line, tables fit the window of a
// phone, and every symbol is spoken.
func TestSymbolsAndTables(t *testing.T) {
	p := newTab(t)
	found := 0
	for _, page := range []string{"de/715/", "fr/107/", "de/702.33/", "en/601/", "fr/cards/giant-killer/", "de/cards/fire-ice/", "de/118/"} {
		p.open(page)
		for _, width := range []int64{320, 343, 371, 390} {
			p.size(width, 740)
			if got := p.js("[...document.querySelectorAll('.syms')].filter((e) => e.getClientRects().length !== 1).map((e) => e.parentElement.textContent.trim().slice(0, 60)).join('\\n')"); got != "" {
				t.Errorf("%s at %d pixels breaks symbols apart in %s", page, width, got)
			}
		}
		n, _ := strconv.Atoi(p.js("document.querySelectorAll('.syms').length"))
		found += n
		if got := p.js("[...document.querySelectorAll('svg.sym')].filter((e) => !e.getAttribute('aria-label') && e.getAttribute('aria-hidden') !== 'true').length"); got != "0" {
			t.Errorf("%s has %s symbols without a name", page, got)
		}
	}
	if found < 10 {
		t.Errorf("%d groups of symbols on these pages, want more", found)
	}
	p.size(360, 740)
	for _, page := range []string{"de/701.54c/", "fr/701.54c/", "en/701.54c/", "de/107.7/", "fr/613.1/", "de/206.2/", "fr/510.1/", "de/703.4/"} {
		p.open(page)
		if got := p.js("[...document.querySelectorAll('.table')].map((e) => e.scrollWidth - e.clientWidth).join()"); got != "0" {
			t.Errorf("%s: the table is wider than the window by %q", page, got)
		}
	}
}

// Lines have about 60 to 75 characters, a few more in narrow letters such as
// those that test machines have.
func TestMeasure(t *testing.T) {
	p := newTab(t)
	for _, page := range []string{"de/704/", "fr/702.19b/", "en/cards/giant-killer/", "de/7/"} {
		p.open(page)
		for _, width := range []int64{900, 1280, 1920} {
			p.size(width, 900)
			got := p.js(`(() => {
				const p = [...document.querySelectorAll(".text p, .rulings p, .lead p")].filter((e) => e.checkVisibility()).sort((a, b) => b.textContent.length - a.textContent.length)[0];
				const range = document.createRange();
				range.selectNodeContents(p);
				const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.bottom / 12))).size;
				return Math.round(p.textContent.length / lines);
			})()`)
			if n, _ := strconv.Atoi(got); n < 50 || n > 85 {
				t.Errorf("%s at %d pixels has %s characters a line", page, width, got)
			}
		}
	}
}

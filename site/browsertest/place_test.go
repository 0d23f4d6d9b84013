package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Whoever comes back finds the page as it was left: on a long page, in results
// that were fetched and asked for more of, and beside a second language.
func TestBackKeepsPlace(t *testing.T) {
	p := newTab(t)
	// top is what stands at the top of the window, and how far from it
	const top = "(([e]) => e ? (e.id || e.textContent.trim().slice(0, 30)) + ' ' + Math.round(e.getBoundingClientRect().top / 4) : '')([...document.querySelectorAll('.rule[id], .hits li')].filter((e) => e.getBoundingClientRect().bottom > 60))"
	leave := func(link string) {
		t.Helper()
		before := p.js("location.href")
		was := p.js(top)
		p.js("(document.querySelector(" + quote(link) + ").click(), 1)")
		p.wait("location.href !== "+quote(before), "true")
		p.ready()
		p.js("(setTimeout(() => history.back()), 1)")
		p.wait("location.href", before)
		p.ready()
		p.wait(top, was)
	}
	p.open("de/704/")
	p.ready()
	p.js("(document.getElementById('704.5k').scrollIntoView(), 1)")
	leave("[id='704.6'] a.cite, .next a")

	p.open("de/search/?q=kreatur")
	p.wait("document.querySelectorAll('.hits li').length", "10")
	for _, n := range []string{"20", "30"} {
		p.do(chromedp.Click(chromedp.CSS(".further button")))
		p.wait("document.querySelectorAll('.hits li').length", n)
	}
	p.js("(document.querySelector('.hits li:nth-child(25)').scrollIntoView(), 1)")
	leave(".hits li:nth-child(25) a")
	p.wait("document.querySelectorAll('.hits li').length", "30")

	for _, width := range []int64{390, 1280} {
		p.size(width, 800)
		p.open("de/715/?p=fr")
		p.wait("document.querySelectorAll('.other').length > 5", "true")
		p.js("(document.getElementById('715.3c').scrollIntoView(), 1)")
		leave(".crumbs a")
		p.wait("document.querySelectorAll('.other').length > 5", "true")
	}
}

package browsertest

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"regula/corpus/corpustest"
	"regula/site"
)

// kites exports a small game of the tests' own, which has an official text,
// beside the site, and gives the address of its pages.
func kites(t *testing.T) string {
	t.Helper()
	c, err := corpustest.Small("../testdata/small.txtar", nil)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := site.Pages(c, site.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Export(context.Background(), filepath.Join(folder, "kites"), pages, site.ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	return host.URL + "/kites/"
}

// The official text is told from the explanation by eye and by ear, and can be
// read beside it, rule by rule.
func TestOfficialText(t *testing.T) {
	address := kites(t)
	p := newTab(t)
	open := func(page string) {
		t.Helper()
		p.do(chromedp.Navigate(address + page))
		p.ready()
	}
	open("de/100/")
	const rule = "document.getElementById('100.1')"
	for expression, want := range map[string]string{
		rule + ".querySelector('.official').getAttribute('aria-label')":                                                                        "Verbindlicher Wortlaut",
		rule + ".querySelector('.official [lang=en]').textContent.trim().slice(0, 30)":                                                         "Two players fly one kite each.",
		"getComputedStyle(" + rule + ".querySelector('.official')).backgroundColor !== getComputedStyle(document.body).backgroundColor":        "true",
		rule + ".querySelector('.official').getBoundingClientRect().top >= " + rule + ".querySelector('.text').getBoundingClientRect().bottom": "true",
	} {
		if got := p.js(expression); got != want {
			t.Errorf("%s = %q, want %q", expression, got, want)
		}
	}
	p.do(chromedp.Click(chromedp.CSS("[data-act=parallel]")))
	p.wait("document.querySelectorAll('.menu button').length", "4")
	p.js("(document.querySelectorAll('.menu button')[3].click(), 1)")
	p.wait("location.search", "?p=official")
	const aligned = "[...document.querySelectorAll('.rule')].filter((e) => e.querySelector('.official')).every((e) => Math.abs(e.querySelector('.official').getBoundingClientRect().top - e.querySelector('.text').getBoundingClientRect().top) < 2)"
	p.wait(aligned, "true")
	// on a phone one below the other, and remembered
	p.size(390, 740)
	p.wait(aligned, "false")
	p.size(1280, 740)
	open("de/101/")
	p.wait(aligned, "true")
	// the text that is shown across the table
	open("de/100.1/#show")
	for _, selector := range []string{".text", ".official"} {
		if got := p.js("document.querySelector('" + selector + "').checkVisibility() && parseFloat(getComputedStyle(document.querySelector('" + selector + "')).fontSize) > 17"); got != "true" {
			t.Errorf("%s is not shown in large type", selector)
		}
	}
	// and for whoever listens
	for _, page := range []string{"de/100/", "fr/100.1/", "de/glossary/kite/"} {
		p.size(1280, 800)
		open(page)
		p.accessible(page)
	}
	// a site without it keeps the whole width for the explanation
	p.open("de/715/?p=official")
	p.ready()
	p.wait("document.documentElement.dataset.beside ?? ''", "")
}

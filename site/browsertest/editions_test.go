package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// An address that names an edition leads to where its rule is today, on a host
// of plain files, too.
func TestEditionInAddress(t *testing.T) {
	p := newTab(t)
	p.quiet = true // the host has no page for a number that only older editions have
	p.open("de/701.54/?edition=2024-11-08")
	p.at("de/701.56/?edition=2024-11-08&was=701.54")
	p.wait("document.querySelector('.note.at')?.textContent ?? ''", "In der Ausgabe vom 8. November 2024 hatte diese Regel die Nummer 701.54.")
	p.open("en/702.195/?edition=2024-12-24")
	p.wait("document.querySelector('.note.at')?.textContent ?? ''", "The edition of November 8, 2024 had no rule 702.195.")
	p.open("fr/509.7/?edition=2024-09-20")
	p.at("fr/509.4/?edition=2024-09-20&was=509.7")
	p.open("fr/715.3d/?edition=hier")
	p.ready()
	if n := p.js("document.querySelectorAll('.note.at').length"); n != "0" {
		t.Errorf("an edition that is none gives %s notices", n)
	}
}

// A number that only older editions had says what it was.
func TestNumberOfOld(t *testing.T) {
	p := newTab(t)
	p.quiet = true
	const said = "Die Regel 509.7 gab es bis zur Ausgabe vom 20. September 2024; heute ist das 509.4"
	p.open("de/509.7/")
	p.wait("document.querySelector('.note.at')?.textContent ?? ''", said)
	p.do(chromedp.Click(chromedp.CSS(".note.at a")))
	p.at("de/509.4/")
	p.open("de/search/?q=509.7")
	p.wait("document.querySelector('.note.was')?.textContent ?? ''", said)
	p.open("de/link/")
	p.ready()
	p.js("(document.querySelector('#text').value = 'Siehe 509.7 und 701.54.', document.querySelector('#text').dispatchEvent(new Event('input')))")
	p.wait("[...document.querySelectorAll('#notes .warn')].map((e) => e.textContent).join(' | ')",
		said+" | 701.54: Bis 6. Juni 2025 stand unter dieser Nummer eine andere Regel. Heute ist das 701.56")
}

// Any two editions are compared, by a script and in the order of the rules.
func TestCompareEditions(t *testing.T) {
	p := newTab(t)
	p.open("de/changes/")
	p.js("(document.querySelector('[name=from]').value = '2026-04-17', 1)")
	p.do(chromedp.Click(chromedp.CSS(".compare button")))
	p.at("de/changes/compare/?from=2026-04-17&to=2026-08-07")
	p.wait("document.querySelectorAll('.changed li').length > 20", "true")
	if got := p.text("#changes .under"); !strings.HasPrefix(got, "Von der Ausgabe vom 17. April 2026 bis zu der vom 7. August 2026: 2") {
		t.Errorf("compared, the page says %q", got)
	}
	if got := p.js("[...document.querySelectorAll('.changed li')].find((e) => e.querySelector('.no').textContent === '310.9').textContent.replace(/\\s+/g, ' ')"); got != "310.9 verschoben · früher 310.8" {
		t.Errorf("310.9 is listed as %q", got)
	}
	// what is new says how its explanation begins, with the words of the server
	const added = "[...document.querySelectorAll('.changed li')].find((e) => e.querySelector('.no')?.textContent === '702.195')"
	p.js("(" + added + ".scrollIntoView(), 1)")
	p.wait(added+".querySelector('b')?.textContent ?? ''", p.js("(await (await fetch('../../702.195.json')).json()).title"))
	p.wait(added+".querySelector('p').textContent", p.js("new DOMParser().parseFromString(await (await fetch('../2026-08-07/')).text(), 'text/html').getElementById('702.195').querySelector('p').textContent"))
	// sections have their titles of today, entries the heading of the glossary
	p.wait("[...document.querySelectorAll('.changed h2')].map((e) => e.textContent).filter((s) => /^704|^[^0-9]/.test(s)).join()", "704 Zustandsbasierte Aktionen,Glossar")
	p.open("de/changes/compare/?from=2026-08-07&to=2026-04-17")
	p.wait("document.querySelector('#changes .note')?.textContent ?? ''", "Zuerst kommt die ältere Ausgabe, dann die neuere.")
}

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A term in a rule shows its entry to pointer, key and finger, and leads there.
func TestPreviewOfTermInText(t *testing.T) {
	p := newTab(t)
	p.open("de/702.19b/")
	p.ready()
	const title = "document.querySelector('.card h2')?.textContent ?? ''"
	const term = "article .text a.term[href='../glossary/lethal-damage/']"
	p.do(chromedp.Func(hover(term)))
	p.wait(title, "Tödlicher Schaden")
	p.keys(kb.Escape)
	p.wait(title, "")
	p.do(chromedp.MouseEvent("mouseMoved", 5, 5))
	// by key
	p.js("(document.querySelector(\"" + term + "\").focus({ focusVisible: true }), 1)")
	p.wait(title, "Tödlicher Schaden")
	p.keys(kb.Escape)
	p.wait(title, "")
	// by a finger that stays
	p.js("(document.activeElement.blur(), document.querySelector(\"" + term + "\").dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [new Touch({ identifier: 1, target: document.querySelector(\"" + term + "\") })] })), 1)")
	p.wait(title, "Tödlicher Schaden")
	p.js("(document.querySelector('.card .bar button + button').click(), 1)")
	p.wait(title, "")
	// it is told from the words around it, and quieter than a citation
	if got := p.js("getComputedStyle(document.querySelector(\"" + term + "\")).textDecorationStyle"); got != "dotted" {
		t.Errorf("a term is underlined %q, want dotted", got)
	}
	if got := p.js("getComputedStyle(document.querySelector(\"" + term + "\")).color === getComputedStyle(document.querySelector('article .text')).color"); got != "true" {
		t.Error("a term has another colour than the text")
	}
	p.do(chromedp.Click(chromedp.CSS(term)))
	p.at("de/glossary/lethal-damage/")
}

// On a host of plain files, too, a name of an entry leads to it.
func TestNameOfTermInAddress(t *testing.T) {
	p := newTab(t)
	p.quiet = true // the host has no such page
	for from, to := range map[string]string{
		"de/glossary/Verz%C3%B6gerte-ausgel%C3%B6ste-F%C3%A4higkeit/": "de/glossary/delayed-triggered-ability/",
		"fr/glossary/pi%C3%A9tinement":                                "fr/glossary/trample/",
		"de/glossary/Beherrscher/":                                    "de/glossary/control-controller/",
		"de/cards/Riesent%C3%B6ter/":                                  "de/cards/giant-killer/",
	} {
		p.open(from)
		p.at(to)
	}
}

package site

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// smallPages has the pages of the small site by path.
var smallPages = sync.OnceValues(func() (map[string]Page, error) {
	s, err := small()
	if err != nil {
		return nil, err
	}
	ps, err := Pages(s.c, Options{Indexes: s.indexes, OnlineOnly: true})
	all := map[string]Page{}
	for _, p := range ps {
		all[p.Path] = p
	}
	return all, err
})

// open gives the page at path of the small site.
func open(t *testing.T, path string) *goquery.Document {
	t.Helper()
	all, err := smallPages()
	if err != nil {
		t.Fatal(err)
	}
	p, ok := all[path]
	if !ok {
		t.Fatalf("there is no page %q", path)
	}
	data, err := p.Bytes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d, err := goquery.NewDocumentFromReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What must stand on a page of each kind: a selector, and the texts of what it
// finds, white space folded. "…" is any text, an empty list none at all.
func TestPageKinds(t *testing.T) {
	for _, tt := range []struct {
		path, selector string
		want           []string
	}{
		{"", "main li a[href='de/'][hreflang=de] b", []string{"Deutsch"}},
		{"", "main li[lang=fr] a b", []string{"Français"}},

		// around every page
		{"de/100/", "html[lang=de] > head > title", []string{"100 Allgemeines – Regula"}},
		{"de/100/", ".skip[href='#main']", []string{"Zum Inhalt springen"}},
		{"de/100/", "form[role=search][action='../search/'] label[for=q]", []string{"Regelnummer oder Begriff"}},
		{"de/100/", ".langs a[aria-current]", []string{"de"}},
		{"de/100/", ".langs a[href='../../fr/100/'][hreflang=fr]", []string{"fr"}},
		{"de/100/", ".crumbs a", []string{"Regeln", "1 Grundlagen des Drachens"}},
		{"de/100/", "footer time[datetime='2026-08-07']", []string{"Regelausgabe vom 7. August 2026"}},
		{"de/100/", "footer a[rel=external]", []string{"Comprehensive Rules"}},
		{"de/100/", "footer p[lang=en]", []string{"Regula is unofficial Fan Content permitted under the Fan Content Policy. Not approved/endorsed by Wizards. Portions of the materials used are property of Wizards of the Coast. ©Wizards of the Coast LLC."}},

		// start and chapter
		{"de/", "h1", []string{"Die Regeln von Magic: The Gathering, auf Deutsch erklärt"}},
		{"de/", ".chapters div > a", []string{"1 Grundlagen des Drachens", "2 Weitere Drachen"}},
		{"de/", ".chapters p:not(.range)", []string{"Wie man Drachen steigen lässt. Mehr steht darunter."}},
		{"fr/", ".chapters div > a span[lang=en]", []string{"Kite Basics", "Further Kites"}},
		{"de/1/", "h1", []string{"1 Grundlagen des Drachens"}},
		{"de/1/", ".lead p:not(.label)", []string{"Wie man Drachen steigen lässt. Mehr steht darunter."}},
		{"de/1/", ".chapters a.no", []string{"100", "101"}},
		{"de/1/", "nav.next a", []string{"Nächste Regel: 2 Weitere Drachen"}},

		// section
		{"de/100/", "h1 + p[lang=en]", []string{"General"}},
		{"de/100/", ".lead .label", []string{"Kurz erklärt"}},
		{"de/100/", "article.rule > :first-child .no", []string{"100.1", "100.1a", "100.1b", "100.2", "100.2a"}},
		{"de/100/", "article[id='100.1'] .text > p:first-child a.cite", []string{"101.1a", "b"}},
		{"de/100/", "article[id='100.1'] .text > p:first-child svg[role=img]", []string{"", ""}},
		{"de/100/", "article[id='100.1'] .ex p:not(.label)", []string{"Ada hat einen Drachen.", "Bo hat keinen."}},
		{"de/100/", "article[id='100.1'] .see a[href='../200.2/']", []string{"200.2"}},
		{"de/100/", "article[id='100.2'] h2 span[lang=en]", []string{"Markings"}},
		{"de/100/", ".toc a[href^='#100.1']", []string{"100.1", "a", "b"}},
		{"de/100/", ".rules ~ .note, .lead ~ .note", []string{"Von 5 Regeln dieser Seite sind 2 erklärt; die übrigen folgen."}},
		{"de/100/", "article .official .label", []string{"Verbindlicher Wortlaut", "Verbindlicher Wortlaut", "Verbindlicher Wortlaut", "Verbindlicher Wortlaut", "Verbindlicher Wortlaut"}},
		{"de/100/", "article[id='100.1b'] .official [lang=en] p", []string{"A torn kite no longer counts."}},
		{"de/101/", ".lead ~ .note, .head ~ .note", []string{"Die Erklärungen zu dieser Seite stehen noch aus. Nummern, Verweise und Adressen gelten schon."}},
		{"de/101/", "article[id='101.1'] .see a", []string{"100.1"}},
		{"de/101/", ".by a", []string{"100 Allgemeines", "100.2a"}}, // the section as such
		{"de/200/", ".keywords li[id='200.2'] a[href='../200.2/']", []string{"200.2 Segeln"}},

		// keyword
		{"de/200.2/", "h1", []string{"200.2 Segeln"}},
		{"de/200.2/", "h1 + p[lang=en]", []string{"Soar"}},
		{"de/200.2/", ".lead p:not(.label)", []string{"Ein segelnder Drachen kreuzt nicht."}},
		{"de/200.2/", ".terms a[href='../glossary/soar/']", []string{"Segeln"}},
		{"de/200.2/", ".by a", []string{"100 Allgemeines", "100.1"}},
		{"de/200.2/", ".status", []string{"Erklärt nach der Ausgabe vom 7. August 2026."}},

		// rule
		{"de/100.1/", "h1", []string{"100.1 Allgemeines"}},
		{"de/100.1/", ".acts a[href='../100/#100.1']", []string{"Im Zusammenhang lesen: 100 Allgemeines"}},
		{"de/100.1/", ".acts a[href='#show']", []string{"Zeigen"}},
		{"de/100.1/", ".official h2", []string{"Verbindlicher Wortlaut englisch, gültig ab 7. August 2026"}},
		{"de/100.1/", ".official [lang=en] p", []string{
			"Two players fly one kite each. Crossing is covered by rules 101.1a–b; see rule 200.2, “Soar.”",
			"Example: Ada flies a kite with painted on it.",
		}},
		{"de/100.1/", ".below li", []string{"100.1a Ein Drachen mit Schnur zählt als einer.", "100.1b"}},
		{"de/100.1/", ".by a", []string{"101 Wind", "101.1"}},
		{"de/100.1/", ".terms a[href='../glossary/kite/']", []string{"Drachen"}},
		{"de/100.1/", "nav.next a[rel=next]", []string{"Nächste Regel: 100.1a"}},
		{"de/100.1/", ".status", []string{"Erklärt nach der Ausgabe vom 7. August 2026."}},
		{"de/100.1a/", ".official [lang=en] b", nil}, // markup of a source is text
		{"de/100.1a/", ".official [lang=en] p", []string{"A kite with <b>soar</b> & string counts as one kite."}},
		{"de/100.1b/", ".todo", []string{"Die Erklärung dieser Regel steht noch aus."}},
		{"fr/100.1b/", ".todo", []string{"L’explication de cette règle reste à écrire."}},
		{"en/100.1b/", "head link[hreflang=x-default][href='./']", []string{""}},

		// glossary
		{"de/glossary/", ".letter h2", []string{"D", "S", "T"}},
		{"de/glossary/", ".letter li", []string{"Drachen Kite", "Segeln Soar", "Torn veraltet"}},
		{"de/glossary/", ".letter a[lang=en]", []string{"Torn"}},
		{"en/glossary/", ".letter li", []string{"Kite", "Soar", "Torn obsolete"}},
		{"de/glossary/kite/", "h1", []string{"Drachen"}},
		{"de/glossary/kite/", ".text a.cite[href='../../100.1/']", []string{"100.1"}},
		{"de/glossary/kite/", ".official [lang=en] p", []string{"What the players fly. See rule 100.1."}},
		{"de/glossary/soar/", ".todo", []string{"Die Erklärung dieses Begriffs steht noch aus."}},
		{"de/glossary/soar/", ".chips a[href='../../200.2/']", []string{"200.2 Segeln"}},
		{"de/glossary/soar/", ".names a[lang=fr]", []string{"Planer"}},

		// the others
		{"de/search/", "#results", []string{""}},
		{"de/search/", "noscript", []string{"…"}},
		{"de/about/", "h2", []string{"Quelle und Ausgabe", "Rechte", "Datenschutz", "Ohne Netz", "Adressen", "Daten"}},
		{"404.html", "meta[name=robots][content=noindex]", []string{""}},
	} {
		got := foldedTexts(open(t, tt.path).Find(tt.selector))
		same := len(got) == len(tt.want)
		for i := range got {
			same = same && (tt.want[i] == "…" || got[i] == tt.want[i])
		}
		if !same {
			t.Errorf("%s: %s finds %q, want %q", tt.path, tt.selector, got, tt.want)
		}
	}
}

func foldedTexts(s *goquery.Selection) []string {
	var ts []string
	s.Each(func(_ int, s *goquery.Selection) {
		ts = append(ts, strings.Join(strings.Fields(s.Text()), " "))
	})
	return ts
}

// Headings go down one level at a time.
func TestHeadingsInOrder(t *testing.T) {
	for _, path := range []string{"", "de/", "de/1/", "de/100/", "de/200.2/", "de/200/", "de/100.1/", "de/100.1b/", "de/glossary/", "de/glossary/kite/", "de/search/", "de/about/", "404.html"} {
		level := 0
		open(t, path).Find("h1,h2,h3,h4,h5,h6").Each(func(_ int, s *goquery.Selection) {
			n := int(goquery.NodeName(s)[1] - '0')
			if n > level+1 {
				t.Errorf("%s: heading %q of level %d follows one of level %d", path, s.Text(), n, level)
			}
			level = n
		})
	}
}

// Every page says from where the official text comes where it has none, once
// and no more.
func TestOfficialElsewhere(t *testing.T) {
	for _, p := range []string{"de/100/", "de/715/", "de/715.3d/", "de/702.19/", "de/702.19b/", "de/glossary/trample/"} {
		d, err := goquery.NewDocumentFromReader(bytes.NewReader(printed[""](t)[p]))
		if err != nil {
			t.Fatal(err)
		}
		n := d.Find("main a[rel=external]").Length()
		if n != 1 {
			t.Errorf("%s: %d links to the official text in the page's content, want 1", p, n)
		}
	}
	for _, p := range []string{"de/100/", "de/100.1/", "de/glossary/kite/"} {
		if n := open(t, p).Find("main a[rel=external]").Length(); n != 0 {
			t.Errorf("%s: %d links to the official text, though the page has it", p, n)
		}
	}
}

func TestGlossaryOrder(t *testing.T) {
	for _, tt := range []struct {
		path string
		want []string // a part of the list, in order
	}{
		{"de/glossary/", []string{"Abenteurerkarte", "Affinität", "Ausgraben", "Übertyp", "Verwandeln"}},
		{"fr/glossary/", []string{"Affinité", "Éphémère", "Éternaliser", "Piétinement"}},
		{"en/glossary/", []string{"Ability", "Deathtouch", "X", "Y", "Zone"}},
	} {
		d, err := goquery.NewDocumentFromReader(bytes.NewReader(printed[""](t)[tt.path]))
		if err != nil {
			t.Fatal(err)
		}
		all := foldedTexts(d.Find(".letter a"))
		last := -1
		for _, w := range tt.want {
			i := slices.Index(all, w)
			if i < 0 {
				t.Logf("%s: has no %q (any more)", tt.path, w)
				continue
			}
			if i < last {
				t.Errorf("%s: %q stands before its predecessor in %q", tt.path, w, tt.want)
			}
			last = i
		}
		if last < 0 {
			t.Errorf("%s: has none of %q", tt.path, tt.want)
		}
	}
}

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
		{"de/100/", "article[id='100.1a'] .text a.term[href='../glossary/kite/']", []string{"Drachen"}},
		{"de/100/", "article[id='100.1'] a.term", nil}, // the entry is about this rule
		{"de/100/", ".lead a.term", []string{"Drachen"}},
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
		{"de/200.2/", ".terms a", []string{"Segeln", "Drachen"}},
		{"de/200.2/", "a.term", []string{"Drachen"}},
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
		{"de/100.1a/", ".terms a", []string{"Drachen"}},
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

		// cards
		{"de/cards/", "h1", []string{"Karten"}},
		{"de/cards/", ".letter li", []string{"Drachenbauer Kite Maker"}},
		{"de/cards/", ".letters a[href='#letter-d']", []string{"D"}},
		{"de/cards/", ".byrule dt a[href='../200.2/']", []string{"200.2 Segeln"}},
		{"de/cards/", ".byrule dd a[href='kite-maker/']", []string{"Drachenbauer"}},
		{"de/cards/", ".parts a[href='list/1/']", []string{"Ärgersturm – Storm // Calm"}},
		{"fr/cards/", ".letter li", []string{"Faiseur d’ailes Kite Maker"}},
		{"de/cards/list/1/", "h1", []string{"Karten: Ärgersturm bis Storm // Calm"}},
		{"de/cards/list/1/", ".letter li", []string{"Ärgersturm Gale", "Drachenbauer Kite Maker", "Storm // Calm"}},
		{"de/cards/list/1/", ".letter a[lang=en][href='../../storm-calm/']", []string{"Storm // Calm"}},
		{"de/cards/kite-maker/", "h1", []string{"Drachenbauer // Falten"}},
		{"de/cards/kite-maker/", "h1 + p[lang=en]", []string{"Kite Maker // Fold"}},
		{"de/cards/kite-maker/", ".frames.nested > .frame > header h2", []string{"Drachenbauer"}},
		{"de/cards/kite-maker/", ".frames .frame .box .inset h3", []string{"Falten"}},
		{"de/cards/kite-maker/", ".frame > header .cost svg[aria-label='ein weißes Mana']", []string{""}},
		{"de/cards/kite-maker/", ".inset .cost svg", []string{"", ""}},
		{"de/cards/kite-maker/", ".frame > .type", []string{"Kreatur — Mensch"}},
		{"de/cards/kite-maker/", ".frame > .stats", []string{"Stärke und Widerstandskraft: 1/2"}},
		{"de/cards/kite-maker/", ".frame > .box > .text > p a[href='../../100.1/']", []string{"100.1"}},
		{"de/cards/kite-maker/", "a.term[href='../../glossary/kite/']", []string{"Drachen"}}, // the first time only
		{"de/cards/kite-maker/", ".oracle [lang=en] p", []string{": A kite rises.", "Fold target kite."}},
		{"de/cards/kite-maker/", ".rulings li", []string{"1Mit Schnur zählt er als einer (100.1a).", "2Er kreuzt nicht (200.2a, 101.1a–b)."}},
		{"de/cards/kite-maker/", ".rulings li[id=r2] a.cite[href='../../101.1a/']", []string{"101.1a"}},
		{"de/cards/kite-maker/", ".rulings a.no[href='#r1']", []string{"1"}},
		{"de/cards/kite-maker/", ".official h2", []string{"Offizielle Regelfragen englisch, nach dem Stand der Regeln am jeweiligen Tag"}},
		{"de/cards/kite-maker/", ".official time[datetime='2031-02-01']", []string{"1. Februar 2031"}},
		{"de/cards/kite-maker/", ".official h3", []string{"1. Februar 2031 · Wizards of the Coast"}},
		{"de/cards/kite-maker/", ".official ul[lang=en] li", []string{"It costs , see rule 100.1.", "And it is a kite."}},
		{"de/cards/kite-maker/", ".official [lang=en] svg", []string{"", ""}},
		{"de/cards/kite-maker/", ".by a", []string{"100 Allgemeines", "100.1a", "101 Wind", "101.1a", "101.1b", "200.2 Segeln", "200.2a"}},
		{"de/cards/kite-maker/", ".names a[href='../../../fr/cards/kite-maker/'][hreflang=fr] [lang=fr]", []string{"Faiseur d’ailes // Plier"}},
		{"de/cards/kite-maker/", ".names [lang]", []string{"Drachenbauer // Falten", "Faiseur d’ailes // Plier", "Kite Maker // Fold"}},
		{"de/cards/kite-maker/", ".chips a[rel~=noopener][href='https://scryfall.com/search?q=%21%22Kite+Maker%22']", []string{"Scryfall"}},
		{"de/cards/kite-maker/", ".chips a[rel~=noopener][href='https://gatherer.wizards.com/search?searchTerm=Kite+Maker']", []string{"Gatherer"}},
		{"de/cards/kite-maker/", ".status", []string{"Geschrieben nach der Ausgabe vom 7. August 2026."}},
		{"de/cards/kite-maker/", "head link[type='application/json'][href='../kite-maker.json']", []string{""}},
		{"de/cards/kite-maker/", "nav.next a", nil}, // there is no other of ours
		{"en/cards/kite-maker/", "h1 + p[lang=en]", nil},
		{"fr/cards/kite-maker/", "h1", []string{"Faiseur d’ailes // Plier"}},
		{"fr/cards/kite-maker/", ".note", []string{"Pas de questions de règles originales pour cette carte, seulement le texte anglais de l’éditeur."}},
		{"fr/cards/kite-maker/", ".frame > .type [lang=en]", []string{"Creature — Human"}},
		{"de/cards/storm-calm/", "h1 [lang=en]", []string{"Storm", "Calm"}},
		{"de/cards/storm-calm/", ".frames.pair > .frame h2", []string{"Storm", "Calm"}},
		{"de/cards/storm-calm/", ".oracle [lang=en] p", []string{"Tear each kite <now>.", "Mend kites."}},
		{"de/cards/storm-calm/", ".official h3", []string{"1. Februar 2030 · Scryfall"}},
		{"de/cards/storm-calm/", "nav.next a", []string{"Vorige Karte: Drachenbauer"}},
		{"de/cards/gale/", ".frames.single .stats", []string{"Verteidigung: 4"}},
		{"de/cards/gale/", ".older [lang=de]", []string{"Windstoß"}},
		{"de/100.1a/", ".oncards .cited > li > a[href='../cards/kite-maker/']", []string{"Drachenbauer"}},
		{"de/100.1a/", ".oncards .cited .text", []string{"Mit Schnur zählt er als einer (100.1a)."}},
		{"de/101.1b/", ".oncards .cited a.cite[href='../200.2a/']", []string{"200.2a"}},
		{"de/200.2/", ".oncards .chips a[href='../cards/kite-maker/']", []string{"Drachenbauer"}},
		{"de/101/", ".oncards .chips a", []string{"Drachenbauer"}},
		{"de/100.1/", ".oncards > .cited", nil},
		{"de/100.1/", ".oncards .named .cited .text", []string{"It costs , see rule 100.1."}},
		{"de/100.2/", ".oncards", nil},

		// the others
		{"de/search/", "#results", []string{""}},
		{"de/search/", "noscript", []string{"…"}},
		{"de/about/", "h2", []string{"Quelle und Ausgabe", "Rechte", "Datenschutz", "Ohne Netz", "Tasten", "Adressen", "Daten"}},
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
	for _, path := range []string{"", "de/", "de/1/", "de/100/", "de/200.2/", "de/200/", "de/100.1/", "de/100.1b/", "de/glossary/", "de/glossary/kite/", "de/cards/", "de/cards/list/1/", "de/cards/kite-maker/", "de/cards/storm-calm/", "de/101.1b/", "de/search/", "de/about/", "404.html"} {
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

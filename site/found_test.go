package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/realdata"
	"regula/rulings"
)

var projectContent = sync.OnceValues(func() (content.Content, error) { return content.Load(content.FS) })

// withCards joins the project's content with cards, and gives its pages by
// path, without a search.
func withCards(t *testing.T, cards ...rulings.Card) (*corpus.Corpus, map[string]Page) {
	t.Helper()
	ct, err := projectContent()
	if err != nil {
		t.Fatal(err)
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	c := corpus.New(h, nil, cards, ct)
	ps, err := Pages(c, Options{OnlineOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]Page{}
	for _, p := range ps {
		pages[p.Path] = p
	}
	return c, pages
}

func bytesOf(t *testing.T, pages map[string]Page, path string) []byte {
	t.Helper()
	p, ok := pages[path]
	if !ok {
		t.Fatalf("there is no page %q", path)
	}
	data, err := p.Bytes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func officialCard(id, name string, faces []string, rs ...rulings.Ruling) rulings.Card {
	x := rulings.Card{ID: id, Name: name, Layout: "normal", Rulings: rs}
	for _, text := range faces {
		x.Faces = append(x.Faces, rulings.Face{Name: name, TypeLine: "Creature — Bird", Text: text})
	}
	return x
}

func officialRulingOf(t *testing.T, day, text string) rulings.Ruling {
	t.Helper()
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return rulings.Ruling{Date: date, Source: "wotc", Text: text}
}

// Official texts lead to the rules that they name, and rules to the cards and
// rulings that name them, as many as a page can bear.
func TestFoundPages(t *testing.T) {
	cards := []rulings.Card{
		officialCard("glass-heron", "Glass Heron, Flash of Haste", []string{"Flying\nWhen Glass Heron dies, flying birds sing {T}."},
			officialRulingOf(t, "2018-01-19", "Flash of Haste is no flash; they have it (704.5u), as they have 704.5s–t and 704.5g. Flash, flashback."),
			officialRulingOf(t, "2018-01-19", "Flashlights of <b>wardens</b> cost {2}.")),
		officialCard("hushed-owl", "Hushed Owl", nil),
		officialCard("plain-cow", "Plain Cow", []string{"Moo."}),
	}
	cards[1].Faces = []rulings.Face{{Name: "Hushed Owl"}}
	for i := range 12 {
		cards[1].Rulings = append(cards[1].Rulings, officialRulingOf(t, "2020-02-01", fmt.Sprintf("Flying is said in ruling %d.", i+1)))
	}
	for i := range 25 {
		name := fmt.Sprintf("Swift %c", 'A'+i)
		cards = append(cards, officialCard(fmt.Sprintf("swift-%c", 'a'+i), name, []string{"Flying"}, officialRulingOf(t, "2021-01-01", "All swifts speak of flash here.")))
	}
	_, pages := withCards(t, cards...)
	for _, tt := range []struct {
		path, selector string
		want           []string
	}{
		// the card
		{"de/cards/glass-heron/", ".oracle a", []string{"Flying"}}, // the first time only
		{"de/cards/glass-heron/", ".oracle a.term[href='../../702.9/']", []string{"Flying"}},
		{"de/cards/glass-heron/", ".official li:first-child a", []string{"flash", "704.5u", "704.5s", "t", "704.5g", "flashback"}}, // none in its name
		{"de/cards/glass-heron/", ".official a.cite[href='../../704.6c/'][data-rule='704.6c']", []string{"704.5u"}},
		{"de/cards/glass-heron/", ".official a.cite[href='../../704.6a/']", []string{"704.5s"}},
		{"de/cards/glass-heron/", ".official a.cite[href='../../704.6b/']", []string{"t"}},
		{"de/cards/glass-heron/", ".official a.cite[href='../../704.5g/']", []string{"704.5g"}},
		{"de/cards/glass-heron/", ".official a.term[href='../../702.8/']", []string{"flash"}},
		{"de/cards/glass-heron/", ".official [lang=en] .now[lang=de]", []string{"[heute 704.6c]", "[heute 704.6a–b]"}},
		{"fr/cards/glass-heron/", ".official [lang=en] .now[lang=fr]", []string{"[aujourd’hui 704.6c]", "[aujourd’hui 704.6a–b]"}},
		{"en/cards/glass-heron/", ".official [lang=en] .now[lang=en]", []string{"[now 704.6c]", "[now 704.6a–b]"}},
		{"de/cards/glass-heron/", ".official li:last-child", []string{"Flashlights of <b>wardens</b> cost ."}}, // nothing inside a word
		{"de/cards/glass-heron/", ".official li:last-child a", nil},
		{"de/cards/glass-heron/", ".official li:last-child svg[aria-label='two generic mana']", []string{""}},
		{"de/cards/glass-heron/", ".official > .from", []string{"Die Links darin sind automatisch gesetzt und führen zu den Regeln von heute."}},
		{"de/cards/glass-heron/", ".by h2", []string{"Genannte Regeln automatisch gefunden"}},
		{"fr/cards/glass-heron/", ".by h2", []string{"Règles mentionnées trouvées automatiquement"}},
		{"en/cards/glass-heron/", ".by h2", []string{"Rules named found automatically"}},
		{"de/cards/glass-heron/", ".by a[href^='../../70']", []string{"702.8 Aufblitzen", "702.9 Flugfähigkeit", "702.34 Rückblende", "704 Zustandsbasierte Aktionen", "704.5g", "704.6a", "704.6b", "704.6c"}},
		{"de/cards/plain-cow/", ".by", nil},
		{"de/cards/plain-cow/", ".official > .from", nil},
		{"de/cards/giant-killer/", ".by h2", []string{"Beruht auf"}}, // ours tells it

		// the rule that a ruling cites by the number of its day
		{"de/704.6c/", ".oncards details.named[open] summary", []string{"Offizielle Regelfragen, automatisch gefunden: 1"}},
		{"de/704.6c/", ".named [lang=en] .now[lang=de]", []string{"[heute 704.6c]", "[heute 704.6a–b]"}},
		{"de/704.6c/", ".named [lang=en] a[href='../704.6a/']", []string{"704.5s"}},
		{"de/704.6b/", ".named [lang=en] a[href='../704.6a/']", []string{"704.5s"}},
		{"de/704.6b/", ".named [lang=en] .now[lang=de]", []string{"[heute 704.6c]", "[heute 704.6a–b]"}},
		{"de/704.6c/", ".named a[href='./']", nil}, // none to its own page
		{"de/704.6c/", ".named .from time[datetime='2018-01-19']", []string{"19. Januar 2018"}},
		{"de/704.6c/", ".named .from a[lang=en][href='../cards/glass-heron/']", []string{"Glass Heron, Flash of Haste"}},
		{"de/704.5u/", ".oncards", nil}, // which had that number on that day
		{"de/704/", ".oncards details.named[open] .from time", []string{"19. Januar 2018"}},

		// the keyword that many name
		{"de/702.9/", ".oncards summary", []string{"Offizielle Regelfragen, automatisch gefunden: 12", "Karten, deren englischer Text oder Regelfragen „Flying“ nennen: 27"}},
		{"fr/702.9/", ".oncards summary", []string{"Questions de règles officielles, trouvées automatiquement : 12", "Cartes dont le texte anglais ou les questions de règles mentionnent « Flying » : 27"}},
		{"en/702.9/", ".oncards summary", []string{"Official rulings, found automatically: 12", "Cards whose text or rulings name “Flying”: 27"}},
		{"de/702.9/", ".oncards details[open]", nil},
		{"de/702.9/", ".named > .from", []string{"Gezeigt sind 10 davon; alle stehen auf den Seiten ihrer Karten.", "Weitere 7 · Karten mit „Flying“ suchen"}},
		{"de/702.9/", ".named > .from a[href='../search/?kind=card&q=Flying']", []string{"Karten mit „Flying“ suchen"}},
		{"de/702.8/", ".named .cited .from", []string{"1. Januar 2021 · Swift A · Swift B · Swift C · Weitere 22", "19. Januar 2018 · Glass Heron, Flash of Haste"}},
	} {
		d, err := goquery.NewDocumentFromReader(bytes.NewReader(bytesOf(t, pages, tt.path)))
		if err != nil {
			t.Fatal(err)
		}
		if got := foldedTexts(d.Find(tt.selector)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %s has %q, want %q", tt.path, tt.selector, got, tt.want)
		}
	}
	d, err := goquery.NewDocumentFromReader(bytes.NewReader(bytesOf(t, pages, "de/702.9/")))
	if err != nil {
		t.Fatal(err)
	}
	if n := d.Find(".named .cited li").Length(); n != mostOfficial {
		t.Errorf("de/702.9/ has %d official rulings, want %d", n, mostOfficial)
	}
	names := foldedTexts(d.Find(".named .chips a"))
	if len(names) != mostNaming || names[0] != "Glass Heron, Flash of Haste" || slices.Contains(names, "Hushed Owl") {
		t.Errorf("de/702.9/ names %q, want %d cards, those first on which it stands", names, mostNaming)
	}
}

// The data of a rule has as much as its page, and how much there is.
func TestFoundData(t *testing.T) {
	var cards []rulings.Card
	for i := range 30 {
		cards = append(cards, officialCard(fmt.Sprintf("swift-%02d", i), fmt.Sprintf("Swift %02d", i), []string{"Flying"},
			officialRulingOf(t, "2018-01-19", fmt.Sprintf("Flying is %d; see 704.5u.", i))))
	}
	_, pages := withCards(t, cards...)
	var r ruleData
	if err := json.Unmarshal(bytesOf(t, pages, "fr/702.9.json"), &r); err != nil {
		t.Fatal(err)
	}
	if f := r.Found; f == nil || f.OfficialCount != 30 || len(f.Official) != mostOfficial || f.NamingCount != 30 || len(f.Naming) != mostNaming {
		t.Fatalf("fr/702.9.json has found %+v, want 30 rulings and 30 cards, of which it shows %d and %d", f, mostOfficial, mostNaming)
	}
	for _, tt := range []struct{ what, got, want string }{
		{"ruling", fmt.Sprint(r.Found.Official[0]), "{{2018-01-19 Wizards of the Coast Flying is 0; see 704.5u. [702.9 704.6c]} 1 [{swift-00 Swift 00 fr/cards/swift-00/}]}"},
		{"card", fmt.Sprint(r.Found.Naming[19]), "{swift-19 Swift 19 fr/cards/swift-19/}"},
	} {
		if tt.got != tt.want {
			t.Errorf("fr/702.9.json: %s %s, want %s", tt.what, tt.got, tt.want)
		}
	}
	var without ruleData
	if err := json.Unmarshal(bytesOf(t, pages, "fr/702.2.json"), &without); err != nil || without.Found != nil {
		t.Errorf("fr/702.2.json has found %+v, error %v, want nothing", without.Found, err)
	}
	var x cardData
	if err := json.Unmarshal(bytesOf(t, pages, "fr/cards/swift-00.json"), &x); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(x.Named, x.Official[0].Rules), "[702.9 704.6c] [702.9 704.6c]"; got != want {
		t.Errorf("fr/cards/swift-00.json names %s, want %s", got, want)
	}
}

// No page of a rule bloats however many cards are imported, and no link in an
// official text stands in a word or leads nowhere.
func TestFoundInImported(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	cards, err := realdata.Cards(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, pages := withCards(t, cards...)
	_, bare := withCards(t)
	size := func(pages map[string]Page, path string) int { return len(gzipped(bytesOf(t, pages, path), gzipSent)) }
	first := size(pages, "de/702.9/") // every card here has flying
	for _, a := range []string{"regula.css", "icon.svg", "symbols.svg", "js/early.js", "js/app.js", "js/page.js", "js/acts.js", "js/preview.js", "js/keys.js", "js/texts.de.js"} {
		for path := range pages {
			if f := strings.SplitN(path, "/", 3); f[0] == "s" && f[2] == a {
				first += size(pages, path)
			}
		}
	}
	t.Logf("%d cards, first visit to the page of flying: %d bytes", len(cards), first)
	if first > 40<<10 {
		t.Errorf("first visit to the page of flying transfers %d bytes, more than 40 KB", first)
	}
	// Two lists of twenty and ten cost a page a few KB.
	const most = 6 << 10
	var worst [2]struct {
		path string
		size int
	}
	grown := 0
	for _, n := range c.Numbers() {
		for i, path := range []string{rulePath(lang.German, n), ruleDataPath(lang.German, n)} {
			more := len(bytesOf(t, pages, path)) - len(bytesOf(t, bare, path))
			if more == 0 {
				continue
			}
			grown++
			more = size(pages, path) - size(bare, path)
			if more > worst[i].size {
				worst[i].path, worst[i].size = path, more
			}
			if more > most {
				t.Errorf("%s grows by %d bytes, more than %d", path, more, most)
			}
		}
	}
	t.Logf("%d pages and data of rules have more with cards, most of all %v", grown, worst)
	if grown == 0 {
		t.Error("no rule has a card")
	}
	words, links, moved := 0, 0, 0
	check := func(path string) {
		s := string(bytesOf(t, pages, path))
		d, err := goquery.NewDocumentFromReader(strings.NewReader(s))
		if err != nil {
			t.Fatal(err)
		}
		moved += d.Find(".now").Length()
		for i, sel := range []string{".official li a", ".oracle a", ".named a"} {
			d.Find(sel).Each(func(_ int, a *goquery.Selection) {
				links++
				href, _ := a.Attr("href")
				to := strings.TrimPrefix(strings.TrimLeft(href, "./"), "../")
				if i == 2 && strings.Contains(href, "?") {
					return
				}
				if strings.HasPrefix(href, "../cards/") || strings.Count(href, "../") > 0 {
					if _, ok := pages["de/"+to]; !ok {
						t.Errorf("%s: %q leads nowhere", path, href)
					}
				}
			})
		}
		for rest := s; ; words++ {
			at := strings.Index(rest, `<a class="term"`)
			if at < 0 {
				break
			}
			end := at + strings.Index(rest[at:], "</a>")
			if isLetter(rest[at-1]) || isLetter(rest[end+4]) && rest[end+4] != '<' {
				t.Errorf("%s: a link stands in a word: %q", path, rest[max(0, at-20):end+20])
			}
			rest = rest[end:]
		}
	}
	for i, x := range c.Cards() {
		if i%20 == 0 && !x.Ours() || len(c.Found(x.ID).Rulings) > 0 && slices.ContainsFunc(slices.Concat(c.Found(x.ID).Rulings...), func(l corpus.RulingLink) bool { return l.How == corpus.Cited }) {
			check(cardPath(lang.German, x.ID))
		}
	}
	for _, n := range c.Numbers() {
		if e, _ := c.Entry(n); e.Kind == corpus.Keyword {
			check(rulePath(lang.German, n))
		}
	}
	t.Logf("%d links read, %d of them on words, %d notes of today's number", links, words, moved)
	if moved == 0 {
		t.Error("no ruling has a number that is another today, though the data have such")
	}
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

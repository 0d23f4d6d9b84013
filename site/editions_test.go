package site

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/tools/txtar"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/rules"
	"regula/static"
)

// boats is the game of testdata/boats.txtar.
var boats = sync.OnceValues(func() (*site, error) {
	archive, err := txtar.ParseFile("testdata/boats.txtar")
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	var books []*rules.Book
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "content/"); ok {
			files[name] = &fstest.MapFile{Data: f.Data}
			continue
		}
		day, err := time.Parse(time.DateOnly+".txt", f.Name)
		if err != nil {
			return nil, err
		}
		b, err := boatBook(day, string(f.Data))
		if err != nil {
			return nil, err
		}
		books = append(books, b)
	}
	h, err := editions.NewHistory([]editions.Edition{editions.FromBook(books[0])}, nil)
	for _, b := range books[1:] {
		if err == nil {
			h, err = h.With(b, books...)
		}
	}
	if err != nil {
		return nil, err
	}
	ct, err := content.Load(files)
	if err != nil {
		return nil, err
	}
	return newSite(corpus.New(h, books[1:], nil, ct))
})

// boatBook makes a whole edition of its chapters, a rule a line, and of a
// glossary whose second entry is reworded in the third edition.
func boatBook(day time.Time, chapters string) (*rules.Book, error) {
	effective := "These rules are effective as of " + day.Format("January 2, 2006") + ".\n\n"
	oar := "What rows."
	if day.After(time.Date(2031, 3, 1, 0, 0, 0, 0, time.UTC)) {
		oar = "What rows a boat."
	}
	var heads strings.Builder
	for line := range strings.Lines(chapters) {
		if number, _, _ := strings.Cut(line, " "); !strings.Contains(strings.TrimSuffix(number, "."), ".") {
			heads.WriteString(line)
		}
	}
	text := "Boat Comprehensive Rules\n\n" + effective + "Contents\n\n" + heads.String() + "\nGlossary\n\nCredits\n\n" +
		strings.ReplaceAll(chapters, "\n", "\n\n") + "Glossary\n\nBoat\nWhat floats.\n\nOar\n" + oar + "\n\nCredits\n\n" + effective
	return rules.Parse(strings.NewReader(text))
}

func boatSite(t testing.TB) *site {
	t.Helper()
	s, err := boats()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openBoats gives the page at path of the boats.
func openBoats(t *testing.T, path string) *goquery.Document {
	t.Helper()
	for _, p := range boatSite(t).pages(t, "") {
		if p.Path == path {
			data, err := p.Bytes(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			d, err := goquery.NewDocumentFromReader(strings.NewReader(string(data)))
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	t.Fatalf("there is no page %q", path)
	return nil
}

// What pages tell of editions: a selector, and the texts of what it finds.
func TestEditionsOnPages(t *testing.T) {
	for _, tt := range []struct {
		path, selector string
		want           []string
	}{
		// history of rules and numbers
		{"de/100.1/", ".past dd", []string{"unverändert seit mindestens 1. Januar 2031"}},
		{"de/100.1/", ".note.was", nil},
		{"de/100.2/", ".past dt", []string{"Wortlaut", "Unter dieser Nummer zuvor"}},
		{"de/100.2/", ".past dd", []string{"neu mit der Ausgabe vom 2. Februar 2031, seitdem unverändert", "eine andere Regel, heute 100.3 · 1. Januar 2031 bis 2. Februar 2031"}},
		{"de/100.2/", ".past dd a[href='../changes/2031-02-02/#100.2']", []string{"2. Februar 2031"}},
		{"de/100.2/", ".note.was", []string{"Bis 2. Februar 2031 stand unter dieser Nummer eine andere Regel. Heute ist das 100.3"}},
		{"de/100.2/", ".note.was a[href='../100.3/']", []string{"Heute ist das 100.3"}},
		{"de/100.3/", ".past dd", []string{"so seit der Ausgabe vom 3. März 2031", "100.2 · 1. Januar 2031 bis 2. Februar 2031", "eine andere Regel · 1. Januar 2031 bis 2. Februar 2031"}},
		{"de/101.3/", ".note.was", []string{"Bis 2. Februar 2031 stand unter dieser Nummer: Pfeifen. Heute ist das 101.4"}},
		{"de/101.3/", ".past dd", []string{"unverändert seit mindestens 1. Januar 2031", "101.2 · 1. Januar 2031 bis 2. Februar 2031", "Pfeifen, heute 101.4 · 1. Januar 2031 bis 2. Februar 2031"}},
		{"fr/101.3/", ".note.was", []string{"Jusqu’au 2 février 2031, ce numéro désignait : Whistle. Aujourd’hui : 101.4"}},

		// stale explanations
		{"de/100.2/", ".warn", nil},
		{"de/100.3/", ".warn > p", []string{"Achtung: Erklärt nach der Ausgabe vom 2. Februar 2031. In der Ausgabe vom 3. März 2031 hat sich der Wortlaut geändert; die Erklärung wird überarbeitet. Änderungen dieser Ausgabe"}},
		{"de/100.3/", ".warn a[href='../changes/2031-03-03/#100.3']", []string{"Änderungen dieser Ausgabe"}},
		{"de/100.3/", ".warn summary", []string{"Was sich geändert hat"}},
		{"de/100.3/", ".warn .words ins", []string{"neu: and the cake"}},
		{"de/100.3/", ".warn .words ins [lang=de]", []string{"neu:"}},
		{"de/100/", "[id='100.3'] .warn", []string{"Achtung: Erklärt nach der Ausgabe vom 2. Februar 2031. In der Ausgabe vom 3. März 2031 hat sich der Wortlaut geändert; die Erklärung wird überarbeitet. Änderungen dieser Ausgabe"}},
		{"de/101.2a/", ".warn > p", []string{"Achtung: Diese Erklärung entstand nach der Ausgabe vom 1. Januar 2031, die diese Regel noch nicht hatte."}},
		{"de/101.3a/", ".warn > p", []string{"Achtung: Diese Erklärung nennt die Ausgabe vom 12. Dezember 2030, von der hier nichts bekannt ist. Ob sie zum heutigen Wortlaut passt, ist offen."}},
		{"de/101.4a/", ".warn", nil}, // only moved
		{"de/101.4a/", ".status", []string{"Erklärt nach der Ausgabe vom 1. Januar 2031; der Wortlaut gilt in der Ausgabe vom 3. März 2031 unverändert."}},

		{"de/glossary/boat/", ".warn", nil},
		{"de/glossary/boat/", ".status", []string{"Erklärt nach der Ausgabe vom 2. Februar 2031; der Wortlaut gilt in der Ausgabe vom 3. März 2031 unverändert."}},
		{"de/glossary/oar/", ".warn > p", []string{"Achtung: Erklärt nach der Ausgabe vom 2. Februar 2031. In der Ausgabe vom 3. März 2031 hat sich der Wortlaut geändert; die Erklärung wird überarbeitet. Änderungen dieser Ausgabe"}},
		{"de/glossary/oar/", ".warn .words ins", []string{"neu: rows a boat."}},
		{"de/glossary/oar/", ".status", nil},

		// lists of changes
		{"de/changes/", ".editions li", []string{
			"3. März 2031 neueste1 entfallen, 1 im Wortlaut geändert, 1 im Glossar",
			"2. Februar 2031 3 neu, 6 verschoben",
			"1. Januar 2031 Die älteste Ausgabe, von der hier etwas bekannt ist.",
		}},
		{"de/changes/", ".editions a[href='2031-03-03/']", []string{"3. März 2031"}},
		{"de/changes/", ".compare option[selected]", []string{"2. Februar 2031", "3. März 2031"}},
		{"de/changes/", "head link[type='application/atom+xml'][href='feed.xml']", []string{""}},
		{"de/changes/2031-02-02/", "h2", []string{"100 Allgemeines", "101 Schlüsselwörter"}},
		{"de/changes/2031-02-02/", ".changed li", []string{
			"100.2neu Ein leckes Boot wird ausgeschöpft.",
			"100.3verschoben · früher 100.2",
			"100.4verschoben · früher 100.3 · inzwischen entfallen",
			"101.2Schöpfen neu · mit einer Regel darunter Schöpfen, kurz gesagt.",
			"101.3Festmachen verschoben · früher 101.2 · mit einer Regel darunter",
			"101.4Pfeifen verschoben · früher 101.3 · mit einer Regel darunter",
		}},
		{"de/changes/2031-02-02/", "#changes > .note", nil}, // nothing is reworded
		{"de/changes/2031-02-02/", ".next a", []string{"Nächste Ausgabe: 3. März 2031"}},
		{"de/changes/2031-03-03/", ".changed li", []string{
			"100.3Wortlaut geändert … captain who is late buys the tea neu: and the cake for all other captains.",
			"100.4entfallen",
			"Ruder Wortlaut geändert What gestrichen: rows. neu: rows a boat.",
		}},
		{"de/changes/2031-03-03/", "li.removed a", nil},
		{"de/100.1/", "footer a[href='../changes/'] time", []string{"Regelausgabe vom 3. März 2031"}},
	} {
		got := foldedTexts(openBoats(t, tt.path).Find(tt.selector))
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], "A captain who", "… captain who") // both are short
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %s finds\n%q, want\n%q", tt.path, tt.selector, got, tt.want)
		}
	}
}

// A site without official texts says what they would add.
func TestWordsMissing(t *testing.T) {
	d, err := goquery.NewDocumentFromReader(strings.NewReader(string(printed[""](t)["de/changes/2026-08-07/"])))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Find("#changes > .note").Text(); got != lang.German.Texts().Changes.WordsMissing {
		t.Errorf("without official texts the changes say %q", got)
	}
	if n := d.Find("ins, del").Length(); n > 0 {
		t.Errorf("without official texts %d words are compared", n)
	}
	for _, want := range []string{"310.7", "310.9", "704.5aa", "702.195"} {
		if d.Find("[id='"+want+"']").Length() != 1 {
			t.Errorf("the changes of August 2026 do not name %s", want)
		}
	}
}

func TestEditionData(t *testing.T) {
	var d ruleData
	if err := json.Unmarshal(printed[""](t)["de/701.54.json"], &d); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(d.History)
	if err != nil {
		t.Fatal(err)
	}
	const want = `"numbers":[{"number":"701.52","from":"2023-06-16","until":"2025-06-06"},{"number":"701.54","from":"2025-06-06"}],` +
		`"meanings":[{"title":"Time Travel","from":"2023-10-13","until":"2025-06-06","now":"701.56"},{"title":"The Ring Tempts You","from":"2025-06-06"}]`
	if !strings.Contains(string(got), want) {
		t.Errorf("the history of 701.54 is %s, want in it %s", got, want)
	}
}

func TestFeed(t *testing.T) {
	for _, base := range []string{"", testBase} {
		for _, l := range lang.All {
			data := printed[base](t)[feedPath(l)]
			var f struct {
				ID      string `xml:"http://www.w3.org/2005/Atom id"`
				Updated string `xml:"updated"`
				Lang    string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
				Entries []struct {
					ID      string `xml:"id"`
					Title   string `xml:"title"`
					Updated string `xml:"updated"`
					Content string `xml:"content"`
					Link    struct {
						Href string `xml:"href,attr"`
					} `xml:"link"`
				} `xml:"http://www.w3.org/2005/Atom entry"`
			}
			if err := xml.Unmarshal(data, &f); err != nil {
				t.Fatalf("%s: %v", l, err)
			}
			ids := map[string]bool{f.ID: true}
			for i, e := range f.Entries {
				if ids[e.ID] || !strings.Contains(e.ID, ":") {
					t.Errorf("%s: entry %q has the id %q", l, e.Title, e.ID)
				}
				ids[e.ID] = true
				if !strings.Contains(e.Content, "<li>") {
					t.Errorf("%s: entry %q lists nothing", l, e.Title)
				}
				if i > 0 && e.Updated >= f.Entries[i-1].Updated {
					t.Errorf("%s: entry %q of %s stands below one of %s", l, e.Title, e.Updated, f.Entries[i-1].Updated)
				}
			}
			if len(f.Entries) != feedLength || f.Lang != string(l) || f.Updated != "2026-08-07T00:00:00Z" || f.Entries[0].Title != fmt.Sprintf(l.Texts().Changes.Since, l.Date(time.Date(2026, 8, 7, 0, 0, 0, 0, time.UTC))) {
				t.Errorf("%s: feed %q of %s in %q has %d entries, first %q", l, f.ID, f.Updated, f.Lang, len(f.Entries), f.Entries[0].Title)
			}
			want := base + "de/changes/2026-08-07/"
			if base == "" {
				want = "2026-08-07/"
			}
			if got := f.Entries[0].Link.Href; l == lang.German && got != want {
				t.Errorf("the first entry leads to %q, want %q", got, want)
			}
		}
	}
}

// stepScript runs static/js/steps.js on the data of the history.
func stepScript(t *testing.T, h *editions.History) *goja.Runtime {
	t.Helper()
	src, err := static.FS.ReadFile("js/steps.js")
	if err != nil {
		t.Fatal(err)
	}
	r := api.Transform(string(src), api.TransformOptions{Format: api.FormatIIFE, GlobalName: "page", Target: api.ES2017})
	if len(r.Errors) > 0 {
		t.Fatal(r.Errors)
	}
	data, err := json.Marshal(newEditionsData(h))
	if err != nil {
		t.Fatal(err)
	}
	vm := goja.New()
	// findLastIndex and such are newer than the runtime of the test
	const lacking = `Array.prototype.findLastIndex ??= function (f) { for (let i = this.length - 1; i >= 0; i--) if (f(this[i])) return i; return -1; };`
	lowered := api.Transform(lacking, api.TransformOptions{Target: api.ES2017})
	for _, s := range []string{string(lowered.Code), string(r.Code), "var all = page.read(" + string(data) + ")"} {
		if _, err := vm.RunString(s); err != nil {
			t.Fatal(err)
		}
	}
	return vm
}

// The script in the page knows of every number of every edition what the
// server knows.
func TestStepScript(t *testing.T) {
	s := projectSite(t)
	b, err := newBuilder(s.c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := s.c.History()
	vm := stepScript(t, h)
	var at, past func(args ...any) map[string]any
	call := func(name string) func(args ...any) map[string]any {
		f, ok := goja.AssertFunction(vm.Get("page").ToObject(vm).Get(name))
		if !ok {
			t.Fatalf("steps.js has no %s", name)
		}
		return func(args ...any) map[string]any {
			vs := []goja.Value{vm.Get("all")}
			for _, a := range args {
				vs = append(vs, vm.ToValue(a))
			}
			v, err := f(goja.Undefined(), vs...)
			if err != nil {
				t.Fatal(err)
			}
			m, _ := v.Export().(map[string]any)
			return m
		}
	}
	at, past = call("at"), call("past")
	texts := l10n(lang.English)
	faults := 0
	for _, e := range h.Editions() {
		if y := e.Effective.Year(); y != 2015 && y != 2021 && y < 2025 {
			continue // each number of each edition would take a minute
		}
		day := e.Effective.AddDate(0, 0, 3) // in force by then
		for i, n := range append(s.c.Numbers(), rules.MustParseNumber("509.7"), rules.MustParseNumber("998.1")) {
			if i%7 != 0 && s.c.Has(n) {
				continue
			}
			if _, ok := h.Edition(day); ok {
				break
			}
			got := at(n.String(), day.Format(time.DateOnly), s.c.Has(n))
			now, edition, text := b.at(lang.English, n, day)
			text2 := lang.Fill(texts[got["text"].(string)], "edition", lang.English.Date(edition), "number", n.String())
			if got["now"] != now.String() || got["edition"] != edition.Format(time.DateOnly) || text2 != text {
				if faults++; faults < 10 {
					t.Errorf("%s of %s: the script says %v, the server %s, %q", n, e, got, now, text)
				}
			}
		}
	}
	known := Past(h)
	if len(known) < 500 {
		t.Errorf("%d numbers of old, want hundreds", len(known))
	}
	for _, p := range known {
		got := past(p.Number.String())
		now := ""
		if len(p.Moved) > 0 {
			now = p.Moved[0].String()
		}
		if got["edition"] != p.Edition || got["now"] != now {
			t.Errorf("%s was in %s and is now %q; the script says %v", p.Number, p.Edition, now, got)
		}
	}

	// any two editions
	for _, days := range [][2]string{{"2026-06-19", "2026-08-07"}, {"2024-11-08", "2026-08-07"}, {"2015-01-23", "2019-01-25"}} {
		v, err := vm.RunString(fmt.Sprintf(`(() => {
			const { list, entries } = page.compose(all.steps.filter((s) => s.to > %q && s.to <= %q));
			return list.map((c) => c.kind + " " + c.old + " " + c.now).concat([...entries.keys()].map((e) => "entry")).join("\n");
		})()`, days[0], days[1]))
		if err != nil {
			t.Fatal(err)
		}
		from, _ := time.Parse(time.DateOnly, days[0])
		to, _ := time.Parse(time.DateOnly, days[1])
		step, err := h.Compare(from, to)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{}
		for _, c := range step.Changes {
			if c.Term == "" {
				want[stepLetters[c.Kind]+" "+c.Old.String()+" "+c.New.String()] = true
			}
		}
		missing, more := len(want), 0
		for line := range strings.SplitSeq(v.String(), "\n") {
			if want[line] {
				missing--
			} else if !strings.HasPrefix(line, "entry") {
				more++ // what was reworded and is again as it was
			}
		}
		if missing > len(want)/50 || more > len(want)/50 {
			t.Errorf("from %s to %s the script lacks %d of %d changes and has %d more", days[0], days[1], missing, len(want), more)
		}
	}
}

// l10n gives the texts that scripts know by their names.
func l10n(l lang.Language) map[string]string {
	raw, _ := json.Marshal(l.Texts().Changes)
	m := map[string]string{}
	json.Unmarshal(raw, &m)
	return m
}

// A number that never was gets no notice; comparing answers whatever it is
// asked.
func TestCompareRequests(t *testing.T) {
	h := testHandler(t)
	for _, tt := range []struct {
		query, want string
	}{
		{"from=2026-06-19&to=2026-08-07", "<a class=\"no\" href=\"../../702.195/\">702.195</a>"},
		{"from=2026-08-07&to=2026-06-19", lang.German.Texts().Changes.CompareOrder},
		{"from=2026-08-06&to=2026-08-07", lang.German.Texts().Changes.CompareOrder},
		{"from=<script>&to=1", "<h1>Zwei Ausgaben vergleichen</h1>"},
	} {
		w := ask1(h, "GET", "/de/changes/compare/?"+strings.NewReplacer("<", "%3C", ">", "%3E").Replace(tt.query), nil)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("compare %s = %d, want 200 and %q", tt.query, w.Code, tt.want)
		}
	}
}

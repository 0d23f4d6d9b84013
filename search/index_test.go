package search

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"regula/lang"
	"regula/rules"
)

// small gives a few documents of our own in German, as Documents makes them.
func small() []Document {
	doc := func(n, title, text string, names ...string) Document {
		return Document{Kind: KindRule, ID: n, Number: rules.MustParseNumber(n), Language: lang.German, Title: title, Text: text, Terms: names}
	}
	docs := []Document{
		doc("7", "Zusätzliche Regeln", "Was zu keinem anderen Kapitel gehört."),
		doc("702", "Schlüsselwortfähigkeiten", "Ein Wort steht für eine ganze Fähigkeit.", "Keyword abilities"),
		doc("702.1", "", "Ein Schlüsselwort ist kurz. Manchmal folgt ihm ein Erinnerungstext."),
		doc("702.2", "Todesberührung", "Überschrift: Todesberührung, Regeln 702.2a–c.", "Deathtouch", "Contact mortel"),
		doc("702.2a", "", "Todesberührung ist eine statische Fähigkeit."),
		doc("702.2b", "", "Eine Kreatur, der eine Quelle mit Todesberührung Schaden zugefügt hat, wird zerstört. Das gilt nicht, wenn sie unzerstörbar ist."),
		doc("702.2c", "", "Schon 1 Schadenspunkt ist tödlicher Schaden. Das hilft mit Trampelschaden."),
		doc("702.3", "Verteidiger", "Eine Kreatur mit Verteidiger kann nicht angreifen.", "Defender", "Défenseur"),
		doc("702.10", "Eile", "Die Kreatur darf sofort angreifen und {T} bezahlen.", "Haste", "Célérité"),
		doc("702.19", "Trampelschaden", "Überschrift: Trampelschaden, Regeln 702.19a–b.", "Trample", "Piétinement"),
		doc("702.19a", "", "Trampelschaden ändert, wie Kampfschaden im Kampfschadensegment zugewiesen wird, einem Segment des Zuges. Er bringt keine +1/+1-Marken."),
		doc("702.19b", "", "Zuerst bekommen die Blocker tödlichen Schaden. Der Rest geht an den Spieler, und zwar so viel, wie der Beherrscher will, auch wenn noch weitere Blocker da sind, die ihrerseits Schutz haben, den die Regeln hier nicht beachten, und selbst dann, wenn das wenig sinnvoll ist. Erst ganz am Ende folgt die Einsatzverzögerung."),
	}
	for i := range docs {
		docs[i].Trail = []string{"7 Zusätzliche Regeln", "702 Schlüsselwortfähigkeiten"}[:min(i, 2)]
		if n := docs[i].Number; n.IsSubrule() {
			for _, d := range docs {
				if d.Number == n.Parent() {
					docs[i].Related = append([]string{d.Title}, d.Terms...)
				}
			}
		}
	}
	docs[10].Aliases = []string{"durchtrampeln"}
	return append(docs,
		Document{Kind: KindGlossary, ID: "trample", Language: lang.German, Title: "Trampelschaden", Terms: []string{"Trample", "Piétinement"}, Trail: []string{"Trample"}, Text: "Eine Schlüsselwortfähigkeit."},
		Document{Kind: KindGlossary, ID: "legend-rule", Language: lang.German, Title: "Legendenregel", Terms: []string{"Legend rule"}, Text: "Niemand beherrscht zwei gleichnamige Legenden. Die Regel gilt für legendäre Permanents."},
		Document{Kind: KindCard, ID: "giant-killer", Language: lang.German, Title: "Riesentöter", Terms: []string{"Giant Killer"}, Text: "Das Abenteuer darf nur einmal gewirkt werden.", Examples: "Ein Riese mit Trampelschaden wird getappt."},
	)
}

func newSmall(t testing.TB) *Index {
	t.Helper()
	x, err := NewIndex(small(), lang.German)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// smallQueries are queries to the small index, and the hits in order, as far
// as they are given; "-" for none.
var smallQueries = []struct{ query, want string }{
	{"702.2", "702.2 702.2a 702.2b 702.2c"},
	{"7022b", "702.2b"},
	{"702.1", "702.1 702.10 702.19 702.19a 702.19b"}, // 702.19 begins like it
	{"702.1.", "702.1"},
	{"702.2a–c", "702.2a 702.2b 702.2c"},
	{"702.19b, 702.3", "702.19b 702.3"},
	{"702.2d", "-"},
	{"70", "702 702.1"},
	{"Trampelschaden", "702.19 trample"},
	{"trample", "702.19 trample"},
	{"pietinement", "702.19 trample"},
	{"TRAMPELSCHÄDEN", "702.19 trample"},
	{"tramp", "702.19 trample"},
	{"trampelsch", "702.19 trample"},
	{"Trampelshcaden", "702.19 trample"},
	{"Todesberuehrung", "702.2"},
	{"todesberuhrung", "702.2"},
	{"contact mortel", "702.2"},
	{"kontact mortell", "702.2"},
	{"todes berührung", "702.2"},
	{"durchtrampeln", "702.19a"},
	{"Kampf", "702.19a"},
	{"Schaden Segment", "702.19a"},
	{"Legenden-Regel", "legend-rule"},
	{"Legenden Regel", "legend-rule"},
	{"Legendenregel", "legend-rule"},
	{"legendregel", "legend-rule"},
	{"+1/+1", "702.19a"},
	{"{t}", "702.10"},
	{"702.10 Schaden", "702.10"},
	{`"tödlicher Schaden"`, "702.2c 702.19b"},
	{`"Schaden tödlicher"`, "-"},
	{"Schaden -Blocker -Kampf", "702.2b 702.2c"},
	{"riese", "giant-killer"},
	{"wie funktioniert Trampelschaden", "702.19"},
	{"was ist Eile?", "702.10"},
	{"Kreatur nicht angreifen", "702.3"},
	{"Planeswalker", "-"},
	{"Schachmatt im Kampf", "-"},
	{"xqzv", "-"},
}

func TestSearch(t *testing.T) {
	x := newSmall(t)
	for _, tt := range smallQueries {
		r, err := x.Search(context.Background(), tt.query, Options{})
		if err != nil {
			t.Fatalf("%q: %v", tt.query, err)
		}
		if got := hitIDs(r); !matches(got, tt.want) {
			t.Errorf("Search(%q) = %q, want %q first", tt.query, got, tt.want)
		}
	}
}

func hitIDs(r Result) string {
	var ids []string
	for _, h := range r.Hits {
		ids = append(ids, h.ID)
	}
	return strings.Join(ids, " ")
}

// matches reports whether hits begin as wanted.
func matches(got, want string) bool {
	if want == "-" {
		return got == ""
	}
	return strings.HasPrefix(got+" ", want+" ")
}

// TestScriptFindsAlike runs the queries through the script of the page, which
// must give the very same result, also with all of the index at hand; then it
// fetches nothing but texts.
func TestScriptFindsAlike(t *testing.T) {
	x := newSmall(t).WithPast([]Past{{Number: rules.MustParseNumber("702.2d"), Edition: "2019-01-25", Moved: []rules.Number{rules.MustParseNumber("702.2c")}}})
	s := newSearchScript(t, x)
	queries := []string{"", "?!", "-eile", strings.Repeat("lang ", 200), "702.9l", "702.2d", "999", "eile OR [", "Trampelschaden Trampel", "Einsatzverzögerung"}
	for _, tt := range smallQueries {
		queries = append(queries, tt.query)
	}
	whole := s.anew()
	whole.run(`page.preloadAll("../", "de", ` + fetch + `)`)
	whole.asked = nil
	for _, q := range queries {
		for _, o := range []struct {
			options string
			o       Options
		}{
			{"", Options{}},
			{`{limit: 2, offset: 1}`, Options{Limit: 2, Offset: 1}},
			{`{kind: "glossary", complete: true}`, Options{Kind: KindGlossary, Complete: true}},
		} {
			want, err := x.Search(context.Background(), q, o.o)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []*script{s, whole} {
				got := s.search(lang.German, q, o.options)
				if got.More {
					got.More, got.Total, got.Facets = false, want.Total, want.Facets
				}
				a, _ := json.Marshal(got)
				b, _ := json.Marshal(want)
				if !bytes.Equal(a, b) {
					t.Errorf("search(%.60q, %s) in the script is\n%s\nwant\n%s", q, o.options, a, b)
				}
			}
		}
	}
	for _, name := range whole.asked {
		if !strings.Contains(name, "/texts") && !strings.Contains(name, "/light") {
			t.Errorf("%s is fetched although all of the index is there", name)
		}
	}
}

// TestScriptDamaged gives the script of the page files that were cut short or
// damaged on the way. It ends, and refuses the index in one file; of the others
// none that is cut short is taken for whole.
func TestScriptDamaged(t *testing.T) {
	x := newSmall(t)
	s := newSearchScript(t, x)
	const query = "kampfschaden"
	ask := func(files map[string][]byte, expression string) string {
		d := s.anew()
		d.files = files
		d.vm.Set("read", func(address string) any {
			d.asked = append(d.asked, address)
			return string(files[address])
		})
		d.vm.Set("bytes", func(address string) any { return d.vm.NewArrayBuffer(files[address]) })
		stop := time.AfterFunc(20*time.Second, func() { d.vm.Interrupt("it does not end") })
		defer stop.Stop()
		return d.run(expression + `.then((r) => JSON.stringify(r) ?? "taken", () => "refused")`).String()
	}
	search := `page.search("../", "de", "` + query + `", {fetch: ` + fetch + `})`
	want := ask(s.files, search)
	packed, cut := 0, 0
	for name, data := range s.files {
		damage := func(data []byte) map[string][]byte {
			files := maps.Clone(s.files)
			files[name] = data
			return files
		}
		switch {
		case strings.HasSuffix(name, "/"+packedName):
			flipped := slices.Clone(data)
			flipped[len(data)/2] ^= 8
			for _, bad := range [][]byte{nil, data[:3], data[:len(data)/2], data[:len(data)-1], flipped} {
				packed++
				if got := ask(damage(bad), `page.preloadAll("../", "de", `+fetch+`)`); got != "refused" {
					t.Errorf("an index of %d instead of %d bytes is %s", len(bad), len(data), got)
				}
			}
		case strings.Contains(name, "/terms"):
			for _, bad := range [][]byte{{}, data[:len(data)/2], data[:len(data)-len(data)/8]} {
				switch got := ask(damage(bad), search); got {
				case "refused":
					cut++
				case want: // not asked for, or only what the list says of entries is missing
				default:
					t.Errorf("with %s cut to %d of %d bytes %q finds %s", name, len(bad), len(data), query, got)
				}
			}
		}
	}
	if packed == 0 || cut == 0 {
		t.Errorf("%d damaged indexes, %d refused files of terms; want some", packed, cut)
	}
}

// TestScriptWithoutCards takes from the script of the page the files of all
// cards, as where there is no network: it finds the cards with texts of ours in
// the files that are kept, and without these the rules.
func TestScriptWithoutCards(t *testing.T) {
	docs := append(small(),
		Document{Kind: KindCard, ID: "glass-heron", Language: lang.German, Title: "Glasreiher", Terms: []string{"Glasreiher"}, Aliases: []string{"Glass Heron"}, Official: "Creature — Bird\nFlying", Rulings: "It breaks when it attacks.\nNobody mends it."},
		Document{Kind: KindCard, ID: "killer-whale", Language: lang.German, Title: "Killer Whale", Terms: []string{"Killer Whale"}, Official: "Creature — Whale"})
	x, err := NewIndex(docs, lang.German)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	s := newSearchScript(t, x)
	for _, tt := range []struct{ without, query, want string }{
		{"", "Trampelschaden", "702.19 trample"},
		{"", "Glasreiher", "glass-heron"},
		{"", "breaks attacks", "glass-heron"},
		{"", "mends", "glass-heron"},
		{"", "killer", "killer-whale giant-killer"},
		{foldersOfCards, "Trampelschaden", "702.19 trample"},
		{foldersOfCards, "killer", "giant-killer"},
		{foldersOfCards, "Glasreiher", "-"},
		{folderOfKept, "Trampelschaden", "702.19 trample"},
		{folderOfKept, "killer", "-"},
	} {
		if tt.without != "" {
			for name := range s.files {
				if strings.Contains(name, "/"+tt.without) {
					delete(s.files, name)
				}
			}
		} else if r, err := x.Search(context.Background(), tt.query, Options{}); err != nil || !matches(hitIDs(r), tt.want) {
			t.Errorf("Search(%q) = %q, want %q first (error %v)", tt.query, hitIDs(r), tt.want, err)
		}
		fresh := newScript(t, map[string]string{"page": "search.js"})
		fresh.files = s.files
		if got := hitIDs(fresh.search(lang.German, tt.query, "")); !matches(got, tt.want) {
			t.Errorf("without %q search(%q) in the script = %q, want %q first", tt.without, tt.query, got, tt.want)
		}
	}
}

func TestReasons(t *testing.T) {
	x := newSmall(t)
	for q, want := range map[string]Reason{
		"":                        ReasonEmpty,
		"?!":                      ReasonSigns,
		"-eile":                   ReasonWithout,
		strings.Repeat("a", 2000): ReasonLong,
		"xqzv":                    ReasonNothing,
		"702.99":                  ReasonNumber,
		"702.2":                   "",
		"Eile":                    "",
	} {
		r, err := x.Search(context.Background(), q, Options{})
		if err != nil || r.Reason != want {
			t.Errorf("Search(%.20q) has reason %q, error %v, want %q", q, r.Reason, err, want)
		}
	}
}

func TestAnswers(t *testing.T) {
	x := newSmall(t).WithPast([]Past{{Number: rules.MustParseNumber("702.2d"), Edition: "2019-01-25", Moved: []rules.Number{rules.MustParseNumber("702.2c")}}})
	for _, tt := range []struct{ query, want string }{
		{"702.2b", `[{"typed":"702.2b","first":"702.2b","last":"702.2b","found":true}]`},
		{"CR 702.2d", `[{"typed":"cr 702.2d","first":"702.2d","last":"702.2d","found":false,"parent":"702.2","before":"702.2c","past":{"number":"702.2d","edition":"2019-01-25","moved":["702.2c"]}}]`},
		{"702.2l", `[{"typed":"702.2l","first":"702.2l","last":"702.2l","found":false,"parent":"702.2","before":"702.2c"}]`},
		{"702.5", `[{"typed":"702.5","first":"702.5","last":"702.5","found":false,"parent":"702","before":"702.3","after":"702.10"}]`},
		{"702.5a", `[{"typed":"702.5a","first":"702.5a","last":"702.5a","found":false,"parent":"702","before":"702.3","after":"702.10"}]`},
		{"701", `[{"typed":"701","first":"701","last":"701","found":false,"parent":"7","after":"702"}]`},
		{"999", `[{"typed":"999","first":"999","last":"999","found":false,"before":"7"}]`},
		{"702.2b-z", `[{"typed":"702.2b-z","first":"702.2b","last":"702.2z","found":true}]`},
	} {
		r, err := x.Search(context.Background(), tt.query, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(r.Numbers); string(got) != tt.want {
			t.Errorf("Search(%q) answers\n%s, want\n%s", tt.query, got, tt.want)
		}
	}
}

func TestSnippets(t *testing.T) {
	x := newSmall(t)
	for _, tt := range []struct{ query, heading, want string }{
		{"Todesberührung", "[Todesberührung]", "Überschrift: [Todesberührung], Regeln 702.2a–c."},
		{"Einsatzverzögerung", "", "… Erst ganz am Ende folgt die [Einsatzverzögerung]."},
		{"+1/+1 Marke", "", "Trampelschaden ändert, wie Kampfschaden im Kampfschadensegment zugewiesen wird, einem Segment des Zuges. Er bringt keine [+1/+1]-[Marken]."},
		{"getappt", "", "Ein Riese mit Trampelschaden wird [getappt]."},
		{"702.3", "", "Eine Kreatur mit Verteidiger kann nicht angreifen."},
	} {
		r, err := x.Search(context.Background(), tt.query, Options{})
		if err != nil || len(r.Hits) == 0 {
			t.Fatalf("%q: no hits, %v", tt.query, err)
		}
		if got := show(r.Hits[0].Heading); got != tt.heading {
			t.Errorf("Search(%q) has heading %q, want %q", tt.query, got, tt.heading)
		}
		if got := show(r.Hits[0].Snippet); got != tt.want {
			t.Errorf("Search(%q) has snippet %q, want %q", tt.query, got, tt.want)
		}
	}
}

func show(fs []Fragment) string {
	var b strings.Builder
	for _, f := range fs {
		if f.Marked {
			b.WriteString("[" + f.Text + "]")
		} else {
			b.WriteString(f.Text)
		}
	}
	return b.String()
}

func TestSuggestions(t *testing.T) {
	x := newSmall(t)
	for query, want := range map[string]string{
		"Trampelshcaden":       "trampelschaden",
		"deathtuch Eile":       "deathtouch eile",
		"Eile Blockchain Xyzz": "eile",
		"Eile":                 "",
		`"Eile Verteidiger"`:   "eile verteidiger",
	} {
		r, err := x.Search(context.Background(), query, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Suggestions, "|"); got != want {
			t.Errorf("Search(%q) suggests %q, want %q", query, got, want)
		}
	}
}

// TestOpenIndex checks that an index is stored, used again, made anew when it
// is damaged or of other documents, and finds the same.
func TestOpenIndex(t *testing.T) {
	dir := t.TempDir()
	docs := small()
	answers := func() (string, string) {
		t.Helper()
		x, err := OpenIndex(dir, docs, lang.German)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		var b strings.Builder
		for _, tt := range smallQueries {
			r, err := x.Search(context.Background(), tt.query, Options{})
			if err != nil {
				t.Fatal(err)
			}
			json.NewEncoder(&b).Encode(r)
		}
		return b.String(), x.Notice()
	}
	folders := func() []string {
		t.Helper()
		all, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	first, notice := answers()
	if notice != "" {
		t.Errorf("new index: notice %q", notice)
	}
	stored := folders()
	if len(stored) != 2 {
		t.Fatalf("stored %q, want a folder of the rules and one of the cards", stored)
	}
	for _, folder := range stored {
		before, err := os.Stat(filepath.Join(folder, sumsFile))
		if err != nil {
			t.Fatal(err)
		}
		if again, notice := answers(); again != first || notice != "" {
			t.Errorf("the stored index finds other things; notice %q", notice)
		}
		if after, err := os.Stat(filepath.Join(folder, sumsFile)); err != nil || !os.SameFile(before, after) {
			t.Errorf("the stored index was not used again: %v", err)
		}
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			name := filepath.Join(folder, f.Name())
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for what, damage := range map[string]func() error{
				"cut off": func() error { return os.Truncate(name, int64(len(data)/2)) },
				"changed": func() error {
					bad := slices.Clone(data)
					bad[len(bad)/2] ^= 0x55
					return os.WriteFile(name, bad, 0o666)
				},
				"missing": func() error { return os.Remove(name) },
			} {
				if err := damage(); err != nil {
					t.Fatal(err)
				}
				if again, notice := answers(); again != first || !strings.Contains(notice, "damaged") {
					t.Errorf("%s %s: finds the same: %v; notice %q", f.Name(), what, again == first, notice)
				}
			}
		}
	}
	docs[2].Text += " Und noch etwas."
	if _, notice := answers(); notice != "" {
		t.Errorf("index of other documents: notice %q", notice)
	}
	if now := folders(); len(now) != 2 || now[0] != stored[0] || now[1] == stored[1] {
		t.Errorf("stored %q, want of %q that of the cards and another of the rules", now, stored)
	}
}

// TestChunks checks that the files depend on the documents alone, and that
// all but index.json have another name when their content changes.
func TestChunks(t *testing.T) {
	files := func(docs []Document) map[string]string {
		t.Helper()
		x, err := NewIndex(docs, lang.German)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		all := map[string]string{}
		err = WriteChunks(x, func(name string, data []byte) error {
			if _, twice := all[name]; twice {
				t.Errorf("%s is written twice", name)
			}
			all[name] = string(data)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	first := files(small())
	if !maps.Equal(first, files(small())) {
		t.Error("the same documents give other files")
	}
	changed := small()
	changed[3].Text += " Und noch etwas."
	changed[len(changed)-1].Text += " Und noch etwas."
	for name := range files(changed) {
		if _, same := first[name]; same && name != "index.json" {
			t.Errorf("%s has the same name with other documents", name)
		}
	}
}

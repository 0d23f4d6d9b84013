package content

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"regula/lang"
	"regula/markdown"
	"regula/realdata"
	"regula/rules"
)

var update = flag.Bool("update", false, "rewrite the wanted results")

// archives runs f with the files of every archive in a folder but the last,
// "want", and compares what it gives with that.
func archives(t *testing.T, dir string, f func(t *testing.T, files fstest.MapFS) string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives in %s: %v", dir, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files := fstest.MapFS{}
			var want *txtar.File
			for i, f := range ar.Files {
				if f.Name == "want" {
					want = &ar.Files[i]
				} else {
					files[f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			got := f(t, files)
			if *update {
				if want == nil {
					ar.Files = append(ar.Files, txtar.File{Name: "want"})
					want = &ar.Files[len(ar.Files)-1]
				}
				want.Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want == nil || got != string(want.Data) {
				t.Errorf("got\n%s\nwant\n%s", got, want.Data)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	archives(t, "testdata/load", func(t *testing.T, files fstest.MapFS) string {
		c, err := Load(files)
		if err != nil {
			return err.Error() + "\n"
		}
		return dump(c)
	})
}

func dump(c Content) string {
	var b strings.Builder
	parts := func(p markdown.Parts) {
		if p.Text.Line > 0 {
			fmt.Fprintf(&b, "\ttext %d: %q\n", p.Text.Line, p.Text.Source)
		}
		for _, e := range p.Examples {
			fmt.Fprintf(&b, "\texample %d: %q\n", e.Line, e.Source)
		}
		for _, c := range p.Citations {
			fmt.Fprintf(&b, "\tcitation %d: %s %s\n", c.Line, c.First, c.Last)
		}
	}
	for _, p := range c.Pages {
		fmt.Fprintf(&b, "%s page %s %s %q %s\n", p.Pos, p.Language, p.Number, p.Title, p.Edition.Format(time.DateOnly))
		parts(p.Parts)
		for _, e := range p.Explanations {
			fmt.Fprintf(&b, "%s explanation %s %s %q\n", e.Pos, e.Language, e.Rule, e.Title)
			parts(e.Parts)
		}
	}
	for _, g := range c.Glossary {
		fmt.Fprintf(&b, "%s glossary %s %s %q\n", g.Pos, g.Language, g.ID, g.Name)
		parts(g.Parts)
	}
	for _, c := range c.Cards {
		fmt.Fprintf(&b, "%s card %s %s %q %s %v %s\n", c.Pos, c.Language, c.ID, c.Name, c.Layout, c.Rules, c.Edition.Format(time.DateOnly))
		for _, f := range c.Faces {
			fmt.Fprintf(&b, "%s face %q %q %q %q %q\n", f.Pos, f.English, f.Name, f.Cost, f.Type, f.Stats)
			parts(f.Parts)
		}
		for _, r := range c.Rulings {
			fmt.Fprintf(&b, "%s ruling %q\n", r.Pos, r.Body)
			parts(markdown.Parts{Citations: r.Citations})
		}
	}
	for _, t := range c.Terms {
		fmt.Fprintf(&b, "%s term %s %s %s %v %s\n", t.Pos, t.ID, t.Category, t.Rule, t.Names, t.Source)
	}
	for _, v := range c.Variants {
		fmt.Fprintf(&b, "%s variant %s %s %q %s %q\n", v.Pos, v.Term, v.Language, v.Text, v.Kind, v.Note)
	}
	for _, s := range c.Slang {
		fmt.Fprintf(&b, "%s slang %s %q %q %q\n", s.Pos, s.Language, s.Typed, s.Targets, s.Note)
	}
	return b.String()
}

// TestLoadBytes has what an archive of text cannot hold.
func TestLoadBytes(t *testing.T) {
	const head = "---\nrule: \"715\"\ntitle: Titel\nedition: 2026-08-07\n---\n"
	for _, tt := range []struct{ name, file, want string }{
		{"byte order mark", "\uFEFF" + head + "\nText.\n", ""},
		{"carriage returns", strings.ReplaceAll(head+"\nText.\n\n## 715.1\n\nText 702.9.\n", "\n", "\r\n"), ""},
		{"no end of line", head + "\n## 715.1\n\nText.", ""},
		{"Windows-1252", head + "\nFl\xfcgel\n", "de/rules/715.md:7: is not UTF-8: save the file in that encoding"},
		{"UTF-16", "\xff\xfe-\x00-\x00", "de/rules/715.md:1: is not UTF-8: save the file in that encoding"},
		{"control character", head + "\na\x01b\n", "de/rules/715.md:7: holds the character U+0001, which no text needs: remove it"},
		{"replacement character", head + "\nFl\uFFFDgel\n", "de/rules/715.md:7: holds the character U+FFFD, which no text needs: remove it"},
		{"lone carriage return", head + "\na\rb\n", "de/rules/715.md:7: holds the character U+000D, which no text needs: remove it"},
		{"empty", "", "de/rules/715.md:1: has no front matter: the file begins with ---, then rule, title and edition, a line each, then --- again"},
	} {
		c, err := Load(fstest.MapFS{"de/rules/715.md": {Data: []byte(tt.file)}})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: Load fails with %q, want %q", tt.name, got, tt.want)
		}
		if tt.want == "" && (len(c.Pages) != 1 || bytes.Contains(c.Pages[0].Lead, []byte("\r"))) {
			t.Errorf("%s: Load gives %+v, want one page without carriage returns", tt.name, c.Pages)
		}
	}
}

// TestContent reads the real content, which has no faults. What it takes is
// logged.
func TestContent(t *testing.T) {
	start := time.Now()
	c, err := Load(FS)
	t.Logf("loaded %d pages, %d glossary entries and %d terms in %v", len(c.Pages), len(c.Glossary), len(c.Terms), time.Since(start))
	if err != nil {
		t.Errorf("the content has faults:\n%v", err)
	}
	pages := map[lang.Language]map[rules.Number]bool{}
	for _, p := range c.Pages {
		if pages[p.Language] == nil {
			pages[p.Language] = map[rules.Number]bool{}
		}
		pages[p.Language][p.Number] = true
	}
	for _, l := range lang.All {
		for n := range pages[lang.German] {
			if !pages[l][n] {
				t.Errorf("page %s is there in German and not in %s", n, l)
			}
		}
		if len(pages[l]) != len(pages[lang.German]) {
			t.Errorf("%s has %d pages, German %d", l, len(pages[l]), len(pages[lang.German]))
		}
	}
	for _, f := range Lint(c, Official{}) { // on which the check of the site fails, all languages together
		t.Logf("%s: %s [%s]", f.Pos, f.Text, f.Kind)
	}
}

func TestFS(t *testing.T) {
	for _, name := range []string{"de/rules/715.md", "fr/rules/702.19.md", "en/rules/715.md", "terms.tsv", "variants.tsv"} {
		if b, err := fs.ReadFile(FS, name); err != nil || len(b) == 0 {
			t.Errorf("%s in FS has %d bytes, error %v", name, len(b), err)
		}
	}
}

// TestLint reads official rules from the file "official", a line each: the
// number, the text, and after " | " an example.
func TestLint(t *testing.T) {
	archives(t, "testdata/lint", func(t *testing.T, files fstest.MapFS) string {
		var official map[rules.Number]rules.Rule
		if f, ok := files["official"]; ok {
			official = map[rules.Number]rules.Rule{}
			for line := range strings.Lines(string(f.Data)) {
				number, text, _ := strings.Cut(strings.TrimSpace(line), " ")
				r := rules.Rule{Number: rules.MustParseNumber(number)}
				var example string
				if r.Text, example, ok = strings.Cut(text, " | "); ok {
					r.Examples = []string{example}
				}
				official[r.Number] = r
			}
		}
		delete(files, "official")
		c, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, f := range Lint(c, Official{Rules: official}) {
			fmt.Fprintf(&b, "%s: %s [%s]\n", f.Pos, f.Text, f.Kind)
		}
		return b.String()
	})
}

func TestLintMoreOfficialText(t *testing.T) {
	text := "One two three four five six seven eight nine ten."
	c := Content{Glossary: []GlossaryEntry{{ID: "x", Language: lang.English, Body: []byte("Zero. " + text), Pos: Pos{"en/glossary/x.md", 1}}}}
	for _, tt := range []struct {
		more []string
		want int
	}{{nil, 0}, {[]string{"one two\nthree four five six seven eight nine"}, 0}, {[]string{text}, 1}} {
		if got := Lint(c, Official{More: tt.more}); len(got) != tt.want {
			t.Errorf("Lint with %q gives %v, want %d faults", tt.more, got, tt.want)
		}
	}
}

// A text on a card must not repeat what is official on that card; what is on
// others says the same of other things.
func TestLintCards(t *testing.T) {
	const wording = "One two three four five six seven eight nine ten."
	c := Content{Cards: []Card{{
		ID: "glass-heron", Language: lang.English, Pos: Pos{"en/cards/glass-heron.md", 1},
		Faces: []Face{{English: "Glass Heron", Type: "Creature", Pos: Pos{"en/cards/glass-heron.md", 10},
			Parts: markdown.Parts{Text: markdown.Part{Source: []byte("Zero. " + wording), Line: 12}}}},
		Rulings: []Ruling{{Body: []byte("Zero.\n" + wording), Pos: Pos{"en/cards/glass-heron.md", 16}}},
	}}}
	for _, tt := range []struct{ card, want string }{
		{"mill-keeper", ""},
		{"glass-heron", "en/cards/glass-heron.md:12 en/cards/glass-heron.md:17"},
	} {
		var places []string
		for _, f := range Lint(c, Official{Cards: map[string][]string{tt.card: {wording}}}) {
			places = append(places, f.Pos.String())
		}
		if got := strings.Join(places, " "); got != tt.want {
			t.Errorf("official text of %s: faults at %q, want %q", tt.card, got, tt.want)
		}
	}
}

func TestLintKinds(t *testing.T) {
	for _, k := range []LintKind{QuotationMarks, SharedWording, MissingExample, MissingNumber, MissingModality} {
		if k.Fatal() && k.Hint() {
			t.Errorf("%s is fatal and a hint", k)
		}
	}
	if LintKind("broken-citation").Fatal() {
		t.Error("a kind of another package is fatal here")
	}
}

// many is a content of about n explanations, made of the real one.
func many(tb testing.TB, n int) Content {
	c, err := Load(FS)
	if err != nil {
		tb.Log(err)
	}
	var all []Explanation
	for _, p := range c.Pages {
		all = append(all, p.Explanations...)
	}
	if len(all) == 0 {
		tb.Fatal("no explanations")
	}
	c.Pages = slices.Clone(c.Pages)
	for total := len(all); total < n; total += len(all) {
		c.Pages = append(c.Pages, Page{Language: lang.German, Explanations: all[:min(len(all), n-total)]})
	}
	return c
}

func BenchmarkLint(b *testing.B) {
	c := many(b, 10000)
	official := map[rules.Number]rules.Rule{}
	if dir := realdata.Folder(b); dir != "" {
		official, _ = realRules(b, dir)
	}
	b.ResetTimer()
	for b.Loop() {
		Lint(c, Official{Rules: official})
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(FS); err != nil {
			b.Log(err)
		}
	}
}

// realRules reads the official text in dir, with its glossary.
func realRules(tb testing.TB, dir string) (map[rules.Number]rules.Rule, []string) {
	f, err := os.Open(filepath.Join(dir, "cr", "MagicCompRules-20260807.txt"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	b, err := rules.Parse(f)
	if err != nil {
		tb.Fatal(err)
	}
	official := map[rules.Number]rules.Rule{}
	for _, r := range b.Rules() {
		official[r.Number] = r
	}
	var more []string
	for _, g := range b.Glossary() {
		more = append(more, g.Text)
	}
	return official, more
}

// TestRealWording checks that nothing of the official text stands in ours.
func TestRealWording(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	c, err := Load(FS)
	if err != nil {
		t.Fatal(err)
	}
	official, more := realRules(t, dir)
	start := time.Now()
	faults := Lint(c, Official{Rules: official, More: more})
	t.Logf("looked at the wording in %v", time.Since(start))
	hints := 0
	for _, f := range faults {
		switch {
		case f.Kind == SharedWording:
			t.Errorf("%s: %s [%s]", f.Pos, f.Text, f.Kind)
		case f.Kind.Hint():
			hints++
		}
	}
	t.Logf("%d hints", hints)
}

// fuzzed are files of every kind.
var fuzzed = []string{
	"de/rules/715.md", "fr/rules/702.19.md", "en/glossary/t.md", "de/cards/giant-killer.md", "en/cards/fire-ice.md",
	"fr/slang.tsv", "terms.tsv", "variants.tsv", "unlinked.tsv", "edition.tsv",
}

// FuzzLoad reads a file of one kind among a few others. Every fault and all
// that is read has its place in that file; what is read without a fault is
// complete.
func FuzzLoad(f *testing.F) {
	for kind, s := range []string{
		"---\nrule: \"715\"\ntitle: Titel\nedition: 2026-08-07\n---\n\nLead.\n\n## 715.1\n\nText „a“ « b » “c”, (Ab Cd!): du?\n\nBeispiel: x\n",
		"---\r\nrule: '702.19'\r\ntitle: {a: b}\r\n---\r\n## 702.19b\r\n\"'‚‘’ Sie {T} 601.2f–h",
		"---\nedition: 2026-08-07\n---\n\n## Trample {#trample}\n\nSee rule 702.19.\n\nSee also: 510.1c\n",
		"---\ncard: Giant Killer // Chop Down\nlayout: adventure\nfaces:\n  - english: Giant Killer\n    name: Riesentöter\n    cost: \"{W}\"\n    type: Kreatur\n    stats: \"*/1+*\"\n" +
			"  - english: Chop Down\n    type: Spontanzauber\nrules: [\"715\"]\nedition: 2026-08-07\n---\n\n## Giant Killer\n\nTappt.\n\n## Chop Down\n\nZerstört.\n\n## Regelfragen\n\n- Nein (715.4).\n\n  Ja (715.3).\n- Doch, 601.2.\n",
		"---\ncard: &a [*a]\nfaces: [{english: Fire, stats: *a}]\n---\n## Fire\n## Rulings\n- 1\n",
		"typed\ttargets\tnote\nbestioles\t302,trample\t\n\t700.4\t\n",
		"id\tcategory\ten\tde\tfr\tcr\tsource\ntrample\tkeyword-ability\tTrample\tTrampelschaden\tpiétinement\t702.19\tmade up\n",
		"id\tlang\tvariant\tkind\tnote\ntrample\tde\tDurchtrampeln\tinformal\t\ntrample\txx\t\t\t\n",
		"lang\tid\twording\tunless\treason\nde\ttrample\t\tkreatur, zug\tno\nfr\t\t\t\t\n",
		"edition\t2026-08-07\n",
	} {
		f.Add(uint8(kind), s)
	}
	f.Fuzz(func(t *testing.T, kind uint8, s string) {
		name := fuzzed[int(kind)%len(fuzzed)]
		files := fstest.MapFS{
			"terms.tsv": {Data: []byte("id\tcategory\ten\tde\tfr\tcr\tsource\ntrample\tcore\tTrample\t\t\t\tmade up\n")},
			name:        {Data: []byte(s)},
		}
		c, err := Load(files)
		place := func(p Pos, text string) {
			data := files[p.File]
			if data == nil || p.Line < 1 || p.Line > strings.Count(string(data.Data), "\n")+1 {
				t.Errorf("%s: %q: %s: %s", name, s, p, text)
			}
		}
		if err != nil {
			for text := range strings.Lines(err.Error()) {
				file, rest, _ := strings.Cut(text, ":")
				number, _, _ := strings.Cut(rest, ":")
				line, _ := strconv.Atoi(number)
				place(Pos{file, line}, text)
			}
		}
		full := func(p Pos, what string, is bool) {
			place(p, what)
			if err == nil && !is {
				t.Errorf("%s: %q: %s lacks %s", name, s, p, what)
			}
		}
		cites := func(p Pos, cs []markdown.Citation) {
			for _, c := range cs {
				full(Pos{p.File, c.Line}, "a citation", !c.First.IsZero() && c.First.Compare(c.Last) <= 0)
			}
		}
		for _, p := range c.Pages {
			full(p.Pos, "title, edition or number", p.Title != "" && !p.Edition.IsZero() && !p.Number.IsZero())
			cites(p.Pos, p.LeadCitations)
			for _, e := range p.Explanations {
				full(e.Pos, "a rule of the page", e.Rule.Within(p.Number))
				cites(e.Pos, e.Citations)
			}
		}
		for _, e := range c.Glossary {
			full(e.Pos, "id, name, edition or text", slug.MatchString(e.ID) && e.Name != "" && !e.Edition.IsZero() && len(e.Parts.Text.Source) > 0)
			cites(e.Pos, e.Citations)
		}
		for _, x := range c.Cards {
			full(x.Pos, "name, edition, faces, rules or rulings", x.Name != "" && !x.Edition.IsZero() && len(x.Faces) > 0 && len(x.Rules) > 0 && len(x.Rulings) > 0)
			for _, r := range x.Rulings {
				full(r.Pos, "text or rules", len(r.Body) > 0 && len(r.Citations) > 0)
				cites(r.Pos, r.Citations)
			}
		}
		for _, x := range c.Terms {
			full(x.Pos, "id or English name", slug.MatchString(x.ID) && x.Names[lang.English] != "")
		}
		for _, x := range c.Variants {
			full(x.Pos, "term or text", slug.MatchString(x.Term) && x.Text != "")
		}
		for _, x := range c.Unlinked {
			full(x.Pos, "id or wording", x.ID+x.Wording != "")
		}
		for _, x := range c.Slang {
			full(x.Pos, "what is typed, or for what", x.Typed != "" && len(x.Targets) > 0)
		}
		official := map[rules.Number]rules.Rule{rules.MustParseNumber("715.1"): {Text: "You can’t. You must have three. " + s, Examples: []string{"x"}}}
		for _, x := range Lint(c, Official{Rules: official}) {
			place(x.Pos, x.Text)
		}
	})
}

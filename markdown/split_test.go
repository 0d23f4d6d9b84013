package markdown

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"regula/lang"
	"regula/rules"
)

var update = flag.Bool("update", false, "rewrite the wanted results")

// TestSplit reads archives of an explanation, named by its language, and what
// Split makes of it.
func TestSplit(t *testing.T) {
	names, err := filepath.Glob("testdata/split/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives in testdata/split: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			l, ok := lang.Parse(strings.TrimSuffix(ar.Files[0].Name, ".md"))
			if !ok {
				t.Fatalf("%s: first file is %s, want de.md, fr.md or en.md", name, ar.Files[0].Name)
			}
			got := dump(Split(ar.Files[0].Data, l))
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(ar.Files) != 2 || got != string(ar.Files[1].Data) {
				t.Errorf("Split gives\n%s\nwant\n%s", got, ar.Files[1].Data)
			}
		})
	}
}

func dump(p Parts, faults []Fault) string {
	var b strings.Builder
	part := func(name string, p Part) {
		if p.Line > 0 {
			fmt.Fprintf(&b, "%s %d: %q\n", name, p.Line, p.Source)
		}
	}
	part("text", p.Text)
	for _, e := range p.Examples {
		part("example", e)
	}
	for _, c := range p.SeeAlso {
		fmt.Fprintf(&b, "see also %d: %s\n", c.Line, span(c))
	}
	for _, c := range p.Citations {
		fmt.Fprintf(&b, "citation %d: %s\n", c.Line, span(c))
	}
	for _, f := range faults {
		fmt.Fprintf(&b, "fault %d: %s\n", f.Line, f.Text)
	}
	return b.String()
}

func span(c Citation) string {
	if c.First == c.Last {
		return c.First.String()
	}
	return c.First.String() + " to " + c.Last.String()
}

func TestProse(t *testing.T) {
	src := "Ein **Wort** mit {T} und `x`,\nRegel 613 \\*.\n\n- [a](https://b.example) &amp; c\n\n| d | e |\n|---|---|\n| f | g |\n"
	var got []string
	for _, p := range Prose([]byte(src)) {
		var cs []string
		for _, c := range p.Citations {
			cs = append(cs, p.Text[c.Start:c.End])
		}
		got = append(got, fmt.Sprintf("%d %q %v %d", p.Line(0), p.Text, cs, p.Line(len(p.Text))))
	}
	want := []string{
		`1 "Ein Wort mit {T} und ￼,\nRegel 613 *." [613] 2`,
		`4 "a & c" [] 4`,
		`6 "d" [] 6`, `6 "e" [] 6`, `8 "f" [] 8`, `8 "g" [] 8`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("Prose(%q) =\n%s\nwant\n%s", src, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPartsKeepTheirLines checks that a part read alone cites the same rules
// on the same lines as the whole.
func TestPartsKeepTheirLines(t *testing.T) {
	src := "A 702.1.\n\nExample: B 702.2\nand 702.3.\n\n- 702.4\n\nC 702.5.\n\nSee also: 702.6, 703\n"
	ps, faults := Split([]byte(src), lang.English)
	if len(faults) > 0 {
		t.Fatalf("Split(%q) faults %v", src, faults)
	}
	got := map[string]int{}
	for _, p := range append(ps.Examples, ps.Text) {
		inner, _ := Split(p.Source, lang.English)
		for _, c := range inner.Citations {
			got[c.First.String()] = c.Line + p.Line - 1
		}
	}
	for _, c := range ps.Citations {
		if c.First.Section() == rules.MustParseNumber("703") || c.First == rules.MustParseNumber("702.6") {
			continue // the see-also line is no part
		}
		if got[c.First.String()] != c.Line {
			t.Errorf("%s stands on line %d of its part, want %d", c.First, got[c.First.String()], c.Line)
		}
	}
}

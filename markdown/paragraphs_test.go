package markdown_test

import (
	"testing"

	"regula/content"
	"regula/markdown"
)

// FuzzParagraphs compares the short way of reading a text, for those without
// markup, with goldmark's own, first of all on every text of the repository.
func FuzzParagraphs(f *testing.F) {
	for _, s := range []string{"", "\n\n", "one\ntwo\n\nthree", "{T}: tap\n", "{T}\n{2/W}{W} b\nc {x}", "a {", "a {T} {\n", "{T}\n\n{Q}\n", "a 702.19b\nb rule 715\n", "a\n---\n", "a\n===", "1. a\n2. b", "# h", "- a\n- b", "a  \nb", "    code", "a *b*", "http://example.com", "É b\n- c", "a\x00b", "\xff", "\u00a0\nb", "ˍ\f"} {
		f.Add(s)
	}
	short := 0
	compare := func(t testing.TB, src []byte) {
		t.Helper()
		got, want, ok := markdown.BothWays(src)
		if ok {
			short++
		}
		if got != want {
			t.Errorf("%q is read as\n%s\nwant\n%s", src, got, want)
		}
	}
	ct, err := content.Load(content.FS)
	if err != nil {
		f.Fatal(err)
	}
	n := 0
	for _, p := range ct.Pages {
		compare(f, p.Lead)
		for _, x := range p.Explanations {
			n++
			compare(f, x.Parts.Text.Source)
			for _, e := range x.Parts.Examples {
				compare(f, e.Source)
			}
		}
	}
	for _, g := range ct.Glossary {
		compare(f, g.Parts.Text.Source)
	}
	if n < 1000 || short < n/2 {
		f.Fatalf("compared %d explanations, %d texts read the short way", n, short)
	}
	f.Fuzz(func(t *testing.T, src string) { compare(t, []byte(src)) })
}

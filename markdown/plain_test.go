package markdown_test

import (
	"testing"

	"regula/content"
	"regula/markdown"
)

// FuzzPlain compares the short way of Plain, for texts without markup, with
// the whole one, first of all on every text of the repository.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{"", "\n\n", "one\ntwo\n\nthree", "{T}: tap\n", "a\n---\n", "a\n===", "1. a\n2. b", "# h", "- a\n- b", "a  \nb", "    code", "a *b*", "http://example.com", "É b\n- c", "a\x00b", "\xff", "\u00a0\nb", "ˍ\f"} {
		f.Add(s)
	}
	compare := func(t testing.TB, src []byte) {
		t.Helper()
		if got, want := markdown.Plain(src), markdown.ParsedPlain(src); got != want {
			t.Errorf("Plain(%q) = %q, want %q", src, got, want)
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
	if n < 1000 {
		f.Fatalf("compared %d explanations", n)
	}
	f.Fuzz(func(t *testing.T, src string) { compare(t, []byte(src)) })
}

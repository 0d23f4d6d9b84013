package site

import (
	"strings"
	"testing"

	"regula/templates"
)

// marked writes runs as "a [-b-] {+c+} d".
func marked(rs []templates.Run) string {
	var parts []string
	for _, r := range rs {
		switch r.Kind {
		case templates.RunDeleted:
			parts = append(parts, "[-"+r.Text+"-]")
		case templates.RunNew:
			parts = append(parts, "{+"+r.Text+"+}")
		default:
			parts = append(parts, r.Text)
		}
	}
	return strings.Join(parts, " ")
}

func TestCompareWords(t *testing.T) {
	long := strings.Repeat("la ", 40)
	for _, tt := range []struct{ old, new, want string }{
		{"", "", ""},
		{"a b c", "a  b\nc", ""},
		{"a b c", "a x c", "a [-b-] {+x+} c"},
		{"a b c", "a c", "a [-b-] c"},
		{"a c", "a b c", "a {+b+} c"},
		{"", "a b", "{+a b+}"},
		{"a b", "", "[-a b-]"},
		{"the boat sinks", "a boat that leaks sinks", "[-the-] {+a+} boat {+that leaks+} sinks"},
		{"a a b", "a b b", "a [-a-] {+b+} b"},
		{long + "b", long + "c", "… " + strings.TrimSpace(strings.Repeat("la ", keptSame)) + " [-b-] {+c+}"},
		{"b " + long, "c " + long, "[-b-] {+c+} " + strings.TrimSpace(strings.Repeat("la ", keptSame)) + " …"},
	} {
		if got := marked(compareWords(tt.old, tt.new)); got != tt.want {
			t.Errorf("compareWords(%q, %q) = %q, want %q", tt.old, tt.new, got, tt.want)
		}
	}
}

// Without what is left out, what stays and goes is the old text, and what
// stays and comes the new one.
func FuzzCompareWords(f *testing.F) {
	f.Add("a b c a b", "a c b b a")
	f.Fuzz(func(t *testing.T, old, new string) {
		var was, is []string
		for _, r := range compareWords(old, new) {
			switch r.Kind {
			case templates.RunGap:
				return
			case templates.RunDeleted:
				was = append(was, r.Text)
			case templates.RunNew:
				is = append(is, r.Text)
			default:
				was, is = append(was, r.Text), append(is, r.Text)
			}
		}
		fold := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		if len(was)+len(is) == 0 {
			if fold(old) != fold(new) {
				t.Errorf("%q and %q are not the same", old, new)
			}
			return
		}
		if got := strings.Join(was, " "); got != fold(old) {
			t.Errorf("the old text reads %q, want %q", got, fold(old))
		}
		if got := strings.Join(is, " "); got != fold(new) {
			t.Errorf("the new text reads %q, want %q", got, fold(new))
		}
	})
}

package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold gives the form in which words are compared: lower case, without
// accents and umlauts, ligatures and ß written out, full-width characters
// narrow. The script in the page folds in the same way.
func fold(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return foldLatin(s)
		}
	}
	return strings.ToLower(s)
}

// latin has what each character below its length folds to. In text that is
// made of these only, every character can be folded by itself.
var latin = func() (t [0x180]string) {
	for r := range t {
		t[r] = foldRunes(string(rune(r)))
	}
	return t
}()

func foldLatin(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r >= rune(len(latin)) {
			return foldRunes(s)
		}
		b.WriteString(latin[r])
	}
	return b.String()
}

func foldRunes(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if r >= 0x300 && r <= 0x36f {
			continue // a combining accent
		}
		switch r = unicode.ToLower(r); r {
		case 'ß':
			b.WriteString("ss")
		case 'æ':
			b.WriteString("ae")
		case 'œ':
			b.WriteString("oe")
		case 'ø':
			b.WriteByte('o')
		case 'ł':
			b.WriteByte('l')
		case 'đ', 'ð':
			b.WriteByte('d')
		case 'ı':
			b.WriteByte('i')
		case 'ς':
			b.WriteRune('σ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plainUmlauts gives the form of a folded word whose writer typed ae, oe and
// ue for umlauts: faehigkeit → fahigkeit. After a vowel or q, ue is no umlaut:
// neue, frequenz.
func plainUmlauts(w string) string {
	var b []byte
	for i := 0; i < len(w); i++ {
		b = append(b, w[i])
		if i+1 == len(w) || w[i+1] != 'e' {
			continue
		}
		switch w[i] {
		case 'a', 'o':
			i++
		case 'u':
			if i == 0 || !strings.ContainsRune("aeioq", rune(w[i-1])) {
				i++
			}
		}
	}
	return string(b)
}

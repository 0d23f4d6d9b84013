package rules

import (
	"slices"
	"strings"
)

// GlossaryEntry is one entry of the glossary.
type GlossaryEntry struct {
	Term  string   // the heading as printed: "Damage Assignment Order (Obsolete)"
	Text  string   // all of the entry, lines joined by "\n"
	Rules []Number // chapters, sections and rules that the entry cites, each once, in the order of the text
}

// obsolete ends the headings of entries that current cards no longer use.
const obsolete = "(Obsolete)"

// MaxSlug is the length of the longest id that Slug gives. Disks know names of
// up to 255 bytes.
const MaxSlug = 200

// Slug gives the id of a glossary entry from its English heading: "trample",
// "start-your-engines", "x". It has only lower-case ASCII letters, digits and
// single hyphens between them, and at most MaxSlug of these, so that it can be
// the name of a file. "(Obsolete)" is dropped. No two headings of a
// known edition have the same.
func Slug(term string) string {
	var b strings.Builder
	hyphen := false
	b.Grow(len(term))
	divide := func() {
		if hyphen && b.Len() > 0 {
			b.WriteByte('-')
		}
		hyphen = false
	}
	put := func(s string) {
		divide()
		b.WriteString(s)
	}
	for _, r := range strings.ToLower(strings.TrimSuffix(term, obsolete)) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			divide()
			b.WriteByte(byte(r))
		case r == '\'' || r == '’' || r == '‘':
			// "can’t" is one word
		case r == '∞':
			put("infinity")
		default:
			if s, ok := unaccented[r]; ok {
				put(s)
			} else {
				hyphen = true
			}
		}
	}
	if s := b.String(); len(s) > MaxSlug {
		return strings.TrimSuffix(s[:MaxSlug], "-")
	}
	return b.String()
}

// unaccented spells the letters that names on cards use beyond ASCII.
var unaccented = func() map[rune]string {
	m := map[rune]string{'æ': "ae", 'œ': "oe", 'ß': "ss", 'ø': "o"}
	for base, letters := range map[string]string{
		"a": "àáâãäå", "c": "ç", "e": "èéêë", "i": "ìíîï", "n": "ñ", "o": "òóôõö", "u": "ùúûü", "y": "ýÿ",
	} {
		for _, r := range letters {
			m[r] = base
		}
	}
	return m
}()

// newEntry makes an entry of its heading and the lines below it.
func newEntry(term string, lines []string, exists func(Number) bool) GlossaryEntry {
	g := GlossaryEntry{Term: term, Text: strings.Join(lines, "\n")}
	for _, c := range Citations(g.Text) {
		for _, n := range c.Numbers(exists) {
			if !slices.Contains(g.Rules, n) {
				g.Rules = append(g.Rules, n)
			}
		}
	}
	return g
}

// senseOf gives the number of the sense that a line of an entry begins, 2 for
// "2. Text", and whether it begins one.
func senseOf(s string) (int, bool) {
	if len(s) > 3 && '1' <= s[0] && s[0] <= '9' && s[1:3] == ". " {
		return int(s[0] - '0'), true
	}
	return 0, false
}

package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Citation is a place in a text that names a rule, or a range of rules:
// 603.7d–f is one citation. A list gives one for each of its elements.
type Citation struct {
	Start, End  int    // bytes of the scanned text, without a word before the number
	First, Last Number // the same for a single number
}

// Numbers gives the numbers that the citation names, in order. Of a range
// these are both ends, and between them those at the same level that exist;
// a nil exists means all. A single number is given whether it exists or not.
func (c Citation) Numbers(exists func(Number) bool) []Number {
	ns := []Number{c.First}
	if c.First == c.Last {
		return ns
	}
	if c.First.Parent() == c.Last.Parent() {
		for n := c.First.Next(); n.Compare(c.Last) < 0; n = n.Next() {
			if exists == nil || exists(n) {
				ns = append(ns, n)
			}
		}
	}
	return append(ns, c.Last)
}

// Ends tells which bytes of text, in which c was found, write its first number
// and which its last: those up to first, and those from last on. What divides
// the two lies between; of a single number both are all of it.
func (c Citation) Ends(text string) (first, last int) {
	if c.First == c.Last {
		return c.End, c.Start
	}
	s := text[c.Start:c.End]
	divides := func(r rune) bool { return r != '.' && !isWordRune(r) }
	_, size := utf8.DecodeRuneInString(s[strings.LastIndexFunc(s, divides):])
	return c.Start + strings.IndexFunc(s, divides), c.Start + strings.LastIndexFunc(s, divides) + size
}

// ruleWords are the words for "rule" that Citations knows by itself.
var ruleWords = []string{"rule", "rules", "section", "sections", "chapter", "chapters", "cr"}

// listWords join elements of a list in the languages of the site.
var listWords = []string{"and", "or", "to", "through", "und", "oder", "sowie", "bis", "et", "ou", "à"}

// seeWords stand before the bare number of a section whose title follows.
var seeWords = []string{"see", "siehe", "voir"}

// Citations finds every citation in a text, in order and without overlap.
//
//	702.19b  702.19  119.7–8  601.2f–h  903.6–903.11  608.3a and b
//	rule 704  rules 613 and 614  sections 702–704  section 8  see 706, “Rolling a Die”
//
// Ranges take en dash or hyphen. A number without a period is a citation only
// after one of the words (upper or lower case), in a list that begins so, or
// between "see" and a title in quotes; without words, the English ones are
// used. "100 cards", "2019", "1.5", "10.000", "$100.50", "2026.08", "5.3.0",
// "100/100" and "Celebr-8000" have none.
func Citations(text string, words ...string) []Citation {
	if len(words) == 0 {
		words = ruleWords
	}
	var found []Citation
	last := lastCitation{end: -1}
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			i++
			continue
		}
		c, ok := scan(text, i, last, words)
		if !ok {
			for i < len(text) && isDigit(text[i]) {
				i++
			}
			continue
		}
		found = append(found, c)
		i = c.End
		last = lastCitation{end: i, bare: c.First.rule == 0, plural: last.plural && last.listGoesOn(text, c.Start) || pluralWord(wordBefore(text, c.Start), words)}
		for _, c := range scanLetters(text, c) {
			found = append(found, c)
			i = c.End
			last.end = i
		}
	}
	return found
}

// lastCitation is what the scanner remembers of the citation before.
type lastCitation struct {
	end    int  // its end, or -1
	bare   bool // a number without a period, so that others may follow
	plural bool // its list began with a word in the plural, such as "rules"
}

// scan reads the citation whose number begins at i.
func scan(text string, i int, last lastCitation, words []string) (Citation, bool) {
	inList := last.listGoesOn(text, i)
	if !inList && !mayPrecede(text, i) {
		return Citation{}, false
	}
	n, end, ok := scanNumber(text, i)
	if !ok || !mayFollow(text, end) {
		return Citation{}, false
	}
	if n.rule == 0 {
		before := wordBefore(text, i)
		switch {
		case slices.Contains(words, before):
		case n.IsChapter() && !last.bare:
			return Citation{}, false
		case inList && (last.plural || last.bare && !countsThings(text, end)):
		case n.IsSection() && slices.Contains(seeWords, before) && titleFollows(text, end):
		default:
			return Citation{}, false
		}
	}
	c := Citation{i, end, n, n}
	if to, rangeEnd, ok := scanRange(text, n, end); ok {
		c.End, c.Last = rangeEnd, to
	}
	return c, true
}

// scanNumber reads the number that begins at i: digits, and a period and more
// where they belong to it.
func scanNumber(text string, i int) (n Number, end int, ok bool) {
	end = skipDigits(text, i)
	if end+1 < len(text) && text[end] == '.' && isDigit(text[end+1]) {
		end = skipDigits(text, end+1)
		if end+1 < len(text) && (text[end] == '.' || text[end] == ',') && isDigit(text[end+1]) && !startsNumber(text, end+1) {
			return Number{}, 0, false // 5.3.0
		}
		for end < len(text) && 'a' <= text[end] && text[end] <= 'z' {
			end++
		}
	}
	n, err := ParseNumber(text[i:end])
	return n, end, err == nil
}

// startsNumber reports whether a dotted number begins at i right after a comma,
// as in "601.2,602.3".
func startsNumber(text string, i int) bool {
	return text[i-1] == ',' && skipDigits(text, i) == i+3 && i+4 < len(text) && text[i+3] == '.' && isDigit(text[i+4])
}

// scanRange reads the second half of a range that begins with n and ends its
// number at i: "–h", "–8", "–903.11". A range that does not rise is none.
func scanRange(text string, n Number, i int) (to Number, end int, ok bool) {
	spaced := i
	for spaced < len(text) && text[spaced] == ' ' {
		spaced++
	}
	r, size := utf8.DecodeRuneInString(text[spaced:])
	if !strings.ContainsRune("-–‐‑‒−", r) {
		return Number{}, 0, false
	}
	at := spaced + size
	gap := spaced > i
	for at < len(text) && text[at] == ' ' {
		at++
		gap = true
	}
	if at == len(text) {
		return Number{}, 0, false
	}
	if isDigit(text[at]) {
		to, end, ok = scanNumber(text, at)
		if short := skipDigits(text, at); n.IsRule() && (short == end || !ok) && !gap { // 119.7–8
			to, end = n, short
			to.rule, ok = digits(text[at:short])
			ok = ok && to.rule < 10*(n.rule+1) // 702.9–704 is none
		}
		level := to.IsSubrule() == n.IsSubrule() && to.IsRule() == n.IsRule() && to.IsChapter() == n.IsChapter()
		if !ok || !level {
			return Number{}, 0, false
		}
	} else {
		end = at
		for end < len(text) && 'a' <= text[end] && text[end] <= 'z' {
			end++
		}
		if !n.IsSubrule() || gap {
			return Number{}, 0, false
		}
		to = n
		// "702.9b-like" is no range: no rule has so many subrules
		if to.sub = subOf(text[at:end]); to.sub == 0 || to.sub > n.sub+uint16(len(letters)) {
			return Number{}, 0, false
		}
	}
	if to.Compare(n) <= 0 || !mayFollow(text, end) {
		return Number{}, 0, false
	}
	return to, end, true
}

// scanLetters reads the further letters of a list that begins with the
// citation c: the b of "608.3a and b", the f and the h of "601.2d, f, and h".
// The last must have a word such as "and" before it, so that "702.19b, e.g."
// has none.
func scanLetters(text string, c Citation) []Citation {
	var found []Citation
	for c.Last.IsSubrule() {
		at := skipSeparator(text, c.End)
		if at == c.End || at == len(text) {
			return nil
		}
		n := c.Last
		if n.sub = subOf(text[at : at+1]); n.sub <= c.Last.sub || !standsAlone(text, at) {
			return nil
		}
		if text[at] == 'y' && n != c.Last.Next() { // a French word
			return nil
		}
		joined := text[c.End:at]
		c = Citation{at, at + 1, n, n}
		if to, end, ok := scanRange(text, n, at+1); ok {
			c.End, c.Last = end, to
		}
		found = append(found, c)
		if strings.ContainsFunc(joined, unicode.IsLetter) {
			return found
		}
	}
	return nil
}

// standsAlone reports whether the letter at i is neither part of a word, as
// in "d’autres", nor of an abbreviation, as in "z. B." and "e.g.".
func standsAlone(text string, i int) bool {
	rest := text[i+1:]
	next := after(rest, 0)
	if isWordRune(next) || next == '’' || next == '\'' {
		return false
	}
	abbreviated, ok := strings.CutPrefix(rest, ".")
	if !ok {
		return true
	}
	rest = strings.TrimLeft(abbreviated, " \u00a0\u202f")
	r, size := utf8.DecodeRuneInString(rest)
	return !unicode.IsLetter(r) || !strings.HasPrefix(rest[size:], ".")
}

// longestTitle bounds what may stand between two elements of a list, in bytes.
const longestTitle = 200

// listGoesOn reports whether nothing but a separator of lists, and maybe a
// quoted title, stands between the last citation and i.
func (l lastCitation) listGoesOn(text string, i int) bool {
	if l.end < 0 || i-l.end > longestTitle {
		return false
	}
	if i == l.end+1 && text[l.end] == '/' {
		return true
	}
	at := l.end
	rest := text[at:i]
	for _, marks := range [][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {`"`, `"`}, {"(", ")"}} {
		if t, ok := strings.CutPrefix(strings.TrimLeft(rest, ", \u00a0"), marks[0]); ok {
			if k := strings.Index(t, marks[1]); k >= 0 {
				at = i - len(t) + k + len(marks[1])
				if skipSeparator(text, at) == i {
					return true
				}
				// the comma may stand inside: “Subgames,” and 730
				word := strings.TrimSpace(text[at:i])
				return slices.Contains(listWords, word) || word == "" && at < i && strings.HasSuffix(t[:k], ",")
			}
		}
	}
	return skipSeparator(text, at) == i
}

// skipSeparator gives the place after the separator that begins at i: ", ",
// " and ", ", and " and the like in the languages of the site; i itself where
// there is none.
func skipSeparator(text string, i int) int {
	at := i
	comma := false
	if at < len(text) && (text[at] == ',' || text[at] == ';') {
		at++
		comma = true
	}
	space := skipSpaces(text, at)
	if space == at {
		if comma && space < len(text) && isDigit(text[space]) {
			return space
		}
		return i
	}
	for _, w := range listWords {
		if strings.HasPrefix(text[space:], w) {
			if end := space + len(w); skipSpaces(text, end) > end {
				return skipSpaces(text, end)
			}
		}
	}
	if comma {
		return space
	}
	return i
}

// skipSpaces gives the place after the white space at i, no-break spaces and
// line ends among it.
func skipSpaces(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsSpace(r) {
			break
		}
		i += size
	}
	return i
}

// mayPrecede reports whether a citation may begin at i, as far as what stands
// directly before it tells.
func mayPrecede(text string, i int) bool {
	r, size := utf8.DecodeLastRuneInString(text[:i])
	switch {
	case size == 0 || unicode.IsSpace(r):
		return true
	case isWordRune(r):
		return false
	case unicode.Is(unicode.Sc, r): // $100.50
		return false
	case r == ':': // 12:100.5
		return i < 2 || !isDigit(text[i-2])
	}
	return !strings.ContainsRune(".,-‐‑−+/\\#@&=%^", r)
}

// mayFollow reports whether a number may end at i, as far as what stands
// directly after it tells.
func mayFollow(text string, i int) bool {
	r, size := utf8.DecodeRuneInString(text[i:])
	switch {
	case size == 0:
		return true
	case isWordRune(r), unicode.Is(unicode.Sc, r):
		return false
	case r == '/' || r == ':': // 601.2b/602.2b is a list, 100/100 is not
		return i+1 == len(text) || !isWordRune(after(text, i+1)) || r == '/' && skipDigits(text, i+1) == i+4
	case r == '.' || r == ',':
		return !isDigitRune(after(text, i+1)) || startsNumber(text, i+1)
	case unicode.IsSpace(r): // 100.50 €, 100.5 %
		next := after(text, i+size)
		return next != '%' && !unicode.Is(unicode.Sc, next)
	}
	return !strings.ContainsRune("%‰°@\\=+^", r)
}

// countsThings reports whether a word follows the number that ends at i, so
// that it may count things: "rule 704 and 100 cards".
func countsThings(text string, i int) bool {
	at := skipSpaces(text, i)
	return at > i && unicode.IsLetter(after(text, at)) && skipSeparator(text, i) == i
}

// titleFollows reports whether a comma and a title in quotes follow at i.
func titleFollows(text string, i int) bool {
	rest, ok := strings.CutPrefix(text[i:], ",")
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " \u00a0"))
	return strings.ContainsRune("“„«\"", r)
}

// wordBefore gives the word before the blanks that end at i, in lower case,
// "" where there are none.
func wordBefore(text string, i int) string {
	s := strings.TrimRightFunc(text[:i], unicode.IsSpace)
	if len(s) == i {
		return ""
	}
	start := strings.LastIndexFunc(s, func(r rune) bool { return !isWordRune(r) })
	if start >= 0 {
		_, size := utf8.DecodeRuneInString(s[start:])
		start += size
	} else {
		start = 0
	}
	return strings.ToLower(s[start:])
}

// pluralWord reports whether w is one of the words and another of them with
// an ending added: "rules" beside "rule".
func pluralWord(w string, words []string) bool {
	return slices.Contains(words, w) && slices.ContainsFunc(words, func(v string) bool {
		return v != w && strings.HasPrefix(w, v)
	})
}

// after gives the character at i, zero at the end.
func after(text string, i int) rune {
	r, size := utf8.DecodeRuneInString(text[i:])
	if size == 0 {
		return 0
	}
	return r
}

// skipDigits gives the place after the digits at i.
func skipDigits(text string, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isDigitRune(r rune) bool { return '0' <= r && r <= '9' }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

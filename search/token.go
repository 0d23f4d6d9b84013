package search

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// token is a word or a sign that means something, with its place in the text.
type token struct {
	text       string // folded; signs as they are typed in ASCII: "+1/+1", "{w/p}", "∞"
	start, end int    // byte offsets
	pos        int    // counts words; the whole of a word with hyphens stands at its first part
	whole      bool   // joins the parts of a word with hyphens, which come before it
	elided     bool   // was cut to an apostrophe: l’, d’, qu’
}

// The signs that are one token each. A sign counts only where no letter or
// digit stands on either side.
var (
	dashes = "\\-\u2010\u2011\u2012\u2013\u2212"
	amount = "(?:[0-9]+|[xX*])"
	// +1/+1, -1/-1, 2/2, X/X, */1+*
	sizeSign = regexp.MustCompile("^[+" + dashes + "]?" + amount + "(?:[+" + dashes + "]" + amount + ")?/[+" + dashes + "]?" + amount + "(?:[+" + dashes + "]" + amount + ")?")
	// +2, -7: costs of loyalty abilities
	changeSign = regexp.MustCompile("^[+" + dashes + "][0-9]+")
	// 601.2f–h: a citation, no word of the text
	citationSign = regexp.MustCompile("^[0-9]{3}\\.[0-9]{1,3}[a-z]{0,2}(?:[" + dashes + "](?:[0-9]{3}\\.)?[0-9]{0,3}[a-z]{0,2})?")
	// {T}, {2/W}, {CHAOS}
	symbolSign = regexp.MustCompile(`^\{[^{}\s]{1,12}\}`)
	dash       = regexp.MustCompile("[" + dashes + "]")
)

// elisions are what stands before an apostrophe for a word of its own.
var elisions = map[string]string{
	"l": "le", "d": "de", "n": "ne", "s": "se", "c": "ce", "j": "je", "m": "me", "t": "te", "qu": "que",
	"jusqu": "jusque", "lorsqu": "lorsque", "puisqu": "puisque", "quoiqu": "quoique", "quelqu": "quelque", "presqu": "presque",
}

// isWord reports whether words are made of r: letters, digits and accents.
func isWord(r rune) bool {
	switch {
	case r < 0x80:
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	case r < 0xc0, r == 0xd7, r == 0xf7:
		return false
	case r < 0x2000:
		return true
	}
	return r >= 0x2c00 && r < 0x2e00 || r >= 0x3040 && r < 0xd800 || r >= 0xf900 && r < 0xfe00
}

func isApostrophe(r rune) bool {
	switch r {
	case '\'', '’', '‘', 'ʼ', '′', '´', '`':
		return true
	}
	return false
}

func isHyphen(r rune) bool { return r == '-' || r == 0x2010 || r == 0x2011 }

// tokens divides a text into tokens. No word is left out for being frequent;
// citations of rules are.
func tokens(s string) []token { return appendTokens(make([]token, 0, len(s)/5+1), s) }

// appendTokens adds the tokens of a text to ts.
func appendTokens(ts []token, s string) []token {
	pos := 0
	add := func(text string, start, end int) {
		if text != "" {
			ts = append(ts, token{text: text, start: start, end: end, pos: pos})
			pos++
		}
	}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if n, text, ok := sign(s, i, r); ok {
			add(text, i, i+n)
			i += n
			continue
		}
		if !isWord(r) {
			i += size
			continue
		}
		// A run of words joined by apostrophes and hyphens.
		start, first, count := i, pos, len(ts)
		var whole strings.Builder
		parts := 0
		for {
			end, pieces := wordEnd(s, i)
			word := ""
			if pieces == 1 {
				word = fold(s[i:end])
				add(word, i, end)
			} else {
				word = addPart(&ts, &pos, s, i, end)
			}
			i = end
			h, size := utf8.DecodeRuneInString(s[i:])
			next, _ := utf8.DecodeRuneInString(s[i+size:])
			more := isHyphen(h) && isWord(next)
			if parts++; parts > 1 || more {
				whole.WriteString(word)
			}
			if !more {
				break
			}
			i += size
		}
		if parts > 1 && len(ts) > count {
			ts = append(ts, token{text: whole.String(), start: start, end: i, pos: first, whole: true})
		}
	}
	return ts
}

func beginsSign(r rune) bool {
	switch r {
	case 'x', 'X', '*', '+', '-', 0x2010, 0x2011, 0x2012, 0x2013, 0x2212:
		return true
	}
	return r >= '0' && r <= '9'
}

// sign reads a sign at byte i, whose first character is r. Its text is empty
// where the sign is one to leave out.
func sign(s string, i int, r rune) (n int, text string, ok bool) {
	switch {
	case r == '∞':
		return len("∞"), "∞", true
	case r == '{':
		if m := symbolSign.FindString(s[i:]); m != "" {
			return len(m), strings.ToLower(m), true
		}
		return 0, "", false
	case !beginsSign(r):
		return 0, "", false
	}
	if before, _ := utf8.DecodeLastRuneInString(s[:i]); i > 0 && isWord(before) {
		return 0, "", false
	}
	alone := func(m string) bool {
		after, _ := utf8.DecodeRuneInString(s[i+len(m):])
		return m != "" && !isWord(after)
	}
	if m := sizeSign.FindString(s[i:]); alone(m) {
		return len(m), strings.ToLower(dash.ReplaceAllString(m, "-")), true
	}
	if m := changeSign.FindString(s[i:]); alone(m) {
		return len(m), dash.ReplaceAllString(m, "-"), true
	}
	if m := citationSign.FindString(s[i:]); alone(m) {
		return len(m), "", true
	}
	if r == '*' && alone("*") && (i == 0 || !strings.ContainsRune("*+/", rune(s[i-1]))) && (i+1 == len(s) || !strings.ContainsRune("*+/", rune(s[i+1]))) {
		return 1, "*", true
	}
	return 0, "", false
}

// wordEnd finds the end of the word at byte i; apostrophes between letters are
// within it, and make several pieces of it.
func wordEnd(s string, i int) (end, pieces int) {
	pieces = 1
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isWord(r) {
			next, _ := utf8.DecodeRuneInString(s[i+size:])
			if !isApostrophe(r) || !isWord(next) {
				break
			}
			pieces++
		}
		i += size
	}
	return i, pieces
}

// addPart adds the word s[start:end] without a possessive 's, an elided word
// before it by itself, and gives it folded.
func addPart(ts *[]token, pos *int, s string, start, end int) string {
	var pieces []string
	var starts []int
	from := start
	for i, r := range s[start:end] {
		if isApostrophe(r) {
			pieces, starts = append(pieces, fold(s[from:start+i])), append(starts, from)
			from = start + i + utf8.RuneLen(r)
		}
	}
	pieces, starts = append(pieces, fold(s[from:end])), append(starts, from)
	if n := len(pieces); n > 1 && pieces[n-1] == "s" {
		pieces = pieces[:n-1]
	}
	if full, ok := elisions[pieces[0]]; ok && len(pieces) > 1 {
		*ts = append(*ts, token{text: full, start: start, end: starts[1], pos: *pos, elided: true})
		*pos++
		pieces, starts = pieces[1:], starts[1:]
	}
	word := strings.Join(pieces, "")
	if word != "" {
		*ts = append(*ts, token{text: word, start: starts[0], end: end, pos: *pos})
		*pos++
	}
	return word
}

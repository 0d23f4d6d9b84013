package content

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"regula/lang"
)

// marks are the quotation marks of one language.
type marks struct {
	pairs   map[rune]rune // opening to closing
	foreign string        // marks that do not belong into it
	house   string        // how to write it, for messages
}

var quotationMarks = map[lang.Language]marks{
	lang.German:  {map[rune]rune{'„': '“', '‚': '‘'}, "”«»‹›‟", "„…“, and ‚…‘ inside"},
	lang.French:  {map[rune]rune{'«': '»'}, "“”„‟‘‚‹›", "« … » with no-break spaces, or italics inside"},
	lang.English: {map[rune]rune{'“': '”'}, "„«»‹›‟‚", "“…”, and ‘…’ inside"},
}

// quotes checks the quotation marks of a text and notes in its passages what
// is quoted. A quotation may run over several passages.
func (l *linter) quotes(ps []passage) {
	type opened struct {
		passage, offset int
		mark            rune
	}
	var open []opened
	for i := range ps {
		p := &ps[i]
		ms := quotationMarks[p.language]
		start := 0 // of what is quoted since
		report := func(offset int, k LintKind, format string, args ...any) {
			l.add(p.at(offset), k, format+": write %s", append(args, ms.house)...)
		}
		for at, r := range p.Text {
			if r < utf8.RuneSelf && r != '"' && r != '\'' {
				continue
			}
			_, opens := ms.pairs[r]
			switch {
			case r == '"':
				report(at, StraightQuotes, "straight quotation mark in %s", excerpt(p.Text, at))
			case r == '\'':
				l.add(p.at(at), StraightQuotes, "straight apostrophe in %s: write ’", excerpt(p.Text, at))
			case strings.ContainsRune(ms.foreign, r):
				report(at, QuotationMarks, "the mark %c in %s belongs to another language", r, excerpt(p.Text, at))
			case opens && len(open) > 0 && open[len(open)-1].mark == r && p.language != lang.French:
				report(at, QuotationMarks, "%c stands inside another %c in %s", r, r, excerpt(p.Text, at))
			case opens:
				if len(open) == 0 {
					start = at
				}
				open = append(open, opened{i, at, r})
			case closes(ms, r):
				if len(open) == 0 || ms.pairs[open[len(open)-1].mark] != r {
					report(at, QuotationMarks, "%c closes nothing in %s", r, excerpt(p.Text, at))
					break
				}
				open = open[:len(open)-1]
				if len(open) == 0 {
					p.quoted = append(p.quoted, interval{start, at + utf8.RuneLen(r)})
				}
			}
		}
		if len(open) > 0 {
			p.quoted = append(p.quoted, interval{start, len(p.Text)})
		}
		if p.title { // which is a text of its own
			for _, o := range open {
				l.add(p.at(0), QuotationMarks, "%c is not closed in %s: write %s", o.mark, excerpt(p.Text, 0), ms.house)
			}
			open = nil
		}
	}
	for _, o := range open {
		p := ps[o.passage]
		l.add(p.at(o.offset), QuotationMarks, "%c is not closed in %s: write %s", o.mark, excerpt(p.Text, o.offset), quotationMarks[p.language].house)
	}
}

func closes(ms marks, r rune) bool {
	for _, c := range ms.pairs {
		if c == r {
			return true
		}
	}
	return false
}

const noBreak = '\u00a0'

// spaces finds French punctuation without its no-break space. English names,
// which keep theirs, are apart: in parentheses, or known as a term.
func (l *linter) spaces(p passage) {
	var last rune
	for at, r := range p.Text {
		next, _ := utf8.DecodeRuneInString(p.Text[at+utf8.RuneLen(r):])
		switch {
		case last == '«' && r != noBreak:
			l.add(p.at(at), NoBreakSpaces, "no no-break space (U+00A0) after « in %s", excerpt(p.Text, at))
		case !strings.ContainsRune(":;!?»", r) || last == 0 || last == noBreak:
		case strings.ContainsRune("!?", last) && r != '»': // ?! and !!!
		case r == ':' && (unicode.IsDigit(last) && unicode.IsDigit(next) || strings.HasPrefix(p.Text[at:], "://")):
		case l.isName(p.Text, at):
		case last == ' ' || last == '\n' || last == '\u202f':
			l.add(p.at(at), NoBreakSpaces, "the space before %c in %s is not U+00A0, the no-break space", r, excerpt(p.Text, at))
		default:
			l.add(p.at(at), NoBreakSpaces, "no no-break space (U+00A0) before %c in %s", r, excerpt(p.Text, at))
		}
		last = r
	}
}

// isName reports whether the punctuation at offset belongs to an English name.
func (l *linter) isName(s string, offset int) bool {
	end := offset + 1
	for _, n := range l.names {
		if strings.HasSuffix(s[:end], n) {
			return true
		}
	}
	return inNameParentheses(s, offset)
}

// inNameParentheses reports whether offset stands in parentheses that hold
// names and nothing else: all words in capitals but the little ones.
func inNameParentheses(s string, offset int) bool {
	i := strings.LastIndexByte(s[:offset], '(')
	if i < 0 || strings.IndexByte(s[i:offset], ')') >= 0 {
		return false
	}
	inside, _, _ := strings.Cut(s[i+1:], ")")
	some := false
	for _, w := range words(inside) {
		if r, _ := utf8.DecodeRuneInString(w.text); unicode.IsUpper(r) || unicode.IsDigit(r) {
			some = true
		} else if !slices.Contains(littleWords, w.text) {
			return false
		}
	}
	return some
}

// littleWords are those that stay small in English titles, and what stands
// between two names.
var littleWords = []string{"of", "the", "to", "a", "an", "and", "in", "from", "for", "with", "on", "at", "by", "or", "into", "s", "et", "ou", "und", "oder"}

// englishNames gives the English names of all terms, folded, and of those the
// ones that end in punctuation of the kind that French sets apart.
func englishNames(c Content) (all map[string]bool, marked []string) {
	all = map[string]bool{}
	for _, t := range c.Terms {
		n := t.Names[lang.English]
		all[fold(n)] = true
		if n != "" && strings.ContainsRune(":;!?", rune(n[len(n)-1])) {
			marked = append(marked, n)
		}
	}
	return all, marked
}

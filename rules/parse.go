package rules

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// MaxBytes is the size up to which Parse reads a file. The rules have about
// one megabyte.
const MaxBytes = 16 << 20

// Parse reads an edition of the rules as published: in UTF-8, UTF-16,
// Windows-1252 or the DOS code page of one old edition, with any line ends.
// It is an error, with line and reason, if r is no rules text, is cut off,
// cannot be decoded without doubt, has no date or no contents, if headings
// differ from the contents, or if numbers or senses are left out, repeated or
// out of order. Every word of the body and of the glossary is in the Book.
func Parse(r io.Reader) (*Book, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the rules: %w", err)
	case len(raw) > MaxBytes:
		return nil, fmt.Errorf("longer than %d MB: this is not the rules text", MaxBytes>>20)
	}
	if what := sniff(raw); what != "" {
		return nil, fmt.Errorf("line 1: this is %s, not the rules text", what)
	}
	text, err := decode(raw)
	if err != nil {
		return nil, err
	}
	p := parser{lines: splitLines(text), book: &Book{
		heads: map[Number]int{}, index: map[Number]int{}, terms: map[string]int{},
	}}
	for _, step := range []func() error{p.front, p.contents, p.body, p.glossary, p.credits} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p.finish()
	return p.book, nil
}

// sniff names what a file is that cannot be the rules, "" where it may be.
func sniff(raw []byte) string {
	head := bytes.TrimSpace(bytes.TrimPrefix(raw[:min(len(raw), 1024)], []byte(bom)))
	lower := bytes.ToLower(head)
	switch {
	case len(head) == 0 && len(raw) <= 1024:
		return "an empty file"
	case bytes.HasPrefix(lower, []byte("%pdf")):
		return "a PDF"
	case bytes.HasPrefix(lower, []byte("pk\x03\x04")):
		return "a ZIP archive or Word document"
	case bytes.HasPrefix(raw, []byte{0x1F, 0x8B}):
		return "a gzip archive"
	case bytes.HasPrefix(lower, []byte("<!doctype")), bytes.HasPrefix(lower, []byte("<html")), bytes.HasPrefix(lower, []byte("<?xml")), bytes.HasPrefix(lower, []byte("<head")):
		return "a web page"
	case bytes.HasPrefix(lower, []byte("{")), bytes.HasPrefix(lower, []byte("[")):
		return "JSON"
	}
	return ""
}

// line is one line of the text, white space folded, and its number in the
// file. A line separator (U+2028) inside begins a new line of the same number.
type line struct {
	text string
	n    int
}

// splitLines cuts text into lines. LF, CR LF and CR end one. CR CR LF ends
// one line in files that were converted to CR LF twice, and two in files
// whose other line ends are CR alone.
func splitLines(text string) []line {
	double := strings.Count(text, "\r\r\n")
	alone := strings.Count(text, "\r") - strings.Count(text, "\r\n") - double
	if double > alone {
		text = strings.ReplaceAll(text, "\r\r\n", "\n")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	var lines []line
	for i, s := range strings.Split(text, "\n") {
		for _, part := range separated(s) {
			lines = append(lines, line{fold(part), i + 1})
		}
	}
	return lines
}

// separated cuts a line at line and paragraph separators.
func separated(s string) []string {
	const separators = "\u0085\u2028\u2029"
	if !strings.ContainsAny(s, separators) {
		return []string{s}
	}
	return strings.Split(strings.NewReplacer("\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s), "\n")
}

// fold makes single blanks of white space, no-break spaces and invisible
// marks among it.
func fold(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff'
	}), " ")
}

// parser holds the place that has been read to and what was found.
type parser struct {
	lines []line
	at    int // next line
	book  *Book

	heads []Section // the contents, chapters and sections
}

// next gives the next line that is not blank, and whether blank lines stood
// before it.
func (p *parser) next() (l line, gap, ok bool) {
	for ; p.at < len(p.lines); p.at++ {
		if l := p.lines[p.at]; l.text != "" {
			p.at++
			return l, gap, true
		}
		gap = true
	}
	return line{n: p.lines[len(p.lines)-1].n}, gap, false
}

func (l line) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", l.n, fmt.Errorf(format, args...))
}

// cut shows the beginning of a line in an error.
func (l line) cut() string {
	if r := []rune(l.text); len(r) > 40 {
		return fmt.Sprintf("%q", string(r[:40])+"…")
	}
	return fmt.Sprintf("%q", l.text)
}

var datePattern = regexp.MustCompile(`(?i)\b(?:effective|current) as of ([A-Z][a-z]+ ?[0-9]{1,2}, ?[0-9]{4})`)

// date reads the sentence that says from when the edition holds.
func (l line) date() (time.Time, bool, error) {
	m := datePattern.FindStringSubmatch(l.text)
	if m == nil {
		return time.Time{}, false, nil
	}
	s := strings.ReplaceAll(m[1], " ", "")
	t, err := time.Parse("January2,2006", s)
	if err != nil {
		return time.Time{}, false, l.errorf("no date: %q", m[1])
	}
	return t, true, nil
}

// front reads title, date and introduction.
func (p *parser) front() error {
	title, _, ok := p.next()
	if !ok || !strings.HasSuffix(title.text, "Comprehensive Rules") {
		return title.errorf("this is no rules text: it begins with %s, not with the title of the Comprehensive Rules", title.cut())
	}
	for {
		l, _, ok := p.next()
		switch t, dated, err := l.date(); {
		case !ok:
			return l.errorf("the text ends before its contents")
		case err != nil:
			return err
		case l.text == "Contents":
			if p.book.Effective.IsZero() {
				return l.errorf("no sentence before the contents says from when the rules are effective")
			}
			return nil
		case numberPattern.MatchString(l.text):
			return l.errorf("the rules begin, but there were no contents")
		case dated && p.book.Effective.IsZero():
			p.book.Effective = t
		case l.text != "Introduction":
			p.book.introduction = append(p.book.introduction, l.text)
		}
	}
}

var (
	headPattern   = regexp.MustCompile(`^([0-9]|[0-9]{3})\. (.+)$`)
	numberPattern = regexp.MustCompile(`^[0-9]{3}\.[0-9]`)
	// 100.1. Text; 606.5 Text; 901.4.Text
	rulePattern = regexp.MustCompile(`^([0-9]{3}\.[0-9]+)(?:\.? (\S.*)|\.([^\s0-9].*))$`)
	// 100.1a Text; 119.1d. Text; with as many groups as rulePattern has
	subPattern = regexp.MustCompile(`^([0-9]{3}\.[0-9]+[a-z]+)\.? (\S.*)()$`)
)

// heading reads "7. Additional Rules" and "702. Keyword Abilities".
func (l line) heading() (Section, bool) {
	m := headPattern.FindStringSubmatch(l.text)
	if m == nil {
		return Section{}, false
	}
	n, err := ParseNumber(m[1])
	return Section{n, m[2]}, err == nil
}

// contents reads the contents, which end with the words Glossary and Credits.
func (p *parser) contents() error {
	for {
		l, _, ok := p.next()
		if !ok {
			return l.errorf("the text ends within its contents")
		}
		if l.text == "Glossary" {
			break
		}
		s, ok := l.heading()
		if !ok {
			return l.errorf("%s is no line of contents", l.cut())
		}
		if prev := p.lastHead(); !s.Number.Follows(prev) {
			return l.errorf("in the contents, %s cannot follow %s", s.Number, orStart(prev))
		}
		p.heads = append(p.heads, s)
	}
	l, _, ok := p.next()
	switch {
	case !ok || l.text != "Credits":
		return l.errorf("the contents do not end with Glossary and Credits")
	case len(p.heads) == 0:
		return l.errorf("the contents are empty")
	case p.lastHead().IsChapter():
		return l.errorf("in the contents, chapter %s has no section", p.lastHead())
	}
	return nil
}

func (p *parser) lastHead() Number {
	if len(p.heads) == 0 {
		return Number{}
	}
	return p.heads[len(p.heads)-1].Number
}

func orStart(n Number) string {
	if n.IsZero() {
		return "the beginning"
	}
	return n.String()
}

// body reads chapters, sections and rules up to the glossary.
func (p *parser) body() error {
	b := p.book
	var prev Number // the last number
	var before line // the last line, for repeats
	inExample := false
	heads := p.heads // those still to come
	faults := misprints[b.Effective.Format(time.DateOnly)]
	for {
		l, gap, ok := p.next()
		if !ok {
			return l.errorf("the text ends after %s: it is cut off before the glossary", orStart(prev))
		}
		if l.text == "Glossary" {
			if len(heads) > 0 {
				return l.errorf("the glossary begins, but %s of the contents is missing", heads[0].Number)
			}
			return nil
		}
		if l.text == before.text {
			return l.errorf("repeats the line before: %s", l.cut())
		}
		before = l

		if s, ok := l.heading(); ok {
			switch {
			case len(heads) == 0:
				return l.errorf("%s is not in the contents", s.Number)
			case s != heads[0]:
				return l.errorf("heading %s, but in the contents the next is %s", l.cut(), fmt.Sprintf("%q", heads[0].Number.String()+". "+heads[0].Title))
			}
			heads = heads[1:]
			prev = s.Number
			if s.Number.IsChapter() {
				b.heads[s.Number] = ^len(b.chapters)
				b.chapters = append(b.chapters, s)
			} else {
				b.heads[s.Number] = len(b.sections)
				b.sections = append(b.sections, s)
			}
			inExample = false
			continue
		}

		if numberPattern.MatchString(l.text) {
			m := subPattern.FindStringSubmatch(l.text)
			if m == nil {
				m = rulePattern.FindStringSubmatch(l.text)
			}
			if m == nil {
				return l.errorf("%s begins like a rule but not with the number of one", l.cut())
			}
			n, err := ParseNumber(m[1])
			if err != nil {
				return l.errorf("%w", err)
			}
			if !n.Follows(prev) {
				i := slices.IndexFunc(faults, func(f Misprint) bool { return f.Printed == n && f.After == prev })
				if i < 0 {
					return l.errorf("%s cannot follow %s", n, orStart(prev))
				}
				b.misprints = append(b.misprints, faults[i])
				n = faults[i].Number
			}
			prev = n
			b.index[n] = len(b.rules)
			b.rules = append(b.rules, Rule{Number: n, Text: m[2] + m[3]}) // one of the two is empty
			inExample = false
			continue
		}

		if !prev.IsRule() && !prev.IsSubrule() {
			return l.errorf("%s belongs to no rule", l.cut())
		}
		r := &b.rules[len(b.rules)-1]
		switch text, example := strings.CutPrefix(l.text, "Example:"); {
		case example:
			if text = strings.TrimSpace(text); text == "" {
				return l.errorf("the example of %s is empty", r.Number)
			}
			r.Examples = append(r.Examples, text)
			inExample = true
		case gap:
			return l.errorf("%s has no number and does not belong to %s, because a blank line stands between", l.cut(), r.Number)
		case inExample:
			r.Examples[len(r.Examples)-1] += "\n" + l.text
		default:
			r.Text += "\n" + l.text
		}
	}
}

// gluedSense finds the first sense on the line of the heading, as one edition
// has it: "Ability1. Text on an object".
var gluedSense = regexp.MustCompile(`^(.*\p{L})(1\. \S.*)$`)

// glossary reads the entries up to the credits.
func (p *parser) glossary() error {
	b := p.book
	var entry []line
	add := func() error {
		if len(entry) == 0 {
			return nil
		}
		head := entry[0]
		if m := gluedSense.FindStringSubmatch(head.text); m != nil {
			entry = slices.Insert(entry, 1, line{m[2], head.n})
			head.text = m[1]
		}
		if len(entry) < 2 {
			return head.errorf("the glossary entry %s has no text", head.cut())
		}
		if _, ok := b.terms[head.text]; ok {
			return head.errorf("the glossary entry %s is there twice", head.cut())
		}
		texts := make([]string, 0, len(entry)-1)
		senses := 0
		for i, l := range entry[1:] {
			if l.text == entry[i].text {
				return l.errorf("repeats the line before: %s", l.cut())
			}
			if k, ok := senseOf(l.text); ok {
				if k != senses+1 || senses == 0 && i > 0 {
					return l.errorf("sense %d of the glossary entry %s follows sense %d", k, head.cut(), senses)
				}
				senses = k
			}
			texts = append(texts, l.text)
		}
		b.terms[head.text] = len(b.glossary)
		b.glossary = append(b.glossary, newEntry(head.text, texts, b.Has))
		entry = nil
		return nil
	}
	for {
		l, gap, ok := p.next()
		if !ok {
			return l.errorf("the text ends within the glossary")
		}
		if gap {
			if err := add(); err != nil {
				return err
			}
		}
		if l.text == "Credits" && len(entry) == 0 {
			if len(b.glossary) == 0 {
				return l.errorf("the glossary is empty")
			}
			return nil
		}
		entry = append(entry, l)
	}
}

// credits reads the rest, which must repeat the date and have no more rules.
func (p *parser) credits() error {
	repeated := false
	for {
		l, _, ok := p.next()
		switch t, dated, err := l.date(); {
		case !ok && !repeated:
			return l.errorf("the text ends within the credits, before they repeat the date")
		case !ok:
			return nil
		case err != nil:
			return err
		case dated && !t.Equal(p.book.Effective):
			return l.errorf("the rules are effective %s here and %s at the beginning",
				t.Format(time.DateOnly), p.book.Effective.Format(time.DateOnly))
		case dated:
			repeated = true
		case l.text == "Contents", numberPattern.MatchString(l.text):
			return l.errorf("rules begin again after the credits: %s", l.cut())
		}
	}
}

// finish tells titles from rules.
func (p *parser) finish() {
	b := p.book
	for i := range b.rules {
		r := &b.rules[i]
		heads := i+1 < len(b.rules) && b.rules[i+1].Number.Parent() == r.Number
		if heads && len(r.Examples) == 0 && isTitle(r.Text) {
			r.Title, r.Text = r.Text, ""
		}
	}
}

// isTitle reports whether the text of a rule that has subrules is a title.
// A sentence ends with a period or colon, if inside quotes or brackets.
func isTitle(text string) bool {
	if strings.Contains(text, "\n") {
		return false
	}
	end := strings.TrimRight(text, `”"’')]`)
	return !strings.HasSuffix(end, ".") && !strings.HasSuffix(end, ":")
}

package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"

	"regula/lang"
)

// Part is a run of Markdown blocks, and the line on which it begins. A part
// with nothing in it has no Source and the line 0.
type Part struct {
	Source []byte
	Line   int
}

// Parts are what an explanation consists of. The labels of examples and of the
// see-also line are not in them.
type Parts struct {
	Text      Part       // everything that is neither an example nor the see-also line
	Examples  []Part     // a paragraph each, with the lists and tables right behind it
	SeeAlso   []Citation // in the order in which they stand
	Citations []Citation // all, those of examples and see-also line included
}

// Fault is something that an author has to mend, at a line counted from 1.
type Fault struct {
	Line int
	Text string
}

// Split takes the Markdown of one explanation, which holds no headings, apart.
// What it faults is left out of no part, so that a reader misses nothing.
func Split(src []byte, l lang.Language) (Parts, []Fault) {
	d := parse(src)
	s := splitter{document: d, lang: l}
	s.parts.Citations = d.citations(d.root)
	text := bytes.Clone(d.src)
	var last role
	for _, b := range d.blocks() {
		r := plain
		switch b.Kind() {
		case ast.KindParagraph:
			r = s.paragraph(b)
		case ast.KindList, ast.KindBlockquote, table.KindTable:
			if last == example {
				e := &s.parts.Examples[len(s.parts.Examples)-1]
				e.Source = append(e.Source, d.src[b.start:b.end]...)
				blank(text[b.start:b.end])
				continue
			}
		}
		if r != plain {
			blank(text[b.start:b.end])
		}
		if last == seeAlso && r != seeAlso {
			s.fault(b.start, "stands after the line of %q, which comes last: move it up", l.Labels().SeeAlso)
		}
		last = r
	}
	s.parts.Text = d.part(text, 0)
	for i := range s.parts.Examples {
		e := &s.parts.Examples[i]
		if e.Source = bytes.TrimRight(e.Source, " \n"); len(bytes.TrimSpace(e.Source)) == 0 {
			s.faults = append(s.faults, Fault{e.Line, fmt.Sprintf("example without text: write it behind %q", l.Labels().Example)})
		}
	}
	s.walk(d.root)
	slices.SortStableFunc(s.faults, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return s.parts, slices.Compact(s.faults)
}

// blank empties the lines of b and keeps their number.
func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}

// part makes a Part of src without the blank lines around it; src begins at
// offset.
func (d *document) part(src []byte, offset int) Part {
	var clean [][]byte
	first := 0
	for line := range bytes.Lines(src) {
		if len(bytes.TrimSpace(line)) == 0 {
			line = []byte("\n")
			if len(clean) == 0 {
				first++
				continue
			}
		}
		clean = append(clean, line)
	}
	text := bytes.TrimRight(bytes.Join(clean, nil), " \n")
	if len(text) == 0 {
		return Part{}
	}
	return Part{text, d.line(offset) + first}
}

type splitter struct {
	*document
	lang   lang.Language
	parts  Parts
	faults []Fault
}

func (s *splitter) fault(offset int, format string, args ...any) {
	s.faults = append(s.faults, Fault{s.line(offset), fmt.Sprintf(format, args...)})
}

// paragraph files b under what its label says, and gives that.
func (s *splitter) paragraph(b block) role {
	at := max(b.Pos(), b.start)
	src := s.src[at:b.end]
	label := labelOf(string(src), s.lang)
	rest := src[label.end:]
	switch label.role {
	case example:
		s.parts.Examples = append(s.parts.Examples, Part{bytes.Clone(rest), s.line(at + label.end)})
	case seeAlso:
		if len(s.parts.SeeAlso) > 0 {
			s.fault(at, "a second line of %q: put all its numbers on the first", label.right(s.lang))
		}
		cs := s.citations(b.Node)
		s.parts.SeeAlso = append(s.parts.SeeAlso, cs...)
		if left := s.others(b.Node, label.end); left != "" {
			s.fault(at, "the line of %q holds rule numbers with commas between them and nothing else, not %q", label.right(s.lang), left)
		} else if len(cs) == 0 {
			s.fault(at, "the line of %q names no rule", label.right(s.lang))
		}
	}
	return label.role
}

// others gives what a see-also paragraph holds besides citations and what
// divides them.
func (s *splitter) others(n ast.Node, label int) string {
	var b strings.Builder
	skip := label
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		switch {
		case ok:
			v := s.src[t.Segment.Start:t.Segment.Stop]
			cut := min(skip, len(v))
			skip -= cut
			b.Write(v[cut:])
			b.WriteByte(' ')
		case c.Kind() == kindCitation:
			skip = 0
		case c.Kind() == ast.KindEmphasis && skip > 0: // a label with markup, which has its own fault
			skip = 0
		default:
			return "markup"
		}
	}
	return strings.Trim(strings.Join(strings.Fields(b.String()), " "), " ,;.")
}

// walk finds what an explanation must not hold.
func (s *splitter) walk(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Heading:
			s.fault(s.start(c), "a heading inside an explanation: headings are rule numbers only (write \\# for the sign)")
		case *ast.ThematicBreak:
			s.fault(s.start(c), "a line of dashes, stars or underscores is no part of an explanation: remove it")
		case *ast.HTMLBlock:
			s.fault(s.start(c), "raw HTML would not reach the page: write Markdown (\\< for the sign)")
		case *ast.RawHTML:
			s.fault(c.Segments.At(0).Start, "raw HTML would not reach the page: write Markdown (\\< for the sign)")
		case *ast.Image:
			s.fault(s.inline(c), "an image would not reach the page: remove it")
		case *ast.Link:
			if !safeURL(string(c.Destination)) {
				s.fault(s.inline(c), "a link to %q would not reach the page: link to https addresses only, and write rule numbers bare", c.Destination)
			}
		case *ast.AutoLink:
			if !safeURL(string(c.URL(s.src))) {
				s.fault(s.inline(c), "a link to %q would not reach the page: link to https addresses only", c.URL(s.src))
			}
		case *ast.Emphasis:
			if v := plainText(s.document, c); strings.IndexFunc(v, isWordRune) < 0 || strings.ContainsAny(v[:1]+v[len(v)-1:], "/+") {
				s.fault(s.inline(c), "stars around %q make it italic: write \\* for each star that is to be read", v)
			}
		case *table.TableRow:
			if t := c.Parent().(*table.Table); s.cells(c) > len(t.Alignments) {
				s.fault(c.Pos(), "the row has more cells than the table has columns: the rest would be lost (write \\| for the sign)")
			}
		case *ast.Paragraph, *ast.TextBlock:
			s.labels(c)
		}
		s.walk(c)
	}
}

// cells counts those in the source of a table row.
func (s *splitter) cells(row ast.Node) int {
	line, _, _ := strings.Cut(string(s.src[row.Pos():]), "\n")
	line = strings.ReplaceAll(strings.TrimSpace(line), `\|`, "")
	return strings.Count(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|") + 1
}

// inline gives where an inline node stands, at least the line.
func (s *splitter) inline(n ast.Node) int {
	for m := n; m != nil; m = m.FirstChild() {
		if p := m.Pos(); p >= 0 {
			return p
		}
	}
	for m := n.Parent(); m != nil; m = m.Parent() {
		if m.Type() == ast.TypeBlock {
			return s.start(m)
		}
	}
	return 0
}

// noHeading is what people write for the beginning of a heading.
var noHeading = regexp.MustCompile(`^#+[0-9]+[.0-9a-z]*`)

// labels finds labels that are not as the language writes them, or not where
// they make a paragraph an example or a see-also line.
func (s *splitter) labels(n ast.Node) {
	ls := n.Lines()
	for i := range ls.Len() {
		seg := ls.At(i)
		line := s.src[seg.Start:seg.Stop]
		if m := noHeading.Find(line); m != nil {
			s.fault(seg.Start, "%q begins no heading: put a blank between the signs and the number (write \\# for the sign)", m)
		}
		b := labelOf(string(line), s.lang)
		if b.role == plain {
			continue
		}
		want := b.right(s.lang)
		switch {
		case b.lang != s.lang:
			s.fault(seg.Start, "label %q of another language: write %s", b.text, show(want))
		case b.text != want:
			s.fault(seg.Start, "label %s: write %s", show(b.text), show(want))
		case i > 0:
			s.fault(seg.Start, "%q begins in the middle of a paragraph: put a blank line before it", want)
		case n.Parent() != s.root:
			s.fault(seg.Start, "%q stands inside a list or quotation: give it a paragraph of its own", want)
		}
	}
}

// show quotes s with its no-break spaces made visible.
func show(s string) string {
	q := fmt.Sprintf("%q", s)
	if strings.ContainsAny(s, "\u00a0\u202f") {
		q = strings.NewReplacer("\u00a0", " ", "\u202f", " ", `\u00a0`, " ", `\u202f`, " ").Replace(q)
		if strings.Contains(s, "\u00a0") {
			return q + " with a no-break space (U+00A0)"
		}
		return q + " with a narrow no-break space (U+202F)"
	}
	return q
}

// citations gives those below n, in order.
func (d *document) citations(n ast.Node) []Citation {
	var cs []Citation
	var walk func(ast.Node)
	walk = func(n ast.Node) {
		if c, ok := n.(*citationNode); ok {
			cs = append(cs, Citation{d.line(c.Pos()), c.first, c.last})
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			walk(c)
		}
	}
	walk(n)
	return cs
}

package markdown

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"

	"regula/rules"
)

// Passage is the text of one paragraph, list item or table cell as it is read,
// without markup. Symbols stay as they are written, {T}; a code span, an image
// or raw HTML is one Gap; line ends inside are "\n".
type Passage struct {
	Text      string
	Citations []rules.Citation // by their place in Text
	lines     []passageLine
}

// Gap stands in a Passage for what is no text.
const Gap = '\uFFFC'

type passageLine struct{ offset, line int }

// Line gives the line, counted from 1 in the source, on which the byte at
// offset of the text stands.
func (p Passage) Line(offset int) int {
	i := sort.Search(len(p.lines), func(i int) bool { return p.lines[i].offset > offset })
	return p.lines[max(i-1, 0)].line
}

// Prose gives the text of Markdown, passage by passage.
func Prose(src []byte) []Passage {
	d := parse(src)
	var ps []Passage
	var walk func(ast.Node)
	walk = func(n ast.Node) {
		if c := n.FirstChild(); c != nil && c.Type() == ast.TypeInline {
			ps = append(ps, d.passage(n))
			return
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			walk(c)
		}
	}
	walk(d.root)
	return ps
}

func (d *document) passage(n ast.Node) Passage {
	var p Passage
	var b strings.Builder
	at := func(offset int) {
		if l := d.line(offset); len(p.lines) == 0 || p.lines[len(p.lines)-1].line != l {
			p.lines = append(p.lines, passageLine{b.Len(), l})
		}
	}
	at(d.start(n))
	var walk func(ast.Node)
	walk = func(n ast.Node) {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			switch c := c.(type) {
			case *ast.Text:
				at(c.Segment.Start)
				b.WriteString(unescape(d.src[c.Segment.Start:c.Segment.Stop]))
				if c.SoftLineBreak() || c.HardLineBreak() {
					b.WriteByte('\n')
				}
			case *citationNode:
				at(c.Pos())
				p.Citations = append(p.Citations, rules.Citation{Start: b.Len(), End: b.Len() + len(c.text), First: c.first, Last: c.last})
				b.WriteString(c.text)
			case *symbolNode:
				at(c.Pos())
				b.WriteString("{" + c.name + "}")
			case *ast.Emphasis, *ast.Link:
				walk(c)
			default:
				b.WriteRune(Gap)
			}
		}
	}
	walk(n)
	p.Text = b.String()
	return p
}

package markdown

import (
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"regula/lang"
	"regula/rules"
)

// Citation names a rule, or a range of them, at a line of some source. Lines
// count from 1. Last equals First where it is no range.
type Citation struct {
	Line        int
	First, Last rules.Number
}

// ruleWords lets a bare number of three digits be a citation, in whichever
// language it stands.
var ruleWords = func() []string {
	var ws []string
	for _, l := range lang.All {
		ws = append(ws, l.Labels().RuleWords...)
	}
	slices.Sort(ws)
	return slices.Compact(ws)
}()

// citationNode is a citation in a document: the source of one, as one link or,
// for a range, two.
type citationNode struct {
	ast.BaseInline
	text        string
	first, last rules.Number
}

var kindCitation = ast.NewNodeKind("Citation")

func (n *citationNode) Kind() ast.NodeKind         { return kindCitation }
func (n *citationNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// citationTransformer replaces the citations in the text of every paragraph,
// heading and table cell by nodes of their own.
type citationTransformer struct{}

func (citationTransformer) Transform(d *ast.Document, r text.Reader, _ parser.Context) {
	cite(d, r.Source())
}

func cite(n ast.Node, src []byte) {
	if c := n.FirstChild(); c != nil && c.Type() == ast.TypeInline {
		var f flat
		f.add(n, src)
		f.cite(n.Kind() == ast.KindParagraph)
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		cite(c, src)
	}
}

// flat is the text of a block without its markup. What is no text, such as a
// code span, is one character that no citation holds.
type flat struct {
	text   []byte
	pieces []piece
}

// piece is a run of the text that comes from one node.
type piece struct {
	node       *ast.Text
	start, end int // in the text
}

const gap = "\uFFFC"

func (f *flat) add(n ast.Node, src []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			s := len(f.text)
			f.text = append(f.text, src[c.Segment.Start:c.Segment.Stop]...)
			f.pieces = append(f.pieces, piece{c, s, len(f.text)})
			if c.SoftLineBreak() || c.HardLineBreak() {
				f.text = append(f.text, '\n')
			}
		case *ast.Emphasis:
			f.add(c, src)
		default:
			f.text = append(f.text, gap...)
		}
	}
}

// cite puts citation nodes in place of the text of the citations. One that
// runs over a boundary of markup stays text.
func (f *flat) cite(paragraph bool) {
	s := string(f.text)
	if paragraph {
		s = announce(s)
	}
	cs := rules.Citations(s, ruleWords...)
	for i := len(cs) - 1; i >= 0; i-- {
		c := cs[i]
		for _, p := range f.pieces {
			if c.Start < p.start || c.End > p.end {
				continue
			}
			cut(p, c.End)
			n := &citationNode{text: string(f.text[c.Start:c.End]), first: c.First, last: c.Last}
			p.node.Segment.Stop = p.node.Segment.Start + c.Start - p.start
			n.SetPos(p.node.Segment.Stop)
			parent := p.node.Parent()
			parent.InsertAfter(parent, p.node, n)
			break
		}
	}
}

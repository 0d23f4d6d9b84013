package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"regula/rules"
)

// Link is a place in a text that leads somewhere.
type Link struct {
	Start, End int // bytes of the text
	Href       string
	Rule       rules.Number // that the place gives by its number, zero for a term; LinkedHTML alone heeds it
	Note       string       // what LinkedHTML writes behind it, "" for nothing
	NoteLang   string       // language of Note
}

// termNode is a term in a document, with what stands in it.
type termNode struct {
	ast.BaseInline
	href string
}

var kindTerm = ast.NewNodeKind("Term")

func (n *termNode) Kind() ast.NodeKind         { return kindTerm }
func (n *termNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// linkTerms asks for the terms in the text of every paragraph, list item and
// table cell, all at once with blank lines between, and puts nodes in place of
// them. A term whose beginning and end stand in different markup stays text.
func (d *document) linkTerms(terms func(text string) []Link) {
	var flats []flat
	var starts []int
	var all strings.Builder
	var walk func(ast.Node)
	walk = func(n ast.Node) {
		if c := n.FirstChild(); c != nil && c.Type() == ast.TypeInline {
			if n.Kind() != ast.KindHeading {
				var f flat
				f.add(n, d.src)
				starts = append(starts, all.Len())
				flats = append(flats, f)
				all.Write(f.text)
				all.WriteString("\n\n")
			}
			return
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			walk(c)
		}
	}
	walk(d.root)
	links := terms(all.String())
	for _, l := range slices.Backward(links) { // so that what stands before one keeps its place
		i, found := slices.BinarySearch(starts, l.Start)
		if !found {
			i--
		}
		flats[i].link(l.Start-starts[i], l.End-starts[i], l.Href)
	}
}

// link puts a node in place of the text from start to end.
func (f *flat) link(start, end int, href string) {
	i := slices.IndexFunc(f.pieces, func(p piece) bool { return p.start <= start && start < p.end })
	j := slices.IndexFunc(f.pieces, func(p piece) bool { return p.start < end && end <= p.end })
	if i < 0 || j < 0 || f.pieces[i].node.Parent() != f.pieces[j].node.Parent() {
		return
	}
	cut(f.pieces[j], end)
	first, last := cut(f.pieces[i], start), f.pieces[j].node
	if i == j {
		last = first
	}
	t := &termNode{href: href}
	parent := first.Parent()
	parent.InsertBefore(parent, first, t)
	for n := ast.Node(first); ; {
		next := n.NextSibling()
		t.AppendChild(t, n)
		if n == last {
			return
		}
		n = next
	}
}

// cut ends the node of a piece at an offset of the text, and gives a new one
// with the rest behind it.
func cut(p piece, at int) *ast.Text {
	parent, seg := p.node.Parent(), p.node.Segment
	from := seg.Start + at - p.start
	rest := ast.NewTextSegment(text.NewSegment(from, seg.Stop))
	rest.SetSoftLineBreak(p.node.SoftLineBreak())
	rest.SetHardLineBreak(p.node.HardLineBreak())
	parent.InsertAfter(parent, p.node, rest)
	p.node.Segment.Stop = from
	p.node.SetSoftLineBreak(false)
	p.node.SetHardLineBreak(false)
	return rest
}

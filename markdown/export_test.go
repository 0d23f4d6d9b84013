package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// BothWays tells what is read of a source, and what goldmark alone reads;
// short is whether the first did without goldmark.
func BothWays(src []byte) (got, all string, short bool) {
	valid := bytes.ToValidUTF8(src, []byte("\uFFFD"))
	return parse(src).dump(), parseAll(valid).dump(), paragraphs(valid) != nil
}

// dump tells everything about a document that another way of reading could
// make different. Where goldmark ended a text without a reason to be seen, as
// before an exclamation mark, it is one.
func (d *document) dump() string {
	var b strings.Builder
	var walk func(n ast.Node, indent string)
	walk = func(n ast.Node, indent string) {
		fmt.Fprintf(&b, "%s%s", indent, n.Kind())
		if n.Type() != ast.TypeDocument {
			fmt.Fprintf(&b, " at %d", n.Pos())
		}
		if n.Type() == ast.TypeBlock {
			fmt.Fprintf(&b, " blank %t lines", n.HasBlankPreviousLines())
			for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
				fmt.Fprintf(&b, " %d–%d", s.Start, s.Stop)
			}
		}
		switch n := n.(type) {
		case *ast.Text:
			fmt.Fprintf(&b, " %d–%d soft %t hard %t raw %t", n.Segment.Start, n.Segment.Stop, n.SoftLineBreak(), n.HardLineBreak(), n.IsRaw())
		case *citationNode:
			fmt.Fprintf(&b, " %q %s %s", n.text, n.first, n.last)
		case *symbolNode:
			fmt.Fprintf(&b, " %q", n.name)
		}
		b.WriteByte('\n')
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				for next, ok := t.NextSibling().(*ast.Text); ok && t.Merge(next, d.src); next, ok = t.NextSibling().(*ast.Text) {
					n.RemoveChild(n, next)
				}
			}
			walk(c, indent+"  ")
		}
	}
	walk(d.root, "")
	return b.String()
}

// ParsedPlain is Plain of what may have markup.
var ParsedPlain = parsedPlain

package markdown

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// document is Markdown taken apart, with the text that its positions point to.
type document struct {
	src   []byte
	root  ast.Node
	lines []int // where each line begins
}

// markdown reads every source; it keeps nothing between two of them.
var markdown = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(indented{parser.NewParagraphParser()}, 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(symbolParser{}, 150),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(parser.NewRawHTMLParser(), 400),
		util.Prioritized(parser.NewEmphasisParser(), 500),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(extension.NewTableParagraphTransformer(), 200),
	),
	parser.WithASTTransformers(
		util.Prioritized(extension.NewTableASTTransformer(), 0),
		util.Prioritized(citationTransformer{}, 500),
	),
)

// indented reads paragraphs however far their first line is indented, since
// no code block takes it.
type indented struct{ parser.BlockParser }

func (indented) CanAcceptIndentedLine() bool { return true }

func parse(src []byte) *document {
	if !utf8.Valid(src) {
		src = bytes.ToValidUTF8(src, []byte("\uFFFD"))
	}
	if doc := paragraphs(src); doc != nil {
		cite(doc, src)
		return newDocument(src, doc)
	}
	return parseAll(src)
}

// parseAll is parse without a shorter way; src is valid UTF-8.
func parseAll(src []byte) *document {
	return newDocument(src, markdown.Parse(text.NewReader(src)))
}

func newDocument(src []byte, root ast.Node) *document {
	d := &document{src: src, root: root, lines: []int{0}}
	for i, c := range src {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	return d
}

// line gives the line, from 1, on which the byte at offset stands.
func (d *document) line(offset int) int {
	return sort.SearchInts(d.lines, offset+1)
}

// lineStart gives where the line begins on which the byte at offset stands.
func (d *document) lineStart(offset int) int {
	return d.lines[d.line(offset)-1]
}

// start gives where a block begins.
func (d *document) start(n ast.Node) int {
	if n.Kind() == table.KindTable { // whose own position is that of the paragraph it was cut from
		n = n.FirstChild()
	}
	return max(n.Pos(), 0)
}

// block is a block at the outermost level, with the range of its whole lines
// up to the next one.
type block struct {
	ast.Node
	start, end int
}

func (d *document) blocks() []block {
	var bs []block
	for n := d.root.FirstChild(); n != nil; n = n.NextSibling() {
		s := d.lineStart(d.start(n))
		if len(bs) > 0 {
			bs[len(bs)-1].end = s
		}
		bs = append(bs, block{n, s, len(d.src)})
	}
	return bs
}

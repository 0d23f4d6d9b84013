package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"
)

// Plain gives the text of Markdown without its markup: a line for each
// paragraph, list item and table row, cells divided by " · ". Symbols stay as
// they are written, {T}. A sign that could begin a tag has a blank behind it.
func Plain(src []byte) string {
	if s, ok := unmarked(src); ok {
		return s
	}
	return parsedPlain(src)
}

// unmarked is Plain without parsing where there is no markup, as in most texts:
// paragraphs of plain words. It is false where there may be some.
func unmarked(src []byte) (string, bool) {
	if !utf8.Valid(src) {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(src))
	paragraph := false
	for line := range bytes.Lines(src) {
		line = bytes.TrimRight(line, "\n")
		if len(line) == 0 {
			paragraph = false
			continue
		}
		if !bare(line) {
			return "", false
		}
		switch {
		case paragraph:
			b.WriteByte(' ')
		case b.Len() > 0:
			b.WriteByte('\n')
		}
		paragraph = true
		b.Write(line)
	}
	return b.String(), true
}

func parsedPlain(src []byte) string {
	d := parse(src)
	var lines []string
	var walk func(ast.Node)
	walk = func(n ast.Node) {
		var text string
		switch {
		case n.Kind() == table.KindTableHeader || n.Kind() == table.KindTableRow:
			var cells []string
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t := plainText(d, c); t != "" {
					cells = append(cells, t)
				}
			}
			text = strings.Join(cells, " · ")
		case n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline:
			text = plainText(d, n)
		default:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				walk(c)
			}
		}
		if text != "" {
			lines = append(lines, text)
		}
	}
	walk(d.root)
	return strings.Join(lines, "\n")
}

var tagStart = regexp.MustCompile(`<([a-zA-Z/!?])`)

// plainText gives the text of the inline nodes below n on one line.
func plainText(d *document, n ast.Node) string {
	var b strings.Builder
	var walk func(ast.Node)
	walk = func(n ast.Node) {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			switch c := c.(type) {
			case *ast.Text:
				b.WriteString(unescape(d.src[c.Segment.Start:c.Segment.Stop]))
				if c.SoftLineBreak() || c.HardLineBreak() {
					b.WriteByte(' ')
				}
			case *citationNode:
				b.WriteString(c.text)
			case *symbolNode:
				b.WriteString("{" + c.name + "}")
			case *ast.CodeSpan:
				b.WriteString(codeText(d, c))
			case *ast.AutoLink:
				b.Write(c.Label(d.src))
			case *ast.Image, *ast.RawHTML:
			default:
				walk(c)
			}
		}
	}
	walk(n)
	s := strings.TrimSpace(oneLine.Replace(b.String()))
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	return tagStart.ReplaceAllString(s, "< $1")
}

var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\x00", "\uFFFD")

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

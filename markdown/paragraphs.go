package markdown

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// paragraphs is the document that goldmark makes of a source in which nothing
// but paragraphs, lines and symbols can be, as in most texts, in a fraction of
// the time. It is nil where there may be other markup. The source is valid
// UTF-8.
func paragraphs(src []byte) *ast.Document {
	doc := ast.NewDocument()
	var p *ast.Paragraph
	for at := 0; at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := src[at:end]
		switch {
		case len(line) == 0:
			p = nil
		case !bare(line):
			return nil
		default:
			if p == nil {
				p = ast.NewParagraph()
				p.SetPos(at)
				p.SetBlankPreviousLines(true)
				doc.AppendChild(doc, p)
			}
			goesOn := end+1 < len(src) && src[end+1] != '\n'
			if !textOf(p, src, at, end, goesOn) {
				return nil
			}
			if goesOn {
				end++
			}
			p.Lines().Append(text.NewSegment(at, end))
			if goesOn {
				end--
			}
		}
		at = end + 1
	}
	return doc
}

// bare reports whether a line that is not blank begins a paragraph or goes on
// with one, and holds no markup but symbols.
func bare(line []byte) bool {
	c := line[0]
	return (c == '{' || c >= utf8.RuneSelf || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') &&
		len(bytes.TrimSpace(line)) == len(line) && !bytes.ContainsAny(line, markup)
}

// markup has the signs that may be some within a line, and those that are not
// kept as they are.
const markup = "*_`[]<>&\\|~" +
	"\x00\x01\x02\x03\x04\x05\x06\x07\b\t\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

// textOf adds the text of a line and its symbols to a paragraph, which may go
// on after it. It is false where a brace belongs to no symbol.
func textOf(p *ast.Paragraph, src []byte, at, end int, goesOn bool) bool {
	for at < end {
		i := bytes.IndexByte(src[at:end], '{')
		if i < 0 {
			break
		}
		if i > 0 {
			p.AppendChild(p, ast.NewTextSegment(text.NewSegment(at, at+i)))
			at += i
		}
		name, ok := symbolAt(string(src[at:min(end, at+longestSymbol+2)]))
		if !ok {
			return false
		}
		n := &symbolNode{name: name}
		n.SetPos(at)
		p.AppendChild(p, n)
		at += len(name) + 2
	}
	if at < end || goesOn {
		t := ast.NewTextSegment(text.NewSegment(at, end))
		t.SetSoftLineBreak(goesOn)
		p.AppendChild(p, t)
	}
	return true
}

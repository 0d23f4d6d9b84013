package markdown

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"regula/lang"
	"regula/rules"
)

// Options say how HTML is written. The zero value links nothing and names
// symbols in English.
type Options struct {
	Language    lang.Language                             // of the spoken names of symbols
	Resolve     func(rules.Number) (href string, ok bool) // the address of a rule; what has none is not linked; nil for none at all
	SymbolsHref string                                    // the address of what Symbols gives
	Terms       func(text string) []Link                  // the terms to link in a text, in order; nil for none
}

// HTML writes Markdown blocks as HTML. A citation becomes
//
//	<a class="cite" href="…" data-rule="702.19b">702.19b</a>
//
// and a range two of these, one for each end, in a <span class="whole">, which
// also stands around –6, –1/–1, 2–6 and the like. A term becomes
//
//	<a class="term" href="…">trample</a>
//
// outside links, headings and code; Terms is asked once for all terms of src,
// with blank lines between its paragraphs, list items and table cells, and
// U+FFFC for what is no text. A symbol becomes
//
//	<svg class="sym" role="img" aria-label="ein rotes Mana"><use href="…#r"/></svg>
//
// with one more class for those that hold a text of their own, "sym sym-level"
// (five wide, two high), "sym sym-chapter" and "sym sym-station" (square), and
// <span class="syms"> around those that stand next to one another. Tables
// stand in <div class="table">. Whatever the source holds, the result has no
// other elements than those of Markdown and no attributes that run.
func HTML(src []byte, o Options) string {
	w := writer{document: parse(src), o: o}
	if o.Terms != nil {
		w.linkTerms(o.Terms)
	}
	w.blocks(w.root)
	return strings.TrimSuffix(w.b.String(), "\n")
}

// TextHTML writes plain text as HTML: a paragraph for each line that is not
// blank, with citations and symbols as in HTML, but without terms. Nothing else
// in it is markup.
func TextHTML(text string, o Options) string {
	w := writer{o: o}
	w.lines(text, func(line string, _ int) {
		at := 0
		for _, c := range rules.Citations(line, ruleWords...) {
			w.symbols(line[at:c.Start])
			w.citation(line, c)
			at = c.End
		}
		w.symbols(line[at:])
	})
	return strings.TrimSuffix(w.b.String(), "\n")
}

// LinkedHTML writes plain text as TextHTML does, but with these links, in the
// order of the text, and no others. What gives a rule by its number becomes a
// citation, everything else a term; a note stands behind it:
//
//	<a class="cite" href="…" data-rule="704.6c">704.5u</a> <span class="now" lang="de">[heute 704.6c]</span>
//
// A link without an address is only a place for a note. One that begins within
// the one before, or ends on another line, is left out.
func LinkedHTML(text string, links []Link, o Options) string {
	w := writer{o: o}
	w.lines(text, func(line string, start int) {
		at := 0
		for _, l := range links {
			from, to := l.Start-start, l.End-start
			if from < at || to <= from || to > len(line) {
				continue
			}
			w.symbols(line[at:from])
			w.place(line[from:to], l)
			at = to
		}
		w.symbols(line[at:])
	})
	return strings.TrimSuffix(w.b.String(), "\n")
}

// lines writes a paragraph for each line of plain text that is not blank, with
// what write makes of it; start is where in the text it begins.
func (w *writer) lines(text string, write func(line string, start int)) {
	start := 0
	for whole := range strings.Lines(text) {
		line := strings.TrimLeftFunc(whole, unicode.IsSpace)
		from := start + len(whole) - len(line)
		start += len(whole)
		if line = strings.TrimRightFunc(line, unicode.IsSpace); line == "" {
			continue
		}
		w.b.WriteString("<p>")
		write(line, from)
		w.b.WriteString("</p>\n")
	}
}

// place writes a link in plain text.
func (w *writer) place(text string, l Link) {
	switch {
	case l.Href == "":
	case l.Rule.IsZero():
		w.b.WriteString(`<a class="term" href="` + html.EscapeString(l.Href) + `">`)
	default:
		w.b.WriteString(`<a class="cite" href="` + html.EscapeString(l.Href) + `" data-rule="` + l.Rule.String() + `">`)
	}
	w.text(text)
	if l.Href != "" {
		w.b.WriteString("</a>")
	}
	if l.Note != "" {
		w.b.WriteString(` <span class="now" lang="` + html.EscapeString(l.NoteLang) + `">`)
		w.text(l.Note)
		w.b.WriteString("</span>")
	}
}

// writer writes one result.
type writer struct {
	*document
	o    Options
	b    strings.Builder
	link bool // inside a link, which holds no other
}

func (w *writer) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c)
	}
}

func (w *writer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		w.element("p", n)
	case *ast.Heading: // Split faults it; a page has its own order of headings
		w.b.WriteString("<p><strong>")
		w.inlines(n)
		w.b.WriteString("</strong></p>\n")
	case *ast.TextBlock:
		w.inlines(n)
		if n.NextSibling() != nil {
			w.b.WriteByte('\n')
		}
	case *ast.List:
		open, end := "<ul>", "</ul>"
		if n.IsOrdered() {
			open, end = "<ol>", "</ol>"
			if n.Start != 1 {
				open = `<ol start="` + itoa(n.Start) + `">`
			}
		}
		w.b.WriteString(open + "\n")
		w.blocks(n)
		w.b.WriteString(end + "\n")
	case *ast.ListItem:
		w.b.WriteString("<li>")
		w.blocks(n)
		w.b.WriteString("</li>\n")
	case *ast.Blockquote:
		w.b.WriteString("<blockquote>\n")
		w.blocks(n)
		w.b.WriteString("</blockquote>\n")
	case *ast.ThematicBreak:
		w.b.WriteString("<hr>\n")
	case *table.Table:
		w.b.WriteString(`<div class="table"><table>` + "\n")
		w.table(n)
		w.b.WriteString("</table></div>\n")
	case *ast.HTMLBlock:
	default:
		w.blocks(n)
	}
}

func (w *writer) element(name string, n ast.Node) {
	w.b.WriteString("<" + name + ">")
	w.inlines(n)
	w.b.WriteString("</" + name + ">\n")
}

func (w *writer) table(n *table.Table) {
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		cell := "td"
		if r.Kind() == table.KindTableHeader {
			cell = "th"
			w.b.WriteString("<thead>")
		} else if p := r.PreviousSibling(); p != nil && p.Kind() == table.KindTableHeader {
			w.b.WriteString("<tbody>\n")
		}
		w.b.WriteString("<tr>")
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			w.b.WriteString("<" + cell)
			if c, ok := c.(*table.TableCell); ok && (c.Alignment == table.AlignRight || c.Alignment == table.AlignCenter) {
				w.b.WriteString(` class="` + c.Alignment.String() + `"`)
			}
			w.b.WriteString(">")
			w.inlines(c)
			w.b.WriteString("</" + cell + ">")
		}
		w.b.WriteString("</tr>")
		if cell == "th" {
			w.b.WriteString("</thead>")
		}
		w.b.WriteByte('\n')
	}
	if n.ChildCount() > 1 {
		w.b.WriteString("</tbody>\n")
	}
}

func (w *writer) inlines(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.inline(c)
	}
}

func (w *writer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(unescape(w.src[n.Segment.Start:n.Segment.Stop]))
		if n.HardLineBreak() {
			w.b.WriteString("<br>\n")
		} else if n.SoftLineBreak() {
			w.b.WriteByte('\n')
		}
	case *citationNode:
		w.citation(n.text, rules.Citation{End: len(n.text), First: n.first, Last: n.last})
	case *symbolNode:
		if _, ok := n.PreviousSibling().(*symbolNode); ok {
			break // written with the first of its run
		}
		run := []string{n.name}
		for next, ok := n.NextSibling().(*symbolNode); ok; next, ok = next.NextSibling().(*symbolNode) {
			run = append(run, next.name)
		}
		w.symbolRun(run)
	case *termNode:
		w.b.WriteString(`<a class="term" href="` + html.EscapeString(n.href) + `">`)
		w.inlines(n)
		w.b.WriteString("</a>")
	case *ast.CodeSpan:
		w.b.WriteString("<code>")
		w.text(codeText(w.document, n))
		w.b.WriteString("</code>")
	case *ast.Emphasis:
		name := "em"
		if n.Level == 2 {
			name = "strong"
		}
		w.b.WriteString("<" + name + ">")
		w.inlines(n)
		w.b.WriteString("</" + name + ">")
	case *ast.Link:
		w.linked(string(n.Destination), func() { w.inlines(n) })
	case *ast.AutoLink:
		w.linked(string(n.URL(w.src)), func() { w.text(string(n.Label(w.src))) })
	case *ast.Image, *ast.RawHTML:
	default:
		w.inlines(n)
	}
}

// linked writes a link to url around what content writes, or only that where
// url must not be linked.
func (w *writer) linked(url string, content func()) {
	url = unescape([]byte(url))
	if w.link || !safeURL(url) {
		content()
		return
	}
	w.link = true
	w.b.WriteString(`<a href="` + html.EscapeString(string(util.URLEscape([]byte(url), false))) + `">`)
	content()
	w.b.WriteString("</a>")
	w.link = false
}

// safeURL reports whether url leads to the web and nowhere else.
func safeURL(url string) bool {
	return strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
}

// citation writes the citation c of a text.
func (w *writer) citation(text string, c rules.Citation) {
	if c.First == c.Last {
		w.rule(text[c.Start:c.End], c.First)
		return
	}
	first, last := c.Ends(text)
	whole := !strings.ContainsFunc(text[first:last], unicode.IsSpace)
	if whole {
		w.b.WriteString(wholeStart)
	}
	w.rule(text[c.Start:first], c.First)
	w.text(text[first:last])
	w.rule(text[last:c.End], c.Last)
	if whole {
		w.b.WriteString(wholeEnd)
	}
}

func (w *writer) rule(text string, n rules.Number) {
	if w.o.Resolve != nil && !w.link {
		if href, ok := w.o.Resolve(n); ok {
			w.b.WriteString(`<a class="cite" href="` + html.EscapeString(href) + `" data-rule="` + n.String() + `">`)
			w.text(text)
			w.b.WriteString("</a>")
			return
		}
	}
	w.text(text)
}

var textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\x00", "\uFFFD")

// What stands between these two is never broken over lines.
const (
	wholeStart = `<span class="whole">`
	wholeEnd   = "</span>"
)

// dashed matches what browsers would break behind its dash: the –6 of a cost,
// the counter –1/–1, the range 2–6.
var dashed = regexp.MustCompile(`[0-9A-Z/+–]*–[0-9X][0-9X/+–]*`)

func (w *writer) text(s string) {
	s = strings.ToValidUTF8(s, "\uFFFD")
	at := 0
	if strings.Contains(s, "–") {
		for _, m := range dashed.FindAllStringIndex(s, -1) {
			w.escape(s[at:m[0]])
			w.b.WriteString(wholeStart)
			w.escape(s[m[0]:m[1]])
			w.b.WriteString(wholeEnd)
			at = m[1]
		}
	}
	w.escape(s[at:])
}

func (w *writer) escape(s string) { textEscaper.WriteString(&w.b, s) }

// codeText gives the text of a code span, line ends as blanks.
func codeText(d *document, n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(bytes.ReplaceAll(d.src[t.Segment.Start:t.Segment.Stop], []byte("\n"), []byte(" ")))
		}
	}
	return b.String()
}

var entity = regexp.MustCompile(`^&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]*);`)

// unescape gives what Markdown text stands for: \* is a star, &amp; a sign.
func unescape(src []byte) string {
	if bytes.IndexByte(src, '\\') < 0 && bytes.IndexByte(src, '&') < 0 {
		return string(src)
	}
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && i+1 < len(src) && util.IsPunct(src[i+1]):
			i++
			b.WriteByte(src[i])
		case c == '&':
			m := entity.Find(src[i:])
			if m == nil {
				b.WriteByte(c)
				continue
			}
			b.WriteString(html.UnescapeString(string(m)))
			i += len(m) - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

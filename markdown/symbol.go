package markdown

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// drawing is how a symbol is drawn: which one of the sprite it is, and, for
// those that hold numbers, a text on top of it.
type drawing struct {
	id    string
	class string // beside "sym"
	text  string
}

// width gives how wide a drawing is that is 32 high.
func (d drawing) width() int {
	if d.id == "level" {
		return 80
	}
	return 32
}

// size gives a size in which the text of a drawing fits.
func (d drawing) size() int {
	if n := utf8.RuneCountInString(d.text); d.id != "level" && n > 2 {
		return 13
	}
	return 17
}

// colors are the mana symbols that hybrids are made of, in the order of the
// sprite's ids.
const colors = "WUBRG"

var (
	level   = regexp.MustCompile(`^LEVEL (N[0-9]?|[0-9]{1,2})([-–](N[0-9]?|[0-9]{1,2})|\+)$`)
	chapter = regexp.MustCompile(`^r(N[0-9]?|[IVX]{1,6}|[0-9]{1,2})$`)
	station = regexp.MustCompile(`^(N[0-9]?|[0-9]{1,3})\+$`)
)

// single has the ids of the symbols that are one sign.
var single = func() map[string]string {
	m := map[string]string{"½": "half", "∞": "infinity", "100": "100", "1000000": "1000000"}
	for _, s := range []string{"W", "U", "B", "R", "G", "C", "S", "X", "Y", "Z", "T", "Q", "E", "P", "H", "A", "D", "L", "PW", "TK", "CHAOS"} {
		m[s] = strings.ToLower(s)
	}
	for n := range 21 {
		m[strconv.Itoa(n)] = strconv.Itoa(n)
	}
	return m
}()

// draw gives what to draw for a symbol without its braces, and whether it is
// one. A symbol may be drawn as several.
func draw(name string) ([]drawing, bool) {
	if id, ok := single[name]; ok {
		return []drawing{{id: id}}, true
	}
	if m := level.FindStringSubmatch(name); m != nil {
		return []drawing{{id: "level", class: "sym-level", text: strings.Replace(m[1]+m[2], "-", "–", 1)}}, true
	}
	if m := chapter.FindStringSubmatch(name); m != nil {
		return []drawing{{id: "chapter", class: "sym-chapter", text: m[1]}}, true
	}
	if station.MatchString(name) {
		return []drawing{{id: "station", class: "sym-station", text: name}}, true
	}
	if name == "BB" { // so printed for {B}{B}
		return []drawing{{id: "b"}, {id: "b"}}, true
	}
	if id, ok := hybrid(name); ok {
		return []drawing{{id: id}}, true
	}
	return nil, false
}

// IsSymbol reports whether a symbol, given without its braces, is one that
// pages draw: "T", "W/U", "LEVEL 1-4". What is none stands there as it is
// written.
func IsSymbol(name string) bool {
	_, ok := draw(name)
	return ok
}

// hybrid gives the id of a symbol that can be paid in several ways. Both
// orders of two colors are one drawing.
func hybrid(name string) (string, bool) {
	parts := strings.Split(name, "/")
	phyrexian := len(parts) > 1 && parts[len(parts)-1] == "P"
	if phyrexian {
		parts = parts[:len(parts)-1]
	}
	color := func(s string) int {
		if len(s) != 1 {
			return -1
		}
		return strings.Index(colors, s)
	}
	last := color(parts[len(parts)-1])
	if last < 0 || len(parts) > 2 || len(parts) == 1 && !phyrexian {
		return "", false
	}
	if len(parts) == 2 {
		switch first := color(parts[0]); {
		case first < 0 && (phyrexian || parts[0] != "2" && parts[0] != "C"), first == last:
			return "", false
		case first >= 0 && (last-first+5)%5 > 2: // around the wheel of colors the shorter way
			parts[0], parts[1] = parts[1], parts[0]
		}
	}
	id := strings.ToLower(strings.Join(parts, "-"))
	if phyrexian {
		id += "-p"
	}
	return id, true
}

// symbolNode is a symbol in a document.
type symbolNode struct {
	ast.BaseInline
	name string
}

var kindSymbol = ast.NewNodeKind("Symbol")

func (n *symbolNode) Kind() ast.NodeKind         { return kindSymbol }
func (n *symbolNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// longestSymbol is as much as stands between the braces of a symbol.
const longestSymbol = 16

// symbolParser reads symbols in Markdown. What is none stays text.
type symbolParser struct{}

func (symbolParser) Trigger() []byte { return []byte{'{'} }

func (symbolParser) Parse(_ ast.Node, r text.Reader, _ parser.Context) ast.Node {
	line, _ := r.PeekLine()
	name, ok := symbolAt(string(line[:min(len(line), longestSymbol+2)]))
	if !ok {
		return nil
	}
	r.Advance(len(name) + 2)
	return &symbolNode{name: name}
}

// symbols writes text in which braces may be symbols.
func (w *writer) symbols(s string) {
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			w.text(s)
			return
		}
		w.text(s[:i])
		s = s[i:]
		var run []string
		for name, ok := symbolAt(s); ok; name, ok = symbolAt(s) {
			run = append(run, name)
			s = s[len(name)+2:]
		}
		if run == nil {
			w.b.WriteByte('{')
			s = s[1:]
		}
		w.symbolRun(run)
	}
}

// symbolAt gives the symbol with which a text begins, without its braces, and
// whether there is one.
func symbolAt(s string) (string, bool) {
	end := strings.IndexByte(s, '}')
	if end < 2 || end > longestSymbol+1 || s[0] != '{' {
		return "", false
	}
	_, ok := draw(s[1:end])
	return s[1:end], ok
}

// symbolRun writes symbols that stand next to one another; those that are
// drawn as more than one sign are kept on one line.
func (w *writer) symbolRun(names []string) {
	drawn := 0
	for _, name := range names {
		ds, _ := draw(name)
		drawn += len(ds)
	}
	if drawn > 1 {
		w.b.WriteString(`<span class="syms">`)
		defer w.b.WriteString("</span>")
	}
	for _, name := range names {
		w.symbol(name)
	}
}

// symbol writes a symbol that draw knows.
func (w *writer) symbol(name string) {
	ds, _ := draw(name)
	for i, d := range ds {
		w.b.WriteString(`<svg class="sym`)
		if d.class != "" {
			w.b.WriteString(" " + d.class)
		}
		if i == 0 {
			spoken, _ := w.o.Language.Symbol(strings.ReplaceAll(name, "–", "-"))
			w.b.WriteString(`" role="img" aria-label="` + html.EscapeString(spoken) + `"`)
		} else {
			w.b.WriteString(`" aria-hidden="true"`)
		}
		if d.text != "" {
			w.b.WriteString(` viewBox="0 0 ` + itoa(d.width()) + ` 32"`)
		}
		w.b.WriteString(`><use href="` + html.EscapeString(w.o.SymbolsHref) + "#" + d.id + `"/>`)
		if d.text != "" {
			w.b.WriteString(`<text x="` + itoa(d.width()/2) + `" y="22" font-size="` + itoa(d.size()) + `" text-anchor="middle" fill="` + ink + `">` + html.EscapeString(d.text) + `</text>`)
		}
		w.b.WriteString("</svg>")
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

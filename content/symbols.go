package content

import (
	"strings"

	"regula/markdown"
)

// symbols finds braces that hold no symbol, or are not closed.
func (l *linter) symbols(p passage) {
	for at, r := range p.Text {
		switch r {
		case '{':
			name, _, closed := strings.Cut(p.Text[at+1:], "}")
			switch {
			case !closed || strings.ContainsAny(name, "{\n"):
				l.add(p.at(at), UnknownSymbol, "the brace { in %s is not closed: write symbols as on cards, {2}{W/U}{T}", excerpt(p.Text, at))
			case !markdown.IsSymbol(name):
				l.add(p.at(at), UnknownSymbol, "{%s} is no symbol: write symbols as on cards, {2}{W/U}{T}, and put anything else in backticks", name)
			}
		case '}':
			if open := strings.LastIndexByte(p.Text[:at], '{'); open < 0 || strings.Contains(p.Text[open:at], "}") {
				l.add(p.at(at), UnknownSymbol, "the brace } in %s closes nothing", excerpt(p.Text, at))
			}
		}
	}
}

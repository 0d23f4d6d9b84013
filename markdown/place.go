package markdown

import (
	"github.com/yuin/goldmark/ast"

	"regula/rules"
)

// Places gives every citation in Markdown, in order, by the bytes of src that
// write it: those that HTML links, and no others. src is UTF-8.
func Places(src []byte) []rules.Citation {
	var places []rules.Citation
	ast.Walk(parse(src).root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if c, ok := n.(*citationNode); ok && entering {
			places = append(places, rules.Citation{Start: c.Pos(), End: c.Pos() + len(c.text), First: c.first, Last: c.last})
		}
		return ast.WalkContinue, nil
	})
	return places
}

package content

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"regula/lang"
	"regula/markdown"
	"regula/rules"
	"regula/rulings"
)

func (ld *loader) cards(l lang.Language, dir string) {
	for _, name := range ld.files(dir) {
		if src, ok := ld.read(name); ok {
			ld.content.Cards = append(ld.content.Cards, ld.card(name, l, src))
		}
	}
}

// cardKeys and faceKeys are what the front matter of a card has to hold. A
// face may have a name, cost and stats, too.
var (
	cardKeys = []string{"card", "layout", "faces", "rules", "edition"}
	faceKeys = []string{"english", "type"}
)

func (ld *loader) card(file string, l lang.Language, src []byte) Card {
	c := Card{ID: strings.TrimSuffix(path.Base(file), ".md"), Language: l, Pos: Pos{file, 1}}
	head, rest, line, ok := ld.front(c.Pos, "card, layout, faces, rules and edition", src)
	if !ok || !ld.cardFront(&c, head) {
		return c
	}
	ss := sections(rest, line)
	if len(bytes.TrimSpace(ss[0].body)) > 0 {
		ld.fault(Pos{file, ss[0].line + 1}, "text before the first heading: what a face does stands under ## and its English name")
	}
	ss = ss[1:]
	for i := range c.Faces {
		f := &c.Faces[i]
		if len(ss) == 0 || ss[0].heading != f.English || ss[0].level != 2 {
			at := c.Pos
			if len(ss) > 0 {
				at.Line = ss[0].line
			}
			ld.fault(at, "here has to stand ## %s, which tells what that face does: the faces come in the order of the front matter, by their English names", f.English)
			return c
		}
		f.Pos = Pos{file, ss[0].line}
		f.Parts = ld.cardText(file, ss[0], l)
		if len(f.Parts.Text.Source) == 0 {
			ld.fault(f.Pos, "%s has no text: tell what it does", f.English)
		}
		ss = ss[1:]
	}
	heading := l.Labels().Rulings
	if len(ss) == 0 || ss[0].heading != heading || ss[0].level != 2 {
		at := c.Pos
		if len(ss) > 0 {
			at.Line = ss[0].line
		}
		ld.fault(at, "behind the faces has to stand ## %s with the rulings", heading)
		return c
	}
	ld.rulings(&c, ss[0])
	for _, s := range ss[1:] {
		ld.fault(Pos{file, s.line}, "heading %q: the rulings come last", s.heading)
	}
	return c
}

// cardText takes a text on a card apart, which has neither examples nor a
// see-also line.
func (ld *loader) cardText(file string, s section, l lang.Language) markdown.Parts {
	ps := ld.split(file, s, l)
	for _, e := range ps.Examples {
		ld.fault(Pos{file, e.Line}, "%q: texts on cards have no examples: make a ruling of it", l.Labels().Example)
	}
	if len(ps.SeeAlso) > 0 {
		ld.fault(Pos{file, ps.SeeAlso[0].Line}, "%q: texts on cards name the rules where they rest on them", l.Labels().SeeAlso)
	}
	return ps
}

// rulings reads the list of them.
func (ld *loader) rulings(c *Card, s section) {
	file := c.Pos.File
	var items []section
	line := s.line
	blank := true // whether the line before is blank, or there is none
	for l := range bytes.Lines(s.body) {
		line++
		text, begins := bytes.CutPrefix(l, []byte("- "))
		switch {
		case begins:
			items = append(items, section{line: line - 1, body: bytes.Clone(text)})
		case len(bytes.TrimSpace(l)) == 0:
			if len(items) > 0 {
				items[len(items)-1].body = append(items[len(items)-1].body, '\n')
			}
		case len(items) == 0 || blank && !bytes.HasPrefix(l, []byte("  ")):
			ld.fault(Pos{file, line}, "belongs to no ruling: each begins with - and a blank, and its other lines with two blanks")
		default:
			item := &items[len(items)-1]
			item.body = append(item.body, bytes.TrimPrefix(l, []byte("  "))...)
		}
		blank = len(bytes.TrimSpace(l)) == 0
	}
	if len(items) == 0 {
		ld.fault(Pos{file, s.line}, "no rulings: write a list, each beginning with - and a blank")
	}
	for _, item := range items {
		r := Ruling{Body: bytes.TrimRight(item.body, " \n"), Pos: Pos{file, item.line + 1}}
		r.Citations = ld.cardText(file, item, c.Language).Citations
		if len(r.Citations) == 0 {
			ld.fault(r.Pos, "the ruling names no rule on which it rests: cite one, as in (715.4)")
		}
		c.Rulings = append(c.Rulings, r)
	}
}

// cardFront reads the front matter of a card, and tells whether its faces are
// known.
func (ld *loader) cardFront(c *Card, head []byte) bool {
	fs, ok := ld.fields(c.Pos.File, head, "card, layout, faces, rules and edition", "what has a colon or begins with a star")
	if !ok {
		return false
	}
	for _, f := range fs {
		switch f.key {
		case "card", "layout", "edition":
			if !ld.hasValue(f) {
				continue
			}
		}
		switch f.key {
		case "card":
			c.Name = f.value.Value
			ld.plain(f)
		case "layout":
			c.Layout = f.value.Value
			if !layout.MatchString(c.Layout) {
				ld.fault(f.pos, "front matter: layout %q: write it as the card data does, such as normal, adventure or modal_dfc", c.Layout)
			}
		case "edition":
			c.Edition = ld.day(f)
		case "faces":
			if f.value.Kind != yaml.SequenceNode {
				ld.fault(f.pos, "front matter: faces is a list, each with - english: and type: on a line of its own")
				continue
			}
			for _, m := range f.value.Content {
				ld.face(c, m)
			}
		case "rules":
			ld.cardRules(c, f)
		default:
			ld.fault(f.pos, "front matter: unknown key %q: there are %s", f.key, strings.Join(cardKeys, ", "))
		}
	}
	ld.missing(c.Pos, fs, cardKeys...)
	if len(c.Faces) == 0 {
		ld.fault(c.Pos, "front matter: a card has at least one face")
		return false
	}
	if want := rulings.ID(c.Name, c.Layout, c.Faces[0].English); want != c.ID && c.Name != "" {
		ld.fault(c.Pos, "the file of this card is named %s.md", want)
	}
	var names []string
	for _, f := range c.Faces {
		names = append(names, f.English)
	}
	if whole := strings.Join(names, " // "); c.Name != "" && whole != c.Name {
		ld.fault(c.Pos, "front matter: card %q has other names than its faces, %q", c.Name, whole)
	}
	return true
}

var (
	layout = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	cost   = regexp.MustCompile(`^(\{[^{}]+\})+$`)
	stats  = regexp.MustCompile(`^[-+*X.½∞0-9]+(/[-+*X.½∞0-9]+)?$`)
)

// face reads one face of the front matter.
func (ld *loader) face(c *Card, m *yaml.Node) {
	pos := Pos{c.Pos.File, m.Line + 1}
	if m.Kind != yaml.MappingNode {
		ld.fault(pos, "front matter: a face is - english: and type:, each on a line of its own")
		return
	}
	var x Face
	fs := ld.mapping(c.Pos.File, m)
	for _, f := range fs {
		if !ld.hasValue(f) {
			continue
		}
		v := f.value.Value
		switch f.key {
		case "english":
			x.English = v
			ld.plain(f)
		case "name":
			x.Name = v
			ld.plain(f)
			if c.Language == lang.English {
				ld.fault(f.pos, "front matter: an English file has no name besides english")
			}
		case "type":
			x.Type = v
			ld.plain(f)
		case "cost":
			x.Cost = v
			if !cost.MatchString(v) || !symbolsOnly(v) {
				ld.fault(f.pos, "front matter: cost %q: write symbols as on cards, in quotes, \"{2}{W/U}\"", v)
			}
		case "stats":
			x.Stats = v
			if !stats.MatchString(v) {
				ld.fault(f.pos, "front matter: stats %q: write 1/2, \"*/1+*\" or, for loyalty or defense, 3", v)
			}
		default:
			ld.fault(f.pos, "front matter: unknown key %q: a face has english, name, cost, type and stats", f.key)
		}
	}
	ld.missing(pos, fs, faceKeys...)
	c.Faces = append(c.Faces, x)
}

// symbolsOnly reports whether every brace of a cost holds a symbol.
func symbolsOnly(cost string) bool {
	for s := range strings.SplitSeq(strings.Trim(cost, "{}"), "}{") {
		if !markdown.IsSymbol(s) {
			return false
		}
	}
	return true
}

// cardRules reads the rules that a card shows best.
func (ld *loader) cardRules(c *Card, f field) {
	if f.value.Kind != yaml.SequenceNode || len(f.value.Content) == 0 {
		ld.fault(f.pos, `front matter: rules is a list of one to three numbers, rules: ["715", "608.2b"]`)
		return
	}
	for _, v := range f.value.Content {
		n, err := rules.ParseNumber(v.Value)
		switch {
		case err != nil:
			ld.fault(f.pos, "front matter: rules: %v", err)
			continue
		case !quoted(v):
			ld.fault(f.pos, "front matter: write the number in quotes, %q, since 702.10 would be read as 702.1", v.Value)
		}
		c.Rules = append(c.Rules, n)
	}
}

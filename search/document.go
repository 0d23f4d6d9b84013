package search

import (
	"slices"
	"strings"

	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
)

// The kinds of documents.
const (
	KindRule     = "rule"     // chapters and sections, too
	KindGlossary = "glossary" // an entry of the glossary
	KindCard     = "card"     // a card with rulings
)

// Kinds has every kind in the order in which facets are shown.
var Kinds = []string{KindRule, KindGlossary, KindCard}

// Document is one thing that can be found, in one language. Its names are
// what it is called: a query that is a name brings its documents first.
type Document struct {
	Kind     string
	ID       string       // "702.19b", "trample", "giant-killer"
	Number   rules.Number // of a rule; else zero
	Language lang.Language
	Title    string   // shown; a name, too; "" for a rule without one
	Trail    []string // shown: what it stands in, outermost first
	Terms    []string // names in its own language, and slang
	Aliases  []string // names in other languages, and other forms: inflected, older, informal
	Related  []string // names of what it stands in, in any language
	Text     string   // plain text, paragraphs divided by "\n"
	Examples string   // plain text of the examples, divided by "\n"
	Official string   // binding English text where it is imported; of a card, what is printed on it
	Rulings  string   // official rulings on a card, in English, divided by "\n"
}

// shown gives the text that results show: the explanation, or the official
// text where there is none.
func (d Document) shown() string {
	if d.Text == "" && d.Examples == "" {
		return d.Official
	}
	return d.Text
}

// Documents gives everything that can be found in language l: the rules in
// their order, chapters and sections before what is in them, then the
// glossary, then the cards, those with rulings of ours first. A rule that is
// not explained yet has its names and what it stands in, and the official text
// where that is imported.
func Documents(c *corpus.Corpus, l lang.Language) []Document {
	d := documents{c: c, l: l, aliases: map[string][]string{}, byEnglish: map[string][]string{}, called: map[rules.Number][]string{}}
	for _, v := range c.Variants() {
		// Who types a third language types its names, not their inflections.
		if v.Language == l || v.Language == lang.English || v.Kind != "form" && v.Kind != "pattern" {
			d.aliases[v.Term] = append(d.aliases[v.Term], v.Text)
		}
	}
	for _, t := range c.Terms() {
		key := rules.Slug(t.Names[lang.English])
		d.byEnglish[key] = append(d.byEnglish[key], t.ID)
	}
	d.slang = map[string][]string{}
	for _, s := range c.Slang(l) {
		for _, target := range s.Targets {
			d.slang[target] = append(d.slang[target], s.Typed)
		}
	}
	d.defines = map[rules.Number][]string{}
	for _, g := range c.Glossary() {
		if len(g.Rules) == 1 {
			d.defines[g.Rules[0]] = append(d.defines[g.Rules[0]], d.glossaryNames(g)...)
		}
	}
	numbers, glossary, cards := c.Numbers(), c.Glossary(), c.Cards()
	docs := make([]Document, 0, len(numbers)+len(glossary)+len(cards))
	for _, n := range numbers {
		docs = append(docs, d.rule(n))
	}
	for _, g := range glossary {
		docs = append(docs, d.glossary(g))
	}
	for _, ours := range []bool{true, false} {
		for _, x := range cards {
			if x.Ours() == ours {
				docs = append(docs, d.card(x))
			}
		}
	}
	return docs
}

// documents makes the documents of one language.
type documents struct {
	c         *corpus.Corpus
	l         lang.Language
	aliases   map[string][]string       // by term
	byEnglish map[string][]string       // terms by the slug of their English name
	slang     map[string][]string       // by target
	defines   map[rules.Number][]string // names of glossary entries that send their reader to one rule only
	called    map[rules.Number][]string // what related gave
}

func (d *documents) rule(n rules.Number) Document {
	doc := Document{Kind: KindRule, ID: n.String(), Number: n, Language: d.l, Title: d.c.Title(n, d.l)}
	doc.Terms, doc.Aliases = d.names(n)
	doc.Aliases = append(doc.Aliases, d.defines[n]...)
	d.addSlang(&doc)
	doc.Aliases = distinct(doc.Aliases)
	for p := n.Parent(); !p.IsZero(); p = p.Parent() {
		title := d.c.Title(p, d.l)
		if e, ok := d.c.Entry(p); ok && title == "" {
			title = e.EnglishTitle
		}
		if title != "" {
			doc.Trail = append(doc.Trail, p.String()+" "+title)
		}
		if !p.IsChapter() {
			doc.Related = append(doc.Related, d.related(p)...)
		}
	}
	slices.Reverse(doc.Trail)
	if x, ok := d.c.Explanation(n, d.l); ok {
		doc.explain(x.Parts)
	} else if p, ok := d.c.Page(n, d.l); ok {
		doc.Text = markdown.Plain(p.Lead)
	}
	if r, ok := d.c.Official(n); ok {
		doc.Official = strings.Join(append([]string{r.Text}, r.Examples...), "\n")
	}
	return doc
}

// explain takes in an explanation.
func (d *Document) explain(parts markdown.Parts) {
	d.Text = markdown.Plain(parts.Text.Source)
	var examples []string
	for _, p := range parts.Examples {
		examples = append(examples, markdown.Plain(p.Source))
	}
	d.Examples = strings.Join(examples, "\n")
}

// names gives what n is called in the language of the documents, and what
// else it is called.
func (d *documents) names(n rules.Number) (terms, aliases []string) {
	terms = append(terms, d.c.Title(n, d.l))
	for _, t := range d.c.TermsOf(n) {
		terms = append(terms, t.Names[d.l])
		aliases = append(aliases, d.aliases[t.ID]...)
	}
	return distinct(terms), append(aliases, d.related(n)...)
}

// related gives what n is called in any language.
func (d *documents) related(n rules.Number) []string {
	if names, ok := d.called[n]; ok {
		return names
	}
	var names []string
	for _, l := range lang.All {
		names = append(names, d.c.Title(n, l))
	}
	if e, ok := d.c.Entry(n); ok {
		names = append(names, e.EnglishTitle)
	}
	for _, t := range d.c.TermsOf(n) {
		for _, l := range lang.All {
			names = append(names, t.Names[l])
		}
	}
	names = distinct(names)
	d.called[n] = names
	return names
}

func (d *documents) glossary(g corpus.GlossaryTerm) Document {
	doc := Document{Kind: KindGlossary, ID: g.ID, Language: d.l, Aliases: d.glossaryNames(g)}
	doc.Title, _ = g.Name(d.l)
	doc.Terms = []string{doc.Title}
	d.addSlang(&doc)
	if fold(doc.Title) != fold(g.English) {
		doc.Trail = []string{g.English}
	}
	doc.Aliases = distinct(doc.Aliases)
	if x, ok := d.c.GlossaryText(g.ID, d.l); ok {
		doc.explain(x.Parts)
	}
	doc.Official = g.Official
	return doc
}

// card makes the document of a card. Its names are those of the whole card and
// of each face: printed in the language, where it has a print in that, else the
// English ones. Every other name is an alias, also an older printed one.
func (d *documents) card(x corpus.Card) Document {
	doc := Document{Kind: KindCard, ID: x.ID, Language: d.l, Title: x.Name}
	own := lang.English
	if name, ok := x.PrintedName(d.l); ok {
		doc.Title, own = name, d.l
	}
	if fold(doc.Title) != fold(x.Name) {
		doc.Trail = []string{x.Name}
	}
	whole := []string{doc.Title}
	for _, f := range x.Faces {
		if own == lang.English {
			doc.Terms = append(doc.Terms, f.Name)
		} else {
			doc.Terms = append(doc.Terms, f.Printed[own].Name)
		}
	}
	for _, l := range lang.All {
		doc.Aliases = append(doc.Aliases, x.Names(l)...)
	}
	doc.Terms = distinct(append(whole, doc.Terms...))
	doc.Aliases = distinct(append(doc.Aliases, unapostrophed(append(doc.Terms, doc.Aliases...))...))
	if t, ok := x.Text(d.l); ok {
		var ps []string
		for _, f := range t.Faces {
			ps = append(ps, f.Type, markdown.Plain(f.Parts.Text.Source))
		}
		for _, r := range t.Rulings {
			ps = append(ps, markdown.Plain(r.Body))
		}
		doc.Text = strings.Join(ps, "\n")
	}
	var printed, rs []string
	for _, f := range x.Faces {
		printed = append(printed, f.TypeLine, f.Text)
	}
	for _, r := range x.Rulings {
		rs = append(rs, r.Text)
	}
	doc.Official = strings.Join(slices.DeleteFunc(printed, func(s string) bool { return s == "" }), "\n")
	doc.Rulings = strings.Join(rs, "\n")
	return doc
}

// unapostrophed gives the names that have apostrophes as they are typed by
// those who leave these out: Urzas Saga.
func unapostrophed(names []string) []string {
	var out []string
	for _, s := range names {
		if strings.ContainsFunc(s, isApostrophe) {
			out = append(out, strings.Map(func(r rune) rune {
				if isApostrophe(r) {
					return -1
				}
				return r
			}, s))
		}
	}
	return out
}

// addSlang adds what players type for a document. It is as good as a name,
// but for phrases with light words: on the draw is not what draw asks for.
func (d *documents) addSlang(doc *Document) {
	for _, s := range d.slang[doc.ID] {
		if slices.ContainsFunc(tokens(s), func(t token) bool { return light[d.l][t.text] }) {
			doc.Aliases = append(doc.Aliases, s)
		} else {
			doc.Terms = append(doc.Terms, s)
		}
	}
}

// glossaryNames gives what a glossary entry is called in any language.
// Headings such as “Control, Controller” are several names.
func (d *documents) glossaryNames(g corpus.GlossaryTerm) []string {
	names := []string{g.English}
	for _, l := range lang.All {
		name, _ := g.Name(l)
		names = append(names, name)
	}
	for _, id := range d.byEnglish[rules.Slug(g.English)] {
		t, _ := d.c.Term(id)
		for _, l := range lang.All {
			names = append(names, t.Names[l])
		}
	}
	for _, name := range names {
		if alternatives := strings.Split(name, ","); len(alternatives) > 1 {
			names = append(names, alternatives...)
		}
	}
	return distinct(names)
}

// distinct drops empty strings and repeats.
func distinct(names []string) []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, s := range names {
		s = strings.TrimSpace(s)
		if key := fold(s); !seen[key] {
			seen[key] = true
			out = append(out, s)
		}
	}
	return out
}

package site

import (
	"cmp"
	"slices"
	"strings"

	"regula/content"
	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
	"regula/templates"
)

// How many terms of one text lead to the glossary: so many, and not more than
// one for so many words.
const (
	mostTerms    = 6
	mostOnCard   = 12 // in what a card does and all rulings on it
	wordsPerTerm = 10
)

// prose writes texts that are read as one, such as a rule with its examples,
// for the page at path. Each term of the glossary leads to its entry where it
// first stands in them. Where there are too many, the rarer ones do.
type prose struct {
	b    *builder
	l    lang.Language
	path string
	seen map[string]bool // entries that are not linked any more
	left int             // how many may be
	own  []string        // names of the subject, whatever else they may name
	not  []string        // names that hold no terms

	cited *[]rules.Number // takes the rules that they name; nil where nobody asks
}

// prose writes texts for the page at path that do not lead to the entries
// that are their subject.
func (b *builder) prose(l lang.Language, path string, subject []string) *prose {
	p := &prose{b: b, l: l, path: path, seen: map[string]bool{}, left: mostTerms}
	for _, id := range subject {
		p.seen[id] = true
		if g, ok := b.c.GlossaryTerm(id); ok {
			name, _ := g.Name(l)
			p.own = append(p.own, name)
		}
	}
	return p
}

// cardProse writes what a card does and the rulings of ours on it.
func (b *builder) cardProse(l lang.Language, path string, x corpus.Card) *prose {
	p := b.prose(l, path, nil)
	p.left = mostOnCard
	p.not = x.Names(l)
	return p
}

// explained is what we say about a rule, as pages of rules write it.
type explained struct {
	text     templates.Markup
	examples []templates.Markup
	plain    string         // the text
	line     string         // the text in one line
	cited    []rules.Number // rules that it names
	parts    []string       // of which it is made
}

// explained writes an explanation for the page of its rule, once.
func (b *builder) explained(l lang.Language, x content.Explanation) *explained {
	type key struct {
		l lang.Language
		n rules.Number
	}
	e := onceFor(b.prepared, key{l, x.Rule}, func() *explained {
		var e explained
		b := b.noting()
		defer func() { e.parts = b.c.noted.sorted() }()
		w := b.prose(l, rulePath(l, x.Rule), b.subject(x.Rule))
		w.cited = &e.cited
		e.text = w.html(x.Parts.Text.Source)
		e.plain = markdown.Plain(x.Parts.Text.Source)
		e.line = inOneLine(e.plain)
		for _, p := range x.Parts.Examples {
			e.examples = append(e.examples, w.html(p.Source))
		}
		return &e
	})
	for _, name := range e.parts {
		b.c.noted.add(name)
	}
	return e
}

// ruleText writes an explanation for the page at path, which is that of a
// number. All of these differ only in that none leads to itself.
func (b *builder) ruleText(l lang.Language, path string, x content.Explanation) (text templates.Markup, examples []templates.Markup) {
	e := b.explained(l, x)
	own := rulePath(l, x.Rule)
	if path == own || !slices.ContainsFunc(e.cited, func(n rules.Number) bool { return n == x.Rule || rulePath(l, n) == path }) {
		return e.text, e.examples
	}
	w := b.prose(l, path, b.subject(x.Rule))
	text = w.html(x.Parts.Text.Source)
	for _, p := range x.Parts.Examples {
		examples = append(examples, w.html(p.Source))
	}
	return text, examples
}

// html writes the next of the texts.
func (p *prose) html(src []byte) templates.Markup {
	if len(src) == 0 {
		return ""
	}
	o := p.b.markup(p.l, p.path)
	o.Terms = p.terms
	if p.cited != nil {
		resolve := o.Resolve
		o.Resolve = func(n rules.Number) (string, bool) {
			*p.cited = append(*p.cited, n)
			return resolve(n)
		}
	}
	return templates.Markup(markdown.HTML(src, o))
}

// terms chooses what to link in a text.
func (p *prose) terms(text string) []markdown.Link {
	var ms []corpus.Mention
	for _, m := range p.b.c.Mentions(text, p.l) {
		own := slices.ContainsFunc(p.own, func(name string) bool { return strings.EqualFold(name, text[m.Start:m.End]) })
		if !p.seen[m.Entry] && !own && !p.inName(text, m) {
			p.seen[m.Entry] = true
			ms = append(ms, m)
		}
	}
	most := min(p.left, 1+countWords(text)/wordsPerTerm)
	if len(ms) > most {
		often := p.b.mentions[p.l].count
		for _, m := range ms {
			p.b.c.noted.add(countPart(p.l, m.Entry))
		}
		slices.SortStableFunc(ms, func(a, b corpus.Mention) int { return cmp.Compare(often[a.Entry], often[b.Entry]) })
		ms = ms[:most]
		slices.SortFunc(ms, func(a, b corpus.Mention) int { return cmp.Compare(a.Start, b.Start) })
	}
	p.left -= len(ms)
	var ls []markdown.Link
	for _, m := range ms {
		ls = append(ls, markdown.Link{Start: m.Start, End: m.End, Href: relative(p.path, entryPath(p.l, m.Entry))})
	}
	return ls
}

// countWords counts what blanks divide.
func countWords(text string) int {
	n := 0
	for range strings.FieldsSeq(text) {
		n++
	}
	return n
}

// inName reports whether a term is part of one of the names.
func (p *prose) inName(text string, m corpus.Mention) bool {
	for _, name := range p.not {
		for at := 0; ; {
			i := strings.Index(text[at:], name)
			if i < 0 {
				break
			}
			if start := at + i; start <= m.Start && m.End <= start+len(name) {
				return true
			}
			at += i + len(name)
		}
	}
	return false
}

// mentions are those of glossary entries in the explanations of rules.
type mentions struct {
	count map[string]int            // how many rules mention an entry
	in    map[rules.Number][]string // entries that a rule mentions, in the order of the text
}

// findMentions finds those in l. It takes the Markdown as it is, whose signs are
// no words.
func findMentions(c *corpus.Corpus, l lang.Language) mentions {
	found := mentions{map[string]int{}, make(map[rules.Number][]string, len(c.Numbers()))}
	for _, n := range c.Numbers() {
		x, ok := c.Explanation(n, l)
		if !ok {
			continue
		}
		ids := mentioned(c, l, nil, x.Body)
		for _, id := range ids {
			found.count[id]++
		}
		found.in[n] = ids
	}
	return found
}

// mentioned adds to ids the glossary entries that a text mentions.
func mentioned(c *corpus.Corpus, l lang.Language, ids []string, src []byte) []string {
	for _, m := range c.Mentions(string(src), l) {
		if !slices.Contains(ids, m.Entry) {
			ids = append(ids, m.Entry)
		}
	}
	return ids
}

// subject gives the glossary entries that a rule, or the page that it stands
// on, is about: those that send their readers to it, or bear its title.
func (b *builder) subject(n rules.Number) []string {
	e, _ := b.c.Entry(n)
	ids := b.titled(n)
	if e.Kind >= corpus.Keyword {
		ids = append(ids, e.CitedByTerms...)
	}
	if e.Page != n {
		ids = append(ids, b.titled(e.Page)...)
		if page, _ := b.c.Entry(e.Page); page.Kind == corpus.Keyword {
			ids = append(ids, page.CitedByTerms...)
		}
	}
	return ids
}

// titled gives the entries whose name is the title of n, in the singular or
// the plural.
func (b *builder) titled(n rules.Number) []string {
	e, _ := b.c.Entry(n)
	if e.EnglishTitle == "" {
		return nil
	}
	var ids []string
	title := rules.Slug(e.EnglishTitle)
	for _, id := range []string{title, strings.TrimSuffix(title, "s"), title + "s"} {
		if _, ok := b.c.GlossaryTerm(id); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// termsOf gives the glossary entries that belong to e: those that send their
// readers to it, then, of a rule or a keyword, those that its explanation
// mentions, in the order of the text.
func (b *builder) termsOf(l lang.Language, e corpus.Entry) []string {
	ids := slices.Clone(e.CitedByTerms)
	if e.Kind < corpus.Keyword {
		return ids
	}
	if p, ok := b.c.Page(e.Number, l); ok {
		ids = mentioned(b.c.Corpus, l, ids, p.Lead)
	}
	if _, ok := b.c.Explanation(e.Number, l); ok {
		for _, id := range b.mentions[l].in[e.Number] {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

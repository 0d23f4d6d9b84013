package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"regula/content"
	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/publisher"
	"regula/rules"
	"regula/templates"
)

// number is the page of a chapter, section, keyword or rule, with what its
// reader has to know first.
func (b *builder) number(l lang.Language, n rules.Number, notices ...templates.Remark) Page {
	path := rulePath(l, n)
	return b.lazy(path, func(b *builder) templ.Component {
		e, _ := b.c.Entry(n)
		switch e.Kind {
		case corpus.Chapter:
			return b.chapter(l, path, e)
		case corpus.Section, corpus.Keyword:
			return b.reading(l, path, e, notices...)
		default:
			return b.rule(l, path, e, notices...)
		}
	})
}

// title gives the title of n and the language it is in, "" for the page's
// own, and the English title where it says more than the first.
func (b *builder) title(n rules.Number, l lang.Language) (title, language, english string) {
	e, _ := b.c.Entry(n)
	title = b.c.Title(n, l)
	switch {
	case title == "" && l == lang.English:
		return e.EnglishTitle, "", ""
	case title == "":
		if e.EnglishTitle != "" {
			language = string(lang.English)
		}
		return e.EnglishTitle, language, ""
	case strings.EqualFold(title, e.EnglishTitle):
		return title, "", ""
	}
	return title, "", e.EnglishTitle
}

// name gives number and title of n in one line.
func (b *builder) name(n rules.Number, l lang.Language) (text, language string) {
	title, language, _ := b.title(n, l)
	return strings.TrimSpace(n.String() + " " + title), language
}

// link leads from the page at path to that of n, by number and title.
func (b *builder) link(l lang.Language, path string, n rules.Number) templates.Link {
	text, language := b.name(n, l)
	return templates.Link{Href: relative(path, rulePath(l, n)), Text: text, Lang: language}
}

// numberLink leads to the page of n by its number alone.
func (b *builder) numberLink(l lang.Language, path string, n rules.Number) templates.Link {
	return templates.Link{Href: relative(path, rulePath(l, n)), Text: n.String()}
}

// crumbs leads from the start to the parent of n. Keywords and rules stand
// below their section, subrules below their rule. On the page on which n can be
// read among its neighbours they lead to its place.
func (b *builder) crumbs(l lang.Language, path string, n rules.Number) []templates.Crumb {
	e, _ := b.c.Entry(n)
	var up []templates.Crumb
	for p := n.Parent(); !p.IsZero(); p = p.Parent() {
		title, language, _ := b.title(p, l)
		a := templates.Link{Href: relative(path, rulePath(l, p)), Text: title, Lang: language}
		if p == e.Page {
			a.Href += anchor(n)
		}
		up = append(up, templates.Crumb{Link: a, Number: p.String()})
	}
	up = append(up, crumb(relative(path, homePath(l)), l.Texts().Rules))
	slices.Reverse(up)
	return up
}

// neighbour leads to the entry before or after, nil where there is none.
func (b *builder) neighbour(l lang.Language, path string, n rules.Number) *templates.Link {
	if n.IsZero() {
		return nil
	}
	a := b.link(l, path, n)
	return &a
}

// siblings gives the numbers before and after n at its own level of the same
// section.
func (b *builder) siblings(n rules.Number) (prev, next rules.Number) {
	p, _ := b.c.Entry(n.Parent())
	i := slices.Index(p.Children, n)
	if i > 0 {
		prev = p.Children[i-1]
	}
	if i+1 < len(p.Children) {
		next = p.Children[i+1]
	}
	return prev, next
}

// plainLead gives the lead of a page in one line, "" without one.
func (b *builder) plainLead(n rules.Number, l lang.Language) string {
	p, ok := b.c.Page(n, l)
	if !ok {
		return ""
	}
	return strings.ReplaceAll(markdown.Plain(p.Lead), "\n", " ")
}

// listed is a chapter or section as an entry of a list.
func (b *builder) listed(l lang.Language, path string, n rules.Number) templates.Chapter {
	v := templates.Chapter{Number: n.String(), Href: relative(path, rulePath(l, n))}
	v.Title, v.Lang, v.English = b.title(n, l)
	return v
}

// start is the first page of a language.
func (b *builder) start(l lang.Language) Page {
	path := homePath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		var v templates.Start
		for _, n := range b.c.Numbers() {
			if !n.IsChapter() {
				continue
			}
			c := b.listed(l, path, n)
			lead := b.plainLead(n, l)
			c.Lead = firstSentence(lead)
			c.Rest = lead[len(c.Lead):]
			if e, _ := b.c.Entry(n); len(e.Children) > 1 {
				c.Range = fmt.Sprintf(t.SectionRange, e.Children[0], e.Children[len(e.Children)-1])
			}
			v.Chapters = append(v.Chapters, c)
		}
		page := b.layout(l, path, "start", t.Tagline, t.Welcome)
		page.Title = "Regula – " + t.Tagline
		page.Crumbs = nil
		return templates.Page(page, templates.StartBody(t, v))
	})
}

// chapter is a chapter with its sections.
func (b *builder) chapter(l lang.Language, path string, e corpus.Entry) templ.Component {
	t := l.Texts()
	v := templates.ChapterPage{
		Number: e.Number.String(),
		Prev:   b.neighbour(l, path, e.Prev),
		Next:   b.neighbour(l, path, e.Next),
	}
	v.Title, v.TitleLang, v.English = b.title(e.Number, l)
	if p, ok := b.c.Page(e.Number, l); ok {
		v.Lead = b.prose(l, path, b.subject(e.Number)).html(p.Lead)
	}
	v.ReferencedBy = b.citedBy(l, path, e)
	v.Terms = b.terms(l, path, e)
	for _, n := range e.Children {
		s := b.listed(l, path, n)
		s.Lead = firstSentence(b.plainLead(n, l))
		v.Sections = append(v.Sections, s)
	}
	page := b.layout(l, path, "chapter", heading(v.Number, v.Title), b.describe(e.Number, l))
	page.Number = v.Number
	page.JSON = relative(path, ruleDataPath(l, e.Number))
	return templates.Page(page, templates.ChapterBody(t, v))
}

func heading(number, title string) string { return strings.TrimSpace(number + " " + title) }

// firstSentence gives the first sentence of plain text.
func firstSentence(text string) string {
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && i > 20 && strings.HasPrefix(text[i+1:], " ") {
			return text[:i+1]
		}
	}
	return text
}

// describe tells in about 160 characters what stands under n.
func (b *builder) describe(n rules.Number, l lang.Language) string {
	t := l.Texts()
	if s := b.plainLead(n, l); s != "" {
		return summary(s, 160)
	}
	if x, ok := b.c.Explanation(n, l); ok {
		return shortened(b.explained(l, x).line, 160)
	}
	e, _ := b.c.Entry(n)
	of, _ := b.name(e.Page, l)
	if e.Kind == corpus.Rule || e.Kind == corpus.Subrule {
		return summary(fmt.Sprintf(t.RuleTitle, n)+". "+of, 160)
	}
	return summary(of+". "+t.Tagline, 160)
}

// below gives the rules that stand on the reading page e, in order.
func (b *builder) below(e corpus.Entry) []corpus.Entry {
	var rs []corpus.Entry
	var walk func(e corpus.Entry)
	walk = func(e corpus.Entry) {
		for _, n := range e.Children {
			if c, _ := b.c.Entry(n); c.Kind != corpus.Keyword {
				rs = append(rs, c)
				walk(c)
			}
		}
	}
	walk(e)
	return rs
}

// reading is a section or keyword with all its rules.
func (b *builder) reading(l lang.Language, path string, e corpus.Entry, notices ...templates.Remark) templ.Component {
	t := l.Texts()
	v := templates.Reading{Number: e.Number.String()}
	v.Title, v.TitleLang, v.English = b.title(e.Number, l)
	file, _ := b.c.Page(e.Number, l)
	v.Lead = b.prose(l, path, b.subject(e.Number)).html(file.Lead)
	explained, kind := 0, "section"
	elsewhere := false // whether the official text of a rule is missing
	rs := b.below(e)
	for _, r := range rs {
		x, ok := b.c.Explanation(r.Number, l)
		if ok {
			explained++
		}
		view := b.ruleView(l, path, r, x, ok)
		view.ToCome = false // said once for the page
		view.Top = e.Kind == corpus.Keyword
		elsewhere = elsewhere || view.Official == nil
		v.Rules = append(v.Rules, view)
	}
	v.Contents = b.contents(l, e, rs)
	all := []rules.Number{e.Number}
	for _, r := range rs {
		all = append(all, r.Number)
	}
	v.Cards = b.cardChips(l, path, e.Number, all)
	v.ReferencedBy = b.citedBy(l, path, e)
	v.Terms = b.terms(l, path, e)
	prev, next := e.Prev, e.Next
	if e.Kind == corpus.Keyword {
		kind = "keyword"
		prev, next = b.siblings(e.Number)
	} else {
		for _, n := range e.Children {
			if c, _ := b.c.Entry(n); c.Kind == corpus.Keyword {
				v.Keywords = append(v.Keywords, b.listed(l, path, n))
			}
		}
	}
	v.Prev, v.Next = b.neighbour(l, path, prev), b.neighbour(l, path, next)
	v.Notices = append(slices.Clone(notices), b.formerly(l, path, e.Number)...)
	v.History = b.history(l, path, e.Number)
	switch {
	case len(rs) == 0:
	case explained == 0:
		v.Notice = t.PageNotExplained
	case explained < len(rs):
		v.Notice = fmt.Sprintf(t.PageExplained, explained, len(rs))
	}
	switch {
	case elsewhere && v.Notice != "":
		v.ElsewhereTop = publisher.Page
	case elsewhere:
		v.Elsewhere = publisher.Page
	}
	if explained > 0 {
		v.Status = fmt.Sprintf(t.StatusCurrent, l.Date(file.Edition))
	}
	page := b.layout(l, path, kind, heading(v.Number, v.Title), b.describe(e.Number, l))
	page.Number = v.Number
	page.JSON = relative(path, ruleDataPath(l, e.Number))
	page.Crumbs = b.crumbs(l, path, e.Number)
	return templates.Page(page, templates.ReadingBody(t, v))
}

// contents lists the rules of a reading page, subrules by their letters.
func (b *builder) contents(l lang.Language, e corpus.Entry, rs []corpus.Entry) []templates.Content {
	var cs []templates.Content
	if e.Kind == corpus.Keyword {
		cs = append(cs, templates.Content{Number: e.Number.String()})
	}
	for _, r := range rs {
		n := r.Number
		if r.Kind == corpus.Subrule {
			c := &cs[len(cs)-1]
			c.Subrules = append(c.Subrules, templates.Letter{Number: n.String(), Letters: n.Letters()})
			continue
		}
		c := templates.Content{Number: n.String()}
		c.Title, c.Lang, _ = b.title(n, l)
		cs = append(cs, c)
	}
	if len(cs) == 1 && len(cs[0].Subrules) < 2 {
		return nil
	}
	return cs
}

// ruleView is one rule as it stands on the page at path; explained tells
// whether x is its explanation.
func (b *builder) ruleView(l lang.Language, path string, e corpus.Entry, x content.Explanation, explained bool) templates.Rule {
	n := e.Number
	v := templates.Rule{
		Number: n.String(),
		Href:   relative(path, rulePath(l, n)),
		Sub:    e.Kind == corpus.Subrule,
		ToCome: !explained,
	}
	v.Title, v.TitleLang, v.English = b.title(n, l)
	if explained {
		v.Text, v.Examples = b.ruleText(l, path, x)
		for _, c := range x.Parts.SeeAlso {
			v.SeeAlso = append(v.SeeAlso, b.citationLink(l, path, c))
		}
		v.Stale = b.stale(l, path, x, path == rulePath(l, n))
	} else {
		for _, c := range e.Cites {
			v.SeeAlso = append(v.SeeAlso, b.numberLink(l, path, c))
		}
	}
	if r, ok := b.c.Official(n); ok {
		v.Official = b.official(l, path, r)
	}
	return v
}

// citationLink leads to the first rule of a citation.
func (b *builder) citationLink(l lang.Language, path string, c markdown.Citation) templates.Link {
	a := b.numberLink(l, path, c.First)
	a.Text = citationText(c.First, c.Last)
	return a
}

// citationText writes the citation of a rule or a range of rules.
func citationText(first, last rules.Number) string {
	switch {
	case last == first:
		return first.String()
	case first.Parent() == last.Parent() && last.IsSubrule():
		return first.String() + "–" + last.Letters()
	}
	return first.String() + "–" + last.String()
}

// official is the publisher's text of a rule, its examples with it.
func (b *builder) official(l lang.Language, path string, r rules.Rule) *templates.Official {
	text := r.Text
	if text == "" {
		text = r.Title
	}
	for _, e := range r.Examples {
		text += "\nExample: " + e
	}
	return b.officialText(l, path, text)
}

func (b *builder) officialText(l lang.Language, path, text string) *templates.Official {
	o := b.markup(l, path)
	o.Language = lang.English
	return &templates.Official{
		Edition: fmt.Sprintf(l.Texts().OfficialEdition, b.edition[l]),
		Text:    templates.Markup(markdown.TextHTML(text, o)),
	}
}

// rule is the page of one rule.
func (b *builder) rule(l lang.Language, path string, e corpus.Entry, notices ...templates.Remark) templ.Component {
	t, n := l.Texts(), e.Number
	x, explained := b.c.Explanation(n, l)
	v := templates.RulePage{
		Rule:         b.ruleView(l, path, e, x, explained),
		ReferencedBy: b.citedBy(l, path, e),
		Terms:        b.terms(l, path, e),
		Cards:        b.cardsOn(l, path, n),
		Notices:      append(slices.Clone(notices), b.formerly(l, path, n)...),
		History:      b.history(l, path, n),
		Prev:         b.neighbour(l, path, e.Prev),
		Next:         b.neighbour(l, path, e.Next),
	}
	var of string
	of, v.Section.Lang, v.English = b.title(e.Page, l)
	v.Section.Text = of
	v.Section.Href = relative(path, rulePath(l, e.Page))
	page, language := b.name(e.Page, l)
	v.Context = templates.Link{
		Href: v.Section.Href + anchor(n),
		Text: fmt.Sprintf(t.InSection, page),
		Lang: language,
	}
	if v.Official != nil {
		v.Official.Heading = true
	} else {
		v.Elsewhere = publisher.Page
	}
	for _, s := range e.Children {
		c := templates.Chapter{Number: s.String(), Href: relative(path, rulePath(l, s))}
		if x, ok := b.c.Explanation(s, l); ok {
			c.Title = shortened(b.explained(l, x).line, 90)
		}
		v.Subrules = append(v.Subrules, c)
	}
	if explained {
		v.StatusLine = b.statusLine(l, x.Edition, v.Stale)
	}
	if v.Title != "" {
		of = v.Title
	}
	out := b.layout(l, path, "rule", heading(n.String(), of), b.describe(n, l))
	out.Number = n.String()
	out.JSON = relative(path, ruleDataPath(l, n))
	out.Crumbs = b.crumbs(l, path, n)
	return templates.Page(out, templates.RuleBody(t, v))
}

// citedBy gathers the rules that cite e by the reading page on which they
// stand.
func (b *builder) citedBy(l lang.Language, path string, e corpus.Entry) []templates.Group {
	return b.byPage(l, path, e.CitedBy)
}

// terms leads to the glossary entries that belong to e.
func (b *builder) terms(l lang.Language, path string, e corpus.Entry) []templates.Link {
	var as []templates.Link
	for _, id := range b.termsOf(l, e) {
		g, ok := b.c.GlossaryTerm(id)
		if !ok {
			continue
		}
		name, language := termName(g, l)
		as = append(as, templates.Link{Href: relative(path, entryPath(l, id)), Text: name, Lang: language})
	}
	return as
}

package site

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
	"regula/rulings"
	"regula/templates"
)

// What a page of a rule has at most of what a program has found: some keywords
// stand on thousands of cards.
const (
	mostOfficial = 10 // official rulings
	mostOnCards  = 3  // cards on which one of them stands
	mostNaming   = 20 // cards that name a keyword
)

// linkedText writes an official English text on a card for the page at path,
// with links to the rules that it speaks of: every number, and the first time
// that each keyword and term stands in it. It is of the day, by whose edition
// its numbers are meant; a note says which they are today.
func (b *builder) linkedText(l lang.Language, path, text string, day time.Time, found []corpus.RulingLink) templates.Markup {
	var ls []markdown.Link
	seen := map[rules.Number]bool{}
	for _, f := range found {
		to := rulePath(l, f.Rule)
		if (to == path || seen[f.Rule]) && f.How != corpus.Cited {
			continue
		}
		seen[f.Rule] = true
		a := markdown.Link{Start: f.Start, End: f.End}
		if to != path {
			a.Href = relative(path, to)
		}
		if f.How == corpus.Cited {
			a.Rule = f.Rule
			if now, moved := b.movedCitation(text, f, day); moved {
				a.Note, a.NoteLang = fmt.Sprintf(l.Texts().Cards.Today, now), string(l)
			}
		}
		ls = append(ls, a)
	}
	return templates.Markup(markdown.LinkedHTML(text, ls, b.markup(lang.English, path)))
}

// movedCitation gives what the citation of which a link in a text of a day is an
// end reads today, and whether that is something else and to be said behind the
// link: behind the last one of a range. An end that is gone is left out.
func (b *builder) movedCitation(text string, f corpus.RulingLink, day time.Time) (string, bool) {
	for _, c := range rules.Citations(text, "rule", "rules") {
		if f.Start < c.Start || f.End > c.End {
			continue
		}
		first, okFirst := b.c.Today(c.First, day)
		last, okLast := b.c.Today(c.Last, day)
		switch {
		case okFirst && okLast:
			return citationText(first, last), f.End == c.End && (first != c.First || last != c.Last)
		case okFirst:
			return first.String(), first != c.First
		}
		return last.String(), last != c.Last
	}
	return "", false
}

// namedRules gathers the rules that the official texts on a card cite, or whose
// keyword they name, by the reading page on which they stand.
func (b *builder) namedRules(l lang.Language, path string, x corpus.Card) []templates.Group {
	return b.byPage(l, path, b.c.Found(x.ID).Rules())
}

// foundOn has what official texts on cards lead to any of some rules, nil where
// there is none. The keyword that they define is that of n.
func (b *builder) foundOn(l lang.Language, path string, n rules.Number, ns ...rules.Number) *templates.FoundOn {
	v := templates.FoundOn{Official: b.officialOn(l, path, ns), Naming: b.naming(l, path, n, ns)}
	if v.Official == nil && v.Naming == nil {
		return nil
	}
	return &v
}

// officialsOn gives the official rulings that cite any of some rules or are
// about a keyword that one of them defines, the best first: those that cite
// one.
func (b *builder) officialsOn(ns []rules.Number) []corpus.OfficialRuling {
	var all []corpus.OfficialRuling
	type wording struct{ card, text string }
	seen := map[wording]bool{}
	for _, cited := range []bool{true, false} {
		for _, n := range ns {
			for _, r := range b.c.OfficialOn(n) {
				w := wording{r.Cards[0], r.Text}
				if (r.How == corpus.Cited) == cited && (cited || r.About) && !seen[w] {
					seen[w] = true
					all = append(all, r)
				}
			}
		}
	}
	return all
}

func (b *builder) officialOn(l lang.Language, path string, ns []rules.Number) *templates.OfficialOn {
	all := b.officialsOn(ns)
	if len(all) == 0 {
		return nil
	}
	t := &l.Texts().Cards
	v := templates.OfficialOn{Summary: fmt.Sprintf(t.OnOfficial, len(all)), Open: all[0].How == corpus.Cited}
	if len(all) > mostOfficial {
		all = all[:mostOfficial]
		v.Rest = fmt.Sprintf(t.OnFirst, mostOfficial)
	}
	for _, r := range all {
		o := templates.OfficialRulingOn{Text: b.linkedText(l, path, r.Text, r.Date, b.linksIn(r))}
		if !r.Date.IsZero() {
			o.Date, o.DateISO = l.Date(r.Date), r.Date.Format(time.DateOnly)
		}
		for _, id := range r.Cards[:min(mostOnCards, len(r.Cards))] {
			o.Cards = append(o.Cards, b.cardLink(l, path, id))
		}
		if more := len(r.Cards) - len(o.Cards); more > 0 {
			o.More = fmt.Sprintf(t.OnMore, more)
		}
		v.Rulings = append(v.Rulings, o)
	}
	return &v
}

// linksIn gives where a ruling leads, as it is found on the first card that has
// it in these words.
func (b *builder) linksIn(r corpus.OfficialRuling) []corpus.RulingLink {
	for _, id := range r.Cards {
		x, _ := b.c.Card(id)
		i := slices.IndexFunc(x.Rulings, func(y rulings.Ruling) bool { return y.Text == r.Text && y.Date.Equal(r.Date) })
		if i >= 0 {
			return b.c.Found(id).Rulings[i]
		}
	}
	return nil
}

// keyword gives the English name of the keyword of the page on which n stands,
// of several the first.
func (b *builder) keyword(n rules.Number) string {
	e, _ := b.c.Entry(n)
	page, _ := b.c.Entry(e.Page)
	name, _, _ := strings.Cut(page.EnglishTitle, " and ")
	return name
}

func (b *builder) naming(l lang.Language, path string, n rules.Number, ns []rules.Number) *templates.CardsNaming {
	all := b.c.CardsNaming(ns...)
	if len(all) == 0 {
		return nil
	}
	t := &l.Texts().Cards
	name := b.keyword(n)
	v := templates.CardsNaming{Summary: fmt.Sprintf(t.OnNaming, name, len(all))}
	if more := len(all) - mostNaming; more > 0 {
		v.Rest = fmt.Sprintf(t.OnMore, more)
		v.Search = templates.Link{
			Href: relative(path, searchPath(l)) + asked{query: name, kind: "card"}.address(),
			Text: fmt.Sprintf(t.OnSearch, name),
		}
	}
	for _, x := range all[:min(mostNaming, len(all))] {
		v.Cards = append(v.Cards, b.cardLink(l, path, x.ID))
	}
	return &v
}

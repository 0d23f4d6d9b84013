package site

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"regula/content"
	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
	"regula/rulings"
	"regula/templates"
)

// cards are those of a corpus in the alphabetical order of one language.
type cards struct {
	all  []string       // ids
	ours []string       // ids of those with texts of ours
	at   map[string]int // place in that of the two lists in which a reader leafs
}

func sortCards(c *corpus.Corpus, l lang.Language) cards {
	type named struct{ id, key, name string }
	col := collate.New(language.MustParse(string(l)), collate.IgnoreCase)
	var buf collate.Buffer
	ns := make([]named, 0, len(c.Cards()))
	for _, x := range c.Cards() {
		name := shortName(x, l).Text
		ns = append(ns, named{x.ID, string(col.KeyFromString(&buf, sortable(name))), name})
		buf.Reset()
	}
	slices.SortFunc(ns, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id))
	})
	cs := cards{at: make(map[string]int, len(ns))}
	for _, n := range ns {
		x, _ := c.Card(n.id)
		if x.Ours() {
			cs.at[n.id] = len(cs.ours)
			cs.ours = append(cs.ours, n.id)
		} else {
			cs.at[n.id] = len(cs.all)
		}
		cs.all = append(cs.all, n.id)
	}
	return cs
}

// nameCards gives the id of each card by what its names in any language, those
// of its faces and older ones among them, are in an address; "" where several
// cards have the name.
func nameCards(c *corpus.Corpus) map[string]string {
	ids := map[string]string{}
	for _, x := range c.Cards() {
		for _, l := range lang.All {
			for _, name := range x.Names(l) {
				s := rules.Slug(name)
				if id, taken := ids[s]; taken && id != x.ID {
					ids[s] = ""
				} else {
					ids[s] = x.ID
				}
			}
		}
	}
	return ids
}

// cardNamed gives the path of the card that an address below its language
// names, as in "cards/Chop Down", "" where it names none.
func (b *builder) cardNamed(l lang.Language, rest string) string {
	name, ok := strings.CutPrefix(strings.ToLower(rest), strings.TrimPrefix(cardsPath(l), homePath(l)))
	if !ok {
		return ""
	}
	id := rules.Slug(name)
	if _, ok := b.c.Card(id); !ok {
		id = b.names()[id]
	}
	if id == "" {
		return ""
	}
	return cardPath(l, id)
}

// typeset writes a name as it is printed.
func typeset(name string) string { return strings.ReplaceAll(name, "'", "’") }

// faceName gives the printed name of a face, the English one with its language
// where there is no print in l.
func faceName(f rulings.Face, l lang.Language) templates.Said {
	if p, ok := f.Printed[l]; ok && p.Name != "" {
		return templates.Said{Text: typeset(p.Name)}
	}
	s := templates.Said{Text: typeset(f.Name)}
	if l != lang.English {
		s.Lang = string(lang.English)
	}
	return s
}

// cardName gives the name of a whole card.
func cardName(x corpus.Card, l lang.Language) templates.Said {
	s := templates.Said{Text: typeset(x.Name)}
	if name, ok := x.PrintedName(l); ok {
		s.Text = typeset(name)
	} else {
		s.Lang = string(lang.English)
	}
	return s
}

// shortName gives the name by which a card is listed: that of its first face,
// of split cards both.
func shortName(x corpus.Card, l lang.Language) templates.Said {
	if rulings.ID(x.Name, x.Layout, x.Faces[0].Name) == rules.Slug(x.Name) {
		return cardName(x, l)
	}
	return faceName(x.Faces[0], l)
}

// cardLink leads to the page of a card.
func (b *builder) cardLink(l lang.Language, path, id string) templates.Link {
	x, _ := b.c.Card(id)
	name := shortName(x, l)
	return templates.Link{Href: relative(path, cardPath(l, id)), Text: name.Text, Lang: name.Lang}
}

// cardEntry is a card in a list.
func (b *builder) cardEntry(l lang.Language, path, id string) templates.ListedName {
	x, _ := b.c.Card(id)
	name, english := shortName(x, l), shortName(x, lang.English).Text
	e := templates.ListedName{Href: relative(path, cardPath(l, id)), Name: name.Text, Lang: name.Lang}
	if !strings.EqualFold(name.Text, english) {
		e.English = english
	}
	return e
}

// cardList is the list of the cards with texts of ours, which leads on to that
// of all cards.
func (b *builder) cardList(l lang.Language) Page {
	path := cardsPath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := &l.Texts().Cards
		v := templates.CardsPage{Intro: fmt.Sprintf(t.Intro, len(b.cards[l].ours))}
		byRule := map[rules.Number][]templates.Link{}
		for _, id := range b.cards[l].ours {
			e := b.cardEntry(l, path, id)
			v.Initials = addToInitials(v.Initials, e)
			x, _ := b.c.Card(id)
			for _, n := range shown(x) {
				byRule[n] = append(byRule[n], b.cardLink(l, path, id))
			}
		}
		for _, n := range b.c.Numbers() {
			if links, ok := byRule[n]; ok {
				v.ByRule = append(v.ByRule, templates.Group{Head: b.ruleHead(l, path, n), Links: links})
			}
		}
		if all := b.cards[l].all; len(all) > len(b.cards[l].ours) {
			v.All = fmt.Sprintf(t.AllText, len(all))
			for i := range b.cardParts(l) {
				v.AllParts = append(v.AllParts, templates.Link{Href: relative(path, cardsPartPath(l, i+1)), Text: b.partName(l, i)})
			}
		}
		return templates.Page(b.layout(l, path, "cards", t.Heading, v.Intro), templates.CardsBody(l.Texts(), v))
	})
}

// shown gives the rules that a card shows best.
func shown(x corpus.Card) []rules.Number {
	for _, l := range lang.All {
		if text, ok := x.Text(l); ok {
			return text.Rules
		}
	}
	return nil
}

// ruleHead leads to a rule by its number, and the title of what it stands
// under where it has none.
func (b *builder) ruleHead(l lang.Language, path string, n rules.Number) templates.Link {
	a := b.link(l, path, n)
	if title, _, _ := b.title(n, l); title == "" {
		e, _ := b.c.Entry(n)
		if title, a.Lang, _ = b.title(e.Page, l); title != "" {
			a.Text += " " + title
		}
	}
	return a
}

// partCards is how many cards a part of the list of all has.
const partCards = 400

// cardParts gives the ids in each part of the list of all cards; there is none
// where all have texts of ours.
func (b *builder) cardParts(l lang.Language) [][]string {
	cs := b.cards[l]
	if len(cs.all) == len(cs.ours) {
		return nil
	}
	return slices.Collect(slices.Chunk(cs.all, partCards))
}

// partName names a part by the first and the last card in it.
func (b *builder) partName(l lang.Language, part int) string {
	first, last := b.partEnds(l, part)
	return first + " – " + last
}

func (b *builder) partEnds(l lang.Language, part int) (first, last string) {
	ids := b.cardParts(l)[part]
	x, _ := b.c.Card(ids[0])
	y, _ := b.c.Card(ids[len(ids)-1])
	return shortName(x, l).Text, shortName(y, l).Text
}

// cardPart is a part of the list of all cards, counted from 0.
func (b *builder) cardPart(l lang.Language, part int) Page {
	path := cardsPartPath(l, part+1)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		parts := b.cardParts(l)
		first, last := b.partEnds(l, part)
		v := templates.CardsPartPage{Heading: fmt.Sprintf(t.Cards.Part, first, last)}
		for _, id := range parts[part] {
			v.Cards = append(v.Cards, b.cardEntry(l, path, id))
		}
		link := func(i int) *templates.Link {
			return &templates.Link{Href: relative(path, cardsPartPath(l, i+1)), Text: b.partName(l, i)}
		}
		if part > 0 {
			v.Prev = link(part - 1)
		}
		if part+1 < len(parts) {
			v.Next = link(part + 1)
		}
		page := b.layout(l, path, "cards", v.Heading, v.Heading)
		page.Crumbs = append(page.Crumbs, crumb(relative(path, cardsPath(l)), t.Cards.Heading))
		return templates.Page(page, templates.CardsPartBody(t, v))
	})
}

// card is the page of one card.
func (b *builder) card(l lang.Language, id string) Page {
	path := cardPath(l, id)
	return b.lazy(path, func(b *builder) templ.Component {
		x, _ := b.c.Card(id)
		t := l.Texts()
		text, written := x.Text(l)
		whole := cardName(x, l)
		w := b.cardProse(l, path, x)
		v := templates.CardPage{
			Layout:    frames(x),
			Faces:     b.faces(l, path, x, text, w),
			None:      !written,
			Rules:     b.restsOn(l, path, x, text),
			Databases: databases(x),
		}
		for _, f := range x.Faces {
			v.Names = append(v.Names, faceName(f, l))
		}
		if english := typeset(x.Name); whole.Text != english {
			v.English = english
		}
		for i, r := range text.Rulings {
			v.Rulings = append(v.Rulings, templates.Ruling{
				ID:    rulingAnchor(i),
				No:    strconv.Itoa(i + 1),
				Text:  w.html(r.Body),
				Stale: b.staleRuling(l, path, text, r),
			})
		}
		v.Official, v.Linked = b.officialRulings(l, path, x)
		if !x.Ours() {
			v.Named = b.namedRules(l, path, x)
		}
		for _, other := range lang.All {
			name := cardName(x, other)
			if name.Lang == "" {
				name.Lang = string(other)
			}
			v.Local = append(v.Local, templates.CardName{
				Language: other.Texts().Name,
				Lang:     string(other),
				Href:     relative(path, cardPath(other, id)),
				Name:     name,
			})
			v.Older = append(v.Older, older(x, other)...)
		}
		v.Status = b.cardStatus(l, v, text)
		list := b.cards[l].all
		if x.Ours() {
			list = b.cards[l].ours
		}
		if i := b.cards[l].at[id]; i > 0 {
			a := b.cardLink(l, path, list[i-1])
			v.Prev = &a
		}
		if i := b.cards[l].at[id]; i+1 < len(list) {
			a := b.cardLink(l, path, list[i+1])
			v.Next = &a
		}
		page := b.layout(l, path, "card", whole.Text, b.describeCard(l, x, text))
		page.JSON = relative(path, cardDataPath(l, id))
		page.Crumbs = append(page.Crumbs, crumb(relative(path, cardsPath(l)), t.Cards.Heading))
		return templates.Page(page, templates.CardBody(t, v))
	})
}

// describeCard tells in about 160 characters what the page of a card has.
func (b *builder) describeCard(l lang.Language, x corpus.Card, text content.Card) string {
	name := cardName(x, l).Text
	if english := typeset(x.Name); english != name {
		name += " (" + english + ")"
	}
	if len(text.Faces) > 0 {
		return summary(name+": "+markdown.Plain(text.Faces[0].Parts.Text.Source), 160)
	}
	t := &l.Texts().Cards
	return summary(name+". "+t.Official+", "+t.Under+".", 160)
}

// cardStatus says from which edition our rulings were written. Where one of
// them is stale it says so itself.
func (b *builder) cardStatus(l lang.Language, v templates.CardPage, text content.Card) string {
	t := &l.Texts().Cards
	switch {
	case len(v.Rulings) == 0 || slices.ContainsFunc(v.Rulings, func(r templates.Ruling) bool { return r.Stale != nil }):
		return ""
	case text.Edition.Equal(b.c.Effective()):
		return fmt.Sprintf(t.Status, b.edition[l])
	}
	return fmt.Sprintf(t.Unchanged, l.Date(text.Edition), b.edition[l])
}

// frames says how the faces of a card stand on it.
func frames(x corpus.Card) string {
	if len(x.Faces) == 1 {
		return "single"
	}
	switch x.Layout {
	case "adventure", "omen":
		return "nested"
	case "split":
		return "pair"
	case "transform", "modal_dfc", "meld":
		return "sides"
	}
	return "stack"
}

func (b *builder) faces(l lang.Language, path string, x corpus.Card, text content.Card, w *prose) []templates.Face {
	t := &l.Texts().Cards
	layout := frames(x)
	found := b.c.Found(x.ID)
	var fs []templates.Face
	for i, f := range x.Faces {
		v := templates.Face{
			Name:  faceName(f, l),
			Cost:  b.symbols(f.ManaCost, l, path),
			Type:  templates.Said{Text: f.TypeLine},
			Stats: f.Stats(),
		}
		if l != lang.English {
			v.Type.Lang = string(lang.English)
			if p := f.Printed[l]; p.TypeLine != "" {
				v.Type = templates.Said{Text: p.TypeLine}
			}
		}
		if i < len(text.Faces) {
			v.Type = templates.Said{Text: text.Faces[i].Type}
			v.Text = w.html(text.Faces[i].Parts.Text.Source)
		}
		if f.Text != "" {
			v.Official = b.linkedText(l, path, f.Text, time.Time{}, found.Faces[i])
		}
		switch {
		case f.Power != "" || f.Toughness != "":
			v.StatsLabel = t.Power
		case f.Loyalty != "":
			v.StatsLabel = t.Loyalty
		default:
			v.StatsLabel = t.Defense
		}
		if layout == "sides" {
			v.Label = t.Front
			if i > 0 {
				v.Label = t.Back
			}
		}
		if layout == "nested" && i == 1 {
			fs[0].Inset = &v
			continue
		}
		fs = append(fs, v)
	}
	return fs
}

// symbols writes a mana cost.
func (b *builder) symbols(cost string, l lang.Language, path string) templates.Markup {
	html := markdown.TextHTML(cost, b.markup(l, path))
	return templates.Markup(strings.TrimSuffix(strings.TrimPrefix(html, "<p>"), "</p>"))
}

// sources has the names of those who publish rulings.
var sources = map[string]string{"wotc": "Wizards of the Coast", "scryfall": "Scryfall"}

// officialRulings gathers the publisher's rulings on a card by day, and tells
// whether there are links in them.
func (b *builder) officialRulings(l lang.Language, path string, x corpus.Card) (vs []templates.OfficialRulings, linked bool) {
	found := b.c.Found(x.ID).Rulings
	for i, r := range x.Rulings {
		if i == 0 || r.Source != x.Rulings[i-1].Source || !r.Date.Equal(x.Rulings[i-1].Date) {
			v := templates.OfficialRulings{Source: cmp.Or(sources[r.Source], r.Source)}
			if !r.Date.IsZero() {
				v.Date, v.DateISO = l.Date(r.Date), r.Date.Format(time.DateOnly)
			}
			vs = append(vs, v)
		}
		v := &vs[len(vs)-1]
		v.Texts = append(v.Texts, b.linkedText(l, path, r.Text, r.Date, found[i]))
		linked = linked || len(found[i]) > 0
	}
	return vs, linked
}

// staleRuling warns where rules on which a ruling rests have been reworded.
func (b *builder) staleRuling(l lang.Language, path string, text content.Card, r content.Ruling) *templates.StaleRuling {
	var v *templates.StaleRuling
	for _, n := range b.c.RulesOf(r) {
		if _, stale := b.c.Reworded(n, text.Edition); stale {
			if v == nil {
				v = &templates.StaleRuling{Text: fmt.Sprintf(l.Texts().Cards.Stale, l.Date(text.Edition))}
			}
			v.Rules = append(v.Rules, b.numberLink(l, path, n))
		}
	}
	return v
}

// restsOn gathers the rules on which our rulings rest, those that the card
// shows best among them, by the reading page on which they stand.
func (b *builder) restsOn(l lang.Language, path string, x corpus.Card, text content.Card) []templates.Group {
	ns := slices.Clone(shown(x))
	for _, r := range text.Rulings {
		ns = append(ns, b.c.RulesOf(r)...)
	}
	slices.SortFunc(ns, rules.Number.Compare)
	return b.byPage(l, path, slices.Compact(ns))
}

// byPage gathers rules by the reading page on which they stand.
func (b *builder) byPage(l lang.Language, path string, ns []rules.Number) []templates.Group {
	var gs []templates.Group
	var last rules.Number
	for _, n := range ns {
		e, ok := b.c.Entry(n)
		if !ok {
			continue
		}
		if len(gs) == 0 || e.Page != last {
			gs = append(gs, templates.Group{Head: b.link(l, path, e.Page)})
			last = e.Page
		}
		if n == e.Page {
			continue // the heading leads there already
		}
		g := &gs[len(gs)-1]
		g.Links = append(g.Links, b.numberLink(l, path, n))
	}
	return gs
}

// older gives the names on older prints in l.
func older(x corpus.Card, l lang.Language) []templates.Said {
	var names []templates.Said
	for _, f := range x.Faces {
		for _, name := range f.Printed[l].Older {
			names = append(names, templates.Said{Lang: string(l), Text: typeset(name)})
		}
	}
	return names
}

// databases leads to a card in databases, by its English name. Both find a
// card of several faces by the first.
func databases(x corpus.Card) []templates.Link {
	name := shortName(x, lang.English).Text
	name = strings.ReplaceAll(name, "’", "'")
	return []templates.Link{
		{Href: "https://scryfall.com/search?" + url.Values{"q": {`!"` + name + `"`}}.Encode(), Text: "Scryfall"},
		{Href: "https://gatherer.wizards.com/search?" + url.Values{"searchTerm": {name}}.Encode(), Text: "Gatherer"},
	}
}

// openRulings is how many cards with rulings the page of a rule shows before
// it folds the rest, openCards how many names of cards a page shows.
const (
	openRulings = 3
	openCards   = 12
)

// cardsOn has the cards that rest on the rule n, nil where there is none.
func (b *builder) cardsOn(l lang.Language, path string, n rules.Number) *templates.CardsOn {
	var v templates.CardsOn
	var cited []templates.CardOn
	for _, on := range b.c.CardsOn(n) {
		a := b.cardLink(l, path, on.ID)
		x, _ := b.c.Card(on.ID)
		text, _ := x.Text(l)
		c := templates.CardOn{Card: a}
		for _, i := range on.Rulings {
			if i < len(text.Rulings) {
				c.Rulings = append(c.Rulings, templates.RulingOn{
					Href: a.Href + "#" + rulingAnchor(i),
					Text: b.html(text.Rulings[i].Body, l, path),
				})
			}
		}
		if len(c.Rulings) == 0 {
			v.Cards = append(v.Cards, a)
		} else {
			cited = append(cited, c)
		}
	}
	v.Found = b.foundOn(l, path, n, n)
	if len(v.Cards)+len(cited) == 0 && v.Found == nil {
		return nil
	}
	v.Cited = cited[:min(openRulings, len(cited))]
	if v.Folded = cited[len(v.Cited):]; len(v.Folded) > 0 {
		v.More = fmt.Sprintf(l.Texts().Cards.OnMore, len(v.Folded))
	}
	return &v
}

// cardChips has the cards that rest on any of the rules on the reading page of
// n, nil where there is none.
func (b *builder) cardChips(l lang.Language, path string, n rules.Number, ns []rules.Number) *templates.CardChips {
	var all []templates.Link
	seen := map[string]bool{}
	for _, shows := range []bool{true, false} { // those that show a rule best first
		for _, n := range ns {
			for _, on := range b.c.CardsOn(n) {
				if on.Shows == shows && !seen[on.ID] {
					seen[on.ID] = true
					all = append(all, b.cardLink(l, path, on.ID))
				}
			}
		}
	}
	found := b.foundOn(l, path, n, ns...)
	if len(all) == 0 && found == nil {
		return nil
	}
	v := &templates.CardChips{Cards: all[:min(openCards, len(all))], Found: found}
	if v.Folded = all[len(v.Cards):]; len(v.Folded) > 0 {
		v.More = fmt.Sprintf(l.Texts().Cards.OnMore, len(v.Folded))
	}
	return v
}

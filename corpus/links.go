package corpus

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"regula/rules"
	"regula/rulings"
)

// How says what in a text leads to a rule.
type How int

// The ways, the surest first.
const (
	Cited        How = iota + 1 // its number
	NamesKeyword                // the name of a keyword ability or action
	NamesTerm                   // another term of the game
)

// String gives "cited", "keyword" or "term".
func (h How) String() string {
	return [...]string{Cited: "cited", NamesKeyword: "keyword", NamesTerm: "term"}[h]
}

// RulingLink is a place in an official text that leads to a rule of today.
type RulingLink struct {
	Start, End int // bytes of the text
	Rule       rules.Number
	How        How
}

// RulingLinks finds the rules that an official ruling on a card speaks of, in
// the order of its text: numbers, of a range both ends, which it takes for those
// of the edition of its day and brings to today's, keywords, and other terms. A
// number that is gone leads nowhere.
func (c *Corpus) RulingLinks(card rulings.Card, r rulings.Ruling) []RulingLink {
	return c.links(r.Text, r.Date, cardNames(card))
}

// CardLinks finds the keywords in the official text of a face of a card.
func (c *Corpus) CardLinks(card rulings.Card, f rulings.Face) []RulingLink {
	return slices.DeleteFunc(c.links(f.Text, time.Time{}, cardNames(card)), func(l RulingLink) bool { return l.How != NamesKeyword })
}

// cardNames gives what a text on a card may call it.
func cardNames(card rulings.Card) []string {
	var names []string
	for _, f := range card.Faces {
		names = append(names, f.Name)
		if short, _, ok := strings.Cut(f.Name, ","); ok { // Kellan, Daring Traveler
			names = append(names, short)
		}
	}
	return names
}

// links finds the rules that an official text speaks of. Without a day it
// takes no number for that of a rule.
func (c *Corpus) links(text string, day time.Time, names []string) []RulingLink {
	var ls []RulingLink
	if !day.IsZero() {
		for _, ct := range rules.Citations(text, "rule", "rules") {
			first, last := ct.Ends(text)
			if n, ok := c.Today(ct.First, day); ok {
				ls = append(ls, RulingLink{ct.Start, first, n, Cited})
			}
			if n, ok := c.Today(ct.Last, day); ok && ct.Last != ct.First {
				ls = append(ls, RulingLink{last, ct.End, n, Cited})
			}
		}
	}
	for _, m := range c.lexicon.mentions(text, names) {
		if m.Rule.IsZero() || !c.Has(m.Rule) {
			continue
		}
		how := NamesTerm
		if c.entries[m.Rule].Kind == Keyword || c.entries[c.entries[m.Rule].Page].Kind == Keyword {
			how = NamesKeyword
		}
		ls = append(ls, RulingLink{m.Start, m.End, m.Rule, how})
	}
	slices.SortStableFunc(ls, func(a, b RulingLink) int { return cmp.Compare(a.Start, b.Start) })
	return ls
}

// Today gives the number that a rule has today which a text of a day calls n,
// and whether there is one: in the edition in force on the day, or in one of the
// three months after it. A ruling may be published some weeks before the edition
// with the rules it speaks of.
func (c *Corpus) Today(n rules.Number, day time.Time) (rules.Number, bool) {
	all := c.history.Editions()
	i := 0
	for i+1 < len(all) && !all[i+1].Effective.After(day) {
		i++
	}
	for ; i < len(all) && !all[i].Effective.After(day.AddDate(0, 3, 0)); i++ {
		if _, had := all[i].Fact(n); had {
			return c.history.Now(n, all[i].Effective)
		}
	}
	return rules.Number{}, false
}

// OfficialRuling is an official ruling that leads to a rule, with every card
// on which it stands in the same words.
type OfficialRuling struct {
	rulings.Ruling          // the newest
	Cards          []string // ids
	How            How      // Cited or NamesKeyword
	About          bool     // whether it speaks of the rule from the outset, or again and again
}

// worth says how much a reader of the rule has from the ruling; less is more.
func (r OfficialRuling) worth() int {
	switch {
	case r.How == Cited:
		return 0
	case r.About:
		return 1
	}
	return 2
}

// OfficialOn gives the official rulings that lead to n by its number or by the
// name of the keyword that it defines: first those that cite it, then those
// about it, general ones before those on few cards and newer before older. Of
// actions, which every other ruling names, it gives those about them only. The
// caller must not change it.
func (c *Corpus) OfficialOn(n rules.Number) []OfficialRuling { return c.rulings()[n] }

// outset is how many bytes from the beginning of a ruling what it names is what
// it is about.
const outset = 40

// plainQuotes makes rulings alike of which one source writes other quotation
// marks.
var plainQuotes = strings.NewReplacer("’", "'", "“", `"`, "”", `"`)

// indexOfficial leads from rules to official rulings.
func (c *Corpus) indexOfficial() map[rules.Number][]OfficialRuling {
	all := map[rules.Number][]OfficialRuling{}
	found := c.found().cards
	isAction := func(n rules.Number) bool {
		kind, _ := rules.KeywordSection(c.entries[n.Section()].EnglishTitle)
		return kind == rules.KeywordAction
	}
	at := map[string]map[rules.Number]int{} // place in all by text
	for i, card := range c.cards {
		for k, r := range card.Rulings {
			text := plainQuotes.Replace(r.Text)
			for _, l := range strongest(found[i].Rulings[k]) {
				if l.How == NamesTerm || l.How == NamesKeyword && !l.About && isAction(l.Rule) {
					continue
				}
				if at[text] == nil {
					at[text] = map[rules.Number]int{}
				}
				j, ok := at[text][l.Rule]
				if !ok {
					j = len(all[l.Rule])
					at[text][l.Rule] = j
					all[l.Rule] = append(all[l.Rule], OfficialRuling{Ruling: r, How: l.How})
				}
				o := &all[l.Rule][j]
				o.Cards = append(o.Cards, card.ID)
				o.About = o.About || l.About
				o.How = min(o.How, l.How)
				if r.Date.After(o.Date) {
					o.Ruling = r
				}
			}
		}
	}
	for _, on := range all {
		slices.SortStableFunc(on, func(a, b OfficialRuling) int {
			return cmp.Or(cmp.Compare(a.worth(), b.worth()), cmp.Compare(len(b.Cards), len(a.Cards)), b.Date.Compare(a.Date))
		})
	}
	return all
}

// strongest gives of the links in a ruling one to each rule, the surest.
func strongest(ls []RulingLink) []ruleOfRuling {
	var rs []ruleOfRuling
	for _, l := range ls {
		i := slices.IndexFunc(rs, func(r ruleOfRuling) bool { return r.Rule == l.Rule })
		if i < 0 {
			rs = append(rs, ruleOfRuling{l.Rule, l.How, l.Start < outset})
			continue
		}
		rs[i].How = min(rs[i].How, l.How)
		rs[i].About = true
	}
	return rs
}

// ruleOfRuling is a rule that a ruling leads to.
type ruleOfRuling struct {
	Rule  rules.Number
	How   How
	About bool
}

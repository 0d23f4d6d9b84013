package corpus

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"regula/rules"
)

// Found tells where the official texts on a card lead. Nobody has read it: it
// is what RulingLinks and CardLinks find.
type Found struct {
	Faces   [][]RulingLink // in the text of each face: keywords
	Rulings [][]RulingLink // in each ruling
}

// Rules gives the rules that the rulings cite by number, and those of the
// keywords that rulings or faces name, in order, each once.
func (f Found) Rules() []rules.Number {
	var ns []rules.Number
	for _, links := range slices.Concat(f.Faces, f.Rulings) {
		for _, l := range links {
			if l.How != NamesTerm {
				ns = append(ns, l.Rule)
			}
		}
	}
	slices.SortFunc(ns, rules.Number.Compare)
	return slices.Compact(ns)
}

// Found gives where the official texts on the card id lead, nowhere for a card
// that has none. The caller must not change it.
func (c *Corpus) Found(id string) Found {
	i, ok := c.cardByID[id]
	if !ok {
		return Found{}
	}
	return c.found().cards[i]
}

// CardNaming is a card whose official texts name a keyword.
type CardNaming struct {
	ID      string
	Text    bool // whether the text on the card does
	Rulings int  // how many of the rulings on it do
}

// CardsNaming gives the cards whose official texts name a keyword that one of
// the rules defines: first those on which it stands, of these, and of the
// others, first those with the most rulings that name it. The caller must not
// change it.
func (c *Corpus) CardsNaming(ns ...rules.Number) []CardNaming {
	var all []CardNaming
	at := map[string]int{}
	several := false
	for _, n := range ns {
		more := c.found().naming[n]
		switch {
		case len(more) == 0:
			continue
		case all == nil:
			all = more
			continue
		case !several:
			several = true
			all = slices.Clone(all)
			for i, x := range all {
				at[x.ID] = i
			}
		}
		for _, x := range more {
			i, ok := at[x.ID]
			if !ok {
				at[x.ID] = len(all)
				all = append(all, x)
				continue
			}
			all[i].Text = all[i].Text || x.Text
			all[i].Rulings += x.Rulings
		}
	}
	if several {
		slices.SortFunc(all, compareNaming)
	}
	return all
}

func compareNaming(a, b CardNaming) int {
	if a.Text != b.Text {
		if a.Text {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.Rulings, a.Rulings), strings.Compare(a.ID, b.ID))
}

// foundIndex has what is found in the official texts on all cards.
type foundIndex struct {
	cards  []Found // in the order of the cards
	naming map[rules.Number][]CardNaming
}

// indexFound reads every official text on every card.
func (c *Corpus) indexFound() foundIndex {
	x := foundIndex{make([]Found, len(c.cards)), map[rules.Number][]CardNaming{}}
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(c.cards); i += workers {
				x.cards[i] = c.find(c.cards[i])
			}
		})
	}
	wg.Wait()
	for i, f := range x.cards {
		add := func(links []RulingLink, count func(*CardNaming)) {
			for k, l := range links {
				same := func(m RulingLink) bool { return m.Rule == l.Rule && m.How == NamesKeyword }
				if l.How != NamesKeyword || slices.ContainsFunc(links[:k], same) {
					continue
				}
				on := x.naming[l.Rule]
				if len(on) == 0 || on[len(on)-1].ID != c.cards[i].ID {
					on = append(on, CardNaming{ID: c.cards[i].ID})
				}
				count(&on[len(on)-1])
				x.naming[l.Rule] = on
			}
		}
		for _, links := range f.Faces {
			add(links, func(n *CardNaming) { n.Text = true })
		}
		for _, links := range f.Rulings {
			add(links, func(n *CardNaming) { n.Rulings++ })
		}
	}
	for _, on := range x.naming {
		slices.SortFunc(on, compareNaming)
	}
	return x
}

func (c *Corpus) find(x Card) Found {
	var f Found
	for _, face := range x.Faces {
		var links []RulingLink
		text, at := face.Text, 0
		for line := range strings.Lines(text) { // each is a paragraph, "Flying" alone or a sentence
			face.Text = line
			for _, l := range c.CardLinks(x.Card, face) {
				l.Start += at
				l.End += at
				links = append(links, l)
			}
			at += len(line)
		}
		f.Faces = append(f.Faces, links)
	}
	for _, r := range x.Rulings {
		f.Rulings = append(f.Rulings, c.RulingLinks(x.Card, r))
	}
	return f
}

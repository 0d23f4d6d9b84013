package corpus

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"regula/content"
	"regula/lang"
	"regula/rules"
	"regula/rulings"
)

// Card is a card with what is known of it: the facts, imported where they are,
// else those that our texts have; our text in each language; and as Rulings
// the official ones. What is printed in German and French is in its faces
// wherever one of the two tells it.
type Card struct {
	rulings.Card
	texts    map[lang.Language]content.Card
	imported *rulings.Card // before it was joined with our texts; nil where it was not
}

// Text gives our text on the card in l, and whether there is one.
func (c Card) Text(l lang.Language) (content.Card, bool) {
	x, ok := c.texts[l]
	return x, ok
}

// Ours reports whether there are rulings of ours on the card.
func (c Card) Ours() bool { return len(c.texts) > 0 }

// CardOn tells what of a card rests on a rule.
type CardOn struct {
	ID      string
	Shows   bool  // whether our text names the rule as one that the card shows best
	Rulings []int // of ours that cite the rule, by their place in the text of any language
}

// addCards joins the imported cards with our texts, by the ids of ours: an
// imported card of that name, else of that id, is the same one.
func (c *Corpus) addCards(imported []rulings.Card) {
	byName := map[string]int{}
	for _, x := range imported {
		byName[x.Name] = len(c.cards)
		c.cardByID[x.ID] = len(c.cards)
		c.cards = append(c.cards, Card{Card: x})
	}
	ours := map[string]map[lang.Language]content.Card{}
	for _, x := range c.content.Cards {
		if ours[x.ID] == nil {
			ours[x.ID] = map[lang.Language]content.Card{}
		}
		ours[x.ID][x.Language] = x
	}
	for id, texts := range ours {
		card := cardOf(texts)
		i, ok := byName[card.Name]
		if !ok {
			i, ok = c.cardByID[id]
		}
		if !ok {
			c.cards = append(c.cards, Card{Card: card, texts: texts})
			continue
		}
		x := &c.cards[i]
		if j, taken := c.cardByID[id]; taken && j != i { // by another card that reads alike
			c.cards[j].ID = x.ID
			c.cardByID[x.ID] = j
		}
		imported := x.Card
		x.ID, x.texts, x.imported = id, texts, &imported
		c.cardByID[id] = i
		x.Faces = joinFaces(x.Faces, card.Faces)
	}
	slices.SortFunc(c.cards, func(a, b Card) int { return strings.Compare(a.ID, b.ID) })
	for i, x := range c.cards {
		c.cardByID[x.ID] = i
		c.addCardOn(x)
	}
	for _, on := range c.cardsOn {
		slices.SortStableFunc(on, func(a, b CardOn) int { return cmp.Compare(closeness(a), closeness(b)) })
	}
}

// closeness puts what is ours first, and of that the cards that show a rule best.
func closeness(x CardOn) int {
	switch {
	case x.Shows:
		return 0
	case len(x.Rulings) > 0:
		return 1
	}
	return 2
}

// addCardOn leads from rules to what of a card rests on them by our own texts,
// which cite the same rules in every language.
func (c *Corpus) addCardOn(x Card) {
	text, ok := anyText(x.texts)
	if !ok {
		return
	}
	on := map[rules.Number]*CardOn{}
	of := func(n rules.Number) *CardOn {
		if on[n] == nil {
			on[n] = &CardOn{ID: x.ID}
		}
		return on[n]
	}
	for _, n := range text.Rules {
		of(n).Shows = true
	}
	for i, r := range text.Rulings {
		for _, n := range c.RulesOf(r) {
			of(n).Rulings = append(of(n).Rulings, i)
		}
	}
	for n, o := range on {
		c.cardsOn[n] = append(c.cardsOn[n], *o)
	}
}

// RulesOf gives the rules of the edition that a ruling of ours cites, in order,
// each once.
func (c *Corpus) RulesOf(r content.Ruling) []rules.Number {
	var ns []rules.Number
	for _, x := range r.Citations {
		ns = append(ns, rules.Citation{First: x.First, Last: x.Last}.Numbers(c.Has)...)
	}
	slices.SortFunc(ns, rules.Number.Compare)
	return slices.Compact(ns)
}

// anyText gives the text in English, else in another language.
func anyText(texts map[lang.Language]content.Card) (content.Card, bool) {
	for _, l := range []lang.Language{lang.English, lang.German, lang.French} {
		if x, ok := texts[l]; ok {
			return x, true
		}
	}
	return content.Card{}, false
}

// cardOf gives the facts that our texts have of a card.
func cardOf(texts map[lang.Language]content.Card) rulings.Card {
	first, _ := anyText(texts)
	card := rulings.Card{ID: first.ID, Name: first.Name, Layout: first.Layout}
	for i, f := range first.Faces {
		face := rulings.Face{Name: f.English, ManaCost: f.Cost, Printed: map[lang.Language]rulings.Printed{}}
		if first.Language == lang.English {
			face.TypeLine = f.Type
		}
		power, toughness, two := strings.Cut(f.Stats, "/")
		switch {
		case two:
			face.Power, face.Toughness = power, toughness
		case strings.Contains(face.TypeLine, "Battle"):
			face.Defense = f.Stats
		default:
			face.Loyalty = f.Stats
		}
		for l, x := range texts {
			if i < len(x.Faces) && x.Faces[i].Name != "" {
				face.Printed[l] = rulings.Printed{Name: x.Faces[i].Name, TypeLine: x.Faces[i].Type}
			}
		}
		card.Faces = append(card.Faces, face)
	}
	return card
}

// joinFaces gives the imported faces with the printed names that ours have,
// of which other ones are older or newer; ours, where the source lacks a face.
func joinFaces(imported, ours []rulings.Face) []rulings.Face {
	if !slices.EqualFunc(imported, ours, func(a, b rulings.Face) bool { return a.Name == b.Name }) {
		return ours
	}
	faces := slices.Clone(imported)
	for i, f := range faces {
		printed := maps.Clone(f.Printed)
		if printed == nil {
			printed = map[lang.Language]rulings.Printed{}
		}
		for l, p := range ours[i].Printed {
			old := printed[l]
			p.Text = old.Text
			for _, name := range append(old.Older, old.Name) {
				if name != "" && name != f.Name && evened(name) != evened(p.Name) {
					p.Older = append(p.Older, name)
				}
			}
			printed[l] = p
		}
		faces[i].Printed = printed
	}
	return faces
}

// Cards gives every card in the order of their ids. The caller must not change
// it.
func (c *Corpus) Cards() []Card { return c.cards }

// Card gives the card id, and whether there is one.
func (c *Corpus) Card(id string) (Card, bool) {
	i, ok := c.cardByID[id]
	if !ok {
		return Card{}, false
	}
	return c.cards[i], true
}

// CardsOn gives the cards that rest on n: first those that show it best, then
// those with rulings of ours that cite it, in the order of their ids. The
// caller must not change it.
func (c *Corpus) CardsOn(n rules.Number) []CardOn { return c.cardsOn[n] }

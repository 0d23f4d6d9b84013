package corpus

import (
	"slices"
	"strings"

	"regula/rulings"
)

// Card is a card with what is known of it. Its Rulings are the official ones.
type Card struct {
	rulings.Card
}

// addCards takes the imported cards in the order of their ids.
func (c *Corpus) addCards(imported []rulings.Card) {
	for _, x := range imported {
		c.cards = append(c.cards, Card{Card: x})
	}
	slices.SortFunc(c.cards, func(a, b Card) int { return strings.Compare(a.ID, b.ID) })
	for i, x := range c.cards {
		c.cardByID[x.ID] = i
	}
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

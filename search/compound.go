package search

import (
	"slices"

	"regula/lang"
)

// compounds divides German compounds into the words that our own texts have
// by themselves, so that Kampf finds Kampfschadensegment.
type compounds struct {
	words map[string]bool
	split map[string][]string // what has been divided already
}

// The shortest word that is divided, and the shortest that one is divided
// into. Shorter ones (an, ein, ins) stand in almost every word by chance.
const (
	compoundLength = 7
	partLength     = 4
)

// otherParts are words below partLength, and light ones, that compounds of
// the game are made of.
var otherParts = wordSet("art ort tag tod typ zug regel regeln")

// links stand between the parts of a compound.
var links = []string{"", "s", "es", "n", "en", "er", "e"}

func newCompounds(words map[string]bool) *compounds {
	c := &compounds{words: map[string]bool{}, split: map[string][]string{}}
	for w := range words {
		if len(w) >= partLength && !light[lang.German][w] || otherParts[w] {
			c.words[w] = true
		}
	}
	return c
}

// parts gives the words that w is made of, those that are compounds
// themselves and their parts; nothing if w is no compound.
func (c *compounds) parts(w string) []string {
	if len(w) < compoundLength {
		return nil
	}
	if ps, ok := c.split[w]; ok {
		return ps
	}
	c.split[w] = nil
	var all []string
	for _, p := range c.divide(w, true) {
		all = append(all, p)
		all = append(all, c.parts(p)...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	c.split[w] = all
	return all
}

// divide gives the fewest words that w consists of without a rest; among as
// few, those with the longest last one, which carries the meaning.
func (c *compounds) divide(w string, whole bool) []string {
	if !whole && c.words[w] {
		return []string{w}
	}
	var best []string
	for i := 3; i <= len(w)-3; i++ {
		head, tail := w[:i], w[i:]
		if !c.words[head] {
			continue
		}
		for _, link := range links {
			if len(tail) < len(link)+3 || tail[:len(link)] != link {
				continue
			}
			if rest := c.divide(tail[len(link):], false); rest != nil && (best == nil || len(rest)+1 < len(best)) {
				best = append([]string{head}, rest...)
			}
		}
	}
	return best
}

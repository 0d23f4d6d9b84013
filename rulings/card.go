// Package rulings knows cards and the rulings on them, and reads both from the
// bulk files that Scryfall and MTGJSON publish. The files are read as a
// stream; what is kept of them is the cards alone, a card once, whatever
// number of prints the file has.
package rulings

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"regula/lang"
	"regula/rules"
)

// Card is a card with the rulings on it.
type Card struct {
	ID      string // address element, from the English name: "giant-killer"; unique
	Oracle  string // Scryfall's oracle id; "" where the source has none
	Name    string // English name in full: "Giant Killer // Chop Down"
	Layout  string // as the source names it: "normal", "adventure", "split", "transform", …
	Faces   []Face // as printed, the front or the main part first; never empty
	Rulings []Ruling
}

// Face is one face, half or inset frame of a card, in English.
type Face struct {
	Name      string
	ManaCost  string // "{2}{W}"; "" for none
	TypeLine  string
	Text      string // Oracle text, paragraphs separated by "\n"
	Power     string // also "*" and "1+*"; "" where the face has none
	Toughness string
	Loyalty   string
	Defense   string
	Printed   map[lang.Language]Printed // in languages other than English that have a print
}

// Printed is how a face is printed in one language, by the newest print.
type Printed struct {
	Name     string
	TypeLine string   // "" where the source has none
	Text     string   // likewise
	Older    []string // names on older prints that differ from Name
}

// Stats gives what stands in the corner of the face: power and toughness as
// "1/2", loyalty or defense as "3", "" for none.
func (f Face) Stats() string {
	if f.Power != "" || f.Toughness != "" {
		return f.Power + "/" + f.Toughness
	}
	return cmp.Or(f.Loyalty, f.Defense)
}

// Ruling is one ruling on a card.
type Ruling struct {
	Date   time.Time
	Source string // "wotc" for the publisher's, "scryfall" for Scryfall's notes
	Text   string
}

// Names gives every name of the card in l: those of its faces, and where it
// has several the whole name; of other languages than English also older
// printed ones.
func (c Card) Names(l lang.Language) []string {
	var whole, names []string
	for _, f := range c.Faces {
		name := f.Name
		if l != lang.English {
			p, ok := f.Printed[l]
			if !ok {
				continue
			}
			name = p.Name
			names = append(names, p.Older...)
		}
		whole = append(whole, name)
		names = append(names, name)
	}
	if len(whole) > 1 {
		names = append(names, strings.Join(whole, " // "))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// PrintedName gives the name of the whole card on its newest print in l, and
// whether it has a print in l.
func (c Card) PrintedName(l lang.Language) (string, bool) {
	if l == lang.English {
		return c.Name, true
	}
	var names []string
	for _, f := range c.Faces {
		p, ok := f.Printed[l]
		if !ok || p.Name == "" {
			return "", false
		}
		names = append(names, p.Name)
	}
	return strings.Join(names, " // "), true
}

// split has the layouts of cards that are known by both names together.
var split = []string{"split", "aftermath"}

// ID gives the address element of a card by itself, whatever others there are,
// from its English name, its layout and the name of its first face: that of
// the whole name for split cards, for all others that of the face.
func ID(name, layout, face string) string {
	if slices.Contains(split, layout) || face == "" {
		return cmp.Or(rules.Slug(name), "card")
	}
	return cmp.Or(rules.Slug(face), rules.Slug(name), "card")
}

func slug(c Card) string {
	if len(c.Faces) == 0 {
		return ID(c.Name, c.Layout, "")
	}
	return ID(c.Name, c.Layout, c.Faces[0].Name)
}

// finish gives every card its ID, puts cards in the order of their names and
// the rulings on each in the order of their dates, each once. Cards whose
// names give the same address get a number after it, in the order of their
// oracle ids.
func finish(cards []Card) []Card {
	slices.SortFunc(cards, func(a, b Card) int {
		return cmp.Or(cmp.Compare(slug(a), slug(b)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Oracle, b.Oracle))
	})
	taken := map[string]bool{}
	for i := range cards {
		c := &cards[i]
		id := slug(*c)
		for n := 2; taken[id]; n++ {
			id = slug(*c) + "-" + strconv.Itoa(n)
		}
		taken[id] = true
		c.ID = id
		slices.SortStableFunc(c.Rulings, func(a, b Ruling) int { return a.Date.Compare(b.Date) })
		c.Rulings = distinct(c.Rulings)
	}
	return cards
}

// distinct drops rulings that are there before with the same date and words,
// as from two sources of which one writes other quotation marks.
func distinct(rs []Ruling) []Ruling {
	type wording struct {
		day  int64
		text string
	}
	seen := map[wording]bool{}
	return slices.DeleteFunc(rs, func(r Ruling) bool {
		w := wording{r.Date.Unix(), strings.Join(strings.Fields(plainQuotes.Replace(r.Text)), " ")}
		repeats := seen[w]
		seen[w] = true
		return repeats
	})
}

var plainQuotes = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'")

package rulings

import (
	"slices"
	"time"

	"regula/lang"
)

// gathered is a card made of the prints read so far.
type gathered struct {
	card    Card
	english time.Time                   // release of the print that gave the English texts; zero before one did
	printed map[lang.Language]time.Time // release of the print that gave the printed texts
}

// print is one print of a card as a file has it.
type print struct {
	oracle   string
	name     string
	layout   string
	language lang.Language
	released time.Time
	faces    []Face    // English texts
	printed  []Printed // of the faces, in language; empty for English
}

// key names the card that a print is of.
func (p print) key() string {
	if p.oracle != "" {
		return p.oracle
	}
	return "name:" + p.name
}

// add takes a print into the card that it is of.
func (r *Reader) add(p print) *gathered {
	g := r.cards[p.key()]
	if g == nil {
		g = &gathered{
			card:    Card{Oracle: p.oracle, Name: p.name, Layout: p.layout, Faces: p.faces},
			printed: map[lang.Language]time.Time{},
		}
		r.cards[p.key()] = g
	}
	if p.language == lang.English && (g.english.IsZero() || p.released.After(g.english)) {
		g.english = p.released
		g.card.Name, g.card.Layout = p.name, p.layout
		for i := range p.faces {
			if i < len(g.card.Faces) {
				p.faces[i].Printed = g.card.Faces[i].Printed
			}
		}
		g.card.Faces = p.faces
	}
	if len(p.printed) > 0 {
		g.addPrinted(p)
	}
	return g
}

// addPrinted takes the printed texts of a print: the newest is the one to
// show, the names on all others are kept.
func (g *gathered) addPrinted(p print) {
	newest, had := g.printed[p.language]
	newer := !had || p.released.After(newest)
	if newer {
		g.printed[p.language] = p.released
	}
	for i, n := range p.printed {
		if i >= len(g.card.Faces) || n.Name == "" {
			continue
		}
		f := &g.card.Faces[i]
		if f.Printed == nil {
			f.Printed = map[lang.Language]Printed{}
		}
		old, exists := f.Printed[p.language]
		if !exists {
			f.Printed[p.language] = n
			continue
		}
		if !newer {
			old, n = n, old
		}
		for _, name := range append(old.Older, old.Name) {
			if name != n.Name && !slices.Contains(n.Older, name) {
				n.Older = append(n.Older, name)
			}
		}
		slices.Sort(n.Older)
		f.Printed[p.language] = n
	}
}

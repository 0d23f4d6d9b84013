package rulings

import (
	"slices"
	"strings"
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
func (p print) key() string { return key(p.oracle, p.name) }

func (c Card) key() string { return key(c.Oracle, c.Name) }

func key(oracle, name string) string {
	if oracle != "" {
		return oracle
	}
	return named + name
}

// named begins the key of a card whose source has no oracle id.
const named = "name:"

// joinNamed joins cards of files that have no oracle ids with the one of their
// name in files that have.
func (r *Reader) joinNamed() {
	byName := map[string][]*gathered{}
	for k, g := range r.cards {
		if !strings.HasPrefix(k, named) {
			byName[g.card.Name] = append(byName[g.card.Name], g)
		}
	}
	for k, g := range r.cards {
		same := byName[g.card.Name]
		if !strings.HasPrefix(k, named) || len(same) != 1 {
			continue
		}
		c := &same[0].card
		c.Rulings = append(c.Rulings, g.card.Rulings...)
		for i := range c.Faces {
			if i < len(g.card.Faces) {
				c.Faces[i].takePrinted(g.card.Faces[i])
			}
		}
		delete(r.cards, k)
	}
}

// takePrinted takes the printed texts of the same face from a file that does
// not tell when they were printed: those in languages that f lacks, of the
// others the names.
func (f *Face) takePrinted(other Face) {
	for l, p := range other.Printed {
		if f.Printed == nil {
			f.Printed = map[lang.Language]Printed{}
		}
		old, ok := f.Printed[l]
		if !ok {
			f.Printed[l] = p
			continue
		}
		old.addOlder(append(p.Older, p.Name)...)
		f.Printed[l] = old
	}
}

// addOlder adds names on older prints, in order, each once.
func (p *Printed) addOlder(names ...string) {
	for _, n := range names {
		if n != "" && n != p.Name && !slices.Contains(p.Older, n) {
			p.Older = append(p.Older, n)
		}
	}
	slices.Sort(p.Older)
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
		n.addOlder(append(old.Older, old.Name)...)
		f.Printed[p.language] = n
	}
}

package site

import (
	"maps"
	"slices"
	"strings"
	"time"

	"regula/editions"
	"regula/rules"
	"regula/search"
)

// editionsData is every step between editions, for the scripts that find out
// what a number was, or compare two editions.
type editionsData struct {
	First string     `json:"first"` // the oldest edition
	Steps []stepData `json:"steps"` // oldest first
}

// stepData is what an edition changed. Each change begins with a letter, a for
// added, d for removed, w for reworded, m for moved, x for moved and reworded:
//
//	a702.195 w310.7 m310.8>310.9
type stepData struct {
	To      string   `json:"to"`
	Changes string   `json:"changes"` // divided by blanks
	Entries []string `json:"entries"` // of the glossary: "aStoried"
}

var stepLetters = map[editions.ChangeKind]string{
	editions.Added: "a", editions.Removed: "d", editions.Reworded: "w", editions.Moved: "m", editions.MovedAndReworded: "x",
}

func newEditionsData(h *editions.History) editionsData {
	d := editionsData{First: h.Editions()[0].String(), Steps: []stepData{}}
	for _, s := range h.Steps() {
		step := stepData{To: s.To.Format(time.DateOnly), Entries: []string{}}
		var changes []string
		for _, c := range s.Changes {
			text := stepLetters[c.Kind]
			switch {
			case c.Term != "":
				step.Entries = append(step.Entries, text+c.Term)
				continue
			case c.Kind == editions.Moved || c.Kind == editions.MovedAndReworded:
				text += c.Old.String() + ">" + c.New.String()
			case c.New.IsZero():
				text += c.Old.String()
			default:
				text += c.New.String()
			}
			changes = append(changes, text)
		}
		step.Changes = strings.Join(changes, " ")
		d.Steps = append(d.Steps, step)
	}
	return d
}

// editions is that data.
func (b *builder) editions() Page {
	return b.jsonPage(editionsPath, func(b *builder) any { return newEditionsData(b.c.History()) })
}

// Past gives every number that the newest edition does not have and an older
// one had, in order, for a search to tell what became of it.
func Past(h *editions.History) []search.Past {
	newest := h.Newest()
	last := map[rules.Number]editions.Edition{}
	for _, e := range h.Editions() {
		for _, f := range e.Facts {
			if f.Kind != editions.Entry {
				last[f.Number] = e
			}
		}
	}
	var past []search.Past
	for n, e := range maps.All(last) {
		if _, ok := newest.Fact(n); ok {
			continue
		}
		p := search.Past{Number: n, Edition: e.String()}
		if now, ok := h.Now(n, e.Effective); ok {
			p.Moved = []rules.Number{now}
		}
		past = append(past, p)
	}
	slices.SortFunc(past, func(a, b search.Past) int { return a.Number.Compare(b.Number) })
	return past
}

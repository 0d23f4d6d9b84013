package rulings

import (
	"encoding/json"
	"fmt"
	"slices"

	"regula/lang"
)

// scryfallObject is a card or a ruling of Scryfall's, as its API
// documentation describes them. Older files lack fields, newer ones have more.
type scryfallObject struct {
	Object   string `json:"object"`
	OracleID string `json:"oracle_id"`

	// of a ruling
	Source    string `json:"source"`
	Published string `json:"published_at"`
	Comment   string `json:"comment"`

	// of a card
	Name     string `json:"name"`
	Lang     string `json:"lang"`
	Released string `json:"released_at"`
	Layout   string `json:"layout"`
	scryfallFace
	CardFaces []scryfallFaceOf `json:"card_faces"`
}

// scryfallFace has what a card of one face has itself, and one of several
// faces in each of them.
type scryfallFace struct {
	ManaCost        string `json:"mana_cost"`
	TypeLine        string `json:"type_line"`
	OracleText      string `json:"oracle_text"`
	Power           string `json:"power"`
	Toughness       string `json:"toughness"`
	Loyalty         string `json:"loyalty"`
	Defense         string `json:"defense"`
	PrintedName     string `json:"printed_name"`
	PrintedTypeLine string `json:"printed_type_line"`
	PrintedText     string `json:"printed_text"`
}

type scryfallFaceOf struct {
	OracleID string `json:"oracle_id"` // of reversible cards, which have none themselves
	Name     string `json:"name"`
	Layout   string `json:"layout"`
	scryfallFace
}

func (f scryfallFace) face(name string) Face {
	return Face{
		Name: name, ManaCost: f.ManaCost, TypeLine: f.TypeLine, Text: f.OracleText,
		Power: f.Power, Toughness: f.Toughness, Loyalty: f.Loyalty, Defense: f.Defense,
	}
}

func (f scryfallFace) printed(name string) Printed {
	if f.PrintedName != "" {
		name = f.PrintedName
	}
	return Printed{Name: name, TypeLine: f.PrintedTypeLine, Text: f.PrintedText}
}

// noCards has the layouts of objects that are no cards of the game.
var noCards = []string{"token", "double_faced_token", "emblem", "art_series"}

// scryfall reads the next element of a list.
func (p *parser) scryfall() error {
	var raw json.RawMessage
	if err := p.Decode(&raw); err != nil {
		return err
	}
	if err := p.r.addScryfall(raw); err != nil {
		return err
	}
	return p.r.enough(0)
}

func (r *Reader) addScryfall(raw []byte) error {
	r.Stats.Objects++
	var o scryfallObject
	if err := json.Unmarshal(raw, &o); err != nil {
		return fmt.Errorf("object %d: %w", r.Stats.Objects, err)
	}
	switch {
	case o.Object == "ruling" || o.Object == "" && o.Comment != "":
		return r.addRuling(o)
	case o.Object == "card" || o.Object == "" && o.Name != "":
		return r.addCard(o)
	case o.Object == "error":
		return fmt.Errorf("object %d says that there was an error", r.Stats.Objects)
	}
	return fmt.Errorf("object %d is %q, neither a card nor a ruling", r.Stats.Objects, o.Object)
}

func (r *Reader) addRuling(o scryfallObject) error {
	if o.OracleID == "" {
		return fmt.Errorf("ruling %d has no oracle_id", r.Stats.Objects)
	}
	if o.Comment == "" {
		r.Stats.Skipped++
		return nil
	}
	published, err := date(o.Published)
	if err != nil {
		return fmt.Errorf("ruling %d: %w", r.Stats.Objects, err)
	}
	r.Stats.Rulings++
	r.loose[o.OracleID] = append(r.loose[o.OracleID], Ruling{Date: published, Source: o.Source, Text: o.Comment})
	return nil
}

func (r *Reader) addCard(o scryfallObject) error {
	if err := checkName(o.Name); err != nil {
		return fmt.Errorf("card %d %w", r.Stats.Objects, err)
	}
	l, ok := lang.Parse(o.Lang)
	if o.Lang == "" {
		l, ok = lang.English, true
	}
	if !ok || slices.Contains(noCards, o.Layout) {
		r.Stats.Skipped++
		return nil
	}
	released, err := date(o.Released)
	if err != nil {
		return fmt.Errorf("card %d (%s): %w", r.Stats.Objects, o.Name, err)
	}
	p := print{oracle: o.OracleID, name: o.Name, layout: o.Layout, language: l, released: released}
	if len(o.CardFaces) == 0 {
		p.faces = []Face{o.scryfallFace.face(o.Name)}
		p.printed = []Printed{o.scryfallFace.printed(o.Name)}
	} else if o.OracleID == "" && o.CardFaces[0].OracleID != "" {
		// The two sides of a reversible card are the same card twice.
		f := o.CardFaces[0]
		p.oracle, p.name = f.OracleID, f.Name
		if f.Layout != "" {
			p.layout = f.Layout
		} else {
			p.layout = "normal"
		}
		p.faces = []Face{f.face(f.Name)}
		p.printed = []Printed{f.printed(f.Name)}
	} else {
		for _, f := range o.CardFaces {
			p.faces = append(p.faces, f.face(f.Name))
			p.printed = append(p.printed, f.printed(f.Name))
		}
	}
	if l == lang.English {
		p.printed = nil
	}
	r.add(p)
	return nil
}

package rulings

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"regula/lang"
)

// mtgjsonCard is one face of a card in MTGJSON's files, as its documentation
// describes Card (Atomic) and Card (Set).
type mtgjsonCard struct {
	Name        string `json:"name"`
	FaceName    string `json:"faceName"`
	Side        string `json:"side"`
	Layout      string `json:"layout"`
	ManaCost    string `json:"manaCost"`
	Type        string `json:"type"`
	Text        string `json:"text"`
	Power       string `json:"power"`
	Toughness   string `json:"toughness"`
	Loyalty     string `json:"loyalty"`
	Defense     string `json:"defense"`
	Identifiers struct {
		OracleID string `json:"scryfallOracleId"`
	} `json:"identifiers"`
	Rulings []struct {
		Date string `json:"date"`
		Text string `json:"text"`
	} `json:"rulings"`
	ForeignData []struct {
		Language string `json:"language"`
		Name     string `json:"name"`
		FaceName string `json:"faceName"`
		Type     string `json:"type"`
		Text     string `json:"text"`
	} `json:"foreignData"`
}

// mtgjsonLanguages names the site's languages as MTGJSON does.
var mtgjsonLanguages = map[string]lang.Language{"German": lang.German, "French": lang.French}

// mtgjson reads the rest of a data object: of AtomicCards, which has the faces
// of a card under its name; of AllPrintings, which has a set under its code;
// or of a single set.
func (p *parser) mtgjson() error {
	var set mtgjsonSet
	for p.More() {
		key, err := p.Token()
		if err != nil {
			return err
		}
		if err := p.member(&set, key.(string)); err != nil {
			return err
		}
	}
	if _, err := p.Token(); err != nil {
		return err
	}
	return p.r.addSet(set)
}

// mtgjsonSet is what is kept of a set until it ends: its cards have no date,
// the set may name it after them.
type mtgjsonSet struct {
	released string
	cards    []mtgjsonCard
}

// member reads the value under one key of a data object or of a set.
func (p *parser) member(set *mtgjsonSet, key string) error {
	switch key {
	case "releaseDate":
		return p.Decode(&set.released)
	case "cards":
		t, err := p.Token()
		if err != nil || t != json.Delim('[') {
			return cmp.Or(err, fmt.Errorf("cards is %v, not a list", t))
		}
		return p.array(func() error {
			var c mtgjsonCard
			if err := p.Decode(&c); err != nil {
				return err
			}
			set.cards = append(set.cards, c)
			return p.r.enough(len(set.cards))
		})
	case "tokens", "booster", "sealedProduct", "decks", "translations":
		var skip json.RawMessage
		return p.Decode(&skip)
	}
	t, err := p.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('['):
		return p.atomic(key)
	case json.Delim('{'):
		return p.mtgjson()
	}
	return nil // a plain value
}

// atomic reads the rest of the list under one name of AtomicCards.
func (p *parser) atomic(key string) error {
	var set mtgjsonSet
	for p.More() {
		var raw json.RawMessage
		if err := p.Decode(&raw); err != nil {
			return err
		}
		var c mtgjsonCard
		if json.Unmarshal(raw, &c) == nil && c.Name == key {
			set.cards = append(set.cards, c)
			if err := p.r.enough(len(set.cards)); err != nil {
				return err
			}
		}
	}
	if _, err := p.Token(); err != nil {
		return err
	}
	return p.r.addSet(set)
}

// addSet takes the cards of a set; faces of one card follow one another or
// not, they are put together by the card's name and number of sides.
func (r *Reader) addSet(set mtgjsonSet) error {
	released, err := date(set.released)
	if err != nil {
		return err
	}
	for i, c := range set.cards {
		r.Stats.Objects++
		if err := checkName(c.Name); err != nil {
			return fmt.Errorf("card %d %w", r.Stats.Objects, err)
		}
		if slices.Contains(noCards, c.Layout) {
			r.Stats.Skipped++
			continue
		}
		if c.Layout == "meld" && c.FaceName != "" { // cards of their own, whose names MTGJSON joins with that of the melded one
			c.Name, c.FaceName = c.FaceName, ""
		}
		if c.FaceName != "" && c.Side != "a" && c.Side != "" {
			continue // comes with its first face
		}
		faces := []mtgjsonCard{c}
		if c.FaceName != "" {
			faces = otherFaces(set.cards, i)
		}
		if err := r.addFaces(faces, released); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// otherFaces gives the faces of the card whose first face is the i-th, each
// once though the set has several prints of it.
func otherFaces(cards []mtgjsonCard, i int) []mtgjsonCard {
	faces := []mtgjsonCard{cards[i]}
	for _, c := range cards {
		if c.Name == cards[i].Name && !slices.ContainsFunc(faces, func(f mtgjsonCard) bool { return f.FaceName == c.FaceName }) {
			faces = append(faces, c)
		}
	}
	slices.SortStableFunc(faces, func(a, b mtgjsonCard) int {
		switch {
		case a.Side < b.Side:
			return -1
		case a.Side > b.Side:
			return 1
		}
		return 0
	})
	return faces
}

func (r *Reader) addFaces(faces []mtgjsonCard, released time.Time) error {
	first := faces[0]
	english := print{
		oracle: first.Identifiers.OracleID, name: first.Name, layout: first.Layout,
		language: lang.English, released: released,
	}
	printed := map[lang.Language][]Printed{}
	for i, f := range faces {
		name := f.FaceName
		if name == "" {
			name = f.Name
		}
		english.faces = append(english.faces, Face{
			Name: name, ManaCost: f.ManaCost, TypeLine: f.Type, Text: f.Text,
			Power: f.Power, Toughness: f.Toughness, Loyalty: f.Loyalty, Defense: f.Defense,
		})
		for _, d := range f.ForeignData {
			l, ok := mtgjsonLanguages[d.Language]
			if !ok {
				continue
			}
			if printed[l] == nil {
				printed[l] = make([]Printed, len(faces))
			}
			if d.FaceName == "" {
				d.FaceName = d.Name
			}
			printed[l][i] = Printed{Name: d.FaceName, TypeLine: d.Type, Text: d.Text}
		}
	}
	g := r.add(english)
	for l, p := range printed {
		g.addPrinted(print{language: l, released: released, printed: p})
	}
	for _, f := range faces {
		for _, ruling := range f.Rulings {
			published, err := date(ruling.Date)
			if err != nil {
				return err
			}
			x := Ruling{Date: published, Source: "wotc", Text: ruling.Text}
			if x.Text == "" {
				continue
			}
			r.Stats.Rulings++
			if !slices.Contains(g.card.Rulings, x) {
				g.card.Rulings = append(g.card.Rulings, x)
			}
		}
	}
	return nil
}

package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"time"

	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
	"regula/rulings"
)

// ruleData is the page of a number as data. Addresses are relative to that
// page; paths count from the root of the site.
type ruleData struct {
	Number    string        `json:"number"`
	Language  string        `json:"language"`
	Title     string        `json:"title"`
	English   string        `json:"english,omitempty"`
	Path      string        `json:"path"`
	Reading   string        `json:"reading"`           // its place on a reading page
	Edition   string        `json:"edition,omitempty"` // of the rules
	Explained string        `json:"explained,omitempty"`
	Stale     bool          `json:"stale,omitempty"` // the wording has changed since
	History   *historyData  `json:"history,omitempty"`
	Text      string        `json:"text,omitempty"`
	Examples  []string      `json:"examples,omitempty"`
	HTML      string        `json:"html,omitempty"`         // the text
	ExHTML    []string      `json:"examplesHTML,omitempty"` // the examples
	SeeAlso   []string      `json:"seeAlso,omitempty"`
	Cites     []string      `json:"cites,omitempty"`
	CitedBy   []string      `json:"citedBy,omitempty"`
	Terms     []string      `json:"terms,omitempty"`
	Cards     []cardOnData  `json:"cards,omitempty"` // that rest on it
	Found     *foundData    `json:"found,omitempty"`
	Official  *officialData `json:"official,omitempty"`
}

// cardOnData tells what of a card rests on a rule.
type cardOnData struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Path    string `json:"path"`
	Shows   bool   `json:"shows,omitempty"`   // whether it shows the rule best
	Rulings []int  `json:"rulings,omitempty"` // of ours that cite the rule, counted from 1
}

// foundData is what a program has found on the rule in official texts on
// cards: how much there is, and as much of it as the page shows.
type foundData struct {
	OfficialCount int              `json:"officialRulingsCount,omitempty"` // that cite the rule or are about its keyword
	Official      []officialOnData `json:"officialRulings,omitempty"`
	NamingCount   int              `json:"cardsNamingCount,omitempty"` // whose text or rulings name its keyword
	Naming        []cardNamingData `json:"cardsNaming,omitempty"`
}

type officialOnData struct {
	officialRulingData
	CardCount int              `json:"cardCount"` // on which it stands
	Cards     []cardNamingData `json:"cards"`
}

type cardNamingData struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Path  string `json:"path"`
}

func (b *builder) cardNamingData(l lang.Language, id string) cardNamingData {
	x, _ := b.c.Card(id)
	return cardNamingData{ID: id, Title: cardName(x, l).Text, Path: cardPath(l, id)}
}

// foundData is nil where nothing is found.
func (b *builder) foundData(l lang.Language, n rules.Number) *foundData {
	official, naming := b.officialsOn([]rules.Number{n}), b.c.CardsNaming(n)
	if len(official)+len(naming) == 0 {
		return nil
	}
	d := foundData{OfficialCount: len(official), NamingCount: len(naming)}
	for _, r := range official[:min(mostOfficial, len(official))] {
		o := officialOnData{officialRulingData: officialRuling(r.Ruling, b.linksIn(r)), CardCount: len(r.Cards)}
		for _, id := range r.Cards[:min(mostOnCards, len(r.Cards))] {
			o.Cards = append(o.Cards, b.cardNamingData(l, id))
		}
		d.Official = append(d.Official, o)
	}
	for _, x := range naming[:min(mostNaming, len(naming))] {
		d.Naming = append(d.Naming, b.cardNamingData(l, x.ID))
	}
	return &d
}

// historyData is what became of the rule and of its number. Dates are those
// of editions; "until" names the first edition in which it was otherwise.
type historyData struct {
	Since    string     `json:"since"`              // first known edition that had the rule
	Reworded []string   `json:"reworded,omitempty"` // editions that reworded it
	Numbers  []spanData `json:"numbers,omitempty"`  // that the rule has had, today's last; empty where it was always this one
	Meanings []spanData `json:"meanings,omitempty"` // rules that have had this number; empty where it was always this one
}

type spanData struct {
	Number string `json:"number,omitempty"`
	Title  string `json:"title,omitempty"` // English title of the rule or of what it stood under
	From   string `json:"from"`
	Until  string `json:"until,omitempty"`
	Now    string `json:"now,omitempty"` // number of that rule today, where it is another
}

func (b *builder) historyData(n rules.Number) *historyData {
	life := b.life(n)
	day := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(time.DateOnly)
	}
	numbers, meanings := life.numbers, life.meanings
	if len(numbers) == 0 {
		return nil
	}
	d := historyData{Since: day(numbers[0].From)}
	for _, t := range life.reworded {
		d.Reworded = append(d.Reworded, day(t))
	}
	if len(numbers) == 1 {
		numbers = nil
	}
	if len(meanings) == 1 {
		meanings = nil
	}
	for _, s := range numbers {
		d.Numbers = append(d.Numbers, spanData{Number: s.Number.String(), From: day(s.From), Until: day(s.Until)})
	}
	for _, s := range meanings {
		x := spanData{Title: s.Title, From: day(s.From), Until: day(s.Until)}
		if s.Now != n {
			x.Now = s.Now.String()
		}
		d.Meanings = append(d.Meanings, x)
	}
	return &d
}

type officialData struct {
	Text     string   `json:"text"`
	Examples []string `json:"examples,omitempty"`
}

// termData is the page of a glossary entry as data.
type termData struct {
	ID        string   `json:"id"`
	Language  string   `json:"language"`
	Title     string   `json:"title"`
	English   string   `json:"english"`
	Path      string   `json:"path"`
	Obsolete  bool     `json:"obsolete,omitempty"`
	Edition   string   `json:"edition,omitempty"`
	Explained string   `json:"explained,omitempty"` // edition from which it was written
	Stale     bool     `json:"stale,omitempty"`     // the wording has changed since
	Text      string   `json:"text,omitempty"`
	Examples  []string `json:"examples,omitempty"`
	HTML      string   `json:"html,omitempty"`
	ExHTML    []string `json:"examplesHTML,omitempty"`
	SeeAlso   []string `json:"seeAlso,omitempty"`
	Rules     []string `json:"rules,omitempty"`
	Official  string   `json:"official,omitempty"`
}

// writeJSON writes v in one line.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (b *builder) editionDate() string {
	if b.c.Effective().IsZero() {
		return ""
	}
	return b.c.Effective().Format(time.DateOnly)
}

// data is the page of n as JSON.
func (b *builder) data(l lang.Language, n rules.Number) Page {
	return b.jsonPage(ruleDataPath(l, n), func(b *builder) any {
		e, _ := b.c.Entry(n)
		path := rulePath(l, n)
		d := ruleData{
			Number:   n.String(),
			Language: string(l),
			Path:     path,
			Reading:  rulePath(l, e.Page),
			Edition:  b.editionDate(),
			Cites:    texts(e.Cites),
			CitedBy:  texts(e.CitedBy),
			Terms:    b.termsOf(l, e),
			History:  b.historyData(n),
		}
		if e.Page != n {
			d.Reading += anchor(n)
		}
		d.Title, _, d.English = b.title(n, l)
		if d.Title == "" {
			d.Title, _, d.English = b.title(e.Page, l)
		}
		if p, ok := b.c.Page(n, l); ok && len(p.Lead) > 0 {
			d.Text = markdown.Plain(p.Lead)
			d.HTML = string(b.prose(l, path, b.subject(n)).html(p.Lead))
		}
		if x, ok := b.c.Explanation(n, l); ok {
			d.Explained = x.Edition.Format(time.DateOnly)
			_, d.Stale = b.c.Stale(x)
			written := b.explained(l, x)
			if d.Text == "" { // the lead of a keyword says more than its heading
				d.Text, d.HTML = written.plain, string(written.text)
			}
			for i, p := range x.Parts.Examples {
				d.Examples = append(d.Examples, markdown.Plain(p.Source))
				d.ExHTML = append(d.ExHTML, string(written.examples[i]))
			}
			d.SeeAlso = citations(x.Parts.SeeAlso)
		}
		for _, on := range b.c.CardsOn(n) {
			x, _ := b.c.Card(on.ID)
			c := cardOnData{ID: on.ID, Title: cardName(x, l).Text, Path: cardPath(l, on.ID), Shows: on.Shows}
			for _, i := range on.Rulings {
				c.Rulings = append(c.Rulings, i+1)
			}
			d.Cards = append(d.Cards, c)
		}
		d.Found = b.foundData(l, n)
		if r, ok := b.c.Official(n); ok {
			d.Official = &officialData{Text: r.Text, Examples: r.Examples}
			if r.Text == "" {
				d.Official.Text = r.Title
			}
		}
		return d
	})
}

// entryData is the page of the term at i as JSON.
func (b *builder) entryData(l lang.Language, i int) Page {
	g := b.glossary[l][i]
	path := entryPath(l, g.ID)
	return b.jsonPage(entryDataPath(l, g.ID), func(b *builder) any {
		d := termData{
			ID:       g.ID,
			Language: string(l),
			Title:    g.name,
			English:  g.English,
			Path:     path,
			Obsolete: g.Obsolete,
			Edition:  b.editionDate(),
			Rules:    texts(g.AllRules()),
			Official: g.Official,
		}
		if x, ok := b.c.GlossaryText(g.ID, l); ok {
			d.Text = markdown.Plain(x.Parts.Text.Source)
			w := b.prose(l, path, []string{g.ID})
			d.HTML = string(w.html(x.Parts.Text.Source))
			for _, p := range x.Parts.Examples {
				d.Examples = append(d.Examples, markdown.Plain(p.Source))
				d.ExHTML = append(d.ExHTML, string(w.html(p.Source)))
			}
			d.SeeAlso = citations(x.Parts.SeeAlso)
			d.Explained = x.Edition.Format(time.DateOnly)
			_, d.Stale = b.c.StaleEntry(x)
		}
		return d
	})
}

// cardData is the page of a card as data.
type cardData struct {
	ID       string               `json:"id"`
	Language string               `json:"language"`
	Title    string               `json:"title"`
	English  string               `json:"english"`
	Names    map[string]string    `json:"names"` // printed, by language
	Path     string               `json:"path"`
	Layout   string               `json:"layout,omitempty"`
	Oracle   string               `json:"oracleID,omitempty"`
	Edition  string               `json:"edition,omitempty"`
	Written  string               `json:"written,omitempty"` // edition from which our rulings were written
	HTML     string               `json:"html,omitempty"`    // what it does, in our words
	Faces    []faceData           `json:"faces"`
	Shows    []string             `json:"shows,omitempty"` // rules that it shows best
	Rulings  []rulingData         `json:"rulings,omitempty"`
	Named    []string             `json:"rulesNamed,omitempty"` // that its official texts cite, or whose keyword they name; found by a program
	Official []officialRulingData `json:"officialRulings,omitempty"`
}

type faceData struct {
	English string `json:"english"`
	Name    string `json:"name,omitempty"` // printed in the language
	Cost    string `json:"cost,omitempty"`
	Type    string `json:"type"`
	Stats   string `json:"stats,omitempty"`
	Text    string `json:"text,omitempty"` // ours
	HTML    string `json:"html,omitempty"`
	Oracle  string `json:"oracle,omitempty"` // the publisher's
}

type rulingData struct {
	Text  string   `json:"text"`
	HTML  string   `json:"html"`
	Rules []string `json:"rules"`
	Stale bool     `json:"stale,omitempty"` // one of them has been reworded since
}

type officialRulingData struct {
	Date   string   `json:"date,omitempty"`
	Source string   `json:"source,omitempty"`
	Text   string   `json:"text"`
	Rules  []string `json:"rules,omitempty"` // of today that it speaks of, in the order of the text; found by a program
}

func officialRuling(r rulings.Ruling, found []corpus.RulingLink) officialRulingData {
	o := officialRulingData{Source: cmp.Or(sources[r.Source], r.Source), Text: r.Text}
	if !r.Date.IsZero() {
		o.Date = r.Date.Format(time.DateOnly)
	}
	for _, f := range found {
		if n := f.Rule.String(); !slices.Contains(o.Rules, n) {
			o.Rules = append(o.Rules, n)
		}
	}
	return o
}

// cardData is the page of a card as JSON.
func (b *builder) cardData(l lang.Language, id string) Page {
	path := cardPath(l, id)
	return b.jsonPage(cardDataPath(l, id), func(b *builder) any {
		x, _ := b.c.Card(id)
		text, written := x.Text(l)
		d := cardData{
			ID:       id,
			Language: string(l),
			Title:    cardName(x, l).Text,
			English:  x.Name,
			Names:    map[string]string{},
			Path:     path,
			Layout:   x.Layout,
			Oracle:   x.Oracle,
			Edition:  b.editionDate(),
			Shows:    texts(shown(x)),
		}
		for _, other := range lang.All {
			if name, ok := x.PrintedName(other); ok {
				d.Names[string(other)] = name
			}
		}
		if written {
			d.Written = text.Edition.Format(time.DateOnly)
		}
		w := b.cardProse(l, path, x)
		for i, f := range x.Faces {
			face := faceData{English: f.Name, Name: f.Printed[l].Name, Cost: f.ManaCost, Type: f.TypeLine, Stats: f.Stats(), Oracle: f.Text}
			if p := f.Printed[l]; p.TypeLine != "" {
				face.Type = p.TypeLine
			}
			if i < len(text.Faces) {
				src := text.Faces[i].Parts.Text.Source
				face.Type = text.Faces[i].Type
				face.Text = markdown.Plain(src)
				face.HTML = string(w.html(src))
				d.HTML += face.HTML
			}
			d.Faces = append(d.Faces, face)
		}
		for _, r := range text.Rulings {
			d.Rulings = append(d.Rulings, rulingData{
				Text:  markdown.Plain(r.Body),
				HTML:  string(w.html(r.Body)),
				Rules: texts(b.c.RulesOf(r)),
				Stale: b.staleRuling(l, path, text, r) != nil,
			})
		}
		found := b.c.Found(id)
		for i, r := range x.Rulings {
			d.Official = append(d.Official, officialRuling(r, found.Rulings[i]))
		}
		d.Named = texts(found.Rules())
		return d
	})
}

func texts(ns []rules.Number) []string {
	var ss []string
	for _, n := range ns {
		ss = append(ss, n.String())
	}
	return ss
}

func citations(cs []markdown.Citation) []string {
	var ss []string
	for _, c := range cs {
		s := c.First.String()
		if c.Last != c.First {
			s += "–" + c.Last.String()
		}
		ss = append(ss, s)
	}
	return ss
}

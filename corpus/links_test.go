package corpus

import (
	"fmt"
	"strings"
	"testing"

	"regula/content"
	"regula/editions"
	"regula/rules"
	"regula/rulings"
)

func TestRulingLinks(t *testing.T) {
	c := project(t)
	heron := rulings.Card{ID: "glass-heron", Name: "Glass Heron, Flash of Haste", Faces: []rulings.Face{{Name: "Glass Heron, Flash of Haste"}}}
	for _, tt := range []struct{ day, text, want string }{
		{"2024-01-01", "", ""},
		// numbers, of the edition of the day
		{"2024-01-01", "It stays (704.5g).", "704.5g→704.5g cited"},
		{"2018-01-19", "As it is read (704.5u), see rules 704.5s–t.", "704.5u→704.6c cited | 704.5s→704.6a cited | t→704.6b cited"},
		{"2018-01-19", "One end of 704.5g-704.5x is none yet.", "704.5g→704.5g cited"},
		{"2004-10-04", "Nothing is known of 704.5g then.", ""},
		{"2018-01-19", "Rule 704.5z is none; 21.5 is a number, and so is 104.99.", ""},
		// keywords, whole words alone
		{"2024-01-01", "It has flying, not flashback.", "flying→702.9 keyword | flashback→702.34 keyword"},
		{"2024-01-01", "The flashlight; reachable wardens hasten.", ""},
		{"2024-01-01", "Sacrificing it is optional. You may counter target spell.", "Sacrificing→701.21 keyword | counter target→701.6 keyword"},
		{"2024-01-01", "Put a counter on it.", ""}, // a thing, not an action
		// the longest one
		{"2024-01-01", "in the first combat damage step", "combat damage step→510 term"},
		// other terms
		{"2024-01-01", "It is legendary.", "legendary→205.4 term"},
		// its own name, whole and short
		{"2024-01-01", "Glass Heron, Flash of Haste has no flash. Glass Heron has haste.", "flash→702.8 keyword | haste→702.10 keyword"},
		// another sense
		{"2024-01-01", "The copy is created on the stack, which prevents you from paying.", "copy→707 term | on the stack→405 term"},
		{"2024-01-01", "It prevents that damage, and two tokens are created.", "prevents→615 term | damage→120 term | tokens→111 term | created→701.7 keyword"},
	} {
		var all []string
		for _, l := range c.RulingLinks(heron, rulings.Ruling{Date: day(t, tt.day), Text: tt.text}) {
			all = append(all, fmt.Sprintf("%s→%s %s", tt.text[l.Start:l.End], l.Rule, l.How))
		}
		if got := strings.Join(all, " | "); got != tt.want {
			t.Errorf("%s: %q:\ngot  %s\nwant %s", tt.day, tt.text, got, tt.want)
		}
	}
}

func TestOfficialRulings(t *testing.T) {
	ct, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	card := func(id, text string, rs ...rulings.Ruling) rulings.Card {
		return rulings.Card{ID: id, Name: id, Faces: []rulings.Face{{Name: id, Text: text}}, Rulings: rs}
	}
	ruling := func(date, text string) rulings.Ruling {
		return rulings.Ruling{Date: day(t, date), Source: "wotc", Text: text}
	}
	c := New(h, nil, []rulings.Card{
		card("ash", "Flying",
			ruling("2020-01-01", "Flying doesn't matter."),
			ruling("2020-01-01", "When a player attacks with something that has flying, nothing happens."),
			ruling("2020-01-01", "You may sacrifice it whenever you like, and again. Nobody cares if you sacrifice it.")),
		card("birch", "Whatever",
			ruling("2021-01-01", "Flying doesn’t matter."),
			ruling("2018-01-19", "They have flying for that (704.5u).")),
		card("cedar", "Trample",
			ruling("2022-01-01", "Flying is for others."),
			ruling("2022-01-01", "If nothing else ever comes of it, the owner will sacrifice it.")),
	}, ct)
	show := func(n string) string {
		var all []string
		number, err := rules.ParseNumber(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range c.OfficialOn(number) {
			all = append(all, fmt.Sprintf("%.14s (%d, %s; %s)", o.Text, o.Date.Year(), o.How, strings.Join(o.Cards, " ")))
		}
		return strings.Join(all, " | ")
	}
	for n, want := range map[string]string{
		"702.9":  "Flying doesn’t (2021, keyword; ash birch) | Flying is for  (2022, keyword; cedar) | They have flyi (2018, keyword; birch) | When a player  (2020, keyword; ash)",
		"704.6c": "They have flyi (2018, cited; birch)",
		"701.21": "You may sacrif (2020, keyword; ash)",
		"702.19": "",
		"108.3":  "", // a term
	} {
		if got := show(n); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", n, got, want)
		}
	}
}

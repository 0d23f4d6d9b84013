package corpus

import (
	"fmt"
	"strings"
	"testing"

	"regula/rules"
	"regula/rulings"
)

func TestFound(t *testing.T) {
	card := func(id string, faces []string, texts ...string) rulings.Card {
		x := rulings.Card{ID: id, Name: id}
		for _, text := range faces {
			x.Faces = append(x.Faces, rulings.Face{Name: id, Text: text})
		}
		for _, text := range texts {
			x.Rulings = append(x.Rulings, rulings.Ruling{Date: day(t, "2018-01-19"), Text: text})
		}
		return x
	}
	p := project(t)
	c := New(p.history, nil, []rulings.Card{
		card("ash", []string{"Flying, haste"}, "Flying and flying again."),
		card("birch", []string{"Whatever."}, "They have flying for that (704.5u).", "Flying is said twice."),
		card("cedar", []string{"Haste", "Flying\nTwo things."}, "Nothing.", "It has flying.", "It had flying."),
		card("dogwood", []string{"Flashback, reachable"}, "A creature without a keyword."),
	}, p.content)
	for id, want := range map[string]string{
		"ash":     "702.9 702.10",
		"birch":   "702.9 704.6c",
		"cedar":   "702.9 702.10",
		"dogwood": "702.34", // neither flash nor reach
		"elm":     "",
	} {
		var all []string
		for _, n := range c.Found(id).Rules() {
			all = append(all, n.String())
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("%s leads to %q, want %q", id, got, want)
		}
	}
	if f := c.Found("cedar"); len(f.Faces) != 2 || len(f.Rulings) != 3 || len(f.Faces[1]) != 1 || len(f.Rulings[0]) != 0 {
		t.Errorf("Found(cedar) = %+v, want a link on the second face and none in the first ruling", f)
	}
	for _, tt := range []struct{ rules, want string }{
		{"702.9", "[{cedar true 2} {ash true 1} {birch false 2}]"},
		{"702.10", "[{ash true 0} {cedar true 0}]"},
		{"702.9a 702.9", "[{cedar true 2} {ash true 1} {birch false 2}]"},
		{"702.10 702.9", "[{cedar true 2} {ash true 1} {birch false 2}]"},
		{"702.10 702.34", "[{ash true 0} {cedar true 0} {dogwood true 0}]"},
		{"704.6c", "[]"}, // cited, not named
		{"702.19", "[]"},
		{"302", "[]"}, // a creature is no keyword
	} {
		var ns []rules.Number
		for s := range strings.FieldsSeq(tt.rules) {
			n, err := rules.ParseNumber(s)
			if err != nil {
				t.Fatal(err)
			}
			ns = append(ns, n)
		}
		before := fmt.Sprint(c.CardsNaming(ns[0]))
		if got := fmt.Sprint(c.CardsNaming(ns...)); got != tt.want {
			t.Errorf("CardsNaming(%s) = %s, want %s", tt.rules, got, tt.want)
		}
		if after := fmt.Sprint(c.CardsNaming(ns[0])); after != before {
			t.Errorf("asking for %s changes the cards that name %s from %s to %s", tt.rules, ns[0], before, after)
		}
	}
}

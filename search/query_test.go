package search

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// numberQueries are queries that are numbers, and what they ask for.
var numberQueries = []struct {
	in   string
	want string // numbers, and first–last of ranges, divided by blanks
}{
	{"715.3d", "715.3d"},
	{"7153d", "715.3d"},
	{"7153D", "715.3d"},
	{"715.3 D", "715.3d"},
	{"715.3d.", "715.3d"},
	{"715 3d", "715.3d"},
	{"715,3d", "715.3d"},
	{"715-3d", "715.3d"},
	{"715/3d", "715.3d"},
	{"715:3d", "715.3d"},
	{"715.3(d)", "715.3d"},
	{"715.3.d", "715.3d"},
	{"(702.19b)", "702.19b"},
	{"[702.19b],", "702.19b"},
	{"„702.19b“", "702.19b"},
	{"CR 704.5k", "704.5k"},
	{"CR704.5k", "704.5k"},
	{"cr. 704.5k", "704.5k"},
	{"MTG CR 704.5k", "704.5k"},
	{"Comp Rules 702.19b", "702.19b"},
	{"comprehensive rule 702.19b", "702.19b"},
	{"Regel 613", "613"},
	{"Regeln 613 und 614", "613 614"},
	{"règle 613", "613"},
	{"regle 613", "613"},
	{"règle n° 613.1", "613.1"},
	{"rule #613", "613"},
	{"rule: 613", "613"},
	{"§ 601.2b", "601.2b"},
	{"§601.2b", "601.2b"},
	{"r702.19b", "702.19b"},
	{"R 702.19b", "702.19b"},
	{"Kapitel 7", "7"},
	{"section 702", "702"},
	{"Abschnitt 702", "702"},
	{"601.2f–h", "601.2f–601.2h"},
	{"601.2f-h", "601.2f–601.2h"},
	{"601.2f - 601.2h", "601.2f–601.2h"},
	{"601.2f bis h", "601.2f–601.2h"},
	{"601.2f to 601.2h", "601.2f–601.2h"},
	{"119.7-8", "119.7–119.8"},
	{"903.6-903.11", "903.6–903.11"},
	{"601-608", "601–608"},
	{"608.2b, 608.2c", "608.2b 608.2c"},
	{"608.2b/608.2c", "608.2b/608.2c"}, // checked below
	{"608.2b und 608.2c", "608.2b 608.2c"},
	{"rules 608.2b and 608.2c", "608.2b 608.2c"},
	{"704.5aa", "704.5aa"},
	{"704.5AA", "704.5aa"},
	{"7045aa", "704.5aa"},
	{"70219b", "702.19b"},
	{"702195", "702.195"},
	{"7021", "702.1"},
	{"702 19", "702.19"},
	{"702,19", "702.19"},
	{"100", "100"},
	{"7", "7"},
	{"７１５．３ｄ", "715.3d"},
	{"715.3d\u00a0", "715.3d"},
	{"CR\u00a0715.3d", "715.3d"},
	{"\t 715.3d \n", "715.3d"},
	{"715.\u200b3d", "715.3d"},
	{"702.9l", "702.9l"},
	{"702.9o", "702.9o"},
	{"999", "999"},
	{"2019", "201.9"},
	{"100, 200, 300", "100 200 300"},
	{"trample 702.19b", "702.19b"},
	{"Regel 613 Ebenen", "613"},
	{"what does 702.19b mean", "702.19b"},
	{"100 cards", ""},
	{"20 life", ""},
	{"2/2", ""},
	{"+1/+1", ""},
	{"-1/-1", ""},
	{"{2}", ""},
	{"{2/W}", ""},
	{"Celebr-8000", ""},
	{"a 2019 card", ""},
	{"7 cards", ""},
	{"40", ""},
	{"0", ""},
	{"012.3", ""},
	{"1234567", ""},
}

func TestParseQueryNumbers(t *testing.T) {
	for _, tt := range numberQueries {
		if tt.in == "608.2b/608.2c" {
			tt.want = "608.2b 608.2c"
		}
		if got := numbersOf(ParseQuery(tt.in).Numbers); got != tt.want {
			t.Errorf("ParseQuery(%q) asks for %q, want %q", tt.in, got, tt.want)
		}
	}
}

func numbersOf(asked []Asked) string {
	var all []string
	for _, a := range asked {
		if a.First == a.Last {
			all = append(all, a.First)
		} else {
			all = append(all, a.First+"–"+a.Last)
		}
	}
	return strings.Join(all, " ")
}

// wordQueries are queries of words; some have numbers, too.
var wordQueries = []struct {
	in      string
	words   string // divided by blanks
	phrases string // in brackets
	without string // in brackets
	open    bool
	reason  Reason
}{
	{in: "Trampelschaden", words: "trampelschaden", open: true},
	{in: "Trampelschaden ", words: "trampelschaden"},
	{in: "flying vigilance", words: "flying vigilance", open: true},
	{in: `"declare attackers" step`, words: "step", phrases: "[declare attackers]", open: true},
	{in: `„Angreifer deklarieren“`, phrases: "[angreifer deklarieren]"},
	{in: `« lien de vie »`, phrases: "[lien de vie]"},
	{in: `“flying”`, words: "flying"},
	{in: `"not closed`, words: "not closed", open: true},
	{in: "damage -combat", words: "damage", without: "[combat]", open: true},
	{in: `damage -"combat damage"`, words: "damage", without: "[combat damage]"},
	{in: "-combat", without: "[combat]", open: true, reason: ReasonWithout},
	{in: "-1/-1 counter", words: "-1/-1 counter", open: true},
	{in: "+1/+1-Marke", words: "+1/+1 marke", open: true},
	{in: "–1/–1", words: "-1/-1", open: true},
	{in: "*/1+*", words: "*/1+*"},
	{in: "{T}: {2/W}", words: "{t} {2/w}"},
	{in: "∞", words: "∞"},
	{in: "Legenden-Regel", words: "legenden regel", open: true},
	{in: "l’aura n’attaque pas", words: "aura ne attaque pas", open: true},
	{in: "can’t", words: "cant", open: true},
	{in: "player's", words: "player", open: true},
	{in: "ÉTAT Œuvre Straße", words: "etat oeuvre strasse", open: true},
	{in: "702.19b trample", words: "trample", open: true},
	{in: "", reason: ReasonEmpty},
	{in: " \t\u00a0", reason: ReasonEmpty},
	{in: "?!…", reason: ReasonSigns},
	{in: `"" () -`, reason: ReasonSigns},
	{in: "title:flying^2 +text:*ing~1 [a TO b]", words: "title flying 2 text ing 1 a to b"},
	{in: strings.Repeat("x", 2000), reason: ReasonLong},
	{in: strings.Repeat("wort ", 40), words: strings.TrimSpace(strings.Repeat("wort ", 16))},
}

func TestParseQueryWords(t *testing.T) {
	for _, tt := range wordQueries {
		q := ParseQuery(tt.in)
		var words, phrases, without []string
		for _, w := range q.Words {
			words = append(words, w.Text)
		}
		for _, p := range q.Phrases {
			phrases = append(phrases, "["+strings.Join(p, " ")+"]")
		}
		for _, p := range q.Without {
			without = append(without, "["+strings.Join(p, " ")+"]")
		}
		for _, c := range []struct {
			what      string
			got, want any
		}{
			{"words", strings.Join(words, " "), tt.words},
			{"phrases", strings.Join(phrases, " "), tt.phrases},
			{"words to leave out", strings.Join(without, " "), tt.without},
			{"an open end", q.Open, tt.open},
			{"reason", q.Reason, tt.reason},
		} {
			if c.got != c.want {
				t.Errorf("ParseQuery(%.60q) has %s %v, want %v", tt.in, c.what, c.got, c.want)
			}
		}
	}
}

// TestScriptParsesAlike compares the two readers of queries.
func TestScriptParsesAlike(t *testing.T) {
	s := newScript(t, map[string]string{"page": "search-more.js"})
	for _, tt := range numberQueries {
		in, _ := json.Marshal(tt.in)
		var got []Asked
		if err := json.Unmarshal([]byte(s.run("JSON.stringify(page.numbers("+string(in)+"))").String()), &got); err != nil {
			t.Fatal(err)
		}
		if want := ParseQuery(tt.in).Numbers; len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("numbers(%q) = %v in the script, want %v", tt.in, got, want)
		}
	}
}

func FuzzParseQuery(f *testing.F) {
	for _, tt := range numberQueries {
		f.Add(tt.in)
	}
	for _, tt := range wordQueries {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		q := ParseQuery(in)
		if len([]rune(q.Text)) > MaxQuery || len(q.Words) > maxWords {
			t.Errorf("ParseQuery(%q) keeps %d characters and %d words", in, len([]rune(q.Text)), len(q.Words))
		}
		if again := ParseQuery(q.Text); q.Reason != ReasonLong && numbersOf(again.Numbers) != numbersOf(q.Numbers) {
			t.Errorf("ParseQuery(%q) asks for %q, its text %q for %q", in, numbersOf(q.Numbers), q.Text, numbersOf(again.Numbers))
		}
	})
}

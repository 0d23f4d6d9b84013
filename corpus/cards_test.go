package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"regula/content"
	"regula/lang"
	"regula/rules"
	"regula/rulings"
)

// millKeeper is our text on a card of two faces, by language.
var millKeeper = map[lang.Language]string{
	lang.English: "---\ncard: Mill Keeper // Grind\nlayout: adventure\nfaces:\n  - {english: Mill Keeper, cost: \"{W}\", type: Creature — Human, stats: 1/2}\n" +
		"  - {english: Grind, cost: \"{2}{W}\", type: Instant — Adventure}\nrules: [\"100.2\"]\nedition: 2026-02-02\n---\n" +
		"## Mill Keeper\nMills.\n## Grind\nGrinds.\n## Rulings\n- One (100.1).\n- Two (100.2, 100.1).\n",
	lang.German: "---\ncard: Mill Keeper // Grind\nlayout: adventure\nfaces:\n  - {english: Mill Keeper, name: Müller, cost: \"{W}\", type: Kreatur — Mensch, stats: 1/2}\n" +
		"  - {english: Grind, name: Mahlen, cost: \"{2}{W}\", type: Spontanzauber — Abenteuer}\nrules: [\"100.2\"]\nedition: 2026-02-02\n---\n" +
		"## Mill Keeper\nMahlt.\n## Grind\nMahlt.\n## Regelfragen\n- Eins (100.1).\n- Zwei (100.2, 100.1).\n",
}

// withCards joins our texts with imported cards.
func withCards(t *testing.T, imported ...rulings.Card) *Corpus {
	t.Helper()
	facts := fstest.MapFS{
		"2026-02-02.tsv": {Data: []byte("edition\t2026-02-02\nchapter\t1\ta1\tBasics\nsection\t100\ta2\tGeneral\nrule\t100.1\ta3\nrule\t100.2\ta4\n")},
	}
	texts := fstest.MapFS{}
	for l, text := range millKeeper {
		texts[string(l)+"/cards/mill-keeper.md"] = &fstest.MapFile{Data: []byte(text)}
	}
	ct, err := content.Load(texts)
	if err != nil {
		t.Fatal(err)
	}
	return New(history(t, facts), nil, imported, ct)
}

func keeper(id, name string) rulings.Card {
	return rulings.Card{
		ID: id, Name: name, Oracle: "o1", Layout: "adventure",
		Faces: []rulings.Face{
			{Name: "Mill Keeper", ManaCost: "{W}", TypeLine: "Creature — Human", Text: "Vigilance", Power: "1", Toughness: "2",
				Printed: map[lang.Language]rulings.Printed{lang.German: {Name: "Müllerin"}, lang.French: {Name: "Meunier", TypeLine: "Créature : humain"}}},
			{Name: "Grind", ManaCost: "{3}{W}", TypeLine: "Instant — Adventure",
				Printed: map[lang.Language]rulings.Printed{lang.German: {Name: "Grind"}}}, // as of a print whose name is not known
		},
		Rulings: []rulings.Ruling{{Text: "Official."}},
	}
}

func TestCards(t *testing.T) {
	heron := rulings.Card{ID: "glass-heron", Name: "Glass Heron", Faces: []rulings.Face{{Name: "Glass Heron"}}}
	like := rulings.Card{ID: "mill-keeper", Name: "Mill-Keeper", Faces: []rulings.Face{{Name: "Mill-Keeper"}}}
	front := keeper("mill-keeper", "Mill Keeper")
	front.Faces = front.Faces[:1]
	for _, tt := range []struct {
		name     string
		imported []rulings.Card
		ids      string // of all cards, those of ours with a star
		keeper   string // German names of its faces, and the text of the first
		rulings  int    // official ones on it
	}{
		{"none imported", nil, "mill-keeper*", "Müller // Mahlen ", 0},
		{"by name", []rulings.Card{heron, keeper("mill-keeper", "Mill Keeper // Grind")}, "glass-heron mill-keeper*", "Müller // Mahlen Vigilance", 1},
		{"by name, under another id", []rulings.Card{keeper("grind", "Mill Keeper // Grind")}, "mill-keeper*", "Müller // Mahlen Vigilance", 1},
		{"by id, as an old file names it", []rulings.Card{keeper("mill-keeper", "Mill Keeper")}, "mill-keeper*", "Müller // Mahlen Vigilance", 1},
		{"another card has its id", []rulings.Card{like, keeper("mill-keeper-2", "Mill Keeper // Grind")}, "mill-keeper* mill-keeper-2", "Müller // Mahlen Vigilance", 1},
		{"a face is lacking", []rulings.Card{front}, "mill-keeper*", "Müller // Mahlen ", 1},
	} {
		c := withCards(t, tt.imported...)
		var ids []string
		for _, x := range c.Cards() {
			id := x.ID
			if x.Ours() {
				id += "*"
			}
			ids = append(ids, id)
			if y, ok := c.Card(x.ID); !ok || y.Name != x.Name {
				t.Errorf("%s: Card(%s) = %s, %v, want %s", tt.name, x.ID, y.Name, ok, x.Name)
			}
		}
		if got := strings.Join(ids, " "); got != tt.ids {
			t.Errorf("%s: cards %q, want %q", tt.name, got, tt.ids)
		}
		x, _ := c.Card("mill-keeper")
		german, _ := x.PrintedName(lang.German)
		if got := german + " " + x.Faces[0].Text; got != tt.keeper {
			t.Errorf("%s: the card is %q, want %q", tt.name, got, tt.keeper)
		}
		if len(x.Rulings) != tt.rulings {
			t.Errorf("%s: %d official rulings, want %d", tt.name, len(x.Rulings), tt.rulings)
		}
		if text, ok := x.Text(lang.German); !ok || len(text.Rulings) != 2 {
			t.Errorf("%s: our German text is %+v, %v", tt.name, text, ok)
		}
		if len(tt.imported) > 0 && len(x.Faces[0].Text) > 0 {
			if got := x.Faces[0].Printed[lang.German].Older; !slices.Equal(got, []string{"Müllerin"}) {
				t.Errorf("%s: other German names %q, want Müllerin", tt.name, got)
			}
			if got := x.Faces[0].Printed[lang.French].Name; got != "Meunier" {
				t.Errorf("%s: French name %q, want the imported one, Meunier", tt.name, got)
			}
		}
		if x.Faces[0].Stats() != "1/2" {
			t.Errorf("%s: stats %q, want 1/2", tt.name, x.Faces[0].Stats())
		}
	}
	if _, ok := withCards(t).Card("glass-heron"); ok {
		t.Error("there is a card that neither we nor the import have")
	}
}

func TestCardsOn(t *testing.T) {
	c := withCards(t, keeper("mill-keeper", "Mill Keeper // Grind"))
	for _, tt := range []struct{ rule, want string }{
		{"100.1", "[{mill-keeper false [0 1]}]"},
		{"100.2", "[{mill-keeper true [1]}]"},
		{"100", "[]"},
	} {
		n, err := rules.ParseNumber(tt.rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(c.CardsOn(n)); got != tt.want {
			t.Errorf("CardsOn(%s) = %s, want %s", tt.rule, got, tt.want)
		}
	}
}

// The facts of a card are compared with the imported ones.
func TestCardFacts(t *testing.T) {
	var got []string
	for _, p := range withCards(t, keeper("mill-keeper", "Mill Keeper // Grind")).Check() {
		if p.Kind == CardFacts {
			got = append(got, p.String())
		}
	}
	want := []string{
		`de/cards/mill-keeper.md:1: the mana cost of Grind is "{2}{W}", in the imported cards "{3}{W}" [card-facts]`,
		`de/cards/mill-keeper.md:1: the printed name of Mill Keeper is "Müller", in the imported cards "Müllerin" [card-facts]`,
		`en/cards/mill-keeper.md:1: the mana cost of Grind is "{2}{W}", in the imported cards "{3}{W}" [card-facts]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("Check reports\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

package rulings

import (
	"bytes"
	"compress/gzip"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"regula/lang"
)

// The cards of these tests are made up.
const (
	scryfallCards = `[
{"object":"card","oracle_id":"o1","name":"Glass Heron","lang":"en","released_at":"2031-01-01","layout":"normal","mana_cost":"{1}{U}","type_line":"Creature — Bird","oracle_text":"Flying","power":"1","toughness":"1","novelty":{"x":1}},
{"object":"card","oracle_id":"o1","name":"Glass Heron","lang":"de","released_at":"2031-01-01","layout":"normal","printed_name":"Glasreiher","printed_text":"Fliegend"},
{"object":"card","oracle_id":"o1","name":"Glass Heron","lang":"de","released_at":"2030-01-01","layout":"normal","printed_name":"Reiher aus Glas"},
{"object":"card","oracle_id":"o1","name":"Glass Heron","lang":"ja","released_at":"2031-01-01","layout":"normal"},
{"object":"card","oracle_id":"o2","name":"Dawn // Dusk","lang":"en","released_at":"2031-01-01","layout":"split","card_faces":[{"name":"Dawn","mana_cost":"{W}"},{"name":"Dusk","mana_cost":"{B}"}]},
{"object":"card","oracle_id":"o3","name":"Mill Keeper // Grind","lang":"en","layout":"adventure","card_faces":[{"name":"Mill Keeper"},{"name":"Grind"}]},
{"object":"card","oracle_id":"o4","name":"Heron","lang":"en","layout":"token"}
]`
	scryfallRulings = `[
{"object":"ruling","oracle_id":"o1","source":"scryfall","published_at":"2031-02-01","comment":"Second."},
{"object":"ruling","oracle_id":"o1","source":"wotc","published_at":"2031-01-01","comment":"First."},
{"object":"ruling","oracle_id":"o1","source":"wotc","published_at":"2031-01-01","comment":"First."},
{"object":"ruling","oracle_id":"o1","source":"wotc","published_at":"2031-01-01","comment":""},
{"object":"ruling","oracle_id":"o9","source":"wotc","published_at":"2031-01-01","comment":"On a card that no file has."}
]`
	mtgjsonAtomic = `{"meta":{"version":"5"},"data":{"Mill Keeper // Grind":[
{"name":"Mill Keeper // Grind","faceName":"Grind","side":"b","layout":"adventure","foreignData":[{"language":"French","name":"Gardien // Moudre","faceName":"Moudre"}]},
{"name":"Mill Keeper // Grind","faceName":"Mill Keeper","side":"a","layout":"adventure","identifiers":{"scryfallOracleId":"o3"},"rulings":[{"date":"2031-01-01","text":"First."}],"foreignData":[{"language":"French","name":"Gardien // Moudre","faceName":"Gardien"},{"language":"Italian","name":"Mugnaio","faceName":"Mugnaio"}]}
]}}`
	mtgjsonSets = `{"meta":{},"data":{"AAA":{"code":"AAA","releaseDate":"2031-01-01","tokens":[{"name":"Heron"}],"cards":[
{"name":"Glass Heron","layout":"normal","identifiers":{"scryfallOracleId":"o1"},"foreignData":[{"language":"German","name":"Glasreiher"}]}]},
"BBB":{"code":"BBB","releaseDate":"2030-01-01","cards":[
{"name":"Glass Heron","layout":"normal","identifiers":{"scryfallOracleId":"o1"},"foreignData":[{"language":"German","name":"Reiher aus Glas"}]}]}}}`
)

// gather reads texts as if they were files.
func gather(t *testing.T, texts ...string) ([]Card, Stats) {
	t.Helper()
	var r Reader
	for _, s := range texts {
		if err := r.Read("test", strings.NewReader(s)); err != nil {
			t.Fatal(err)
		}
	}
	cards := r.Cards()
	return cards, r.Stats
}

func TestReadScryfall(t *testing.T) {
	cards, stats := gather(t, scryfallCards, scryfallRulings)
	if want := (Stats{Objects: 12, Skipped: 3, Rulings: 4, Loose: 1, LooseCards: 1}); stats != want {
		t.Errorf("stats = %+v, want %+v", stats, want)
	}
	var ids []string
	for _, c := range cards {
		ids = append(ids, c.ID)
	}
	if want := []string{"dawn-dusk", "glass-heron", "mill-keeper"}; !slices.Equal(ids, want) {
		t.Fatalf("ids = %q, want %q", ids, want)
	}
	heron := cards[1]
	day := func(s string) time.Time { d, _ := time.Parse(time.DateOnly, s); return d }
	if want := []Ruling{{day("2031-01-01"), "wotc", "First."}, {day("2031-02-01"), "scryfall", "Second."}}; !reflect.DeepEqual(heron.Rulings, want) {
		t.Errorf("rulings = %v, want %v", heron.Rulings, want)
	}
	if got, want := heron.Faces[0].Printed[lang.German], (Printed{Name: "Glasreiher", Text: "Fliegend", Older: []string{"Reiher aus Glas"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("printed in German: %+v, want %+v", got, want)
	}
	if got, want := heron.Faces[0].Text, "Flying"; got != want {
		t.Errorf("text = %q, want %q", got, want)
	}
	if got, want := heron.Names(lang.German), []string{"Glasreiher", "Reiher aus Glas"}; !slices.Equal(got, want) {
		t.Errorf("German names = %q, want %q", got, want)
	}
	if got, want := cards[0].Names(lang.English), []string{"Dawn", "Dawn // Dusk", "Dusk"}; !slices.Equal(got, want) {
		t.Errorf("names of a split card = %q, want %q", got, want)
	}
	if name, ok := cards[0].PrintedName(lang.French); ok {
		t.Errorf("printed in French as %q, though there is no such print", name)
	}
}

func TestReadMTGJSON(t *testing.T) {
	cards, _ := gather(t, mtgjsonAtomic)
	if len(cards) != 1 || len(cards[0].Faces) != 2 || cards[0].Faces[0].Name != "Mill Keeper" || cards[0].ID != "mill-keeper" || len(cards[0].Rulings) != 1 {
		t.Fatalf("cards = %+v", cards)
	}
	if got, ok := cards[0].PrintedName(lang.French); !ok || got != "Gardien // Moudre" {
		t.Errorf("printed in French as %q, %v", got, ok)
	}
	cards, stats := gather(t, mtgjsonSets)
	if len(cards) != 1 || stats.Objects != 2 {
		t.Fatalf("two prints of one card give %d cards of %d objects", len(cards), stats.Objects)
	}
	if got, want := cards[0].Faces[0].Printed[lang.German], (Printed{Name: "Glasreiher", Older: []string{"Reiher aus Glas"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("printed in German: %+v, want %+v", got, want)
	}
}

// The two cards of a meld pair and the one that they become are three cards.
func TestReadMeld(t *testing.T) {
	cards, _ := gather(t, `{"data":{"code":"AAA","releaseDate":"2031-01-01","cards":[
{"name":"Left Wing // Heron Whole","faceName":"Left Wing","side":"a","layout":"meld","identifiers":{"scryfallOracleId":"o1"},"foreignData":[{"language":"French","name":"Aile gauche"}]},
{"name":"Right Wing // Heron Whole","faceName":"Right Wing","side":"a","layout":"meld","identifiers":{"scryfallOracleId":"o2"}},
{"name":"Heron Whole","faceName":"Heron Whole","side":"b","layout":"meld","identifiers":{"scryfallOracleId":"o3"}}]}}`)
	var names []string
	for _, c := range cards {
		names = append(names, c.Name)
		if len(c.Faces) != 1 || c.Faces[0].Name != c.Name {
			t.Errorf("%s has the faces %+v", c.Name, c.Faces)
		}
	}
	if want := []string{"Heron Whole", "Left Wing", "Right Wing"}; !slices.Equal(names, want) {
		t.Fatalf("names = %q, want %q", names, want)
	}
	if got, ok := cards[1].PrintedName(lang.French); !ok || got != "Aile gauche" {
		t.Errorf("printed in French as %q, %v", got, ok)
	}
}

// Cards of one name get addresses of their own, in the order of their oracle
// ids, which are none that another card has by its name.
func TestSameName(t *testing.T) {
	cards, _ := gather(t, `[{"object":"card","oracle_id":"o2","name":"Heron"},{"object":"card","oracle_id":"o1","name":"Heron"},
		{"object":"card","oracle_id":"o3","name":"Heron!"},{"object":"card","oracle_id":"o4","name":"Heron 2"}]`)
	got := map[string]string{}
	for _, c := range cards {
		got[c.Oracle] = c.ID
	}
	if want := map[string]string{"o1": "heron", "o2": "heron-2", "o3": "heron-3", "o4": "heron-2-2"}; !reflect.DeepEqual(got, want) {
		t.Errorf("ids = %v, want %v", got, want)
	}
}

// A file without oracle ids adds to the card of its name; where two have the
// name it is a card by itself.
func TestNamedCards(t *testing.T) {
	cards, _ := gather(t, `{"data":{"Heron":[{"name":"Heron","rulings":[{"date":"2031-01-01","text":"It’s “first”."},{"date":"2031-01-01","text":"Second."}],
		"foreignData":[{"language":"German","name":"Reiher"},{"language":"French","name":"Héron"}]}]}}`,
		`[{"object":"card","oracle_id":"o1","name":"Heron","lang":"de","printed_name":"Der Reiher"},
		{"object":"ruling","oracle_id":"o1","published_at":"2031-01-01","comment":"It's  \"first\"."}]`)
	if len(cards) != 1 || cards[0].Oracle != "o1" || len(cards[0].Rulings) != 2 {
		t.Fatalf("cards = %+v, want one with two rulings", cards)
	}
	if got, want := cards[0].Names(lang.German), []string{"Der Reiher", "Reiher"}; !slices.Equal(got, want) {
		t.Errorf("German names = %q, want %q", got, want)
	}
	if got, want := cards[0].Names(lang.French), []string{"Héron"}; !slices.Equal(got, want) {
		t.Errorf("French names = %q, want %q", got, want)
	}
	cards, _ = gather(t, `{"data":{"Heron":[{"name":"Heron"}]}}`, `[{"object":"card","oracle_id":"o1","name":"Heron"},{"object":"card","oracle_id":"o2","name":"Heron"}]`)
	if len(cards) != 3 {
		t.Errorf("%d cards, want 3: nobody knows which Heron the file without ids means", len(cards))
	}
}

func TestKeep(t *testing.T) {
	earlier, _ := gather(t, scryfallCards, scryfallRulings)
	for _, tt := range []struct {
		name, in       string
		cards, rulings bool // kept
		ids            string
		count          int // of rulings on the first card
		loose          int
	}{
		{"rulings", `[{"object":"ruling","oracle_id":"o2","comment":"New."},{"object":"ruling","oracle_id":"o9","comment":"New."}]`,
			true, false, "dawn-dusk glass-heron mill-keeper", 1, 1},
		{"cards", `[{"object":"card","oracle_id":"o1","name":"Glass Heron"},{"object":"card","oracle_id":"o5","name":"New"}]`,
			false, true, "glass-heron new", 2, 0},
		{"both", `{"data":{"New":[{"name":"New","rulings":[{"date":"2031-01-01","text":"New."}]}]}}`,
			false, false, "new", 1, 0},
		{"none", `[]`, true, true, "dawn-dusk glass-heron mill-keeper", 0, 0},
	} {
		var r Reader
		if err := r.Read("test", strings.NewReader(tt.in)); err != nil {
			t.Fatal(err)
		}
		if cards, rulings := r.Keep(earlier); cards != tt.cards || rulings != tt.rulings {
			t.Errorf("%s: Keep takes cards %v, rulings %v, want %v, %v", tt.name, cards, rulings, tt.cards, tt.rulings)
		}
		cards := r.Cards()
		var ids []string
		for _, c := range cards {
			ids = append(ids, c.ID)
		}
		if got := strings.Join(ids, " "); got != tt.ids || len(cards[0].Rulings) != tt.count || r.Stats.Loose != tt.loose {
			t.Errorf("%s: cards %s, %d rulings on the first, %d loose, want %s, %d, %d", tt.name, got, len(cards[0].Rulings), r.Stats.Loose, tt.ids, tt.count, tt.loose)
		}
	}
}

func TestReadGzip(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("\ufeff" + scryfallCards))
	w.Close()
	packed, _ := gather(t, b.String())
	plain, _ := gather(t, scryfallCards)
	if !reflect.DeepEqual(packed, plain) {
		t.Error("a packed file with a byte order mark gives other cards than the plain one")
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", "ends in the middle"},
		{"cut off", scryfallCards[:300], "ends in the middle"},
		{"a page", "\ufeff\n<!doctype html>", "this is a web page"},
		{"UTF-16", "\xff\xfe[\x00]\x00", "this is text in UTF-16"},
		{"Latin-1", "[{\"object\":\"card\",\"name\":\"J\xf6tun\",\"lang\":\"en\"}]", "byte 0xf6 at 27 makes no sense in UTF-8"},
		{"a character cut off", "[] \xe2\x80", "more data after the end"},
		{"bytes behind", "[]\xff", "byte 0xff at 2 makes no sense in UTF-8"},
		{"a long name", `[{"object":"card","name":"` + strings.Repeat("long ", 300) + `","lang":"en"}]`, "card 1 has a name of 1500 bytes"},
		{"a name with NUL", `[{"object":"card","name":"He\u0000ron","lang":"en"}]`, "card 1 has a name with a control character"},
		{"cards no list", `{"data":{"name":"A set","cards":{"name":"Heron"}}}`, "cards is {, not a list"},
		{"a number", "12", "neither a list nor an object"},
		{"other JSON", `{"a":1}`, "no cards or rulings"},
		{"other list", `[{"object":"set"}]`, `object 1 is "set"`},
		{"error object", `{"object":"error","details":"No such card."}`, "No such card."},
		{"ruling without a card", `[{"object":"ruling","comment":"Text."}]`, "ruling 1 has no oracle_id"},
		{"odd date", `[{"object":"ruling","oracle_id":"o1","published_at":"yesterday","comment":"Text."}]`, "none of the form"},
		{"more behind", "[] []", "more data after the end"},
		{"zip", "PK\x03\x04…", "packed as zip: unpack it first"},
	} {
		err := new(Reader).Read("cards.json", strings.NewReader(tt.in))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "cards.json: ") {
			t.Errorf("%s: Read(%q) error = %v, want one of cards.json with %q", tt.name, tt.in, err, tt.want)
		}
	}
}

// endless is a text, and then another without end.
type endless struct{ begin, more string }

func (e *endless) Read(b []byte) (int, error) {
	n := copy(b, e.begin)
	e.begin = e.begin[n:]
	if n == 0 {
		n = copy(b, strings.Repeat(e.more, 1+len(b)/len(e.more)))
		e.begin = e.more[n%len(e.more):]
	}
	return n, nil
}

// A file without an end, such as a small packed one may be, is given up before
// it takes all memory.
func TestReadEnds(t *testing.T) {
	for _, tt := range []struct{ name, begin, more, want string }{
		{"a string", `[{"object":"card","name":"`, "Heron ", "one value is longer than 16 MB"},
		{"blanks", `[`, " ", "one value is longer than 16 MB"},
		{"blanks behind", `[]`, "\n", "one value is longer than 16 MB"},
		{"a list in a card", `[{"object":"card","name":"Heron","x":[`, "1,", "one value is longer than 16 MB"},
		{"a part passed over", `{"meta":"`, "5", "one value is longer than 16 MB"},
		{"rulings", `[`, `{"oracle_id":"o1","comment":"Text."},`, "more than 1000000 cards and rulings"},
		{"a set", `{"data":{"cards":[`, `{"name":"A"},`, "more than 1000000 cards and rulings"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := new(Reader).Read("cards.json", &endless{tt.begin, tt.more})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s without end: error %v, want %q", tt.name, err, tt.want)
		}
		if got := (after.Sys - before.Sys) >> 20; got > 2000 {
			t.Errorf("%s without end took %d MB", tt.name, got)
		}
	}
}

// Damage behind the last card is told as what it is.
func TestReadDamagedEnd(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(scryfallCards))
	w.Close()
	packed := b.Bytes()
	packed[len(packed)-6] ^= 1
	if err := new(Reader).Read("cards.json", bytes.NewReader(packed)); !errors.Is(err, gzip.ErrChecksum) {
		t.Errorf("with a wrong check sum: error %v, want that of gzip", err)
	}
}

func TestStore(t *testing.T) {
	cards, _ := gather(t, scryfallCards, scryfallRulings)
	var a, b bytes.Buffer
	if err := Write(&a, cards); err != nil {
		t.Fatal(err)
	}
	if err := Write(&b, cards); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("equal cards give other bytes (error %v)", err)
	}
	back, err := Load(bytes.NewReader(a.Bytes()))
	if err != nil || !reflect.DeepEqual(back, cards) {
		t.Errorf("Load gives %+v (error %v), want %+v", back, err, cards)
	}
	if _, err := Load(bytes.NewReader(a.Bytes()[:a.Len()/2])); err == nil {
		t.Error("half a file loads")
	}
}

// FuzzRead reads a file of cards. Cards have what they promise, and are the
// same after they have been written and read.
func FuzzRead(f *testing.F) {
	for _, s := range []string{scryfallCards, scryfallRulings, mtgjsonAtomic, mtgjsonSets, "", "[", `{"data":{}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var r Reader
		if r.Read("fuzz", strings.NewReader(s)) != nil {
			return
		}
		ids := map[string]bool{}
		cards := r.Cards()
		for _, c := range cards {
			if c.ID == "" || ids[c.ID] || len(c.Faces) == 0 {
				t.Errorf("card %+v has no id of its own, or no face", c)
			}
			ids[c.ID] = true
		}
		checkStored(t, cards)
	})
}

// FuzzLoad reads what an import has stored, or what a disk has made of it.
func FuzzLoad(f *testing.F) {
	f.Add(format + "\n" + `{"ID":"heron","Name":"Heron","Layout":"normal","Faces":[{"Name":"Heron","Printed":{"de":{"Name":"Reiher","Older":["Storch"]}}}],"Rulings":[{"Date":"2031-01-01T00:00:00Z","Text":"It flies."}]}` + "\n")
	f.Add(format + "\nnull\n[]")
	f.Add("regula cards 0\n")
	f.Fuzz(func(t *testing.T, s string) {
		var b bytes.Buffer
		gz := gzip.NewWriter(&b)
		if _, err := gz.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
		if err := gz.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(bytes.NewReader(b.Bytes()[:b.Len()-1])); err == nil {
			t.Error("a file that was cut off loads")
		}
		if cards, err := Load(&b); err == nil {
			checkStored(t, cards)
		}
	})
}

// checkStored writes and reads cards, twice: what is read the first time may
// differ in what no reader can tell apart.
func checkStored(t *testing.T, cards []Card) {
	t.Helper()
	var a, b bytes.Buffer
	if err := Write(&a, cards); err != nil {
		t.Fatal(err)
	}
	again, err := Load(bytes.NewReader(a.Bytes()))
	if err != nil || len(again) != len(cards) {
		t.Fatalf("%d cards of %d come back: %v", len(again), len(cards), err)
	}
	if err := Write(&b, again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("%+v come back as %+v", cards, again)
	}
}

package corpus

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regula/content"
	"regula/editions"
	"regula/lang"
	"regula/realdata"
	"regula/rulings"
)

// newerFacts has the cards of which the card data is too old or too poor to
// know all that our texts say, and what that is.
var newerFacts = map[string]string{
	"Bitterblossom":                         "kindred today, tribal in the data of 2019",
	"Crib Swap":                             "kindred today, tribal in the data of 2019",
	"Kellan, Daring Traveler // Journey On": "the data names it without its faces",
	"Sarkhan the Masterless":                "the data has a Japanese print only, of which nothing is read",
	"Phyrexian Metamorph":                   "a Phyrexian since 2021, the data is of 2019",
	"Vault Skirge":                          "a Phyrexian since 2021, the data is of 2019",
}

// There are enough cards of ours, each with three to eight rulings and one to
// three rules that it shows, in every language.
func TestProjectCards(t *testing.T) {
	c := project(t)
	for _, l := range lang.All {
		cards, all := 0, 0
		for _, x := range c.Cards() {
			text, ok := x.Text(l)
			if !ok {
				t.Errorf("%s has no text in %s", x.Name, l)
				continue
			}
			cards++
			all += len(text.Rulings)
			if n := len(text.Rulings); n < 3 || n > 8 {
				t.Errorf("%s: %d rulings, want three to eight", text.Pos, n)
			}
			if n := len(text.Rules); n < 1 || n > 3 {
				t.Errorf("%s: shows %d rules, want one to three", text.Pos, n)
			}
		}
		t.Logf("%s: %d cards, %d rulings", l, cards, all)
		if cards < 120 {
			t.Errorf("%s has %d cards, want at least 120", l, cards)
		}
	}
}

// Every fact of our cards is one that the real card data has. Its files are of
// different years, in which some cards had other subtypes: one of them has to
// agree.
func TestProjectCardFacts(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	ct, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	h, err := editions.LoadHistory(editions.FS)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]int{}   // by card, how many files have it
	against := map[string]int{} // by card and fact, how many of these differ
	var ours []Card
	for _, name := range []string{
		"scryfall-cards-2019.json", "scryfall-cards-multilang-2019.json", "scryfall-cards-2018-2025.json",
		"mtgjson-atomic-fixture.json", "mtgjson-allprintings-extract.json", "mtgjson-set-ELD.json.gz",
	} {
		var r rulings.Reader
		f, err := os.Open(filepath.Join(dir, "cards", name))
		if err != nil {
			t.Fatal(err)
		}
		err = r.Read(name, f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		ours = ours[:0]
		k := checker{c: New(h, nil, r.Cards(), ct)}
		for _, x := range k.c.Cards() {
			if !x.Ours() {
				continue
			}
			ours = append(ours, x)
			if x.imported == nil {
				continue
			}
			files[x.Name]++
			k.problems = nil
			k.sameCard(x)
			for _, p := range k.problems {
				if p.Kind == CardFacts {
					fact, _, _ := strings.Cut(p.String(), ", in the imported cards")
					against[x.Name+"\x00"+fact]++
				}
			}
		}
	}
	for _, x := range ours {
		if files[x.Name] == 0 && newerFacts[x.Name] == "" {
			t.Errorf("the card data has no %s", x.Name)
		}
	}
	for key, n := range against {
		if card, fact, _ := strings.Cut(key, "\x00"); n == files[card] && newerFacts[card] == "" {
			t.Errorf("%s: %s, which no file of the card data says", card, fact)
		}
	}
	t.Logf("%d cards of ours compared", len(ours))
}

// Printed names are those of the table of names, and none of ours is lacking
// where it has one.
func TestProjectCardNames(t *testing.T) {
	dir := realdata.Folder(t)
	if dir == "" {
		return
	}
	f, err := os.Open(filepath.Join(dir, "cards", "names-en-de-fr.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	gz, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	printed := map[[2]string]map[lang.Language]string{} // by whole name and name of the face
	lines := bufio.NewScanner(gz)
	for lines.Scan() {
		p := strings.Split(lines.Text(), "\t")
		whole := p[1]
		if whole == "" {
			whole = p[0]
		}
		printed[[2]string{whole, p[0]}] = map[lang.Language]string{lang.German: p[2], lang.French: p[3]}
	}
	if err := lines.Err(); err != nil || len(printed) == 0 {
		t.Fatalf("%d names: %v", len(printed), err)
	}
	for _, x := range project(t).content.Cards {
		for _, face := range x.Faces {
			if names, ok := printed[[2]string{x.Name, face.English}]; ok && x.Language != lang.English && evened(names[x.Language]) != evened(face.Name) {
				t.Errorf("%s: %s is printed as %q, not %q", x.Pos, face.English, names[x.Language], face.Name)
			}
		}
	}
}

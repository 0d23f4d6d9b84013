package rules_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"regula/rules"
)

// small is an edition of our own making with the traps of the official ones.
func small(t testing.TB) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "parse", "small.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func parseString(s string) (*rules.Book, error) { return rules.Parse(strings.NewReader(s)) }

func mustParse(t testing.TB, s string) *rules.Book {
	t.Helper()
	b, err := parseString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParse(t *testing.T) {
	b := mustParse(t, small(t))
	if got, want := b.String(), "effective 2031-03-05: 3 chapters, 9 sections, 17 rules, 38 subrules, 5 examples, 10 glossary entries"; got != want {
		t.Errorf("parsed %s, want %s", got, want)
	}
	if got := b.Introduction(); len(got) != 2 || got[1] != "Nobody has ever played the ferry game." {
		t.Errorf("introduction %q", got)
	}
	for _, tt := range []struct {
		n           string
		title, text string
		examples    []string
	}{
		{"100.1", "", "The ferry game is for two or more captains.", nil},
		{"100.2", "", "This rule has no period after its number, and nobody knows why.", []string{"Mira’s ferry has draught 3. A bell pays −1, so that {T} leaves 2."}},
		{"100.3", "", "This rule has no blank after its number.", nil},
		{"100.4", "", "This one has two of them.", nil},
		{"101.1", "", "Crew and cargo are counted in this order:", nil},
		{"101.1a", "", "Crew, with a period after the letter.", nil},
		{"101.1b", "", "Cargo, as in 101.1a. Rules 101.1 and 101.1a–b apply here, too.\nA second paragraph stands on a line of its own, without a number.", []string{
			"Ada has two crew and “no cargo at all.",
			"Bo has 100 cards in his hold, bought in 2019 for $100.50.",
			"A crate weighs 1+*, and ___ is written on it; see rules 103.1k-n or 103.1z–aa.",
		}},
		{"102.1", "Kinds of Draught", "", nil},
		{"102.1b", "", "A ferry too deep for its port waits.", nil},
		{"102.2", "", "Ferries with neither weight nor draught", nil}, // nothing below it
		{"103.1aa", "", "Berth 25 is painted in a colour of its own.", nil},
		{"201.1", "", "Most things that a ferry does are said in plain words.", nil},
		{"201.2", "Moor", "", nil},
		{"201.2b", "", "A moored ferry does not sail.", []string{"Ida moors her ferry after lunch. It is still there at supper."}},
		{"202.2", "“Ahoy There!”", "", nil},
		{"202.3", "Start Your Paddles!", "", nil},
		{"202.4", "∞ (Endless)", "", nil},
	} {
		n := rules.MustParseNumber(tt.n)
		r, ok := b.Rule(n)
		if want := (rules.Rule{Number: n, Title: tt.title, Text: tt.text, Examples: tt.examples}); !ok || !reflect.DeepEqual(r, want) {
			t.Errorf("Rule(%s) = %#v, %v, want %#v", n, r, ok, want)
		}
	}
	for _, tt := range []struct{ n, title string }{
		{"1", "Ferry Basics"}, {"101", "Crew vs. Cargo"}, {"102", "Weight/Draught"}, {"300", "General"},
	} {
		if s, ok := b.Section(rules.MustParseNumber(tt.n)); !ok || s.Title != tt.title {
			t.Errorf("Section(%s) = %q, %v, want %q", tt.n, s.Title, ok, tt.title)
		}
	}
	for _, n := range []string{"4", "104", "100.5", "103.1l", "103.1ac"} {
		n, err := rules.ParseNumber(n)
		if err == nil && b.Has(n) {
			t.Errorf("the book has %s", n)
		}
	}
	if ns := b.Numbers(); len(ns) != 3+9+17+38 || ns[0] != rules.MustParseNumber("1") || ns[1] != rules.MustParseNumber("100") {
		t.Errorf("Numbers() = %v", ns)
	}
}

func TestGlossary(t *testing.T) {
	b := mustParse(t, small(t))
	for _, tt := range []struct {
		term, text string
		rules      string
		slug       string
	}{
		{"Ability", "1. Something that a ferry can do. See section 2, “Sailing.”\n2. A line of text that says so.\nSee rule 202, “Keyword Abilities.”", "2 202", "ability"},
		{"Ahoy There!", "A keyword ability. See rule 202.2.", "202.2", "ahoy-there"},
		{"Anchor (Obsolete)", "What older ferries used to moor. See rules 201.2a-b.", "201.2a 201.2b", "anchor"},
		{"Berth, Berthed", "See Moor.", "", "berth-berthed"},
		{"Drift", "To cast off, in part.\nA ferry that drifts is not sailing.\nSee rule 201.3.", "201.3", "drift"},
		{"Moor, “Moor—[text],” “Moored with [name]”", "1. To tie up. See rule 201.2, “Moor.”\n2. To have been tied up.", "201.2", "moor-moor-text-moored-with-name"},
		{"Roll a d20", "To roll a die with twenty faces.", "", "roll-a-d20"},
		{"X", "A number that is not known yet.", "", "x"},
	} {
		g, ok := b.Entry(tt.term)
		if !ok {
			t.Errorf("no entry %q", tt.term)
			continue
		}
		if g.Text != tt.text {
			t.Errorf("Entry(%q) = %#v", tt.term, g)
		}
		if got := join(g.Rules); got != tt.rules {
			t.Errorf("Entry(%q) cites %s, want %s", tt.term, got, tt.rules)
		}
		if got := rules.Slug(tt.term); got != tt.slug {
			t.Errorf("Slug(%q) = %q, want %q", tt.term, got, tt.slug)
		}
	}
	if _, ok := b.Entry("Trample"); ok {
		t.Error("there is an entry Trample")
	}
}

func join(ns []rules.Number) string {
	s := make([]string, len(ns))
	for i, n := range ns {
		s[i] = n.String()
	}
	return strings.Join(s, " ")
}

func TestSlug(t *testing.T) {
	for _, tt := range []struct{ term, want string }{
		{"Trample", "trample"},
		{"Start Your Engines!", "start-your-engines"},
		{"City’s Blessing", "citys-blessing"},
		{"City's Blessing", "citys-blessing"},
		{"Intervening “If” Clause", "intervening-if-clause"},
		{"Bury (Obsolete)", "bury"},
		{"Team vs. Team Variant", "team-vs-team-variant"},
		{"∞ (Infinity)", "infinity-infinity"},
		{"Dandân, Æther", "dandan-aether"},
		{"  ", ""},
		{strings.Repeat("Long ", 1000), strings.TrimSuffix(strings.Repeat("long-", rules.MaxSlug/5), "-")},
	} {
		if got := rules.Slug(tt.term); got != tt.want {
			t.Errorf("Slug(%q) = %q, want %q", tt.term, got, tt.want)
		}
	}
}

func utf16Text(s string, order binary.ByteOrder, mark bool) string {
	if mark {
		s = "\ufeff" + s
	}
	var b bytes.Buffer
	if err := binary.Write(&b, order, utf16.Encode([]rune(s))); err != nil {
		panic(err)
	}
	return b.String()
}

// TestForms has the same text in every form in which editions were published.
func TestForms(t *testing.T) {
	lf := small(t)
	windows := strings.NewReplacer("−", "-", "∞", "Ever").Replace(lf)
	dos := strings.NewReplacer("−", "-", "∞", "Ever", "“", `"`, "”", `"`, "’", "'", "–", "-", "—", "-", "©", "(c)",
		"Mira", "Mirá", "Ada", "Adân", "Bo ", "Rúbo ", "Ida", "Idûa").Replace(lf)
	encode := func(m *charmap.Charmap, s string) string {
		s, err := m.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	replace := func(s, old, new string) string { return strings.ReplaceAll(s, old, new) }
	pages := replace(replace(lf, "\n \n", "\r\r\n"), "\n", "\r") // lone CR, and CR CR LF before each chapter
	pages = replace(pages, "\r\r\r", "\r\r\n\r")
	separated := replace(replace(lf, "\n     A second", "\u2028\u00a0\u00a0\u00a0\u00a0A second"), "\n2. ", "\u20282. ")
	separated = replace(replace(separated, "\n\u20282. Sailing", "\n2. Sailing"), "\n\n", "\n\u00a0\n")
	indented := replace(lf, "\n100.1a", "\n      100.1a")
	indented = replace(indented, "\n101.1.", "\n   101.1.")
	for _, tt := range []struct {
		name, text string
		same       string // the text whose book it has to give
	}{
		{"mark", "\ufeff" + lf, lf},
		{"CR LF", replace(lf, "\n", "\r\n"), lf},
		{"lone CR", replace(lf, "\n", "\r"), lf},
		{"lone CR with CR CR LF at pages", pages, lf},
		{"CR CR LF", replace(lf, "\n", "\r\r\n"), lf},
		{"no-break spaces and line separators", separated, lf},
		{"blank lines of one blank", replace(lf, "\n\n", "\n \n"), lf},
		{"indented numbers", indented, lf},
		{"tabs for blanks", replace(lf, "     A second", "\tA second"), lf},
		{"no last line end", strings.TrimRight(lf, "\n"), lf},
		{"UTF-16LE", utf16Text(replace(lf, "\n", "\r\n"), binary.LittleEndian, true), lf},
		{"UTF-16BE, lone CR", utf16Text(replace(lf, "\n", "\r"), binary.BigEndian, true), lf},
		{"UTF-16LE without mark", utf16Text(lf, binary.LittleEndian, false), lf},
		{"UTF-16BE without mark", utf16Text(lf, binary.BigEndian, false), lf},
		{"Windows-1252", encode(charmap.Windows1252, windows), windows},
		{"DOS", encode(charmap.CodePage850, dos), dos},
		{"date without period", replace(lf, "2031.\n\nIntroduction", "2031\n\nIntroduction"), lf},
		{"date without blank", replace(lf, "March 5, 2031.\n\n©", "March5, 2031.\n\n©"), lf},
		{"older words for the date", replace(lf, "effective as of", "current as of"), lf},
		{"first sense beside its heading", replace(replace(lf, "Ability\n1. ", "Ability1. "), "”\n1. To tie", "”\n1. To tie"), lf},
	} {
		got, err := parseString(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if want := mustParse(t, tt.same); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another book than with UTF-8 and LF: %s, want %s", tt.name, got, want)
		}
	}
}

// TestFaults has texts that are refused, and the reason given.
func TestFaults(t *testing.T) {
	lf := small(t)
	until := func(s string) string { return lf[:strings.Index(lf, s)] }
	change := func(old, new string) string {
		t.Helper()
		if strings.Count(lf, old) != 1 {
			t.Fatalf("%q is %d times in the small edition", old, strings.Count(lf, old))
		}
		return strings.Replace(lf, old, new, 1)
	}
	latin := func(s string) string { return strings.NewReplacer("−", "-", "∞", "Ever").Replace(s) }
	windows, err := charmap.Windows1252.NewEncoder().String(latin(lf))
	if err != nil {
		t.Fatal(err)
	}
	ascii := strings.NewReplacer("−", "-", "∞", "Ever", "“", `"`, "”", `"`, "’", "'", "–", "-", "—", "-", "©", "(c)").Replace(lf)
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "line 1: this is an empty file"},
		{"blank", " \n\n\u00a0\n", "line 1: this is an empty file"},
		{"web page", "\n<!DOCTYPE html>\n<html><body><p>" + lf, "line 1: this is a web page"},
		{"PDF", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "line 1: this is a PDF"},
		{"JSON", `{"error": "not found"}`, "line 1: this is JSON"},
		{"gzip", "\x1f\x8b\x08\x00\x00", "line 1: this is a gzip archive"},
		{"archive", "PK\x03\x04\x14\x00", "line 1: this is a ZIP archive"},
		{"bytes", "\x00\x01\x02\x03\xff\xfe\xfd", "line 1: "},
		{"a letter", "Dear captain,\n\nplease come home.\n", "line 1: this is no rules text"},
		{"only the title", "The Ferry Game Comprehensive Rules\n", "line 2: the text ends before its contents"},

		{"no date", change("These rules are effective as of March 5, 2031.\n\nIntroduction", "Introduction"), "line 9: no sentence before the contents"},
		{"no such date", change("of March 5, 2031.\n\nIntroduction", "of Marsh 5, 2031.\n\nIntroduction"), `line 3: no date: "Marsh 5, 2031"`},
		{"two dates", change("March 5, 2031.\n\n©", "May 5, 2031.\n\n©"), "the rules are effective 2031-05-05 here and 2031-03-05 at the beginning"},
		{"no contents", lf[:strings.Index(lf, "Contents")] + lf[strings.Index(lf, "1. Ferry Basics\n\n100. General\n\n100.1."):], "the rules begin, but there were no contents"},
		{"empty contents", lf[:strings.Index(lf, "1. Ferry Basics")] + lf[strings.Index(lf, "Glossary"):], "the contents are empty"},
		{"contents without a section", change("102. Weight/Draught\n103.", "103."), "line 16: in the contents, 103 cannot follow 101"},
		{"contents with a section twice", change("102. Weight/Draught\n103.", "102. Weight/Draught\n102. Weight/Draught\n103."), "in the contents, 102 cannot follow 102"},
		{"contents without a chapter", change("2. Sailing\n200. General\n201. Keyword Actions\n202. Keyword Abilities\n\n3. Ports", "3. Ports"), "in the contents, 3 cannot follow 103"},
		{"contents with a chapter of nothing", change("301. Customs\n\nGlossary", "301. Customs\n4. Seas\n\nGlossary"), "in the contents, chapter 4 has no section"},
		{"contents with a paragraph", change("103. Berths\n\n2.", "103. Berths\nAnd so on.\n\n2."), `line 18: "And so on." is no line of contents`},
		{"contents without credits", change("Glossary\n\nCredits\n \n1.", "Glossary\n\n1."), "the contents do not end with Glossary and Credits"},
		{"cut in the contents", until("201. Keyword Actions\n202."), "the text ends within its contents"},

		{"heading that the contents do not have", change("102. Weight/Draught\n\n102.1.", "102. Weight and Draught\n\n102.1."), `heading "102. Weight and Draught", but in the contents the next is "102. Weight/Draught"`},
		{"section left out", change("300. General\n\n301. Customs\n\n", "301. Customs\n\n"), `in the contents the next is "300. General"`},
		{"rule left out", change("100.2 This", "100.9 This"), "100.9 cannot follow 100.1b"},
		{"subrule left out", change("100.1a Each captain brings a whistle. See section 3, “Ports.”\n\n", ""), "100.1b cannot follow 100.1"},
		{"letter l", change("103.1m Berth", "103.1l Berth"), `rule number "103.1l"`},
		{"two rules with one number", change("201.3. Cast", "201.2. Cast"), "201.2 cannot follow 201.2b"},
		{"rule of another section", change("101.1b Cargo", "102.1b Cargo"), "102.1b cannot follow 101.1a"},
		{"subrule before its rule", change("101. Crew vs. Cargo\n\n101.1. Crew and cargo are counted in this order:\n\n", "101. Crew vs. Cargo\n\n"), "101.1a cannot follow 101"},
		{"paragraph twice", change("100.1b A captain without a whistle may hum instead (see rule 102, “Weight/Draught”).\n\n", strings.Repeat("100.1b A captain without a whistle may hum instead (see rule 102, “Weight/Draught”).\n\n", 2)), "line 42: repeats the line before"},
		{"example twice", change("Example: Ada has two crew and “no cargo at all.\n", strings.Repeat("Example: Ada has two crew and “no cargo at all.\n", 2)), "repeats the line before"},
		{"example of nothing", change("101. Crew vs. Cargo\n\n101.1.", "101. Crew vs. Cargo\n\nExample: Nothing.\n\n101.1."), `"Example: Nothing." belongs to no rule`},
		{"empty example", change("Example: Ada has two crew and “no cargo at all.\n", "Example:\n"), "the example of 101.1b is empty"},
		{"paragraph without a number", change("100.2 This", "Some text.\n\n100.2 This"), `"Some text." has no number and does not belong to 100.1b`},
		{"number of three parts", change("100.2 This", "100.2.1 This"), "begins like a rule but not with the number of one"},
		{"number alone", change("202.3. Start Your Paddles!", "202.3."), "begins like a rule but not with the number of one"},
		{"cut in a chapter", until("means “When this ferry"), "the text ends after 202.2a: it is cut off before the glossary"},
		{"cut in a character", lf[:strings.Index(lf, "“When this ferry")+1], "line 155: the file ends in the middle of a character"},
		{"chapter missing", lf[:strings.Index(lf, "3. Ports\n\n300")] + lf[strings.Index(lf, "Glossary\n\nAbility"):], "the glossary begins, but 3 of the contents is missing"},
		{"no glossary", change("Glossary\n\nAbility", "Ability"), `"Ability" has no number`},

		{"cut in the glossary", until("Moor, “Moor—"), "the text ends within the glossary"},
		{"cut in an entry", until("2. To have been"), "the text ends within the glossary"},
		{"empty glossary", lf[:strings.Index(lf, "Ability\n1.")] + lf[strings.Index(lf, "Credits\n\nFerry"):], "the glossary is empty"},
		{"entry without text", change("Junk\nCargo that no port takes.\n", "Junk\n"), `the glossary entry "Junk" has no text`},
		{"entry twice", change("Junk\nCargo", "X\nCargo"), `the glossary entry "X" is there twice`},
		{"sense left out", change("1. To tie up. See rule 201.2, “Moor.”\n", ""), `sense 2 of the glossary entry "Moor, “Moor—[text],” “Moored with [name]…" follows sense 0`},
		{"sense twice", change("2. A line of text that says so.\n", "2. A line of text that says so.\n2. A line that says so.\n"), `sense 2 of the glossary entry "Ability" follows sense 2`},
		{"line twice", change("A ferry that drifts is not sailing.\n", strings.Repeat("A ferry that drifts is not sailing.\n", 2)), "repeats the line before"},
		{"cut in the credits", until("These rules are effective as of March 5, 2031.\n\n©"), "the text ends within the credits"},
		{"another edition behind it", lf + lf, "rules begin again after the credits"},

		{"bad byte after a mark", "\ufeff" + change("Mira’s", "Mira\x92s"), "line 43: byte 0x92 is not valid in UTF-8"},
		{"bad byte in UTF-8", change("Mira’s", "Mira\x92s"), "line 43: byte 0x92 makes no sense"},
		{"no byte of any code page", strings.Replace(windows, "Ada", "Ad\x81", 1), "line 57: byte 0x81 makes no sense"},
		{"letter where none can be", strings.Replace(ascii, "Ada has", "Ada \x83 has", 1), "line 57: byte 0x83 makes no sense"},
		{"two code pages possible", strings.Replace(ascii, "Ada has", "Ada\x85b has", 1), "line 57: byte 0x85 may be '…' of Windows-1252 or 'à' of DOS code page 850"},
		{"lost character", change("Mira’s", "Mira\ufffds"), "line 43: a character was lost"},
		{"wrong conversion", change("Mira’s", "Miraâ€™s"), "line 43: UTF-8 was read as Windows-1252"},
		{"control character", change("Mira’s", "Mira\x00s"), "line 43: control character U+0000"},
		{"half of UTF-16", utf16Text(lf, binary.LittleEndian, true)[:2001], "the file ends in the middle of a character"},
		{"lone surrogate", strings.Replace(utf16Text(lf, binary.LittleEndian, true), "’\x00", "", 1)[:2000] + "\x00\xd8a\x00", "half a character"},
	} {
		b, err := parseString(tt.text)
		switch {
		case err == nil:
			t.Errorf("%s: parsed %s, want error %q", tt.name, b, tt.want)
		case !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "line "):
			t.Errorf("%s: error %q, want a line and %q", tt.name, err, tt.want)
		}
	}
}

// endless is a file that never ends, and how much of it was read.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	e.read += int64(len(p))
	return len(p), nil
}

func TestTooLong(t *testing.T) {
	var e endless
	_, err := rules.Parse(io.LimitReader(&e, 200<<20))
	if err == nil || !strings.Contains(err.Error(), "longer than 16 MB") {
		t.Errorf("error %v", err)
	}
	if e.read > 2*rules.MaxBytes {
		t.Errorf("%d bytes were read", e.read)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestBrokenReader(t *testing.T) {
	if _, err := rules.Parse(io.MultiReader(strings.NewReader("The"), broken{})); err == nil || !strings.Contains(err.Error(), "unexpected EOF") {
		t.Errorf("error %v", err)
	}
}

func TestDigest(t *testing.T) {
	lf := small(t)
	for _, tt := range []struct {
		name, old, new string
		n              string
		same           bool
	}{
		{"white space", "Crew and cargo are", "Crew  and\tcargo are", "101.1", true},
		{"cited number", "as in 101.1a.", "as in 102.1b.", "101.1b", true},
		{"cited range", "101.1a–b apply", "103.1p-z apply", "101.1b", true},
		{"quotes", "“Ahoy There!” means “When", `"Ahoy There!" means “When`, "202.2a", true},
		{"word", "are counted in this order", "are weighed in this order", "101.1", false},
		{"example", "Ada has two crew", "Ada has three crew", "101.1b", false},
		{"title", "201.2. Moor", "201.2. Moors", "201.2", false},
		{"word below", "does not sail.", "does not swim.", "201.2", true},
		{"count of things", "Bo has 100 cards", "Bo has 101 cards", "101.1b", false},
	} {
		if !strings.Contains(lf, tt.old) {
			t.Fatalf("%s: no %q", tt.name, tt.old)
		}
		n := rules.MustParseNumber(tt.n)
		before, _ := mustParse(t, lf).Rule(n)
		after, _ := mustParse(t, strings.Replace(lf, tt.old, tt.new, 1)).Rule(n)
		if same := before.Digest() == after.Digest(); same != tt.same || len(before.Digest()) != 10 {
			t.Errorf("%s: digests %q and %q, want them equal = %v", tt.name, before.Digest(), after.Digest(), tt.same)
		}
	}
}

// printed gives a book in the form in which editions are published.
func printed(b *rules.Book) string {
	var s strings.Builder
	p := func(lines ...string) { s.WriteString(strings.Join(lines, "\n") + "\n") }
	heads := append(b.Chapters(), b.Sections()...)
	slices.SortFunc(heads, func(a, b rules.Section) int { return a.Number.Compare(b.Number) })
	p("Printed Comprehensive Rules", "", "These rules are effective as of "+b.Effective.Format("January 2, 2006")+".", "", "Introduction", "")
	for _, x := range b.Introduction() {
		p(x, "")
	}
	p("Contents", "")
	for _, h := range heads {
		p(h.Number.String()+". "+h.Title, "")
	}
	p("Glossary", "", "Credits", "")
	at := 0
	all := b.Rules()
	for _, n := range b.Numbers() {
		if h, ok := b.Section(n); ok {
			p(h.Number.String()+". "+h.Title, "")
			continue
		}
		r := all[at]
		at++
		period := "."
		if n.IsSubrule() {
			period = ""
		}
		p(n.String() + period + " " + r.Title + r.Text)
		for _, x := range r.Examples {
			p("Example: " + x)
		}
		p("")
	}
	p("Glossary", "")
	for _, g := range b.Glossary() {
		p(g.Term, g.Text, "")
	}
	p("Credits", "", "These rules are effective as of "+b.Effective.Format("January 2, 2006")+".")
	return s.String()
}

func TestPrintAndParse(t *testing.T) {
	b := mustParse(t, small(t))
	if again := mustParse(t, printed(b)); !reflect.DeepEqual(again, b) {
		t.Errorf("printed and parsed, the small edition is another: %s", again)
	}
}

func FuzzParse(f *testing.F) {
	text := small(f)
	f.Add([]byte(text))
	f.Add([]byte(strings.ReplaceAll(text, "\n", "\r\r\n")))
	f.Add([]byte(utf16Text(text, binary.LittleEndian, true)))
	f.Add([]byte(utf16Text(text, binary.BigEndian, false)))
	f.Add([]byte(text[:len(text)/2]))
	f.Add([]byte("A Comprehensive Rules\neffective as of May 5, 2031\nContents\n1. A\n100. B\nGlossary\nCredits\n1. A\n100. B\n100.1. C\n100.1a D\nGlossary\nX\n1. Y\n2. Z\n\nCredits\neffective as of May 5, 2031"))
	f.Add([]byte("{}"))
	f.Add([]byte("\xff\xfe\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := rules.Parse(bytes.NewReader(raw))
		if err != nil {
			if b != nil {
				t.Error("a book beside an error")
			}
			return
		}
		checkNumbers(t, "fuzzed", b.Numbers(), 0)
		again, err := parseString(printed(b))
		if err != nil {
			t.Fatalf("the printed book does not parse: %v", err)
		}
		if again.String() != b.String() || !slices.Equal(again.Numbers(), b.Numbers()) {
			t.Errorf("printed and parsed: %s, want %s", again, b)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text := benchmarkEdition(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := parseString(text); err != nil {
			b.Fatal(err)
		}
	}
}

package editions_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"regula/editions"
	"regula/rules"
)

// book makes a whole edition of its chapters, a rule a line, and its glossary,
// a heading and a text a line each.
func book(t testing.TB, date, chapters, glossary string) *rules.Book {
	t.Helper()
	effective := "These rules are effective as of " + day(t, date).Format("January 2, 2006") + ".\n\n"
	heads := regexp.MustCompile(`(?m)^[0-9]{1,3}\. .*\n`).FindAllString(chapters, -1)
	var b strings.Builder
	b.WriteString("Boat Comprehensive Rules\n\n" + effective + "Contents\n\n" + strings.Join(heads, "") + "\nGlossary\n\nCredits\n\n")
	b.WriteString(strings.ReplaceAll(chapters, "\n", "\n\n") + "Glossary\n\n")
	for i, line := range strings.Split(strings.TrimSpace(glossary), "\n") {
		b.WriteString(line + "\n")
		if i%2 == 1 {
			b.WriteString("\n")
		}
	}
	b.WriteString("\nCredits\n\n" + effective)
	parsed, err := rules.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// lines writes the changes of a step as moves.tsv has them, with blanks for
// tabs.
func lines(t testing.TB, s editions.Step) string {
	t.Helper()
	var b bytes.Buffer
	if err := editions.WriteSteps(&b, []editions.Step{s}); err != nil {
		t.Fatal(err)
	}
	_, changes, _ := strings.Cut(b.String(), "\n")
	return strings.ReplaceAll(changes, "\t", " ")
}

func TestDiff(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "steps", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string]string{}
		for _, f := range a.Files {
			parts[f.Name] = string(f.Data)
		}
		old := book(t, "2031-03-05", parts["old"], parts["old glossary"])
		new := book(t, "2031-06-07", parts["new"], parts["new glossary"])
		byText := editions.DiffBooks(old, new)
		byFacts := editions.Diff(editions.FromBook(old), editions.FromBook(new))
		if *update {
			for i, f := range a.Files {
				switch f.Name {
				case "want":
					a.Files[i].Data = []byte(lines(t, byText))
				case "want by facts":
					a.Files[i].Data = []byte(lines(t, byFacts))
				}
			}
			if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got := lines(t, byText); got != parts["want"] {
			t.Errorf("%s: with texts:\n%s\nwant:\n%s", name, got, parts["want"])
		}
		if got := lines(t, byFacts); got != parts["want by facts"] {
			t.Errorf("%s: by facts:\n%s\nwant:\n%s", name, got, parts["want by facts"])
		}
		for _, s := range []editions.Step{byText, byFacts} {
			if _, err := editions.NewHistory([]editions.Edition{editions.FromBook(old), editions.FromBook(new)}, []editions.Step{s}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if same := editions.DiffBooks(old, old); len(same.Changes) != 0 {
			t.Errorf("%s: an edition differs from itself: %s", name, lines(t, same))
		}
	}
}

// three gives three editions of a small book: a rule is put in, and then the
// last one is reworded.
func three(t testing.TB) (books []*rules.Book) {
	const first = "1. Boats\n100. General\n100.1. Every boat has a name of its own, painted on its bow.\n100.2. A captain who is late buys the tea for all others.\n"
	second := strings.Replace(first, "100.2.", "100.2. Boats that leak are bailed out with a bucket or a hat.\n100.3.", 1)
	third := strings.Replace(second, "the tea", "the tea and the cake", 1)
	for i, chapters := range []string{first, second, third} {
		books = append(books, book(t, []string{"2031-01-01", "2031-02-02", "2031-03-03"}[i], chapters, "Boat\nWhat floats. See rule 100.1.\n"))
	}
	return books
}

func TestInclude(t *testing.T) {
	books := three(t)
	var all []editions.Edition
	var steps []editions.Step
	for i, b := range books {
		all = append(all, editions.FromBook(b))
		if i > 0 {
			steps = append(steps, editions.DiffBooks(books[i-1], b))
		}
	}
	want, err := editions.Files(all, steps)
	if err != nil {
		t.Fatal(err)
	}
	one, err := editions.Files(all[:1], nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{1, 2}, {2, 1}, {1, 2, 2}, {0, 1, 2, 0}, {-1, 2, 0, 1}} {
		fsys := fstest.MapFS{}
		if order[0] < 0 { // from nothing
			order = order[1:]
		} else {
			for name, raw := range one {
				fsys[name] = &fstest.MapFile{Data: raw}
			}
		}
		for _, i := range order {
			_, files, err := editions.Include(fsys, books[i], books...)
			if err != nil {
				t.Fatalf("%v: %v", order, err)
			}
			for name, raw := range files {
				fsys[name] = &fstest.MapFile{Data: raw}
			}
		}
		if len(fsys) != len(want) {
			t.Errorf("%v: %d files, want %d", order, len(fsys), len(want))
		}
		for name, raw := range want {
			if f := fsys[name]; f == nil || !bytes.Equal(f.Data, raw) {
				t.Errorf("%v: %s is %q, want %q", order, name, f.Data, raw)
			}
		}
		if _, files, err := editions.Include(fsys, books[2], books...); err != nil || len(files) != 0 {
			t.Errorf("%v: including it once more changes %d files, %v", order, len(files), err)
		}
	}
	// without texts of the neighbour the steps come from facts
	fsys := fstest.MapFS{}
	for name, raw := range one {
		fsys[name] = &fstest.MapFile{Data: raw}
	}
	_, files, err := editions.Include(fsys, books[1])
	if err != nil || !strings.Contains(string(files["moves.tsv"]), "added\t100.2\nmoved\t100.2\t100.3\n") {
		t.Errorf("included by facts: %q, %v", files["moves.tsv"], err)
	}
	// a step that somebody mended stays
	for name, raw := range files {
		fsys[name] = &fstest.MapFile{Data: raw}
	}
	const mended = "step\t2031-01-01\t2031-02-02\nadded\t100.2\nremoved\t100.2\nadded\t100.3\n"
	fsys["moves.tsv"] = &fstest.MapFile{Data: []byte(mended)}
	h, files, err := editions.Include(fsys, books[1], books...)
	if err != nil || len(files) > 0 || len(h.Numbers(n("100.3"))) != 1 {
		t.Errorf("included once more: %d files change, %v", len(files), err)
	}
}

func TestRoundTrip(t *testing.T) {
	books := three(t)
	var all []editions.Edition
	for _, b := range books {
		all = append(all, editions.FromBook(b))
	}
	files, err := editions.Files(all, []editions.Step{editions.DiffBooks(books[0], books[1]), editions.DiffBooks(books[1], books[2])})
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	for name, raw := range files {
		fsys[name] = &fstest.MapFile{Data: raw}
	}
	got, err := editions.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range all {
		if !sameEdition(got[i], e) {
			t.Errorf("%s: loaded %v, want %v", e, got[i], e)
		}
	}
	h, err := editions.LoadHistory(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := show(h.Numbers(n("100.3"))), "100.2 General 2031-01-01…2031-02-02 now 100.3; 100.3 General 2031-02-02… now 100.3"; got != want {
		t.Errorf("numbers of 100.3: %s, want %s", got, want)
	}
	if got := h.Rewordings(n("100.3")); len(got) != 1 || !got[0].Equal(day(t, "2031-03-03")) {
		t.Errorf("100.3 was reworded %v", got)
	}
}

func sameEdition(a, b editions.Edition) bool {
	return a.Effective.Equal(b.Effective) && slices.EqualFunc(a.Facts, b.Facts, func(f, g editions.Fact) bool {
		cites := slices.Equal(f.Cites, g.Cites)
		f.Cites, g.Cites = nil, nil
		return cites && f.Kind == g.Kind && f.Number == g.Number && f.Term == g.Term && f.Title == g.Title && f.Digest == g.Digest
	})
}

func TestFaults(t *testing.T) {
	const full = "edition\t2031-03-05\nchapter\t1\taaaaaaaaaa\tBoats\nsection\t100\tbbbbbbbbbb\tGeneral\nrule\t100.1\tcccccccccc\t\t100 1\nentry\tBoat\tdddddddddd\n"
	change := func(old, new string) string { return strings.Replace(full, old, new, 1) }
	const older = "2031-01-01.tsv"
	for _, tt := range []struct{ name, file, text, want string }{
		{"no head", "", strings.TrimPrefix(full, "edition\t2031-03-05\n"), `2031-03-05.tsv:1: the first line has to be "edition" and a date`},
		{"empty", "", "", "2031-03-05.tsv:1: empty file"},
		{"no date", "", change("2031-03-05", "today"), "2031-03-05.tsv:1: date of the edition"},
		{"other date", "", change("2031-03-05", "2031-03-06"), "2031-03-05.tsv:1: edition of 2031-03-06 in a file that is not called 2031-03-06.tsv"},
		{"unknown kind", "", change("section", "sektion"), `2031-03-05.tsv:3: unknown kind "sektion"`},
		{"number of another kind", "", change("section\t100\t", "section\t100.1\t"), "2031-03-05.tsv:3: 100.1 is no number of a section"},
		{"no number", "", change("100.1", "100.l"), `2031-03-05.tsv:4: rule number "100.l"`},
		{"cites no number", "", change("100 1", "100 x"), `2031-03-05.tsv:4: 100.1: rule number "x"`},
		{"out of order", "", change("section\t100\tb", "section\t200\tb"), "2031-03-05.tsv:4: 100.1 is out of order or repeated"},
		{"twice", "", full + "entry\tBoat\tdddddddddd\n", "2031-03-05.tsv:6: Boat is out of order or repeated"},
		{"no digest", "", change("cccccccccc", ""), "2031-03-05.tsv:4: 100.1 has no digest"},
		{"few columns", "", change("entry\tBoat\tdddddddddd", "entry\tBoat"), "2031-03-05.tsv:5: 2 columns"},
		{"many columns", "", change("100 1\n", "100 1\tx\n"), "2031-03-05.tsv:4: 6 columns"},
		{"section without title", "", change("\tGeneral", ""), "2031-03-05.tsv:3: 100: chapters, sections and titles have a title"},
		{"rule with title", "", change("cccccccccc\t\t", "cccccccccc\tBoats\t"), "2031-03-05.tsv:4: 100.1: chapters, sections and titles have a title"},
		{"takes away in full", "", full + "-\t100.1\n", "2031-03-05.tsv:6: nothing can be taken away here"},
		{"delta of nothing", "", change("2031-03-05", "2031-03-05\t2031-06-06"), "2031-03-05.tsv:1: differs from the edition of 2031-06-06, which is not the next one here"},
		{"delta of another", older, "edition\t2031-01-01\t2031-02-02\n", "2031-01-01.tsv:1: differs from the edition of 2031-02-02"},
		{"takes away what is not there", older, "edition\t2031-01-01\t2031-03-05\n-\t100.2\n", `2031-01-01.tsv:2: takes away "100.2", which 2031-03-05 does not have`},
		{"takes away twice", older, "edition\t2031-01-01\t2031-03-05\n-\t100.1\n-\t100.1\n", "2031-01-01.tsv:3: nothing can be taken away here"},
	} {
		fsys := fstest.MapFS{"2031-03-05.tsv": {Data: []byte(full)}}
		if tt.file == "" {
			tt.file = "2031-03-05.tsv"
		}
		fsys[tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
		_, err := editions.Load(fsys)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := editions.Load(fstest.MapFS{"moves.tsv": {}}); err == nil {
		t.Error("no editions, and no error")
	}
}

func TestStepFaults(t *testing.T) {
	const head = "step\t2031-01-01\t2031-02-02\n"
	for _, tt := range []struct{ text, want string }{
		{"\n", `moves.tsv:1: a change before the first step`},
		{"added\t100.1\n", "moves.tsv:1: a change before the first step"},
		{"step\t2031-01-01\n", "moves.tsv:1: a step has two dates"},
		{"step\tnow\t2031-01-01\n", "moves.tsv:1: parsing time"},
		{"step\t2031-01-01\tthen\n", "moves.tsv:1: parsing time"},
		{"step\t2031-02-02\t2031-01-01\n", "moves.tsv:1: the step does not begin where the one before it ends"},
		{head + "step\t2031-02-03\t2031-03-03\n", "moves.tsv:2: the step does not begin where the one before it ends"},
		{head + "lost\t100.1\n", `moves.tsv:2: unknown kind of change "lost"`},
		{head + "\t100.1\n", `moves.tsv:2: unknown kind of change ""`},
		{head + "moved entry\tBoat\n", `moves.tsv:2: unknown kind of change "moved entry"`},
		{head + "moved\t100.1\n", "moves.tsv:2: 2 columns, want 3"},
		{head + "added\t100.1\t100.2\n", "moves.tsv:2: 3 columns, want 2"},
		{head + "added\t100.l\n", `moves.tsv:2: rule number "100.l"`},
		{head + "moved\t100.1\t100.l\n", `moves.tsv:2: rule number "100.l"`},
		{head + "added entry\t\n", "moves.tsv:2: entry without a heading"},
		{head + "added\t100.2\nadded\t100.1\n", "moves.tsv:3: the change is out of order or repeated"},
		{head + "added\t100.2\nadded\t100.2\n", "moves.tsv:3: the change is out of order or repeated"},
	} {
		_, err := editions.Steps(fstest.MapFS{"moves.tsv": {Data: []byte(tt.text)}})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
	books := three(t)
	all := []editions.Edition{editions.FromBook(books[0]), editions.FromBook(books[1])}
	good := editions.DiffBooks(books[0], books[1])
	for _, tt := range []struct {
		name   string
		change func(s *editions.Step)
		want   string
	}{
		{"change left out", func(s *editions.Step) { s.Changes = s.Changes[1:] }, "100.2 is not the same in both"},
		{"number that is not there", func(s *editions.Step) { s.Changes[0].New = n("100.9") }, "added  100.9 does not fit"},
		{"other date", func(s *editions.Step) { s.To = s.To.Add(24 * time.Hour) }, "stands where that from"},
		{"no changes", func(s *editions.Step) { s.Changes = nil }, "is not the same in both"},
	} {
		s := good
		s.Changes = slices.Clone(good.Changes)
		tt.change(&s)
		if _, err := editions.NewHistory(all, []editions.Step{s}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := editions.NewHistory(all, nil); err == nil {
		t.Error("no step between two editions, and no error")
	}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The scripts of testdata hold command lines and what they must do:
//
//	$ import rules -data $DIR/data -editions $DIR/editions $SMALL
//	effective 2031-03-04: \d+ chapters
//	exit 0
//
// $DIR is a new folder for each script, $SMALL a small edition of our own,
// $LATER and $EARLIER the same with other dates. Lines between a command and
// its exit are patterns of which each must match a line of its output, one
// after "!" none.
func TestScripts(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts in testdata: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			script, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			runScript(t, string(script), inputs(t))
		})
	}
}

// inputs makes the files that scripts read, and gives what stands for them.
func inputs(t *testing.T) *strings.Replacer {
	dir := t.TempDir()
	small, err := os.ReadFile("../../rules/testdata/parse/small.txt")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	year := regexp.MustCompile(`(effective as of [A-Z][a-z]+ \d+, )\d{4}`)
	dated := func(y string) []byte { return year.ReplaceAll(small, []byte("${1}"+y)) }
	return strings.NewReplacer(
		"$DIR", dir,
		"$SMALL", write("small.txt", dated("2031")),
		"$LATER", write("later.txt", dated("2032")),
		"$EARLIER", write("earlier.txt", dated("2030")),
		"$FUTURE", write("future.txt", dated("9999")),
		"$HALF", write("half.txt", small[:len(small)/2]),
		"$HTML", write("page.html", []byte("<!doctype html><title>Not found</title>")),
		"$EMPTY", write("empty.txt", nil),
		"$FILE", write("file", []byte("a file, not a folder")),
		"$CARDS", write("cards.json", []byte(someCards)),
		"$RULINGS", write("rulings.json", []byte(someRulings)),
		"$CUT", write("cut.json", []byte(someRulings[:len(someRulings)/2])),
		"$OTHER", write("other.json", []byte(`[{"object":"ruling","oracle_id":"o9","comment":"On a card that no file has."}]`)),
		"$ATOMIC", write("atomic.json", []byte(`{"data":{"Reed Pipe":[{"name":"Reed Pipe","identifiers":{"scryfallOracleId":"o7"},
			"rulings":[{"date":"2030-01-01","text":"Everybody hears it."}],"foreignData":[{"language":"French","name":"Chalumeau"}]}]}}`)),
		"$NONE", write("none.json", []byte("[]")),
	)
}

// Cards made up for the scripts, and rulings on them, in Scryfall's form.
const (
	someCards = `[{"object":"card","oracle_id":"o1","name":"Glass Heron","lang":"en","layout":"normal","type_line":"Creature — Bird","oracle_text":"Flying"},
{"object":"card","oracle_id":"o1","name":"Glass Heron","lang":"de","layout":"normal","printed_name":"Glasreiher"},
{"object":"card","oracle_id":"o2","name":"Dawn // Dusk","lang":"fr","layout":"split","card_faces":[{"name":"Dawn","printed_name":"Aube"},{"name":"Dusk","printed_name":"Brune"}]},
{"object":"card","oracle_id":"o3","name":"Mill Keeper // Grind","lang":"en","layout":"adventure","card_faces":[{"name":"Mill Keeper"},{"name":"Grind"}]}]`
	someRulings = `[{"object":"ruling","oracle_id":"o1","source":"wotc","published_at":"2031-01-01","comment":"The heron is glass."},
{"object":"ruling","oracle_id":"o1","source":"wotc","published_at":"2031-02-01","comment":"It may break."},
{"object":"ruling","oracle_id":"o9","source":"wotc","published_at":"2031-01-01","comment":"On a card that no file has."}]`
)

// runScript runs the command lines of a script one after another.
func runScript(t *testing.T, script string, in *strings.Replacer) {
	var command, output string
	var wanted []string
	code := 0
	for i, line := range strings.Split(script, "\n") {
		switch {
		case strings.HasPrefix(line, "$ "):
			command = line[2:]
			var b bytes.Buffer
			err := run(context.Background(), strings.Fields(in.Replace(command)), strings.NewReader("standard input"), &b, &b)
			switch {
			case err == nil:
				code = 0
			case errors.Is(err, errUsage):
				code = 2
			default:
				code = 1
				b.WriteString("site: " + err.Error() + "\n")
			}
			output, wanted = b.String(), nil
		case strings.HasPrefix(line, "exit "):
			if want := int(line[5] - '0'); code != want {
				t.Errorf("line %d: site %s: exit %d, want %d; output:\n%s", i+1, command, code, want, output)
			}
			for _, w := range wanted {
				pattern, none := strings.CutPrefix(w, "! ")
				found := regexp.MustCompile("(?m)" + in.Replace(pattern)).MatchString(output)
				if found == none {
					t.Errorf("line %d: site %s: match of %q = %v, want %v; output:\n%s", i+1, command, pattern, found, !none, output)
				}
			}
		case line != "" && !strings.HasPrefix(line, "#"):
			wanted = append(wanted, line)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"regula/rules"
)

// ferry is a folder with a data folder, the facts of the small edition and
// explanations of it, and a next edition that has one keyword more.
type ferry struct {
	t             *testing.T
	dir           string
	before, after map[string]string
}

func newFerry(t *testing.T) *ferry {
	t.Helper()
	f := &ferry{t: t, dir: t.TempDir(), before: map[string]string{}, after: map[string]string{}}
	ar, err := txtar.ParseFile("testdata/ferry.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range ar.Files {
		if name, ok := strings.CutPrefix(x.Name, "before/"); ok {
			f.before[name] = string(x.Data)
			f.write("content/"+name, string(x.Data))
		} else if name, ok := strings.CutPrefix(x.Name, "after/"); ok {
			f.after[name] = string(x.Data)
		}
	}
	raw, err := os.ReadFile("../../rules/testdata/parse/small.txt")
	if err != nil {
		t.Fatal(err)
	}
	small := string(raw)
	next := strings.ReplaceAll(small, "March 5, 2031", "March 5, 2032")
	next = regexp.MustCompile(`201\.([23])([^0-9–.])`).ReplaceAllStringFunc(next, up)
	next = regexp.MustCompile(`(?m)^201\.([23])\. `).ReplaceAllStringFunc(next, up)
	next = strings.Replace(next, "201.2–3", "201.3–4", 1)
	next = strings.Replace(next, "201.3. Moor", "201.2. Bail\n\n201.2a To bail, use a bucket.\n\n201.3. Moor", 1)
	next = strings.Replace(next, "To cast off, untie the ferry.", "To cast off, untie the ferry and wave.", 1)
	f.write("small.txt", small)
	f.write("next.txt", next)
	return f
}

// up adds one to the rule that a text begins with.
func up(s string) string {
	return s[:4] + string(s[4]+1) + s[5:]
}

func (f *ferry) write(name, text string) {
	f.t.Helper()
	name = filepath.Join(f.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		f.t.Fatal(err)
	}
}

// tree gives all files below a folder.
func (f *ferry) tree(dir string) map[string]string {
	f.t.Helper()
	files := map[string]string{}
	root := os.DirFS(filepath.Join(f.dir, dir))
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(root, name)
		files[name] = string(b)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.t.Fatal(err)
	}
	return files
}

// run runs a command in which @ stands for the folder.
func (f *ferry) run(ctx context.Context, command string) (string, error) {
	f.t.Helper()
	var b bytes.Buffer
	err := run(ctx, strings.Fields(strings.ReplaceAll(command, "@", f.dir)), nil, &b, &b)
	return b.String(), err
}

func (f *ferry) mustRun(command string) string {
	f.t.Helper()
	out, err := f.run(f.t.Context(), command)
	if err != nil {
		f.t.Fatalf("site %s: %v\n%s", command, err, out)
	}
	return out
}

func (f *ferry) wants(what, out string, lines ...string) {
	f.t.Helper()
	for _, line := range lines {
		if !regexp.MustCompile("(?m)" + line).MatchString(out) {
			f.t.Errorf("%s: no line matches %q:\n%s", what, line, out)
		}
	}
}

// place is a place in the content as an editor finds it.
func (f *ferry) place(s string) string { return filepath.Join(f.dir, "content", filepath.FromSlash(s)) }

const importInto = "import rules -data @/data -editions @/editions -content @/content "

func TestApplyEdition(t *testing.T) {
	f := newFerry(t)
	f.mustRun(importInto + "@/small.txt")
	out := f.mustRun(importInto + "-list @/next.txt")
	f.wants("import", out,
		`^effective 2032-03-05: `,
		`^ +rules +glossary$`, `^ +de +fr +en `,
		`^unchanged +2 +0 +0 `, `^moved +2 +0 +0 `, `^reworded +0 +0 +0 `, `^moved and reworded +1 +1 +0 `, `^new +2 +2 +2 `, `^gone +0 `,
		`^moved +201.2a → 201.3a +`+f.place("de/rules/201.2.md:11")+`$`,
		`^moved and reworded +201.3a → 201.4a +`+f.place("de/rules/201.3.md:7")+` `+f.place("fr/rules/201.3.md:7")+`$`,
		`^new +201.2a$`)
	if !maps.Equal(f.tree("content"), f.before) {
		t.Error("an import changes the texts")
	}

	apply := "editions apply -editions @/editions -content @/content "
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if out, err := f.run(stopped, apply); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted, apply says %v\n%s", err, out)
	}
	f.mustRun(apply + "-n")
	if !maps.Equal(f.tree("content"), f.before) {
		t.Error("apply changes the texts though it is interrupted, or is only to say what it would do")
	}

	f.wants("apply", f.mustRun(apply), `^2031-03-05 to 2032-03-05: 7 headings and 9 citations renamed in 7 files, of which 3 have another name; 0 texts removed, 0 places left to a human$`)
	if got := f.tree("content"); !maps.Equal(got, f.after) {
		t.Errorf("applied, the texts are\n%v\nwant\n%v", got, f.after)
	}
	f.wants("apply once more", f.mustRun(apply), `^the texts use the numbers of the edition of 2032-03-05 already$`)

	// What cannot be renamed without doubt is refused, and nothing changes.
	if out, err := f.run(t.Context(), apply+"-from 2031-03-05"); err == nil || !strings.Contains(err.Error(), f.place("edition.tsv:1: ")) {
		t.Errorf("applied from an edition that the texts do not have: %v\n%s", err, out)
	}
	f.write("content/edition.tsv", "edition\t2031-03-05\n")
	was := f.tree("content")
	if out, err := f.run(t.Context(), apply); err == nil || !strings.Contains(err.Error(), "\n"+f.place("de/rules/201.4.md:1: 201.4 is not in the edition of 2031-03-05")) {
		t.Errorf("applied twice: %v\n%s", err, out)
	}
	if got := f.tree("content"); !maps.Equal(got, was) {
		t.Errorf("applied twice, the texts are\n%v\nwant\n%v", got, was)
	}
	f.write("content/edition.tsv", "edition\t2032-03-05\n")
	f.mustRun(apply + "-to 2031-03-05")
	f.write("content/de/rules/201.3.md", "no front matter\n")
	was = f.tree("content")
	for _, command := range []string{apply, "check -data @/data -content @/content", "export -out @/out -data @/data -content @/content"} {
		if out, err := f.run(t.Context(), command); err == nil || !strings.Contains(err.Error(), "\n"+f.place("de/rules/201.3.md:1: ")) {
			t.Errorf("%s with a fault in a file: %v\n%s", command, err, out)
		}
	}
	if !maps.Equal(f.tree("content"), was) {
		t.Error("a refused apply changes the texts")
	}
}

// TestContentFollowsImport checks that texts are shown under their rules'
// numbers of the newest edition before anybody has renamed them.
func TestContentFollowsImport(t *testing.T) {
	f := newFerry(t)
	f.mustRun(importInto + "@/small.txt")
	f.mustRun(importInto + "@/next.txt")
	data, texts := filepath.Join(f.dir, "data"), filepath.Join(f.dir, "content")
	c, err := source{data: &data, content: &texts}.corpus(true)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Explanation(rules.MustParseNumber("201.3a"), "de"); !ok {
		t.Error("201.3a, which was 201.2a, is not explained")
	}
	out, _ := f.run(t.Context(), "check -data @/data -content @/content")
	f.wants("check", out,
		`^edition of 2032-03-05, official text imported$`,
		`^`+f.place("fr/rules/201.4.md")+`:7: rule 201.4a: explained from the edition of 2031-03-05, and reworded in that of 2032-03-05; `)
	if strings.Contains(out, "201.3a: explained from") {
		t.Errorf("check: a rule that only moved is stale:\n%s", out)
	}
}

func TestImportChangesAllOrNothing(t *testing.T) {
	f := newFerry(t)
	f.mustRun(importInto + "@/small.txt")
	was := f.tree(".")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := f.run(stopped, importInto+"@/next.txt"); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted, import says %v", err)
	}
	if !maps.Equal(f.tree("."), was) {
		t.Error("an interrupted import changes something")
	}
	// The last file cannot be written: those before it are brought back.
	if err := os.MkdirAll(filepath.Join(f.dir, "data/cr/2032-03-05.txt/x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := f.run(t.Context(), importInto+"@/next.txt"); err == nil {
		t.Errorf("an import over a folder is done:\n%s", out)
	}
	if !maps.Equal(f.tree("."), was) {
		t.Error("an import that cannot be stored changes something")
	}
	// Facts that do not fit are refused.
	if err := os.RemoveAll(filepath.Join(f.dir, "data/cr/2032-03-05.txt")); err != nil {
		t.Fatal(err)
	}
	f.write("editions/2031-03-05.tsv", strings.Replace(f.tree("editions")["2031-03-05.tsv"], "rule\t100.1\t", "rule\tone\t", 1))
	was = f.tree(".")
	if out, err := f.run(t.Context(), importInto+"@/next.txt"); err == nil || !strings.Contains(err.Error(), "2031-03-05.tsv:") {
		t.Errorf("an import beside broken facts: %v\n%s", err, out)
	}
	if !maps.Equal(f.tree("."), was) {
		t.Error("a refused import changes something")
	}
}

// An import that is killed between two files of those it puts in place is
// made whole by importing the same text again.
func TestKilledImportIsMadeWhole(t *testing.T) {
	f := newFerry(t)
	f.mustRun(importInto + "@/small.txt")
	raw, err := os.ReadFile(filepath.Join(f.dir, "next.txt"))
	if err != nil {
		t.Fatal(err)
	}
	book, err := rules.Parse(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	store := newTextStore(filepath.Join(f.dir, "data"))
	_, files, err := store.include(book, raw, filepath.Join(f.dir, "editions"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 4 {
		t.Fatalf("the import has %d files: the text, two editions and the moves are wanted", len(files))
	}
	f.mustRun(importInto + "@/next.txt")
	data, facts := f.tree("data"), f.tree("editions")
	for killed := range len(files) {
		f := newFerry(t)
		f.mustRun(importInto + "@/small.txt")
		for _, x := range files[:killed] {
			name, err := filepath.Rel(filepath.Dir(filepath.Dir(store.dir)), x.name)
			if err != nil {
				t.Fatal(err)
			}
			f.write(name, string(x.content))
		}
		f.mustRun(importInto + "@/next.txt")
		if !maps.Equal(f.tree("data"), data) || !maps.Equal(f.tree("editions"), facts) {
			t.Errorf("killed after %d of %d files and imported again: the folders are not as after an import", killed, len(files))
		}
	}
}

func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	name := func(s string) string { return filepath.Join(dir, s) }
	for _, s := range []string{"a", "b"} {
		if err := os.WriteFile(name(s), []byte("old "+s), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(name("folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	was := (&ferry{t: t, dir: dir}).tree(".")
	err := writeAll(t.Context(), []file{{name("a"), []byte("new")}, {name("b"), nil}, {name("n/m/c"), []byte("new")}, {name("folder"), []byte("new")}})
	if err == nil {
		t.Error("a file is written over a folder")
	}
	if now := (&ferry{t: t, dir: dir}).tree("."); !maps.Equal(now, was) {
		t.Errorf("after a failure there are %v, want %v", now, was)
	}
	if _, err := os.Stat(name("n")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder is left: %v", err)
	}
	if err := writeAll(t.Context(), []file{{name("a"), []byte("new")}, {name("b"), nil}, {name("n/m/c"), []byte("new")}, {name("gone"), nil}}); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a": "new", "n/m/c": "new"}
	if now := (&ferry{t: t, dir: dir}).tree("."); !maps.Equal(now, want) {
		t.Errorf("there are %v, want %v", now, want)
	}
}

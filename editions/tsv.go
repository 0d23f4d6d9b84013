package editions

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"regula/rules"
)

// movesFile has the steps; every other *.tsv is an edition.
const movesFile = "moves.tsv"

// Write writes the facts of an edition in full.
func Write(w io.Writer, e Edition) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "edition\t%s\n", e)
	for _, f := range e.Facts {
		b.WriteString(f.line())
	}
	return b.Flush()
}

// WriteDelta writes the facts of an edition as what differs from base.
func WriteDelta(w io.Writer, e, base Edition) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "edition\t%s\t%s\n", e, base)
	old := e.Facts
	for _, f := range base.Facts {
		for len(old) > 0 && compare(old[0], f) < 0 {
			b.WriteString(old[0].line())
			old = old[1:]
		}
		switch {
		case len(old) == 0 || compare(old[0], f) > 0:
			fmt.Fprintf(b, "-\t%s\n", f.id())
		default:
			if s := old[0].line(); s != f.line() {
				b.WriteString(s)
			}
			old = old[1:]
		}
	}
	for _, f := range old {
		b.WriteString(f.line())
	}
	return b.Flush()
}

// id is the second column: the number, or the heading of an entry.
func (f Fact) id() string {
	if f.Kind == Entry {
		return f.Term
	}
	return f.Number.String()
}

// line gives the fact as a line of its file.
func (f Fact) line() string {
	kind := kindNames[f.Kind]
	if f.Kind == Rule && f.Title != "" {
		kind = titleName
	}
	cites := make([]string, len(f.Cites))
	for i, n := range f.Cites {
		cites[i] = n.String()
	}
	return strings.TrimRight(strings.Join([]string{kind, f.id(), f.Digest, f.Title, strings.Join(cites, " ")}, "\t"), "\t") + "\n"
}

// kindNames are the kinds as files name them. A rule that is only a title
// has a name of its own.
var kindNames = map[Kind]string{Chapter: "chapter", Section: "section", Rule: "rule", Entry: "entry"}

const titleName = "title"

// Load reads every edition in fsys, oldest first. It is an error, which names
// file and line, if one cannot be read, misnames its date, or differs from an
// edition that is not there.
func Load(fsys fs.FS) ([]Edition, error) {
	names, err := editionFiles(fsys)
	if err != nil {
		return nil, err
	}
	var all []Edition
	for i := len(names) - 1; i >= 0; i-- { // newest first: each older one needs the one after it
		var base *Edition
		if len(all) > 0 {
			base = &all[len(all)-1]
		}
		e, err := load(fsys, names[i], base)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	slices.Reverse(all)
	return all, nil
}

// editionFiles gives the files of editions, at least one, oldest first.
func editionFiles(fsys fs.FS) ([]string, error) {
	names, err := fs.Glob(fsys, "*.tsv")
	if err != nil {
		return nil, fmt.Errorf("looking for editions: %w", err)
	}
	names = slices.DeleteFunc(names, func(s string) bool { return s == movesFile })
	if len(names) == 0 {
		return nil, fmt.Errorf("looking for editions: %w", fs.ErrNotExist)
	}
	slices.Sort(names) // dates in ISO form
	return names, nil
}

// load reads one edition. A nil base stands for none.
func load(fsys fs.FS, name string, base *Edition) (Edition, error) {
	raw, err := fs.ReadFile(fsys, name)
	if err != nil {
		return Edition{}, fmt.Errorf("reading edition: %w", err)
	}
	e, err := parse(raw, base)
	if err != nil {
		return Edition{}, fmt.Errorf("%s:%w", name, err)
	}
	if want := e.String() + path.Ext(name); name != want {
		return Edition{}, fmt.Errorf("%s:1: edition of %s in a file that is not called %s", name, e, want)
	}
	return e, nil
}

// parse reads the file of one edition; errors begin with the line.
func parse(raw []byte, base *Edition) (Edition, error) {
	var e Edition
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<20)
	n := 0
	fail := func(err error) (Edition, error) { return Edition{}, fmt.Errorf("%d: %w", n, err) }

	var changes []Fact        // lines of the file
	gone := map[string]bool{} // ids with a line of kind "-"
	delta := false
	for lines.Scan() {
		n++
		columns := strings.Split(lines.Text(), "\t")
		if n == 1 {
			var err error
			if e.Effective, delta, err = parseHead(columns, base); err != nil {
				return fail(err)
			}
			continue
		}
		if columns[0] == "-" {
			if !delta || len(columns) != 2 || gone[columns[1]] {
				return fail(errors.New("nothing can be taken away here"))
			}
			gone[columns[1]] = true
			continue
		}
		f, err := parseFact(columns)
		if err != nil {
			return fail(err)
		}
		if len(changes) > 0 && compare(changes[len(changes)-1], f) >= 0 {
			return fail(fmt.Errorf("%s is out of order or repeated", f.id()))
		}
		changes = append(changes, f)
	}
	if err := lines.Err(); err != nil {
		return fail(err)
	}
	if n == 0 {
		n = 1
		return fail(errors.New("empty file"))
	}
	if !delta {
		e.Facts = changes
		return e, nil
	}
	e.Facts = make([]Fact, 0, len(base.Facts)+len(changes))
	for _, f := range base.Facts {
		for len(changes) > 0 && compare(changes[0], f) < 0 {
			e.Facts = append(e.Facts, changes[0])
			changes = changes[1:]
		}
		switch {
		case len(changes) > 0 && compare(changes[0], f) == 0:
			e.Facts = append(e.Facts, changes[0])
			changes = changes[1:]
		case gone[f.id()]:
			delete(gone, f.id())
		default:
			e.Facts = append(e.Facts, f)
		}
	}
	e.Facts = append(e.Facts, changes...)
	for id := range gone {
		return fail(fmt.Errorf("takes away %q, which %s does not have", id, base))
	}
	return e, nil
}

// parseHead reads the first line of an edition: its date, and for a delta that
// of the edition it differs from.
func parseHead(columns []string, base *Edition) (date time.Time, delta bool, err error) {
	if columns[0] != "edition" || len(columns) < 2 || len(columns) > 3 {
		return date, false, errors.New(`the first line has to be "edition" and a date`)
	}
	if date, err = time.Parse(time.DateOnly, columns[1]); err != nil {
		return date, false, fmt.Errorf("date of the edition: %w", err)
	}
	if len(columns) == 3 {
		if base == nil || base.String() != columns[2] {
			return date, false, fmt.Errorf("differs from the edition of %s, which is not the next one here", columns[2])
		}
	}
	return date, len(columns) == 3, nil
}

// parseFact reads a line of facts.
func parseFact(columns []string) (Fact, error) {
	if len(columns) < 3 || len(columns) > 5 {
		return Fact{}, fmt.Errorf("%d columns, want 3 to 5", len(columns))
	}
	columns = append(columns, "", "")
	f := Fact{Digest: columns[2], Title: columns[3]}
	for k, name := range kindNames {
		if name == columns[0] {
			f.Kind = k
		}
	}
	if columns[0] == titleName {
		f.Kind = Rule
	}
	if f.Kind == Entry {
		f.Term = columns[1]
	} else {
		n, err := rules.ParseNumber(columns[1])
		if err != nil {
			return Fact{}, err
		}
		f.Number = n
	}
	titled := f.Kind == Chapter || f.Kind == Section || columns[0] == titleName
	switch n := f.Number; {
	case f.Kind == 0:
		return Fact{}, fmt.Errorf("unknown kind %q", columns[0])
	case f.Kind == Chapter && !n.IsChapter(), f.Kind == Section && !n.IsSection(), f.Kind == Rule && !n.IsRule() && !n.IsSubrule():
		return Fact{}, fmt.Errorf("%s is no number of a %s", n, columns[0])
	case f.Kind == Entry && f.Term == "":
		return Fact{}, errors.New("entry without a heading")
	case f.Digest == "":
		return Fact{}, fmt.Errorf("%s has no digest", f.id())
	case titled && f.Title == "", !titled && f.Title != "":
		return Fact{}, fmt.Errorf("%s: chapters, sections and titles have a title, and nothing else has", f.id())
	}
	for _, s := range strings.Fields(columns[4]) {
		n, err := rules.ParseNumber(s)
		if err != nil {
			return Fact{}, fmt.Errorf("%s: %w", f.id(), err)
		}
		f.Cites = append(f.Cites, n)
	}
	return f, nil
}

package editions

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"regula/rules"
)

// Step is what changed from one edition to the next newer one.
type Step struct {
	From, To time.Time // effective dates
	Changes  []Change  // rules in order of their new number, or the old one where removed; then entries by heading
}

// Change is a chapter, section, rule, subrule or glossary entry that is not
// what or where it was. Citations of other rules do not count as wording.
type Change struct {
	Kind     ChangeKind
	Old, New rules.Number // Old is zero where it was added, New where it was removed; both are for an entry
	Term     string       // heading of an entry, the old one where it was removed; "" for all others
}

// ChangeKind tells what happened.
type ChangeKind int

// The kinds of change. A title takes what is below it along, so that its
// subrules are moved too. Glossary entries, which are known by their id
// (rules.Slug), are never moved.
const (
	Added ChangeKind = iota + 1
	Removed
	Reworded         // same number, other wording
	Moved            // other number, same wording
	MovedAndReworded // other number and wording, but the same keyword, or closely alike
)

// changeNames are the kinds as moves.tsv names them.
var changeNames = [...]string{Added: "added", Removed: "removed", Reworded: "reworded", Moved: "moved", MovedAndReworded: "rewritten"}

// String gives the name of the kind in moves.tsv: added, removed, reworded,
// moved, or rewritten for moved and reworded.
func (k ChangeKind) String() string { return changeNames[k] }

// place is the number by which a change is sorted.
func (c Change) place() rules.Number {
	if c.New.IsZero() {
		return c.Old
	}
	return c.New
}

func compareChanges(a, b Change) int {
	entry := func(c Change) int {
		if c.Term != "" {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(entry(a), entry(b)),
		a.place().Compare(b.place()),
		a.Old.Compare(b.Old),
		strings.Compare(rules.Slug(a.Term), rules.Slug(b.Term)),
		strings.Compare(a.Term, b.Term),
		cmp.Compare(a.Kind, b.Kind),
	)
}

// Diff finds what changed between two editions by their facts alone: a rule
// is known again by number, digest, title, and place between others that are
// known again. It is for editions whose text is not at hand.
func Diff(old, new Edition) Step { return diff(old, new, nil, nil) }

// DiffBooks finds what changed between two editions whose text is at hand. In
// addition to Diff it knows a rule again by closely alike wording.
func DiffBooks(old, new *rules.Book) Step {
	return diff(FromBook(old), FromBook(new), wordings(old), wordings(new))
}

// wordings gives the wording of every rule, as digests see it.
func wordings(b *rules.Book) map[rules.Number]string {
	m := map[rules.Number]string{}
	for _, r := range b.Rules() {
		m[r.Number] = rules.Wording(strings.Join(append([]string{r.Title, r.Text}, r.Examples...), " "))
	}
	return m
}

// diff matches the rules of two editions and says what became of each. The
// wordings may be nil.
func diff(old, new Edition, oldText, newText map[rules.Number]string) Step {
	m := newMatcher(old, new, oldText, newText)
	m.run()
	s := Step{From: old.Effective, To: new.Effective}
	for _, o := range m.old {
		if o.match == nil {
			s.Changes = append(s.Changes, Change{Kind: Removed, Old: o.Number})
		} else if c := changeOf(old, new, o.Number, o.match.Number); c.Kind != 0 {
			s.Changes = append(s.Changes, c)
		}
	}
	for _, n := range m.new {
		if n.match == nil {
			s.Changes = append(s.Changes, Change{Kind: Added, New: n.Number})
		}
	}
	s.Changes = append(s.Changes, diffEntries(old, new)...)
	slices.SortFunc(s.Changes, compareChanges)
	return s
}

// diffEntries compares the glossaries.
func diffEntries(old, new Edition) []Change {
	var changes []Change
	before := map[string]Fact{}
	for _, f := range old.Facts {
		if f.Kind == Entry {
			before[rules.Slug(f.Term)] = f
		}
	}
	for _, f := range new.Facts {
		if f.Kind != Entry {
			continue
		}
		id := rules.Slug(f.Term)
		o, ok := before[id]
		delete(before, id)
		switch {
		case !ok:
			changes = append(changes, Change{Kind: Added, Term: f.Term})
		case o.Digest != f.Digest:
			changes = append(changes, Change{Kind: Reworded, Term: f.Term})
		}
	}
	for _, f := range before {
		changes = append(changes, Change{Kind: Removed, Term: f.Term})
	}
	return changes
}

// Steps reads the steps between the editions in fsys, oldest first, from the
// file moves.tsv:
//
//	step	2026-06-19	2026-08-07
//	moved	310.8	310.9
//	added	702.195
//	reworded	704.5v
//	rewritten	704.5w	704.5x
//	added entry	Teamwork
//
// A rule that was added or reworded is given by its new number, one that was
// removed by its old one, and one that was moved by both.
func Steps(fsys fs.FS) ([]Step, error) {
	raw, err := fs.ReadFile(fsys, movesFile)
	if err != nil {
		return nil, fmt.Errorf("reading the steps between editions: %w", err)
	}
	var steps []Step
	if len(raw) == 0 {
		return nil, nil // one edition has no steps
	}
	for i, text := range strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n") {
		if err := parseStep(&steps, strings.Split(text, "\t")); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", movesFile, i+1, err)
		}
	}
	return steps, nil
}

// entryMark follows the kind of a change that is about a glossary entry.
const entryMark = " entry"

// parseStep reads one line of steps.
func parseStep(steps *[]Step, columns []string) error {
	if columns[0] == "step" {
		if len(columns) != 3 {
			return errors.New("a step has two dates")
		}
		from, err := time.Parse(time.DateOnly, columns[1])
		if err != nil {
			return err
		}
		to, err := time.Parse(time.DateOnly, columns[2])
		if err != nil {
			return err
		}
		if k := len(*steps); !from.Before(to) || k > 0 && !(*steps)[k-1].To.Equal(from) {
			return errors.New("the step does not begin where the one before it ends")
		}
		*steps = append(*steps, Step{From: from, To: to})
		return nil
	}
	if len(*steps) == 0 {
		return errors.New("a change before the first step")
	}
	name, isEntry := strings.CutSuffix(columns[0], entryMark)
	kind := ChangeKind(slices.Index(changeNames[:], name))
	moved := kind == Moved || kind == MovedAndReworded
	if kind <= 0 || isEntry && moved {
		return fmt.Errorf("unknown kind of change %q", columns[0])
	}
	if want := map[bool]int{false: 2, true: 3}[moved]; len(columns) != want {
		return fmt.Errorf("%d columns, want %d", len(columns), want)
	}
	c := Change{Kind: kind}
	switch {
	case isEntry && columns[1] == "":
		return errors.New("entry without a heading")
	case isEntry:
		c.Term = columns[1]
	default:
		n, err := rules.ParseNumber(columns[1])
		if err != nil {
			return err
		}
		if kind != Added {
			c.Old = n
		}
		if kind == Added || kind == Reworded {
			c.New = n
		}
		if moved {
			if c.New, err = rules.ParseNumber(columns[2]); err != nil {
				return err
			}
		}
	}
	s := &(*steps)[len(*steps)-1]
	if k := len(s.Changes); k > 0 && compareChanges(s.Changes[k-1], c) >= 0 {
		return errors.New("the change is out of order or repeated")
	}
	s.Changes = append(s.Changes, c)
	return nil
}

// WriteSteps writes steps as Steps reads them.
func WriteSteps(w io.Writer, steps []Step) error {
	b := bufio.NewWriter(w)
	for _, s := range steps {
		fmt.Fprintf(b, "step\t%s\t%s\n", s.From.Format(time.DateOnly), s.To.Format(time.DateOnly))
		for _, c := range s.Changes {
			b.WriteString(c.line())
		}
	}
	return b.Flush()
}

// line gives the change as a line of moves.tsv.
func (c Change) line() string {
	switch {
	case c.Term != "":
		return fmt.Sprintf("%s%s\t%s\n", c.Kind, entryMark, c.Term)
	case c.Kind == Moved || c.Kind == MovedAndReworded:
		return fmt.Sprintf("%s\t%s\t%s\n", c.Kind, c.Old, c.New)
	}
	return fmt.Sprintf("%s\t%s\n", c.Kind, c.place())
}

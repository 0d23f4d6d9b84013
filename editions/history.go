package editions

import (
	"fmt"
	"io/fs"
	"slices"
	"time"

	"regula/rules"
)

// History knows what every number named in every known edition, and where
// each rule went. It never changes once made.
type History struct {
	editions []Edition
	steps    []Step
	lines    [][]int  // for each edition, the line of each of its facts but the entries
	spans    [][]span // for each line, its numbers in order of time
	reworded [][]int  // for each line, the editions that reworded it, in order of time
	byNumber map[rules.Number][]span
}

// A line is one rule through all editions, whatever its number and wording.
// A span is a run of editions in which a line has the same number.
type span struct {
	line        int
	number      rules.Number
	first, last int // editions
}

// Span is a time in which one rule had one number.
type Span struct {
	Number rules.Number
	Title  string       // its title, or that of the nearest rule or section above it, as it last was in that time
	From   time.Time    // effective date of the first edition of that time; the oldest known edition may not be the first
	Until  time.Time    // effective date of the first edition after that time; zero where the time goes on
	Now    rules.Number // the number of that rule in the newest edition; zero where it is gone
}

// LoadHistory reads all editions and steps in fsys.
func LoadHistory(fsys fs.FS) (*History, error) {
	all, err := Load(fsys)
	if err != nil {
		return nil, err
	}
	steps, err := Steps(fsys)
	if err != nil {
		return nil, err
	}
	return NewHistory(all, steps)
}

// NewHistory makes a history of editions, oldest first, and the steps between
// them. It is an error if a step is missing, or does not lead from the numbers
// of its one edition to those of the other.
func NewHistory(all []Edition, steps []Step) (*History, error) {
	if len(all) == 0 || len(steps) != len(all)-1 {
		return nil, fmt.Errorf("%d steps between %d editions", len(steps), len(all))
	}
	h := &History{editions: all, steps: steps, byNumber: map[rules.Number][]span{}}
	for i, e := range all {
		var before []int
		var came []int
		if i > 0 {
			s := steps[i-1]
			if !s.From.Equal(all[i-1].Effective) || !s.To.Equal(e.Effective) {
				return nil, fmt.Errorf("the step from %s to %s stands where that from %s to %s should be",
					s.From.Format(time.DateOnly), s.To.Format(time.DateOnly), all[i-1], e)
			}
			before = h.lines[i-1]
			var err error
			if came, err = origins(all[i-1], e, s); err != nil {
				return nil, fmt.Errorf("step from %s to %s: %w", all[i-1], e, err)
			}
		}
		now := make([]int, 0, len(e.Facts))
		for k := range e.Facts {
			f := &e.Facts[k]
			if f.Kind == Entry {
				break
			}
			line := len(h.spans)
			if i > 0 && came[k] >= 0 {
				line = before[came[k]]
				if was := all[i-1].Facts[came[k]].Digest; was != "" && was != f.Digest {
					h.reworded[line] = append(h.reworded[line], i)
				}
			} else {
				h.spans, h.reworded = append(h.spans, nil), append(h.reworded, nil)
			}
			now = append(now, line)
			spans := h.spans[line]
			if k := len(spans) - 1; k >= 0 && spans[k].number == f.Number && spans[k].last == i-1 {
				spans[k].last = i
			} else {
				h.spans[line] = append(spans, span{line, f.Number, i, i})
			}
		}
		h.lines = append(h.lines, now)
	}
	for _, spans := range h.spans {
		for _, s := range spans {
			h.byNumber[s.number] = append(h.byNumber[s.number], s)
		}
	}
	for _, spans := range h.byNumber {
		slices.SortFunc(spans, func(a, b span) int { return a.first - b.first })
	}
	return h, nil
}

// With gives a history that has the facts of a book, too, in place of those of
// the same date. The steps to the editions next to it are found as Include
// finds them.
func (h *History) With(b *rules.Book, texts ...*rules.Book) (*History, error) {
	return NewHistory(include(h.editions, h.steps, b, texts))
}

// origins gives for each fact of the newer edition, but its entries, the place
// of the one in the older edition from which it came, -1 for one that was added.
func origins(old, new Edition, s Step) ([]int, error) {
	came := map[rules.Number]rules.Number{} // of what changed
	left := map[rules.Number]bool{}         // old numbers whose rule is elsewhere or gone
	fresh := map[rules.Number]bool{}
	for _, c := range s.Changes {
		if c.Term != "" {
			continue
		}
		_, hasOld := old.place(c.Old)
		_, hasNew := new.place(c.New)
		if hasOld == c.Old.IsZero() || hasNew == c.New.IsZero() || left[c.Old] || fresh[c.New] {
			return nil, fmt.Errorf("%s %s %s does not fit the two editions", c.Kind, c.Old, c.New)
		}
		if !c.Old.IsZero() {
			left[c.Old] = true
		}
		if !c.New.IsZero() {
			fresh[c.New] = true
		}
		if !c.Old.IsZero() && !c.New.IsZero() {
			came[c.New] = c.Old
		}
	}
	from := make([]int, 0, len(new.Facts))
	stays := make([]bool, len(old.Facts))
	at := 0 // in the older edition, as far as this one is read
	for k := range new.Facts {
		f := &new.Facts[k]
		if f.Kind == Entry {
			break
		}
		if fresh[f.Number] {
			place, ok := old.place(came[f.Number])
			if !ok {
				place = -1
			}
			from = append(from, place)
			continue
		}
		for at < len(old.Facts) && old.Facts[at].Kind != Entry && old.Facts[at].Number.Compare(f.Number) < 0 {
			at++
		}
		if at == len(old.Facts) || old.Facts[at].Number != f.Number || left[f.Number] || stays[at] || old.Facts[at].Digest != f.Digest {
			return nil, fmt.Errorf("%s is not the same in both, but no change is given", f.Number)
		}
		from = append(from, at)
		stays[at] = true
	}
	for k := range old.Facts {
		if f := &old.Facts[k]; f.Kind != Entry && !stays[k] && !left[f.Number] {
			return nil, fmt.Errorf("%s is gone, but no change is given", f.Number)
		}
	}
	return from, nil
}

// Editions gives all editions, oldest first.
func (h *History) Editions() []Edition { return slices.Clone(h.editions) }

// Steps gives the steps between them, oldest first.
func (h *History) Steps() []Step { return slices.Clone(h.steps) }

// Newest gives the newest edition.
func (h *History) Newest() Edition { return h.editions[len(h.editions)-1] }

// Edition returns the edition that became effective on that day, and whether
// there is one.
func (h *History) Edition(effective time.Time) (Edition, bool) {
	i, ok := h.index(effective)
	if !ok {
		return Edition{}, false
	}
	return h.editions[i], true
}

func (h *History) index(effective time.Time) (int, bool) {
	return slices.BinarySearchFunc(h.editions, effective, func(e Edition, t time.Time) int { return e.Effective.Compare(t) })
}

// Meanings gives what a number has named, oldest first, one Span for each rule
// that had it. It is empty for a number that no known edition has.
func (h *History) Meanings(n rules.Number) []Span { return h.public(h.byNumber[n]) }

// Numbers gives the numbers that a rule of the newest edition has had, oldest
// first; the last is n itself. It is empty where the newest edition has no n.
func (h *History) Numbers(n rules.Number) []Span {
	line, ok := h.line(len(h.lines)-1, n)
	if !ok {
		return nil
	}
	return h.public(h.spans[line])
}

// Rewordings gives the effective dates of the editions that reworded the rule
// which is n in the newest edition, oldest first.
func (h *History) Rewordings(n rules.Number) []time.Time {
	line, ok := h.line(len(h.lines)-1, n)
	if !ok {
		return nil
	}
	var dates []time.Time
	for _, i := range h.reworded[line] {
		dates = append(dates, h.editions[i].Effective)
	}
	return dates
}

// Now gives the number in the newest edition of the rule that was n in the
// edition of that date. It is false where that edition is not known, had no n,
// or the rule is gone since.
func (h *History) Now(n rules.Number, edition time.Time) (rules.Number, bool) {
	i, ok := h.index(edition)
	if !ok {
		return rules.Number{}, false
	}
	line, ok := h.line(i, n)
	if !ok {
		return rules.Number{}, false
	}
	now := h.now(line)
	return now, !now.IsZero()
}

// Moves gives for every number of one known edition the number that its rule
// has in another, older or newer one; a rule that the other does not have is
// left out. It is nil where one of the editions is not known.
func (h *History) Moves(from, to time.Time) map[rules.Number]rules.Number {
	i, okFrom := h.index(from)
	j, okTo := h.index(to)
	if !okFrom || !okTo {
		return nil
	}
	there := make(map[int]rules.Number, len(h.lines[j]))
	for k, line := range h.lines[j] {
		there[line] = h.editions[j].Facts[k].Number
	}
	moves := make(map[rules.Number]rules.Number, len(h.lines[i]))
	for k, line := range h.lines[i] {
		if m, ok := there[line]; ok {
			moves[h.editions[i].Facts[k].Number] = m
		}
	}
	return moves
}

// Then gives the number in the edition of that date of the rule that is n in
// the newest edition. It is false where that edition is not known or did not
// have the rule yet.
func (h *History) Then(n rules.Number, edition time.Time) (rules.Number, bool) {
	i, ok := h.index(edition)
	if !ok {
		return rules.Number{}, false
	}
	line, ok := h.line(len(h.lines)-1, n)
	if !ok {
		return rules.Number{}, false
	}
	for _, s := range h.spans[line] {
		if s.first <= i && i <= s.last {
			return s.number, true
		}
	}
	return rules.Number{}, false
}

// line gives the line of a number in the i-th edition.
func (h *History) line(i int, n rules.Number) (int, bool) {
	place, ok := h.editions[i].place(n)
	if !ok {
		return 0, false
	}
	return h.lines[i][place], true
}

// now gives the number of a line in the newest edition, zero where it ended.
func (h *History) now(line int) rules.Number {
	spans := h.spans[line]
	if s := spans[len(spans)-1]; s.last == len(h.editions)-1 {
		return s.number
	}
	return rules.Number{}
}

func (h *History) public(spans []span) []Span {
	all := make([]Span, len(spans))
	for i, s := range spans {
		all[i] = Span{Number: s.number, Title: h.editions[s.last].Title(s.number), From: h.editions[s.first].Effective, Now: h.now(s.line)}
		if s.last+1 < len(h.editions) {
			all[i].Until = h.editions[s.last+1].Effective
		}
	}
	return all
}

// Title gives the title of n in an edition, or that of the nearest rule or
// section above it; "" where the edition does not have n.
func (e Edition) Title(n rules.Number) string {
	if _, ok := e.Fact(n); !ok {
		return ""
	}
	for ; !n.IsZero(); n = n.Parent() {
		if f, ok := e.Fact(n); ok && f.Title != "" { // a misprint may lack its rule
			return f.Title
		}
	}
	return ""
}

// Compare gives what changed between any two known editions, the older one
// first. A rule that was removed and later added again counts as both.
func (h *History) Compare(from, to time.Time) (Step, error) {
	i, okFrom := h.index(from)
	j, okTo := h.index(to)
	if !okFrom || !okTo || i >= j {
		return Step{}, fmt.Errorf("no editions of %s and, later, %s are known", from.Format(time.DateOnly), to.Format(time.DateOnly))
	}
	old, new := h.editions[i], h.editions[j]
	s := Step{From: from, To: to, Changes: diffEntries(old, new)}
	where := make(map[int]rules.Number, len(h.lines[i]))
	for k, line := range h.lines[i] {
		where[line] = old.Facts[k].Number
	}
	for k, line := range h.lines[j] {
		n := new.Facts[k].Number
		o, ok := where[line]
		delete(where, line)
		if c := changeOf(old, new, o, n); c.Kind != 0 && ok {
			s.Changes = append(s.Changes, c)
		} else if !ok {
			s.Changes = append(s.Changes, Change{Kind: Added, New: n})
		}
	}
	for _, o := range where {
		s.Changes = append(s.Changes, Change{Kind: Removed, Old: o})
	}
	slices.SortFunc(s.Changes, compareChanges)
	return s, nil
}

// changeOf says what became of a rule that is o in the old and n in the new
// edition; its Kind is zero where nothing did.
func changeOf(old, new Edition, o, n rules.Number) Change {
	f, _ := old.Fact(o)
	g, _ := new.Fact(n)
	c := Change{Old: o, New: n}
	switch same := f.Digest == g.Digest; {
	case o == n && !same:
		c.Kind = Reworded
	case o != n && same:
		c.Kind = Moved
	case o != n:
		c.Kind = MovedAndReworded
	}
	return c
}

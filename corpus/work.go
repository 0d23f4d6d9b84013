package corpus

import (
	"cmp"
	"slices"
	"time"

	"regula/content"
	"regula/editions"
	"regula/lang"
	"regula/rules"
)

// WorkKind says what a new edition makes of a text of ours.
type WorkKind int

// The kinds of work, in the order in which they are told.
const (
	Unchanged        WorkKind = iota + 1 // nothing to do
	Moved                                // to be renamed, and no more
	Reworded                             // to be read again
	MovedAndReworded                     // both
	Added                                // new in the edition, to be written
	Gone                                 // to be removed
	Missing                              // not new, but not written either
)

// WorkKinds are all kinds of work.
var WorkKinds = []WorkKind{Unchanged, Moved, Reworded, MovedAndReworded, Added, Gone, Missing}

// String names the kind: unchanged, moved, reworded, moved and reworded, new,
// gone, not written yet.
func (k WorkKind) String() string {
	return [...]string{Unchanged: "unchanged", Moved: "moved", Reworded: "reworded", MovedAndReworded: "moved and reworded", Added: "new", Gone: "gone", Missing: "not written yet"}[k]
}

// Work is what there is to do about one text in one language: that on a
// chapter, section or rule, or on a glossary entry.
type Work struct {
	Kind     WorkKind
	Language lang.Language
	Old, New rules.Number // Old is zero where the older edition did not have it, New where it is gone
	Term     string       // heading of a glossary entry; "" for all others
	Pos      Pos          // of the text; the zero Pos where there is none
}

// WorkList says what an edition makes of texts that use the numbers of an
// older one, in the order of languages, rules and entries. A text is to be
// read again if its wording changed since the edition that its own file names.
// Both editions have to be known.
func WorkList(h *editions.History, ct content.Content, from, to time.Time) []Work {
	w := worker{h: h, to: to, now: h.Moves(from, to), then: h.Moves(to, from), at: map[time.Time]map[rules.Number]rules.Number{}}
	w.old, _ = h.Edition(from)
	w.new, _ = h.Edition(to)
	for _, l := range lang.All {
		w.numbers(l, ct)
		w.entries(l, ct)
	}
	return w.list
}

type worker struct {
	h        *editions.History
	to       time.Time
	old, new editions.Edition
	now      map[rules.Number]rules.Number               // from old to new numbers
	then     map[rules.Number]rules.Number               // the reverse
	at       map[time.Time]map[rules.Number]rules.Number // from new numbers to those of other editions
	list     []Work
}

// numbers lists chapters, sections and rules in one language.
func (w *worker) numbers(l lang.Language, ct content.Content) {
	type text struct {
		pos     Pos
		edition time.Time
	}
	written := map[rules.Number]text{} // by old number
	for _, p := range ct.Pages {
		if p.Language != l {
			continue
		}
		if !p.Number.IsRule() {
			written[p.Number] = text{p.Pos, p.Edition}
		}
		for _, x := range p.Explanations {
			written[x.Rule] = text{x.Pos, x.Edition}
		}
	}
	var list []Work
	for old, t := range written {
		item := Work{Language: l, Old: old, New: w.now[old], Pos: t.pos}
		reworded := !item.New.IsZero() && w.digest(item.New, t.edition) != w.digest(item.New, w.to)
		switch {
		case item.New.IsZero():
			item.Kind = Gone
		case item.New != old && reworded:
			item.Kind = MovedAndReworded
		case reworded:
			item.Kind = Reworded
		case item.New != old:
			item.Kind = Moved
		default:
			item.Kind = Unchanged
		}
		list = append(list, item)
	}
	for _, f := range w.new.Facts {
		if f.Kind == editions.Entry {
			continue
		}
		item := Work{Language: l, Kind: Missing, Old: w.then[f.Number], New: f.Number}
		if _, ok := written[item.Old]; ok && !item.Old.IsZero() {
			continue
		}
		if item.Old.IsZero() {
			item.Kind = Added
		}
		list = append(list, item)
	}
	slices.SortFunc(list, func(a, b Work) int {
		return cmp.Or(place(a).Compare(place(b)), a.Old.Compare(b.Old))
	})
	w.list = append(w.list, list...)
}

// place is the number by which work is listed.
func place(w Work) rules.Number {
	if w.New.IsZero() {
		return w.Old
	}
	return w.New
}

// digest identifies the wording that a rule, given by its new number, had in
// an edition; "" where that is not known or did not have it.
func (w *worker) digest(n rules.Number, edition time.Time) string {
	numbers, ok := w.at[edition]
	if !ok {
		numbers = w.h.Moves(w.to, edition)
		w.at[edition] = numbers
	}
	e, _ := w.h.Edition(edition)
	f, _ := e.Fact(numbers[n])
	return f.Digest
}

// entries lists the glossary in one language.
func (w *worker) entries(l lang.Language, ct content.Content) {
	written := map[string]content.GlossaryEntry{}
	for _, g := range ct.Glossary {
		if g.Language == l {
			written[g.ID] = g
		}
	}
	before := map[string]editions.Fact{}
	for _, f := range w.old.Facts {
		if f.Kind == editions.Entry {
			before[rules.Slug(f.Term)] = f
		}
	}
	for _, f := range w.new.Facts {
		if f.Kind != editions.Entry {
			continue
		}
		id := rules.Slug(f.Term)
		text, ok := written[id]
		_, had := before[id]
		delete(before, id)
		item := Work{Language: l, Kind: Unchanged, Term: f.Term, Pos: text.Pos}
		read, _ := w.h.Edition(text.Edition)
		then, _ := read.EntryByID(id)
		switch {
		case !ok && !had:
			item.Kind = Added
		case !ok:
			item.Kind = Missing
		case then.Digest != f.Digest:
			item.Kind = Reworded
		}
		w.list = append(w.list, item)
	}
	for _, f := range w.old.Facts {
		id := rules.Slug(f.Term)
		if _, gone := before[id]; gone && f.Kind == editions.Entry {
			if text, ok := written[id]; ok {
				w.list = append(w.list, Work{Language: l, Kind: Gone, Term: f.Term, Pos: text.Pos})
			}
		}
	}
}

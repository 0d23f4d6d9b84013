package search

import (
	"slices"
	"strings"

	"regula/rules"
)

// numbered answers the numbers of the query: those asked for, in the order
// asked, then what is below them, then numbers that begin as the last one
// does.
func (f *found) numbered() {
	var hits []rules.Number
	seen := map[rules.Number]bool{}
	add := func(n rules.Number) {
		if !seen[n] {
			seen[n] = true
			hits = append(hits, n)
		}
	}
	for _, a := range f.q.Numbers {
		asked := f.x.between(a)
		for _, n := range asked {
			add(n)
		}
		f.r.Numbers = append(f.r.Numbers, f.x.answer(a, len(asked) > 0))
	}
	if len(f.q.Words)+len(f.q.Phrases) == 0 {
		for _, top := range slices.Clone(hits) {
			for _, n := range f.x.numbers[f.x.byNumber[top]:] {
				if !n.Within(top) {
					break
				}
				add(n)
			}
		}
	}
	if f.q.Start != "" && !f.o.Complete {
		for _, n := range f.x.numbers {
			if strings.HasPrefix(n.String(), f.q.Start) {
				add(n)
			}
		}
	}
	for i, n := range hits {
		f.docs = append(f.docs, ranked{doc: f.x.byNumber[n], tier: tierNumber, first: int32(-i)}) // rules are the first kind
	}
}

// between gives the numbers that a query asks for and the edition has. A
// range brings the numbers on the level of its ends.
func (x *Index) between(a Asked) []rules.Number {
	first, err1 := rules.ParseNumber(a.First)
	last, err2 := rules.ParseNumber(a.Last)
	if err1 != nil || err2 != nil {
		return nil
	}
	var out []rules.Number
	for _, n := range x.numbers {
		if n.Compare(first) >= 0 && n.Compare(last) <= 0 && (n == first || n == last || n.Parent() == first.Parent() || n.Parent() == last.Parent()) {
			out = append(out, n)
		}
	}
	return out
}

// answer tells what became of a number; where the edition does not have it,
// what it has instead.
func (x *Index) answer(a Asked, found bool) Answer {
	r := Answer{Asked: a, Found: found}
	if found {
		return r
	}
	// l and o number no subrule: 702.9l stands where k ends.
	parent := withoutLetters(a.First)
	n, err := rules.ParseNumber(a.First)
	if err != nil {
		if n, err = rules.ParseNumber(parent); err != nil {
			return r
		}
	}
	if p, ok := x.past[n]; ok && n.String() == a.First {
		r.Past = &p
	}
	up, _ := rules.ParseNumber(parent)
	if n.String() == a.First {
		up = n.Parent()
	}
	r.Parent, r.Before, r.After = rules.Near(x.numbers, up, func(n rules.Number) int { return compareTyped(n.String(), a.First) })
	return r
}

// compareTyped orders the number of a rule and one as it was typed, which
// need not be possible.
func compareTyped(n, typed string) int {
	split := func(s string) (section, rule int, letters string) {
		head, tail, _ := strings.Cut(s, ".")
		digits := withoutLetters(tail)
		for _, c := range head {
			section = 10*section + int(c-'0')
		}
		for _, c := range digits {
			rule = 10*rule + int(c-'0')
		}
		return section, rule, tail[len(digits):]
	}
	s1, r1, l1 := split(n)
	s2, r2, l2 := split(typed)
	switch {
	case s1 != s2:
		return s1 - s2
	case r1 != r2:
		return r1 - r2
	case len(l1) != len(l2):
		return len(l1) - len(l2)
	}
	return strings.Compare(l1, l2)
}

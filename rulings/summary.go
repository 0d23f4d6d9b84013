package rulings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"regula/lang"
)

// Summary tells in one line how many cards there are, how many rulings on
// them, and in how many of the other languages they have a printed name:
//
//	13,295 cards, 45,046 rulings from 2004-10-04 to 2022-02-18, 12,290 names in German, 12,288 in French
func Summary(cards []Card) string {
	n := 0
	var first, last time.Time
	names := map[lang.Language]int{}
	for _, c := range cards {
		n += len(c.Rulings)
		for _, r := range c.Rulings {
			if !r.Date.IsZero() && (first.IsZero() || r.Date.Before(first)) {
				first = r.Date
			}
			if r.Date.After(last) {
				last = r.Date
			}
		}
		for _, l := range lang.All {
			if slices.ContainsFunc(c.Faces, func(f Face) bool { return f.Printed[l].Name != "" }) {
				names[l]++
			}
		}
	}
	s := Count(len(cards), "card") + ", " + Count(n, "ruling")
	switch {
	case first.IsZero():
	case first.Equal(last):
		s += " of " + last.Format(time.DateOnly)
	default:
		s += " from " + first.Format(time.DateOnly) + " to " + last.Format(time.DateOnly)
	}
	return s + ", " + Count(names[lang.German], "name") + " in German, " + grouped(names[lang.French]) + " in French"
}

// Count writes a number with what it counts: "1 card", "13,295 cards".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return grouped(n) + " " + what
}

// grouped writes a number with a comma between thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}

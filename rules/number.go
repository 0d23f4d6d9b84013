package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Number is the number of a chapter (7), a section (702), a rule (702.9) or a
// subrule (702.9b). Numbers are comparable and may be map keys; the zero
// Number names nothing.
type Number struct {
	head uint16 // chapter 1 to 9, or section 100 to 999
	rule uint16 // from 1; 0 for chapters and sections
	sub  uint16 // from 1 for a; 0 where there is no letter
}

// letters are those that subrules use: l and o are skipped, because they look
// like 1 and 0.
const letters = "abcdefghijkmnpqrstuvwxyz"

// ParseNumber reads a number in its one canonical form, as String prints it:
// "7", "702", "702.9", "702.9b" or "704.5aa". After z come aa, ab and so on;
// the letters l and o are not used. Every other form is an error: what people
// type is read by package search.
func ParseNumber(s string) (Number, error) {
	bad := func(why string) (Number, error) {
		return Number{}, fmt.Errorf("rule number %q: %s", s, why)
	}
	head, tail, dotted := strings.Cut(s, ".")
	h, ok := digits(head)
	switch {
	case !ok:
		return bad("does not begin with a chapter or section number")
	case len(head) == 1 && !dotted:
		return Number{head: h}, nil
	case len(head) != 3:
		return bad("a chapter has one digit, a section three")
	case !dotted:
		return Number{head: h}, nil
	}
	end := len(tail)
	for end > 0 && (tail[end-1] < '0' || tail[end-1] > '9') {
		end--
	}
	r, ok := digits(tail[:end])
	if !ok {
		return bad("no rule number after the period")
	}
	n := Number{head: h, rule: r}
	if end < len(tail) {
		if n.sub = subOf(tail[end:]); n.sub == 0 {
			return bad("ends in letters that no subrule has")
		}
	}
	return n, nil
}

// MustParseNumber is ParseNumber for literals; it panics where that fails.
func MustParseNumber(s string) Number {
	n, err := ParseNumber(s)
	if err != nil {
		panic(err)
	}
	return n
}

// digits reads one to three digits without a leading zero.
func digits(s string) (uint16, bool) {
	if s == "" || len(s) > 3 || s[0] == '0' {
		return 0, false
	}
	v, err := strconv.ParseUint(s, 10, 16)
	return uint16(v), err == nil && s[0] != '+'
}

// subOf gives the place of a subrule's letters in a, b, …, z, aa, ab, …, and
// zero for letters that no subrule has.
func subOf(s string) uint16 {
	switch len(s) {
	case 1:
		return uint16(strings.IndexByte(letters, s[0]) + 1)
	case 2:
		a, b := strings.IndexByte(letters, s[0]), strings.IndexByte(letters, s[1])
		if a >= 0 && b >= 0 {
			return uint16((a+1)*len(letters) + b + 1)
		}
	}
	return 0
}

// String gives the canonical form, "" for the zero Number.
func (n Number) String() string {
	if n.IsZero() {
		return ""
	}
	s := strconv.Itoa(int(n.head))
	if n.rule == 0 {
		return s
	}
	return s + "." + strconv.Itoa(int(n.rule)) + n.Letters()
}

// Letters gives the letters of a subrule, "aa" of 704.5aa, and "" for all
// other numbers.
func (n Number) Letters() string {
	if n.sub == 0 {
		return ""
	}
	i, l := int(n.sub)-1, len(letters)
	if i < l {
		return letters[i : i+1]
	}
	return letters[i/l-1:i/l] + letters[i%l:i%l+1]
}

// IsZero reports whether n names nothing.
func (n Number) IsZero() bool { return n == Number{} }

// IsChapter reports whether n is a chapter, such as 7.
func (n Number) IsChapter() bool { return n.head > 0 && n.head < 10 }

// IsSection reports whether n is a section, such as 702.
func (n Number) IsSection() bool { return n.head >= 100 && n.rule == 0 }

// IsRule reports whether n is a rule without a letter, such as 702.9.
func (n Number) IsRule() bool { return n.rule > 0 && n.sub == 0 }

// IsSubrule reports whether n has a letter, such as 702.9b.
func (n Number) IsSubrule() bool { return n.sub > 0 }

// Chapter gives the chapter that n is within, or n itself: 7 for 702.9b.
func (n Number) Chapter() Number {
	if n.head >= 100 {
		return Number{head: n.head / 100}
	}
	return n
}

// Section gives the section that n is within, or n itself: 702 for 702.9b.
// It is zero for a chapter.
func (n Number) Section() Number {
	if n.head < 100 {
		return Number{}
	}
	return Number{head: n.head}
}

// Compare orders numbers as the book does: 7 < 702 < 702.9 < 702.9b < 702.10.
// It is negative where n comes before m, zero where they are equal.
func (n Number) Compare(m Number) int {
	return cmp.Or(
		cmp.Compare(n.Chapter().head, m.Chapter().head),
		cmp.Compare(n.head, m.head),
		cmp.Compare(n.rule, m.rule),
		cmp.Compare(n.sub, m.sub),
	)
}

// Parent gives the number one level up, 702.9b → 702.9 → 702 → 7 → zero.
func (n Number) Parent() Number {
	switch {
	case n.sub > 0:
		n.sub = 0
	case n.rule > 0:
		n.rule = 0
	case n.head >= 100:
		n.head /= 100
	default:
		n.head = 0
	}
	return n
}

// Within reports whether n is m or lies below it: 702.9b is within 702.9b,
// 702.9, 702 and 7. Nothing is within the zero Number.
func (n Number) Within(m Number) bool {
	for ; !n.IsZero(); n = n.Parent() {
		if n == m {
			return true
		}
	}
	return false
}

// Next gives the number after n at its own level: 702.9 → 702.10,
// 702.9k → 702.9m, 704.5z → 704.5aa, 7 → 8. It does not know which numbers an
// edition has.
func (n Number) Next() Number {
	switch {
	case n.sub > 0:
		n.sub++
	case n.rule > 0:
		n.rule++
	default:
		n.head++
	}
	return n
}

// Child gives the first number one level below n: 702 → 702.1 → 702.1a. It is
// zero for a subrule, and for a chapter, whose first section is hundred times
// the chapter: 7 → 700.
func (n Number) Child() Number {
	switch {
	case n.IsChapter():
		return Number{head: n.head * 100}
	case n.IsSection():
		n.rule = 1
	case n.IsRule():
		n.sub = 1
	default:
		return Number{}
	}
	return n
}

// Follows reports whether n may come right after m in a book in which nothing
// is left out: as the first number below m, or as the next at the level of m or
// of one of its parents. Chapter 1 follows the zero Number, and nothing but
// sections a chapter.
func (n Number) Follows(m Number) bool {
	switch {
	case m.IsZero():
		return n == Number{head: 1}
	case n == m.Child():
		return !n.IsZero()
	case n.IsChapter():
		return !m.IsChapter() && n == m.Chapter().Next()
	}
	for ; !m.IsChapter(); m = m.Parent() {
		if n == m.Next() {
			return n.Chapter() == m.Chapter()
		}
	}
	return false
}

// Near tells what stands near a place that none of numbers, which are in order,
// has: the first of up and its parents that is among them, and those right
// below it that come before and after the place. compare is that of a number
// with the place. What there is not is zero.
func Near(numbers []Number, up Number, compare func(Number) int) (above, before, after Number) {
	for ; !up.IsZero(); up = up.Parent() {
		if _, ok := slices.BinarySearchFunc(numbers, up, Number.Compare); ok {
			above = up
			break
		}
	}
	for _, n := range numbers {
		if n.Parent() != above {
			continue
		}
		if compare(n) < 0 {
			before = n
		} else if after.IsZero() {
			after = n
		}
	}
	return above, before, after
}

// MarshalText gives the canonical form.
func (n Number) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads the canonical form; empty text gives the zero Number.
func (n *Number) UnmarshalText(b []byte) (err error) {
	*n = Number{}
	if len(b) > 0 {
		*n, err = ParseNumber(string(b))
	}
	return err
}

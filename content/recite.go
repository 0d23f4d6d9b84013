package content

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"regula/editions"
	"regula/markdown"
	"regula/rules"
)

// moves says where the numbers of one edition are in another.
type moves struct {
	from, to editions.Edition
	number   map[rules.Number]rules.Number // of what both have
	origin   map[rules.Number]rules.Number // the reverse
}

func newMoves(h *editions.History, from, to editions.Edition) moves {
	return moves{from, to, h.Moves(from.Effective, to.Effective), h.Moves(to.Effective, from.Effective)}
}

func has(e editions.Edition) func(rules.Number) bool {
	return func(n rules.Number) bool {
		_, ok := e.Fact(n)
		return ok
	}
}

// gone says why n cannot be renumbered, "" where it can.
func (m moves) gone(n rules.Number) string {
	_, ok := m.number[n]
	switch {
	case ok:
		return ""
	case !has(m.from)(n):
		return fmt.Sprintf("the edition of %s does not have %s", m.from, n)
	case has(m.to)(n):
		return fmt.Sprintf("%s is gone in the edition of %s, where the number is that of another rule", n, m.to)
	}
	return fmt.Sprintf("%s is gone in the edition of %s", n, m.to)
}

// note is a place in some text that a human has to look at.
type note struct {
	line int // from 1
	text string
}

// recite gives Markdown with its citations renumbered, how many there were to
// change, and what was left. bad is the place at which the citations, once
// changed, would be read otherwise, nil for none.
func (m moves) recite(src []byte) (out []byte, changed int, notes []note, bad *note) {
	places := markdown.Places(src)
	wanted := make([]rules.Citation, len(places))
	for i, c := range places {
		var why string
		wanted[i].First, wanted[i].Last, why = m.citation(c)
		if why != "" {
			notes = append(notes, note{lineAt(src, c.Start), why})
		}
		if wanted[i].First != c.First || wanted[i].Last != c.Last {
			changed++
		}
	}
	if changed == 0 {
		return src, 0, notes, nil
	}
	// As short as it was first, then in full: "608.3a and b" may have to be
	// "608.3a and 608.4b".
	for _, short := range []bool{true, false} {
		var b bytes.Buffer
		at := 0
		var before rules.Number
		for i, c := range places {
			b.Write(src[at:c.Start])
			b.WriteString(written(string(src[c.Start:c.End]), c, wanted[i], before, short))
			at, before = c.End, wanted[i].Last
		}
		b.Write(src[at:])
		out = b.Bytes()
		if same(markdown.Places(out), wanted) {
			return out, changed, notes, nil
		}
	}
	for i, c := range places {
		if wanted[i].First != c.First || wanted[i].Last != c.Last {
			return nil, 0, nil, &note{lineAt(src, c.Start), fmt.Sprintf("%q cannot become %s without being read otherwise: write it another way",
				src[c.Start:c.End], show(wanted[i]))}
		}
	}
	return src, 0, notes, nil
}

func same(got, want []rules.Citation) bool {
	return slices.EqualFunc(got, want, func(a, b rules.Citation) bool { return a.First == b.First && a.Last == b.Last })
}

// lineAt gives the line on which the byte at offset stands.
func lineAt(src []byte, offset int) int { return bytes.Count(src[:offset], []byte("\n")) + 1 }

// citation gives the numbers of a citation in the other edition, and what a
// human has to know of it. A range that the moves break apart stays.
func (m moves) citation(c rules.Citation) (first, last rules.Number, why string) {
	for _, n := range []rules.Number{c.First, c.Last} {
		if why := m.gone(n); why != "" {
			return c.First, c.Last, fmt.Sprintf("cites %s: %s; left as it is", show(c), why)
		}
	}
	first, last = m.number[c.First], m.number[c.Last]
	if first == last {
		return first, last, ""
	}
	now := rules.Citation{First: first, Last: last}
	var left, extra []string
	covers := map[rules.Number]bool{}
	if first.Compare(last) < 0 {
		for _, n := range now.Numbers(has(m.to)) {
			covers[n] = true
			if _, ok := m.origin[n]; !ok {
				extra = append(extra, n.String())
			}
		}
	}
	old := c.Numbers(has(m.from))
	moved := 0
	for _, n := range old {
		if t, ok := m.number[n]; ok {
			moved++
			if !covers[t] {
				left = append(left, fmt.Sprintf("%s is now %s", n, t))
			}
		}
	}
	sameLevel := first.IsSubrule() == last.IsSubrule() && (c.First.Parent() == c.Last.Parent()) == (first.Parent() == last.Parent())
	switch {
	case len(left) > 0 || !sameLevel || moved+len(extra) < len(covers):
		if len(left) == 0 {
			left = []string{fmt.Sprintf("%s is now %s, %s is now %s", c.First, first, c.Last, last)}
		}
		return c.First, c.Last, fmt.Sprintf("cites the range %s, which is broken apart (%s); left as it is", show(c), strings.Join(left, ", "))
	case len(extra) > 0:
		return first, last, fmt.Sprintf("cites the range %s, which has the new %s, too", show(now), strings.Join(extra, ", "))
	case moved < len(old):
		return first, last, fmt.Sprintf("cites the range %s, of which a rule is gone", show(now))
	}
	return first, last, ""
}

func show(c rules.Citation) string {
	if c.First == c.Last {
		return c.First.String()
	}
	return c.First.String() + "–" + c.Last.String()
}

// written writes a citation as old was written, with other numbers. A letter
// that continues a list, as the b of "608.3a and b", stays one only after a
// number of the same rule.
func written(old string, c, now rules.Citation, before rules.Number, short bool) string {
	first := now.First.String()
	if isLetter(old[0]) && short && now.First.IsSubrule() && now.First.Parent() == before.Parent() && now.First.Compare(before) > 0 {
		first = now.First.Letters()
	}
	if c.First == c.Last {
		return first
	}
	// 601.2f–h, 119.7–8, 903.6 – 903.11
	at := strings.IndexFunc(old, func(r rune) bool { return r != '.' && !isDigit(r) && !('a' <= r && r <= 'z') })
	end := at + strings.IndexFunc(old[at:], func(r rune) bool { return isDigit(r) || 'a' <= r && r <= 'z' })
	dash, right := old[at:end], old[end:]
	last := now.Last.String()
	sibling := now.First.Parent() == now.Last.Parent()
	switch {
	case !short || !sibling:
	case isLetter(right[0]) && now.Last.IsSubrule():
		last = now.Last.Letters()
	case !strings.Contains(right, ".") && now.Last.IsRule():
		_, last, _ = strings.Cut(last, ".")
	}
	return first + dash + last
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

// unread undoes what reading a file changes in it: line ends of Windows and a
// byte order mark. It fails where a file has line ends of two kinds.
type unread struct{ mark, crlf bool }

func newUnread(raw []byte) (unread, error) {
	u := unread{mark: bytes.HasPrefix(raw, []byte("\uFEFF"))}
	ends, all := bytes.Count(raw, []byte("\r\n")), bytes.Count(raw, []byte("\n"))
	if ends != 0 && ends != all {
		return u, fmt.Errorf("has line ends of two kinds: save it with one")
	}
	u.crlf = ends > 0
	return u, nil
}

func (u unread) bytes(b []byte) []byte {
	if u.crlf {
		b = bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
	}
	if u.mark {
		b = append(utf8.AppendRune(nil, '\uFEFF'), b...)
	}
	return b
}

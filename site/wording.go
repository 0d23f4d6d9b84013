package site

import (
	"strings"

	"regula/templates"
)

// Words that stay the same are left out where there are more than this many
// in a row, but for some at either end.
const (
	mostSame = 24
	keptSame = 9
)

// mostCompared bounds the work of comparing two texts: the product of their
// numbers of words, once what they begin and end with in common is cut off.
const mostCompared = 4_000_000

// compareWords tells word by word what became of a text. It is nil where both
// are the same.
func compareWords(old, new string) []templates.Run {
	a, b := strings.Fields(old), strings.Fields(new)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	if head == len(a) && head == len(b) {
		return nil
	}
	var rs runs
	rs.add(templates.RunSame, a[:head]...)
	rs.compare(a[head:len(a)-tail], b[head:len(b)-tail])
	rs.add(templates.RunSame, a[len(a)-tail:]...)
	return rs.shorten()
}

// run is a run of words.
type run struct {
	kind  templates.RunKind
	words []string
}

type runs []run

// add appends words, to the last run if that is of the same kind.
func (rs *runs) add(kind templates.RunKind, words ...string) {
	if len(words) == 0 {
		return
	}
	if k := len(*rs) - 1; k >= 0 && (*rs)[k].kind == kind {
		(*rs)[k].words = append((*rs)[k].words, words...)
		return
	}
	*rs = append(*rs, run{kind, append([]string(nil), words...)})
}

// compare appends what became of a: the longest sequence that both have in
// common stays. What goes comes before what is new in its place.
func (rs *runs) compare(a, b []string) {
	if len(a)*len(b) > mostCompared {
		rs.add(templates.RunDeleted, a...)
		rs.add(templates.RunNew, b...)
		return
	}
	width := len(b) + 1
	best := make([]uint16, (len(a)+1)*width) // longest in common from here on
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				best[i*width+j] = best[(i+1)*width+j+1] + 1
			} else {
				best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			}
		}
	}
	var gone, came []string
	flush := func() {
		rs.add(templates.RunDeleted, gone...)
		rs.add(templates.RunNew, came...)
		gone, came = nil, nil
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			flush()
			rs.add(templates.RunSame, a[i])
			i++
			j++
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			gone = append(gone, a[i])
			i++
		default:
			came = append(came, b[j])
			j++
		}
	}
	gone, came = append(gone, a[i:]...), append(came, b[j:]...)
	flush()
}

// shorten joins the words, and leaves out most of a long run of what stays.
func (rs runs) shorten() []templates.Run {
	var out []templates.Run
	add := func(kind templates.RunKind, words []string) {
		if len(words) > 0 {
			out = append(out, templates.Run{Text: strings.Join(words, " "), Kind: kind})
		}
	}
	for i, r := range rs {
		if r.kind != templates.RunSame || len(r.words) <= mostSame {
			add(r.kind, r.words)
			continue
		}
		if i > 0 {
			add(r.kind, r.words[:keptSame])
		}
		out = append(out, templates.Run{Text: "…", Kind: templates.RunGap})
		if i < len(rs)-1 {
			add(r.kind, r.words[len(r.words)-keptSame:])
		}
	}
	return out
}

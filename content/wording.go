package content

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"regula/rules"
)

// sharedWords is how many words in a row make a shared wording.
const sharedWords = 9

// wording knows every run of that many words of the official text.
type wording struct {
	ids  map[string]uint32 // of its words, from 1
	runs map[[sharedWords]uint32]bool
}

// newWording takes in the official text, paragraph by paragraph.
func newWording(official map[rules.Number]rules.Rule, more []string) *wording {
	w := &wording{map[string]uint32{}, map[[sharedWords]uint32]bool{}}
	for _, r := range official {
		w.add(r.Text)
		for _, e := range r.Examples {
			w.add(e)
		}
	}
	for _, s := range more {
		w.add(s)
	}
	return w
}

func (w *wording) add(s string) {
	for line := range strings.SplitSeq(s, "\n") {
		var run [sharedWords]uint32
		n := 0
		for _, t := range tokens(line) {
			id, ok := w.ids[t.text]
			if !ok {
				id = uint32(len(w.ids) + 1)
				w.ids[t.text] = id
			}
			copy(run[:], run[1:])
			run[sharedWords-1] = id
			if n++; n >= sharedWords {
				w.runs[run] = true
			}
		}
	}
}

// wording finds runs of words shared with the official text. Quotations are
// apart, and so are runs of names.
func (l *linter) wording(p passage, of *wording) {
	if len(of.runs) == 0 {
		return
	}
	from := 0
	for _, q := range append(p.quoted, interval{len(p.Text), len(p.Text)}) {
		l.run(p, of, from, q.start)
		from = q.end
	}
}

// enumeration reports whether a run of words is a list with a comma for every
// third word at least: closed lists of names are facts.
func enumeration(s string, words int) bool { return 3*strings.Count(s, ",") >= words }

// run looks at the part of a passage between two quotations.
func (l *linter) run(p passage, of *wording, start, end int) {
	s := p.Text[start:end]
	ts := tokens(s)
	var run [sharedWords]uint32
	first := -1 // of the run that is being followed
	flush := func(last int) {
		if first >= 0 && !enumeration(s[ts[first].start:ts[last].end], last-first+1) {
			at, to := ts[first].start, ts[last].end
			l.add(p.at(start+at), SharedWording, "%d words as in the official text, %q: say it in your own", last-first+1, strings.ReplaceAll(s[at:to], "\n", " "))
		}
		first = -1
	}
	for i, t := range ts {
		copy(run[:], run[1:])
		run[sharedWords-1] = of.ids[t.text]
		if i+1 < sharedWords {
			continue
		}
		if of.runs[run] && !names(s, ts[i+1-sharedWords:i+1]) {
			if first < 0 {
				first = i + 1 - sharedWords
			}
		} else {
			flush(i - 1)
		}
	}
	flush(len(ts) - 1)
}

// names reports whether words are a list of names, such as of subtypes: fewer
// than three of them are small and more than a link between two.
func names(s string, ts []token) bool {
	n := 0
	for _, t := range ts {
		r, _ := utf8.DecodeRuneInString(s[t.start:])
		if unicode.IsLower(r) && t.text != "and" && t.text != "or" && t.text != "of" && t.text != "the" {
			n++
		}
	}
	return n < 3
}

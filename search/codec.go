package search

import (
	"encoding/binary"
	"errors"
)

// encode gives the lexicon as a stored index keeps it. All numbers are
// unsigned varints; before a string stands its length. First come the number
// of families and that of all their postings, then each family: stem, number
// of postings and flags, and of each posting how far its document is from the
// one before, and the sign, which exact keys lack. Then comes the number of
// forms, and each with its family.
func (x *lexicon) encode() []byte {
	var b []byte
	number := func(n int) { b = binary.AppendUvarint(b, uint64(n)) }
	text := func(s string) {
		number(len(s))
		b = append(b, s...)
	}
	total := 0
	for _, f := range x.families {
		total += f.count
	}
	number(len(x.families))
	number(total)
	for _, f := range x.families {
		text(f.stem)
		flags := 0
		if f.named {
			flags = 1
		}
		if f.exact {
			flags = 2 // and named
		}
		number(f.count<<2 | flags)
		last := int32(0)
		for _, p := range f.postings {
			number(int(p.doc - last))
			last = p.doc
			if !f.exact {
				b = append(b, p.sign)
			}
		}
	}
	number(len(x.forms))
	for _, f := range x.forms {
		text(f.text)
		number(int(f.family))
	}
	return b
}

// decodeLexicon reads what encode gives, of n documents.
func decodeLexicon(b []byte, n int, light map[string]bool, cards bool) (*lexicon, error) {
	r := reader{b: b, s: string(b)}
	x := &lexicon{light: light, cards: cards}
	x.families = make([]family, r.count())
	all := make([]posting, r.count())
	for i := range x.families {
		f := &x.families[i]
		f.stem = r.text()
		head := r.number()
		f.count, f.named, f.exact = head>>2, head&3 != 0, head&3 == 2
		if f.count > len(all) {
			return nil, errLexicon
		}
		f.postings, all = all[:f.count:f.count], all[f.count:]
		last := 0
		for k := range f.postings {
			last += r.number()
			if last >= n {
				return nil, errLexicon
			}
			f.postings[k].doc = int32(last)
			if !f.exact {
				f.postings[k].sign = r.sign()
			}
		}
	}
	x.number()
	forms := make([]form, r.count())
	for i := range forms {
		forms[i].text = r.text()
		family := r.number()
		if family >= len(x.families) {
			return nil, errLexicon
		}
		forms[i].family = int32(family)
	}
	if r.short || r.at < len(b) {
		return nil, errLexicon
	}
	x.spread(forms)
	return x, nil
}

var errLexicon = errors.New("the lexicon of the index is not as it was written")

// reader reads the numbers and strings of a lexicon.
type reader struct {
	b     []byte
	s     string // the same
	at    int
	short bool // whether it asked for more than there is
}

func (r *reader) number() int {
	v, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 || v > 1<<31 {
		r.at, r.short = len(r.b), true
		return 0
	}
	r.at += n
	return int(v)
}

// count reads the number of things of which each takes a byte or more.
func (r *reader) count() int {
	n := r.number()
	if n > len(r.b)-r.at {
		r.at, r.short = len(r.b), true
		return 0
	}
	return n
}

func (r *reader) text() string {
	n := r.count()
	r.at += n
	return r.s[r.at-n : r.at]
}

func (r *reader) sign() uint8 {
	sign := r.number()
	if sign >= len(value) {
		r.short = true
		return 0
	}
	return uint8(sign)
}

package search

import "math/bits"

// bitWriter writes bits, the most significant first, as base64 digits, six to
// a character. Text of that kind is compressed again by whoever serves it,
// which undoes what base64 costs.
type bitWriter struct {
	out  []byte
	acc  uint64
	have int // bits at the end of acc that are not in out yet
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// bits writes the n lowest bits of v.
func (w *bitWriter) bits(v uint32, n int) {
	w.acc = w.acc<<n | uint64(v)&(1<<n-1)
	for w.have += n; w.have >= 6; {
		w.have -= 6
		w.out = append(w.out, base64Digits[w.acc>>w.have&63])
	}
}

// gamma writes v, at least 1, in Elias's gamma code.
func (w *bitWriter) gamma(v uint32) {
	n := bits.Len32(v)
	w.bits(0, n-1)
	w.bits(v, n)
}

// bounded writes v, from 0 to limit, in as few bits as tell these apart: the
// first few values one bit shorter where that is possible.
func (w *bitWriter) bounded(v, limit uint32) {
	n := bits.Len32(limit)
	if short := uint32(1)<<n - limit - 1; v < short {
		w.bits(v, n-1)
	} else {
		w.bits(v+short, n)
	}
}

// ascending writes numbers in ascending order from lo to hi by binary
// interpolation: the middle one, then the halves, each within the bounds that
// what is known leaves. Neighbours cost next to nothing.
func (w *bitWriter) ascending(v []uint32, lo, hi uint32) {
	if len(v) == 0 {
		return
	}
	m := len(v) / 2
	least := lo + uint32(m)
	most := hi - uint32(len(v)-1-m)
	if most > least {
		w.bounded(v[m]-least, most-least)
	}
	w.ascending(v[:m], lo, v[m]-1)
	w.ascending(v[m+1:], v[m]+1, hi)
}

// String ends the last character and gives what was written.
func (w *bitWriter) String() string {
	if w.have > 0 {
		w.bits(0, 6-w.have)
	}
	return string(w.out)
}

package search

import (
	"hash/fnv"
	"strings"
)

// The index as one file, for a page that has time to unpack it: each bit takes
// the less room the likelier it is, which several contexts tell, weighed by how
// right they have been so far. All is worked out in whole numbers of 32 bits,
// so that the script, static/js/search-all.js, finds the very same: whoever
// changes one changes the other.

// packer writes bits of which a model says how likely they are.
type packer struct {
	model
	low, high uint32
	out       []byte
}

// model tells how likely the next bit is to be set.
type model struct {
	cells   *[1 << tableBits]uint32 // of each context, the chance in 65536ths, and in the last 8 bits how often it was met, up to seenMost
	weights []int32                 // of the contexts, in each set
	at      [inputs]uint32
}

const (
	inputs      = 6
	tableBits   = 20 // of the number of contexts, which share places by their hashes
	sets        = 1024
	seenMost    = 30
	weightFirst = 22000
	weightRate  = 8
)

// squashes has what squash gives for every 128th sum.
var squashes = [33]int32{1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094}

// squash gives the chance, in 4096ths, for which a sum of evidence stands.
func squash(d int32) int32 {
	if d > 2047 {
		return 4095
	}
	if d < -2047 {
		return 1
	}
	w, i := d&127, d>>7+16
	return (squashes[i]*(128-w) + squashes[i+1]*w + 64) >> 7
}

// stretches has the least sum for which each chance stands; sures, how much a
// context counts that was met so often; steps, how far it then learns.
var (
	stretches [4096]int32
	sures     [seenMost + 1]int32
	steps     [seenMost + 1]int32
)

func init() {
	at := int32(0)
	for d := int32(-2047); d <= 2047; d++ {
		for v := squash(d); at <= v; at++ {
			stretches[at] = d
		}
	}
	for ; at < 4096; at++ {
		stretches[at] = 2047
	}
	for n := range int32(seenMost + 1) {
		sures[n] = 40 * (2*n + 1) / (2*n + 4)
		steps[n] = 2048 / (2*n + 3)
	}
}

func newPacker() *packer {
	m := model{cells: new([1 << tableBits]uint32), weights: make([]int32, sets*(inputs+1))}
	for i := range m.cells {
		m.cells[i] = 1 << 23
	}
	for i := range m.weights {
		m.weights[i] = weightFirst
		if i%(inputs+1) == inputs {
			m.weights[i] = 0
		}
	}
	return &packer{model: m, high: 1<<32 - 1}
}

// bit writes a bit in the contexts at.
func (p *packer) bit(set int, bit int32) {
	w := (*[inputs + 1]int32)(p.weights[set*(inputs+1):])
	var in [inputs + 1]int32
	sum := w[inputs]
	for i, at := range p.at {
		c := p.cells[at&(1<<tableBits-1)]
		in[i] = stretches[c>>12] * sures[c&255] >> 5
		sum += w[i] * in[i] >> 8
	}
	in[inputs] = 256
	likely := min(4095, squash(sum>>8))
	middle := p.low + (p.high-p.low)>>12*uint32(likely)
	if bit == 1 {
		p.high = middle
	} else {
		p.low = middle + 1
	}
	for (p.low^p.high)>>24 == 0 {
		p.out = append(p.out, byte(p.high>>24))
		p.low, p.high = p.low<<8, p.high<<8|255
	}
	e := (bit<<12 - likely) * weightRate
	for i := range in {
		w[i] += (in[i]*e + 1<<13) >> 14
	}
	for _, at := range p.at {
		at &= 1<<tableBits - 1
		c := p.cells[at]
		n := c & 255
		chance := int32(c >> 8)
		chance += (bit*65535 - chance) * steps[n] >> 10
		p.cells[at] = uint32(chance)<<8 | min(n+1, seenMost)
	}
}

// bytes ends what was written, with a sum of it, by which the script refuses
// what was cut short or damaged on the way: it would not end, or find what is
// not there.
func (p *packer) bytes() []byte {
	out := append(p.out, byte(p.high>>24), byte(p.high>>16), byte(p.high>>8), byte(p.high))
	sum := fnv.New32a()
	sum.Write(out)
	return sum.Sum(out)
}

// hash tells contexts apart, cell gives the place of one, cells the first of so
// many, a power of two, that lie side by side: memory is asked once for them.
func hash(a, b uint32) uint32 {
	h := (a + b*0x9E3779B1 + 1) * 0x2545F491
	return h ^ h>>15
}

func cell(h uint32) uint32 { return h * 0x9E3779B1 >> (32 - tableBits) }

func cells(h, n uint32) uint32 { return cell(h) &^ (n - 1) }

// The sets of weights: those of texts begin at the kind of text, of eight each.
const (
	setNumber = 64
	setTree   = 128 // and 64 for each of three bits
	setSign   = 384 // and 64 for each kind of family
)

// number writes a number in Elias's gamma code, in two contexts.
func (p *packer) number(v int, set int, a, b uint32) {
	v++
	n := 0
	for v>>n > 1 {
		n++
	}
	code := func(place int, bit int) {
		for i := range p.at {
			c := a
			if i%2 == 1 {
				c = b
			}
			p.at[i] = cell(hash(hash(uint32(set*8+i), c), uint32(place)))
		}
		p.bit(setNumber+set, int32(bit))
	}
	for i := range n {
		code(i, 1)
	}
	code(n, 0)
	for i := n - 1; i >= 0; i-- {
		code(64+v>>(i+1)+n<<16, v>>i&1)
	}
}

// text writes a text and its end. Before is what stands before it; hint is one
// more thing that tells how it may begin.
func (p *packer) text(kind uint32, s, before string, hint uint32) {
	past := "\x00\x00\x00\x00\x00\x00" + before + s
	for i := range len(s) + 1 {
		c, end := byte(0), len(past)-len(s)+i
		if i < len(s) {
			c = s[i]
		}
		var ctx [inputs]uint32
		ctx[0] = hash(kind, uint32(min(i, 3)))
		if i == 0 {
			ctx[0] = hash(kind+100, hint)
		}
		x := uint32(0)
		for k := 1; k < inputs; k++ {
			x = hash(x, uint32(past[end-k]))
			ctx[k] = hash(x, uint32(k))
			if k < 3 {
				ctx[k] = hash(ctx[k], kind)
			}
		}
		var first [inputs]uint32
		at := uint32(1)
		for b := 7; b >= 0; b-- {
			if b == 7 || b == 3 {
				for k := range first {
					first[k] = cells(hash(ctx[k], uint32(c)>>4*uint32(truth(b == 3))+uint32(b)<<4), 16)
				}
				at = 1
			}
			for k := range p.at {
				p.at[k] = first[k] + at
			}
			bit := c >> b & 1
			p.bit(int(kind)*8+7-b, int32(bit))
			at = at<<1 | uint32(bit)
		}
	}
}

// The kinds of text, but for those of stems and of forms, which begin there and
// differ by part.
const (
	kindHeads = 0
	kindPast  = 1
	kindStems = 2
	kindForms = 4
)

// pack writes the index of rules, and that of cards if these are all ours, as
// one file: dictionaries, what the list of results says of all but rules,
// numbers of older editions, and postings; of light words, as in the files of
// terms, only those of names.
func (x *Index) pack() []byte {
	k := newPacker()
	parts := x.parts
	if last := parts[len(parts)-1]; last.own < last.n() && last.cards {
		parts = parts[:1]
	}
	k.number(len(parts), 0, 0, 0)
	for i, p := range parts {
		k.dictionary(uint32(i), p.lexicon.families)
	}
	for _, p := range parts {
		for _, d := range p.docs {
			if d.Kind != KindRule {
				var b strings.Builder
				writeHead(&b, d)
				k.text(kindHeads, b.String(), "", 0)
			}
		}
	}
	lines := strings.Split(string(x.cutPast()), "\n")
	k.number(len(lines), 0, 2, 0)
	before := ""
	for _, line := range lines {
		k.text(kindPast, line, before, 0)
		before = line
	}
	for i, p := range parts {
		k.postings(uint32(i), p)
	}
	return k.bytes()
}

// dictionary writes the families of a part: how many bytes each has in common
// with the one before, its rest, and its forms in the same way.
func (p *packer) dictionary(part uint32, families []family) {
	p.number(len(families), 0, 1, part)
	before := ""
	last := uint32(0)
	for _, f := range families {
		_, n := common(before, f.stem, 99)
		p.number(n, 1, last, hash(last, uint32(len(before))))
		last = uint32(n)
		p.text(kindStems+part, f.stem[n:], f.stem[:n], uint32((before + "\x00")[n]))
		before = f.stem
		if f.exact {
			continue
		}
		end := uint32(f.stem[len(f.stem)-1])
		p.number(len(f.forms), 2, part, end)
		for i, form := range f.forms {
			_, n := common(f.stem, form, 99)
			p.number(len(f.stem)-n, 3, uint32(min(i, 3)), hash(end, uint32(min(i, 3))))
			p.text(kindForms+part, form[n:], f.stem[:n], uint32(min(i, 3)))
		}
	}
}

// tree divides the documents of a part again and again, where chapters,
// sections and rules begin if that is near the middle.
type tree struct {
	rank   []int   // how much begins with a document
	parent []int32 // what a rule stands in, -1 for nothing
	splits []int   // of each branch, where it is divided; 0 where that is not known yet
}

func newTree(p *part) tree {
	t := tree{make([]int, p.n()), make([]int32, p.n()), nil}
	at := map[string]int32{}
	for i, d := range p.docs {
		t.parent[i] = -1
		switch {
		case d.Kind != KindRule:
			if i > 0 && p.docs[i-1].Kind == KindRule {
				t.rank[i] = 4
			}
		case d.Number.IsChapter():
			t.rank[i] = 3
		case d.Number.IsSection():
			t.rank[i] = 2
		case d.Number.IsRule():
			t.rank[i] = 1
		}
		if up := d.Number.Parent(); d.Kind == KindRule && !up.IsZero() {
			if j, ok := at[up.String()]; ok {
				t.parent[i] = j
			}
		}
		at[d.ID] = int32(i)
	}
	return t
}

// split gives where a branch, the documents from lo to hi, at least two, is
// divided.
func (t *tree) split(node, lo, hi int) int {
	for node >= len(t.splits) {
		t.splits = append(t.splits, 0)
	}
	if m := t.splits[node]; m > 0 {
		return m
	}
	m := (lo + hi) / 2
	aside := max(1, (hi-lo)/4)
	best, most := m, -1
	for i := lo + aside; i <= hi-aside; i++ {
		if worth := t.rank[i]*65536 + 32768 - max(i-m, m-i); worth > most {
			best, most = i, worth
		}
	}
	t.splits[node] = best
	return best
}

// amountOf divides numbers of documents into as many classes as contexts tell apart.
func amountOf(n int) uint32 {
	for i, most := range [...]int{1, 2, 3, 4, 6, 10, 20, 50, 150, 500} {
		if n <= most {
			return uint32(i)
		}
	}
	return 10
}

// log2 gives the whole part of the logarithm of n, at least 1.
func log2(n int) (l uint32) {
	for n > 1 {
		n >>= 1
		l++
	}
	return l
}

// The kinds of families. That of the common ones is one of signs only.
const (
	familyPlain = iota
	familyExact
	familyLight
	familyCommon
)

// postings writes, of each family of a part, how many documents have it, then
// which, as the branches of a tree that lead to any, and at the end of each
// the sign.
func (p *packer) postings(part uint32, of *part) {
	t := newTree(of)
	n := of.n()
	last, sign := make([]uint8, n), make([]uint8, n) // of each document: the last sign, that of this family
	var stamp, nameStamp []int32                     // of each branch: the last family there, the last of a name
	hit := func(doc int) uint32 {
		switch {
		case doc < 0 || sign[doc] == 0:
			return 0
		case sign[doc] > levels:
			return 2
		}
		return 1
	}
	for i, f := range of.lexicon.families {
		family := int32(i + 1)
		kind, ps := uint32(familyPlain), f.postings
		switch {
		case f.exact:
			kind = familyExact
		case f.light:
			kind, ps = familyLight, named(f.postings)
		}
		p.number(len(ps), 4, kind+8*part, hash(kind+1, uint32(min(len(f.forms), 9))))
		if len(ps) == 0 {
			continue
		}
		signKind := kind
		if kind == familyPlain && 8*len(ps) > n {
			signKind = familyCommon
		}
		amount := amountOf(len(ps))
		before, beforeDoc := uint8(0), -9
		writeSign := func(q posting) {
			doc := int(q.doc)
			if f.exact {
				sign[doc] = 1
				return
			}
			up, beside := uint32(0), uint32(0)
			if t.parent[doc] >= 0 {
				up = uint32(sign[t.parent[doc]])
			}
			if beforeDoc == doc-1 {
				beside = 2
			}
			if beforeDoc >= 0 && t.parent[beforeDoc] == t.parent[doc] {
				beside++
			}
			b := uint32(before)
			ctx := [inputs]uint32{
				hash(amount, signKind), hash(b, beside+8*signKind), hash(hash(up, b), beside+8*signKind),
				hash(uint32(doc), 500+kind), hash(hash(uint32(last[doc]), signKind), b), hash(uint32(f.stem[0]), uint32(family)),
			}
			for k := range ctx {
				ctx[k] = cells(hash(ctx[k]+uint32(k), 7000+part), 32)
			}
			code := func(place uint32, bit int) {
				for k := range p.at {
					p.at[k] = ctx[k] + place
				}
				p.bit(setSign+int(64*signKind+place), int32(bit))
			}
			v, width, at := int(q.sign)-1, 3, uint32(1)
			inName := q.sign > levels
			if inName {
				v, width, at = int(q.sign)-levels-1, 4, 1
			}
			if kind != familyLight {
				code(0, truth(inName))
			}
			if inName || signKind != familyCommon {
				for w := width - 1; w >= 0; w-- {
					bit := v >> w & 1
					code(at+uint32(16*truth(inName)), bit)
					at = at<<1 | uint32(bit)
				}
			}
			sign[doc], last[doc] = q.sign, q.sign
			before, beforeDoc = q.sign, doc
		}
		near := func(node int) uint32 {
			if node >= len(stamp) || stamp[node] == 0 {
				return 0
			}
			v := uint32(4)
			switch d := family - stamp[node]; {
			case d <= 2:
				v = uint32(d)
			case d < 8:
				v = 3
			}
			if nameStamp[node] > 0 {
				switch d := family - nameStamp[node]; {
				case d == 1:
					v += 5
				case d < 4:
					v += 10
				}
			}
			return v
		}
		var walk func(lo, hi, node, known int, ps []posting)
		walk = func(lo, hi, node, known int, ps []posting) {
			for node >= len(stamp) {
				stamp, nameStamp = append(stamp, 0), append(nameStamp, 0)
			}
			stamp[node] = family
			if hi-lo == 1 {
				writeSign(ps[0])
				if sign[lo] > levels {
					nameStamp[node] = family
				}
				return
			}
			m, k := t.split(node, lo, hi), 0
			for k < len(ps) && int(ps[k].doc) < m {
				k++
			}
			left, right := k > 0, k < len(ps)
			size := log2(hi - lo)
			two := 3*hit(lo-1) + hit(lo-2)
			up, upMiddle := uint32(0), uint32(0)
			if t.parent[lo] >= 0 {
				up = hit(int(t.parent[lo]))
			}
			if q := int(t.parent[m]); q >= 0 && q < lo {
				upMiddle = hit(q) + 1
			}
			ctx := [inputs]uint32{
				hash(amount, size+32*kind), hash(uint32(node), 600+amount/3+8*kind),
				hash(hash(near(2*node)*16+near(2*node+1), amount/2), kind), hash(two*64+size, amount/2+16*kind),
				hash(hash(up*4+upMiddle, size), two*16+amount/2), hash(uint32(node), 900+kind/2),
			}
			for k := range ctx {
				ctx[k] = cells(hash(ctx[k]+uint32(k), 8000+part), 4)
			}
			code := func(place uint32, bit int) {
				for k := range p.at {
					p.at[k] = ctx[k] + place
				}
				p.bit(setTree+int(64*place+16*kind+size), int32(bit))
			}
			both := false
			if known != 1 {
				both = left && right
				code(0, truth(both))
			}
			if both {
				known /= 2 // of two, one each
			} else {
				code(1+uint32(truth(known == 1)), truth(right))
			}
			if left {
				walk(lo, m, 2*node, known, ps[:k])
			}
			if right {
				walk(m, hi, 2*node+1, known, ps[k:])
			}
		}
		known := 0 // how many there are, if that is known and at most two
		if len(ps) <= 2 {
			known = len(ps)
		}
		walk(0, n, 1, known, ps)
		for _, q := range ps {
			sign[q.doc] = 0
		}
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

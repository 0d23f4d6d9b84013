package editions

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"regula/rules"
)

// How alike two wordings are goes from 0 to 1. From these on a rule counts as
// the same one:
const (
	alikeInFamily  = 0.5  // below the same rule or section
	alikeUnderSame = 0.3  // below the same, with the same number, and nothing else to match
	alikeAnywhere  = 0.75 // anywhere in the book
	enoughWords    = 6    // to be known again anywhere
)

// node is a chapter, section, rule or subrule in one of two editions.
type node struct {
	Fact
	parent   *node
	children []*node
	match    *node
	words    []uint32 // hashes of words and pairs of words of its own text, sorted
	all      []uint32 // the same for all below it, too
	count    int      // words of its own text
}

// matcher finds for each node of the old edition the one of the new edition
// that is the same rule.
type matcher struct {
	old, new []*node
	texts    bool // wordings are known
}

func newMatcher(old, new Edition, oldText, newText map[rules.Number]string) *matcher {
	return &matcher{tree(old, oldText), tree(new, newText), oldText != nil && newText != nil}
}

// tree gives the nodes of an edition in order.
func tree(e Edition, text map[rules.Number]string) []*node {
	var nodes []*node
	byNumber := map[rules.Number]*node{}
	for _, f := range e.Facts {
		if f.Kind == Entry {
			continue
		}
		x := &node{Fact: f}
		wording := text[f.Number]
		if f.Kind != Rule {
			wording = f.Title
		}
		if text == nil {
			wording = f.Digest // alike means equal
		}
		x.words, x.count = bag(wording)
		x.parent = byNumber[f.Number.Parent()]
		if x.parent != nil {
			x.parent.children = append(x.parent.children, x)
		}
		byNumber[f.Number] = x
		nodes = append(nodes, x)
	}
	for _, x := range nodes {
		x.all = slices.Clone(x.words)
	}
	for _, x := range slices.Backward(nodes) {
		slices.Sort(x.all)
		if p := x.parent; p != nil && p.Kind != Chapter {
			p.all = append(p.all, x.all...)
		}
	}
	return nodes
}

// bag gives the hashes of all words and pairs of neighbouring words, sorted,
// and the number of words.
func bag(text string) ([]uint32, int) {
	words := strings.Fields(text)
	hashes := make([]uint32, 0, 2*len(words))
	hash := func(parts ...string) {
		h := fnv.New32a()
		for _, p := range parts {
			h.Write([]byte(p))
			h.Write([]byte{' '})
		}
		hashes = append(hashes, h.Sum32())
	}
	for i, w := range words {
		hash(w)
		if i > 0 {
			hash(words[i-1], w)
		}
	}
	slices.Sort(hashes)
	return hashes, len(words)
}

// alike gives twice the share that two bags have in common (Dice).
func alike(a, b []uint32) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// titled reports whether the node is known by a title.
func (x *node) titled() bool { return x.Title != "" }

// weight tells how surely o and n are the same rule, 0 for not at all. Equal
// wording counts most, and an equal number decides between equals.
func (m *matcher) weight(o, n *node) float64 {
	w := 0.0
	switch {
	case o.Kind != n.Kind:
		return 0
	case o.Digest == n.Digest:
		w = 1
	case o.titled() != n.titled():
		w = alike(o.all, n.all) * 0.9
	case o.titled():
		// the same under another name: a renamed section or keyword
		if len(o.children) > 0 && len(n.children) > 0 {
			w = alike(o.all, n.all)
			if w < alikeAnywhere {
				w = 0
			}
		}
	default:
		w = max(alike(o.words, n.words), alike(o.all, n.all)*0.9)
	}
	if w < alikeInFamily {
		return 0
	}
	if o.Number == n.Number {
		w += 0.02
	}
	return w
}

func pair(o, n *node) { o.match, n.match = n, o }

// run matches level by level, so that what is above is known.
func (m *matcher) run() {
	var chapters [2][]*node
	for i, nodes := range [2][]*node{m.old, m.new} {
		for _, x := range nodes {
			if x.Kind == Chapter {
				chapters[i] = append(chapters[i], x)
			}
		}
	}
	byNumber := map[rules.Number]*node{}
	for _, n := range chapters[1] {
		byNumber[n.Number] = n
	}
	for _, o := range chapters[0] {
		if n := byNumber[o.Number]; n != nil {
			pair(o, n)
		}
	}
	levels := []func(rules.Number) bool{rules.Number.IsSection, rules.Number.IsRule, rules.Number.IsSubrule}
	at := func(is func(rules.Number) bool) (olds, news []*node) {
		keep := func(x *node) bool { return is(x.Number) }
		return filter(m.old, keep), filter(m.new, keep)
	}
	for _, is := range levels {
		olds, news := at(is)
		m.titles(olds, news)
		m.families(olds, m.family)
		m.anywhere(olds, news)
	}
	m.anywhere(m.old, m.new) // a subrule that became a rule, or the reverse
	for _, is := range levels {
		olds, _ := at(is)
		m.families(olds, m.family) // below what the round before it matched
		m.families(olds, m.leftovers)
	}
	m.anywhere(m.old, m.new)
}

func filter(nodes []*node, keep func(*node) bool) []*node {
	var kept []*node
	for _, x := range nodes {
		if keep(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

func unmatched(x *node) bool { return x.match == nil }

// titles matches what has the same title, where that title is unique.
func (m *matcher) titles(olds, news []*node) {
	unique := func(nodes []*node) map[string]*node {
		byTitle := map[string]*node{}
		for _, x := range nodes {
			if x.titled() && x.match == nil {
				if _, twice := byTitle[x.Digest]; twice {
					byTitle[x.Digest] = nil
				} else {
					byTitle[x.Digest] = x
				}
			}
		}
		return byTitle
	}
	named := unique(news)
	for digest, o := range unique(olds) {
		if n := named[digest]; o != nil && n != nil {
			pair(o, n)
		}
	}
}

// families matches the children of parents that are matched.
func (m *matcher) families(olds []*node, match func(olds, news []*node)) {
	var last *node
	for _, o := range olds { // in order, so that siblings follow one another
		if p := o.parent; p != nil && p != last && p.match != nil {
			match(p.children, p.match.children)
			last = p
		}
	}
}

// family matches two lists of siblings by their wording: first in order, then
// out of order. What has a title is known again by its number, too.
func (m *matcher) family(olds, news []*node) {
	m.inOrder(filter(olds, unmatched), filter(news, unmatched))
	m.greedy(filter(olds, unmatched), filter(news, unmatched), m.weight)
	m.inPlace(filter(olds, (*node).titled), filter(news, (*node).titled))
}

// leftovers matches two lists of siblings by their places, where wording did
// not tell.
func (m *matcher) leftovers(olds, news []*node) {
	m.inPlace(olds, news)
	if !m.texts {
		m.gaps(olds, news)
	}
}

// inPlace matches siblings at the same place of which the wording is not
// quite another.
func (m *matcher) inPlace(olds, news []*node) {
	for _, o := range filter(olds, unmatched) {
		for _, n := range filter(news, unmatched) {
			if suffix(o.Number) == suffix(n.Number) && m.stillSame(o, n) {
				pair(o, n)
				break
			}
		}
	}
}

// suffix is what a number has beyond its parent's.
func suffix(n rules.Number) string {
	return strings.TrimPrefix(n.String(), n.Parent().String())
}

// stillSame reports whether two siblings at the same place, which wording does
// not match with others, are one rule reworded.
func (m *matcher) stillSame(o, n *node) bool {
	switch {
	case o.Kind != n.Kind || o.titled() != n.titled():
		return false
	case o.titled():
		return alike(o.all, n.all) >= alikeInFamily
	}
	return max(alike(o.words, n.words), alike(o.all, n.all)) >= alikeUnderSame
}

// gaps matches, without wordings, siblings between two neighbours that are the
// same in both editions: all of them if there are as many, else those that
// follow the first neighbour and keep their places.
func (m *matcher) gaps(olds, news []*node) {
	for i := 0; i < len(olds); {
		if olds[i].match != nil {
			i++
			continue
		}
		end := i
		for end < len(olds) && olds[end].match == nil {
			end++
		}
		from, to := 0, len(news)
		if i > 0 {
			from = slices.Index(news, olds[i-1].match) + 1
		}
		if end < len(olds) {
			to = slices.Index(news, olds[end].match)
		}
		for k := 0; k < end-i && from >= 0 && from+k < to; k++ {
			o, n := olds[i+k], news[from+k]
			if to-from != end-i && suffix(o.Number) != suffix(n.Number) {
				break
			}
			if n.match == nil && o.Kind == n.Kind && !o.titled() && !n.titled() {
				pair(o, n)
			}
		}
		i = end
	}
}

// inOrder matches siblings so that the order is kept and the weights of all
// pairs together are greatest.
func (m *matcher) inOrder(olds, news []*node) {
	w := make([][]float64, len(olds))
	best := make([][]float64, len(olds)+1)
	best[len(olds)] = make([]float64, len(news)+1)
	for i := len(olds) - 1; i >= 0; i-- {
		w[i] = make([]float64, len(news))
		best[i] = make([]float64, len(news)+1)
		for j := len(news) - 1; j >= 0; j-- {
			w[i][j] = m.weight(olds[i], news[j])
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if w[i][j] > 0 {
				best[i][j] = max(best[i][j], w[i][j]+best[i+1][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(olds) && j < len(news); {
		switch {
		case w[i][j] > 0 && best[i][j] == w[i][j]+best[i+1][j+1]:
			pair(olds[i], news[j])
			i++
			j++
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
}

// greedy matches the pairs with the greatest weights, each node once.
func (m *matcher) greedy(olds, news []*node, weight func(o, n *node) float64) {
	type candidate struct {
		o, n *node
		w    float64
	}
	var all []candidate
	for _, o := range olds {
		for _, n := range news {
			if w := weight(o, n); w > 0 {
				all = append(all, candidate{o, n, w})
			}
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.w, a.w), a.o.Number.Compare(b.o.Number), a.n.Number.Compare(b.n.Number))
	})
	for _, c := range all {
		if c.o.match == nil && c.n.match == nil {
			pair(c.o, c.n)
		}
	}
}

// anywhere matches what is left over the whole book, and then what is below
// the pairs so found.
func (m *matcher) anywhere(olds, news []*node) {
	before := filter(olds, unmatched)
	m.greedy(before, filter(news, unmatched), func(o, n *node) float64 {
		switch {
		case o.Kind != n.Kind || o.Kind != Rule || o.titled() != n.titled():
			return 0
		case o.Digest == n.Digest && (o.count >= enoughWords || !m.texts):
			return 1
		case o.count < enoughWords || n.count < enoughWords:
			return 0
		}
		if w := alike(o.words, n.words); w >= alikeAnywhere {
			return w
		}
		return 0
	})
	for _, o := range before {
		if o.match != nil {
			m.family(o.children, o.match.children)
		}
	}
}

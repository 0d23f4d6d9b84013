package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// family is the words of one stem, or the documents of an exact key.
type family struct {
	stem  string   // or the key
	count int      // documents that have it
	named bool     // whether a name has it
	exact bool     // whether this is an exact key
	light bool     // whether all of its words are light ones
	forms []string // as they are written, folded, in order

	postings []posting
}

// form is a word as it is written.
type form struct {
	text   string
	family int32
}

// lexicon is the dictionary of an index.
type lexicon struct {
	families []family // in the order of stems and keys
	byStem   map[string]int32
	byForm   map[string]int32
	forms    []form // in order
	light    map[string]bool
	cards    bool
}

// posting is a document that has a stem, with a sign that says how much.
type posting struct {
	doc  int32
	sign uint8
}

// A sign from 1 to levels says how much of a document's text a word is, more
// for more. The signs after that are of words in names: two for each share,
// the second for aliases; of cards, the first for words that begin a name.
const levels = 8

// bm25K is the parameter of BM25 that says how soon repetition stops to
// count, in units of weight. The length of a document does not count: a long
// rule is about its words as much as a short one.
const bm25K = 3.0

// level gives the sign of a word in the text.
func level(weight float64) uint8 {
	return uint8(min(levels, max(1, math.Ceil(levels*weight/(weight+bm25K)))))
}

// commonLevel is the sign, in the text, of words that an eighth of all
// documents have: it does not tell them apart.
const commonLevel = 3

// value gives the worth of a sign, by its number.
var value = func() (v [levels + 1 + 14]int) {
	for s := 1; s <= levels; s++ {
		v[s] = s
	}
	for i, worth := range []int{8, 7, 7, 6, 6, 5, 5} {
		v[levels+1+2*i], v[levels+2+2*i] = worth, worth-1
	}
	return v
}()

// shareOfSign gives how much of a name the word of a sign is, in sixtieths.
func shareOfSign(sign uint8) int {
	if sign <= levels {
		return 0
	}
	return shares[(sign-levels-1)/2]
}

// firstOfSign ranks the names that a word is in: 2 for a name in the language
// of the document, 1 for an alias, 0 for none; of cards 2 for the beginning of
// a name.
func firstOfSign(sign uint8) int {
	if sign <= levels {
		return 0
	}
	return 2 - int(sign-levels-1)%2
}

// rarity is the inverse document frequency of a word that count of n
// documents have, in tenths.
func rarity(count, n int) int {
	c := float64(count)
	return int(math.Round(10 * math.Log(1+(float64(n)-c+0.5)/(c+0.5))))
}

// newLexicon makes the dictionary of the documents, which are those that a has
// taken in. Of cards, light words are known in names only.
func newLexicon(docs []Document, a *analysis) *lexicon {
	counts := make([]int, len(a.stems))
	for _, stem := range a.found {
		counts[stem]++
	}
	keyCounts := a.tellApart(docs)
	x := &lexicon{light: a.light, cards: a.cards}
	for i, n := range counts {
		if n > 0 {
			x.families = append(x.families, family{stem: a.stems[i], count: n})
		}
	}
	for i, n := range keyCounts {
		if n > 0 {
			x.families = append(x.families, family{stem: a.keys[i].text, count: n, exact: true, named: true})
		}
	}
	slices.SortFunc(x.families, func(a, b family) int { return strings.Compare(a.stem, b.stem) })
	x.number()
	ofStem, ofKey := make([]int32, len(a.stems)), make([]int32, len(a.keys)) // 1 + the family
	total := 0
	for i := range x.families {
		total += x.families[i].count
	}
	all := make([]posting, total)
	for i := range x.families {
		f := &x.families[i]
		f.postings, all = all[:0:f.count], all[f.count:]
		if f.exact {
			ofKey[a.byKey[f.stem]] = int32(i + 1)
		} else {
			ofStem[a.byStem[f.stem]] = int32(i + 1)
		}
	}
	forms := make([]form, 0, len(a.terms))
	for _, t := range a.terms {
		if t.named || !a.cards {
			forms = append(forms, form{t.text, ofStem[t.stem] - 1})
		}
	}
	slices.SortFunc(forms, func(a, b form) int { return strings.Compare(a.text, b.text) })
	x.spread(forms)
	for i := range docs {
		signs := of(a.signs, a.foundEnds, i)
		for k, stem := range of(a.found, a.foundEnds, i) {
			f := &x.families[ofStem[stem]-1]
			sign := signs[k]
			f.named = f.named || sign > levels
			switch {
			case sign > levels:
			case a.cards && f.light:
				continue
			case 8*f.count > len(docs):
				sign = commonLevel
			}
			f.postings = append(f.postings, posting{int32(i), sign})
		}
		for _, s := range of(a.spelt, a.speltEnds, i) {
			if k := ofKey[s.key]; k > 0 {
				f := &x.families[k-1]
				f.postings = append(f.postings, posting{doc: int32(i)})
			}
		}
	}
	for i := range x.families {
		x.families[i].count = len(x.families[i].postings)
	}
	return x
}

// number makes the families known by their stems.
func (x *lexicon) number() {
	x.byStem = make(map[string]int32, len(x.families))
	for i, f := range x.families {
		x.byStem[f.stem] = int32(i)
	}
}

// spread gives each family its forms. They must be in order.
func (x *lexicon) spread(forms []form) {
	x.forms = forms
	x.byForm = make(map[string]int32, len(forms))
	ends := make([]int, len(x.families))
	for _, f := range forms {
		x.byForm[f.text] = f.family
		ends[f.family]++
	}
	all := make([]string, len(forms))
	for i, n := range ends {
		x.families[i].forms, all = all[:0:n], all[n:]
		x.families[i].light = n > 0
	}
	for _, f := range forms {
		fam := &x.families[f.family]
		fam.forms = append(fam.forms, f.text)
		fam.light = fam.light && x.light[f.text]
	}
}

// named reports whether a document has the words of two families in names, as
// halves of them at least.
func (x *lexicon) named(first, last int32) bool {
	ps := x.families[last].postings
	for _, q := range x.families[first].postings {
		if shareOfSign(q.sign) < nameSum/2 {
			continue
		}
		if i, ok := slices.BinarySearchFunc(ps, q.doc, func(p posting, doc int32) int { return cmp.Compare(p.doc, doc) }); ok && shareOfSign(ps[i].sign) >= nameSum/2 {
			return true
		}
	}
	return false
}

// exactly gives the documents of an exactKey; of a word that is typed without its
// accents, those of one that has them.
func (x *lexicon) exactly(key string) []posting {
	i, found := slices.BinarySearchFunc(x.families, key, func(f family, key string) int { return strings.Compare(f.stem, key) })
	if found || i < len(x.families) && strings.HasSuffix(key, exactMark) && strings.HasPrefix(x.families[i].stem, key) {
		return x.families[i].postings
	}
	return nil
}

// startingWith gives the forms that begin with prefix.
func (x *lexicon) startingWith(prefix string) []form {
	from, _ := slices.BinarySearchFunc(x.forms, prefix, func(f form, p string) int { return cmp.Compare(f.text, p) })
	to := from
	for to < len(x.forms) && strings.HasPrefix(x.forms[to].text, prefix) {
		to++
	}
	return x.forms[from:to]
}

// near gives the families of the words that differ from w by the fewest
// typing errors, at most one from four letters on and two from eight, nor more
// than most. Words of names come before others, which must be longer to be
// taken for meant. Only words that begin alike are tried: with the same two
// letters, with those exchanged, with another first one that sounds alike; of
// rules also with the same first one, where cards have too many, and there with
// two errors in a shorter word if only its vowels or doubled letters are wrong.
func (x *lexicon) near(w string, namesOnly bool, most int) (families []int32, best string, errors int) {
	r := []rune(w)
	limit := 0
	switch {
	case len(r) >= 8:
		limit = min(2, most)
	case len(r) >= 4:
		limit = 1
	default:
		return nil, "", 0
	}
	tries := []try{{r, 2, limit, 0}, {slices.Concat(r[1:2], r[:1], r[2:]), 2, limit - 1, 1}}
	if !x.cards {
		tries = append(tries, try{r, 1, limit, 0})
	}
	if alike, ok := soundsLike[r[0]]; ok {
		tries = append(tries, try{append([]rune{alike}, r[1:]...), 2, limit - 1, 1})
	}
	for _, t := range tries {
		if families, best, errors = x.nearest(t.word, string(t.word[:t.prefix]), t.limit, namesOnly); families != nil {
			return families, best, errors + t.errors
		}
	}
	if x.cards || len(r) < soundLength || limit != 1 || most < 2 {
		return nil, "", 0
	}
	return x.nearest(r, string(r[:1]), 2, true)
}

// bones gives a word without vowels and with doubled letters once.
func bones(w string) string {
	var b []rune
	for _, r := range w {
		if !strings.ContainsRune(vowels, r) && (len(b) == 0 || b[len(b)-1] != r) {
			b = append(b, r)
		}
	}
	return string(b)
}

const (
	vowels     = "aeiouy"
	leastBones = 3
)

// mistyped reports whether a word is likely to be typed for another that
// differs by some errors. Two errors in a short word, or in a name of a card,
// of which there are so many that each word is like one of them, are vowels and
// doubled letters; one in a name of a card is not a consonant for another that
// sounds otherwise.
func (x *lexicon) mistyped(w, form []rune, errors int) bool {
	switch {
	case errors == 2 && (x.cards || len(w) < 8):
		b := bones(string(w))
		return (x.cards || len(w) == len(form)) && len(b) >= leastBones && b == bones(string(form))
	case errors == 1 && x.cards && len(w) == len(form):
		for i, r := range w {
			if r != form[i] {
				swapped := i+1 < len(w) && r == form[i+1] && w[i+1] == form[i]
				return swapped || soundsLike[r] == form[i] || strings.ContainsRune(vowels, r) || strings.ContainsRune(vowels, form[i])
			}
		}
	}
	return true
}

// try is a word to look for among those that begin with the same letters.
type try struct {
	word   []rune
	prefix int
	limit  int // of further errors
	errors int // that it has mended
}

// soundsLike has the letters that are taken for one another at the beginning
// of a word.
var soundsLike = map[rune]rune{'c': 'k', 'k': 'c', 'f': 'v', 'v': 'f', 's': 'z', 'z': 's'}

// sounds are letters that are written for others more than one typing error
// away.
var sounds = strings.Fields("k=qu qu=k f=ph ph=f x=ks ks=x")

// sounding finds a word in a name that sounds like another.
func (x *lexicon) sounding(w string) (family int32, best string, ok bool) {
	for _, s := range sounds {
		these, those, _ := strings.Cut(s, "=")
		best = strings.ReplaceAll(w, these, those)
		if family, ok = x.byForm[best]; ok && x.families[family].named && best != w {
			return family, best, true
		}
	}
	return 0, "", false
}

// Words outside names are taken for meant from these lengths on, for one and
// for two errors; words of names with two errors in their sounds.
const (
	soundLength  = 5
	plainLength1 = 8
	plainLength2 = 11
	maxNear      = 5
)

func (x *lexicon) nearest(w []rune, prefix string, limit int, namesOnly bool) (families []int32, best string, errors int) {
	type candidate struct {
		form
		distance int
		named    bool
		count    int
	}
	var all []candidate
	for _, f := range x.startingWith(prefix) {
		fam := &x.families[f.family]
		if x.light[f.text] || !fam.named && (namesOnly || len(w) < plainLength1) {
			continue
		}
		d := distance(w, []rune(f.text), limit)
		if d > limit || !fam.named && d == 2 && len(w) < plainLength2 || !x.mistyped(w, []rune(f.text), d) {
			continue
		}
		all = append(all, candidate{f, d, fam.named, fam.count})
	}
	if len(all) == 0 {
		return nil, "", 0
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		named := 0
		if a.named != b.named {
			named = 1
			if a.named {
				named = -1
			}
		}
		return cmp.Or(cmp.Compare(a.distance, b.distance), named, cmp.Compare(b.count, a.count))
	})
	for _, c := range all {
		if c.distance != all[0].distance || c.named != all[0].named || len(families) == maxNear {
			break
		}
		if !slices.Contains(families, c.family) {
			families = append(families, c.family)
		}
	}
	return families, all[0].text, all[0].distance
}

// distance counts the letters left out, added, exchanged for another or for
// their neighbour between two words; more than limit may be any number above.
func distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d = 1 + min(d, last[j], row[j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d = min(d, 1+before[j-2])
				}
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// runes counts the characters of a word.
func runes(s string) int { return utf8.RuneCountInString(s) }

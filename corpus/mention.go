package corpus

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"regula/content"
	"regula/lang"
	"regula/rules"
)

// Mention is a place in a text where a term of the glossary stands: a whole
// word or several, in its own form or an inflected one.
type Mention struct {
	Start, End int          // bytes of the text
	Entry      string       // id of the glossary entry
	Rule       rules.Number // that defines the term; zero where there is none, or more than one
}

// Mentions finds the terms of the glossary in a text of l, in order. Where
// several begin at the same word the longest is the one meant; no two overlap.
// What content/unlinked.tsv names is none, nor is a word that may be two
// terms, a part of a word, or a part of the name of a card. Blank lines divide
// passages, whose beginning is that of a sentence.
func (c *Corpus) Mentions(text string, l lang.Language) []Mention {
	return c.byLanguage[l].lexicon.mentions(text, nil)
}

// lexicon finds the wordings of terms in texts of one language. It never
// changes once made.
type lexicon struct {
	language lang.Language
	words    names           // of wordings, in small letters
	gaps     names           // what divides them, as gapKey gives it
	first    []*wording      // what may begin with a word, by its place in words; nil for nothing
	english  map[string]bool // the English names of terms, in small letters
}

// names numbers strings from 1 on; 0 is any other.
type names struct {
	ids map[string]int32
	all []string
}

// id gives the number of a string, a new one where it has none.
func (n *names) id(s string) int32 {
	if id := n.ids[s]; id != 0 {
		return id
	}
	n.all = append(n.all, s)
	n.ids[s] = int32(len(n.all))
	return int32(len(n.all))
}

// wording is what some words, one after another, may mean, and the words that
// may follow them.
type wording struct {
	next   map[step]*wording
	senses []sense // terms that are worded so
}

// step is what divides a word from the one before it, and the word.
type step struct{ gap, word int32 }

// sense is a term that has a wording.
type sense struct {
	entry  string       // "" where the glossary has none
	rule   rules.Number // zero with an entry of "" where the wording means no term
	rank   rank
	before string   // signs that stand before the first word, "+" in "+1/+1"
	after  string   // signs that belong to it if they stand behind the last word, the second of « poison »
	upper  uint16   // which words begin with a capital, by bits
	free   bool     // capitals do not matter
	near   []string // parts of words of which one stands in the same sentence; none are needed if it is empty
}

// rank says how sure it is that a wording means a term; less is surer.
type rank int

const (
	unlinkedWording rank = iota // named in content/unlinked.tsv
	wholeName                   // a heading of the glossary
	oneName                     // one of the names in a heading, or the printed name
	inflectedName               // an inflected form of those
	inflectedVerb               // the same of verbs: tapped is first of all a state
	variantWording              // listed with the printed name
)

// token is a word of a text and what stands around it.
type token struct {
	start, end int
	text       string
	word       int32  // its place in the words of wordings; 0 for none of these
	gap        string // what divides it from the word before, as a key
	upper      bool   // begins with a capital
	first      bool   // begins a sentence, a quotation or a parenthesis
	part       bool   // joined to the word before by a hyphen, or an apostrophe that is none of elision
	named      bool   // part of the name of a card
}

// small gives the word in small letters.
func (t token) small() string { return strings.ToLower(t.text) }

// elided has the French words that lose their vowel before another.
var elided = map[string]bool{"l": true, "d": true, "qu": true, "n": true, "s": true, "c": true, "j": true, "m": true, "t": true,
	"jusqu": true, "lorsqu": true, "puisqu": true}

// rooms has slices of tokens that are not needed any more.
var rooms = sync.Pool{New: func() any { return new([]token) }}

// tokens takes a text apart, into room that the caller may have.
func (x *lexicon) tokens(text string, room []token) []token {
	ts := room[:0]
	start, last := -1, 0
	var lowered [64]byte
	add := func(end int) {
		t := token{start: start, end: end, text: text[start:end]}
		if c := t.text[0]; c < utf8.RuneSelf {
			t.upper = 'A' <= c && c <= 'Z'
		} else {
			r, _ := utf8.DecodeRuneInString(t.text)
			t.upper = unicode.IsUpper(r)
		}
		t.word = x.words.ids[string(appendSmall(lowered[:0], t.text))] // without a new string
		if between := text[last:start]; between == " " {
			t.gap, t.first = between, len(ts) == 0
		} else {
			t.gap = gapKey(between)
			t.first = len(ts) == 0 || begins(between)
		}
		if len(ts) > 0 {
			t.part = t.gap == "-" || t.gap == "’" && !(x.language == lang.French && elided[ts[len(ts)-1].small()])
		}
		ts = append(ts, t)
		last = end
		start = -1
	}
	for i, r := range text {
		if 'a' <= r && r <= 'z' || isWordRune(r) {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			add(i)
		}
	}
	if start >= 0 {
		add(len(text))
	}
	return ts
}

// appendSmall appends a word in small letters, as strings.ToLower makes them.
func appendSmall(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			b = append(b, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		b = utf8.AppendRune(b, unicode.ToLower(r))
		i += size
	}
	return b
}

// gapKey gives what divides two words with one kind of space, hyphen and
// apostrophe.
func gapKey(s string) string {
	if isGapKey(s) {
		return s
	}
	var b strings.Builder
	space := false
	for _, r := range s {
		switch {
		case r == '\n' && space && strings.Contains(s, "\n\n"):
			return "\n\n"
		case unicode.IsSpace(r):
			space = true
			continue
		case r == '-' || r == '\u2010' || r == '\u2011':
			r = '-'
		case r == '\'':
			r = '’'
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}

// isGapKey reports whether gapKey gives s as it is.
func isGapKey(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '\'' || c >= utf8.RuneSelf || c == ' ' && i+1 < len(s) && s[i+1] == ' ' {
			return s == "’"
		}
	}
	return true
}

// begins reports whether a word is the first of a sentence, a quotation or a
// parenthesis by what stands before it.
func begins(between string) bool {
	if strings.ContainsAny(between, ".!?:…|—") || strings.Contains(between, "\n\n") {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(between, func(r rune) bool { return r == '\u00a0' || r == '\u202f' }))
	return strings.ContainsRune("„“«‚‘(\"", r)
}

// add lets a wording mean a term.
func (x *lexicon) add(text string, s sense) {
	ts := x.tokens(text, nil)
	if len(ts) == 0 || len(ts) > 16 {
		return
	}
	if strings.HasSuffix(text, "-") { // Standard-, of which German makes Standardland
		return
	}
	s.before = strings.TrimSpace(text[:ts[0].start])
	s.after = strings.TrimSpace(text[ts[len(ts)-1].end:])
	s.free = x.language == lang.English && len(ts) > 1
	var w *wording
	for i, t := range ts {
		word := x.words.id(t.small())
		if t.upper {
			s.upper |= 1 << i
		}
		if i == 0 {
			for int(word) >= len(x.first) {
				x.first = append(x.first, nil)
			}
			if x.first[word] == nil {
				x.first[word] = &wording{}
			}
			w = x.first[word]
			continue
		}
		by := step{x.gaps.id(t.gap), word}
		if w.next == nil {
			w.next = map[step]*wording{}
		}
		if w.next[by] == nil {
			w.next[by] = &wording{}
		}
		w = w.next[by]
	}
	for i, old := range w.senses {
		if old.upper != s.upper && !s.free || old.entry != s.entry || s.entry == "" && old.rule != s.rule {
			continue
		}
		switch {
		case s.rank < old.rank:
			w.senses[i] = s
		case s.rank == old.rank && s.rule != old.rule:
			w.senses[i].rule = rules.Number{}
		}
		return
	}
	w.senses = append(w.senses, s)
}

// mentions is Corpus.Mentions; some names hold no terms. A term that the
// glossary lacks has no Entry.
func (x *lexicon) mentions(text string, names []string) []Mention {
	room := rooms.Get().(*[]token)
	defer rooms.Put(room)
	ts := x.tokens(text, *room)
	*room = ts
	x.markNames(text, ts)
	for _, name := range names {
		mark(text, ts, name)
	}
	var ms []Mention
	for i := 0; i < len(ts); {
		w := x.beginning(ts[i].word)
		if w == nil {
			i++
			continue
		}
		var best sense
		length := 0
		for j := i; w != nil; j++ {
			if s, ok := x.meant(w, text, ts, i, j); ok {
				best, length = s, j-i+1
			}
			if j+1 == len(ts) || w.next == nil || ts[j+1].word == 0 {
				break
			}
			w = w.next[step{x.gaps.ids[ts[j+1].gap], ts[j+1].word}]
		}
		if length == 0 {
			i++
			continue
		}
		if best.entry != "" || !best.rule.IsZero() {
			m := Mention{ts[i].start - len(best.before), ts[i+length-1].end, best.entry, best.rule}
			if rest := strings.TrimLeftFunc(text[m.End:], unicode.IsSpace); best.after != "" && strings.HasPrefix(rest, best.after) {
				m.End = len(text) - len(rest) + len(best.after)
			}
			ms = append(ms, m)
		}
		i += length
	}
	return ms
}

// beginning gives what may begin with a word, nil for nothing.
func (x *lexicon) beginning(word int32) *wording {
	if int(word) >= len(x.first) {
		return nil
	}
	return x.first[word]
}

// meant gives the term that the words from i to j mean, if w is their wording
// and they are whole words. A wording of several terms means the surest; of
// several that are equally sure, it is none, and the words mean nothing else.
func (x *lexicon) meant(w *wording, text string, ts []token, i, j int) (sense, bool) {
	if len(w.senses) == 0 || ts[i].part || strings.HasPrefix(text[ts[j].end:], "-") {
		return sense{}, false
	}
	var best sense
	found := false
	for _, s := range w.senses {
		if !x.written(s, ts, i, j) || s.before != "" && !strings.HasSuffix(strings.TrimRight(text[:ts[i].start], " "), s.before) || !near(text, ts[i].start, s.near) {
			continue
		}
		switch {
		case !found || s.rank < best.rank:
			best, found = s, true
		case s.rank == best.rank && (s.entry != best.entry || s.entry == ""):
			best.entry, best.rule = "", rules.Number{}
		}
	}
	return best, found
}

// near reports whether a part of a word, of several, stands in the sentence in
// which the place at is.
func near(text string, at int, parts []string) bool {
	if len(parts) == 0 {
		return true
	}
	from, to := 0, len(text)
	for _, stop := range []string{". ", "! ", "? ", "\n\n"} {
		if i := strings.LastIndex(text[:at], stop); i >= 0 {
			from = max(from, i+len(stop))
		}
		if i := strings.Index(text[at:to], stop); i >= 0 {
			to = at + i
		}
	}
	sentence := strings.ToLower(text[from:to])
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(sentence, part) })
}

// written reports whether the words from i to j have the capitals of a sense.
// One more at the beginning of a sentence does not matter, unless it belongs to
// a name.
func (x *lexicon) written(s sense, ts []token, i, j int) bool {
	for k := i; k <= j; k++ {
		if ts[k].named && s.rank != unlinkedWording {
			return false
		}
		upper := s.upper>>(k-i)&1 == 1
		switch {
		case upper == ts[k].upper || s.free:
		case !upper && ts[k].first:
			if x.language != lang.German && nameFollows(ts, j) {
				return false // Storm Crow, Gift of Doom
			}
		default:
			return false
		}
	}
	if x.language == lang.English && ts[i].upper { // perhaps a part of a name
		return !nameFollows(ts, j) && (ts[i].first || !nameLeads(ts, i))
	}
	return true
}

// nameLeads reports whether what stands before the i-th word, which has a
// capital, makes it part of a name: a word with a capital, perhaps with small
// ones in between, as in Sign in Blood.
func nameLeads(ts []token, i int) bool {
	for k := i; k > 0 && (ts[k].gap == " " || ts[k].gap == "’" && strings.EqualFold(ts[k].text, "s")); k-- {
		w := ts[k-1]
		if w.gap == "’" && strings.EqualFold(w.text, "s") { // Kolaghan’s Command
			continue
		}
		if w.upper && !smallEnglish[w.small()] {
			return !w.first || k < i
		}
		if !smallEnglish[w.small()] {
			return false
		}
	}
	return false
}

// nameFollows reports whether what stands behind the j-th word makes it part of
// a name: a word with a capital, perhaps after small ones.
func nameFollows(ts []token, j int) bool {
	for j++; j < len(ts) && ts[j].gap == " "; j++ {
		if ts[j].upper {
			return true
		}
		if !smallEnglish[ts[j].small()] {
			return false
		}
	}
	return false
}

// smallEnglish has the words that names of cards write without a capital, but
// for "and", which stands between Auras and Equipment, too.
var smallEnglish = map[string]bool{"of": true, "the": true, "to": true, "from": true, "in": true, "for": true, "a": true, "an": true, "de": true, "du": true, "la": true, "le": true}

// markNames marks the names of cards in texts of languages other than English,
// which give the English name behind them: „Glorreiche Hymne (Glorious
// Anthem)“. Further on in the text the name may stand alone.
func (x *lexicon) markNames(text string, ts []token) {
	markLists(ts)
	if x.language == lang.English || !strings.Contains(text, "(") {
		return
	}
	var names []string
	for i := 1; i < len(ts); i++ {
		open := ts[i-1].end + strings.IndexByte(text[ts[i-1].end:ts[i].start], '(')
		if open < ts[i-1].end {
			continue
		}
		end := strings.IndexByte(text[open:], ')')
		if end < 0 {
			continue
		}
		end += open
		inside := text[open+1 : end]
		for _, sep := range []string{",", " a [", " ["} { // (Double strike, 702.4), (Gift a [something])
			if before, _, more := strings.Cut(inside, sep); more && x.english[strings.ToLower(before)] {
				inside = before
				end = open + 1 + len(before)
			}
		}
		term := x.english[strings.ToLower(inside)]
		if !term && !englishName(inside) {
			continue
		}
		last := i
		for ; last < len(ts) && ts[last].end <= end; last++ {
			ts[last].named = true
		}
		from := x.nameBefore(ts, i, 2*(last-i)+4)
		if from == i || term {
			continue
		}
		for k := from; k < i; k++ {
			ts[k].named = true
		}
		names = append(names, text[ts[from].start:ts[i-1].end])
	}
	for _, name := range names {
		mark(text, ts, name)
	}
}

// mark marks a name wherever it stands.
func mark(text string, ts []token, name string) {
	for at := 0; name != ""; {
		k := strings.Index(text[at:], name)
		if k < 0 {
			return
		}
		start, end := at+k, at+k+len(name)
		for i := range ts {
			if start <= ts[i].start && ts[i].end <= end {
				ts[i].named = true
			}
		}
		at = end
	}
}

// markLists marks passages in which nearly every word has a capital: lists of
// names.
func markLists(ts []token) {
	for from := 0; from < len(ts); {
		to := from + 1
		for to < len(ts) && ts[to].gap != "\n\n" {
			to++
		}
		upper, long := 0, 0
		for _, t := range ts[from:to] {
			if t.end-t.start > 3 {
				long++
				if t.upper {
					upper++
				}
			}
		}
		if long > 8 && upper*10 >= long*9 {
			for i := range ts[from:to] {
				ts[from+i].named = true
			}
		}
		from = to
	}
}

// englishName reports whether what stands in parentheses reads as an English
// name: its words begin with capitals but for small ones.
func englishName(s string) bool {
	some := false
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '’' && r != '\'' }) {
		r, _ := utf8.DecodeRuneInString(w)
		switch {
		case unicode.IsDigit(r):
			return false
		case unicode.IsUpper(r):
			some = true
		case len(w) > 4 && w != "under" && w != "above":
			return false
		}
	}
	return some
}

// nameBefore gives where the name begins that ends before the i-th word, and
// has as many words as that at most; i if there is none.
func (x *lexicon) nameBefore(ts []token, i, most int) int {
	from := i
	for k := i - 1; k >= 0 && k >= i-most; k-- {
		joined := k+1 == i || ts[k+1].gap == " " || ts[k+1].gap == "-" || ts[k+1].gap == "’" || ts[k+1].gap == ", "
		if !joined {
			break
		}
		if x.language == lang.German && !ts[k].upper && !smallGerman[ts[k].small()] {
			break
		}
		if ts[k].upper && (from == i || !ts[k].first || x.language == lang.German || i-k <= most/2 && !smallFrench[ts[k].small()]) {
			from = k
		}
		if ts[k].first {
			break
		}
	}
	return from
}

// smallGerman has the words that names of cards write without a capital.
var smallGerman = map[string]bool{"der": true, "die": true, "das": true, "des": true, "dem": true, "den": true, "von": true, "vom": true,
	"im": true, "in": true, "am": true, "an": true, "auf": true, "aus": true, "und": true, "zu": true, "zum": true, "zur": true,
	"mit": true, "ohne": true, "für": true, "über": true, "unter": true, "eines": true, "einer": true, "vor": true, "bei": true, "beim": true, "ein": true, "eine": true, "einen": true, "als": true,
	"durch": true, "es": true, "nicht": true, "sich": true}

// smallFrench has words that begin sentences rather than names of cards.
var smallFrench = map[string]bool{"un": true, "une": true, "le": true, "la": true, "les": true, "l": true, "si": true, "quand": true, "avec": true,
	"pour": true, "dans": true, "chaque": true, "ce": true, "cette": true, "deux": true, "sur": true, "sous": true}

// wordsOfEntry are the terms that belong to a glossary entry, and what else
// they are called, in the order of their lists.
type wordsOfEntry struct {
	terms    []content.Term
	variants []content.Variant
}

// addLexicons makes a lexicon for each language, and one for official texts.
func (c *Corpus) addLexicons() {
	c.entryOf = c.entriesOfTerms()
	c.ofEntry = map[string]wordsOfEntry{}
	for _, t := range c.content.Terms {
		if id := c.entryOf[t.ID]; id != "" {
			w := c.ofEntry[id]
			w.terms = append(w.terms, t)
			c.ofEntry[id] = w
		}
	}
	for _, v := range c.content.Variants {
		if id := c.entryOf[v.Term]; id != "" {
			w := c.ofEntry[id]
			w.variants = append(w.variants, v)
			c.ofEntry[id] = w
		}
	}
	for _, l := range lang.All {
		c.byLanguage[l].lexicon = c.newLexicon(l, false)
	}
	c.lexicon = c.newLexicon(lang.English, true)
}

// newLexicon makes a lexicon of the names of the glossary, the printed names of
// terms and their listed forms; if all is true, also of terms that the glossary
// lacks.
func (c *Corpus) newLexicon(l lang.Language, all bool) *lexicon {
	x := &lexicon{language: l, words: names{ids: map[string]int32{}}, gaps: names{ids: map[string]int32{}}, first: []*wording{nil}, english: map[string]bool{}}
	for _, g := range c.glossary {
		x.english[strings.ToLower(g.English)] = true
	}
	for _, t := range c.content.Terms {
		for _, name := range splitNames(t.Names[lang.English]) {
			x.english[strings.ToLower(name)] = true
		}
	}
	off := map[[2]string]content.Unlinked{}
	for _, u := range c.content.Unlinked {
		if u.Language == l {
			off[[2]string{u.ID, u.Wording}] = u
			if u.ID == "" {
				x.add(u.Wording, sense{rank: unlinkedWording})
			}
		}
	}
	unlinked := func(id string) bool {
		u, ok := off[[2]string{id, ""}]
		return ok && len(u.Unless) == 0
	}
	put := func(entry string, n rules.Number, text string, r rank) {
		whole, off1 := off[[2]string{entry, ""}]
		one, off2 := off[[2]string{entry, text}]
		switch {
		case off2 && len(one.Unless) == 0:
		case off2:
			x.add(text, sense{entry: entry, rule: n, rank: r, near: one.Unless})
		case off1 && len(whole.Unless) == 0:
			x.add(text, sense{rank: r})
		default:
			x.add(text, sense{entry: entry, rule: n, rank: r, near: whole.Unless})
		}
	}
	add := func(entry string, n rules.Number, name string, k class, r rank) {
		put(entry, n, name, r)
		forms := inflectedName
		if k == verb {
			forms = inflectedVerb
		}
		for _, form := range inflect(l, name, k) {
			put(entry, n, form, forms)
		}
	}
	for _, g := range c.glossary {
		name, own := g.Name(l)
		if !own {
			continue
		}
		of := c.ofEntry[g.ID].terms
		n := c.ruleOf(g, of)
		names := splitNames(name)
		for _, one := range names {
			k, running := classOf(of, l, one)
			r := wholeName
			if len(names) > 1 {
				r = oneName
			}
			add(g.ID, n, running, k, r)
			if len(of) == 0 && running != one { // perhaps a proper name, Planechase
				put(g.ID, n, one, inflectedName)
			}
		}
		if len(names) > 1 { // "Active Player, Nonactive Player Order" is one
			add(g.ID, n, lowerFirst(name), noun, wholeName)
		}
		for _, t := range of {
			if t.Names[l] != "" {
				for _, one := range splitNames(t.Names[l]) {
					k, running := classOf([]content.Term{t}, l, one)
					add(g.ID, t.Rule, running, k, oneName)
				}
			}
		}
	}
	if all {
		for _, t := range c.content.Terms {
			if c.entryOf[t.ID] == "" && !t.Rule.IsZero() && strings.Contains(t.Names[l], " ") && !unlinked(t.ID) { // single words say too little
				for _, one := range splitNames(t.Names[l]) {
					k, running := classOf([]content.Term{t}, l, one)
					add("", t.Rule, running, k, oneName)
				}
			}
		}
	}
	for _, v := range c.content.Variants {
		id := c.entryOf[v.Term]
		if v.Language != l || id == "" && (!all || !strings.Contains(v.Text, " ") || unlinked(v.Term)) || v.Kind != "form" && v.Kind != "pattern" {
			continue
		}
		text := v.Text
		if i := strings.IndexAny(text, "{[—"); i >= 0 {
			text = strings.TrimSpace(text[:i])
		}
		add(id, c.termByID[v.Term].Rule, text, fixed, variantWording)
	}
	return x
}

// ruleOf gives the rule that defines what an entry is about: that of the
// keyword of its name, else that of its only term, else the only one that the
// official entry names; zero where none is sure.
func (c *Corpus) ruleOf(g GlossaryTerm, of []content.Term) rules.Number {
	all := g.AllRules()
	for _, n := range all {
		other := func(t content.Term) bool { return !t.Rule.IsZero() && !t.Rule.Within(n) } // exile is a zone, too
		if e := c.entries[n]; e != nil && e.Kind == Keyword && slices.Contains(strings.Split(g.English, ", "), e.EnglishTitle) && !slices.ContainsFunc(of, other) {
			return n
		}
	}
	if len(of) == 1 {
		n := of[0].Rule
		near := func(m rules.Number) bool { return n.Within(m) || m.Within(n) }
		if len(all) < 4 && (len(all) != 1 || near(all[0])) || slices.Contains(all, n) {
			return n
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return rules.Number{}
}

// aside is what a name does not need.
var aside = regexp.MustCompile(`\([^)]*\)|\[[^]]*\]|…`)

// splitNames gives the names of a heading, or term, that has several, without
// what stands in parentheses or brackets, ellipses, and quotation marks around
// a name. A name with quotation marks inside is given without them, too.
func splitNames(s string) []string {
	s = aside.ReplaceAllString(s, "")
	var names []string
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ';' }) {
		part = strings.TrimFunc(part, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("–—", r) })
		if strings.HasPrefix(part, "„") || strings.HasPrefix(part, "“") {
			part = strings.Trim(part, "“”„–— ")
		}
		if strings.HasPrefix(part, "«") {
			part = strings.Trim(part, "«» \u00a0")
		}
		if strings.IndexFunc(part, isWordRune) < 0 {
			continue
		}
		names = append(names, part)
		if bare := quotes.Replace(part); bare != part {
			names = append(names, bare)
		}
	}
	return names
}

var quotes = strings.NewReplacer("„", "", "“", "", "”", "", "«\u00a0", "", "\u00a0»", "", "« ", "", " »", "")

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// entriesOfTerms gives the glossary entry that each term belongs to, by its
// id: that with its English name, singular or plural, alone or with other
// names, or with what the glossary adds to it.
func (c *Corpus) entriesOfTerms() map[string]string {
	byName := map[string]string{}
	for _, g := range c.glossary {
		for i, name := range append([]string{g.English}, splitNames(g.English)...) {
			s := rules.Slug(name)
			if _, taken := byName[s]; !taken || i == 0 {
				byName[s] = g.ID
			}
		}
	}
	of := map[string]string{}
	for _, t := range c.content.Terms {
		var slugs []string
		for _, name := range splitNames(t.Names[lang.English]) {
			s := strings.TrimSuffix(strings.TrimPrefix(rules.Slug(name), "the-"), "-zone")
			first, rest, _ := strings.Cut(s, "-")
			slugs = append(slugs, s, "the-"+s, s+"s", strings.TrimSuffix(s, "s"), first+"s-"+rest)
			more := []string{"-symbol", "-order", "-rule", "-to", "-cards", "-variant"}
			if t.Category == "subtype" {
				more = []string{"-token"}
			}
			for _, m := range more {
				slugs = append(slugs, s+m)
			}
		}
		for _, s := range append(slugs, t.ID) {
			if id, ok := byName[s]; ok {
				of[t.ID] = id
				break
			}
		}
	}
	return of
}

func lowerFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

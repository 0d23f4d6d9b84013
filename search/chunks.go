package search

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"regula/rules"
)

// The sizes of files of terms before compression, about. Of cards, of which
// most queries ask for nothing but whether they have a word, they are smaller.
const (
	termsSize     = 700
	cardTermsSize = 900
)

// How many documents a file of texts has: so few that a list of results fetches
// little that it does not show, and of cards without a text of ours so many
// that there are not too many files; and how many of these a file of the
// official rulings on them has.
const (
	textsOfOurs    = 2
	textsOfCards   = 8
	rulingsOnCards = 4
)

// root is the file from which the script in the page begins.
type root struct {
	rootPart
	Kinds   []int            `json:"kinds"`            // how many documents of each of Kinds the first parts have, which follow one another
	Numbers string           `json:"numbers"`          // of the rules, as cutNumbers writes them
	Titles  string           `json:"titles"`           // of the rules, as cutTitles writes them
	Trails  map[int][]string `json:"trails,omitempty"` // of those rules whose trails are not made of the titles
	Cards   *rootPart        `json:"cards,omitempty"`  // of the cards, if there are any
	Kept    string           `json:"kept,omitempty"`   // where there are others than those with texts of ours, the folder of the index of these alone, whose index.json is a rootPart
}

// rootPart is a part of the index.
type rootPart struct {
	Dir   string   `json:"dir"`            // folder of its files, named by their content
	Count int      `json:"count"`          // documents
	Code  []string `json:"code"`           // for each context, the length of the code of each sign, from 1 on, a digit to base 36; 0 for none
	Terms string   `json:"terms"`          // for each file of terms, divided by commas, what its stems and forms are not below, front coded
	Few   int      `json:"few"`            // how many documents each file of texts has
	Own   int      `json:"own,omitempty"`  // of cards, how many of the first have texts of ours; the rest are in further files
	Each  int      `json:"each,omitempty"` // how many of the rest each file of texts has
	Said  int      `json:"said,omitempty"` // how many of the rest each file of rulings has
}

// The folders of cards begin so: of all that there are, and of those of ours.
const (
	foldersOfCards = "cards-"
	folderOfKept   = "kept-"
)

// packedName is the file that has the rest of the index in one.
const packedName = "all.pack"

// OnlineOnly reports whether a file that WriteChunks wrote is of no use to who
// keeps the site on a device: those that know imported cards, of which there are
// many, since there is another index of the cards of ours; and the index in one
// file, since all that it has is in small ones, too.
func OnlineOnly(name string) bool {
	return strings.HasPrefix(name, foldersOfCards) || strings.HasSuffix(name, "/"+packedName)
}

// fragments is a file of documents as results show them.
type fragments struct {
	Trails []string       `json:"trails,omitempty"`
	Docs   []fragmentsDoc `json:"docs"`
}

// fragmentsDoc is a document: id, title, trail (places in Trails), text,
// examples, and 1 if the text is the official one. Of rules the root knows the
// first three, which are not there.
type fragmentsDoc struct {
	rule           bool
	id, title      string
	trail          []int
	text, examples string
	official       bool
}

// MarshalJSON leaves out what is empty at the end.
func (d fragmentsDoc) MarshalJSON() ([]byte, error) {
	v := []any{d.id, d.title, d.trail, d.text, d.examples, 1}
	if !d.official {
		v = v[:5]
		if d.examples == "" {
			v = v[:4]
		}
	}
	if d.rule {
		v = v[3:]
	}
	return json.Marshal(v)
}

// WriteChunks writes the index for the script in the page: its dictionary and
// postings, the texts that results show, and the numbers, cut into files that
// hold just what a query needs. It gives each to write with its name, which
// may have a folder in front, in an order that depends on nothing but the
// index. The file "index.json" has the one name that never changes; that of
// all others changes with their content.
//
// The documents must be ordered by kind, as Kinds is.
func WriteChunks(x *Index, write func(name string, data []byte) error) error {
	r := root{Kinds: make([]int, len(Kinds))}
	own := x.parts[0]
	for _, k := range own.kinds {
		r.Kinds[k]++
	}
	r.Numbers = x.cutNumbers()
	r.Titles, r.Trails = cutTitles(own.docs[:r.Kinds[0]])
	main, files, err := own.cut("", []file{{"past.txt", x.cutPast()}, {packedName, x.pack()}})
	if err != nil {
		return err
	}
	r.rootPart = main
	for _, p := range x.parts[1:] {
		name := folderOfKept
		if p.own < p.n() {
			name = foldersOfCards
		}
		cards, more, err := p.cut(name, nil)
		if err != nil {
			return err
		}
		r.Cards = &cards
		files = append(files, more...)
		if p.own == 0 || p.own == p.n() {
			continue
		}
		kept, err := NewIndexForChunks(p.docs[:p.own], x.l)
		if err != nil {
			return err
		}
		own, more, err := kept.parts[1].cut(folderOfKept, nil)
		if err != nil {
			return err
		}
		data, err := json.Marshal(own)
		if err != nil {
			return err
		}
		r.Kept = own.Dir
		files = append(append(files, more...), file{own.Dir + "/index.json", data})
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	for _, f := range append([]file{{"index.json", data}}, files...) {
		if err := write(f.name, f.data); err != nil {
			return fmt.Errorf("writing %s: %w", f.name, err)
		}
	}
	return nil
}

// digits writes numbers below 36, a digit each.
func digits(numbers []int) string {
	var b []byte
	for _, n := range numbers {
		b = strconv.AppendInt(b, int64(n), 36)
	}
	return string(b)
}

// file is a file to write.
type file struct {
	name string
	data []byte
}

// cut gives the files of a part, in a folder whose name begins with folder,
// and what the root says of them. With more come others that are named by the
// same content.
func (p *part) cut(folder string, more []file) (rootPart, []file, error) {
	terms, keys, light, code := p.cutTerms()
	texts, err := p.cutTexts()
	if err != nil {
		return rootPart{}, nil, err
	}
	r := rootPart{Count: p.n(), Few: textsOfOurs}
	for _, lengths := range code {
		r.Code = append(r.Code, digits(lengths))
	}
	before := ""
	for i, key := range keys {
		if i > 0 {
			r.Terms += ","
		}
		r.Terms += frontCoded(before, key, 35)
		before = key
	}
	files := more
	if p.cards {
		r.Own, r.Each, r.Said = p.own, textsOfCards, rulingsOnCards
	} else {
		files = append(files, file{"light.txt", []byte(light)})
	}
	for i, t := range terms {
		files = append(files, file{"terms" + strconv.Itoa(i) + ".txt", []byte(t)})
	}
	for i, t := range texts {
		files = append(files, file{"texts" + strconv.Itoa(i) + ".json", t})
	}
	if p.cards {
		var on []string
		for _, d := range p.docs[p.own:] {
			on = append(on, d.Rulings)
		}
		i := 0
		for c := range slices.Chunk(on, rulingsOnCards) {
			b, err := json.Marshal(c)
			if err != nil {
				return rootPart{}, nil, err
			}
			files = append(files, file{"rulings" + strconv.Itoa(i) + ".json", b})
			i++
		}
	}
	h := sha256.New()
	for _, f := range files {
		h.Write(f.data)
	}
	r.Dir = folder + hex.EncodeToString(h.Sum(nil)[:5])
	for i := range files {
		files[i].name = r.Dir + "/" + files[i].name
	}
	return r, files, nil
}

// cutTexts gives the files of texts.
func (p *part) cutTexts() (files [][]byte, err error) {
	var f fragments
	for i, d := range p.docs {
		fd := fragmentsDoc{rule: d.Kind == KindRule, id: d.ID, title: d.Title, trail: []int{}, text: d.shown(), examples: d.Examples}
		fd.official = d.shown() != d.Text
		for _, t := range d.Trail {
			if fd.rule {
				break
			}
			at := slices.Index(f.Trails, t)
			if at < 0 {
				at = len(f.Trails)
				f.Trails = append(f.Trails, t)
			}
			fd.trail = append(fd.trail, at)
		}
		f.Docs = append(f.Docs, fd)
		full := textsOfOurs
		if i >= p.own {
			full = textsOfCards
		}
		if len(f.Docs) < full && i+1 != p.own && i+1 < len(p.docs) {
			continue
		}
		b, err := json.Marshal(f)
		if err != nil {
			return nil, err
		}
		files = append(files, b)
		f = fragments{}
	}
	return files, nil
}

// cutNumbers writes which numbers there are: a line for each chapter, with its
// number, and for each section, with its number if that does not follow the one
// before, a comma, and a sign for each rule from the first on: how many subrules
// that has, a digit to base 36, which are lettered from a; - for a rule that is
// not there. Where letters are missing, or are too many, they stand in brackets
// instead, divided by periods.
func (x *Index) cutNumbers() string {
	var b strings.Builder
	letters := map[rules.Number][]string{}
	last := map[rules.Number]rules.Number{} // rule of a section
	for _, n := range x.numbers {
		switch {
		case n.IsSubrule():
			letters[n.Parent()] = append(letters[n.Parent()], n.Letters())
		case n.IsRule():
			last[n.Section()] = n
		}
	}
	var before rules.Number
	for _, n := range x.numbers {
		if !n.IsChapter() && !n.IsSection() {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if !before.IsSection() || n != before.Next() {
			b.WriteString(n.String())
		}
		if before = n; n.IsChapter() {
			continue
		}
		b.WriteByte(',')
		for r := n.Child(); r.Compare(last[n]) <= 0; r = r.Next() {
			ls := letters[r]
			if _, ok := x.byNumber[r]; !ok {
				b.WriteByte('-')
			} else if len(ls) < 36 && consecutive(r, ls) {
				b.WriteString(strconv.FormatInt(int64(len(ls)), 36))
			} else {
				b.WriteString("(" + strings.Join(ls, ".") + ")")
			}
		}
	}
	return b.String()
}

// cutPast writes the numbers of older editions, a line each: the number, front
// coded; behind a blank the last edition that had it, nothing if it is that of
// the line before; and behind a blank each where it is today, front coded by
// what came before of these.
func (x *Index) cutPast() []byte {
	var b bytes.Buffer
	var number, edition, moved string
	for _, n := range slices.SortedFunc(maps.Keys(x.past), rules.Number.Compare) {
		p := x.past[n]
		if number != "" {
			b.WriteByte('\n')
		}
		b.WriteString(frontCoded(number, n.String(), 35) + " ")
		if p.Edition != edition {
			b.WriteString(p.Edition)
		}
		number, edition = n.String(), p.Edition
		for _, m := range p.Moved {
			b.WriteString(" " + frontCoded(moved, m.String(), 35))
			moved = m.String()
		}
	}
	return b.Bytes()
}

// cutTitles writes the titles of rules, a line each: how many rules without
// one come before, a blank, and the title. With ! for the blank it is known to
// the trails of what stands in the rule only. Trails that are not those of the
// titles of what a rule stands in are given by themselves.
func cutTitles(docs []Document) (titles string, trails map[int][]string) {
	byNumber := make(map[rules.Number]string, len(docs))
	for _, d := range docs {
		byNumber[d.Number] = d.Title
	}
	inTrails := map[rules.Number]string{}
	for _, d := range docs {
		for _, t := range d.Trail {
			number, title, _ := strings.Cut(t, " ")
			if n, err := rules.ParseNumber(number); err == nil && byNumber[n] == "" {
				inTrails[n] = title
			}
		}
	}
	var b strings.Builder
	untitled := 0
	for i, d := range docs {
		var trail []string
		for p := d.Number.Parent(); !p.IsZero(); p = p.Parent() {
			if t := cmp.Or(byNumber[p], inTrails[p]); t != "" {
				trail = append(trail, p.String()+" "+t)
			}
		}
		if slices.Reverse(trail); !slices.Equal(trail, d.Trail) {
			if trails == nil {
				trails = map[int][]string{}
			}
			trails[i] = append([]string{}, d.Trail...)
		}
		title, sign := d.Title, " "
		if title == "" {
			title, sign = inTrails[d.Number], "!"
		}
		if title == "" {
			untitled++
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if untitled > 0 {
			b.WriteString(strconv.Itoa(untitled))
		}
		b.WriteString(sign + title)
		untitled = 0
	}
	return b.String(), trails
}

// consecutive reports whether the letters are those of the first subrules of r.
func consecutive(r rules.Number, letters []string) bool {
	n := r.Child()
	for _, l := range letters {
		if n.Letters() != l {
			return false
		}
		n = n.Next()
	}
	return true
}

// cutTerms gives the files of terms, the key of each, the file of light words,
// and the codes of signs. Of light words the files of terms have only the
// documents that have them in a name, because no query needs the others
// unless it is of light words only.
//
// A file has the families whose stems are not below its key and below that of
// the next. Forms that are not within these bounds, geblockt of the stem block
// or flies of fly, are strays: they stand alone, in the file of words that
// begin like them.
func (p *part) cutTerms() (files, keys []string, light string, code [][]int) {
	code = p.signCode()
	var codes signCodes
	for i, lengths := range code {
		codes[i] = canonical(lengths)
	}
	full := termsSize
	if p.cards {
		full = cardTermsSize
	}
	families := p.lexicon.families
	if len(families) == 0 {
		return nil, nil, "\n", code
	}
	ends := p.cutFamilies(codes, full)
	keys = append(keys, "")
	for _, i := range ends {
		keys = append(keys, shortestBetween(families[i-1].stem, families[i].stem))
	}
	ends = append(ends, len(families))
	strays := make([][]string, len(keys))
	within := make([][]string, len(families))
	at := 0
	for i, f := range families {
		if i == ends[at] {
			at++
		}
		for _, form := range f.forms {
			k, found := slices.BinarySearch(keys, form)
			if !found {
				k--
			}
			if k == at {
				within[i] = append(within[i], form)
			} else {
				strays[k] = append(strays[k], form)
			}
		}
	}
	from := 0
	for k, end := range ends {
		var dictionary strings.Builder
		var postings bitWriter
		previous := ""
		for i := from; i < end; i++ {
			writeFamily(&dictionary, previous, families[i], within[i])
			previous = families[i].stem
			p.writeTerms(&postings, codes, families[i])
		}
		begin := from
		from = end
		if slices.Sort(strays[k]); len(strays[k]) > 0 {
			dictionary.WriteString("," + strings.Join(strays[k], ",") + "\n")
		}
		if dictionary.Len() > 0 {
			files = append(files, dictionary.String()+"\n"+postings.String()+p.writeHeads(families[begin:end]))
		}
	}
	var lightStems strings.Builder
	var lightPostings bitWriter
	for _, f := range families {
		if f.light {
			lightStems.WriteString(f.stem + "\n")
			p.writePostings(&lightPostings, codes, f)
		}
	}
	return files, keys, lightStems.String() + "\n" + lightPostings.String(), code
}

// cutFamilies gives the places in the dictionary where one file of terms ends
// and the next begins. Files have about the size full, some less or more where
// that makes the key of the next one short, as the script reads all keys.
func (p *part) cutFamilies(codes signCodes, full int) (ends []int) {
	families := p.lexicon.families
	size, previous := 0, ""
	best, bestKey, after := 0, 0, 0 // the best place to end, the length of the key there, and the size since
	for i, f := range families {
		if i > 0 && 4*size >= 3*full {
			if key := len(shortestBetween(previous, f.stem)); best == 0 || key <= bestKey {
				best, bestKey, after = i, key, 0
			}
		}
		if best > 0 && 4*size >= 5*full {
			ends = append(ends, best)
			size, best = after, 0
		}
		var line strings.Builder
		var postings bitWriter
		writeFamily(&line, previous, f, f.forms)
		p.writeTerms(&postings, codes, f)
		size += line.Len() + len(postings.out)
		after += line.Len() + len(postings.out)
		previous = f.stem
	}
	return ends
}

// writeTerms writes the postings of a family into a file of terms.
func (p *part) writeTerms(w *bitWriter, codes signCodes, f family) {
	if f.light {
		writeSome(w, codes, named(f.postings), uint32(p.n()-1))
	} else {
		p.writePostings(w, codes, f)
	}
}

// shortestBetween gives the shortest beginning of b that is above a.
func shortestBetween(a, b string) string {
	for i := range b {
		if i > 0 && b[:i] > a {
			return b[:i]
		}
	}
	return b
}

// writeFamily writes the line of a family: how many characters the stem has
// in common with the one before, as a digit to base 36, and its rest; then
// for each form a comma, how many characters of the stem it lacks, if any,
// and what it has instead. A light family has ! behind its stem. A line that
// begins with a comma has strays.
func writeFamily(b *strings.Builder, previous string, f family, forms []string) {
	stem := f.stem
	b.WriteString(frontCoded(previous, stem, 35))
	if f.light {
		b.WriteByte('!')
	}
	for _, form := range forms {
		n, size := common(stem, form, 99)
		b.WriteByte(',')
		if cut := runes(stem) - n; cut > 0 {
			b.WriteString(strconv.Itoa(cut))
		}
		b.WriteString(form[size:])
	}
	b.WriteByte('\n')
}

// frontCoded writes s by what it has in common with the word before.
func frontCoded(before, s string, most int) string {
	n, size := common(before, s, most)
	return strconv.FormatInt(int64(n), 36) + s[size:]
}

// common counts the characters, and their bytes, that two words begin with
// alike.
func common(a, b string, most int) (n, size int) {
	for n < most && size < len(a) && size < len(b) {
		r, width := utf8.DecodeRuneInString(a[size:])
		if q, _ := utf8.DecodeRuneInString(b[size:]); q != r {
			break
		}
		n++
		size += width
	}
	return n, size
}

// writePostings writes how many documents a family has, which, and the sign
// of each; of a family that is common, only which of them have it in a name,
// and the signs of these; of an exact key, no signs.
func (p *part) writePostings(w *bitWriter, codes signCodes, f family) {
	docs := make([]uint32, len(f.postings))
	for i, q := range f.postings {
		docs[i] = uint32(q.doc)
	}
	w.gamma(uint32(len(docs)))
	w.ascending(docs, 0, uint32(p.n()-1))
	if f.exact {
		return
	}
	if 8*f.count <= p.n() {
		codes.write(w, f.postings)
		return
	}
	var inNames []posting
	for i, q := range f.postings {
		if q.sign > levels {
			inNames = append(inNames, posting{int32(i), q.sign})
		}
	}
	writeSome(w, codes, inNames, uint32(len(docs)-1))
}

// writeHeads writes, behind an empty line, what the list of results says of the
// entries of the glossary that are called by words of some families, a line
// each: how many entries lie between it and the one before, to base 36, a
// blank, and as writeHead has it. So the list of most queries stands before any
// file of texts is there.
func (p *part) writeHeads(families []family) string {
	if p.cards {
		return ""
	}
	called := map[int32]bool{}
	for _, f := range families {
		if f.exact || f.light {
			continue
		}
		for _, q := range f.postings {
			if p.docs[q.doc].Kind == KindGlossary && (firstOfSign(q.sign) == 2 || shareOfSign(q.sign) >= 30) {
				called[q.doc] = true
			}
		}
	}
	var b strings.Builder
	before := slices.IndexFunc(p.docs, func(d Document) bool { return d.Kind == KindGlossary })
	for _, doc := range slices.Sorted(maps.Keys(called)) {
		if b.Len() == 0 {
			b.WriteByte('\n')
		}
		b.WriteString("\n" + strconv.FormatInt(int64(int(doc)-before), 36) + " ")
		writeHead(&b, p.docs[doc])
		before = int(doc) + 1
	}
	return b.String()
}

// writeHead writes the title of a document; if it has any, a tab and its trail;
// and, if it is not what slug makes of the last of these, a tab and its id.
func writeHead(b *strings.Builder, d Document) {
	b.WriteString(d.Title)
	last := d.Title
	for _, t := range d.Trail {
		b.WriteString("\t" + t)
		last = t
	}
	if slug(last) != d.ID {
		b.WriteString("\t=" + d.ID)
	}
}

// slug makes an id of a name as the script does, which is that of most
// documents.
func slug(name string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
		case r == '\'' || r == '’':
		default:
			hyphen = true
		}
	}
	return b.String()
}

// named gives the postings of documents that have a stem in a name.
func named(ps []posting) []posting {
	return slices.DeleteFunc(slices.Clone(ps), func(p posting) bool { return p.sign <= levels })
}

// writeSome writes how many postings there are, possibly none, the document
// of each, up to most, and its sign.
func writeSome(w *bitWriter, codes signCodes, ps []posting, most uint32) {
	docs := make([]uint32, len(ps))
	for i, p := range ps {
		docs[i] = uint32(p.doc)
	}
	w.gamma(uint32(len(docs) + 1))
	w.ascending(docs, 0, most)
	codes.write(w, ps)
}

// signBits is the code of a sign.
type signBits struct {
	bits   uint32
	length int
}

// signCodes has the code of each sign in each context.
type signCodes [contexts][]signBits

// The documents of a word are much alike: what the sign of one is tells much
// about that of the next. The contexts of a sign are: the first of a word;
// behind one of little text, one of some, one of more; behind one of a name.
const contexts = 5

// contextAfter gives the context of the sign that follows another.
func contextAfter(sign uint8) int {
	switch {
	case sign == 0:
		return 0
	case sign < 5:
		return 1
	case sign == 5:
		return 2
	case sign <= levels:
		return 3
	}
	return 4
}

// write writes the signs of postings.
func (c signCodes) write(w *bitWriter, ps []posting) {
	before := uint8(0)
	for _, p := range ps {
		code := c[contextAfter(before)][p.sign]
		w.bits(code.bits, code.length)
		before = p.sign
	}
}

// signCode gives, for each context, the length of the code of each sign, from
// 1 on, by Huffman.
func (p *part) signCode() [][]int {
	var counts [contexts][len(value)]int
	count := func(ps []posting, weight int) {
		before := uint8(0)
		for _, q := range ps {
			counts[contextAfter(before)][q.sign] += weight
			before = q.sign
		}
	}
	for _, f := range p.lexicon.families {
		switch {
		case f.exact:
		case 8*f.count <= p.n() && !f.light:
			count(f.postings, 16)
		case f.light && 8*f.count <= p.n():
			count(named(f.postings), 16)
			count(f.postings, 1) // in the file of light words
		default:
			count(named(f.postings), 16)
		}
	}
	lengths := make([][]int, contexts)
	for i := range counts {
		lengths[i] = huffman(counts[i][1:])
	}
	return lengths
}

// huffman gives the lengths of the best codes of what is counted, 0 for what
// is not there.
func huffman(counts []int) []int {
	type node struct {
		count int
		of    []int
	}
	var nodes []node
	for i, c := range counts {
		if c > 0 {
			nodes = append(nodes, node{c, []int{i}})
		}
	}
	lengths := make([]int, len(counts))
	if len(nodes) == 1 {
		lengths[nodes[0].of[0]] = 1
	}
	for len(nodes) > 1 {
		slices.SortStableFunc(nodes, func(a, b node) int { return cmp.Compare(b.count, a.count) })
		a, b := nodes[len(nodes)-2], nodes[len(nodes)-1]
		joined := node{a.count + b.count, slices.Concat(a.of, b.of)}
		for _, i := range joined.of {
			lengths[i]++
		}
		nodes = append(nodes[:len(nodes)-2], joined)
	}
	return lengths
}

// canonical gives the codes of signs whose lengths are known: the shorter
// before the longer, among as long ones by sign, counting up.
func canonical(lengths []int) []signBits {
	codes := make([]signBits, len(lengths)+1)
	next := uint32(0)
	for length := 1; length <= slices.Max(lengths); length++ {
		for i, l := range lengths {
			if l == length {
				codes[i+1] = signBits{next, length}
				next++
			}
		}
		next <<= 1
	}
	return codes
}

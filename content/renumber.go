package content

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"regula/editions"
	"regula/lang"
	"regula/rules"
)

// Renumbering is what Renumber makes of the texts.
type Renumbering struct {
	From, To time.Time
	Files    map[string][]byte // what files are to hold that change, by name; nil for one that is to go
	Headings int               // renamed, front matter included
	Citing   int               // citations renamed, those in tables included
	Renamed  int               // files that get another name
	Left     []Note            // what was not renamed as it should be, and needs a human, by its place in the new files
	Dropped  []Note            // explanations that were removed, by their place in the old files
}

// Note is a remark on a place in the texts.
type Note struct {
	Pos  Pos
	Text string
}

// String gives "de/rules/715.md:12: text".
func (n Note) String() string { return n.Pos.String() + ": " + n.Text }

// Renumber brings the texts rooted at fsys from the numbers of one edition to
// those of another, older or newer one: headings, front matter, file names and
// citations of rules that have moved, and nothing else. It changes nothing
// itself. An explanation of a rule that is gone is an error, or, with drop, is
// removed. The error joins one for each fault, "file:line: what to do"; there
// is then no Renumbering.
func Renumber(fsys fs.FS, h *editions.History, from, to time.Time, drop bool) (Renumbering, error) {
	old, okFrom := h.Edition(from)
	new, okTo := h.Edition(to)
	for _, e := range []struct {
		day time.Time
		ok  bool
	}{{from, okFrom}, {to, okTo}} {
		if !e.ok {
			return Renumbering{}, fmt.Errorf("no edition of %s is known", e.day.Format(time.DateOnly))
		}
	}
	if _, err := Load(fsys); err != nil {
		return Renumbering{}, err
	}
	r := renumberer{
		loader: loader{fsys: fsys},
		moves:  newMoves(h, old, new),
		h:      h,
		drop:   drop,
		out:    Renumbering{From: from, To: to, Files: map[string][]byte{}},
	}
	for _, l := range lang.All {
		r.rules(l, path.Join(string(l), "rules"))
		for _, dir := range []string{"glossary", "cards"} {
			r.texts(path.Join(string(l), dir))
		}
		r.column(path.Join(string(l), "slang.tsv"), "targets")
	}
	r.column("terms.tsv", "cr")
	if len(r.faults) > 0 {
		return Renumbering{}, r.err()
	}
	r.file(editionFile, nil, editionLine(to), unread{})
	if raw, err := fs.ReadFile(fsys, editionFile); err == nil && bytes.Equal(raw, r.out.Files[editionFile]) {
		delete(r.out.Files, editionFile)
	}
	for _, notes := range [][]Note{r.out.Left, r.out.Dropped} {
		slices.SortStableFunc(notes, func(a, b Note) int {
			return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line))
		})
	}
	return r.out, nil
}

type renumberer struct {
	loader
	moves
	h    *editions.History
	drop bool
	out  Renumbering
}

// source reads a file as Load does, and says how to write it again.
func (r *renumberer) source(name string) ([]byte, unread) {
	raw, err := fs.ReadFile(r.fsys, name)
	if err != nil {
		r.fault(Pos{name, 1}, "cannot be read: %v", err)
		return nil, unread{}
	}
	u, err := newUnread(raw)
	if err != nil {
		r.fault(Pos{name, 1}, "%v", err)
	}
	b, _ := r.read(name)
	return b, u
}

// file says what a file is to hold, if that is not what it holds.
func (r *renumberer) file(name string, old, new []byte, u unread) {
	if old == nil || !bytes.Equal(old, new) {
		r.out.Files[name] = u.bytes(new)
	}
}

// body renumbers the citations of a text that begins on the line after at.
// The notes have lines from 1.
func (r *renumberer) body(file string, at int, src []byte) ([]byte, []note) {
	out, changed, notes, bad := r.recite(src)
	if bad != nil {
		r.fault(Pos{file, at + bad.line}, "%s", bad.text)
		return src, nil
	}
	r.out.Citing += changed
	return out, notes
}

func (r *renumberer) left(file string, line int, text string) {
	r.out.Left = append(r.out.Left, Note{Pos{file, line}, text})
}

// texts renumbers the citations of the Markdown files of a folder.
func (r *renumberer) texts(dir string) {
	for _, e := range r.dir(dir) {
		name := path.Join(dir, e.Name())
		if e.IsDir() || path.Ext(name) != ".md" {
			continue
		}
		src, u := r.source(name)
		var b bytes.Buffer
		front, rest, line := cutFront(src)
		b.Write(r.rulesKey(name, front))
		for _, s := range blocks(rest, line) {
			b.Write(s.heading)
			body, notes := r.body(name, s.line, s.body)
			b.Write(body)
			for _, n := range notes {
				r.left(name, s.line+n.line, n.text)
			}
		}
		r.file(name, src, b.Bytes(), u)
	}
}

var (
	topKey       = regexp.MustCompile(`^[^\s#-]`)
	quotedNumber = regexp.MustCompile(`"[^"]*"|'[^']*'`)
)

// rulesKey renumbers what front matter lists behind its key "rules".
func (r *renumberer) rulesKey(name string, front []byte) []byte {
	var b bytes.Buffer
	line, within := 0, false
	for l := range bytes.Lines(front) {
		line++
		if topKey.Match(l) {
			within = bytes.HasPrefix(l, []byte("rules:"))
		}
		if within {
			l = quotedNumber.ReplaceAllFunc(l, func(q []byte) []byte {
				inside := r.numbers(string(q[1:len(q)-1]), Pos{name, line})
				return slices.Concat(q[:1], []byte(inside), q[len(q)-1:])
			})
		}
		b.Write(l)
	}
	return b.Bytes()
}

// cutFront takes the front matter, if there is any, off a file, and gives the
// line on which the rest begins.
func cutFront(src []byte) (front, rest []byte, line int) {
	const mark = "---\n"
	if !bytes.HasPrefix(src, []byte(mark)) {
		return nil, src, 1
	}
	end := bytes.Index(src[len(mark):], []byte("\n"+mark))
	if end < 0 {
		return src, nil, bytes.Count(src, []byte("\n")) + 1
	}
	end += 2*len(mark) + 1
	return src[:end], src[end:], bytes.Count(src[:end], []byte("\n")) + 1
}

// textBlock is a heading with what stands below it.
type textBlock struct {
	heading []byte // with its line end; nil for what stands before the first heading
	line    int    // of the heading
	body    []byte
}

// blocks cuts src, which begins at a line of its file, at its headings as
// sections does, and keeps every byte.
func blocks(src []byte, line int) []textBlock {
	bs := []textBlock{{line: line - 1}}
	for l := range bytes.Lines(src) {
		if atx.Match(bytes.TrimRight(l, " \t\n")) {
			bs = append(bs, textBlock{heading: l, line: line})
		} else {
			b := &bs[len(bs)-1]
			b.body = append(b.body, l...)
		}
		line++
	}
	return bs
}

// column renumbers the numbers in a column of a table: they are separated by
// commas, and what is no number stays.
func (r *renumberer) column(name, column string) {
	if _, err := fs.Stat(r.fsys, name); errors.Is(err, fs.ErrNotExist) {
		return
	}
	src, u := r.source(name)
	var b strings.Builder
	at, line := -1, 0
	for l := range strings.Lines(string(src)) {
		line++
		fields := strings.Split(strings.TrimSuffix(l, "\n"), "\t")
		if line == 1 {
			at = slices.Index(fields, column)
		} else if at >= 0 && at < len(fields) {
			fields[at] = r.numbers(fields[at], Pos{name, line})
		}
		b.WriteString(strings.Join(fields, "\t"))
		if strings.HasSuffix(l, "\n") {
			b.WriteByte('\n')
		}
	}
	r.file(name, src, []byte(b.String()), u)
}

func (r *renumberer) numbers(list string, pos Pos) string {
	fields := strings.Split(list, ",")
	for i, f := range fields {
		s := strings.TrimSpace(f)
		n, err := rules.ParseNumber(s)
		if err != nil {
			continue
		}
		if why := r.gone(n); why != "" {
			r.left(pos.File, pos.Line, fmt.Sprintf("names %s: %s; left as it is", n, why))
			continue
		}
		if m := r.number[n]; m != n {
			fields[i] = strings.Replace(f, s, m.String(), 1)
			r.out.Citing++
		}
	}
	return strings.Join(fields, ",")
}

// pageFile is a file of explanations on its way to other numbers.
type pageFile struct {
	number  rules.Number // the new one
	edition time.Time
	head    []byte // front matter and lead
	notes   []note // on the head, by its lines
	blocks  []ruleBlock
	unread  unread
	name    string // the old name, "" for a new file
	kept    bool   // the blocks are the same, in the same order
}

type ruleBlock struct {
	number  rules.Number // the new one
	text    []byte       // with its heading
	notes   []note       // by the lines of text
	edition time.Time    // of the file from which it comes
	from    string       // name of that file
}

var (
	frontRule    = regexp.MustCompile(`(?m)^(rule:[ \t]*["'])([^"'\n]*)(["'])`)
	headingMarks = regexp.MustCompile(`^( {0,3})#+`)
)

// rules renumbers the explanations of one language.
func (r *renumberer) rules(l lang.Language, dir string) {
	pages := map[rules.Number]*pageFile{} // by new number
	var loose []ruleBlock                 // that go into another file
	old := map[string][]byte{}
	for _, name := range r.files(dir) {
		src, u := r.source(name)
		old[name] = src
		n, _ := rules.ParseNumber(strings.TrimSuffix(path.Base(name), ".md"))
		p := Page{Number: n, Language: l, Pos: Pos{name, 1}}
		r.frontMatter(&p, src)
		front, rest, line := cutFront(src)
		bs := blocks(rest, line)
		f := &pageFile{edition: p.Edition, unread: u, name: name, kept: true}
		f.number = r.explained(n, Pos{name, 1})
		if f.number.IsZero() && !r.drop {
			continue
		}
		if f.number != n {
			front = frontRule.ReplaceAll(front, []byte("${1}"+f.number.String()+"${3}"))
			r.out.Headings++
		}
		lead, notes := r.body(name, bs[0].line, bs[0].body)
		f.head = append(slices.Clone(front), lead...)
		for _, n := range notes {
			f.notes = append(f.notes, note{bs[0].line + n.line, n.text})
		}
		for _, b := range bs[1:] {
			rb, ok := r.block(name, b)
			rb.edition, rb.from = p.Edition, name
			switch {
			case !ok:
				f.kept = false
			case r.to.Page(rb.number) == f.number && !f.number.IsZero():
				f.blocks = append(f.blocks, rb)
			default:
				f.kept = false
				loose = append(loose, rb)
			}
		}
		if !f.number.IsZero() {
			pages[f.number] = f
		}
	}
	for _, b := range loose {
		r.rehouse(pages, b)
	}
	r.write(dir, pages, old)
}

// explained gives the new number of what is explained at a place, zero where
// it is gone, which is a fault unless it is to be dropped.
func (r *renumberer) explained(n rules.Number, pos Pos) rules.Number {
	m, ok := r.number[n]
	switch {
	case ok:
	case !has(r.from)(n):
		r.fault(pos, "%s is not in the edition of %s: the texts do not have its numbers", n, r.from)
	case r.drop:
		r.out.Dropped = append(r.out.Dropped, Note{pos, r.gone(n)})
	default:
		r.fault(pos, "%s: remove its text, or have all such texts removed", r.gone(n))
	}
	return m
}

// block renumbers one explanation, and tells whether it stays.
func (r *renumberer) block(file string, b textBlock) (ruleBlock, bool) {
	m := atx.FindSubmatch(bytes.TrimRight(b.heading, " \t\n"))
	s := strings.TrimSpace(string(m[2]))
	n, _ := rules.ParseNumber(s)
	now := r.explained(n, Pos{file, b.line})
	if now.IsZero() {
		return ruleBlock{}, false
	}
	rb := ruleBlock{number: now}
	heading := b.heading
	if now != n {
		r.out.Headings++
		heading = bytes.Replace(heading, []byte(s), []byte(now.String()), 1)
		if now.IsSubrule() != n.IsSubrule() {
			marks := "##"
			if now.IsSubrule() {
				marks = "###"
			}
			heading = headingMarks.ReplaceAll(heading, []byte("${1}"+marks))
		}
	}
	body, notes := r.body(file, b.line, b.body)
	rb.text = append(slices.Clone(heading), body...)
	for _, n := range notes {
		rb.notes = append(rb.notes, note{1 + n.line, n.text})
	}
	return rb, true
}

// rehouse puts an explanation into the file of its new page. If that is a new
// one, it needs a human; so it does where the two files were read against
// editions that word the rule differently.
func (r *renumberer) rehouse(pages map[rules.Number]*pageFile, b ruleBlock) {
	n := r.to.Page(b.number)
	f := pages[n]
	if f == nil {
		title, _ := r.to.Fact(n)
		f = &pageFile{number: n, edition: b.edition}
		f.head = fmt.Appendf(nil, "---\nrule: %q\ntitle: %q\nedition: %s\n---\n\n", n, title.Title, b.edition.Format(time.DateOnly))
		f.notes = []note{{3, "the file is new: translate its title"}}
		pages[n] = f
	}
	if r.digest(b.number, f.edition) != r.digest(b.number, b.edition) {
		b.notes = append(b.notes, note{1, fmt.Sprintf("%s comes from %s, which was read against the edition of %s, into a file that was read against that of %s: read it again",
			b.number, b.from, b.edition.Format(time.DateOnly), f.edition.Format(time.DateOnly))})
	}
	f.kept = false
	f.blocks = append(f.blocks, b)
}

// digest identifies the wording that a rule, given by its new number, had in
// an edition; "" where that did not have it or is not known.
func (r *renumberer) digest(n rules.Number, edition time.Time) string {
	e, _ := r.h.Edition(edition)
	f, _ := e.Fact(r.h.Moves(r.to.Effective, edition)[n])
	return f.Digest
}

// write says what the files of a folder are to hold.
func (r *renumberer) write(dir string, pages map[rules.Number]*pageFile, old map[string][]byte) {
	names := map[string]bool{}
	for n, f := range pages {
		name := path.Join(dir, n.String()+".md")
		names[name] = true
		if f.name != name && f.name != "" {
			r.out.Renamed++
		}
		var b bytes.Buffer
		add := func(text []byte, notes []note) {
			at := bytes.Count(b.Bytes(), []byte("\n"))
			for _, n := range notes {
				r.left(name, at+n.line, n.text)
			}
			b.Write(text)
		}
		if !slices.IsSortedFunc(f.blocks, compareBlocks) {
			f.kept = false
			slices.SortStableFunc(f.blocks, compareBlocks)
		}
		add(f.head, f.notes)
		for i, x := range f.blocks {
			if !f.kept { // one blank line between two, none at the end
				x.text = append(bytes.TrimRight(x.text, "\n"), '\n')
				if i < len(f.blocks)-1 {
					x.text = append(x.text, '\n')
				}
			}
			add(x.text, x.notes)
		}
		text := b.Bytes()
		if len(f.blocks) == 0 && !f.kept {
			text = append(bytes.TrimRight(text, "\n"), '\n')
		}
		r.file(name, old[name], text, f.unread)
	}
	for name := range old {
		if !names[name] {
			r.out.Files[name] = nil
		}
	}
}

func compareBlocks(a, b ruleBlock) int { return a.number.Compare(b.number) }

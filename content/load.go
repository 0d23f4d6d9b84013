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
	"sync"
	"unicode/utf8"

	"regula/lang"
	"regula/markdown"
)

// Load reads the content rooted at fsys. The error joins one error for each
// fault, "file:line: what to do", in order of place; the Content then holds
// what could be read. Files whose name begins with a period or underscore are
// left to whoever made them.
func Load(fsys fs.FS) (Content, error) {
	ld := loader{fsys: fsys}
	ld.root()
	ld.content.Numbering = ld.numbering()
	languages := make([]loader, len(lang.All))
	var wait sync.WaitGroup
	for i, l := range lang.All {
		languages[i].fsys = fsys
		wait.Go(func() { languages[i].language(l) })
	}
	wait.Wait()
	for _, of := range languages {
		ld.add(of)
	}
	ld.terms()
	ld.unlinked()
	return ld.content, ld.err()
}

// add adds what another has loaded.
func (ld *loader) add(other loader) {
	c, o := &ld.content, other.content
	c.Pages = append(c.Pages, o.Pages...)
	c.Glossary = append(c.Glossary, o.Glossary...)
	c.Cards = append(c.Cards, o.Cards...)
	c.Slang = append(c.Slang, o.Slang...)
	ld.faults = append(ld.faults, other.faults...)
}

// err joins an error for each fault, in order of place; nil for none.
func (ld *loader) err() error {
	slices.SortStableFunc(ld.faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.pos.File, b.pos.File), cmp.Compare(a.pos.Line, b.pos.Line))
	})
	var errs []error
	for _, f := range slices.Compact(ld.faults) {
		errs = append(errs, fmt.Errorf("%s: %s", f.pos, f.text))
	}
	return errors.Join(errs...)
}

type fault struct {
	pos  Pos
	text string
}

type loader struct {
	fsys    fs.FS
	content Content
	faults  []fault
}

func (ld *loader) fault(p Pos, format string, args ...any) {
	ld.faults = append(ld.faults, fault{p, fmt.Sprintf(format, args...)})
}

// dir gives what lies in a folder, nothing where there is none.
func (ld *loader) dir(name string) []fs.DirEntry {
	es, err := fs.ReadDir(ld.fsys, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		ld.fault(Pos{name, 1}, "cannot be read: %v", err)
	}
	return slices.DeleteFunc(es, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_")
	})
}

// root faults folders that look like a language that the site does not have.
func (ld *loader) root() {
	for _, e := range ld.dir(".") {
		if _, ok := lang.Parse(e.Name()); ok || !e.IsDir() || e.Name() == "testdata" {
			continue
		}
		ld.fault(Pos{e.Name(), 1}, "%q is no language of the site: texts lie in de, fr and en", e.Name())
	}
}

func (ld *loader) language(l lang.Language) {
	for _, e := range ld.dir(string(l)) {
		name := path.Join(string(l), e.Name())
		switch {
		case e.IsDir() && e.Name() == "rules":
			ld.pages(l, name)
		case e.IsDir() && e.Name() == "glossary":
			ld.glossary(l, name)
		case e.IsDir() && e.Name() == "cards":
			ld.cards(l, name)
		case !e.IsDir() && e.Name() == "slang.tsv":
			ld.slang(l, name)
		default:
			ld.fault(Pos{name, 1}, "does not belong here: a language has rules, glossary, cards and slang.tsv")
		}
	}
}

// files gives the Markdown files of a folder and faults all else in it.
func (ld *loader) files(dir string) []string {
	var names []string
	for _, e := range ld.dir(dir) {
		name := path.Join(dir, e.Name())
		if e.IsDir() || path.Ext(name) != ".md" {
			ld.fault(Pos{name, 1}, "does not belong here: only .md files do")
			continue
		}
		names = append(names, name)
	}
	return names
}

// read gives the lines of a file without byte order mark and carriage returns,
// and whether it is text.
func (ld *loader) read(name string) ([]byte, bool) {
	b, err := fs.ReadFile(ld.fsys, name)
	if err != nil {
		ld.fault(Pos{name, 1}, "cannot be read: %v", err)
		return nil, false
	}
	b = bytes.TrimPrefix(b, []byte("\uFEFF"))
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	n := 0
	for line := range bytes.Lines(b) {
		n++
		line = bytes.TrimSuffix(line, []byte("\n"))
		for len(line) > 0 {
			r, size := utf8.DecodeRune(line)
			line = line[size:]
			switch {
			case r == utf8.RuneError && size == 1:
				ld.fault(Pos{name, n}, "is not UTF-8: save the file in that encoding")
				return nil, false
			case unneeded(r):
				ld.fault(Pos{name, n}, "holds the character %U, which no text needs: remove it", r)
			}
		}
	}
	return b, true
}

// unneeded reports whether r is a sign that is not seen, or was lost.
func unneeded(r rune) bool {
	switch {
	case r < ' ':
		return r != '\t'
	case r < 0x7F:
		return false
	}
	return r < 0xA0 || r == utf8.RuneError || r == '\uFEFF' || r == '\u2028' || r == '\u2029'
}

// section is what stands under one heading of a Markdown file.
type section struct {
	level   int // 0 for what stands before the first heading
	heading string
	line    int // of the heading
	body    []byte
}

var atx = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*))?$`)

// sections cuts src, which begins at a line of its file, at its headings.
func sections(src []byte, line int) []section {
	ss := []section{{line: line - 1}}
	from, at := 0, 0 // where the last section's body begins, and the line
	for l := range bytes.Lines(src) {
		at += len(l)
		if bytes.IndexByte(l, '#') >= 0 {
			if m := atx.FindSubmatch(bytes.TrimRight(l, " \t\n")); m != nil {
				ss = append(ss, section{level: len(m[1]), heading: strings.TrimSpace(string(m[2])), line: line})
				from = at
			}
		}
		ss[len(ss)-1].body = src[from:at:at]
		line++
	}
	return ss
}

// split takes the body of a section apart, with lines as in its file.
func (ld *loader) split(file string, s section, l lang.Language) markdown.Parts {
	ps, faults := markdown.Split(s.body, l)
	for _, f := range faults {
		ld.fault(Pos{file, s.line + f.Line}, "%s", f.Text)
	}
	if ps.Text.Line > 0 {
		ps.Text.Line += s.line
	}
	for i := range ps.Examples {
		ps.Examples[i].Line += s.line
	}
	for i := range ps.SeeAlso {
		ps.SeeAlso[i].Line += s.line
	}
	for i := range ps.Citations {
		ps.Citations[i].Line += s.line
	}
	return ps
}

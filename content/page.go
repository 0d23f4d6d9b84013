package content

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"regula/lang"
	"regula/rules"
)

func (ld *loader) pages(l lang.Language, dir string) {
	var ps []Page
	explained := map[rules.Number]Pos{}
	for _, name := range ld.files(dir) {
		n, err := rules.ParseNumber(strings.TrimSuffix(path.Base(name), ".md"))
		if err != nil {
			ld.fault(Pos{name, 1}, "the file name is no rule number such as 715.md or 702.19.md")
			continue
		}
		if n.IsSubrule() {
			ld.fault(Pos{name, 1}, "a subrule has no file: put %s into that of its section or keyword", n)
			continue
		}
		if src, ok := ld.read(name); ok {
			ps = append(ps, ld.page(name, n, l, src, explained))
		}
	}
	slices.SortFunc(ps, func(a, b Page) int { return a.Number.Compare(b.Number) })
	ld.content.Pages = append(ld.content.Pages, ps...)
}

// page reads the file of page n; explained has the rules that earlier files
// explain.
func (ld *loader) page(file string, n rules.Number, l lang.Language, src []byte, explained map[rules.Number]Pos) Page {
	p := Page{Number: n, Language: l, Pos: Pos{file, 1}}
	ss := sections(ld.frontMatter(&p, src))
	p.Parts = ld.split(file, ss[0], l)
	p.Lead, p.LeadCitations = p.Parts.Text.Source, p.Parts.Citations
	for _, e := range p.Parts.Examples {
		ld.fault(Pos{file, e.Line}, "an example in the lead: put it under its rule")
	}
	for _, c := range p.Parts.SeeAlso {
		ld.fault(Pos{file, c.Line}, "a see-also line in the lead: put it under its rule")
		break
	}
	var last rules.Number
	for _, s := range ss[1:] {
		pos := Pos{file, s.line}
		r, err := rules.ParseNumber(s.heading)
		if err != nil {
			ld.fault(pos, "heading %q: headings are rule numbers and nothing else, such as ## 715.1 or ### 715.2a", s.heading)
			continue
		}
		level := 2
		if r.IsSubrule() {
			level = 3
		}
		switch first, twice := explained[r]; {
		case !r.IsRule() && !r.IsSubrule():
			ld.fault(pos, "heading %s: a chapter or section has a file of its own and no heading", r)
			continue
		case n.IsChapter():
			ld.fault(pos, "heading %s: the file of a chapter has a lead only; rules stand in the files of its sections", r)
			continue
		case !r.Within(n):
			ld.fault(pos, "heading %s is not within %s: it belongs into another file", r, n)
			continue
		case twice:
			ld.fault(pos, "%s is already explained at %s: remove one of the two", r, first)
			continue
		case r.Compare(last) < 0:
			ld.fault(pos, "%s stands after %s: bring the rules into order", r, last)
		}
		if s.level != level {
			ld.fault(pos, "heading %s has level %d: write %s %s", r, s.level, strings.Repeat("#", level), r)
		}
		explained[r], last = pos, r
		e := Explanation{Rule: r, Language: l, Title: p.Title, Body: s.body, Edition: p.Edition, Pos: pos}
		e.Parts = ld.split(file, s, l)
		e.Citations = e.Parts.Citations
		if len(e.Parts.Text.Source) == 0 {
			ld.fault(pos, "%s has no explanation: write one, or remove the heading", r)
		}
		p.Explanations = append(p.Explanations, e)
	}
	slices.SortStableFunc(p.Explanations, func(a, b Explanation) int { return a.Rule.Compare(b.Rule) })
	return p
}

var (
	yamlLine   = regexp.MustCompile(`^yaml: line (\d+): (.*)$`)
	titleMarks = regexp.MustCompile("[`*<>\\[\\]{}\\\\]|__|&[a-zA-Z#]")
)

// frontMatter reads the head of a page into p, and gives what follows it with
// the line on which that begins.
func (ld *loader) frontMatter(p *Page, src []byte) (rest []byte, line int) {
	head, rest, line, ok := ld.front(p.Pos, "rule, title and edition", src)
	if ok {
		ld.keys(p, head)
	}
	return rest, line
}

// front cuts the front matter, which holds the keys that are listed, off a
// file, and gives what follows with the line on which that begins.
func (ld *loader) front(pos Pos, keys string, src []byte) (head, rest []byte, line int, ok bool) {
	sample := "---, then " + keys + ", a line each, then --- again"
	head, ok = bytes.CutPrefix(src, []byte("---\n"))
	if !ok {
		ld.fault(pos, "has no front matter: the file begins with %s", sample)
		return nil, src, 1, false
	}
	end := 0 // where the closing line begins
	line = 2
	for l := range bytes.Lines(head) {
		if string(bytes.TrimRight(l, " \n")) == "---" {
			return head[:end], head[end+len(l):], line + 1, true
		}
		end += len(l)
		line++
	}
	ld.fault(pos, "the front matter does not end: it is %s", sample)
	return nil, nil, line, false
}

// field is a key of the front matter with its value.
type field struct {
	key   string
	value *yaml.Node
	pos   Pos // of the key
}

// fields reads front matter, the first line of which is line 2 of its file.
// sample says how it is written, colon what stands in quotes for its colon.
// What is no front matter at all gives false.
func (ld *loader) fields(file string, head []byte, sample, colon string) ([]field, bool) {
	var doc yaml.Node
	if err := yaml.Unmarshal(head, &doc); err != nil {
		pos, text := Pos{file, 1}, strings.TrimPrefix(err.Error(), "yaml: ")
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			n, _ := strconv.Atoi(m[1])
			pos.Line, text = min(n+1, bytes.Count(head, []byte("\n"))+1), m[2]
		}
		ld.fault(pos, "front matter: %s (%s stands in quotes)", text, colon)
		return nil, false
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		ld.fault(Pos{file, 1}, "front matter: write %s, a line each", sample)
		return nil, false
	}
	return ld.mapping(file, doc.Content[0]), true
}

// mapping gives the keys of a mapping in order, each once.
func (ld *loader) mapping(file string, m *yaml.Node) []field {
	var fs []field
	for i := 0; i+1 < len(m.Content); i += 2 {
		f := field{m.Content[i].Value, m.Content[i+1], Pos{file, m.Content[i].Line + 1}}
		if slices.ContainsFunc(fs, func(g field) bool { return g.key == f.key }) {
			ld.fault(f.pos, "front matter: %q stands twice: remove one of the two", f.key)
			continue
		}
		fs = append(fs, f)
	}
	return fs
}

// missing faults the keys that a mapping lacks.
func (ld *loader) missing(pos Pos, fs []field, keys ...string) {
	for _, key := range keys {
		if !slices.ContainsFunc(fs, func(f field) bool { return f.key == key }) {
			ld.fault(pos, "front matter: %s is missing: add it", key)
		}
	}
}

// hasValue reports whether there is a text behind a key, and faults it if not.
func (ld *loader) hasValue(f field) bool {
	if f.value.Kind != yaml.ScalarNode || f.value.Tag == "!!null" || strings.TrimSpace(f.value.Value) == "" {
		ld.fault(f.pos, "front matter: %s has no value: write it on the same line", f.key)
		return false
	}
	return true
}

// plain faults a text that is not on one line, or has markup.
func (ld *loader) plain(f field) {
	v := f.value.Value
	switch {
	case v != strings.TrimSpace(v) || strings.Contains(v, "\n"):
		ld.fault(f.pos, "front matter: the %s has blanks around it or several lines: write it on one", f.key)
	case titleMarks.MatchString(v):
		ld.fault(f.pos, "front matter: the %s is plain text: remove %q", f.key, titleMarks.FindString(v))
	}
}

// day reads the date of an edition.
func (ld *loader) day(f field) time.Time {
	t, err := time.Parse(time.DateOnly, f.value.Value)
	if err != nil {
		ld.fault(f.pos, "front matter: %s %q is no date such as 2026-08-07", f.key, f.value.Value)
	}
	return t
}

// quoted reports whether a value stands in quotes.
func quoted(v *yaml.Node) bool {
	return v.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0
}

// keys reads the front matter of a page.
func (ld *loader) keys(p *Page, head []byte) {
	fs, ok := ld.fields(p.Pos.File, head, `rule: "715", title: … and edition: 2026-08-07`, "a title with a colon")
	if !ok {
		return
	}
	for _, f := range fs {
		if slices.Contains(frontKeys, f.key) && !ld.hasValue(f) {
			continue
		}
		switch f.key {
		case "rule":
			if !quoted(f.value) {
				ld.fault(f.pos, "front matter: write the number in quotes, rule: %q, since 702.10 would be read as 702.1", f.value.Value)
			}
			if f.value.Value != p.Number.String() {
				ld.fault(f.pos, "front matter: rule %q is not the one that the file name says, %s", f.value.Value, p.Number)
			}
		case "title":
			p.Title = f.value.Value
			ld.plain(f)
		case "edition":
			p.Edition = ld.day(f)
		default:
			ld.fault(f.pos, "front matter: unknown key %q: there are rule, title and edition", f.key)
		}
	}
	ld.missing(p.Pos, fs, frontKeys...)
}

var frontKeys = []string{"rule", "title", "edition"}

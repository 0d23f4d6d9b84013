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
	file := p.Pos.File
	const sample = "---, then rule, title and edition, a line each, then --- again"
	head, ok := bytes.CutPrefix(src, []byte("---\n"))
	if !ok {
		ld.fault(p.Pos, "has no front matter: the file begins with %s", sample)
		return src, 1
	}
	end := 0 // where the closing line begins
	lines := 2
	closed := false
	for l := range bytes.Lines(head) {
		if string(bytes.TrimRight(l, " \n")) == "---" {
			rest, closed = head[end+len(l):], true
			break
		}
		end += len(l)
		lines++
	}
	if !closed {
		ld.fault(p.Pos, "the front matter does not end: it is %s", sample)
		return nil, lines
	}
	head = head[:end]
	ld.keys(p, file, head)
	return rest, lines + 1
}

// keys reads the lines between the marks, the first of which is line 2.
func (ld *loader) keys(p *Page, file string, head []byte) {
	var doc yaml.Node
	if err := yaml.Unmarshal(head, &doc); err != nil {
		pos, text := p.Pos, strings.TrimPrefix(err.Error(), "yaml: ")
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			n, _ := strconv.Atoi(m[1])
			pos.Line, text = min(n+1, bytes.Count(head, []byte("\n"))+1), m[2]
		}
		ld.fault(pos, "front matter: %s (a title with a colon stands in quotes)", text)
		return
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		ld.fault(p.Pos, `front matter: write rule: "715", title: … and edition: 2026-08-07, a line each`)
		return
	}
	seen := map[string]bool{}
	fields := doc.Content[0].Content
	for i := 0; i+1 < len(fields); i += 2 {
		key, value := fields[i].Value, fields[i+1]
		pos := Pos{file, fields[i].Line + 1}
		if seen[key] {
			ld.fault(pos, "front matter: %q stands twice: remove one of the two", key)
			continue
		}
		seen[key] = true
		if value.Kind != yaml.ScalarNode || value.Tag == "!!null" || strings.TrimSpace(value.Value) == "" {
			if slices.Contains(frontKeys, key) {
				ld.fault(pos, "front matter: %s has no value: write it on the same line", key)
				continue
			}
		}
		switch key {
		case "rule":
			if value.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0 {
				ld.fault(pos, "front matter: write the number in quotes, rule: %q, since 702.10 would be read as 702.1", value.Value)
			}
			if value.Value != p.Number.String() {
				ld.fault(pos, "front matter: rule %q is not the one that the file name says, %s", value.Value, p.Number)
			}
		case "title":
			p.Title = value.Value
			switch {
			case value.Value != strings.TrimSpace(value.Value) || strings.Contains(value.Value, "\n"):
				ld.fault(pos, "front matter: the title has blanks around it or several lines: write it on one")
			case titleMarks.MatchString(value.Value):
				ld.fault(pos, "front matter: the title is plain text: remove %q", titleMarks.FindString(value.Value))
			}
		case "edition":
			t, err := time.Parse(time.DateOnly, value.Value)
			if err != nil {
				ld.fault(pos, "front matter: edition %q is no date such as 2026-08-07", value.Value)
			}
			p.Edition = t
		default:
			ld.fault(pos, "front matter: unknown key %q: there are rule, title and edition", key)
		}
	}
	for _, key := range frontKeys {
		if !seen[key] {
			ld.fault(p.Pos, "front matter: %s is missing: add it", key)
		}
	}
}

var frontKeys = []string{"rule", "title", "edition"}

package content

import (
	"path"
	"regexp"
	"strings"

	"regula/lang"
)

var (
	glossaryHeading = regexp.MustCompile(`^(.*\S) +\{#([^}]*)\}$`)
	slug            = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

func (ld *loader) glossary(l lang.Language, dir string) {
	seen := map[string]Pos{}
	for _, name := range ld.files(dir) {
		src, ok := ld.read(name)
		if !ok {
			continue
		}
		letter := strings.TrimSuffix(path.Base(name), ".md")
		if len(letter) != 1 || !slug.MatchString(letter) {
			ld.fault(Pos{name, 1}, "the file name is not the first letter of an English term, such as t.md")
			continue
		}
		ss := sections(src, 1)
		if strings.TrimSpace(string(ss[0].body)) != "" {
			ld.fault(Pos{name, 1}, "text before the first entry: the file begins with ## Name {#id}")
		}
		for _, s := range ss[1:] {
			pos := Pos{name, s.line}
			m := glossaryHeading.FindStringSubmatch(s.heading)
			if m == nil || s.level != 2 {
				ld.fault(pos, "heading %q: write ## Name {#id}, the id being the English name in small letters with hyphens", s.heading)
				continue
			}
			e := GlossaryEntry{ID: m[2], Name: m[1], Language: l, Body: s.body, Pos: pos}
			first, twice := seen[e.ID]
			switch {
			case !slug.MatchString(e.ID):
				ld.fault(pos, "id %q: write the English name in small letters and digits with hyphens between", e.ID)
				continue
			case twice:
				ld.fault(pos, "%q already stands at %s: remove one of the two", e.ID, first)
				continue
			case e.ID[:1] != letter:
				ld.fault(pos, "%q belongs into %s.md: files are named by the English term", e.ID, e.ID[:1])
			case titleMarks.MatchString(e.Name):
				ld.fault(pos, "the name is plain text: remove %q", titleMarks.FindString(e.Name))
			}
			seen[e.ID] = pos
			e.Parts = ld.split(name, s, l)
			e.Citations = e.Parts.Citations
			if len(e.Parts.Text.Source) == 0 {
				ld.fault(pos, "%q has no text: write one, or remove the heading", e.Name)
			}
			ld.content.Glossary = append(ld.content.Glossary, e)
		}
	}
}

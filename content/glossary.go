package content

import (
	"path"
	"regexp"
	"strings"
	"time"

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
		head, rest, line, ok := ld.front(Pos{name, 1}, "the edition", src)
		var edition time.Time
		if ok {
			edition = ld.glossaryKeys(name, head)
		}
		ss := sections(rest, line)
		if strings.TrimSpace(string(ss[0].body)) != "" {
			ld.fault(Pos{name, 1}, "text before the first entry: after the front matter comes ## Name {#id}")
		}
		for _, s := range ss[1:] {
			pos := Pos{name, s.line}
			m := glossaryHeading.FindStringSubmatch(s.heading)
			if m == nil || s.level != 2 {
				ld.fault(pos, "heading %q: write ## Name {#id}, the id being the English name in small letters with hyphens", s.heading)
				continue
			}
			e := GlossaryEntry{ID: m[2], Name: m[1], Language: l, Edition: edition, Body: s.body, Pos: pos}
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

// glossaryKeys reads the front matter of a file of the glossary, which names
// the edition and no more.
func (ld *loader) glossaryKeys(file string, head []byte) (edition time.Time) {
	fs, ok := ld.fields(file, head, "edition: 2026-08-07", "a text with a colon")
	if !ok {
		return edition
	}
	for _, f := range fs {
		switch {
		case f.key != "edition":
			ld.fault(f.pos, "front matter: unknown key %q: a file of the glossary has edition", f.key)
		case ld.hasValue(f):
			edition = ld.day(f)
		}
	}
	ld.missing(Pos{file, 1}, fs, "edition")
	return edition
}

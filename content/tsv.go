package content

import (
	"io/fs"
	"slices"
	"strings"

	"regula/lang"
	"regula/rules"
)

// row is a line of a TSV file by the names of its columns.
type row struct {
	pos    Pos
	fields map[string]string
}

// table reads a TSV file whose first line names its columns. Every one of
// columns must be there, and no other; a file that is missing has no rows.
func (ld *loader) table(name string, columns ...string) []row {
	if _, err := fs.Stat(ld.fsys, name); err != nil {
		return nil
	}
	src, ok := ld.read(name)
	if !ok {
		return nil
	}
	var header []string
	var rows []row
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		pos := Pos{name, n}
		line = strings.TrimSuffix(line, "\n")
		fields := strings.Split(line, "\t")
		if n == 1 {
			header = fields
			bad := len(header) != len(columns)
			for _, c := range columns {
				bad = bad || !slices.Contains(header, c)
			}
			if bad {
				ld.fault(pos, "the first line names the columns, tabs between them: %s", strings.Join(columns, " "))
				return nil
			}
			continue
		}
		if strings.TrimSpace(line) == "" {
			ld.fault(pos, "blank line: remove it")
			continue
		}
		if len(fields) != len(header) {
			ld.fault(pos, "has %d columns, not %d: put one tab between columns and none inside", len(fields), len(header))
			continue
		}
		r := row{pos, map[string]string{}}
		for i, f := range fields {
			if f != strings.TrimSpace(f) {
				ld.fault(pos, "%s has blanks around it: remove them", header[i])
			}
			r.fields[header[i]] = strings.TrimSpace(f)
		}
		rows = append(rows, r)
	}
	return rows
}

// kinds are those of variants.
var kinds = []string{"form", "informal", "old", "pattern", Forbidden}

// terms reads the terms and their variants.
func (ld *loader) terms() {
	seen := map[string]Pos{}
	for _, r := range ld.table("terms.tsv", "id", "category", "en", "de", "fr", "cr", "source") {
		t := Term{ID: r.fields["id"], Category: r.fields["category"], Names: map[lang.Language]string{}, Source: r.fields["source"], Pos: r.pos}
		if !slug.MatchString(t.ID) {
			ld.fault(r.pos, "id %q: write the English name in small letters and digits with hyphens between", t.ID)
			continue
		}
		if first, ok := seen[t.ID]; ok {
			ld.fault(r.pos, "term %q already stands at %s: remove one of the two", t.ID, first)
			continue
		}
		seen[t.ID] = r.pos
		if s := r.fields["cr"]; s != "" {
			n, err := rules.ParseNumber(s)
			if err != nil {
				ld.fault(r.pos, "cr %q is no rule number: write one such as 702.19, or none", s)
			}
			t.Rule = n
		}
		for _, l := range lang.All {
			if name := r.fields[string(l)]; name != "" {
				t.Names[l] = name
			}
		}
		if t.Names[lang.English] == "" {
			ld.fault(r.pos, "term %q has no English name", t.ID)
		}
		ld.content.Terms = append(ld.content.Terms, t)
	}
	for _, r := range ld.table("variants.tsv", "id", "lang", "variant", "kind", "note") {
		l, ok := lang.Parse(r.fields["lang"])
		if !ok {
			ld.fault(r.pos, "lang %q is no language of the site: write de, fr or en", r.fields["lang"])
			continue
		}
		v := Variant{Term: r.fields["id"], Language: l, Text: r.fields["variant"], Kind: r.fields["kind"], Note: r.fields["note"], Pos: r.pos}
		if _, ok := seen[v.Term]; !ok {
			ld.fault(r.pos, "term %q does not stand in terms.tsv: add it there, or write the id that does", v.Term)
		}
		if v.Text == "" {
			ld.fault(r.pos, "the variant is empty: write it, or remove the line")
			continue
		}
		if !slices.Contains(kinds, v.Kind) {
			ld.fault(r.pos, "kind %q: write one of %s", v.Kind, strings.Join(kinds, ", "))
		}
		ld.content.Variants = append(ld.content.Variants, v)
	}
}

// unlinked reads what texts do not link to the glossary.
func (ld *loader) unlinked() {
	seen := map[[3]string]Pos{}
	for _, r := range ld.table("unlinked.tsv", "lang", "id", "wording", "unless", "reason") {
		l, ok := lang.Parse(r.fields["lang"])
		if !ok {
			ld.fault(r.pos, "lang %q is no language of the site: write de, fr or en", r.fields["lang"])
			continue
		}
		u := Unlinked{Language: l, ID: r.fields["id"], Wording: r.fields["wording"], Reason: r.fields["reason"], Pos: r.pos}
		if u.ID == "" && u.Wording == "" {
			ld.fault(r.pos, "write the id of a glossary entry, or a wording, or both")
			continue
		}
		for part := range strings.SplitSeq(r.fields["unless"], ",") {
			if part = strings.TrimSpace(part); part != "" {
				u.Unless = append(u.Unless, strings.ToLower(part))
			}
		}
		if u.ID == "" && len(u.Unless) > 0 {
			ld.fault(r.pos, "unless goes with the id of a glossary entry: write it, or clear unless")
			continue
		}
		if u.Reason == "" {
			ld.fault(r.pos, "reason is empty: say why readers are better off without the link")
		}
		key := [3]string{string(l), u.ID, u.Wording}
		if first, ok := seen[key]; ok {
			ld.fault(r.pos, "%q already stands at %s: remove one of the two", u.ID+u.Wording, first)
			continue
		}
		seen[key] = r.pos
		ld.content.Unlinked = append(ld.content.Unlinked, u)
	}
}

// slang reads what players type in one language.
func (ld *loader) slang(l lang.Language, name string) {
	seen := map[string]Pos{}
	for _, r := range ld.table(name, "typed", "targets", "note") {
		s := Slang{Language: l, Typed: r.fields["typed"], Note: r.fields["note"], Pos: r.pos}
		if s.Typed == "" {
			ld.fault(r.pos, "typed is empty: write what players type, or remove the line")
			continue
		}
		key := strings.ToLower(s.Typed)
		if first, ok := seen[key]; ok {
			ld.fault(r.pos, "%q already stands at %s: put all its targets there, with commas between", s.Typed, first)
			continue
		}
		seen[key] = r.pos
		for t := range strings.SplitSeq(r.fields["targets"], ",") {
			t = strings.TrimSpace(t)
			if _, err := rules.ParseNumber(t); err != nil && !slug.MatchString(t) {
				ld.fault(r.pos, "target %q is neither a rule number nor the id of a glossary entry", t)
				continue
			}
			s.Targets = append(s.Targets, t)
		}
		ld.content.Slang = append(ld.content.Slang, s)
	}
}

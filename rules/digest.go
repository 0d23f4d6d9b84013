package rules

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
)

// Digest identifies the wording of a rule: title, text and examples, but not
// its number. White space, the numbers of the rules it cites, and the form of
// quotes and dashes do not count, so that a rule that only moved, or whose
// neighbours moved, keeps its digest. It has ten characters of URL-safe
// base64.
func (r Rule) Digest() string {
	return digest(append([]string{r.Title, r.Text}, r.Examples...)...)
}

// Digest identifies the title of a chapter or section as Rule.Digest does the
// wording of a rule.
func (s Section) Digest() string { return digest(s.Title) }

// Digest identifies heading and wording of the entry as Rule.Digest does the
// wording of a rule.
func (g GlossaryEntry) Digest() string { return digest(g.Term, g.Text) }

// Digest identifies the wording of n and of all below it, and "" stands for a
// number that the book does not have. For a number with nothing below it is
// the digest of that rule alone.
func (b *Book) Digest(n Number) string {
	var own []string
	if s, ok := b.Section(n); ok {
		own = append(own, s.Digest())
	}
	alone := len(own)
	from, _ := slices.BinarySearchFunc(b.sections, n, func(s Section, n Number) int { return s.Number.Compare(n) })
	for _, s := range b.sections[from:] {
		if !s.Number.Within(n) {
			break
		}
		if s.Number != n {
			own = append(own, s.Digest())
		}
	}
	from, ok := slices.BinarySearchFunc(b.rules, n, func(r Rule, n Number) int { return r.Number.Compare(n) })
	if ok {
		alone = 1
	}
	for _, r := range b.rules[from:] {
		if !r.Number.Within(n) {
			break
		}
		own = append(own, r.Digest())
	}
	switch {
	case len(own) == 0:
		return ""
	case len(own) == alone:
		return own[0]
	}
	return sum(own)
}

// EntryDigest is the digest of the glossary entry with that heading, "" where
// there is none.
func (b *Book) EntryDigest(term string) string {
	g, ok := b.Entry(term)
	if !ok {
		return ""
	}
	return g.Digest()
}

// plainMarks replaces marks that some editions print and others do not.
var plainMarks = strings.NewReplacer(
	"“", `"`, "”", `"`, "‘", "'", "’", "'",
	"–", "-", "—", "-", "−", "-", "…", "...",
	"®", "", "™", "", "©", "",
)

// Wording gives text as digests see it: white space folded, quotes and dashes
// in their plain forms, and "#" for each citation.
func Wording(text string) string {
	var b strings.Builder
	at := 0
	for _, c := range Citations(text) {
		b.WriteString(text[at:c.Start])
		b.WriteByte('#')
		at = c.End
	}
	b.WriteString(text[at:])
	return strings.Join(strings.Fields(plainMarks.Replace(b.String())), " ")
}

func digest(parts ...string) string {
	for i, s := range parts {
		parts[i] = Wording(s)
	}
	return sum(parts)
}

func sum(parts []string) string {
	h := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return base64.RawURLEncoding.EncodeToString(h[:])[:10]
}

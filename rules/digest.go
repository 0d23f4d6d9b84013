package rules

import (
	"crypto/sha256"
	"encoding/base64"
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
	h := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return base64.RawURLEncoding.EncodeToString(h[:])[:10]
}

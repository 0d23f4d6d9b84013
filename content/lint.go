package content

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"regula/lang"
	"regula/markdown"
	"regula/rules"
)

// LintKind names what is wrong with a text, as the check prints it.
type LintKind string

// The kinds of faults that Lint finds.
const (
	QuotationMarks  LintKind = "quotation-marks"  // those of another language, or one without its fellow
	StraightQuotes  LintKind = "straight-quotes"  // " and ' as on a keyboard
	NoBreakSpaces   LintKind = "no-break-spaces"  // French punctuation that could begin a line
	ForbiddenTerm   LintKind = "forbidden-term"   // a variant of a term that is not used
	UnknownSymbol   LintKind = "unknown-symbol"   // braces around what is no symbol
	DirectAddress   LintKind = "direct-address"   // du, Sie, tu, vous, you
	WrongLanguage   LintKind = "wrong-language"   // reads as another language than its folder's
	SharedWording   LintKind = "shared-wording"   // nine words in a row as in the official text
	MissingExample  LintKind = "missing-example"  // the official rule has an example
	MissingNumber   LintKind = "missing-number"   // a number of the official rule that the explanation lacks
	MissingModality LintKind = "missing-modality" // can't, must or may of the official rule that it lacks
)

// Fatal reports whether a fault of this kind fails the build.
func (k LintKind) Fatal() bool {
	switch k {
	case QuotationMarks, StraightQuotes, NoBreakSpaces, ForbiddenTerm, UnknownSymbol, DirectAddress, WrongLanguage, SharedWording:
		return true
	}
	return false
}

// Hint reports whether a fault of this kind asks a reader to look, and may be
// none.
func (k LintKind) Hint() bool { return k == MissingNumber || k == MissingModality }

// Fault is something in our texts that their author has to mend or to look at.
type Fault struct {
	Pos  Pos
	Kind LintKind
	Text string
}

// Official is what the publisher's texts are of, as far as they are imported.
// The zero value has none.
type Official struct {
	Rules map[rules.Number]rules.Rule
	More  []string            // further texts, such as those of the glossary
	Cards map[string][]string // texts and rulings of cards by their ids
}

// Lint gives what is wrong with the wording of the content, in order of place.
// No text of ours may repeat those of the official rules, and none on a card
// those of that card.
func Lint(c Content, o Official) []Fault {
	forbidden := forbiddenTerms(c)
	english, names := englishNames(c)
	shared := newWording(o.Rules, o.More)
	var ts []text
	for _, p := range c.Pages {
		ts = append(ts, text{language: p.Language, pos: p.Pos, title: p.Title})
		if len(p.Lead) > 0 {
			ts = append(ts, text{language: p.Language, pos: Pos{p.Pos.File, p.Parts.Text.Line - 1}, src: p.Lead})
		}
		for _, e := range p.Explanations {
			ts = append(ts, text{language: e.Language, pos: e.Pos, src: e.Body, explanation: &e})
		}
	}
	for _, g := range c.Glossary {
		ts = append(ts, text{language: g.Language, pos: g.Pos, title: g.Name, src: g.Body})
	}
	for _, x := range c.Cards {
		of := newWording(nil, o.Cards[x.ID])
		for _, f := range x.Faces {
			ts = append(ts, text{language: x.Language, pos: x.Pos, title: f.Type})
			ts = append(ts, text{language: x.Language, pos: Pos{f.Pos.File, f.Parts.Text.Line - 1}, src: f.Parts.Text.Source, card: of})
		}
		for _, r := range x.Rulings {
			ts = append(ts, text{language: x.Language, pos: Pos{r.Pos.File, r.Pos.Line - 1}, src: r.Body, card: of})
		}
	}
	found := make([][]Fault, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for w := range found {
		wg.Go(func() {
			l := linter{forbidden: forbidden, english: english, names: names, shared: shared, official: o.Rules}
			for i := w; i < len(ts); i += len(found) {
				l.text(ts[i])
			}
			found[w] = l.faults
		})
	}
	wg.Wait()
	faults := slices.Concat(found...)
	slices.SortFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text))
	})
	return slices.Compact(faults)
}

// text is one of our texts with what is needed to look at it.
type text struct {
	language    lang.Language
	pos         Pos    // of the line before src
	title       string // plain text on that line
	src         []byte
	explanation *Explanation // whose text it is, if any
	card        *wording     // of the official texts of the card that it is on, nil where it is on none
}

// linter collects faults. Those of one text are found with the others' help:
// quotations are apart from most of them.
type linter struct {
	forbidden map[lang.Language][]forbiddenTerm
	english   map[string]bool // names of terms
	names     []string        // those that end in punctuation
	shared    *wording
	official  map[rules.Number]rules.Rule
	faults    []Fault
}

func (l *linter) add(p Pos, k LintKind, format string, args ...any) {
	l.faults = append(l.faults, Fault{p, k, fmt.Sprintf(format, args...)})
}

// passage is a run of text with its place and the quotations in it.
type passage struct {
	markdown.Passage
	language lang.Language
	pos      Pos // of the line before its source
	title    bool
	words    []word
	quoted   []interval
}

// interval is a range of bytes.
type interval struct{ start, end int }

func (p passage) at(offset int) Pos {
	if p.title {
		return p.pos
	}
	return Pos{p.pos.File, p.pos.Line + p.Line(offset)}
}

// isQuoted reports whether the byte at offset stands in a quotation.
func (p passage) isQuoted(offset int) bool {
	return slices.ContainsFunc(p.quoted, func(q interval) bool { return q.start <= offset && offset < q.end })
}

func (l *linter) text(t text) {
	var ps []passage
	if t.title != "" {
		ps = append(ps, passage{Passage: markdown.Passage{Text: t.title}, language: t.language, pos: t.pos, title: true})
	}
	for _, p := range markdown.Prose(t.src) {
		ps = append(ps, passage{Passage: p, language: t.language, pos: t.pos})
	}
	for i := range ps {
		ps[i].words = words(ps[i].Text)
	}
	l.quotes(ps)
	for _, p := range ps {
		if t.language == lang.French {
			l.spaces(p)
		}
		l.symbols(p)
		l.terms(p)
		if !p.title {
			l.address(p)
		}
		if t.language == lang.English {
			l.wording(p, l.shared)
			if t.card != nil {
				l.wording(p, t.card)
			}
		}
	}
	l.language(t, ps)
	if t.explanation != nil {
		if r, ok := l.official[t.explanation.Rule]; ok {
			l.compare(*t.explanation, r)
		}
	}
}

// excerpt gives the words around a place in straight quotes, for a message.
func excerpt(s string, offset int) string {
	const before, after = 16, 12 // runes
	i := offset
	for range before {
		_, n := utf8.DecodeLastRuneInString(s[:i])
		i -= n
	}
	j := offset
	for range after {
		_, n := utf8.DecodeRuneInString(s[j:])
		j += n
	}
	return `"` + strings.ReplaceAll(s[i:j], "\n", " ") + `"`
}

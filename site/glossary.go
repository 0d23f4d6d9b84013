package site

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/publisher"
	"regula/templates"
)

// term is a glossary entry in one language.
type term struct {
	corpus.GlossaryTerm
	name string
	lang string // of the name, "" for the page's own
	see  string // heading of the entry, if the name is another one that it has
}

// termName gives the name of an entry and the language it is in, "" for l.
func termName(g corpus.GlossaryTerm, l lang.Language) (name, language string) {
	name, own := g.Name(l)
	if !own {
		language = string(lang.English)
	}
	return name, language
}

// sortGlossary gives the glossary in the alphabetical order of l.
func sortGlossary(c *corpus.Corpus, l lang.Language) []term {
	var ts []term
	for _, g := range c.Glossary() {
		t := term{GlossaryTerm: g}
		t.name, t.lang = termName(g, l)
		ts = append(ts, t)
	}
	sortTerms(ts, l)
	return ts
}

// sortTerms puts terms in the alphabetical order of l.
func sortTerms(ts []term, l lang.Language) {
	col := collate.New(language.MustParse(string(l)), collate.IgnoreCase)
	var buf collate.Buffer
	keys := make(map[string]string, len(ts))
	for _, t := range ts {
		keys[t.name] = string(col.KeyFromString(&buf, sortable(t.name)))
		buf.Reset()
	}
	slices.SortStableFunc(ts, func(a, b term) int {
		return cmp.Or(
			cmp.Compare(keys[a.name], keys[b.name]),
			cmp.Compare(a.name, b.name),
			cmp.Compare(a.ID, b.ID),
		)
	})
}

// sortable leaves out what stands before the first letter or digit, such as
// quotation marks.
func sortable(name string) string {
	return strings.TrimLeftFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// initial gives the letter under which a name is listed, "#" for others.
func initial(name string) string {
	r, _ := utf8.DecodeRuneInString(norm.NFD.String(sortable(name)))
	if r = unicode.ToUpper(r); 'A' <= r && r <= 'Z' {
		return string(r)
	}
	return "#"
}

// glossaryList is the list of all terms, and of the other names that they have.
func (b *builder) glossaryList(l lang.Language) Page {
	path := glossaryPath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		v := templates.GlossaryPage{Intro: fmt.Sprintf(t.GlossaryIntro, len(b.glossary[l]))}
		all := slices.Clone(b.glossary[l])
		for _, g := range b.glossary[l] {
			for _, name := range otherNames(b.c.Corpus, g.GlossaryTerm, l) {
				all = append(all, term{GlossaryTerm: g.GlossaryTerm, name: name, see: g.name})
			}
		}
		sortTerms(all, l)
		for _, g := range all {
			e := templates.ListedName{
				Href:     relative(path, entryPath(l, g.ID)),
				Name:     g.name,
				Lang:     g.lang,
				Obsolete: g.Obsolete,
				See:      g.see,
			}
			if g.see == "" && !strings.EqualFold(g.name, g.English) {
				e.English = g.English
			}
			v.Initials = addToInitials(v.Initials, e)
		}
		return templates.Page(b.layout(l, path, "glossary", t.Glossary, v.Intro), templates.GlossaryBody(t, v))
	})
}

// addToInitials puts a name under its initial; names come in their order.
func addToInitials(is []templates.Initial, n templates.ListedName) []templates.Initial {
	letter := initial(n.Name)
	i := slices.IndexFunc(is, func(x templates.Initial) bool { return x.Letter == letter })
	if i < 0 {
		id := "letter-" + strings.ToLower(letter) // the look-up box has the id q
		if letter == "#" {
			id = "letter-0"
		}
		i = len(is)
		is = append(is, templates.Initial{ID: id, Letter: letter})
	}
	is[i].Names = append(is[i].Names, n)
	return is
}

// entry is the page of the term at i in the order of l.
func (b *builder) entry(l lang.Language, i int) Page {
	g := b.glossary[l][i]
	path := entryPath(l, g.ID)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		v := templates.EntryPage{
			ID:       g.ID,
			Name:     g.name,
			Lang:     g.lang,
			Obsolete: g.Obsolete,
		}
		if g.Official == "" {
			v.Elsewhere = publisher.Page
		}
		if !strings.EqualFold(g.name, g.English) {
			v.English = g.English
		}
		description := t.Glossary + ": " + g.name
		if v.English != "" {
			description += " (" + v.English + ")"
		}
		if x, ok := b.c.GlossaryText(g.ID, l); ok {
			w := b.prose(l, path, []string{g.ID})
			v.Text = w.html(x.Parts.Text.Source)
			for _, p := range x.Parts.Examples {
				v.Examples = append(v.Examples, w.html(p.Source))
			}
			for _, c := range x.Parts.SeeAlso {
				v.SeeAlso = append(v.SeeAlso, b.citationLink(l, path, c))
			}
			v.Stale = b.staleEntry(l, path, x)
			v.StatusLine = b.statusLine(l, x.Edition, v.Stale)
			description = summary(markdown.Plain(x.Parts.Text.Source), 160)
		}
		if g.Official != "" {
			v.Official = b.officialText(l, path, g.Official)
			v.Official.Heading = true
		}
		for _, n := range g.AllRules() {
			if b.c.Has(n) {
				v.Rules = append(v.Rules, b.link(l, path, n))
			}
		}
		for _, other := range lang.All {
			if other == l {
				continue
			}
			name, own := g.Name(other)
			if !own {
				continue
			}
			v.Names = append(v.Names, templates.Name{
				Language: other.Texts().Name,
				Lang:     string(other),
				Text:     name,
				Href:     relative(path, entryPath(other, g.ID)),
			})
		}
		if i > 0 {
			v.Prev = b.entryLink(l, path, i-1)
		}
		if i+1 < len(b.glossary[l]) {
			v.Next = b.entryLink(l, path, i+1)
		}
		page := b.layout(l, path, "entry", g.name, description)
		page.JSON = relative(path, entryDataPath(l, g.ID))
		page.Crumbs = append(page.Crumbs, crumb(relative(path, glossaryPath(l)), t.Glossary))
		return templates.Page(page, templates.EntryBody(t, v))
	})
}

func (b *builder) entryLink(l lang.Language, path string, i int) *templates.Link {
	g := b.glossary[l][i]
	return &templates.Link{Href: relative(path, entryPath(l, g.ID)), Text: g.name, Lang: g.lang}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"regula/lang"
	"regula/rules"
	"regula/search"
	"regula/templates"
)

// chunks are the files from which the script in the page searches. Of a
// language of which nothing that the index is made of has changed since the
// record, they are made only if one of them is missing.
func (b *builder) chunks(ctx context.Context) ([]Page, error) {
	var made []Page
	for _, l := range lang.All { // one after another: an index takes much memory
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		key := ""
		if b.record != nil {
			key = b.indexKey(l)
			if x := b.record.index[l]; x.key == key {
				made = append(made, b.recorded(l, x.names)...)
				continue
			}
		}
		files, err := b.cut(l)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, f := range files {
			names = append(names, f.name)
			p := fixed(searchPath(l)+f.name, f.data)
			p.away = search.OnlineOnly(f.name)
			made = append(made, p)
		}
		if b.record != nil {
			b.record.index[l] = recordedIndex{key, names}
		}
	}
	return made, nil
}

// chunk is one of the files of an index.
type chunk struct {
	name string
	data []byte
}

// lateChunks gives the chunks that Pages left; they may be being made already.
func (b *builder) lateChunks(ctx context.Context) ([]Page, error) {
	if b.cutting != nil {
		return b.cutting()
	}
	return b.chunks(ctx)
}

// cut makes the files of the index of a language, none where that has no index.
func (b *builder) cut(l lang.Language) (files []chunk, err error) {
	x := b.indexes[l]
	if x == nil && b.index != nil {
		if x, err = b.index(l); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, x.Close()) }()
	}
	if x == nil {
		return nil, nil
	}
	err = search.WriteChunks(x, func(name string, data []byte) error {
		files = append(files, chunk{name, data})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("index for %s: %w", l, err)
	}
	return files, nil
}

// recorded are the files of an index by their names.
func (b *builder) recorded(l lang.Language, names []string) []Page {
	again := sync.OnceValues(func() (map[string][]byte, error) {
		files, err := b.cut(l)
		byName := make(map[string][]byte, len(files))
		for _, f := range files {
			byName[f.name] = f.data
		}
		return byName, err
	})
	var ps []Page
	for _, name := range names {
		p := b.written(searchPath(l)+name, func(_ context.Context, _ *builder, w io.Writer) error {
			files, err := again()
			if err != nil {
				return err
			}
			data, ok := files[name]
			if !ok {
				return fmt.Errorf("%w: the index for %s has no %s", errRecord, l, name)
			}
			_, err = w.Write(data)
			return err
		})
		p.away = search.OnlineOnly(name)
		ps = append(ps, p)
	}
	return ps
}

// Answer is what search.json answers: the result of a search, with the path
// of each hit from the root of the site.
type Answer struct {
	search.Result
	Hits []AnswerHit `json:"hits"`
}

// AnswerHit is a hit with the path of its page.
type AnswerHit struct {
	search.Hit
	Path string `json:"path"`
}

// SearchData gives a result as the server answers it at search.json.
func SearchData(l lang.Language, r search.Result) Answer {
	a := Answer{Result: r, Hits: make([]AnswerHit, 0, len(r.Hits))}
	for _, h := range r.Hits {
		a.Hits = append(a.Hits, AnswerHit{h, hitPath(l, h)})
	}
	return a
}

// SearchLines gives a result as lines for a terminal.
func SearchLines(l lang.Language, r search.Result) []string {
	t := l.Texts()
	lines := []string{found(t, r)}
	for _, n := range r.Numbers {
		if !n.Found && n.Past != nil {
			line := pastLine(l, *n.Past)
			for _, now := range n.Past.Moved {
				line += " " + now.String()
			}
			lines = append(lines, line)
		} else if !n.Found {
			lines = append(lines, fmt.Sprintf(t.NotFoundNumber, n.First)+" "+t.NotFoundNearest+" "+strings.Join(texts(nearby(n.Parent, n.Before, n.After)), ", "))
		}
	}
	if left := leftOut(t, r); left != "" {
		lines = append(lines, left)
	}
	if len(r.Suggestions) > 0 {
		lines = append(lines, t.SearchMean+" "+strings.Join(r.Suggestions, ", "))
	}
	for _, h := range r.Hits {
		title := h.Title
		if h.Kind == search.KindRule {
			title = strings.TrimSpace(h.ID + "  " + title)
		} else {
			title += " (" + kindName(t, h.Kind) + ")"
		}
		lines = append(lines, "", title)
		if len(h.Trail) > 0 {
			lines = append(lines, "    "+strings.Join(h.Trail, " › "))
		}
		var s strings.Builder
		for _, f := range h.Snippet {
			if f.Marked {
				s.WriteString("*" + f.Text + "*")
			} else {
				s.WriteString(f.Text)
			}
		}
		if s.Len() > 0 {
			lines = append(lines, "    "+s.String())
		}
	}
	return lines
}

func kindName(t *lang.Texts, kind string) string {
	switch kind {
	case search.KindGlossary:
		return t.KindGlossary
	case search.KindCard:
		return t.KindCard
	}
	return t.KindRule
}

func facetName(t *lang.Texts, kind string) string {
	switch kind {
	case search.KindGlossary:
		return t.FacetGlossary
	case search.KindCard:
		return t.FacetCards
	}
	return t.FacetRules
}

// found says how much was found.
func found(t *lang.Texts, r search.Result) string {
	switch r.Total {
	case 0:
		if r.Reason == search.ReasonLong {
			return t.Script.TooLong
		}
		return fmt.Sprintf(t.SearchNone, r.Query)
	case 1:
		return fmt.Sprintf(t.SearchFoundOne, r.Query)
	}
	return fmt.Sprintf(t.SearchFound, r.Total, r.Query)
}

// leftOut says which words of the query what was found lacks because nothing has
// them; "" if there are none.
func leftOut(t *lang.Texts, r search.Result) string {
	if r.Total == 0 || len(r.Missing) == 0 {
		return ""
	}
	return lang.Fill(t.Script.LeftOut, "words", strings.Join(r.Missing, ", "))
}

// pastLine says what became of a number that the edition does not have; where
// it moved, the number of today follows.
func pastLine(l lang.Language, p search.Past) string {
	t := &l.Texts().Changes
	format := t.PastGone
	if len(p.Moved) > 0 {
		format = t.PastMoved
	}
	edition := p.Edition
	if day, err := time.Parse(time.DateOnly, p.Edition); err == nil {
		edition = l.Date(day)
	}
	return lang.Fill(format, "number", p.Number.String(), "edition", edition)
}

// nearby gives what exists near a number that does not: the first above it that
// does, and its neighbours there.
func nearby(above, before, after rules.Number) []rules.Number {
	return slices.DeleteFunc([]rules.Number{above, before, after}, rules.Number.IsZero)
}

// hitsPerPage is how many hits the server shows at once.
const hitsPerPage = 20

// asked is a request for the search page.
type asked struct {
	query string
	kind  string
	page  int // from 1
}

func (a asked) options() search.Options {
	return search.Options{Limit: hitsPerPage, Offset: (a.page - 1) * hitsPerPage, Kind: a.kind}
}

// address is the search page that answers a.
func (a asked) address() string {
	v := url.Values{"q": {a.query}}
	if a.kind != "" {
		v.Set("kind", a.kind)
	}
	if a.page > 1 {
		v.Set("page", strconv.Itoa(a.page))
	}
	return "?" + v.Encode()
}

// searchView is the answer to a query on the search page.
func (b *builder) searchView(l lang.Language, a asked, r search.Result) templates.SearchPage {
	t := l.Texts()
	path := searchPath(l)
	v := templates.SearchPage{Query: a.query, Found: found(t, r)}
	for _, n := range r.Numbers {
		if n.Found {
			continue
		}
		if n.Past != nil {
			was := templates.Remark{Kind: "was", Text: pastLine(l, *n.Past)}
			if len(n.Past.Moved) > 0 {
				a := b.link(l, path, n.Past.Moved[0])
				was.Link = &a
			}
			v.Notices = append(v.Notices, was)
			continue
		}
		g := templates.Group{Head: templates.Link{Text: fmt.Sprintf(t.NotFoundNumber, n.First)}}
		for _, near := range nearby(n.Parent, n.Before, n.After) {
			g.Links = append(g.Links, b.numberLink(l, path, near))
		}
		v.Missing = append(v.Missing, g)
	}
	if left := leftOut(t, r); left != "" {
		v.Notices = append(v.Notices, templates.Remark{Kind: "left", Text: left})
	}
	for _, s := range r.Suggestions {
		v.Suggestions = append(v.Suggestions, templates.Link{Href: asked{query: s}.address(), Text: s})
	}
	if len(r.Facets) > 1 {
		all := 0
		for _, f := range r.Facets {
			all += f.Count
		}
		v.Facets = append(v.Facets, templates.Facet{Href: asked{query: a.query}.address(), Text: t.FacetAll, Count: all, Current: a.kind == ""})
		for _, f := range r.Facets {
			v.Facets = append(v.Facets, templates.Facet{
				Href:    asked{query: a.query, kind: f.Kind}.address(),
				Text:    facetName(t, f.Kind),
				Count:   f.Count,
				Current: a.kind == f.Kind,
			})
		}
	}
	for _, h := range r.Hits {
		v.Hits = append(v.Hits, b.hit(l, path, h))
	}
	if a.page*hitsPerPage < r.Total {
		next := a
		next.page++
		v.More = &templates.Link{Href: next.address(), Text: t.SearchMore}
	}
	return v
}

func (b *builder) hit(l lang.Language, path string, h search.Hit) templates.Hit {
	t := l.Texts()
	v := templates.Hit{
		Kind:    kindName(t, h.Kind),
		Href:    relative(path, hitPath(l, h)),
		Title:   fragments(h.Heading),
		Trail:   strings.Join(h.Trail, " › "),
		Snippet: fragments(h.Snippet),
	}
	if h.Kind == search.KindRule {
		v.Number = h.ID
	} else {
		v.TrailLang = string(lang.English) // the name in the official texts
	}
	if len(v.Title) == 0 {
		v.Title = []templates.Fragment{{Text: h.Title}}
	}
	if h.Official {
		v.Official = t.Official
	}
	return v
}

func fragments(fs []search.Fragment) []templates.Fragment {
	var out []templates.Fragment
	for _, f := range fs {
		out = append(out, templates.Fragment{Text: f.Text, Mark: f.Marked})
	}
	return out
}

// oneNumber gives the rule number that a text is in any form, and whether it
// is one and nothing else.
func oneNumber(s string) (rules.Number, bool) {
	q := search.ParseQuery(s)
	if len(q.Numbers) != 1 || len(q.Words)+len(q.Phrases)+len(q.Without) > 0 || q.Numbers[0].First != q.Numbers[0].Last {
		return rules.Number{}, false
	}
	n, err := rules.ParseNumber(q.Numbers[0].First)
	return n, err == nil
}

package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	"regula/lang"
	"regula/templates"
)

// feedLength is how many editions the feed tells of.
const feedLength = 12

// feed tells feed readers what the last editions changed.
func (b *builder) feed(l lang.Language) Page {
	path := feedPath(l)
	type link struct {
		Rel  string `xml:"rel,attr,omitempty"`
		Type string `xml:"type,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
	type content struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
	type entry struct {
		Title   string  `xml:"title"`
		ID      string  `xml:"id"`
		Link    link    `xml:"link"`
		Updated string  `xml:"updated"`
		Summary string  `xml:"summary"`
		Content content `xml:"content"`
	}
	type feed struct {
		XMLName  xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		Lang     string   `xml:"xml:lang,attr"`
		Title    string   `xml:"title"`
		Subtitle string   `xml:"subtitle"`
		ID       string   `xml:"id"`
		Links    []link   `xml:"link"`
		Updated  string   `xml:"updated"`
		Author   string   `xml:"author>name"`
		Entries  []entry  `xml:"entry"`
	}
	return b.written(path, func(_ context.Context, b *builder, w io.Writer) error {
		t := l.Texts()
		f := feed{
			Lang:     string(l),
			Title:    t.Changes.FeedTitle,
			Subtitle: t.Tagline,
			ID:       feedID(b.base, path),
			Links:    []link{{Rel: "alternate", Type: "text/html", Href: b.address(path, changesPath(l))}},
			Updated:  b.c.Effective().Format(time.RFC3339),
			Author:   "Regula",
		}
		if b.base != "" {
			f.Links = append(f.Links, link{Rel: "self", Type: "application/atom+xml", Href: b.base + path})
		}
		steps := b.c.History().Steps()
		for i := len(steps) - 1; i >= max(0, len(steps)-feedLength); i-- {
			s := steps[i]
			to := stepPath(l, s.To)
			v := b.stepView(l, to, s)
			under := fmt.Sprintf(t.Changes.Under, l.Date(s.From), counts(&t.Changes, s))
			f.Entries = append(f.Entries, entry{
				Title:   fmt.Sprintf(t.Changes.Since, l.Date(s.To)),
				ID:      feedID(b.base, to),
				Link:    link{Rel: "alternate", Type: "text/html", Href: b.address(path, to)},
				Updated: s.To.Format(time.RFC3339),
				Summary: under,
				Content: content{"html", feedText(t, under, v)},
			})
		}
		var out bytes.Buffer
		out.WriteString(xml.Header)
		e := xml.NewEncoder(&out)
		e.Indent("", " ")
		if err := e.Encode(f); err != nil {
			return err
		}
		out.WriteByte('\n')
		_, err := w.Write(out.Bytes())
		return err
	})
}

// feedText lists the changes of a step without links: a reader may show them
// at any address.
func feedText(t *lang.Texts, under string, v templates.StepPage) string {
	var s strings.Builder
	list := func(head string, cs []templates.Change) {
		fmt.Fprintf(&s, "<h3>%s</h3><ul>", html.EscapeString(head))
		for _, c := range cs {
			text := strings.TrimSpace(c.Number+" "+c.Title) + " – " + strings.Join(append([]string{c.Label}, c.Notes...), " · ")
			fmt.Fprintf(&s, "<li>%s</li>", html.EscapeString(text))
		}
		s.WriteString("</ul>")
	}
	fmt.Fprintf(&s, "<p>%s</p>", html.EscapeString(under))
	for _, g := range v.Sections {
		list(g.Head.Text, g.Changes)
	}
	if len(v.Entries) > 0 {
		list(t.Glossary, v.Entries)
	}
	return s.String()
}

// feedID names a feed or one of its entries for good: by its address, or by a
// UUID where the site does not know its own.
func feedID(base, path string) string {
	if base != "" {
		return base + path
	}
	sum := sha256.Sum256([]byte("regula " + path))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8, made by whoever names it
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

package site

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"regula/lang"
	"regula/publisher"
	"regula/templates"
)

// choice is the root of the site, which offers the languages.
func (b *builder) choice() Page {
	const path = ""
	return b.lazy(path, func(b *builder) templ.Component {
		v := templates.Choice{
			Static:    root(path) + b.static,
			Manifest:  root(path) + manifestPath,
			Canonical: b.address(path, path),
		}
		if b.base != "" {
			v.URL, v.Image = b.base, b.base+b.static+"icon-512.png"
		}
		for _, l := range lang.All {
			t := l.Texts()
			v.Languages = append(v.Languages, templates.ChoiceLanguage{
				Lang: string(l), Name: t.Name, Href: relative(path, homePath(l)), Tagline: t.Tagline,
			})
			v.Alternates = append(v.Alternates, templates.Alternate{Lang: string(l), Address: b.address(path, homePath(l))})
		}
		return templates.ChoicePage(v)
	})
}

// about says what the site rests on.
func (b *builder) about(l lang.Language) Page {
	path := aboutPath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		paragraphs := func(s string) []string { return strings.Split(s, "\n") }
		edition := b.edition[l]
		if edition == "" {
			edition = "–"
		}
		v := templates.AboutPage{
			What: paragraphs(t.AboutWhat),
			Sections: []templates.AboutSection{
				{ID: "sources", Heading: t.AboutSources, Text: paragraphs(fmt.Sprintf(t.AboutSourcesText, edition)), Publisher: &templates.Link{Href: publisher.Page, Text: strings.TrimPrefix(publisher.Page, "https://")}},
				{ID: "rights", Heading: t.AboutLicence, Text: paragraphs(t.AboutLicenceText), Notice: true},
				{ID: "privacy", Heading: t.AboutPrivacy, Text: paragraphs(t.AboutPrivacyText)},
				{ID: offlineAnchor, Heading: t.AboutOffline, Text: paragraphs(t.AboutOfflineText), Offline: true},
				{ID: "keys", Heading: t.AboutKeys, Text: paragraphs(t.AboutKeysText), Keys: true},
				{ID: "addresses", Heading: t.AboutAddresses, Text: paragraphs(t.AboutAddressText), Link: &templates.Link{Href: relative(path, linkPath(l)), Text: t.LinkTitle}},
				{ID: "data", Heading: t.AboutData, Text: paragraphs(t.AboutDataText)},
			},
		}
		return templates.Page(b.layout(l, path, "about", t.About, summary(t.AboutWhat, 160)), templates.AboutBody(t, v))
	})
}

// linkText is the page that links the rule numbers of a text.
func (b *builder) linkText(l lang.Language) Page {
	path := linkPath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		return templates.Page(b.layout(l, path, "link", t.LinkTitle, t.LinkIntro), templates.LinkBody(t))
	})
}

// search is the search page before anything was asked.
func (b *builder) search(l lang.Language) Page {
	path := searchPath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		v := templates.SearchPage{Home: relative(path, homePath(l)), Glossary: relative(path, glossaryPath(l))}
		return templates.Page(b.searchLayout(l, path, t.Search, summary(t.SearchIntro, 160)), templates.SearchBody(t, v))
	})
}

// searchLayout is the layout of a page on which its reader is about to search:
// the scripts for that are there before the first key.
func (b *builder) searchLayout(l lang.Language, path, heading, description string) templates.Layout {
	v := b.layout(l, path, "search", heading, description)
	for _, m := range []string{"page", "texts." + string(l), "results", "lookup", "place", "search", "search-" + string(l)} {
		v.Modules = append(v.Modules, "js/"+m+".js")
	}
	return v
}

// notFound is the page that hosts of plain files send for an unknown
// address. Its script finds the number in the address, and mends the links:
// where the site's own address is not known, a page cannot know at which depth
// it is shown, and looks for its files at several.
func (b *builder) notFound() Page {
	return b.lazy(notFoundPath, func(b *builder) templ.Component {
		l := lang.English
		v := templates.ErrorPage{
			Heading: l.Texts().NotFound,
			Text:    l.Texts().NotFoundText,
			Else:    l.Texts().NotFoundElse,
		}
		for _, other := range lang.All {
			if t := other.Texts(); other != l {
				v.Also = append(v.Also, templates.ErrorText{
					Lang: string(other), Heading: t.NotFound, Text: t.NotFoundText, Nearest: t.NotFoundNearest, Else: t.NotFoundElse,
				})
			}
		}
		page := b.errorLayout(l, notFoundPath, v)
		if u, err := url.Parse(b.base); err == nil && b.base != "" {
			page.Places, page.Static, page.Changes = places(l, u.Path, u.Path+homePath(l)), u.Path+b.static, u.Path+changesPath(l)
			for i := range page.Alternates {
				page.Alternates[i].Href = u.Path + page.Alternates[i].Href
			}
		} else {
			for _, up := range []string{"../", "../../", "../../../"} {
				page.OtherStatic = append(page.OtherStatic, up+b.static)
			}
		}
		return templates.Page(page, templates.ErrorBody(l.Texts(), v))
	})
}

// errorPage answers a request for path that has no page.
func (b *builder) errorPage(l lang.Language, path string, v templates.ErrorPage) templ.Component {
	return templates.Page(b.errorLayout(l, path, v), templates.ErrorBody(l.Texts(), v))
}

func (b *builder) errorLayout(l lang.Language, path string, v templates.ErrorPage) templates.Layout {
	page := b.layout(l, path, "error", v.Heading, "")
	page.Hidden = true
	page.Crumbs = nil
	page.Alternates = nil
	for _, other := range lang.All {
		page.Alternates = append(page.Alternates, templates.Alternate{
			Lang: string(other), Name: other.Texts().Name, Href: relative(path, homePath(other)), Current: other == l,
		})
	}
	return page
}

// robots lets every robot in.
func (b *builder) robots() Page {
	sitemap := "/" + sitemapPath
	if b.base != "" {
		sitemap = b.base + sitemapPath
	}
	p := fixed(robotsPath, fmt.Appendf(nil, "User-agent: *\nDisallow:\n\nSitemap: %s\n", sitemap))
	p.away = true
	return p
}

// sitemapPages is how many addresses one sitemap may have.
const sitemapPages = 50_000

// sitemaps list the pages that readers read: in one file, or in several and a
// list of them where they are too many for one.
func (b *builder) sitemaps(pages []Page) []Page {
	base := b.base
	if base == "" {
		base = "/"
	}
	var addresses []string
	for _, p := range pages {
		if p.Path == "" || strings.HasSuffix(p.Path, "/") {
			addresses = append(addresses, base+p.Path)
		}
	}
	if len(addresses) <= sitemapPages {
		return []Page{b.sitemap(sitemapPath, "urlset", "url", addresses)}
	}
	var list []string
	var ps []Page
	for part := range slices.Chunk(addresses, sitemapPages) {
		path := sitemapPartPath(len(ps) + 1)
		list = append(list, base+path)
		ps = append(ps, b.sitemap(path, "urlset", "url", part))
	}
	return append(ps, b.sitemap(sitemapPath, "sitemapindex", "sitemap", list))
}

// sitemap lists addresses in elements of a name, the root having another.
func (b *builder) sitemap(path, root, element string, addresses []string) Page {
	p := b.written(path, func(_ context.Context, _ *builder, w io.Writer) error {
		var out bytes.Buffer
		fmt.Fprintf(&out, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<%s xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`+"\n", root)
		for _, a := range addresses {
			fmt.Fprintf(&out, "<%s><loc>", element)
			if err := xml.EscapeText(&out, []byte(a)); err != nil {
				return err
			}
			fmt.Fprintf(&out, "</loc></%s>\n", element)
		}
		fmt.Fprintf(&out, "</%s>\n", root)
		_, err := w.Write(out.Bytes())
		return err
	})
	p.away = true
	return p
}

// openSearch lets a browser search the site from its address bar.
func (b *builder) openSearch(l lang.Language) Page {
	type address struct {
		Type     string `xml:"type,attr"`
		Rel      string `xml:"rel,attr,omitempty"`
		Template string `xml:"template,attr"`
	}
	type image struct {
		Type string `xml:"type,attr"`
		URL  string `xml:",chardata"`
	}
	type description struct {
		XMLName     xml.Name `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
		ShortName   string
		Description string
		Language    string
		Input       string `xml:"InputEncoding"`
		Image       image
		URL         []address `xml:"Url"`
	}
	base := b.base
	if base == "" {
		base = "/"
	}
	t := l.Texts()
	d := description{
		ShortName:   t.OpenSearchTitle,
		Description: t.Tagline,
		Language:    string(l),
		Input:       "UTF-8",
		Image:       image{"image/svg+xml", base + b.static + "icon.svg"},
		URL:         []address{{Type: "text/html", Template: base + searchPath(l) + "?q={searchTerms}"}},
	}
	return b.written(openSearchPath(l), func(_ context.Context, _ *builder, w io.Writer) error {
		if _, err := io.WriteString(w, xml.Header); err != nil {
			return err
		}
		return xml.NewEncoder(w).Encode(d)
	})
}

// manifest lets a device keep the site like a program of its own.
func (b *builder) manifest() Page {
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	v := struct {
		Name       string `json:"name"`
		ShortName  string `json:"short_name"`
		StartURL   string `json:"start_url"`
		Scope      string `json:"scope"`
		Display    string `json:"display"`
		Theme      string `json:"theme_color"`
		Background string `json:"background_color"`
		Icons      []icon `json:"icons"`
	}{
		"Regula", "Regula", "./", "./", "standalone", "#075e6b", "#fdfcf9",
		[]icon{
			{b.static + "icon.svg", "any", "image/svg+xml", ""},
			{b.static + "icon-192.png", "192x192", "image/png", ""},
			{b.static + "icon-512.png", "512x512", "image/png", ""},
		},
	}
	return b.jsonPage(manifestPath, func(b *builder) any { return v })
}

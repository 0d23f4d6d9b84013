package site

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"regula/lang"
)

// HostPages makes the files from which hosts of plain files learn how to send
// a site of these pages, as far as they can be told: what Handler sends with
// each page and where it sends addresses that are no page. Readers have no use
// for them.
//
//	_headers, _redirects   for Netlify, Cloudflare Pages and hosts like them
//	.nojekyll              keeps GitHub Pages from leaving files out
//
// The first two name addresses from the root of the host, so where the site
// lies in a folder of it they need its address, and a place at the root.
func HostPages(pages []Page, baseURL string) ([]Page, error) {
	base, err := checkBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	root := "/"
	if u, err := url.Parse(base); err == nil && base != "" {
		root = u.EscapedPath()
	}
	return []Page{
		fixed(headersPath, hostHeaders(pages, root)),
		fixed(redirectsPath, hostRedirects(root)),
		fixed(noJekyllPath, nil),
	}, nil
}

// hostHeaders has what goes with each page. These hosts join the values of a
// header that several rules give, so none is given twice for one address; and
// they let browsers ask again for everything of which nothing else is said.
func hostHeaders(pages []Page, root string) []byte {
	var b bytes.Buffer
	rule := func(path string, headers ...header) {
		fmt.Fprintf(&b, "%s%s\n", root, path)
		for _, h := range headers {
			fmt.Fprintf(&b, "  %s: %s\n", h.name, h.value)
		}
	}
	rule("*", protection...)
	folders := map[string]bool{}
	for _, p := range pages {
		f := lastingFolder(p.Path)
		if p.packs != nil { // whose names are not known yet
			f = packFolder
		}
		if f != "" && !folders[f] {
			folders[f] = true
			rule(f+"*", header{"Cache-Control", cacheForever})
		}
	}
	for _, p := range pages {
		if typ := contentType(p.Path); typ != typeByName(p.Path) {
			rule(p.Path, header{"Content-Type", typ})
		}
	}
	return b.Bytes()
}

// hostRedirects sends a language in capitals to its own address, and what
// lacks nothing but the language to that of the reader. Only hosts that know
// the reader's language take lines of four words; the others ignore them, and
// the script of the page for unknown addresses does the same. Some hosts find
// that page by themselves at their own root only.
func hostRedirects(root string) []byte {
	var b bytes.Buffer
	for _, l := range lang.All {
		tag := string(l)
		for _, capital := range []string{strings.ToUpper(tag), strings.ToUpper(tag[:1]) + tag[1:]} {
			fmt.Fprintf(&b, "%s%s/* %s:splat 302\n", root, capital, root+homePath(l))
		}
	}
	for _, l := range lang.All {
		for _, p := range []string{":page", "glossary/:term", "cards/:card"} {
			fmt.Fprintf(&b, "%s%s %s%s/ 302 Language=%s\n", root, p, root+homePath(l), p, l)
		}
	}
	if root != "/" {
		fmt.Fprintf(&b, "%s* %s%s 404\n", root, root, notFoundPath)
	}
	return b.Bytes()
}

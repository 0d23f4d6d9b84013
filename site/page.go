// Package site makes the pages of the rules reference from a corpus, and
// brings them to readers: Export writes them into a folder for any host of
// plain files, Handler serves the same bytes over HTTP.
package site

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"regula/corpus"
	"regula/lang"
	"regula/search"
)

// Page is one file of the site. Its path is the address below the root of the
// site, "de/715.3d/" or "sitemap.xml", and no two pages have the same. A page
// may be printed any number of times, by several at once, and is the same
// each time.
type Page struct {
	Path  string
	data  []byte                 // all of it, where it is known without printing
	once  func() ([]byte, error) // gives all of it, which is made once
	b     *builder
	print func(ctx context.Context, b *builder, w io.Writer) error
	away  bool    // whether it is left out of what readers keep for reading without a network
	pack  *pack   // that has it, if any
	place int     // there
	packs []*pack // of the site, where this is the list of them
}

// Bytes gives the page as it is written and sent. The caller must not change
// it.
func (p Page) Bytes(ctx context.Context) ([]byte, error) {
	switch {
	case p.data != nil:
		return p.data, nil
	case p.once != nil:
		return p.once()
	case p.print == nil:
		return nil, fmt.Errorf("printing %q: it is only known from an earlier export", p.Path)
	}
	return p.printed(ctx, p.b)
}

// ready reports whether the page takes no printing.
func (p Page) ready() bool { return p.data != nil || p.once != nil }

// noted gives the page, and the parts of which it is made.
func (p Page) noted(ctx context.Context) (data []byte, parts []string, err error) {
	if p.print == nil || p.b == nil {
		data, err = p.Bytes(ctx)
		return data, nil, err
	}
	b := p.b.noting()
	data, err = p.printed(ctx, b)
	return data, b.c.noted.sorted(), err
}

// builderOf gives the builder that made pages, nil where none did.
func builderOf(pages []Page) *builder {
	for _, p := range pages {
		if p.b != nil {
			return p.b
		}
	}
	return nil
}

// sumsOfParts identifies what the parts of the site say.
func (p Page) sumsOfParts() map[string]string {
	if p.b == nil {
		return nil
	}
	return p.b.parts
}

// buffers are for pages while they are printed.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (p Page) printed(ctx context.Context, b *builder) ([]byte, error) {
	w := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(w)
	w.Reset()
	if err := p.print(ctx, b, w); err != nil {
		return nil, fmt.Errorf("printing %q: %w", p.Path, err)
	}
	return bytes.Clone(w.Bytes()), nil
}

// Options say what pages need to know besides the corpus.
type Options struct {
	BaseURL    string                                     // address of the root of the site, "https://example.org/rules/", for canonical addresses and the like; "" where it is not known
	Indexes    Indexes                                    // to search in; languages without one have no search
	Log        *slog.Logger                               // is told why a request gets no answer; nil for nobody
	Index      func(lang.Language) (*search.Index, error) // makes the index of a language that Indexes lacks, to cut the files for scripts from; it is closed then; nil for none
	Record     *Record                                    // of an earlier export, for Export to be given, too; nil for none
	Sources    string                                     // with a Record, identifies the program, and what was imported
	Late       bool                                       // leaves the files of the search, and what readers can keep, to Handler, which makes them when they are asked for, and to Export, which makes them beside the others
	OnlineOnly bool                                       // leaves out what readers can keep for reading without a network, which takes a second or two to make
}

// Pages makes every page of the site. A page is printed only when it is asked
// for, so that all of them need little memory.
func Pages(c *corpus.Corpus, o Options) ([]Page, error) {
	b, err := newBuilder(c, o)
	if err != nil {
		return nil, err
	}
	return b.pages()
}

// checkBaseURL gives the address with a slash at its end.
func checkBaseURL(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", fmt.Errorf("base URL: %w", err)
	}
	if (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", fmt.Errorf("base URL %q: must read like https://example.org/rules/", s)
	}
	return strings.TrimSuffix(u.String(), "/") + "/", nil
}

// fixed is a page of which every byte is known.
func fixed(path string, data []byte) Page {
	if data == nil {
		data = []byte{}
	}
	return Page{Path: path, data: data}
}

// written is a page that is written when it is printed. The builder that it is
// given is b, or a copy that notes what the page is made of.
func (b *builder) written(path string, print func(ctx context.Context, b *builder, w io.Writer) error) Page {
	return Page{Path: path, b: b, print: print}
}

// lazy is a page whose view is made when it is printed.
func (b *builder) lazy(path string, view func(b *builder) templ.Component) Page {
	return b.written(path, func(ctx context.Context, b *builder, w io.Writer) error {
		return view(b).Render(ctx, w)
	})
}

// jsonPage is a page of data, which are made when it is printed.
func (b *builder) jsonPage(path string, data func(b *builder) any) Page {
	return b.written(path, func(_ context.Context, b *builder, w io.Writer) error {
		return writeJSON(w, data(b))
	})
}

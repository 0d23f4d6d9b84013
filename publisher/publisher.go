// Package publisher finds the newest official text of the Comprehensive Rules
// on the web page of its publisher and downloads it. It uses the standard
// library only.
package publisher

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Page is the publisher's page that links to the rules.
const Page = "https://magic.wizards.com/en/rules"

// Limits of a Client that sets none of its own.
const (
	Timeout  = time.Minute // for one request with all redirects and the whole answer
	MaxBytes = 16 << 20
)

// redirects is how many redirects one request may follow.
const redirects = 5

// Client asks the publisher. The zero Client is ready to use. It takes https
// addresses only, except that an address on this machine, given as Page or to
// Download, may use http and may lead to others on this machine.
type Client struct {
	Page     string       // the page with the links; Page where empty
	HTTP     *http.Client // a client with Timeout where nil; redirects are checked in any case
	MaxBytes int64        // largest answer; MaxBytes where zero
}

// Link is a link to the rules as a text file.
type Link struct {
	URL  string
	Date time.Time // in its file name; the edition may become effective some days off it
}

// ErrNoLink says that the page has no link to the rules as a text file.
var ErrNoLink = errors.New("the page has no link to a rules text with a date in its name")

// Newest finds the link to the newest text on the publisher's page.
func (c Client) Newest(ctx context.Context) (Link, error) {
	address := c.Page
	if address == "" {
		address = Page
	}
	page, base, err := c.fetch(ctx, address, "text/html", "application/xhtml+xml")
	if err != nil {
		return Link{}, fmt.Errorf("reading the rules page: %w", err)
	}
	first, err := url.Parse(address)
	if err != nil {
		return Link{}, fmt.Errorf("reading the rules page: %w", err)
	}
	links := Links(page, base)
	links = slices.DeleteFunc(links, func(l Link) bool {
		u, err := url.Parse(l.URL)
		return err != nil || mayFollow(first, u) != nil
	})
	if len(links) == 0 {
		return Link{}, fmt.Errorf("reading %s: %w", address, ErrNoLink)
	}
	return links[0], nil
}

// Download gives the bytes of a text file. An answer of another type is an
// error; what the text says is not looked at.
func (c Client) Download(ctx context.Context, address string) ([]byte, error) {
	raw, _, err := c.fetch(ctx, address, "text/plain", "application/octet-stream", "binary/octet-stream")
	if err != nil {
		return nil, fmt.Errorf("downloading the rules: %w", err)
	}
	return raw, nil
}

// textLink matches what may be the address of a text file, quoted in a page
// or in a script inside it.
var textLink = regexp.MustCompile(`(?i)["'=]\s*([^"'<>=]*\.txt(?:[?#][^"'<>\s]*)?)["'\s>]`)

// nameDate matches a date in a file name.
var nameDate = regexp.MustCompile(`(?:^|[^0-9])(20[0-9]{2})[-_.]?([0-9]{2})[-_.]?([0-9]{2})(?:[^0-9]|$)`)

// Links gives the links of a page at base to the rules as a text file, newest
// first. Such a link has the word "rules" and a date in its file name.
func Links(page []byte, base *url.URL) []Link {
	var links []Link
	for _, m := range textLink.FindAllSubmatch(page, -1) {
		// scripts write a slash as \/ or \u002F
		raw := strings.NewReplacer(`\/`, "/", `\u002F`, "/", `\u002f`, "/", `\`, "").Replace(html.UnescapeString(string(m[1])))
		u, err := url.Parse(strings.TrimSpace(raw))
		if err != nil {
			continue
		}
		u = base.ResolveReference(u)
		u.Fragment = ""
		name := path.Base(u.Path)
		d := nameDate.FindStringSubmatch(strings.TrimSuffix(name, path.Ext(name)))
		if d == nil || !strings.Contains(strings.ToLower(name), "rules") {
			continue
		}
		date, err := time.Parse("20060102", d[1]+d[2]+d[3])
		if err != nil {
			continue
		}
		link := Link{u.String(), date}
		if !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	slices.SortStableFunc(links, func(a, b Link) int { return b.Date.Compare(a.Date) })
	return links
}

// fetch gets an address, checks that the answer is of one of the types, and
// gives it with the address it came from after redirects.
func (c Client) fetch(ctx context.Context, address string, types ...string) ([]byte, *url.URL, error) {
	first, err := url.Parse(address)
	if err != nil {
		return nil, nil, err
	}
	if err := mayFollow(first, first); err != nil {
		return nil, nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("User-Agent", "Regula (rules reference)")
	request.Header.Set("Accept", strings.Join(types, ", "))

	client := http.Client{Timeout: Timeout}
	if c.HTTP != nil {
		client = *c.HTTP
	}
	client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		for _, v := range via {
			if v.URL.String() == r.URL.String() {
				return errors.New("redirected in a circle")
			}
		}
		if len(via) > redirects {
			return fmt.Errorf("redirected more than %d times", redirects)
		}
		return mayFollow(first, r.URL)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	from := answer.Request.URL
	if answer.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s answers %s", from, answer.Status)
	}
	header := answer.Header.Get("Content-Type")
	kind, _, err := mime.ParseMediaType(header)
	if err != nil || !slices.Contains(types, kind) {
		return nil, nil, fmt.Errorf("%s is of type %q, not %s", from, header, types[0])
	}
	limit := c.MaxBytes
	if limit == 0 {
		limit = MaxBytes
	}
	if answer.ContentLength > limit {
		return nil, nil, fmt.Errorf("%s has %d bytes, more than %d", from, answer.ContentLength, limit)
	}
	raw, err := io.ReadAll(io.LimitReader(answer.Body, limit+1))
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("reading %s: %w", from, err)
	case int64(len(raw)) > limit:
		return nil, nil, fmt.Errorf("%s has more than %d bytes", from, limit)
	case len(raw) == 0:
		return nil, nil, fmt.Errorf("%s is empty", from)
	}
	return raw, from, nil
}

// mayFollow reports why an address may not be asked that was given as first,
// or that first led to; nil where it may.
func mayFollow(first, u *url.URL) error {
	switch {
	case u.Host == "":
		return fmt.Errorf("%q is no address of the web", u)
	case local(first) && local(u) && (u.Scheme == "http" || u.Scheme == "https"):
		return nil
	case local(u):
		return fmt.Errorf("%s leads to %s, which is on this machine", first, u)
	case u.Scheme != "https":
		return fmt.Errorf("%s is not an https address", u)
	}
	return nil
}

// local reports whether an address is on this machine.
func local(u *url.URL) bool {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

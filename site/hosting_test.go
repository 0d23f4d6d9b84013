package site

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// hostFiles gives the text of the files for hosts, by path.
func hostFiles(t *testing.T, pages []Page, base string) map[string]string {
	t.Helper()
	ps, err := HostPages(pages, base)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, p := range ps {
		texts[p.Path] = string(p.data)
	}
	return texts
}

// pattern is an address of _headers or _redirects: * stands for anything at
// its end, :name for what has no slash.
type pattern string

// match reports whether an address is meant, and what each name and * stands
// for.
func (p pattern) match(address string) (map[string]string, bool) {
	is := map[string]string{}
	want, got := strings.Split(string(p), "/"), strings.Split(address, "/")
	for i, w := range want {
		switch {
		case w == "*" && i == len(want)-1 && i < len(got):
			is["splat"] = strings.Join(got[i:], "/")
			return is, true
		case i >= len(got):
			return nil, false
		case strings.HasPrefix(w, ":"):
			is[w[1:]] = got[i]
		case w != got[i]:
			return nil, false
		}
	}
	rest := got[len(want):]
	return is, len(rest) == 0 || len(rest) == 1 && rest[0] == ""
}

// Every page gets from _headers what the server sends with it. Where nothing
// is said of caching, these hosts let browsers ask each time.
func TestHostHeaders(t *testing.T) {
	s, err := small()
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range []string{"", "https://example.org/rules/"} {
		root := "/"
		if u, err := url.Parse(base); err == nil && base != "" {
			root = u.Path
		}
		pages := s.pages(t, base)
		h, err := Handler(s.c, pages, Options{BaseURL: base, Indexes: s.indexes})
		if err != nil {
			t.Fatal(err)
		}
		type rule struct {
			pattern
			headers []header
		}
		var rules []rule
		for line := range strings.Lines(hostFiles(t, pages, base)[headersPath]) {
			line = strings.TrimSuffix(line, "\n")
			if len(line) > 2000 {
				t.Errorf("a line of %d characters; some hosts take 2,000", len(line))
			}
			if !strings.HasPrefix(line, " ") {
				rules = append(rules, rule{pattern: pattern(line)})
				continue
			}
			name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !ok || len(rules) == 0 {
				t.Fatalf("%q is no header", line)
			}
			last := &rules[len(rules)-1]
			last.headers = append(last.headers, header{name, value})
		}
		if len(rules) > 100 {
			t.Errorf("%d rules; some hosts take 100", len(rules))
		}
		for _, p := range pages {
			if p.Path == notFoundPath {
				continue
			}
			got := http.Header{}
			for _, r := range rules {
				if _, ok := r.match(root + p.Path); ok {
					for _, x := range r.headers {
						got.Add(x.name, x.value)
					}
				}
			}
			if got.Get("Cache-Control") == "" {
				got.Set("Cache-Control", cacheAsking)
			}
			if got.Get("Content-Type") == "" {
				got.Set("Content-Type", typeByName(p.Path))
			}
			want := ask1(h, "GET", "/"+p.Path, nil).Header()
			for _, name := range []string{"Content-Length", "Etag", "Vary"} {
				want.Del(name)
			}
			for name := range want {
				if !slices.Equal(got[name], want[name]) {
					t.Errorf("%s%s: %s is %q, want %q", root, p.Path, name, got[name], want[name])
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s%s: headers %v, want %v", root, p.Path, got, want)
			}
		}
	}
}

// _redirects sends readers where the server sends them, and nobody away from
// a page.
func TestHostRedirects(t *testing.T) {
	s, err := small()
	if err != nil {
		t.Fatal(err)
	}
	pages := s.pages(t, "")
	h, err := Handler(s.c, pages, Options{Indexes: s.indexes})
	if err != nil {
		t.Fatal(err)
	}
	if below := hostFiles(t, pages, "https://example.org/rules/")[redirectsPath]; !strings.HasSuffix(below, "\n/rules/* /rules/404.html 404\n") {
		t.Errorf("in a sub-path the page for unknown addresses is not named: %q", below)
	}
	paths := map[string]bool{}
	for _, p := range pages {
		paths[p.Path] = true
	}
	lines := strings.Split(strings.TrimSpace(hostFiles(t, pages, "")[redirectsPath]), "\n")
	if len(lines) > 100 {
		t.Errorf("%d lines; some hosts take 100 with patterns", len(lines))
	}
	// redirect follows the first line that applies, for a reader of language.
	redirect := func(address, language string) string {
		for _, line := range lines {
			words := strings.Fields(line)
			if len(words) < 3 || words[2] != "302" || len(words) > 4 {
				t.Fatalf("%q is no redirect", line)
			}
			if len(words) == 4 && words[3] != "Language="+language {
				continue
			}
			if is, ok := pattern(words[0]).match(address); ok {
				to := words[1]
				for name, value := range is {
					to = strings.ReplaceAll(to, ":"+name, value)
				}
				return to
			}
		}
		return ""
	}
	for path := range paths {
		if to := redirect("/"+path, ""); to != "" {
			t.Errorf("/%s, which is a page, is sent to %s", path, to)
		}
	}
	for _, tt := range []struct{ address, language, want string }{
		{"/DE/100.1/", "", "/de/100.1/"},
		{"/De/100.1/", "fr", "/de/100.1/"},
		{"/FR/glossary/kite/", "", "/fr/glossary/kite/"},
		{"/En/", "", "/en/"},
		{"/100.1", "de", "/de/100.1/"},
		{"/100.1/", "fr", "/fr/100.1/"},
		{"/glossary/kite", "en", "/en/glossary/kite/"},
		{"/glossary/", "de", "/de/glossary/"},
		{"/100.1", "pl", ""}, // whom the server sends to the English page, and the script of 404.html, too
	} {
		if got := redirect(tt.address, tt.language); got != tt.want {
			t.Errorf("%s is sent to %q, want %q", tt.address, got, tt.want)
		}
		if tt.want == "" {
			continue
		}
		if !paths[tt.want[1:]] {
			t.Fatalf("%s is no page", tt.want)
		}
		at, err := url.Parse(tt.address)
		if err != nil {
			t.Fatal(err)
		}
		w := ask1(h, "GET", tt.address, http.Header{"Accept-Language": {tt.language}})
		to, err := at.Parse(w.Header().Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		if w.Code != http.StatusFound || to.Path != tt.want {
			t.Errorf("the server sends %s with %d to %s, want %s", tt.address, w.Code, to.Path, tt.want)
		}
	}
}

func TestHostPagesRefuseAddress(t *testing.T) {
	if _, err := HostPages(nil, "example.org/rules"); err == nil {
		t.Error("no error for an address without a scheme")
	}
}

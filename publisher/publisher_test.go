package publisher_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"regula/publisher"
)

// serve answers each path with its handler.
func serve(t *testing.T, handlers map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	for p, h := range handlers {
		mux.HandleFunc(p, h)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// answer gives a handler that says body.
func answer(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, body)
	}
}

const htmlType, textType = "text/html; charset=utf-8", "text/plain"

func TestNewestAndDownload(t *testing.T) {
	s := serve(t, map[string]http.HandlerFunc{
		"/en/rules": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/en/rules/", http.StatusMovedPermanently)
		},
		"/en/rules/": answer(htmlType, `<a href="/files/TestRules%2020310305.txt">TXT</a> <a href="../old/TestRules 20300101.txt">`),
		"/files/":    answer(textType, "the rules"),
	})
	c := publisher.Client{Page: s.URL + "/en/rules"}
	link, err := c.Newest(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want := publisher.Link{URL: s.URL + "/files/TestRules%2020310305.txt", Date: time.Date(2031, 3, 5, 0, 0, 0, 0, time.UTC)}
	if link != want {
		t.Errorf("newest %v, want %v", link, want)
	}
	raw, err := c.Download(context.Background(), link.URL)
	if err != nil || string(raw) != "the rules" {
		t.Errorf("downloaded %q, %v", raw, err)
	}
}

func TestLinks(t *testing.T) {
	base, err := url.Parse("https://rules.example/en/rules")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, page string
		want       []string
	}{
		{"absolute", `<a href="https://media.example/2031/CompRules%2020310305.txt">`, []string{"https://media.example/2031/CompRules%2020310305.txt"}},
		{"blank in the name", `<a class=x href="https://media.example/Comp Rules 20310305.txt" >`, []string{"https://media.example/Comp%20Rules%2020310305.txt"}},
		{"relative", `<a href='files/comprules_20310305.txt'>`, []string{"https://rules.example/en/files/comprules_20310305.txt"}},
		{"of the host", `<a href="/comprules20310305.TXT">`, []string{"https://rules.example/comprules20310305.TXT"}},
		{"without scheme", `<a href="//media.example/rules-2031-03-05.txt">`, []string{"https://media.example/rules-2031-03-05.txt"}},
		{"without quotes", `<a href=/comprules20310305.txt>`, []string{"https://rules.example/comprules20310305.txt"}},
		{"with a query", `<a href="/comprules20310305.txt?v=1&amp;w=2#top">`, []string{"https://rules.example/comprules20310305.txt?v=1&w=2"}},
		{"entities", `<a href="/a&amp;b/comprules20310305.txt">`, []string{"https://rules.example/a&b/comprules20310305.txt"}},
		{"in a script", `{"href":"https:\/\/media.example\/rules 20310305.txt","x":"https:\u002F\u002Fmedia.example\u002Frules20310306.txt"}`,
			[]string{"https://media.example/rules20310306.txt", "https://media.example/rules%2020310305.txt"}},
		{"newest first", `<a href="/rules20300101.txt"><a href="/rules20310305.txt"><a href="/rules20301231.txt">`,
			[]string{"https://rules.example/rules20310305.txt", "https://rules.example/rules20301231.txt", "https://rules.example/rules20300101.txt"}},
		{"twice", `<a href="/rules20310305.txt"><a href="/rules20310305.txt">`, []string{"https://rules.example/rules20310305.txt"}},
		{"other files", `<a href="/rules20310305.pdf"><a href="/rules20310305.docx"><a href="/rules.txt"><a href="/notes20310305.txt">`, nil},
		{"no dates", `<a href="/rules20311305.txt"><a href="/rules203103051.txt"><a href="/rules20310230.txt">`, nil},
		{"no page", "", nil},
	} {
		var got []string
		for _, l := range publisher.Links([]byte(tt.page), base) {
			got = append(got, l.URL)
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestFaults(t *testing.T) {
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	handlers := map[string]http.HandlerFunc{
		"/nothing":  answer(htmlType, "<p>We moved.</p>"),
		"/insecure": answer(htmlType, `<a href="http://rules.example/rules20310305.txt">`),
		"/json":     answer("application/json", "{}"),
		"/text":     answer(textType, "some text"),
		"/html":     answer(htmlType, "<p>Not found, but with status 200</p>"),
		"/untyped": func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Content-Type"] = nil
			io.WriteString(w, "x")
		},
		"/empty":   answer(textType, ""),
		"/missing": http.NotFound,
		"/broken":  func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"/loop":    redirect("/loop"),
		"/loop1":   redirect("/loop2"),
		"/loop2":   redirect("/loop1"),
		"/away":    redirect("http://rules.example/"),
		"/ftp":     redirect("ftp://rules.example/"),
		"/step/": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
		},
		"/large": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", textType)
			w.Header().Set("Content-Length", "2000")
			io.WriteString(w, strings.Repeat("a", 2000))
		},
		"/stream": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", textType)
			for range 100 {
				io.WriteString(w, strings.Repeat("a", 100))
				w.(http.Flusher).Flush()
			}
		},
		"/cut": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", textType)
			w.Header().Set("Content-Length", "500")
			io.WriteString(w, "only this")
		},
		"/silent":  func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"/stalled": nil,
	}
	handlers["/stalled"] = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", textType)
		io.WriteString(w, "half")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	s := serve(t, handlers)
	impatient := &http.Client{Timeout: 50 * time.Millisecond}
	for _, tt := range []struct {
		page, file string // one of them
		http       *http.Client
		want       string
	}{
		{page: "/nothing", want: "no link to a rules text"},
		{page: "/insecure", want: "no link to a rules text"},
		{page: "/json", want: `is of type "application/json", not text/html`},
		{page: "/missing", want: "404 Not Found"},
		{page: "/broken", want: "500 Internal Server Error"},
		{page: "/loop", want: "redirected in a circle"},
		{page: "/loop1", want: "redirected in a circle"},
		{page: "/step/", want: "redirected more than 5 times"},
		{page: "/away", want: "is not an https address"},
		{page: "/ftp", want: "is not an https address"},
		{page: "/silent", http: impatient, want: "Client.Timeout"},
		{file: "/html", want: `is of type "text/html; charset=utf-8", not text/plain`},
		{file: "/untyped", want: `is of type "", not text/plain`},
		{file: "/empty", want: "is empty"},
		{file: "/large", want: "has 2000 bytes, more than 1000"},
		{file: "/stream", want: "has more than 1000 bytes"},
		{file: "/cut", want: "unexpected EOF"},
		{file: "/stalled", http: impatient, want: "Client.Timeout"},
		{file: "/loop1", want: "redirected in a circle"},
	} {
		c := publisher.Client{Page: s.URL + tt.page, HTTP: tt.http, MaxBytes: 1000}
		var err error
		if tt.page != "" {
			_, err = c.Newest(context.Background())
		} else {
			_, err = c.Download(context.Background(), s.URL+tt.file)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s%s: error %v, want %q", tt.page, tt.file, err, tt.want)
		}
	}
	_, err := publisher.Client{Page: s.URL + "/nothing"}.Newest(context.Background())
	if !errors.Is(err, publisher.ErrNoLink) {
		t.Errorf("error %v is not ErrNoLink", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (publisher.Client{}).Download(ctx, s.URL+"/text"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// TestAddresses has addresses that are refused before anything is asked.
func TestAddresses(t *testing.T) {
	ask := &http.Client{Transport: refuse{}}
	for _, tt := range []struct{ address, want string }{
		{"http://rules.example/rules20310305.txt", "is not an https address"},
		{"file:///etc/hosts", "is no address of the web"},
		{"rules.txt", "is no address of the web"},
		{"ftp://rules.example/a.txt", "is not an https address"},
		{"ftp://localhost/a.txt", "is on this machine"},
		{"://", "missing protocol scheme"},
		{"https://rules.example/a.txt", "asked https://rules.example/a.txt"},
		{"http://localhost:1/a.txt", "asked http://localhost:1/a.txt"},
		{"http://[::1]:1/a.txt", "asked http://[::1]:1/a.txt"},
		{"http://127.0.0.1:1/a b.txt", "asked http://127.0.0.1:1/a%20b.txt"},
	} {
		if _, err := (publisher.Client{HTTP: ask}).Download(context.Background(), tt.address); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.address, err, tt.want)
		}
	}
}

// refuse answers with an error that says what was asked.
type refuse struct{}

func (refuse) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("asked %s", r.URL)
}

// TestPublicPageToThisMachine: a page of the web may not lead back to here.
func TestPublicPageToThisMachine(t *testing.T) {
	for _, tt := range []struct{ to, want string }{
		{"http://localhost/", "is on this machine"},
		{"https://127.0.0.1/", "is on this machine"},
		{"http://rules.example/", "is not an https address"},
	} {
		c := publisher.Client{HTTP: &http.Client{Transport: redirectTo(tt.to)}}
		if _, err := c.Newest(context.Background()); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("redirect to %s: error %v, want %q", tt.to, err, tt.want)
		}
	}
}

type redirectTo string

func (to redirectTo) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	http.Redirect(w, r, string(to), http.StatusFound)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

// FuzzLinks looks for links in a page. They are whole addresses of text files
// that a request may be made for, newest first, each once.
func FuzzLinks(f *testing.F) {
	for _, s := range []string{
		`<a href="/Comp%20Rules 20260807.txt">`, `"url":"https:\/\/e.example\u002fCompRules2026-08-07.txt?x=1#y"`,
		`<a href='//e.example/rules_2026.08.07.TXT' src=rules20250101.txt>`, `"rules99999999.txt" "javascript:rules20260807.txt" ":rules20260807.txt"`, `"&#x2f;rules20260807&period;txt"`,
	} {
		f.Add(s)
	}
	base, err := url.Parse("https://host.example/en/rules?x=y#z")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, page string) {
		links := publisher.Links([]byte(page), base)
		for i, l := range links {
			u, err := url.Parse(l.URL)
			if err != nil || u.Scheme == "" || u.Fragment != "" || !strings.Contains(strings.ToLower(u.Path+u.Opaque), "rules") {
				t.Errorf("%q: link to %q (error %v)", page, l.URL, err)
			}
			if i > 0 && (links[i-1].Date.Before(l.Date) || links[i-1] == l) {
				t.Errorf("%q: %v before %v", page, links[i-1], l)
			}
		}
	})
}

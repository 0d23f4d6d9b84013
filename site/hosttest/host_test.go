package hosttest

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"regula/corpus/corpustest"
	"regula/search"
	"regula/site"
)

// prefix is where the recipes have the site.
const prefix = "/rules/"

// The small site, and how our own server sends it.
var (
	folder  string // of the host, with the exported site
	pages   []site.Page
	handler http.Handler
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tests of hosting:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "regula-hosttest-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	folder = dir
	if err := export(filepath.Join(dir, prefix)); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// export writes the small game's site, compressed files included.
func export(dir string) error {
	c, err := corpustest.Small("../testdata/small.txtar", nil)
	if err != nil {
		return err
	}
	o := site.Options{BaseURL: "https://example.org" + prefix, Indexes: site.Indexes{}}
	if err := o.Indexes.Add(c, search.NewIndex); err != nil {
		return err
	}
	if pages, err = site.Pages(c, o); err != nil {
		return err
	}
	if handler, err = site.Handler(c, pages, o); err != nil {
		return err
	}
	host, err := site.HostPages(pages, o.BaseURL)
	if err != nil {
		return err
	}
	_, err = site.Export(context.Background(), dir, append(host, pages...), site.ExportOptions{Precompress: true})
	return err
}

// program finds a host's program.
func program(t *testing.T, name, install string) string {
	t.Helper()
	for _, p := range []string{os.Getenv("REGULA_" + strings.ToUpper(name)), name, "/usr/sbin/" + name} {
		if p == "" {
			continue
		}
		if found, err := exec.LookPath(p); err == nil {
			return found
		}
	}
	t.Fatalf("the tests of hosting need %s: install it (Debian: apt-get install %s), or name its path in REGULA_%s", name, install, strings.ToUpper(name))
	return ""
}

// free is a port of this machine at which nobody listens.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// recipe reads a file of the folder hosting, with words of it replaced; each
// must stand in it.
func recipe(t *testing.T, name string, replace ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../hosting", name))
	if err != nil {
		t.Fatal(err)
	}
	s := string(b)
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(s, replace[i]) {
			t.Fatalf("%s has no %q", name, replace[i])
		}
		s = strings.ReplaceAll(s, replace[i], replace[i+1])
	}
	return s
}

// start runs a host until the test ends, and waits until it answers at
// address.
func start(t *testing.T, address string, cmd *exec.Cmd) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Kill()
		<-done
		if t.Failed() {
			t.Logf("%s said:\n%s", cmd, out.Bytes())
		}
	})
	for end := time.Now().Add(20 * time.Second); ; {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
			return
		}
		if time.Now().After(end) {
			t.Fatalf("no answer: %v", err)
		}
		select {
		case err := <-done:
			done <- err
			t.Fatalf("ended at once: %v\n%s", err, out.Bytes())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// startNginx runs nginx with a server's configuration.
func startNginx(t *testing.T, address, server string) {
	t.Helper()
	exe := program(t, "nginx", "nginx libnginx-mod-http-brotli-static")
	dir := t.TempDir()
	conf := "include /etc/nginx/modules-enabled/*.conf;\n" +
		"daemon off;\nmaster_process off;\npid " + dir + "/pid;\nerror_log stderr;\nevents {}\n" +
		"http {\naccess_log off;\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		conf += kind + "_temp_path " + dir + "/" + kind + ";\n"
	}
	conf += server + "}\n"
	name := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(name, []byte(conf), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(exe, "-t", "-c", name, "-e", "stderr").CombinedOutput(); err != nil {
		if bytes.Contains(out, []byte(`unknown directive "brotli_static"`)) {
			t.Fatal("nginx has no module for brotli: install it (Debian: apt-get install libnginx-mod-http-brotli-static)")
		}
		t.Fatalf("nginx: %v\n%s", err, out)
	}
	start(t, address, exec.Command(exe, "-c", name, "-e", "stderr"))
}

// startCaddy runs Caddy with a Caddyfile.
func startCaddy(t *testing.T, address, caddyfile string) {
	t.Helper()
	exe := program(t, "caddy", "caddy")
	dir := t.TempDir()
	name := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(name, []byte("{\n\tadmin off\n}\n"+caddyfile), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "run", "--config", name, "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	start(t, address, cmd)
}

// answer is what a host sent, unpacked.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// client follows no redirects and unpacks nothing by itself.
var client = &http.Client{
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 4},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       10 * time.Second,
}

// get asks a host at address for path, with further header lines as pairs.
func get(t *testing.T, address, path string, header ...string) answer {
	t.Helper()
	r, err := http.NewRequest("GET", "http://"+address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	body, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{w.StatusCode, w.Header, unpacked(t, w.Header.Get("Content-Encoding"), body)}
}

func unpacked(t *testing.T, encoding string, body []byte) []byte {
	t.Helper()
	var r io.Reader
	var err error
	switch encoding {
	case "":
		return body
	case "gzip":
		if r, err = gzip.NewReader(bytes.NewReader(body)); err != nil {
			t.Fatal(err)
		}
	case "br":
		r = brotli.NewReader(bytes.NewReader(body))
	default:
		t.Fatalf("content encoding %q", encoding)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// ours is what our own server answers.
func ours(path string) answer {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/"+path, nil))
	return answer{w.Code, w.Result().Header, w.Body.Bytes()}
}

// alike gives a content type as hosts may write it otherwise: by an older name
// or without the encoding where it can be no other.
func alike(typ string) string {
	if typ == "application/atom+xml; charset=utf-8" || typ == "application/opensearchdescription+xml; charset=utf-8" {
		return typ
	}
	switch typ, rest, _ := strings.Cut(typ, ";"); typ {
	case "application/javascript", "text/javascript":
		return "text/javascript"
	case "application/xml", "text/xml":
		return "application/xml"
	case "application/json", "image/svg+xml":
		return typ
	default:
		return typ + ";" + rest
	}
}

// bytesOf is the page that must be sent.
func bytesOf(t *testing.T, p site.Page) []byte {
	t.Helper()
	b, err := p.Bytes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A host sends every page as our own server does, compressed as the browser
// likes it best, and everything else with the page for unknown addresses.
func TestHostsSendTheSite(t *testing.T) {
	for _, host := range []struct {
		name  string
		start func(t *testing.T, address string)
	}{
		{"nginx", func(t *testing.T, address string) {
			startNginx(t, address, recipe(t, "nginx.conf", "listen 80", "listen "+address, "/srv/www", folder))
		}},
		{"Caddy", func(t *testing.T, address string) {
			startCaddy(t, address, recipe(t, "Caddyfile", "\nexample.org {", "\nhttp://"+address+" {", "/srv/www", folder))
		}},
	} {
		t.Run(host.name, func(t *testing.T) {
			address := free(t)
			host.start(t, address)
			t.Run("pages", func(t *testing.T) { testPages(t, address) })
			t.Run("missing", func(t *testing.T) { testMissing(t, address) })
			t.Run("redirects", func(t *testing.T) { testRedirects(t, address) })
		})
	}
}

func testPages(t *testing.T, address string) {
	kinds := map[string]bool{}
	for _, p := range pages {
		want, data := ours(p.Path), bytesOf(t, p)
		if p.Path == "404.html" {
			continue
		}
		kinds[want.header.Get("Content-Type")] = true
		stored := p.Path
		if stored == "" || strings.HasSuffix(stored, "/") {
			stored += "index.html"
		}
		_, err := os.Stat(filepath.Join(folder, prefix, stored+".br"))
		packed := err == nil
		for _, tt := range []struct{ accepted, encoding string }{
			{"", ""},
			{"gzip", "gzip"},
			{"gzip, deflate, br", "br"}, // as browsers write it
		} {
			if !packed {
				tt.encoding = ""
			}
			got := get(t, address, prefix+p.Path, "Accept-Encoding", tt.accepted)
			if got.status != http.StatusOK || !bytes.Equal(got.body, data) {
				t.Fatalf("%s accepting %q = %d and %d bytes, want 200 and the page's %d", p.Path, tt.accepted, got.status, len(got.body), len(data))
			}
			if e := got.header.Get("Content-Encoding"); e != tt.encoding {
				t.Errorf("%s accepting %q: content encoding %q, want %q", p.Path, tt.accepted, e, tt.encoding)
			}
			if packed && tt.encoding != "" && !strings.Contains(got.header.Get("Vary"), "Accept-Encoding") {
				t.Errorf("%s accepting %q: Vary is %q", p.Path, tt.accepted, got.header.Get("Vary"))
			}
			for name, values := range want.header {
				switch name {
				case "Content-Length", "Etag", "Vary":
				case "Content-Type":
					if typ := got.header.Get(name); alike(typ) != alike(values[0]) {
						t.Errorf("%s accepting %q: type %q, want %q", p.Path, tt.accepted, typ, values[0])
					}
				default:
					if v := got.header.Values(name); len(v) != 1 || v[0] != values[0] {
						t.Errorf("%s: %s is %q, want %q", p.Path, name, v, values)
					}
				}
			}
			tag := got.header.Get("Etag")
			if again := get(t, address, prefix+p.Path, "Accept-Encoding", tt.accepted, "If-None-Match", tag); again.status != http.StatusNotModified {
				t.Errorf("%s accepting %q, asked again with tag %q: %d", p.Path, tt.accepted, tag, again.status)
			}
		}
		if t.Failed() {
			return // all others will have the same fault
		}
	}
	if len(kinds) < 10 {
		t.Errorf("only pages of types %v were asked for", kinds)
	}
}

func testMissing(t *testing.T, address string) {
	var notFound []byte
	for _, p := range pages {
		if p.Path == "404.html" {
			notFound = bytesOf(t, p)
		}
	}
	for _, path := range []string{
		"715.3d", "de/nothing/", "de/nothing", "de/100/nothing.json", "s/01234567/regula.css", "offline/0.pack", "de/%22%3E%3Cx",
		".regula-site", "_headers", "_redirects", ".nojekyll", // not for readers
	} {
		for _, accepted := range []string{"", "gzip, br"} {
			got := get(t, address, prefix+path, "Accept-Encoding", accepted)
			if got.status != http.StatusNotFound || !bytes.Equal(got.body, notFound) {
				t.Errorf("%s = %d and %d bytes, want 404 and the %d of 404.html", path, got.status, len(got.body), len(notFound))
				continue
			}
			want := ours("de/nothing/").header
			for _, name := range []string{"Cache-Control", "Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"} {
				if v := got.header.Values(name); len(v) != 1 || v[0] != want.Get(name) {
					t.Errorf("%s: %s is %q, want %q", path, name, v, want.Get(name))
				}
			}
		}
	}
}

// A folder's address without a slash leads to the one with it, on this host
// and within the sub-path.
func testRedirects(t *testing.T, address string) {
	for _, tt := range []struct{ path, want string }{
		{"/rules", "/rules/"},
		{"/rules/de", "/rules/de/"},
		{"/rules/de/100.1", "/rules/de/100.1/"},
		{"/rules/fr/glossary/kite", "/rules/fr/glossary/kite/"},
	} {
		got := get(t, address, tt.path)
		at := &url.URL{Scheme: "http", Host: address, Path: tt.path}
		to, err := at.Parse(got.header.Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		if got.status < 301 || got.status > 308 || to.Host != address || to.Path != tt.want {
			t.Errorf("%s = %d to %s, want a redirect to %s", tt.path, got.status, to, tt.want)
		}
		if page := get(t, address, to.Path); page.status != http.StatusOK {
			t.Errorf("%s = %d", to.Path, page.status)
		}
	}
}

// In front of our own server, hosts keep what it says, and its redirects stay
// below the sub-path.
func TestHostsBeforeTheServer(t *testing.T) {
	server := httptest.NewServer(handler)
	defer server.Close()
	at := strings.TrimPrefix(server.URL, "http://")
	for _, host := range []struct {
		name  string
		start func(t *testing.T, address string)
	}{
		{"nginx", func(t *testing.T, address string) {
			startNginx(t, address, recipe(t, "proxy/nginx.conf", "listen 80", "listen "+address, "127.0.0.1:8715", at))
		}},
		{"Caddy", func(t *testing.T, address string) {
			startCaddy(t, address, recipe(t, "proxy/Caddyfile", "\nexample.org {", "\nhttp://"+address+" {", "127.0.0.1:8715", at))
		}},
	} {
		t.Run(host.name, func(t *testing.T) {
			address := free(t)
			host.start(t, address)
			for _, tt := range []struct {
				path   string
				status int
				to     string
			}{
				{"/rules/", 200, ""},
				{"/rules/de/100.1/", 200, ""},
				{"/rules/de/search/?q=kite", 200, ""},
				{"/rules/de/nothing/", 404, ""},
				{"/rules", 301, "/rules/"},
				{"/rules/de/100.1", 301, "/rules/de/100.1/"},
				{"/rules/de/100.1/index.html", 301, "/rules/de/100.1/"},
				{"/rules/de/CR%20100.1", 302, "/rules/de/100.1/"},
				{"/rules/100.1", 302, "/rules/en/100.1/"},
				{"/rules/de/search/?q=100.1", 302, "/rules/de/100.1/"},
			} {
				got := get(t, address, tt.path, "Accept-Encoding", "gzip")
				to := ""
				if l := got.header.Get("Location"); l != "" {
					u, err := (&url.URL{Path: strings.Split(tt.path, "?")[0]}).Parse(l)
					if err != nil {
						t.Fatal(err)
					}
					to = u.Path
				}
				if got.status != tt.status || to != tt.to {
					t.Errorf("%s = %d to %q, want %d to %q", tt.path, got.status, to, tt.status, tt.to)
				}
				if want := ours("").header.Get("Content-Security-Policy"); tt.path != "/rules" && got.header.Get("Content-Security-Policy") != want {
					t.Errorf("%s: policy %q", tt.path, got.header.Get("Content-Security-Policy"))
				}
			}
			if got := get(t, address, "/rules/de/100.1/", "Accept-Encoding", "gzip"); got.header.Get("Content-Encoding") != "gzip" || got.header.Get("Etag") == "" {
				t.Errorf("through the proxy, a page comes with %v", got.header)
			}
		})
	}
}

// docs/hosting.md shows the files of the folder hosting as they are.
func TestDocsShowRecipes(t *testing.T) {
	doc, err := os.ReadFile("../../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("../../hosting", func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(filepath.ToSlash(name), "../../")
		if !bytes.Contains(doc, []byte("`"+name+"`")) || !bytes.Contains(doc, b) {
			t.Errorf("docs/hosting.md does not show %s as it is", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

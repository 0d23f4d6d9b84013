package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// brief are limits that a test can wait for.
var brief = limits{
	header:      100 * time.Millisecond,
	request:     200 * time.Millisecond,
	answer:      300 * time.Millisecond,
	idle:        100 * time.Millisecond,
	stop:        200 * time.Millisecond,
	headerBytes: 16 << 10,
	connections: 4096,
}

// patience is how long a test waits for what is to happen at once.
const patience = 20 * time.Second

// hosted is a server under test.
type hosted struct {
	t    *testing.T
	addr string
	log  lines
	stop func() error // ends it, and gives what answer gave
}

// host starts a server, which the end of the test stops. By then every
// goroutine has to be gone that was not there before.
func host(t *testing.T, h http.Handler, most limits) *hosted {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s := &hosted{t: t}
	before := runtime.NumGoroutine()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	s.addr = l.Addr().String()
	ended := make(chan error, 1)
	go func() { ended <- answer(ctx, l, h, most, slog.New(slog.NewTextHandler(&s.log, nil))) }()
	s.stop = sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(patience):
			return errors.New("does not stop")
		}
	})
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
		nothingLeft(t, before)
	})
	return s
}

// nothingLeft waits until there are no more goroutines than before.
func nothingLeft(t *testing.T, before int) {
	t.Helper()
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before; <-time.After(time.Millisecond) {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<20)
			t.Errorf("%d goroutines before the server, %d after it:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
			return
		}
	}
}

// lines is what a log says.
type lines struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(p)
}

// dial opens a connection that ends with the test and has to be done in time.
func (s *hosted) dial() *net.TCPConn {
	s.t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		s.t.Fatal(err)
	}
	return c.(*net.TCPConn)
}

// statuses sends what it is given and returns the statuses of all that comes
// back until the server closes the connection.
func (s *hosted) statuses(sent string) []int {
	s.t.Helper()
	c := s.dial()
	go io.WriteString(c, sent) // the server may have closed by then
	var got []int
	r := bufio.NewReader(c)
	for {
		a, err := http.ReadResponse(r, nil)
		if err != nil {
			return got // closed, or cut off
		}
		if _, err := io.Copy(io.Discard, a.Body); err != nil {
			s.t.Errorf("%.60q: answer cut off: %v", sent, err)
		}
		a.Body.Close()
		got = append(got, a.StatusCode)
	}
}

// said is a handler that says what it was asked for.
var said = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	fmt.Fprint(w, r.URL.Path)
})

// Whoever is slow is let go in time.
func TestSlowReaders(t *testing.T) {
	endless := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/endless" {
			for block := make([]byte, 1<<16); ; {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}
		said(w, r)
	})
	s := host(t, endless, brief)
	for name, talk := range map[string]func(c net.Conn){
		"says nothing":              func(c net.Conn) {},
		"half a header":             func(c net.Conn) { io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nX-A: ") },
		"a header letter by letter": func(c net.Conn) { drip(c, "GET / HTTP/1.1\r\nHost: x\r\nX-A: "+strings.Repeat("a", 1<<20)) },
		"a header line by line":     func(c net.Conn) { drip(c, "GET / HTTP/1.1\r\nHost: x\r\n"+strings.Repeat("X-A: b\r\n", 1<<20)) },
		"half a body":               func(c net.Conn) { io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc") },
		"a body letter by letter": func(c net.Conn) {
			drip(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n"+strings.Repeat("a", 10000))
		},
		"chunks that never end": func(c net.Conn) {
			drip(c, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"+strings.Repeat("1\r\na\r\n", 10000))
		},
		"asks once and stays":         func(c net.Conn) { io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n") },
		"stays with half a next one":  func(c net.Conn) { io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT") },
		"never takes its answer":      func(c net.Conn) { io.WriteString(c, "GET /endless HTTP/1.1\r\nHost: x\r\n\r\n") },
		"empty lines, never a header": func(c net.Conn) { drip(c, strings.Repeat("\r\n", 1<<20)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := s.dial()
			go talk(c)
			start := time.Now()
			if name == "never takes its answer" {
				s.gone(c)
			} else if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("not let go in %v", time.Since(start))
			}
		})
	}
}

// drip sends s byte by byte until the server has had enough.
func drip(c net.Conn, s string) {
	for i := range len(s) {
		if _, err := io.WriteString(c, s[i:i+1]); err != nil {
			return
		}
		<-time.After(time.Millisecond)
	}
}

// gone waits until the server has closed a connection of which nothing is
// read: then nothing can be sent any more.
func (s *hosted) gone(c net.Conn) {
	for {
		if _, err := c.Write([]byte("x")); errors.Is(err, os.ErrDeadlineExceeded) {
			s.t.Errorf("an answer that nobody takes is still being sent")
			return
		} else if err != nil {
			return
		}
		<-time.After(time.Millisecond)
	}
}

// What comes over a connection gets an answer in the 200s, 300s or 400s, or
// none if it is not HTTP/1 at all.
func TestRequestLines(t *testing.T) {
	s := host(t, said, brief)
	const end = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	long := strings.Repeat("a", 1<<20)
	for name, tt := range map[string]struct {
		sent string
		want []int
	}{
		"HTTP/1.0":                      {"GET / HTTP/1.0\r\n\r\n", []int{200}},
		"HTTP/1.0 kept open":            {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n", []int{200, 200}},
		"HTTP/0.9":                      {"GET /\r\n", []int{400}},
		"absolute address":              {"GET http://elsewhere.example/a" + end, []int{200}},
		"address without a slash":       {"GET a" + end, []int{400}},
		"an address of stars":           {"GET *" + end, []int{200}},
		"OPTIONS of the server":         {"OPTIONS *" + end, []int{405}},
		"CONNECT":                       {"CONNECT elsewhere.example:443" + end, []int{405}},
		"TRACE":                         {"TRACE /" + end, []int{405}},
		"method of its own":             {"SIEVE /" + end, []int{405}},
		"method in lower case":          {"get /" + end, []int{405}},
		"method that is none":           {"G@T /" + end, []int{400}},
		"fifty at once":                 {strings.Repeat("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 49) + "GET /" + end, slicesOf(200, 50)},
		"a body where none belongs":     {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /" + end, []int{200, 200}},
		"two lengths":                   {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", []int{400}},
		"length and chunks":             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", []int{405}},
		"negative length":               {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\n", []int{400}},
		"a huge length":                 {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9223372036854775807\r\n\r\nabc", []int{405}},
		"a length beyond numbers":       {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\nabc", []int{400}},
		"an expectation":                {"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc", []int{405}},
		"an unknown expectation":        {"GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", []int{417}},
		"no host":                       {"GET / HTTP/1.1\r\n\r\n", []int{400}},
		"two hosts":                     {"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", []int{400}},
		"a host with a blank":           {"GET / HTTP/1.1\r\nHost: x y\r\n\r\n", []int{400}},
		"NUL in a header":               {"GET / HTTP/1.1\r\nHost: x\r\nA: b\x00c\r\n\r\n", []int{400}},
		"NUL in the address":            {"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n", []int{400}},
		"a header without a name":       {"GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n", []int{400}},
		"a header without a colon":      {"GET / HTTP/1.1\r\nHost: x\r\nabc\r\n\r\n", []int{400}},
		"a broken percent":              {"GET /%zz" + end, []int{400}},
		"an address of 15 kB":           {"GET /" + long[:15<<10] + end, []int{200}},
		"an address of 1 MB":            {"GET /" + long + end, []int{431}},
		"a query of 1 MB":               {"GET /?q=" + long + end, []int{431}},
		"a header of 1 MB":              {"GET / HTTP/1.1\r\nHost: x\r\nA: " + long + "\r\n\r\n", []int{431}},
		"1 MB in headers":               {"GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("A: b\r\n", 1<<20/6) + "\r\n", []int{431}},
		"1 MB of a header's name":       {"GET / HTTP/1.1\r\nHost: x\r\n" + long + ": b\r\n\r\n", []int{431}},
		"1 MB of a method":              {long + " /" + end, []int{431}},
		"a greeting of TLS":             {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 500) + "\r\n\r\n", []int{400}},
		"noise":                         {"\x00\xff\xfe\x80\r\n\r\n", []int{400}},
		"the beginning of HTTP/2":       {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", []int{405}},
		"a version to come":             {"GET / HTTP/9.9\r\nHost: x\r\n\r\n", []int{505}},
		"an encoding of another server": {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: knots\r\n\r\n", []int{501}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := s.statuses(tt.sent)
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("%.60q: statuses %v, want %v", tt.sent, got, tt.want)
			}
		})
	}
}

// slicesOf is n times x.
func slicesOf(x, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = x
	}
	return all
}

// A reader who has closed one half of the connection gets the answer over the
// other.
func TestHalfClosed(t *testing.T) {
	s := host(t, said, brief)
	c := s.dial()
	if _, err := io.WriteString(c, "GET /a HTTP/1.0\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := c.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(c); err != nil || !strings.HasSuffix(string(got), "\r\n\r\n/a") {
		t.Errorf("the answer is %q (error %v)", got, err)
	}
}

// Readers who keep their connection make room for those who come; whoever has
// said nothing yet does so when the time for that is over.
func TestCrowd(t *testing.T) {
	most := brief
	most.connections = 50
	most.idle = time.Hour
	s := host(t, said, most)
	for i := range 500 {
		c := s.dial()
		if i%10 == 3 {
			continue // never says anything
		}
		if _, err := io.WriteString(c, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if a, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("reader %d: %v", i, err)
		}
	}
}

// A server that stops finishes the answers under way, takes no new reader and
// does not wait for those who only keep a connection.
func TestStops(t *testing.T) {
	begun, finish := make(chan bool), make(chan bool)
	most := brief
	most.answer, most.idle, most.stop = time.Hour, time.Hour, patience
	s := host(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			begun <- true
			<-finish
		}
		said(w, r)
	}), most)
	idle := s.dial()
	if _, err := io.WriteString(idle, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	kept := bufio.NewReader(idle)
	if _, err := http.ReadResponse(kept, nil); err != nil {
		t.Fatal(err)
	}
	const readers = 20
	answers := make(chan string, readers)
	for range readers {
		go func() {
			r, err := http.Get("http://" + s.addr + "/slow")
			if err != nil {
				answers <- err.Error()
				return
			}
			defer r.Body.Close()
			text, err := io.ReadAll(r.Body)
			answers <- fmt.Sprint(r.StatusCode, string(text), err)
		}()
		<-begun
	}
	stopped := make(chan error, 1)
	go func() { stopped <- s.stop() }()
	if _, err := io.Copy(io.Discard, kept); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a connection without a request is kept by a server that stops")
	}
	if c, err := net.Dial("tcp", s.addr); err == nil {
		c.Close()
		t.Error("a server that stops takes new readers")
	}
	select {
	case err := <-stopped:
		t.Errorf("stopped (error %v) with answers under way", err)
	default:
	}
	close(finish)
	for range readers {
		if got := <-answers; got != "200/slow<nil>" {
			t.Errorf("an answer under way: %s", got)
		}
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	http.DefaultClient.CloseIdleConnections()
}

// A server that stops does not wait for ever.
func TestStopsWithoutThem(t *testing.T) {
	begun := make(chan bool)
	s := host(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun <- true
		<-r.Context().Done()
	}), limits{answer: time.Hour, stop: brief.stop, connections: 10})
	if _, err := io.WriteString(s.dial(), "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(s.log.String(), "stopped before") {
		t.Errorf("the log says %q", s.log.String())
	}
}

// A page that waits for changes waits longer than any reader may, hears of
// the next one, and is let go when the server stops.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.md")
	write := func(at time.Time) {
		if err := os.WriteFile(file, []byte("a"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	write(start)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := newWatcher(ctx, served{Handler: said}, func() (served, error) { return served{Handler: said}, nil }, dir, slog.New(slog.DiscardHandler))
	most := brief
	most.stop = patience
	s := host(t, w, most)
	wait := func() *bufio.Reader {
		c := s.dial()
		if _, err := io.WriteString(c, "GET /_watch HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		a, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Body.Close() })
		return bufio.NewReader(a.Body)
	}
	first := wait()
	<-time.After(2 * max(most.request, most.answer))
	write(start.Add(time.Minute))
	if got, err := io.ReadAll(first); err != nil || string(got) != ":\n\ndata: changed\n\n" {
		t.Errorf("a page that waits hears %q (error %v)", got, err)
	}
	second := wait()
	if _, err := second.ReadString('\n'); err != nil {
		t.Error(err)
	}
	cancel()
	if got, err := io.ReadAll(second); err != nil || string(got) != "\n" {
		t.Errorf("a page that waits hears %q (error %v) of a server that stops", got, err)
	}
	if got := s.statuses("POST /_watch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); fmt.Sprint(got) != "[405]" {
		t.Errorf("POST /_watch = %v, want 405", got)
	}
}

// The command itself: it says where it serves, reloads what changes, and ends
// when it is told to.
func TestServe(t *testing.T) {
	f := newFerry(t)
	for _, arg := range []string{"", " -watch"} {
		before := runtime.NumGoroutine()
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			command := "serve -addr 127.0.0.1:0 -content " + f.dir + "/content -data " + f.dir + "/data" + arg
			err := run(ctx, strings.Fields(command), nil, w, io.Discard)
			w.CloseWithError(err)
			ended <- err
		}()
		said, err := bufio.NewReader(r).ReadString('\n')
		address, ok := strings.CutPrefix(strings.TrimSpace(said), "serving on ")
		if err != nil || !ok {
			t.Fatalf("serve says %q (error %v)", said, err)
		}
		get := func(p string) string {
			a, err := http.Get(address + p)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Body.Close()
			text, err := io.ReadAll(a.Body)
			if err != nil || a.StatusCode != http.StatusOK {
				t.Errorf("serve%s: GET %s = %d (error %v)", arg, p, a.StatusCode, err)
			}
			return string(text)
		}
		if page := get("/de/201.2a/"); !strings.Contains(page, "bindet die Fähre an") || strings.Contains(page, watchScript) != (arg != "") {
			t.Errorf("serve%s: %s", arg, page)
		}
		if arg != "" {
			name := "content/de/rules/201.2.md"
			changed := make(chan string)
			go func() { changed <- get(watchEvents) }()
			for told := false; !told; { // the first change may come before the page waits
				f.write(name, strings.ReplaceAll(f.before["de/rules/201.2.md"], "bindet", time.Now().Format("15.04.05.000 ")+"zurrt"))
				select {
				case got := <-changed:
					told = true
					if !strings.Contains(got, "data: changed") {
						t.Errorf("a page that waits hears %q", got)
					}
				case <-time.After(time.Second):
				}
			}
			if page := get("/de/201.2a/"); !strings.Contains(page, "zurrt die Fähre an") {
				t.Errorf("a page after a change: %s", page)
			}
		}
		http.DefaultClient.CloseIdleConnections()
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("serve%s ends with %v", arg, err)
			}
		case <-time.After(patience):
			t.Fatalf("serve%s does not end", arg)
		}
		nothingLeft(t, before)
	}
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watcher serves the newest handler that could be made of the content, and
// has the pages that it sends reload themselves when that changes.
type watcher struct {
	mu      sync.Mutex
	handler http.Handler
	changed chan struct{} // closed at the next change
}

const (
	watchScript = "/_watch.js"
	watchEvents = "/_watch"
	script      = `new EventSource("` + watchEvents + `").onmessage = () => location.reload();` + "\n"
)

// newWatcher looks at the content several times a second until ctx ends, and
// makes a new handler whenever it has changed. Content with faults is reported
// and changes nothing.
func newWatcher(ctx context.Context, h http.Handler, load func() (http.Handler, error), dir string, log *slog.Logger) *watcher {
	w := &watcher{handler: h, changed: make(chan struct{})}
	go func() {
		last, _ := newest(dir)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(300 * time.Millisecond):
			}
			now, err := newest(dir)
			if err != nil || now.Equal(last) {
				continue
			}
			last = now
			h, err := load()
			if err != nil {
				log.Error("the content has faults; serving it as it was before", "faults", err)
				continue
			}
			log.Info("content loaded anew")
			w.mu.Lock()
			w.handler = h
			close(w.changed)
			w.changed = make(chan struct{})
			w.mu.Unlock()
		}
	}()
	return w
}

// ServeHTTP serves a page with the script that reloads it.
func (w *watcher) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	handler, changed := w.handler, w.changed
	w.mu.Unlock()
	switch r.URL.Path {
	case watchScript:
		out.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		fmt.Fprint(out, script)
		return
	case watchEvents:
		out.Header().Set("Content-Type", "text/event-stream")
		out.Header().Set("Cache-Control", "no-store")
		fmt.Fprint(out, ":\n\n")
		http.NewResponseController(out).Flush()
		select {
		case <-changed:
			fmt.Fprint(out, "data: changed\n\n")
		case <-r.Context().Done():
		}
		return
	}
	r.Header.Del("If-None-Match")
	r.Header.Del("If-Modified-Since")
	r.Header.Del("Range")
	r.Header.Del("Accept-Encoding")
	answer := &buffered{header: out.Header(), status: http.StatusOK}
	handler.ServeHTTP(answer, r)
	body := answer.body.Bytes()
	if strings.HasPrefix(out.Header().Get("Content-Type"), "text/html") {
		body = bytes.Replace(body, []byte("</head>"), []byte(`<script src="`+watchScript+`" defer></script></head>`), 1)
	}
	out.Header().Set("Content-Length", strconv.Itoa(len(body)))
	out.Header().Set("Cache-Control", "no-store")
	out.WriteHeader(answer.status)
	if r.Method != http.MethodHead {
		out.Write(body)
	}
}

// buffered keeps an answer until it is whole.
type buffered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *buffered) Header() http.Header         { return b.header }
func (b *buffered) WriteHeader(status int)      { b.status = status }
func (b *buffered) Write(p []byte) (int, error) { return b.body.Write(p) }

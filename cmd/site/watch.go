package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watcher serves the newest handler that could be made of the content, and
// has the pages that it sends reload themselves when that changes.
type watcher struct {
	end     <-chan struct{} // closed when the server stops
	looking sync.WaitGroup
	mu      sync.Mutex
	newest  *version
	changed chan struct{} // closed at the next change
}

// version is the content as it was at a time, and the requests that it is
// answering.
type version struct {
	served
	asked sync.WaitGroup
}

const (
	watchScript = "/_watch.js"
	watchEvents = "/_watch"
	script      = `new EventSource("` + watchEvents + `").onmessage = () => location.reload();` + "\n"
)

// newWatcher looks at the content several times a second until ctx ends, and
// makes a new handler whenever it has changed. Content with faults is reported
// and changes nothing.
func newWatcher(ctx context.Context, first served, load func() (served, error), dir string, log *slog.Logger) *watcher {
	w := &watcher{end: ctx.Done(), newest: &version{served: first}, changed: make(chan struct{})}
	w.looking.Go(func() {
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
			s, err := load()
			if err != nil {
				log.Error("the content has faults; serving it as it was before", "faults", err)
				continue
			}
			log.Info("content loaded anew")
			w.mu.Lock()
			old := w.newest
			w.newest = &version{served: s}
			close(w.changed)
			w.changed = make(chan struct{})
			w.mu.Unlock()
			old.asked.Wait()
			if err := old.close(); err != nil {
				log.Error("putting away the content as it was before", "reason", err)
			}
		}
	})
	return w
}

// close puts away what is served. The server has stopped by then.
func (w *watcher) close() error {
	w.looking.Wait()
	return w.newest.close()
}

// ServeHTTP serves a page with the script that reloads it.
func (w *watcher) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	changed := w.changed
	w.mu.Unlock()
	switch {
	case r.Method != http.MethodGet:
	case r.URL.Path == watchScript:
		out.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		fmt.Fprint(out, script)
		return
	case r.URL.Path == watchEvents:
		out.Header().Set("Content-Type", "text/event-stream")
		out.Header().Set("Cache-Control", "no-store")
		open := http.NewResponseController(out)
		if errors.Join(open.SetReadDeadline(time.Time{}), open.SetWriteDeadline(time.Time{})) != nil {
			return // the reader has gone
		}
		fmt.Fprint(out, ":\n\n")
		open.Flush()
		select {
		case <-changed:
			fmt.Fprint(out, "data: changed\n\n")
		case <-r.Context().Done():
		case <-w.end:
		}
		return
	}
	r.Header.Del("If-None-Match")
	r.Header.Del("If-Modified-Since")
	r.Header.Del("Range")
	r.Header.Del("Accept-Encoding")
	answer := &buffered{header: out.Header(), status: http.StatusOK}
	w.ask(answer, r)
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

// ask has the newest handler answer; it is not put away before it has.
func (w *watcher) ask(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	now := w.newest
	now.asked.Add(1)
	w.mu.Unlock()
	defer now.asked.Done()
	now.ServeHTTP(out, r)
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

// newest gives the time of the last change below a folder.
func newest(dir string) (time.Time, error) {
	var last time.Time
	err := fs.WalkDir(os.DirFS(dir), ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // renamed by an editor meanwhile
		}
		if err != nil {
			return err
		}
		if info.ModTime().After(last) {
			last = info.ModTime()
		}
		return nil
	})
	return last, err
}

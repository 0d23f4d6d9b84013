package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// progress tells on stderr how far a longer piece of work is: as a bar on a
// terminal, as a line every few seconds elsewhere. Work of less than a second
// says nothing. Its methods may be called from several goroutines.
type progress struct {
	w        io.Writer
	what     string
	terminal bool
	start    time.Time

	mu   sync.Mutex
	next time.Time // when to say something again
	said bool
}

func newProgress(w io.Writer, what string) *progress {
	p := &progress{w: w, what: what, start: time.Now()}
	p.next = p.start.Add(time.Second)
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			p.terminal = info.Mode()&os.ModeCharDevice != 0
		}
	}
	return p
}

// set says that done of all pieces are done; of all, if that is 0, nobody
// knows how many there are.
func (p *progress) set(done, all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.said = true
	p.next = now.Add(5 * time.Second)
	if p.terminal {
		p.next = now.Add(100 * time.Millisecond)
	}
	switch {
	case all == 0 && p.terminal:
		fmt.Fprintf(p.w, "\r%s: %d ", p.what, done)
		return
	case all == 0:
		fmt.Fprintf(p.w, "%s: %d\n", p.what, done)
		return
	case !p.terminal:
		fmt.Fprintf(p.w, "%s: %d of %d\n", p.what, done, all)
		return
	}
	const width = 30
	full := width * done / all
	fmt.Fprintf(p.w, "\r%s [%s%s] %d of %d ", p.what, strings.Repeat("#", full), strings.Repeat(".", width-full), done, all)
}

// end clears the bar.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.said {
		fmt.Fprint(p.w, "\r\033[K")
	}
}

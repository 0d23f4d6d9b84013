// Command bench measures what the site promises its readers and hosts and
// prints tables of the figures: the steps of a build, the whole program beside
// Hugo and beside plain file writes, cost by number of pages, the search in a
// browser beside Pagefind's, when pages are painted, and the server under load.
//
//	go run ./cmd/bench [-runs 5] [-write docs/performance.md] [steps|build|scale|browser|paint|load …]
//
// It is run by hand on a quiet machine; no test depends on how fast anything
// is. Every figure of a table comes from one run on one machine.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// bench is one run of the measurements.
type bench struct {
	ctx      context.Context
	runs     int    // of everything that is quick enough to be run several times
	data     string // folder of imported texts and cards; "" for none
	pagefind string // program; "" where it is not to be had
	work     string // folder for what is built, on a memory disk
	site     string // the program, built for this run
	log      io.Writer
}

// A measurement makes the tables of one name.
type measurement struct {
	name string
	run  func(*bench) (string, error)
}

var measurements = []measurement{
	{"steps", (*bench).steps},
	{"build", (*bench).build},
	{"scale", (*bench).scale},
	{"browser", (*bench).browser},
	{"paint", (*bench).paint},
	{"load", (*bench).load},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	b := bench{ctx: ctx, log: stderr}
	fs.IntVar(&b.runs, "runs", 5, "runs of which the median counts")
	fs.StringVar(&b.data, "data", "", "folder of imported texts and cards; empty: none")
	fs.StringVar(&b.pagefind, "pagefind", "pagefind", "Pagefind's program (npm install pagefind), to compare the search with")
	work := fs.String("work", "/dev/shm", "folder on a memory disk")
	write := fs.String("write", "", "file in which the tables between <!-- NAME --> and <!-- /NAME --> are replaced")
	if err := fs.Parse(args); err != nil {
		return err
	}
	for _, name := range fs.Args() {
		if !slices.ContainsFunc(measurements, func(m measurement) bool { return m.name == name }) {
			return fmt.Errorf("nothing is called %q: there are steps, build, scale, browser, paint and load", name)
		}
	}
	if b.pagefind, err = exec.LookPath(b.pagefind); err != nil {
		fmt.Fprintln(stderr, "bench: without Pagefind: name its program with -pagefind")
		b.pagefind = ""
	}
	if b.work, err = os.MkdirTemp(*work, "regula-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.work)) }()
	b.site = filepath.Join(b.work, "site")
	if out, err := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", b.site, "./cmd/site").CombinedOutput(); err != nil {
		return fmt.Errorf("building the program: %w\n%s", err, out)
	}
	machine := fmt.Sprintf("%s, %d processors, %s, %s/%s.", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, m := range measurements {
		if len(fs.Args()) > 0 && !slices.Contains(fs.Args(), m.name) {
			continue
		}
		fmt.Fprintf(stderr, "bench: %s\n", m.name)
		text, err := m.run(&b)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", m.name, err)
		}
		text = "\n" + machine + "\n\n" + text
		fmt.Fprint(stdout, text)
		if *write != "" {
			if err := replace(*write, m.name, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// replace puts a text between the marks of a name in a file.
func replace(file, name, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(old, []byte("<!-- "+name+" -->\n"))
	_, after, closed := bytes.Cut(rest, []byte("<!-- /"+name+" -->"))
	if !ok || !closed {
		return fmt.Errorf("%s has no place <!-- %s --> … <!-- /%s -->", file, name, name)
	}
	whole := fmt.Sprintf("%s<!-- %s -->\n%s\n<!-- /%s -->%s", before, name, text, name, after)
	return os.WriteFile(file, []byte(whole), 0o666)
}

// table is a table in Markdown.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t table) String() string {
	var s strings.Builder
	line := func(cells []string) { fmt.Fprintf(&s, "| %s |\n", strings.Join(cells, " | ")) }
	line(t.head)
	rule := make([]string, len(t.head))
	for i := range rule {
		rule[i] = "---:"
	}
	rule[0] = "---"
	line(rule)
	for _, r := range t.rows {
		line(r)
	}
	return s.String()
}

// median gives the middle one of some durations, percentile the one that so
// many of a hundred do not exceed. There must be one.
func median[T int | int64 | time.Duration | float64](all []T) T { return percentile(all, 50) }

func percentile[T int | int64 | time.Duration | float64](all []T, p int) T {
	s := slices.Sorted(slices.Values(all))
	return s[min(len(s)-1, len(s)*p/100)]
}

// time runs f as often as runs says and gives how long each run took.
func (b *bench) time(f func() error) ([]time.Duration, error) {
	var all []time.Duration
	for range b.runs {
		runtime.GC()
		start := time.Now()
		if err := f(); err != nil {
			return nil, err
		}
		all = append(all, time.Since(start))
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// ofRuns says which figures of the runs a table has; of one run all are the same.
func (b *bench) ofRuns(figures string) string {
	if b.runs == 1 {
		return "One run"
	}
	return fmt.Sprintf("%s of %d runs", figures, b.runs)
}

// ms prints a duration in milliseconds.
func ms(d time.Duration) string {
	v := float64(d) / float64(time.Millisecond)
	if v < 10 {
		return fmt.Sprintf("%.2f ms", v)
	}
	return fmt.Sprintf("%.0f ms", v)
}

// span prints median, least and most of some durations.
func span(all []time.Duration) []string {
	return []string{ms(median(all)), ms(slices.Min(all)), ms(slices.Max(all))}
}

// kb prints a number of bytes.
func kb(n int64) string {
	if n >= 10<<20 {
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f KB", float64(n)/1024)
}

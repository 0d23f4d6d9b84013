package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/markdown"
	"regula/site"
)

// spent is what a process took.
type spent struct {
	wall time.Duration
	rss  int64 // bytes at most
}

// program runs a program to its end.
func (b *bench) program(dir, name string, args ...string) (spent, error) {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return spent{}, err
	}
	var s spent
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case err := <-done:
			s.wall = time.Since(start)
			if err != nil {
				err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, out.Bytes())
			}
			return s, err
		case <-time.After(10 * time.Millisecond):
			s.rss = max(s.rss, peak(cmd.Process.Pid))
		}
	}
}

// peak gives the most memory that a process has held so far, in bytes; 0 where
// the system does not tell. What the system tells at its end would count this
// program's own memory, from which it was started.
func peak(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kb int64
	fmt.Sscan(rest, &kb)
	return kb << 10
}

// repeat runs a program several times, each after what prepares it.
func (b *bench) repeat(prepare func() error, dir, name string, args ...string) (walls []time.Duration, rss int64, err error) {
	for range b.runs {
		if err := prepare(); err != nil {
			return nil, 0, err
		}
		s, err := b.program(dir, name, args...)
		if err != nil {
			return nil, 0, err
		}
		walls = append(walls, s.wall)
		rss = max(rss, s.rss)
	}
	return walls, rss, nil
}

func nothing() error { return nil }

// removeSite removes a folder into which a site was exported, and what an export
// leaves beside it.
func removeSite(out string) error {
	return errors.Join(os.RemoveAll(out), os.RemoveAll(out+".spare"), os.RemoveAll(out+".record"))
}

// built is a comparison of the whole program with what else makes such a site.
type built struct {
	*bench
	out       string // folder of the site
	texts     string // folder of its texts
	table     table
	floorTook time.Duration // 0 until that is measured
	hugoTook  time.Duration // likewise
}

// build measures the whole program beside what else makes such a site.
func (b *bench) build() (string, error) {
	m, err := b.make(once)
	if err != nil {
		return "", err
	}
	files, err := b.files(m.pages)
	if err != nil {
		return "", err
	}
	w := &built{bench: b, out: filepath.Join(b.work, "public"), texts: filepath.Join(b.work, "content")}
	w.table.head = []string{"what", "median", "least", "most", "most memory", "of Hugo", "of plain writes"}
	if err := os.CopyFS(w.texts, os.DirFS("content")); err != nil {
		return "", err
	}
	pagefind := ""
	for _, rows := range []func() error{
		func() error { return w.others(files, m.content) },
		w.pages,
		func() (err error) { pagefind, err = w.whole(files); return err },
		w.again,
		w.changed,
		w.imported,
		w.served,
	} {
		if err := rows(); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s, into a new folder on a memory disk.\n\n%s\n%s", b.ofRuns("Median, least and most"), w.table, pagefind), nil
}

// files prints pages, by the names of their files.
func (b *bench) files(pages []site.Page) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, p := range pages {
		name := p.Path
		if name == "" || strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		var err error
		if files[name], err = p.Bytes(b.ctx); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// size counts the bytes of files.
func size(files map[string][]byte) (n int64) {
	for _, data := range files {
		n += int64(len(data))
	}
	return n
}

// row adds a row to the table; a memory of 0 is not known.
func (w *built) row(name string, walls []time.Duration, rss int64) {
	memory, ofHugo, ofFloor := "", "", ""
	if rss > 0 {
		memory = kb(rss)
	}
	if w.hugoTook > 0 {
		ofHugo = fmt.Sprintf("%.2f", float64(median(walls))/float64(w.hugoTook))
	}
	if w.floorTook > 0 {
		ofFloor = fmt.Sprintf("%.1f", float64(median(walls))/float64(w.floorTook))
	}
	w.table.add(append(append([]string{name}, span(walls)...), memory, ofHugo, ofFloor)...)
}

// clean removes the site.
func (w *built) clean() error { return removeSite(w.out) }

// export runs the program, each time after what prepares it.
func (w *built) export(prepare func() error) (walls []time.Duration, rss int64, err error) {
	return w.repeat(prepare, ".", w.bench.site, "export", "-out", w.out, "-content", w.texts, "-data", filepath.Join(w.work, "none"))
}

// others measures plain writes of the pages, and Hugo with as many.
func (w *built) others(files map[string][]byte, ct content.Content) error {
	html := maps.Clone(files)
	maps.DeleteFunc(html, func(name string, _ []byte) bool { return !strings.HasSuffix(name, ".html") })
	floors, err := w.floor(html)
	if err != nil {
		return err
	}
	w.floorTook = median(floors)
	walls, rss, made, err := w.hugo(ct, len(html), size(html))
	if err != nil {
		return err
	}
	w.hugoTook = median(walls)
	w.row(fmt.Sprintf("plain writes of the same %d pages", len(html)), floors, 0)
	w.row(fmt.Sprintf("Hugo, %d pages of %s in all", len(html), kb(made)), walls, rss)
	return nil
}

// pages measures the pages alone: what Hugo makes, no search, no data, nothing
// for offline.
func (w *built) pages() error {
	var walls []time.Duration
	for range w.runs {
		if err := w.clean(); err != nil {
			return err
		}
		runtime.GC()
		start := time.Now()
		if err := pagesAlone(w.ctx, w.out); err != nil {
			return err
		}
		walls = append(walls, time.Since(start))
	}
	w.row("the pages alone: texts read, joined, printed, written", walls, 0)
	return nil
}

// whole measures the export of the whole site, and Pagefind on that if it is to
// be had; then it says how the two compare.
func (w *built) whole(files map[string][]byte) (pagefind string, err error) {
	walls, rss, err := w.export(w.clean)
	if err != nil {
		return "", err
	}
	if w.pagefind != "" {
		index := filepath.Join(w.work, "pagefind")
		remove := func() error { return os.RemoveAll(index) }
		finds, _, err := w.repeat(remove, ".", w.pagefind, "--site", w.out, "--output-path", index)
		if err != nil {
			return "", err
		}
		w.row("Pagefind on these pages", finds, 0) // its memory is that of a program that it starts
		pagefind = fmt.Sprintf("Hugo and Pagefind together take %s; the whole site with its search takes %.2f of that.\n",
			ms(w.hugoTook+median(finds)), float64(median(walls))/float64(w.hugoTook+median(finds)))
		if err := remove(); err != nil {
			return "", err
		}
	}
	w.row(fmt.Sprintf("`site export`, whole: %d files, %s, search and packs for offline", len(files), kb(size(files))), walls, rss)
	return pagefind, nil
}

// again measures an export into the folder that whole left.
func (w *built) again() error {
	walls, rss, err := w.export(nothing)
	if err != nil {
		return err
	}
	w.row("`site export` again, nothing changed", walls, rss)
	return nil
}

// changed measures exports into that folder of which each finds one file changed.
func (w *built) changed() error {
	page := filepath.Join(w.texts, "de", "rules", "715.md")
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	n := 0
	walls, rss, err := w.export(func() error {
		n++
		const next = "\n\n## 715.2\n" // a longer paragraph before it each time
		return os.WriteFile(page, bytes.Replace(text, []byte(next), []byte(strings.Repeat(" Boot", n)+next), 1), 0o666)
	})
	if err != nil {
		return err
	}
	w.row("`site export` after one file changed", walls, rss)
	return nil
}

// imported measures the export with what was imported, if anything was.
func (w *built) imported() error {
	if w.data == "" {
		return nil
	}
	walls, rss, err := w.repeat(w.clean, ".", w.bench.site, "export", "-out", w.out, "-data", w.data)
	if err != nil {
		return err
	}
	w.row("`site export` with official texts and cards imported", walls, rss)
	return nil
}

// served measures how long the server takes to its first answer.
func (w *built) served() error {
	cold, err := w.starts(true)
	if err != nil {
		return err
	}
	w.row("`site serve` to its first answer, no index stored", cold, 0)
	warm, err := w.starts(false)
	if err != nil {
		return err
	}
	w.row("`site serve` to its first answer, index stored", warm, 0)
	return nil
}

// pagesAlone makes and writes the HTML pages without any search.
func pagesAlone(ctx context.Context, out string) error {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // garbageLoading of cmd/site, which loads so
	var history *editions.History
	var ct content.Content
	var errs [2]error
	var wait sync.WaitGroup
	wait.Go(func() { history, errs[0] = editions.LoadHistory(editions.FS) })
	wait.Go(func() { ct, errs[1] = content.Load(content.FS) })
	wait.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	all, err := site.Pages(corpus.New(history, nil, nil, ct), site.Options{OnlineOnly: true})
	if err != nil {
		return err
	}
	var pages []site.Page
	for _, p := range all {
		if p.Path == "" || strings.HasSuffix(p.Path, "/") || strings.HasSuffix(p.Path, ".html") {
			pages = append(pages, p)
		}
	}
	_, err = site.Export(ctx, out, pages, site.ExportOptions{})
	return err
}

// floor writes files as plainly as can be, on all processors.
func (b *bench) floor(files map[string][]byte) ([]time.Duration, error) {
	var walls []time.Duration
	for range b.runs {
		dir := filepath.Join(b.work, "floor")
		start := time.Now()
		var wait sync.WaitGroup
		names := make(chan string, 64)
		errs := make([]error, runtime.GOMAXPROCS(0))
		for i := range errs {
			wait.Go(func() {
				for name := range names {
					f := filepath.Join(dir, filepath.FromSlash(name))
					errs[i] = errors.Join(errs[i], os.MkdirAll(filepath.Dir(f), 0o777), os.WriteFile(f, files[name], 0o666))
				}
			})
		}
		for name := range files {
			names <- name
		}
		close(names)
		wait.Wait()
		walls = append(walls, time.Since(start))
		if err := errors.Join(append(errs, os.RemoveAll(dir))...); err != nil {
			return nil, err
		}
	}
	return walls, nil
}

// hugo makes a project of Hugo's with as many pages of the same size, from
// the same texts, and builds it.
func (b *bench) hugo(ct content.Content, pages int, size int64) (walls []time.Duration, rss, made int64, err error) {
	if _, err := exec.LookPath("hugo"); err != nil {
		return nil, 0, 0, fmt.Errorf("%w: install Debian's hugo", err)
	}
	var pool []string // paragraphs
	for _, p := range ct.Pages {
		for _, x := range p.Explanations {
			pool = append(pool, strings.TrimSpace(string(x.Parts.Text.Source)))
		}
	}
	dir := filepath.Join(b.work, "hugo")
	defer os.RemoveAll(dir)
	frame := `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title><link rel="stylesheet" href="/s.css"></head><body>` +
		`<header><nav><a href="/">Start</a></nav></header><main><h1>{{ .Title }}</h1>{{ .Content }}</main><footer>` + strings.Repeat("footer ", 250) + `</footer></body></html>`
	write := func(name, text string) error {
		f := filepath.Join(dir, name)
		return errors.Join(os.MkdirAll(filepath.Dir(f), 0o777), os.WriteFile(f, []byte(text), 0o666))
	}
	if err := errors.Join(
		write("config.toml", "baseURL = \"/\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\", \"404\"]\n"),
		write("layouts/_default/single.html", frame),
		write("layouts/_default/list.html", frame),
	); err != nil {
		return nil, 0, 0, err
	}
	each := int(size)/pages - len(frame)
	at := 0
	for i := range pages {
		var text strings.Builder
		fmt.Fprintf(&text, "---\ntitle: %q\n---\n", fmt.Sprint("Page ", i))
		for n := 0; n < each; at++ {
			p := pool[at%len(pool)]
			fmt.Fprintf(&text, "%s [%d](/p%d/)\n\n", p, at%pages, at%pages)
			n += len(markdown.Plain([]byte(p))) + 40
		}
		if err := write(fmt.Sprintf("content/p%d.md", i), text.String()); err != nil {
			return nil, 0, 0, err
		}
	}
	out := filepath.Join(b.work, "hugo-public")
	defer os.RemoveAll(out)
	walls, rss, err = b.repeat(func() error { return os.RemoveAll(out) }, dir, "hugo", "--quiet", "--destination", out)
	if err != nil {
		return nil, 0, 0, err
	}
	err = fs.WalkDir(os.DirFS(out), ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			made += info.Size()
		}
		return err
	})
	return walls, rss, made, err
}

// starts measures how long the server takes to its first answer.
func (b *bench) starts(cold bool) ([]time.Duration, error) {
	data := filepath.Join(b.work, "data")
	var walls []time.Duration
	for range b.runs {
		if cold {
			if err := os.RemoveAll(data); err != nil {
				return nil, err
			}
		}
		start := time.Now()
		s, err := b.serve("-data", data)
		if err != nil {
			return nil, err
		}
		walls = append(walls, time.Since(start))
		if err := s.stop(); err != nil {
			return nil, err
		}
	}
	return walls, nil
}

// server is a running server.
type server struct {
	cmd     *exec.Cmd
	address string // http://127.0.0.1:port
}

// serve starts the server and waits for its first answer.
func (b *bench) serve(args ...string) (*server, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.CommandContext(b.ctx, b.site, append([]string{"serve", "-addr", "127.0.0.1:0"}, args...)...)
	cmd.Stdout = in
	err = cmd.Start()
	in.Close()
	if err != nil {
		return nil, err
	}
	s := &server{cmd: cmd}
	var line [200]byte
	n, err := out.Read(line[:])
	said := string(line[:n])
	i := strings.Index(said, "http://")
	if err != nil || i < 0 {
		return nil, errors.Join(fmt.Errorf("the server says %q", said), err, s.stop())
	}
	s.address = strings.TrimSpace(said[i:])
	r, err := http.Get(s.address + "/" + string(lang.German) + "/search.json?q=flug")
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, r.Body.Close()
}

// stop ends the server and waits for that.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	s.cmd.Wait() // how it ends is not what is measured
	return nil
}

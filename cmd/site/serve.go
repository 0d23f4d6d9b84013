package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"regula/corpus"
	"regula/lang"
	"regula/search"
	"regula/site"
)

func baseFlag(fs *flag.FlagSet) *string {
	return fs.String("base-url", "", "address of the site's root, such as https://example.org/rules/, for search engines and sharing")
}

// stored opens indexes from the data folder. One that does not fit the corpus is
// made anew; where the folder cannot be written it is made in memory.
func stored(data string, log *slog.Logger) site.IndexMaker {
	return func(docs []search.Document, l lang.Language) (*search.Index, error) {
		x, err := search.OpenIndex(filepath.Join(data, "index"), docs, l)
		if err != nil {
			log.Warn("search index kept in memory only", "language", l, "reason", err)
			return search.NewIndex(docs, l)
		}
		if notice := x.Notice(); notice != "" {
			log.Warn("search index made anew", "language", l, "reason", notice)
		}
		return x, nil
	}
}

// indexOf makes the index of a language, from which only files for scripts are
// cut, when it is asked for.
func indexOf(c *corpus.Corpus) func(lang.Language) (*search.Index, error) {
	return func(l lang.Language) (*search.Index, error) { return site.NewIndex(c, l, search.NewIndexForChunks) }
}

// served is a handler with the indexes that it searches.
type served struct {
	http.Handler
	indexes site.Indexes
}

func (s served) close() error { return s.indexes.Close() }

// serve answers requests until ctx ends.
func (p program) serve(ctx context.Context, args []string) error {
	fs := p.flags("serve")
	addr := fs.String("addr", "127.0.0.1:8715", "address to listen on")
	watch := fs.Bool("watch", false, "read the texts from -content (default: content) and load them anew when they change")
	base := baseFlag(fs)
	src := sourceFlags(fs)
	if done, err := p.parse(fs, args, 0); done || err != nil {
		return err
	}
	if *watch && *src.content == "" {
		*src.content = "content"
	}
	log := slog.New(slog.NewTextHandler(p.stderr, nil))
	load := func() (served, error) {
		defer debug.SetGCPercent(debug.SetGCPercent(garbageLoading))
		c, err := src.corpus(true)
		if err != nil {
			return served{}, err
		}
		open := stored(*src.data, log)
		if *watch {
			open = search.NewIndex // of texts that change every minute
		}
		o := site.Options{BaseURL: *base, Indexes: site.Indexes{}, Late: true, OnlineOnly: *watch, Log: log}
		var pages []site.Page
		var making errgroup.Group
		making.Go(func() error { return o.Indexes.Add(c, open) })
		making.Go(func() (err error) {
			pages, err = site.Pages(c, o) // which needs no index yet
			return err
		})
		if err := making.Wait(); err != nil {
			return served{}, errors.Join(err, o.Indexes.Close())
		}
		h, err := site.Handler(c, pages, o)
		if err != nil {
			return served{}, errors.Join(err, o.Indexes.Close())
		}
		return served{h, o.Indexes}, nil
	}
	first, err := load()
	if err != nil {
		return err
	}
	handler, stop := http.Handler(first), first.close
	if *watch {
		w := newWatcher(ctx, first, load, *src.content, log)
		handler, stop = w, w.close
	}
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return errors.Join(err, stop())
	}
	fmt.Fprintf(p.stdout, "serving on http://%s\n", listener.Addr())
	// No request of a reader takes long; who is slower holds a connection.
	err = answer(ctx, listener.(*net.TCPListener), handler, limits{
		header:      5 * time.Second,
		request:     10 * time.Second,
		answer:      30 * time.Second,
		idle:        60 * time.Second,
		stop:        10 * time.Second,
		headerBytes: 16 << 10,
		connections: 1024,
	}, log)
	return errors.Join(err, stop())
}

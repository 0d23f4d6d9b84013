package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"regula/corpus"
	"regula/site"
)

// How much memory an export may take before Go collects garbage more often than
// it would by itself: what our own texts need, and more for each card.
const (
	exportMemory = 215 << 20
	cardMemory   = 32 << 10
)

// export writes the static site.
func (p program) export(ctx context.Context, args []string) error {
	fs := p.flags("export")
	out := fs.String("out", "public", "folder of the site; replaced as a whole, and only if an earlier export made it")
	precompress := fs.Bool("precompress", false, "also write each file compressed, with .gz and .br after its name, for hosts that send those")
	base := baseFlag(fs)
	src := sourceFlags(fs)
	if done, err := p.parse(fs, args, 0); done || err != nil {
		return err
	}
	start := time.Now()
	debug.SetGCPercent(garbageLoading)
	debug.SetMemoryLimit(exportMemory)
	say := func(r site.Exported) {
		fmt.Fprintf(p.stdout, "%s: %d files, of which %d written, %d removed, in %.1f s\n",
			*out, r.Files, r.Written, r.Removed, time.Since(start).Seconds())
		if *base == "" {
			fmt.Fprintln(p.stderr, "without -base-url the addresses for search engines (canonical, sitemap.xml) are relative")
		}
	}
	var c *corpus.Corpus
	var loading errgroup.Group // of what is needed if anything has changed
	loading.Go(func() (err error) {
		c, err = src.corpus(true)
		return err
	})
	record := site.OpenRecord(*out)
	before, err := src.sums()
	if err != nil {
		return err
	}
	if r, ok := record.Unchanged(before.made(*base, *precompress)); ok {
		say(r)
		return nil
	}
	if err := loading.Wait(); err != nil {
		return err
	}
	// What is saved while it is read may be in the site or not. Then nothing is
	// remembered, and nothing believed of what was imported.
	var now sums
	var reading errgroup.Group
	reading.Go(func() (err error) {
		now, err = src.sums()
		return err
	})
	if sources, err := src.sourcesSum(); err != nil {
		return err
	} else if sources != before.sources {
		before, record = sums{}, nil
		if err := site.ForgetRecord(*out); err != nil {
			return err
		}
	}
	made := func() string {
		if err := reading.Wait(); err != nil || now != before {
			return ""
		}
		return before.made(*base, *precompress)
	}
	debug.SetMemoryLimit(exportMemory + int64(len(c.Cards()))*cardMemory)
	pages, err := site.Pages(c, site.Options{BaseURL: *base, Index: indexOf(c), Record: record, Sources: before.sources, Late: true})
	if err != nil {
		return err
	}
	progress := newProgress(p.stderr, "writing pages")
	result, err := site.Export(ctx, *out, pages, site.ExportOptions{
		Precompress: *precompress,
		Record:      record,
		Made:        made,
		More:        func(pages []site.Page) ([]site.Page, error) { return site.HostPages(pages, *base) },
		Progress:    progress.set,
	})
	progress.end()
	if err != nil {
		return err
	}
	say(result)
	return nil
}

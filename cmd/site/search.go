package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"regula/lang"
	"regula/search"
	"regula/site"
)

// search answers a query in the terminal.
func (p program) search(ctx context.Context, args []string) error {
	fs := p.flags("search")
	tag := fs.String("lang", "de", "language to search in: de, fr or en")
	asJSON := fs.Bool("json", false, "print what the server answers at search.json")
	n := fs.Int("n", 10, "how many hits to print at most")
	src := sourceFlags(fs)
	if done, err := p.parse(fs, args, 1<<10); done || err != nil {
		return err
	}
	l, ok := lang.Parse(*tag)
	query := strings.TrimSpace(strings.Join(fs.Args(), " "))
	late := slices.IndexFunc(fs.Args(), func(word string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		return strings.HasPrefix(word, "-") && fs.Lookup(name) != nil
	})
	switch {
	case late >= 0 && !slices.Contains(args, "--"):
		fmt.Fprintf(p.stderr, "site search: flags come before other words: put %q first, or -- if you look for it\n", fs.Arg(late))
		return errUsage
	case !ok:
		fmt.Fprintf(p.stderr, "site search: -lang %q: the languages are de, fr and en\n", *tag)
		return errUsage
	case query == "":
		fmt.Fprint(p.stderr, "site search: say what to look for\n")
		return errUsage
	case *n < 1 || *n > 1000:
		fmt.Fprint(p.stderr, "site search: -n takes a number from 1 to 1000\n")
		return errUsage
	}
	debug.SetGCPercent(garbageLoading)
	c, err := src.corpus(false)
	if err != nil {
		return err
	}
	open := search.NewIndex
	if _, err := os.Stat(*src.data); err == nil {
		open = stored(*src.data, slog.New(slog.NewTextHandler(p.stderr, nil)))
	}
	x, err := site.NewIndex(c, l, open)
	if err != nil {
		return err
	}
	defer x.Close()
	result, err := x.Search(ctx, query, search.Options{Limit: *n})
	if err != nil {
		return err
	}
	if *asJSON {
		enc := json.NewEncoder(p.stdout)
		enc.SetEscapeHTML(false)
		return enc.Encode(site.SearchData(l, result))
	}
	for _, line := range site.SearchLines(l, result) {
		fmt.Fprintln(p.stdout, line)
	}
	return nil
}

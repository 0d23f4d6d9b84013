package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"regula/editions"
	"regula/publisher"
	"regula/rules"
)

// importData dispatches on what is imported.
func (p program) importData(ctx context.Context, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(p.stderr, "site import: say what: rules or rulings\n")
		return errUsage
	}
	switch args[0] {
	case "-h", "-help", "--help":
		fmt.Fprint(p.stderr, "Usage: site import rules, or site import rulings; -h behind either explains its flags\n")
		return nil
	case "rules":
		return p.importRules(ctx, args[1:])
	case "rulings":
		return p.importRulings(ctx, args[1:])
	default:
		fmt.Fprintf(p.stderr, "site import: cannot import %q: there are rules and rulings\n", args[0])
		return errUsage
	}
}

// maxAhead is how many years ahead of today the date of a text is believed.
const maxAhead = 10

// importRules reads the official text of an edition, stores it under the data
// folder and writes the facts of the edition. An import that fails changes
// nothing.
func (p program) importRules(ctx context.Context, args []string) error {
	fs := p.flags("import rules")
	data := dataFlag(fs)
	facts := fs.String("editions", "editions", "folder for the facts of the edition; made if it is not there")
	page := fs.String("page", publisher.Page, "the publisher's page on which the newest text is linked")
	older := fs.Bool("older", false, "take an edition older than the one imported, in its stead")
	beside := fs.Bool("beside", false, "keep the text beside the one in use, to compare wordings with")
	list := fs.Bool("list", false, "name each text of ours that a new edition touches, not only how many there are")
	texts := contentFlag(fs)
	if done, err := p.parse(fs, args, 1); done || err != nil {
		return err
	}
	raw, err := p.readRules(ctx, fs.Arg(0), *page)
	if err != nil {
		return err
	}
	book, err := rules.Parse(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("reading the rules text: %w", err)
	}
	if book.Effective.After(time.Now().AddDate(maxAhead, 0, 0)) { // every later edition would pass for an older one
		return fmt.Errorf("this text says that it is effective %s, more than %d years from today: its date is wrong", book.Effective.Format(time.DateOnly), maxAhead)
	}
	store := newTextStore(*data)
	current, err := store.current()
	if err != nil {
		return err
	}
	if !*older && !*beside && book.Effective.Before(current) {
		return fmt.Errorf("this text is effective %s, older than the imported one of %s; -older takes it all the same, -beside keeps it beside that one",
			book.Effective.Format(time.DateOnly), current.Format(time.DateOnly))
	}
	history, files, err := store.include(book, raw, *facts)
	if err != nil {
		return err
	}
	if !*beside || current.IsZero() {
		files = append(files, file{filepath.Join(store.dir, currentFile), []byte(book.Effective.Format(time.DateOnly) + "\n")})
	}
	if err := writeAll(ctx, files); err != nil {
		return fmt.Errorf("storing the text: %w", err)
	}
	fmt.Fprintln(p.stdout, book)
	work, err := workFor(history, book, *texts)
	if err != nil {
		return fmt.Errorf("the text is imported, but what it makes of the explanations cannot be told: %w", err)
	}
	if len(work) > 0 && !*list {
		fmt.Fprintln(p.stderr, "-list names each; \"site editions apply\" renames what has moved")
	}
	p.printWork(work, *texts, *list)
	return nil
}

// include gives the files that hold a text and the facts of its edition, and
// the history with that edition. They are in such an order that an import that
// is killed between two of them is made whole by importing the text again: an
// edition stands there in full before the one before it is told as what
// differs from it, and the file of the text in use, which comes last, is not
// among them.
func (s textStore) include(book *rules.Book, raw []byte, facts string) (*editions.History, []file, error) {
	neighbours, err := s.besides(book.Effective)
	if err != nil {
		return nil, nil, err
	}
	history, changed, err := editions.Include(os.DirFS(facts), book, neighbours...)
	if err != nil {
		return nil, nil, fmt.Errorf("adding the edition to the facts in %s: %w", facts, err)
	}
	files := []file{{s.text(book.Effective), raw}}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(changed))) {
		files = append(files, file{filepath.Join(facts, name), changed[name]})
	}
	return history, files, nil
}

// readRules reads the text that src names: a file, an address, "-" for
// standard input, or "" for the newest that the publisher's page links.
func (p program) readRules(ctx context.Context, src, page string) ([]byte, error) {
	client := publisher.Client{Page: page}
	switch {
	case src == "":
		link, err := client.Newest(ctx)
		if err != nil {
			return nil, fmt.Errorf("finding the newest rules text: %w", err)
		}
		fmt.Fprintf(p.stderr, "reading %s\n", link.URL)
		return client.Download(ctx, link.URL)
	case strings.HasPrefix(src, "http://"), strings.HasPrefix(src, "https://"):
		return client.Download(ctx, src)
	case src == "-":
		return readAtMost(p.stdin, rules.MaxBytes, "standard input")
	}
	f, err := os.Open(src)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAtMost(f, rules.MaxBytes, src)
}

// readAtMost reads all of r, and fails where that is more than max bytes.
func readAtMost(r io.Reader, max int64, name string) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, max+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(len(b)) > max {
		return nil, fmt.Errorf("%s is larger than %d MB: that is no rules text", name, max>>20)
	}
	return b, nil
}

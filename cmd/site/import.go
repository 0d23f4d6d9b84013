package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"regula/editions"
	"regula/publisher"
	"regula/rules"
)

// importData dispatches on what is imported.
func (p program) importData(ctx context.Context, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(p.stderr, "site import: say what: rules\n")
		return errUsage
	}
	switch args[0] {
	case "rules":
		return p.importRules(ctx, args[1:])
	default:
		fmt.Fprintf(p.stderr, "site import: cannot import %q: rules is what there is\n", args[0])
		return errUsage
	}
}

// importRules reads the official text of an edition, stores it under the data
// folder and writes the facts of the edition. An import that fails changes
// nothing.
func (p program) importRules(ctx context.Context, args []string) error {
	fs := p.flags("import rules")
	data := dataFlag(fs)
	facts := fs.String("editions", "editions", "folder for the facts of the edition; made if it is not there")
	page := fs.String("page", publisher.Page, "the publisher's page on which the newest text is linked")
	older := fs.Bool("older", false, "take an edition older than the one imported, in its stead")
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
	store := textStore{dir: filepath.Join(*data, "cr")}
	current, err := store.current()
	if err != nil {
		return err
	}
	if !*older && book.Effective.Before(current) {
		return fmt.Errorf("this text is effective %s, older than the imported one of %s; -older takes it all the same",
			book.Effective.Format(time.DateOnly), current.Format(time.DateOnly))
	}
	var tsv bytes.Buffer
	if err := editions.Write(&tsv, editions.FromBook(book)); err != nil {
		return fmt.Errorf("writing the facts: %w", err)
	}
	day := book.Effective.Format(time.DateOnly)
	if err := writeAll([]file{
		{store.text(book.Effective), raw},
		{filepath.Join(*facts, day+".tsv"), tsv.Bytes()},
		{filepath.Join(store.dir, currentFile), []byte(day + "\n")},
	}); err != nil {
		return fmt.Errorf("storing the text: %w", err)
	}
	fmt.Fprintln(p.stdout, book)
	return nil
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

// textStore keeps imported official texts as they were read, a file an
// edition, and beside them a file that names the one in use.
type textStore struct{ dir string }

const currentFile = "current"

// current gives the date of the text in use, the zero time where none is
// imported.
func (s textStore) current() (time.Time, error) {
	b, err := os.ReadFile(filepath.Join(s.dir, currentFile))
	if errors.Is(err, os.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(string(b)))
	if err != nil {
		return time.Time{}, fmt.Errorf("%s does not hold a date: delete it and import again", filepath.Join(s.dir, currentFile))
	}
	return t, nil
}

// book gives the text in use, nil where none is imported.
func (s textStore) book() (*rules.Book, error) {
	t, err := s.current()
	if err != nil || t.IsZero() {
		return nil, err
	}
	name := s.text(t)
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := rules.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return b, nil
}

// text names the file of the edition in force from a day.
func (s textStore) text(effective time.Time) string {
	return filepath.Join(s.dir, effective.Format(time.DateOnly)+".txt")
}

// file is a name and what the file of that name is to hold.
type file struct {
	name    string
	content []byte
}

// writeAll writes files one after another. If one fails, those before it are
// what they were.
func writeAll(files []file) error {
	var undo []func() error
	for _, f := range files {
		old, err := os.ReadFile(f.name)
		switch {
		case err == nil:
			undo = append(undo, func() error { return writeWhole(f.name, old) })
		case errors.Is(err, os.ErrNotExist):
			undo = append(undo, func() error { return os.Remove(f.name) })
		default:
			undo = append(undo, func() error { return nil })
		}
		if err := writeWhole(f.name, f.content); err != nil {
			for _, u := range undo[:len(undo)-1] {
				err = errors.Join(err, u())
			}
			return err
		}
	}
	return nil
}

// writeWhole replaces a file at once: whoever opens it finds the old content
// or the new, never a part. It makes the folder, and writes nothing where the
// file holds just these bytes.
func writeWhole(name string, b []byte) (err error) {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, b) {
		return nil
	}
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(b); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

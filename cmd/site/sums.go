package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
)

// sums identifies what a site is made of.
type sums struct {
	sources string // the program and what was imported
	content string // the explanations; "" for those of the program
}

// sums reads all sources to identify them.
func (s source) sums() (sums, error) {
	sources, err := s.sourcesSum()
	if err != nil {
		return sums{}, err
	}
	content, err := s.contentSum()
	return sums{sources, content}, err
}

// made identifies a site that is made of these, with some flags.
func (s sums) made(flags ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %q", s.sources, s.content, flags))
	return hex.EncodeToString(sum[:8])
}

func (s source) sourcesSum() (string, error) {
	h := sha256.New()
	program, err := programSum()
	if err != nil {
		return "", fmt.Errorf("reading the program: %w", err)
	}
	fmt.Fprintln(h, program)
	for _, name := range []string{textsFolder, cardsFile} {
		if err := addFiles(h, os.DirFS(*s.data), name); err != nil {
			return "", fmt.Errorf("reading what was imported: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

func (s source) contentSum() (string, error) {
	if *s.content == "" {
		return "", nil
	}
	h := sha256.New()
	if err := addFiles(h, os.DirFS(*s.content), "."); err != nil {
		return "", fmt.Errorf("reading the content: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// programSum identifies this program.
var programSum = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
})

// addFiles adds what is at name, a file or all files of a folder, wherever
// links lead. It need not be there. As where content is loaded, files whose
// name begins with a period or underscore do not count, nor does what is no
// file.
func addFiles(w io.Writer, from fs.FS, name string) error {
	info, err := fs.Stat(from, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		entries, err := fs.ReadDir(from, name)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") {
				continue
			}
			if err := addFiles(w, from, path.Join(name, e.Name())); err != nil {
				return err
			}
		}
		return nil
	case !info.Mode().IsRegular():
		return nil
	}
	f, err := from.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	fmt.Fprintf(w, "%q %d %x\n", name, n, h.Sum(nil))
	return err
}

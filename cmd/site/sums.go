package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// sums identifies what a site is made of: sources the program and what was
// imported, made these and the explanations and flags, too.
func (s source) sums(flags ...any) (sources, made string, err error) {
	h := sha256.New()
	program, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	if err := addFile(h, program, ""); err != nil {
		return "", "", fmt.Errorf("reading the program: %w", err)
	}
	for _, name := range []string{"cr", "cards.gz"} {
		if err := addFiles(h, os.DirFS(*s.data), name); err != nil {
			return "", "", fmt.Errorf("reading what was imported: %w", err)
		}
	}
	sources = hex.EncodeToString(h.Sum(nil)[:8])
	if *s.content != "" {
		if err := addFiles(h, os.DirFS(*s.content), "."); err != nil {
			return "", "", fmt.Errorf("reading the content: %w", err)
		}
	}
	fmt.Fprintf(h, "%q", flags)
	return sources, hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// addFiles adds the file or all files of a folder, which need not be there.
func addFiles(w io.Writer, from fs.FS, root string) error {
	return fs.WalkDir(from, root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == root:
			return nil
		case err != nil || d.IsDir():
			return err
		}
		f, err := from.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return add(w, name, f)
	})
}

func addFile(w io.Writer, file, name string) error {
	f, err := os.Open(filepath.Clean(file))
	if err != nil {
		return err
	}
	defer f.Close()
	return add(w, name, f)
}

// add adds a file whose end can be told from the beginning of the next.
func add(w io.Writer, name string, r io.Reader) error {
	h := sha256.New()
	n, err := io.Copy(h, r)
	fmt.Fprintf(w, "%q %d %x\n", name, n, h.Sum(nil))
	return err
}

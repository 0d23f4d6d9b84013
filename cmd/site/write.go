package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// file is a name and what the file of that name is to hold; with nil it is to
// go.
type file struct {
	name    string
	content []byte
}

// writeAll writes and removes files, all or none: first everything is written
// beside its place, and until then the end of ctx stops the work; then one
// file after another is put in its place. If one cannot be, those before it
// are brought back.
func writeAll(ctx context.Context, files []file) (err error) {
	var staged []stagedFile
	defer func() {
		for _, s := range staged {
			if s.temp != "" {
				os.Remove(s.temp)
			}
			if err != nil {
				s.removeFolders()
			}
		}
	}()
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, change, err := stage(f)
		if change || err != nil {
			staged = append(staged, s)
		}
		if err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i := range staged {
		if err := staged[i].place(); err != nil {
			for j := i - 1; j >= 0; j-- {
				err = errors.Join(err, staged[j].undo())
			}
			return err
		}
	}
	return nil
}

// stagedFile is a file that is ready to be put in its place.
type stagedFile struct {
	name    string
	temp    string // what is to be in its place; "" for nothing
	old     []byte // what is there now
	existed bool
	folders []string // that were made for it, the outermost first
}

// stage writes what f is to hold beside its place. It changes nothing where
// the file holds just that.
func stage(f file) (s stagedFile, change bool, err error) {
	s.name = f.name
	s.old, err = os.ReadFile(f.name)
	s.existed = err == nil
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return s, false, err
	case f.content == nil:
		return s, s.existed, nil
	case s.existed && bytes.Equal(s.old, f.content):
		return s, false, nil
	}
	dir := filepath.Dir(f.name)
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		s.folders = append([]string{d}, s.folders...)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return s, false, err
	}
	t, err := os.CreateTemp(dir, "."+filepath.Base(f.name)+".*")
	if err != nil {
		return s, false, err
	}
	s.temp = t.Name()
	_, err = t.Write(f.content)
	return s, true, errors.Join(err, t.Chmod(0o644), t.Sync(), t.Close())
}

// place puts the file in its place at once: whoever opens it finds the old
// content or the new, never a part.
func (s *stagedFile) place() error {
	if s.temp == "" {
		return os.Remove(s.name)
	}
	if err := os.Rename(s.temp, s.name); err != nil {
		return err
	}
	s.temp = ""
	return nil
}

// undo brings back what was in the place of the file.
func (s *stagedFile) undo() error {
	if !s.existed {
		return os.Remove(s.name)
	}
	old, _, err := stage(file{s.name, s.old})
	if err == nil {
		err = old.place()
	}
	return err
}

// removeFolders takes away the folders that were made for the file, as far as
// they are empty.
func (s *stagedFile) removeFolders() {
	for i := len(s.folders) - 1; i >= 0; i-- {
		os.Remove(s.folders[i])
	}
}

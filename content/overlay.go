package content

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Over gives the texts of fsys, which Renumber was given, with what it changes
// in them.
func (r Renumbering) Over(fsys fs.FS) fs.FS { return overlay{fsys, r.Files} }

// overlay is a file system in which some files are others, new or gone. Their
// folders are those of base.
type overlay struct {
	base  fs.FS
	files map[string][]byte // nil for one that is gone
}

func (o overlay) Open(name string) (fs.File, error) {
	b, ok := o.files[name]
	switch {
	case !ok:
		return o.base.Open(name)
	case b == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &memoryFile{memoryInfo{path.Base(name), int64(len(b))}, bytes.NewReader(b)}, nil
}

func (o overlay) ReadDir(dir string) ([]fs.DirEntry, error) {
	es, err := fs.ReadDir(o.base, dir)
	if err != nil {
		return nil, err
	}
	es = slices.DeleteFunc(slices.Clone(es), func(e fs.DirEntry) bool {
		_, ok := o.files[path.Join(dir, e.Name())]
		return ok
	})
	for name, b := range o.files {
		if path.Dir(name) == dir && b != nil {
			es = append(es, fs.FileInfoToDirEntry(memoryInfo{path.Base(name), int64(len(b))}))
		}
	}
	slices.SortFunc(es, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return es, nil
}

type memoryFile struct {
	info memoryInfo
	io.Reader
}

func (f *memoryFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *memoryFile) Close() error               { return nil }

type memoryInfo struct {
	name string
	size int64
}

func (i memoryInfo) Name() string       { return i.name }
func (i memoryInfo) Size() int64        { return i.size }
func (i memoryInfo) Mode() fs.FileMode  { return 0o444 }
func (i memoryInfo) ModTime() time.Time { return time.Time{} }
func (i memoryInfo) IsDir() bool        { return false }
func (i memoryInfo) Sys() any           { return nil }

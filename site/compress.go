package site

import (
	"bytes"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"regula/lang"
)

// minPacked is the size from which on compression saves a packet.
const minPacked = 1200

// packable reports whether what stands at p is for readers, and gets smaller
// by compression.
func packable(p string) bool {
	ext := path.Ext(file(p))
	return types[ext] != "" && ext != ".png" && ext != ".pack"
}

// Levels of compression. At its best, brotli takes minutes for a whole site
// and saves a tenth, so only what is small and read by everybody gets it.
const (
	gzipSent   = 5 // for one answer of the server
	gzipPack   = 6 // for the packs of pages that browsers keep
	gzipFile   = 9
	brotliFile = 5
	brotliBest = brotli.BestCompression
	maxBest    = 64 << 10 // bytes
)

// A coding is a form in which an export writes a page: as it is, or compressed
// into a file beside that.
type coding struct {
	ext  string // of its file, after the name of the page's own
	pack func(path string, data []byte) []byte
	is   func(packed, data []byte) bool // whether packed is data in this form
}

// codings has every form; the first is the page as it is.
var codings = [...]coding{
	{
		pack: func(_ string, data []byte) []byte { return data },
		is:   bytes.Equal,
	},
	{
		ext:  ".gz",
		pack: func(_ string, data []byte) []byte { return gzipped(data, gzipFile) },
		is:   func(packed, data []byte) bool { return unpacks(&gunzips, packed, data) },
	},
	{
		ext: ".br",
		pack: func(p string, data []byte) []byte {
			level := brotliFile
			if readByAll(p) && len(data) <= maxBest {
				level = brotliBest
			}
			return compressed(&brotlis[level], data)
		},
		is: func(packed, data []byte) bool { return unpacks(&unbrotlis, packed, data) },
	},
}

// readByAll reports whether browsers fetch what stands at p whatever their
// readers read: style, scripts, drawings, the files at the root, the start
// pages.
func readByAll(p string) bool {
	_, home := lang.Parse(strings.TrimSuffix(p, "/"))
	return home || !strings.Contains(p, "/") || strings.HasPrefix(p, staticFolder)
}

// A compressor writes what it is given, smaller. Making one takes ten times as
// long as compressing a page, so they are used again.
type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

// Compressors by level, and what undoes them.
var (
	gzips = pools(func(level int) compressor {
		z, err := gzip.NewWriterLevel(nil, level)
		if err != nil {
			panic(err) // no such level
		}
		return z
	})
	brotlis   = pools(func(level int) compressor { return brotli.NewWriterLevel(nil, level) })
	gunzips   = sync.Pool{New: func() any { return new(gzip.Reader) }}
	unbrotlis = sync.Pool{New: func() any { return new(brotli.Reader) }}
)

// pools has a pool of compressors for each level.
func pools(atLevel func(level int) compressor) []sync.Pool {
	p := make([]sync.Pool, brotliBest+1)
	for level := range p {
		p[level].New = func() any { return atLevel(level) }
	}
	return p
}

// gzipped compresses data at a level from 1 to 9. The result depends on
// nothing else.
func gzipped(data []byte, level int) []byte { return compressed(&gzips[level], data) }

func compressed(pool *sync.Pool, data []byte) []byte {
	z := pool.Get().(compressor)
	defer pool.Put(z)
	var b bytes.Buffer
	z.Reset(&b)
	if _, err := z.Write(data); err != nil {
		panic(err) // a buffer takes everything
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// unpacks reports whether packed is data and nothing else, compressed.
func unpacks(pool *sync.Pool, packed, data []byte) bool {
	r := pool.Get().(interface {
		io.Reader
		Reset(io.Reader) error
	})
	defer pool.Put(r)
	if r.Reset(bytes.NewReader(packed)) != nil {
		return false
	}
	b := make([]byte, len(data)+1)
	if _, err := io.ReadFull(r, b[:len(data)]); err != nil || !bytes.Equal(b[:len(data)], data) {
		return false
	}
	_, err := io.ReadFull(r, b[len(data):])
	return err == io.EOF
}

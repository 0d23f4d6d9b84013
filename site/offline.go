package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"regula/lang"
)

// packPages is how many pages stand in one pack. Few make many requests; many
// make the reader's device unpack much for one page.
const packPages = 240

// pack is a run of pages that a reader's browser keeps for reading without a
// network: compressed together, since pages resemble one another. Unpacked, a
// pack has four lines of numbers, divided by blanks, and then what its pages
// have but once. The first line has a plus sign and the lengths of the pages,
// the others the steps that bring them back: how many bytes to take over, how
// many to repeat, and how far back these begin. It is made once, as soon as all
// of these are there.
type pack struct {
	language string // "" for shared pages
	pages    []Page

	mu     sync.Mutex
	have   []func() ([]byte, error)              // what gives the pages that are there, until it is made
	sums   []byte                                // of the pages, in their order
	left   int                                   // how many are not there
	recall func(key string) (recordedPack, bool) // finds a pack by what is in it that need not be made again; nil for none
	key    string                                // of what is in it
	data   []byte                                // nil where it was recalled
	info   packInfo
	err    error // why it could not be made
}

// packInfo tells of a pack where it is listed.
type packInfo struct {
	File  string   `json:"file"`  // path, named after what is in it
	Bytes int      `json:"bytes"` // as transferred
	Paths []string `json:"paths"` // of its pages, below the folder of the language or, for shared ones, the root
}

// offlineInfo tells the script in the page, and the service worker, what there
// is to keep. Its version changes with every byte of the site.
type offlineInfo struct {
	Version   string                `json:"version"`
	Edition   string                `json:"edition"`
	Shared    []packInfo            `json:"shared"` // needed with every language
	Languages map[string][]packInfo `json:"languages"`
}

// pack divides pages into packs. Pages and the files of the search are divided
// apart, so that the ones do not depend on the others.
func (b *builder) pack(pages []Page) []*pack {
	var packs []*pack
	add := func(language string, want func(Page) bool) {
		var k *pack
		for i := range pages {
			p := &pages[i]
			if p.away || !want(*p) {
				continue
			}
			if k == nil || len(k.pages) == packPages {
				k = &pack{language: language}
				packs = append(packs, k)
			}
			k.pages = append(k.pages, *p)
			k.left++
			p.pack, p.place = k, len(k.pages)-1
		}
	}
	add("", func(p Page) bool { return !strings.Contains(p.Path, "/") || strings.HasPrefix(p.Path, b.static) })
	for _, l := range lang.All {
		add(string(l), func(p Page) bool { return strings.HasPrefix(p.Path, homePath(l)) })
	}
	for _, k := range packs {
		k.have = make([]func() ([]byte, error), len(k.pages))
		k.sums = make([]byte, sumSize*len(k.pages))
	}
	return packs
}

// packList is the list of packs. It can be printed only when they are made, and
// so makes them; what they are called is known only then.
func (b *builder) packList(packs []*pack) Page {
	list := b.written(offlinePath, func(ctx context.Context, b *builder, w io.Writer) error {
		if err := completeAll(ctx, packs); err != nil {
			return err
		}
		info := offlineInfo{Edition: b.editionDate(), Languages: map[string][]packInfo{}}
		version := sha256.New()
		for _, k := range packs {
			version.Write([]byte(k.info.File))
			if k.language == "" {
				info.Shared = append(info.Shared, k.info)
			} else {
				info.Languages[k.language] = append(info.Languages[k.language], k.info)
			}
		}
		info.Version = hex.EncodeToString(version.Sum(nil)[:6])
		return writeJSON(w, info)
	})
	list.packs = packs
	return list
}

// Packs makes the packs of pages that readers can keep to read without a
// network. Pages that have not been printed for that yet are printed. Without
// such packs, as with OnlineOnly, there is nothing to make.
func Packs(ctx context.Context, pages []Page) ([]Page, error) {
	var out []Page
	for _, list := range pages {
		if err := completeAll(ctx, list.packs); err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for _, k := range list.packs {
			if !seen[k.info.File] {
				seen[k.info.File] = true
				out = append(out, Page{Path: k.info.File, data: k.data})
			}
		}
	}
	slices.SortFunc(out, func(x, y Page) int { return cmp.Compare(x.Path, y.Path) })
	return out, nil
}

// completeAll makes those of the packs that are not made yet, several at once.
func completeAll(ctx context.Context, packs []*pack) error {
	return each(ctx, len(packs), func(ctx context.Context, i int) error {
		if err := packs[i].complete(ctx); err != nil {
			return fmt.Errorf("packing the site: %w", err)
		}
		return nil
	})
}

// complete prints what the pack lacks, and makes it.
func (k *pack) complete(ctx context.Context) error {
	for i, p := range k.pages {
		if k.has(i) {
			continue
		}
		data, err := p.Bytes(ctx)
		if err != nil {
			return err
		}
		if err := k.put(i, data); err != nil {
			return err
		}
	}
	return k.err
}

func (k *pack) has(i int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.left == 0 || k.have[i] != nil
}

// put adds the page at place i, and with the last one makes the pack.
func (k *pack) put(i int, page []byte) error {
	return k.add(i, sumOf(page), func() ([]byte, error) { return page, nil })
}

// add adds the page at place i, which get gives if the pack has to be made.
func (k *pack) add(i int, sum string, get func() ([]byte, error)) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.left == 0 || k.have[i] != nil {
		return k.err
	}
	k.have[i] = get
	copy(k.sums[sumSize*i:], sum)
	if k.left--; k.left == 0 {
		k.err = k.make()
		k.have, k.sums = nil, nil
	}
	return k.err
}

// make makes the pack of its pages, or recalls it.
func (k *pack) make() error {
	for _, p := range k.pages {
		k.info.Paths = append(k.info.Paths, strings.TrimPrefix(p.Path, homePath(lang.Language(k.language))))
	}
	k.key = sumOf(append(k.sums, strings.Join(k.info.Paths, " ")...))
	if k.recall != nil {
		if was, ok := k.recall(k.key); ok {
			k.info.File, k.info.Bytes = was.file, was.bytes
			return nil
		}
	}
	lengths := make([]int, len(k.have))
	var all []byte
	for i, get := range k.have {
		page, err := get()
		if err != nil {
			return err
		}
		lengths[i] = len(page)
		all = append(all, page...)
	}
	k.data = gzipped(packed(lengths, all), gzipPack)
	sum := sha256.Sum256(k.data)
	k.info.File, k.info.Bytes = packFolder+hex.EncodeToString(sum[:6])+".pack", len(k.data)
	return nil
}

// minRepeat is the length from which on a repeat is worth its step.
const minRepeat = 48

// A repeatTable has for the hash of a run of bytes where it stood last, and one
// more, 0 where it has not been seen.
type repeatTable [1 << repeatBits]int32

const repeatBits = 18

var repeatTables = sync.Pool{New: func() any { return new(repeatTable) }}

// packed gives what a pack holds before gzip, which sees no further back than
// 32 kB: a rule stands on its own page, on that of its section and in its data,
// and every page has the same head and foot.
func packed(lengths []int, all []byte) []byte {
	seen := repeatTables.Get().(*repeatTable)
	defer repeatTables.Put(seen)
	clear(seen[:])
	const run = 16 // bytes
	hash := func(i int) uint64 {
		a, b := binary.LittleEndian.Uint64(all[i:]), binary.LittleEndian.Uint64(all[i+8:])
		return ((a*0x9e3779b97f4a7c15 ^ b) * 0xff51afd7ed558ccd) >> (64 - repeatBits)
	}
	var take, repeat, back []int
	left := make([]byte, 0, len(all)/3)
	from := 0 // where what is taken over begins
	for i := 0; i+run <= len(all); {
		h := hash(i)
		at := int(seen[h]) - 1
		seen[h] = int32(i + 1)
		n := 0
		if at >= 0 {
			for i+n < len(all) && at+n < i && all[at+n] == all[i+n] {
				n++
			}
		}
		if n < minRepeat {
			i++
			continue
		}
		start, end := i, i+n
		for start > from && at > 0 && end-start < start-at && all[at-1] == all[start-1] {
			start--
			at--
		}
		take, repeat, back = append(take, start-from), append(repeat, end-start), append(back, start-at)
		left = append(left, all[from:start]...)
		for j := i + 1; j < end && j+run <= len(all); j += 8 {
			seen[hash(j)] = int32(j + 1)
		}
		i, from = end, end
	}
	left = append(left, all[from:]...)
	out := []byte{'+'}
	for _, ns := range [][]int{lengths, take, repeat, back} {
		for i, n := range ns {
			if i > 0 {
				out = append(out, ' ')
			}
			out = strconv.AppendInt(out, int64(n), 36)
		}
		out = append(out, '\n')
	}
	return append(out, left...)
}

// sumSize is the length of what sumOf gives.
const sumSize = 16

// sumOf identifies the bytes of a page.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return digestText(sum[:])
}

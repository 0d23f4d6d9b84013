package site

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"regula/lang"
	"regula/static"
)

const (
	workerPath  = "sw.js"
	offlinePath = "offline.json"
	packFolder  = "offline/"
)

// packPages is how many pages stand in one pack. Few make many requests; many
// make the reader's device unpack much for one page.
const packPages = 120

// pack is a run of pages that a reader's browser keeps for reading without a
// network: compressed together, since pages resemble one another. Unpacked, a
// pack has one line of lengths, divided by blanks, and then its pages.
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

// partialTerms are files of the index of the rules whose content is in
// terms.txt, too.
var partialTerms = regexp.MustCompile(`/search/[0-9a-f]+/terms\d+\.txt$`)

// offline makes the packs of pages, the list of them, and the service worker
// that answers from them.
func (b *builder) offline(pages []Page) ([]Page, error) {
	worker, err := static.FS.ReadFile(workerPath)
	if err != nil {
		return nil, err
	}
	type job struct {
		language string // "" for shared pages
		pages    []Page
		info     packInfo
		data     []byte
	}
	var jobs []*job
	add := func(language string, ps []Page) {
		for c := range slices.Chunk(ps, packPages) {
			jobs = append(jobs, &job{language: language, pages: c})
		}
	}
	pages = slices.DeleteFunc(slices.Clone(pages), func(p Page) bool { return p.away })
	add("", slices.DeleteFunc(slices.Clone(pages), func(p Page) bool {
		return strings.Contains(p.Path, "/") && !strings.HasPrefix(p.Path, b.static)
	}))
	for _, l := range lang.All {
		add(string(l), slices.DeleteFunc(slices.Clone(pages), func(p Page) bool {
			return !strings.HasPrefix(p.Path, homePath(l)) || partialTerms.MatchString(p.Path)
		}))
	}
	work := make(chan *job)
	var once sync.Once
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for j := range work {
				data, paths, e := packed(j.pages, j.language)
				if e != nil {
					once.Do(func() { err = e })
					continue
				}
				sum := sha256.Sum256(data)
				j.data = data
				j.info = packInfo{packFolder + hex.EncodeToString(sum[:6]) + ".pack", len(data), paths}
			}
		})
	}
	for _, j := range jobs {
		work <- j
	}
	close(work)
	wg.Wait()
	if err != nil {
		return nil, fmt.Errorf("packing the site: %w", err)
	}
	info := offlineInfo{Edition: b.editionDate(), Languages: map[string][]packInfo{}}
	version := sha256.New()
	var out []Page
	for _, j := range jobs {
		version.Write([]byte(j.info.File))
		if !slices.ContainsFunc(out, func(p Page) bool { return p.Path == j.info.File }) {
			out = append(out, fixed(j.info.File, j.data))
		}
		if j.language == "" {
			info.Shared = append(info.Shared, j.info)
		} else {
			info.Languages[j.language] = append(info.Languages[j.language], j.info)
		}
	}
	info.Version = hex.EncodeToString(version.Sum(nil)[:6])
	var list bytes.Buffer
	if err := writeJSON(&list, info); err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(x, y Page) int { return cmp.Compare(x.Path, y.Path) })
	return append(out, fixed(offlinePath, list.Bytes()), fixed(workerPath, worker)), nil
}

// packed prints pages into one pack, and names them.
func packed(pages []Page, language string) (data []byte, paths []string, err error) {
	var head, all bytes.Buffer
	for i, p := range pages {
		page, err := p.Bytes(context.Background())
		if err != nil {
			return nil, nil, err
		}
		if i > 0 {
			head.WriteByte(' ')
		}
		head.WriteString(strconv.Itoa(len(page)))
		all.Write(page)
		if language != "" {
			paths = append(paths, strings.TrimPrefix(p.Path, language+"/"))
		} else {
			paths = append(paths, p.Path)
		}
	}
	head.WriteByte('\n')
	return gzipped(append(head.Bytes(), all.Bytes()...), gzipPack), paths, nil
}

package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sync/errgroup"
)

// marker is the file by which Export knows a folder as its own.
const marker = ".regula-site"

const markerText = `This folder was written by "site export", which replaces it as a whole.
The folder beside it whose name ends in .spare holds the site before, from
which the next export takes what has not changed. It may be removed.
`

// ErrForeign is the reason why Export refuses a folder that it did not make.
var ErrForeign = errors.New("holds files that no export wrote")

// ExportOptions say how pages are written.
type ExportOptions struct {
	// Precompress writes two more files beside each one that gets smaller by
	// it, for hosts that send those: with .gz and with .br after its name.
	// Without it, such files of an earlier export are gone. A file that does
	// not change is not compressed again.
	Precompress bool

	// Record remembers an earlier export into the same folder; the pages were
	// made with it, too. Pages that are made of what they were, and whose files
	// are as they were left, are not printed. Afterwards it stands beside the
	// folder and remembers this one, made of the sources that Made identifies,
	// which is asked at the end; if it answers "", nothing is remembered. Without
	// a record, every page is printed and compared.
	Record *Record
	Made   func() string

	// More makes further pages of all others, such as those of HostPages; it may
	// be nil.
	More func(pages []Page) ([]Page, error)

	// Progress is told how many pages of all are done, from several
	// goroutines; it may be nil.
	Progress func(done, all int)
}

// Exported counts what an export did.
type Exported struct {
	Files   int // of the whole site
	Written int // that were new or had changed
	Removed int // of the old site that the new one has no more
}

// Export makes dir hold the pages, with their Packs, and nothing else. It builds
// the new site in a folder beside dir, with hard links to those files of the old
// one that stay as they are, and lets the two folders take each other's place
// once it is complete: who reads dir finds the old site or the new one, whole,
// and whatever ends the export early leaves the old one. If nothing has changed,
// nothing is written.
//
// The folder beside, whose name is that of dir with ".spare", stays: it is
// what the next export brings up to date, which is much faster than to make
// and remove a folder of the whole site every time. Whatever state it is in,
// the next export makes it right.
//
// Both folders must not exist, be empty, or be the work of an earlier export;
// any other is left alone and the error is ErrForeign. Nor may they lie within
// a site, whose next export would remove them, or be where something is
// mounted. Where another export into the
// same place is at work, this one waits until that is done.
func Export(ctx context.Context, dir string, pages []Page, o ExportOptions) (Exported, error) {
	e, err := newExport(ctx, dir, o)
	if err != nil {
		return Exported{}, fmt.Errorf("export to %s: %w", dir, err)
	}
	defer e.unlock()
	changed, err := e.run(ctx, pages)
	if err != nil && (!e.used || errors.Is(err, syscall.ENOSPC)) {
		// Half a folder is worth little to the next export, and a full disk
		// needs its room.
		os.RemoveAll(e.spare)
	}
	if err == nil && changed {
		err = e.swap()
	}
	if err != nil {
		return Exported{}, fmt.Errorf("export to %s: %w", dir, err)
	}
	e.remember(o.Made)
	return e.result(), nil
}

type export struct {
	dir      string  // as an absolute path
	spare    string  // beside it; where the new site is built
	old      listing // what dir holds; nil for no site
	used     bool    // whether spare held one
	had      listing // what spare held and still holds, once it is ready
	codings  []coding
	progress func(done, all int)
	more     func([]Page) ([]Page, error)
	listed   func() (listing, error) // waits for what dir holds
	hadThere func() (listing, error) // waits for what spare held
	ready    func() error            // prepares spare, once
	made     sync.Map                // folders of spare that are known to exist
	removed  int
	unlock   func()
	record   *Record // of the old site; nil for none
	next     *Record // of the new one
	body     []byte  // of next, when it is complete

	mu    sync.Mutex // guards pages while they are written
	pages []*exportPage
}

// exportPage is a page of the new site.
type exportPage struct {
	Page
	fates [len(codings)]fate // of its files
}

// fate is what becomes of a file.
type fate byte

const (
	absent fate = iota // the new site does not have it
	kept               // the old site has it as it is
	made               // it is in spare
)

func newExport(ctx context.Context, dir string, o ExportOptions) (_ *export, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real // a link to the site stays one
	} else if i, lerr := os.Lstat(abs); lerr == nil && i.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("it is a link that leads to no folder: make that folder, or remove the link: %w", err)
	}
	for d := filepath.Dir(abs); ; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, marker)); err == nil {
			return nil, fmt.Errorf("it lies within the site at %s, whose next export would remove it: choose another folder", d)
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if mounted(abs) {
		return nil, errors.New("something is mounted there, so no other folder can take its place: choose a folder in it, or mount the folder around it")
	}
	e := &export{
		dir:      abs,
		spare:    abs + ".spare",
		codings:  codings[:1],
		progress: o.Progress,
		more:     o.More,
		record:   o.Record,
		next:     newRecord(abs),
	}
	if e.record != nil {
		e.next.inherit(e.record)
	}
	if o.Precompress {
		e.codings = codings[:]
	}
	if err := os.MkdirAll(filepath.Dir(abs), 0o755); err != nil {
		return nil, err
	}
	if e.unlock, err = lock(ctx, filepath.Dir(abs)); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			e.unlock()
		}
	}()
	if err = mendExchange(e.spare, e.dir); err != nil {
		return nil, err
	}
	old, err := owned(e.dir)
	if err != nil {
		return nil, err
	}
	if e.used, err = owned(e.spare); err != nil {
		return nil, err
	}
	e.listed = begin(func() (listing, error) { return list(e.dir, old, true) })
	e.hadThere = begin(func() (listing, error) { return list(e.spare, e.used, false) })
	e.ready = sync.OnceValue(e.prepare)
	return e, nil
}

// listing is what a folder holds: its files and folders by their names from
// there, those of folders with a slash behind them.
type listing map[string]fs.DirEntry

// list lists a folder if it holds a site; else there is nothing to list. With
// asked, what Info says of a file is asked now, and not again.
func list(dir string, site, asked bool) (listing, error) {
	if !site {
		return nil, nil
	}
	t := listing{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			name += "/"
		} else if asked {
			info, err := d.Info()
			if err != nil {
				return err
			}
			d = fs.FileInfoToDirEntry(info)
		}
		t[name] = d
		return nil
	})
	return t, err
}

// state is that of a file as Record knows it, "" where there is none.
func (t listing) state(name string) string {
	if d, ok := t[name]; ok {
		if info, err := d.Info(); err == nil {
			return state(info)
		}
	}
	return ""
}

// same reports whether both hold one and the same file.
func (t listing) same(other listing, name string) bool {
	d, ok := t[name]
	if !ok {
		return false
	}
	a, errA := d.Info()
	b, errB := other[name].Info()
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// owned reports whether dir holds a site that an export wrote. A folder that
// is not there or empty holds none; any other is an error.
func owned(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case len(entries) == 0:
		return false, nil
	}
	if i, err := os.Lstat(filepath.Join(dir, marker)); err != nil || !i.Mode().IsRegular() {
		return false, fmt.Errorf("%s %w: choose another folder, or empty it", dir, ErrForeign)
	}
	return true, nil
}

// prepare makes spare a folder in which the new site can be built: ours, and
// without anything that the new site cannot have. The marker comes first, so
// that what an early end leaves is known as ours.
func (e *export) prepare() error {
	if err := os.MkdirAll(e.spare, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(e.spare, marker), []byte(markerText), 0o644); err != nil {
		return err
	}
	if !e.used {
		return nil
	}
	files := e.files(func(p *exportPage, c int) bool { return c == 0 || packable(p.Path) })
	folders := foldersOf(maps.Keys(files))
	had, err := e.hadThere()
	if err != nil {
		return err
	}
	e.had = had
	for name, d := range had {
		plain, isDir := strings.CutSuffix(name, "/")
		switch {
		case isDir && folders[plain]:
			e.made.Store(filepath.Join(e.spare, plain), true)
			continue
		case !isDir && d.Type().IsRegular() && files[name]:
			continue
		case folders[filepath.Dir(plain)]: // else it goes with the folder in which it is
			if err := os.RemoveAll(filepath.Join(e.spare, plain)); err != nil {
				return err
			}
		}
		delete(had, name)
	}
	return nil
}

// foldersOf has the folders in which files of these names lie, and the site's
// own, ".".
func foldersOf(names iter.Seq[string]) map[string]bool {
	folders := map[string]bool{".": true}
	for name := range names {
		for d := filepath.Dir(name); !folders[d]; d = filepath.Dir(d) {
			folders[d] = true
		}
	}
	return folders
}

// files has the name of every file of the new site that is known so far: the
// marker, and those of pages in codings that has says.
func (e *export) files(has func(p *exportPage, c int) bool) map[string]bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	names := make(map[string]bool, len(e.pages)*len(e.codings)+1)
	names[marker] = true
	for _, p := range e.pages {
		for c := range e.codings {
			if has(p, c) {
				names[e.name(p, c)] = true
			}
		}
	}
	return names
}

// name is the file of a page in coding c, from the folder of the site.
func (e *export) name(p *exportPage, c int) string {
	return filepath.FromSlash(file(p.Path)) + e.codings[c].ext
}

// run builds the new site in spare, and reports whether it differs from the
// old one. If not, spare is as it was.
func (e *export) run(ctx context.Context, pages []Page) (changed bool, err error) {
	var done, all atomic.Int64
	write := func(pages []Page) error {
		ps := make([]*exportPage, len(pages))
		for i, p := range pages {
			ps[i] = &exportPage{Page: p}
		}
		e.mu.Lock()
		e.pages = append(e.pages, ps...)
		e.mu.Unlock()
		all.Add(int64(len(pages)))
		return each(ctx, len(ps), func(ctx context.Context, i int) error {
			if err := e.write(ctx, ps[i]); err != nil {
				return err
			}
			if n := done.Add(1); e.progress != nil {
				e.progress(int(n), int(all.Load()))
			}
			return nil
		})
	}
	if e.old, err = e.listed(); err != nil {
		return false, err
	}
	if err := e.all(ctx, pages, write); err != nil {
		return false, err
	}
	if e.old != nil {
		var folder bool
		e.removed, folder = e.extra()
		if _, made := e.count(); e.removed == 0 && made == 0 && !folder {
			return false, nil
		}
	}
	if err := e.ready(); err != nil {
		return false, err
	}
	var recording sync.WaitGroup
	recording.Go(func() { e.body = e.recorded() })
	err = each(ctx, len(e.pages), func(_ context.Context, i int) error { return e.complete(e.pages[i]) })
	recording.Wait()
	return true, err
}

// all writes the pages and, where Pages left them, the files of the search,
// which are made and written meanwhile; then the list of packs, for which all
// others have to be there, and the packs.
func (e *export) all(ctx context.Context, pages []Page, write func([]Page) error) error {
	isList := func(p Page) bool { return p.packs != nil }
	lists := slices.DeleteFunc(slices.Clone(pages), func(p Page) bool { return !isList(p) })
	pages = slices.DeleteFunc(slices.Clone(pages), isList)
	b := builderOf(pages)
	var packs, restPacks []*pack
	var rest []Page
	offline := b != nil && b.late && !b.online
	if offline {
		packs = b.pack(pages)
	}
	e.recallPacks(packs)
	for _, list := range lists {
		e.recallPacks(list.packs)
	}
	var both errgroup.Group
	both.Go(func() error { return write(pages) })
	if b != nil && b.late {
		both.Go(func() (err error) {
			if rest, err = b.lateChunks(ctx); err != nil {
				return err
			}
			if offline {
				restPacks = b.pack(rest)
			}
			e.recallPacks(restPacks)
			return write(rest)
		})
	}
	if err := both.Wait(); err != nil {
		return err
	}
	if offline {
		lists = append(lists, b.packList(append(packs, restPacks...)))
	}
	if e.more != nil {
		more, err := e.more(slices.Concat(pages, rest, lists))
		if err != nil {
			return err
		}
		if err := write(more); err != nil {
			return err
		}
	}
	if err := write(lists); err != nil {
		return err
	}
	made, err := Packs(ctx, lists)
	if err != nil {
		return err
	}
	return write(made)
}

func (e *export) recallPacks(packs []*pack) {
	for _, k := range packs {
		k.recall = e.recall
	}
}

// each calls f for every number below n, several at once, until one fails.
func each(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := f(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// write prints a page, and writes it unless the old site has it.
func (e *export) write(ctx context.Context, p *exportPage) error {
	if f, ok := e.remembered(p); ok {
		for c := range e.codings {
			if f.states[c] != "" {
				p.fates[c] = kept
			}
		}
		e.next.again(p.Path, f)
		if p.pack == nil {
			return nil
		}
		return p.pack.add(p.place, f.sum, func() ([]byte, error) { return os.ReadFile(filepath.Join(e.dir, e.name(p, 0))) })
	}
	data, parts, err := p.noted(ctx)
	if err != nil {
		return err
	}
	if p.pack != nil {
		if err := p.pack.put(p.place, data); err != nil {
			return err
		}
	}
	f := recordedFile{}
	for c := range e.codings {
		if c > 0 && (len(data) < minPacked || !packable(p.Path)) {
			continue
		}
		if p.fates[c], err = e.put(p, c, data); err != nil {
			return err
		}
		if e.record == nil {
			continue
		}
		if name := e.name(p, c); p.fates[c] == kept {
			f.states[c] = e.old.state(name)
		} else {
			f.states[c] = stateOf(filepath.Join(e.spare, name))
		}
	}
	if e.record != nil {
		f.sum = sumOf(data)
		e.next.add(p.Path, f, parts, p.sumsOfParts())
	}
	return nil
}

// remembered gives what the record knows of a page, if that need not be
// printed.
func (e *export) remembered(p *exportPage) (recordedFile, bool) {
	if e.record == nil || e.old == nil || e.record.codings != len(e.codings) || p.data != nil || p.packs != nil {
		return recordedFile{}, false
	}
	f, ok := e.record.page(p.Path)
	if !ok {
		return f, false
	}
	for c := range e.codings {
		if f.states[c] != e.old.state(e.name(p, c)) {
			return f, false
		}
	}
	return f, true
}

// recall finds the pack with these pages in the old site.
func (e *export) recall(key string) (recordedPack, bool) {
	if e.record == nil || e.old == nil || e.record.codings != len(e.codings) {
		return recordedPack{}, false
	}
	k, ok := e.record.packs[key]
	if !ok {
		return k, false
	}
	f, ok := e.record.page(k.file)
	return k, ok && f.states[0] != "" && f.states[0] == e.old.state(filepath.FromSlash(k.file))
}

// remember writes the record of the new site, which is in its place. Without
// one, the next export prints everything.
func (e *export) remember(made func() string) {
	if e.record == nil {
		return
	}
	of := made()
	if of == "" {
		os.Remove(e.next.name)
		return
	}
	e.next.codings = len(e.codings)
	e.next.made, e.next.frame = of, e.record.frame
	if e.body == nil {
		e.body = e.recorded()
	}
	if e.next.write(e.body) != nil {
		os.Remove(e.next.name)
	}
}

// recorded is the record of the new site but for its head; nil where none is
// kept.
func (e *export) recorded() []byte {
	if e.record == nil {
		return nil
	}
	e.next.index = e.record.index
	for _, p := range e.pages {
		for _, k := range p.packs {
			e.next.packs[k.key] = recordedPack{k.info.File, k.info.Bytes}
		}
	}
	return e.next.body()
}

// put makes sure that the old site or spare has a page in coding c.
func (e *export) put(p *exportPage, c int, data []byte) (fate, error) {
	name, coding := e.name(p, c), e.codings[c]
	if _, ok := e.old[name]; ok && coding.in(filepath.Join(e.dir, name), data) {
		return kept, nil
	}
	if err := e.ready(); err != nil {
		return absent, err
	}
	target := filepath.Join(e.spare, name)
	if _, ok := e.had[name]; ok && coding.in(target, data) {
		return made, nil
	}
	if err := e.clear(target); err != nil {
		return absent, err
	}
	return made, os.WriteFile(target, coding.pack(p.Path, data), 0o644)
}

// in reports whether the file has just these bytes in this form.
func (c coding) in(name string, data []byte) bool {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || c.ext == "" && info.Size() != int64(len(data)) {
		return false
	}
	b, err := os.ReadFile(name)
	return err == nil && c.is(b, data)
}

// clear makes room for a new file. What stands there may be one file with the
// old site's, so it is never written over.
func (e *export) clear(target string) error {
	if e.used {
		if err := remove(target); err != nil {
			return err
		}
	}
	return e.folder(filepath.Dir(target))
}

// folder makes a folder within spare and those around it, unless they are
// there.
func (e *export) folder(dir string) error {
	if _, ok := e.made.Load(dir); ok || dir == e.spare {
		return nil
	}
	if err := e.folder(filepath.Dir(dir)); err != nil {
		return err
	}
	err := os.Mkdir(dir, 0o755)
	if errors.Is(err, fs.ErrExist) { // or a file, into which nothing can be written
		err = nil
	}
	if err == nil {
		e.made.Store(dir, true)
	}
	return err
}

// complete brings from the old site into spare what stays of a page.
func (e *export) complete(p *exportPage) error {
	for c := range e.codings {
		var err error
		switch f := p.fates[c]; {
		case f == kept:
			err = e.keep(e.name(p, c))
		case f == absent && e.had[e.name(p, c)] != nil:
			err = remove(filepath.Join(e.spare, e.name(p, c)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// remove removes a file that may not be there.
func remove(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// keep links a file of the old site into the new one, or copies it where the
// file system has no links.
func (e *export) keep(name string) error {
	old, target := filepath.Join(e.dir, name), filepath.Join(e.spare, name)
	if e.had.same(e.old, name) {
		return nil
	}
	if err := e.clear(target); err != nil {
		return err
	}
	if os.Link(old, target) == nil {
		return nil
	}
	data, err := os.ReadFile(old)
	if err != nil {
		return err
	}
	return os.WriteFile(target, data, 0o644)
}

// extra counts the files of the old site that the new one does not have, and
// tells whether one of its folders holds nothing of the new one.
func (e *export) extra() (n int, folder bool) {
	files := e.files(func(p *exportPage, c int) bool { return p.fates[c] != absent })
	folders := foldersOf(maps.Keys(files))
	for name := range e.old {
		if dir, ok := strings.CutSuffix(name, "/"); ok {
			folder = folder || !folders[dir]
		} else if !files[name] {
			n++
		}
	}
	return n, folder
}

// swap puts the new site in the place of the old one.
func (e *export) swap() error {
	if e.old != nil {
		return exchange(e.spare, e.dir)
	}
	if err := remove(e.dir); err != nil { // an empty folder
		return err
	}
	return os.Rename(e.spare, e.dir)
}

// count counts the files of the new site but for the marker.
func (e *export) count() (all, written int) {
	for _, p := range e.pages {
		for _, f := range p.fates {
			if f != absent {
				all++
			}
			if f == made {
				written++
			}
		}
	}
	return all, written
}

func (e *export) result() Exported {
	all, written := e.count()
	return Exported{Files: all, Written: written, Removed: e.removed}
}

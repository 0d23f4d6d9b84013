package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"regula/lang"
)

// recordEnd is what the name of a record has behind that of the site.
const recordEnd = ".record"

// recordHead begins a record. It changes whenever its form does.
const recordHead = "regula export 1"

// A Record remembers, beside a site, of what each of its files was made and
// how the file was left, so that the next export prints only pages that are
// made of something else now, or whose files have been changed since. One that
// is missing, damaged, or of another program or other imported data remembers
// nothing.
type Record struct {
	name    string // its own file
	dir     string // of the site
	codings int    // how many forms each file may have
	made    string // what the caller of Unchanged knows of all sources

	frame string // digest of what all pages are made of
	parts []recordedPart
	at    map[string]int // places in parts
	index map[lang.Language]recordedIndex
	packs map[string]recordedPack // by what is in them
	files map[string]recordedFile // by path

	mu sync.Mutex // guards the maps and slices while an export fills them
}

// recordedPart is a part, as partsOf names it, and what it said.
type recordedPart struct {
	name, sum string
	changed   bool // since
}

// recordedIndex has the files of the search index of a language.
type recordedIndex struct {
	key   string // of what it was made of
	names []string
}

type recordedPack struct {
	file  string
	bytes int
}

// recordedFile is a page of the site.
type recordedFile struct {
	sum    string               // of its bytes
	states [len(codings)]string // of its files, "" for those that are not there
	parts  []int32              // places in those of the record
}

// OpenRecord reads the record beside the site dir.
func OpenRecord(dir string) *Record {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	r := newRecord(dir)
	data, err := os.ReadFile(r.name)
	if err != nil || r.parse(data) != nil {
		return newRecord(dir)
	}
	return r
}

// ForgetRecord removes the record beside the site dir, so that the next export
// trusts nothing. There need not be one.
func ForgetRecord(dir string) error {
	err := os.Remove(OpenRecord(dir).name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func newRecord(dir string) *Record {
	return &Record{
		name:  dir + recordEnd,
		dir:   dir,
		at:    map[string]int{},
		index: map[lang.Language]recordedIndex{},
		packs: map[string]recordedPack{},
		files: map[string]recordedFile{},
	}
}

// Unchanged reports whether the site was made of just these sources, which
// made identifies, and is as it was left. What it gives then is what an export
// would, which need not be asked for.
func (r *Record) Unchanged(made string) (Exported, bool) {
	if made == "" || r.made != made {
		return Exported{}, false
	}
	n, other := 0, errors.New("is not as it was left")
	left := make(map[string]string, len(r.files)) // states by file
	for path, f := range r.files {
		for c, state := range f.states {
			if state != "" {
				left[filepath.FromSlash(file(path))+codings[c].ext] = state
				n++
			}
		}
	}
	folders := foldersOf(maps.Keys(left))
	err := filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(r.dir, path)
		switch {
		case err != nil || name == marker:
			return err
		case d.IsDir() && !folders[name]:
			return other
		case d.IsDir():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if left[name] != state(info) {
			return other
		}
		delete(left, name)
		return nil
	})
	if err != nil || len(left) > 0 {
		return Exported{}, false
	}
	return Exported{Files: n}, true
}

// state tells a file from one that was written later.
func state(i fs.FileInfo) string {
	if !i.Mode().IsRegular() {
		return "none"
	}
	return strconv.FormatInt(i.Size(), 36) + "," + strconv.FormatInt(i.ModTime().UnixNano(), 36)
}

// stateOf gives the state of a file, "" where there is none.
func stateOf(name string) string {
	i, err := os.Lstat(name)
	if err != nil {
		return ""
	}
	return state(i)
}

// keep forgets everything unless it is of the frame.
func (r *Record) keep(frame string) {
	if r.frame == frame {
		return
	}
	clear(r.index)
	clear(r.packs)
	clear(r.files)
	r.frame = frame
}

// compare finds out which parts have changed.
func (r *Record) compare(now map[string]string) {
	for i, p := range r.parts {
		r.parts[i].changed = now[p.name] != p.sum
	}
}

// page gives what is remembered of the page at path, if that is made of what
// it was.
func (r *Record) page(path string) (recordedFile, bool) {
	f, ok := r.files[path]
	if !ok {
		return f, false
	}
	return f, !slices.ContainsFunc(f.parts, func(i int32) bool { return r.parts[i].changed })
}

// add remembers a page made of parts, of which now tells what they say.
func (r *Record) add(path string, f recordedFile, parts []string, now map[string]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f.parts = make([]int32, len(parts))
	for k, name := range parts {
		i, ok := r.at[name]
		if !ok {
			i = len(r.parts)
			r.at[name] = i
			r.parts = append(r.parts, recordedPart{name: name})
		}
		r.parts[i].sum = now[name]
		f.parts[k] = int32(i)
	}
	r.files[path] = f
}

// inherit makes the parts of old known, so that its pages can be remembered
// again. Nothing is added to old after that.
func (r *Record) inherit(old *Record) {
	r.parts, r.at = slices.Clone(old.parts), old.at
}

// again remembers a page that the record from which this one inherits gave.
func (r *Record) again(path string, f recordedFile) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files[path] = f
}

// body is the record but for its head. It has a line for each thing, of fields
// divided by tabs: parts (P), indexes (I), packs (K) and pages (F).
func (r *Record) body() []byte {
	var b bytes.Buffer
	line := func(fields ...string) {
		for i, f := range fields {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(f)
		}
		b.WriteByte('\n')
	}
	place := make([]int, len(r.parts)) // in the new list, from 1; 0 for parts that no page is made of any more
	last := 0
	for _, f := range r.files {
		for _, i := range f.parts {
			place[i] = -1
		}
	}
	for i, p := range r.parts {
		if place[i] < 0 {
			last++
			place[i] = last
			line("P", p.name, p.sum)
		}
	}
	for l, x := range r.index {
		line("I", string(l), x.key, strings.Join(x.names, " "))
	}
	for key, k := range r.packs {
		line("K", key, k.file, strconv.Itoa(k.bytes))
	}
	var parts []byte
	for path, f := range r.files {
		parts = parts[:0]
		for k, i := range f.parts {
			if k > 0 {
				parts = append(parts, ' ')
			}
			parts = strconv.AppendInt(parts, int64(place[i]-1), 10)
		}
		line("F", path, f.sum, strings.Join(f.states[:], " "), string(parts))
	}
	return b.Bytes()
}

// write replaces the record. Its head has a sum of the body, how many codings
// there are, made and frame.
func (r *Record) write(body []byte) error {
	sum := sha256.Sum256(body)
	head := fmt.Appendf(nil, "%s\t%s\t%d\t%s\t%s\n", recordHead, digestText(sum[:]), r.codings, r.made, r.frame)
	temp := r.name + ".new"
	if err := os.WriteFile(temp, append(head, body...), 0o644); err != nil {
		return errors.Join(err, remove(temp))
	}
	return os.Rename(temp, r.name)
}

var errRecord = errors.New("the record is damaged")

func (r *Record) parse(data []byte) error {
	first, body, _ := bytes.Cut(data, []byte("\n"))
	head := strings.Split(string(first), "\t")
	sum := sha256.Sum256(body)
	if len(head) != 5 || head[0] != recordHead || head[1] != digestText(sum[:]) {
		return errRecord
	}
	var err error
	if r.codings, err = strconv.Atoi(head[2]); err != nil {
		return errRecord
	}
	r.made, r.frame = head[3], head[4]
	for line := range strings.Lines(string(body)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch kind := fields[0]; {
		case kind == "P" && len(fields) == 3:
			r.at[fields[1]] = len(r.parts)
			r.parts = append(r.parts, recordedPart{name: fields[1], sum: fields[2]})
		case kind == "I" && len(fields) == 4:
			r.index[lang.Language(fields[1])] = recordedIndex{fields[2], strings.Fields(fields[3])}
		case kind == "K" && len(fields) == 4:
			n, err := strconv.Atoi(fields[3])
			if err != nil {
				return errRecord
			}
			r.packs[fields[1]] = recordedPack{fields[2], n}
		case kind == "F" && len(fields) == 5:
			f := recordedFile{sum: fields[2]}
			states := strings.Split(fields[3], " ")
			if len(states) != len(f.states) {
				return errRecord
			}
			copy(f.states[:], states)
			for part := range strings.FieldsSeq(fields[4]) {
				i, err := strconv.Atoi(part)
				if err != nil || i < 0 || i >= len(r.parts) {
					return errRecord
				}
				f.parts = append(f.parts, int32(i))
			}
			r.files[fields[1]] = f
		default:
			return errRecord
		}
	}
	return nil
}

// Of our texts, a page notes those that it is made of, and how often terms are
// mentioned where that decided what is linked. Parts of one kind are told apart
// by language and number or id.
func leadPart(l lang.Language, n fmt.Stringer) string { return "lead " + string(l) + " " + n.String() }
func rulePart(l lang.Language, n fmt.Stringer) string { return "rule " + string(l) + " " + n.String() }
func entryPart(l lang.Language, id string) string     { return "entry " + string(l) + " " + id }
func cardPart(id string) string                       { return "card " + id }
func countPart(l lang.Language, id string) string     { return "count " + string(l) + " " + id }

// partsOf identifies what every part says.
func (b *builder) partsOf() map[string]string {
	parts := maps.Clone(b.texts)
	for _, l := range lang.All {
		for id, n := range b.mentions[l].count {
			parts[countPart(l, id)] = strconv.Itoa(n)
		}
	}
	return parts
}

// textParts identifies what our texts say.
func (b *builder) textParts() map[string]string {
	parts := map[string]string{}
	put := func(name, sum string) {
		if sum != "" {
			parts[name] = sum
		}
	}
	c := b.c.Corpus
	for _, l := range lang.All {
		for _, n := range c.Numbers() {
			put(leadPart(l, n), c.LeadWording(n, l))
			put(rulePart(l, n), c.Wording(n, l))
		}
		for _, g := range c.Glossary() {
			put(entryPart(l, g.ID), c.EntryWording(g.ID, l))
		}
	}
	for _, x := range c.Cards() {
		if x.Ours() {
			sums := make([]string, len(lang.All))
			for i, l := range lang.All {
				sums[i] = c.CardWording(x.ID, l)
			}
			put(cardPart(x.ID), strings.Join(sums, ","))
		}
	}
	return parts
}

// indexKey identifies what the search index of a language is made of.
func (b *builder) indexKey(l lang.Language) string {
	h := sha256.New()
	fmt.Fprintln(h, b.frame, b.c.SlangWording(l))
	for _, name := range sortedKeys(b.texts) {
		if kind, rest, _ := strings.Cut(name, " "); kind == "card" || strings.HasPrefix(rest, string(l)+" ") {
			fmt.Fprintln(h, name, b.texts[name])
		}
	}
	return digestText(h.Sum(nil))
}

// frameOf identifies everything else that pages are made of.
func (b *builder) frameOf(o Options) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %t %s\n", o.Sources, b.base, b.online, b.c.Shape())
	return digestText(h.Sum(nil))
}

func digestText(sum []byte) string { return hex.EncodeToString(sum[:8]) }

// notes are the parts of which a page is made.
type notes map[string]bool

func (n notes) add(name string) {
	if n != nil {
		n[name] = true
	}
}

func (n notes) sorted() []string { return sortedKeys(n) }

package editions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"regula/rules"
)

// Files gives the files that hold editions, oldest first, and the steps
// between them, as Load and Steps read them, by name.
func Files(all []Edition, steps []Step) (map[string][]byte, error) {
	files := map[string][]byte{}
	var b bytes.Buffer
	for i, e := range all {
		b.Reset()
		var err error
		if i == len(all)-1 {
			err = Write(&b, e)
		} else {
			err = WriteDelta(&b, e, all[i+1])
		}
		if err != nil {
			return nil, fmt.Errorf("writing the edition of %s: %w", e, err)
		}
		files[e.String()+".tsv"] = bytes.Clone(b.Bytes())
	}
	b.Reset()
	if err := WriteSteps(&b, steps); err != nil {
		return nil, fmt.Errorf("writing the steps between editions: %w", err)
	}
	files[movesFile] = bytes.Clone(b.Bytes())
	return files, nil
}

// Include adds the facts of a book to the editions in fsys, or replaces those
// of the same date, and gives the history that results and the files that are
// new or not as they were, by name. The steps to the editions next to it are
// found by wording where their book is among texts, else by facts alone; they
// stay where the facts are known already. There may be no edition in fsys.
func Include(fsys fs.FS, b *rules.Book, texts ...*rules.Book) (*History, map[string][]byte, error) {
	all, err := Load(fsys)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	steps, err := Steps(fsys)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	all, steps = include(all, steps, b, texts)
	h, err := NewHistory(all, steps)
	if err != nil {
		return nil, nil, err
	}
	files, err := Files(all, steps)
	if err != nil {
		return nil, nil, err
	}
	for name, raw := range files {
		if now, err := fs.ReadFile(fsys, name); err == nil && bytes.Equal(now, raw) {
			delete(files, name)
		}
	}
	return h, files, nil
}

// include gives editions and steps with those of b. What is between two
// editions that are known and stay as they are stays, too: somebody may have
// mended it.
func include(all []Edition, steps []Step, b *rules.Book, texts []*rules.Book) ([]Edition, []Step) {
	e := FromBook(b)
	same := func(x Edition) bool { return x.Effective.Equal(b.Effective) }
	fresh := true
	if i := slices.IndexFunc(all, same); i >= 0 {
		fresh = !slices.EqualFunc(all[i].Facts, e.Facts, func(f, g Fact) bool { return f.line() == g.line() })
	}
	byDate := map[time.Time]*rules.Book{}
	for _, t := range texts {
		byDate[t.Effective] = t
	}
	byDate[b.Effective] = b
	known := map[[2]time.Time]Step{}
	for _, s := range steps {
		if !fresh || !s.From.Equal(b.Effective) && !s.To.Equal(b.Effective) {
			known[[2]time.Time{s.From, s.To}] = s
		}
	}
	all = append(slices.DeleteFunc(slices.Clone(all), same), e)
	slices.SortFunc(all, func(a, b Edition) int { return a.Effective.Compare(b.Effective) })
	steps = nil
	for i := 1; i < len(all); i++ {
		old, new := all[i-1], all[i]
		s, ok := known[[2]time.Time{old.Effective, new.Effective}]
		if !ok {
			if o, n := byDate[old.Effective], byDate[new.Effective]; o != nil && n != nil {
				s = DiffBooks(o, n)
			} else {
				s = Diff(old, new)
			}
		}
		steps = append(steps, s)
	}
	return all, steps
}

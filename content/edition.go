package content

import (
	"errors"
	"io/fs"
	"strings"
	"time"
)

// editionFile says in one line, "edition", a tab and a date, which edition's
// numbers the texts use.
const editionFile = "edition.tsv"

// numbering reads the edition whose numbers the texts use, the zero time where
// there is no file that says so.
func (ld *loader) numbering() time.Time {
	if _, err := fs.Stat(ld.fsys, editionFile); errors.Is(err, fs.ErrNotExist) {
		return time.Time{}
	}
	src, ok := ld.read(editionFile)
	if !ok {
		return time.Time{}
	}
	day, ok := strings.CutPrefix(strings.TrimSuffix(string(src), "\n"), "edition\t")
	t, err := time.Parse(time.DateOnly, day)
	if !ok || err != nil {
		ld.fault(Pos{editionFile, 1}, "the file is one line: edition, a tab, and a date such as 2026-08-07")
		return time.Time{}
	}
	return t
}

// editionLine is what editionFile holds for an edition.
func editionLine(t time.Time) []byte {
	return []byte("edition\t" + t.Format(time.DateOnly) + "\n")
}

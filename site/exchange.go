package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// aside is where a folder that is exchanged in steps waits.
func aside(a string) string { return a + ".old" }

// exchangeInSteps makes two folders take each other's place where the system
// has no single step for it. For a moment nothing stands at b; if that moment
// fails, b is put back.
func exchangeInSteps(a, b string) error {
	if err := os.Rename(b, aside(a)); err != nil {
		return err
	}
	if err := os.Rename(a, b); err != nil {
		if back := os.Rename(aside(a), b); back != nil {
			return fmt.Errorf("%w; the old site is at %s: %w", err, aside(a), back)
		}
		return err
	}
	return os.Rename(aside(a), a)
}

// mendExchange puts the folder that exchangeInSteps was about to exchange where
// it belongs, if its end came too early: back to b, or where b has already got
// the new site, to a.
func mendExchange(a, b string) error {
	if ours, err := owned(aside(a)); !ours {
		if errors.Is(err, ErrForeign) {
			return nil // no exchange put it there
		}
		return err
	}
	for _, place := range []string{b, a} {
		if _, err := os.Lstat(place); errors.Is(err, fs.ErrNotExist) {
			return os.Rename(aside(a), place)
		}
	}
	return os.RemoveAll(aside(a))
}

package site

import (
	"fmt"
	"os"
)

// exchangeInSteps makes two folders take each other's place where the system
// has no single step for it. For a moment nothing stands at b; if that moment
// fails, b is put back.
func exchangeInSteps(a, b string) error {
	aside := b + ".old"
	if err := os.Rename(b, aside); err != nil {
		return err
	}
	if err := os.Rename(a, b); err != nil {
		if back := os.Rename(aside, b); back != nil {
			return fmt.Errorf("%w; the old site is at %s: %w", err, aside, back)
		}
		return err
	}
	return os.Rename(aside, a)
}

package site

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchange makes two folders take each other's place in one step.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) { // a file system that cannot
		return exchangeInSteps(a, b)
	}
	return err
}

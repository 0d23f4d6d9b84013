//go:build unix && !solaris && !aix

package site

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lock waits until no other export works in a folder, and keeps others from it
// until unlock. The end of a process, whatever its cause, unlocks too. Where
// the file system knows no locks there is none.
func lock(ctx context.Context, dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err := unix.Flock(int(d.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err != unix.EWOULDBLOCK && err != unix.EINTR {
			return func() { d.Close() }, nil
		}
		select {
		case <-ctx.Done():
			d.Close()
			return nil, context.Cause(ctx)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

package site

import "golang.org/x/sys/unix"

// mounted reports whether something is mounted at dir itself, so that no other
// folder can take its place.
func mounted(dir string) bool {
	var s unix.Statx_t
	return unix.Statx(unix.AT_FDCWD, dir, unix.AT_SYMLINK_NOFOLLOW, 0, &s) == nil && s.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}

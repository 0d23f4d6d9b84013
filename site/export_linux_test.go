package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// again runs the test once more in a process of its own, in whose environment
// REGULA_TEST_AGAIN has a folder, and reports there that folder and in this
// process "".
func again(t *testing.T, attr *syscall.SysProcAttr) (string, error) {
	t.Helper()
	if dir := os.Getenv("REGULA_TEST_AGAIN"); dir != "" {
		return dir, nil
	}
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // another user works in it
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), "REGULA_TEST_AGAIN="+dir)
	cmd.SysProcAttr = attr
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", err
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("in its own process: %v\n%s", err, out.Bytes())
	} else {
		t.Logf("in its own process:\n%s", out.Bytes())
	}
	return "", nil
}

// ownMounts asks for a process that may mount what others do not see. Root
// may, and others may where the system has user namespaces.
func ownMounts() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if uid := os.Getuid(); uid != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
	}
	return attr
}

// ownDisk runs the test once more in a process that has a small disk in memory
// to itself, and reports there where; in this process "". Where no process may
// mount one, the second process has a folder like any other, and mounted is
// false.
func ownDisk(t *testing.T) (dir string, mounted bool) {
	t.Helper()
	dir, err := again(t, ownMounts())
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) { // not allowed, or no more namespaces
		t.Logf("no disk can be mounted here: %v", err)
		t.Setenv("REGULA_TEST_UNMOUNTED", "1")
		dir, err = again(t, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	if dir == "" || os.Getenv("REGULA_TEST_UNMOUNTED") != "" {
		return dir, false
	}
	err = errors.Join(
		syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""),
		syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m,nr_inodes=2000"))
	if err != nil {
		t.Fatal(err)
	}
	return dir, true
}

// On a disk that is full, or becomes so, an export leaves the old site whole
// and the room that it had; with room, the next one is whole. Where no disk
// can be mounted, a limit to the size of files makes writing fail in the same
// place.
func TestExportFullDisk(t *testing.T) {
	dir, mounted := ownDisk(t)
	if dir != "" && !mounted {
		fullFiles(t, dir)
	}
	if !mounted {
		return
	}
	public := filepath.Join(dir, "public")
	fill := func(room int) (empty func()) {
		t.Helper()
		name := filepath.Join(dir, "filler")
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		size := 0
		for err == nil {
			var n int
			n, err = f.Write(make([]byte, 4096))
			size += n
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		if err := f.Truncate(int64(size - room)); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	// An export into nothing leaves nothing.
	for _, room := range []int{0, 4 << 10, 100 << 10} {
		empty := fill(room)
		if _, err := Export(context.Background(), public, generation(0), ExportOptions{}); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("first export with room for %d bytes: %v", room, err)
		}
		for _, name := range []string{public, public + ".spare"} {
			if _, err := os.Stat(name); err == nil {
				t.Errorf("with room for %d bytes, %s was left", room, name)
			}
		}
		empty()
	}
	exportPacked(t, public, generation(0))
	for i, room := range []int{0, 4 << 10, 40 << 10, 150 << 10, 0, 150 << 10} {
		old := generation(i)
		if i == 4 { // from here on without a spare folder
			if err := os.RemoveAll(public + ".spare"); err != nil {
				t.Fatal(err)
			}
		}
		empty := fill(room)
		if _, err := Export(context.Background(), public, generation(i+1), ExportOptions{Precompress: true}); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("with room for %d bytes: error %v, want that of a full disk", room, err)
		}
		if got := treePacked(t, public); !maps.Equal(got, wantedPacked(t, old)) {
			t.Fatalf("with room for %d bytes the old site is no longer whole: %d files", room, len(got))
		}
		if got := roomIn(t, dir); got < room {
			t.Errorf("of the room for %d bytes, %d are left", room, got)
		}
		empty()
		exportPacked(t, public, generation(i+1))
	}
	// The disk may have room for bytes, but for no more files.
	if err := os.RemoveAll(public + ".spare"); err != nil {
		t.Fatal(err)
	}
	fillers := filepath.Join(dir, "fillers")
	n := 0
	for err := os.Mkdir(fillers, 0o755); !errors.Is(err, syscall.ENOSPC); n++ {
		if err != nil {
			t.Fatal(err)
		}
		err = os.WriteFile(filepath.Join(fillers, fmt.Sprint(n)), nil, 0o644)
	}
	for i := range 50 {
		if err := os.Remove(filepath.Join(fillers, fmt.Sprint(n-2-i))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Export(context.Background(), public, generation(1), ExportOptions{Precompress: true}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("without inodes: error %v, want that of a full disk", err)
	}
	if got := treePacked(t, public); !maps.Equal(got, wantedPacked(t, generation(6))) {
		t.Fatalf("without inodes the old site is no longer whole: %d files", len(got))
	}
	if err := os.RemoveAll(fillers); err != nil {
		t.Fatal(err)
	}
	exportPacked(t, public, generation(1))
}

// roomIn is how many bytes there is room for.
func roomIn(t *testing.T, dir string) int {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}
	return int(s.Bfree) * int(s.Bsize)
}

// fullFiles exports while no file can get long.
func fullFiles(t *testing.T, dir string) {
	public := filepath.Join(dir, "public")
	export1(t, public, generation(0))
	signal.Ignore(syscall.SIGXFSZ) // so that writing gives an error
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(i * 2000), Max: was.Max}); err != nil {
			t.Fatal(err)
		}
		_, err := Export(context.Background(), public, generation(i+1), ExportOptions{})
		if !errors.Is(err, syscall.EFBIG) {
			t.Errorf("files of at most %d bytes: error %v, want that of the limit", i*2000, err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Fatal(err)
		}
		if got := tree(t, public); !maps.Equal(got, wanted(t, generation(i))) {
			t.Fatalf("the old site is no longer whole: %d files", len(got))
		}
		export1(t, public, generation(i+1))
	}
}

// On a disk that cannot be written to, an export leaves the old site whole,
// and one that would change nothing has nothing to complain of. Where no disk
// can be mounted, TestExportReadOnlyFolder alone tries this.
func TestExportReadOnlyDisk(t *testing.T) {
	dir, mounted := ownDisk(t)
	if !mounted {
		return
	}
	public := filepath.Join(dir, "public")
	export1(t, public, generation(0))
	export1(t, public, generation(1))
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := Export(context.Background(), public, generation(2), ExportOptions{}); !errors.Is(err, syscall.EROFS) {
		t.Errorf("error %v, want that of the disk", err)
	}
	export1(t, public, generation(1))
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT, ""); err != nil {
		t.Fatal(err)
	}
	export1(t, public, generation(2))
}

// Where something is mounted no other folder can be put, which is said before
// anything is written.
func TestExportToMount(t *testing.T) {
	dir, own := ownDisk(t)
	if !own {
		return
	}
	public := filepath.Join(dir, "public")
	export1(t, public, generation(0))
	for _, mount := range []struct {
		name, from, kind string
		flags            uintptr
	}{
		{"disk", "tmpfs", "tmpfs", 0},
		{"folder", public, "", syscall.MS_BIND},
	} {
		at := filepath.Join(dir, mount.name)
		if err := errors.Join(os.Mkdir(at, 0o755), syscall.Mount(mount.from, at, mount.kind, mount.flags, "")); err != nil {
			t.Fatal(err)
		}
		if _, err := Export(context.Background(), at, generation(1), ExportOptions{}); err == nil || !strings.Contains(err.Error(), "mounted") {
			t.Errorf("into a mounted %s: error %v, want that it is mounted", mount.name, err)
		}
		if _, err := os.Stat(at + ".spare"); err == nil {
			t.Errorf("beside a mounted %s something was written", mount.name)
		}
	}
}

// The same in folders whose owner may not write to them.
func TestExportReadOnlyFolder(t *testing.T) {
	dir, err := again(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	if dir == "" {
		return
	}
	if os.Getuid() == 0 { // no permission keeps root from writing
		const nobody = 65534
		err := errors.Join(os.Chown(dir, nobody, nobody), syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody))
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, tt := range []struct {
		name   string
		folder string // that must not be written to
		ok     bool   // whether the export can do without
	}{
		{"around the site", ".", false},
		{"of the old site", "public", true},
		{"in the old site", "public/de", true},
		{"beside it", "public.spare", true}, // only folders in it change
		{"in the one beside it", "public.spare/de", false},
		{"in the one in that", "public.spare/de/100", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at := filepath.Join(dir, fmt.Sprint(i))
			public := filepath.Join(at, "public")
			export1(t, public, generation(0))
			export1(t, public, generation(1))
			folder := filepath.Join(at, tt.folder)
			if err := os.Chmod(folder, 0o555); err != nil {
				t.Fatal(err)
			}
			writable := func() {
				os.Chmod(folder, 0o755)
				os.Chmod(filepath.Join(at, strings.Replace(tt.folder, "public", "public.spare", 1)), 0o755) // where it is once the two are exchanged
				os.Chmod(filepath.Join(at, strings.Replace(tt.folder, "public.spare", "public", 1)), 0o755)
			}
			defer writable()
			_, err := Export(context.Background(), public, generation(2), ExportOptions{})
			now := generation(2)
			if !tt.ok {
				now = generation(1)
				if !errors.Is(err, os.ErrPermission) {
					t.Errorf("error %v, want that of the folder", err)
				}
			} else if err != nil {
				t.Error(err)
			}
			if got := tree(t, public); !maps.Equal(got, wanted(t, now)) {
				t.Fatalf("the site is not whole: %d files", len(got))
			}
			export1(t, public, now)
			writable()
			export1(t, public, generation(3))
		})
	}
}

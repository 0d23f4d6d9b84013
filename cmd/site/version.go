package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// version says which program this is.
func (p program) version(args []string) error {
	fs := p.flags("version")
	if done, err := p.parse(fs, args, 0); done || err != nil {
		return err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("this program was built without the information of what it is")
	}
	fmt.Fprint(p.stdout, versionText(info))
	return nil
}

// versionText gives what a build knows of itself: its version, the commit that
// it was built from, the toolchain and the system, as in
//
//	site v1.2.0
//	commit 0123456789abcdef0123456789abcdef01234567 of 2026-08-07T10:00:00Z
//	go1.26.0 linux/amd64
func versionText(info *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	var b strings.Builder
	fmt.Fprintf(&b, "site %s\n", info.Main.Version)
	if commit := set["vcs.revision"]; commit != "" {
		fmt.Fprintf(&b, "commit %s of %s", commit, set["vcs.time"])
		if set["vcs.modified"] == "true" {
			b.WriteString(", changed since")
		}
		b.WriteString("\n")
	} else {
		b.WriteString("commit unknown: built outside of a git checkout, or without its information\n")
	}
	fmt.Fprintf(&b, "%s %s/%s\n", info.GoVersion, set["GOOS"], set["GOARCH"])
	return b.String()
}

package main

import (
	"runtime/debug"
	"testing"
)

func TestVersionText(t *testing.T) {
	system := []debug.BuildSetting{{Key: "GOARCH", Value: "arm64"}, {Key: "GOOS", Value: "linux"}}
	commit := append(system, debug.BuildSetting{Key: "vcs.revision", Value: "0123abcd"}, debug.BuildSetting{Key: "vcs.time", Value: "2026-08-07T10:00:00Z"})
	for _, tt := range []struct {
		name     string
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		{"of a tag", "v1.2.0", append(commit, debug.BuildSetting{Key: "vcs.modified", Value: "false"}),
			"site v1.2.0\ncommit 0123abcd of 2026-08-07T10:00:00Z\ngo1.26.0 linux/arm64\n"},
		{"changed", "v1.2.0+dirty", append(commit, debug.BuildSetting{Key: "vcs.modified", Value: "true"}),
			"site v1.2.0+dirty\ncommit 0123abcd of 2026-08-07T10:00:00Z, changed since\ngo1.26.0 linux/arm64\n"},
		{"outside of git", "(devel)", system,
			"site (devel)\ncommit unknown: built outside of a git checkout, or without its information\ngo1.26.0 linux/arm64\n"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: tt.version}, Settings: tt.settings}
		if got := versionText(info); got != tt.want {
			t.Errorf("%s: versionText gives %q, want %q", tt.name, got, tt.want)
		}
	}
}

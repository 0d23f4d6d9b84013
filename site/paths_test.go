package site

import (
	"net/url"
	"testing"

	"regula/lang"
)

func TestRelative(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"", "de/", "de/"},
		{"", "", "./"},
		{"de/", "", "../"},
		{"de/", "de/", "./"},
		{"de/715.3d/", "de/715.3d/", "./"},
		{"de/715.3d/", "de/715/", "../715/"},
		{"de/715.3d/", "de/715.3d.json", "../715.3d.json"},
		{"de/715.3d/", "fr/715.3d/", "../../fr/715.3d/"},
		{"de/glossary/trample/", "de/702.19/", "../../702.19/"},
		{"de/glossary/trample/", "de/glossary/", "../"},
		{"de/", "de/glossary/trample/", "glossary/trample/"},
		{"de/70/", "de/702/", "../702/"}, // common characters are no common folder
		{"404.html", "de/", "de/"},
	} {
		got := relative(tt.from, tt.to)
		if got != tt.want {
			t.Errorf("relative(%q, %q) = %q, want %q", tt.from, tt.to, got, tt.want)
		}
		base, _ := url.Parse("http://host/sub/" + tt.from)
		if u, err := base.Parse(got); err != nil || u.String() != "http://host/sub/"+tt.to {
			t.Errorf("relative(%q, %q) = %q leads to %v", tt.from, tt.to, got, u)
		}
	}
}

func TestIn(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"de/", "fr/"},
		{"de/715.3d/", "fr/715.3d/"},
		{"de/glossary/trample/", "fr/glossary/trample/"},
	} {
		if got := in(lang.French, tt.path); got != tt.want {
			t.Errorf("in(fr, %q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}

func TestFile(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"", "index.html"},
		{"de/", "de/index.html"},
		{"de/715.json", "de/715.json"},
	} {
		if got := file(tt.path); got != tt.want {
			t.Errorf("file(%q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}

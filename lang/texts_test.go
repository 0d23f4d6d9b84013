package lang

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// fields calls f for each text of t, with its name.
func fields(v reflect.Value, path string, f func(name, text string)) {
	for i := range v.NumField() {
		name := path + v.Type().Field(i).Name
		switch w := v.Field(i); w.Kind() {
		case reflect.Struct:
			fields(w, name+".", f)
		case reflect.String:
			f(name, w.String())
		}
	}
}

func texts(l Language) map[string]string {
	m := map[string]string{}
	fields(reflect.ValueOf(*l.Texts()), "", func(name, text string) { m[name] = text })
	return m
}

func TestTextsComplete(t *testing.T) {
	for _, l := range All {
		for name, text := range texts(l) {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: %s is empty", l, name)
			}
			if strings.TrimSpace(text) != text {
				t.Errorf("%s: %s = %q begins or ends in white space", l, name, text)
			}
		}
	}
}

var verb = regexp.MustCompile(`%(?:\[\d\])?[a-z]|\{[a-z]+\}`)

func TestTextsTakeTheSameValues(t *testing.T) {
	verbs := func(s string) []string {
		vs := verb.FindAllString(s, -1)
		for i, v := range vs {
			vs[i] = regexp.MustCompile(`\[\d\]`).ReplaceAllString(v, "")
		}
		slices.Sort(vs)
		return vs
	}
	want := texts(English)
	for _, l := range All {
		for name, text := range texts(l) {
			if got, want := verbs(text), verbs(want[name]); !slices.Equal(got, want) {
				t.Errorf("%s: %s takes %q, in English %q", l, name, got, want)
			}
		}
	}
}

func TestTextsTypography(t *testing.T) {
	wrong := map[Language]*regexp.Regexp{
		German:  regexp.MustCompile(`["'“‘][A-Za-z{%]|\.\.\.`),
		French:  regexp.MustCompile(`["']|[^\x{a0}][;?!»]|[^\x{a0}c]:|«[^\x{a0}]|\.\.\.`), // c: "Magic:" keeps its colon
		English: regexp.MustCompile(`["']|\.\.\.| [;:?!]|„`),
	}
	for _, l := range All {
		for name, text := range texts(l) {
			if m := wrong[l].FindString(text); m != "" {
				t.Errorf("%s: %s = %q holds %q", l, name, text, m)
			}
		}
	}
}

func TestOpenSearchTitleShort(t *testing.T) {
	for _, l := range All {
		if s := l.Texts().OpenSearchTitle; len(s) > 16 {
			t.Errorf("%s: OpenSearchTitle %q has %d characters, more than the 16 of its format", l, s, len(s))
		}
	}
}

func TestDate(t *testing.T) {
	day := time.Date(2026, 8, 7, 0, 0, 0, 0, time.UTC)
	first := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		l    Language
		day  time.Time
		want string
	}{
		{German, day, "7. August 2026"},
		{French, day, "7 août 2026"},
		{French, first, "1er mars 2025"},
		{English, day, "August 7, 2026"},
		{German, first, "1. März 2025"},
	} {
		if got := tt.l.Date(tt.day); got != tt.want {
			t.Errorf("%s.Date(%v) = %q, want %q", tt.l, tt.day, got, tt.want)
		}
	}
}

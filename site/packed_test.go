package site

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// unpacked puts together what packed has taken apart, as the service worker
// does.
func unpacked(t testing.TB, data []byte) (lengths []int, all []byte) {
	t.Helper()
	if !bytes.HasPrefix(data, []byte("+")) {
		t.Fatalf("packed begins with %q", data[:1])
	}
	rest := data[1:]
	line := func() (ns []int) {
		text, after, _ := bytes.Cut(rest, []byte("\n"))
		rest = after
		for _, f := range strings.Fields(string(text)) {
			n, err := strconv.ParseInt(f, 36, 64)
			if err != nil {
				t.Fatal(err)
			}
			ns = append(ns, int(n))
		}
		return ns
	}
	lengths = line()
	take, repeat, back := line(), line(), line()
	for i, n := range take {
		all = append(all, rest[:n]...)
		rest = rest[n:]
		if repeat[i] > back[i] {
			t.Fatalf("step %d repeats %d bytes from %d back, which are not all there", i, repeat[i], back[i])
		}
		all = append(all, all[len(all)-back[i]:][:repeat[i]]...)
	}
	return lengths, append(all, rest...)
}

// Packs come back byte by byte, whatever is in them, and hold but once what
// pages repeat at any distance.
func TestPacked(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return string(b)
	}
	rule := noise(500)
	for _, tt := range []struct {
		name string
		all  string
		max  int // bytes
	}{
		{"nothing", "", 10},
		{"less than a run", "abc", 20},
		{"no repeat", noise(5000), 5020},
		{"one letter, as gzip sees it", strings.Repeat("a", 10_000), 10_020},
		{"a short period, likewise", strings.Repeat("abcde\n", 2000), 12_020},
		{"far apart", rule + noise(100_000) + rule, 100_560},
		{"twice the same but for one byte", rule + noise(50) + rule[:250] + "+" + rule[251:], 600},
		{"overlap backwards", noise(20) + strings.Repeat(rule[:60], 3) + rule, 600},
	} {
		for _, lengths := range [][]int{{len(tt.all)}, {0, len(tt.all), 0}} {
			got := packed(lengths, []byte(tt.all))
			ls, all := unpacked(t, got)
			if string(all) != tt.all || len(ls) != len(lengths) || ls[0] != lengths[0] {
				t.Errorf("%s: comes back as %d bytes of lengths %v, want %d of %v", tt.name, len(all), ls, len(tt.all), lengths)
			}
			if len(got) > tt.max {
				t.Errorf("%s: %d bytes of %d, want at most %d", tt.name, len(got), len(tt.all), tt.max)
			}
		}
	}
}

func FuzzPacked(f *testing.F) {
	f.Add([]byte("a rule that stands on its page and on that of its section"), 3)
	f.Fuzz(func(t *testing.T, part []byte, times int) {
		all := bytes.Repeat(part, min(max(times, 0), 50))
		if _, got := unpacked(t, packed([]int{len(all)}, all)); !bytes.Equal(got, all) {
			t.Errorf("%d bytes come back as %d", len(all), len(got))
		}
	})
}

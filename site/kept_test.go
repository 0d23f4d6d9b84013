package site

import (
	"strconv"
	"testing"
)

// However many pages are asked for, no more are kept than there is room for.
func TestKeptPagesHaveALimit(t *testing.T) {
	k := keptPages{pages: map[string]packedPage{}}
	page := packedPage{data: make([]byte, 1<<20)}
	for i := range 3 * maxKept >> 20 {
		path := strconv.Itoa(i)
		k.keep(path, page)
		k.keep(path, page)
		if _, ok := k.page(path); !ok {
			t.Fatalf("page %d is not kept", i)
		}
		size := 0
		for _, p := range k.pages {
			size += len(p.data)
		}
		if size != k.size || size > maxKept {
			t.Fatalf("after %d pages %d bytes are kept, counted %d", i+1, size, k.size)
		}
	}
	if _, ok := k.page("0"); ok {
		t.Error("the first page is kept for ever")
	}
}

// A page that is kept is sent as it was the first time.
func TestKeptPagesAreEqual(t *testing.T) {
	h := testHandler(t)
	header := map[string][]string{"Accept-Encoding": {"gzip"}}
	first := ask1(h, "GET", "/fr/704/", header)
	again := ask1(h, "GET", "/fr/704/", header)
	if first.Code != 200 || first.Body.String() != again.Body.String() {
		t.Error("a page is another when it is asked for again")
	}
	for _, name := range []string{"ETag", "Vary", "Content-Encoding", "Content-Type", "Cache-Control", "Content-Length"} {
		if a, b := first.Header().Values(name), again.Header().Values(name); len(a) != 1 || len(b) != 1 || a[0] != b[0] {
			t.Errorf("%s: %q, then %q", name, a, b)
		}
	}
}

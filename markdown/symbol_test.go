package markdown

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"regula/lang"
)

// symbols are all that the rules and their cards name.
const symbols = `W U B R G C S X Y Z 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 100 1000000 ½ ∞
W/U W/B U/B U/R B/R B/G R/G R/W G/W G/U U/W B/W B/U R/U R/B G/B G/R W/R W/G U/G
2/W 2/U 2/B 2/R 2/G C/W C/U C/B C/R C/G W/P U/P B/P R/P G/P
W/U/P W/B/P U/B/P U/R/P B/R/P B/G/P R/G/P R/W/P G/W/P G/U/P
P T Q E CHAOS PW TK A H D L BB rN rN1 rN2 rI rIV r3 N+ 8+ 12+`

func TestSymbols(t *testing.T) {
	ids := map[string]bool{}
	dec := xml.NewDecoder(strings.NewReader(string(Symbols())))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the sprite is no XML: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "symbol" {
			continue
		}
		at := map[string]string{}
		for _, a := range e.Attr {
			at[a.Name.Local] = a.Value
		}
		if ids[at["id"]] {
			t.Errorf("symbol %q stands twice in the sprite", at["id"])
		}
		ids[at["id"]] = true
		if want := "0 0 32 32"; at["viewBox"] != want && at["id"] != "level" {
			t.Errorf("symbol %q has the view box %q, want %q", at["id"], at["viewBox"], want)
		}
	}
	used := map[string]bool{}
	for _, s := range append(strings.Fields(symbols), "LEVEL N1-N2", "LEVEL N3+", "LEVEL 1-4", "LEVEL 5+") {
		ds, ok := draw(s)
		if !ok {
			t.Errorf("draw(%q) knows no such symbol", s)
		}
		for _, d := range ds {
			used[d.id] = true
			if !ids[d.id] {
				t.Errorf("draw(%q) = %q, which is not in the sprite", s, d.id)
			}
		}
		for _, l := range lang.All {
			if name, ok := l.Symbol(s); !ok || name == "" {
				t.Errorf("%s.Symbol(%q) = %q, %v, want a name", l, s, name, ok)
			}
		}
	}
	for id := range ids {
		if !used[id] {
			t.Errorf("symbol %q of the sprite is drawn for nothing", id)
		}
	}
	if n := len(Symbols()); n > 48<<10 {
		t.Errorf("the sprite has %d bytes, want fewer: every page loads it", n)
	}
}

func TestNoSymbol(t *testing.T) {
	for _, s := range []string{"", "N", "w", "21", "W/W", "W/X", "2/2", "2/W/P", "W/U/B", "P/W", "C/P", "LEVEL", "LEVEL 1", "r", "rx", "+", "702.9", "N1"} {
		if ds, ok := draw(s); ok {
			t.Errorf("draw(%q) = %v, want none", s, ds)
		}
	}
}

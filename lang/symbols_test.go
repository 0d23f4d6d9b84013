package lang

import "testing"

func TestSymbol(t *testing.T) {
	for _, tt := range []struct{ in, de, fr, en string }{
		{"R", "ein rotes Mana", "un mana rouge", "one red mana"},
		{"C", "ein farbloses Mana", "un mana incolore", "one colorless mana"},
		{"0", "null generische Mana", "zéro mana générique", "zero generic mana"},
		{"1", "ein generisches Mana", "un mana générique", "one generic mana"},
		{"16", "sechzehn generische Mana", "seize manas génériques", "sixteen generic mana"},
		{"1000000", "eine Million generische Mana", "un million de manas génériques", "one million generic mana"},
		{"W/U", "ein weißes oder blaues Mana", "un mana blanc ou bleu", "one white or blue mana"},
		{"2/B", "zwei generische Mana oder ein schwarzes Mana", "deux manas génériques ou un mana noir", "two generic mana or one black mana"},
		{"C/W", "ein farbloses oder weißes Mana", "un mana incolore ou blanc", "one colorless or white mana"},
		{"W/P", "ein weißes Mana oder zwei Lebenspunkte", "un mana blanc ou deux points de vie", "one white mana or two life"},
		{"G/U/P", "ein grünes oder blaues Mana oder zwei Lebenspunkte", "un mana vert ou bleu ou deux points de vie", "one green or blue mana or two life"},
		{"T", "tappen", "engager", "tap"},
		{"LEVEL N1-N2", "Stufe N1 bis N2", "niveau N1 à N2", "level N1 to N2"},
		{"LEVEL 8+", "ab Stufe 8", "niveau 8 et plus", "level 8 or more"},
		{"rN1", "Kapitel N1", "chapitre N1", "chapter N1"},
		{"rIV", "Kapitel 4", "chapitre 4", "chapter 4"},
		{"N+", "ab N Ladungsmarken", "au moins N marqueurs charge", "N or more charge counters"},
		{"N", "", "", ""},
		{"W/U/B", "", "", ""},
		{"2/W/P", "", "", ""},
		{"P/P", "", "", ""},
		{"", "", "", ""},
	} {
		for l, want := range map[Language]string{German: tt.de, French: tt.fr, English: tt.en} {
			if got, ok := l.Symbol(tt.in); got != want || ok != (want != "") {
				t.Errorf("%s.Symbol(%q) = %q, %v, want %q", l, tt.in, got, ok, want)
			}
		}
	}
}

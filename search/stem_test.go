package search

import (
	"math/rand/v2"
	"testing"

	"github.com/dop251/goja"

	"regula/lang"
)

// generated gives words that never were, made of the beginnings and endings
// that the stemmers know, so that each of their steps is taken.
func generated(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	heads := []string{"a", "b", "ab", "be", "y", "yo", "qu", "gener", "commun", "arsen", "par", "col", "tap", "ou", "ie", "st", "kampf", "spiel", "regl", "trampl", "declench", "fli", "lauf", "tr", "sch", "eau", "ayu", "oyo", "uiu"}
	middles := []string{"", "at", "iv", "ic", "abl", "abil", "eus", "iqu", "enn", "ett", "ell", "onn", "eill", "log", "us", "is", "iss", "niss", "ig", "eig", "lich", "isch", "end", "ung", "er", "en", "in", "on", "el", "ous", "ful", "less", "al", "ent", "iz", "bl", "tt", "gg", "y", "ay", "i", "u", "st", "est", "t", "s", "qu", "ion", "ati"}
	endings := []string{"", "e", "s", "es", "ed", "eed", "eedly", "edly", "ing", "ingly", "ies", "ied", "sses", "ss", "us", "ly", "li", "y", "ation", "ational", "ization", "iveness", "fulness", "ousness", "ement", "ements", "ment", "ments", "amment", "emment", "issement", "issements", "ance", "ence", "ences", "able", "ible", "isme", "euse", "euses", "eux", "eaux", "aux", "if", "ive", "ives", "ifs", "logie", "logies", "usion", "ution", "ateur", "atrice", "ations", "er", "era", "erai", "eraient", "erions", "ions", "ez", "iez", "ant", "ante", "antes", "assions", "asse", "assent", "aient", "ait", "irais", "issante", "issions", "issaient", "irent", "it", "is", "ie", "ier", "ion", "ee", "ees", "ent", "ents", "entes", "em", "en", "ern", "est", "st", "heit", "heiten", "keit", "keiten", "lichkeit", "igkeit", "ungen", "end", "ender", "ig", "ige", "ik", "isch", "ischen", "ll", "l", "ate", "iti", "ize", "ic", "ical", "ative", "icate"}
	words := make([]string, n)
	for i := range words {
		w := heads[r.IntN(len(heads))]
		for range r.IntN(3) {
			w += middles[r.IntN(len(middles))]
		}
		words[i] = w + endings[r.IntN(len(endings))]
	}
	return words
}

func TestScriptStems(t *testing.T) {
	words := map[string]bool{}
	for _, w := range generated(60000) {
		words[w] = true
	}
	for _, l := range lang.All {
		for _, d := range realDocuments(t, l) {
			for _, s := range append([]string{d.Title, d.Text, d.Examples}, d.Terms...) {
				for _, tok := range tokens(s) {
					words[tok.text] = true
				}
			}
		}
	}
	s := newScript(t, map[string]string{"de": "search-de.js", "en": "search-en.js", "fr": "search-fr.js"})
	for _, l := range lang.All {
		stem, ok := goja.AssertFunction(s.run(string(l) + ".stem"))
		if !ok {
			t.Fatalf("search-%s.js has no stem", l)
		}
		faults := 0
		for w := range words {
			want := bases[l](w)
			if asciiLetters(w) {
				got, err := stem(goja.Undefined(), s.vm.ToValue(w))
				if err != nil {
					t.Fatal(err)
				}
				if got.String() != want {
					if faults++; faults < 20 {
						t.Errorf("%s: stem(%q) = %q in the script, want %q", l, w, got, want)
					}
				}
			} else if want != w {
				t.Errorf("%s: stem(%q) = %q, want it unchanged", l, w, want)
			}
		}
		if faults > 0 {
			t.Errorf("%s: %d of %d words have another stem in the script", l, faults, len(words))
		}
		if got := s.run(string(l) + ".light").String(); !mapsEqual(wordSet(got), light[l]) {
			t.Errorf("%s: the script has other light words", l)
		}
		if got := s.run(string(l) + ".alike").String(); got != alike[l] {
			t.Errorf("%s: the script has other words that are alike", l)
		}
	}
}

func asciiLetters(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}

func mapsEqual(a, b map[string]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return true
}

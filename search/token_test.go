package search

import (
	"strings"
	"testing"

	"regula/lang"
)

func TestTokens(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"Die Kreatur", "die kreatur"},
		{"Größe, Fähigkeit & Œuvre", "grosse fahigkeit oeuvre"},
		{"player’s can’t don't", "player cant dont"},
		{"l’aura n'est qu’une d'elles aujourd’hui", "le aura ne est que une de elles aujourdhui"},
		{"l'étape jusqu’à", "le etape jusque a"},
		{"Legenden-Regel", "legenden regel =legendenregel"},
		{"Angreifer-deklarieren-Segment", "angreifer deklarieren segment =angreiferdeklarierensegment"},
		{"au-delà", "au dela =audela"},
		{"ein –1/–1 und +1/+1-Marken", "ein -1/-1 und +1/+1 marken"},
		{"ein 2/2, */1+*, X/X", "ein 2/2 */1+* x/x"},
		{"Stern (*) und **", "stern * und"},
		{"[–3]: [+2]: [0]:", "-3 +2 0"},
		{"{T}, {2/W}{W/P} {CHAOS}", "{t} {2/w} {w/p} {chaos}"},
		{"siehe 702.19b, 601.2f–h und Regel 704.", "siehe und regel 704"},
		{"∞ (Infinity)", "∞ infinity"},
		{"20 Lebenspunkte, Celebr-8000", "20 lebenspunkte celebr 8000 =celebr8000"},
		{"ﬂ", "fl"},
		{"", ""},
		{"—–-'’", ""},
	} {
		var got []string
		for _, tok := range tokens(tt.in) {
			if tok.whole {
				got = append(got, "="+tok.text)
			} else {
				got = append(got, tok.text)
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("tokens(%q) = %q, want %q", tt.in, s, tt.want)
		}
	}
}

// TestTokenPlaces checks that a token stands where it says.
func TestTokenPlaces(t *testing.T) {
	const s = "L’étape – «Legenden-Regel» {T} –1/–1 joueur’s"
	want := []string{"L’", "étape", "Legenden", "Regel", "Legenden-Regel", "{T}", "–1/–1", "joueur’s"}
	var got []string
	for _, tok := range tokens(s) {
		got = append(got, s[tok.start:tok.end])
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("tokens(%q) stand at %q, want %q", s, got, want)
	}
}

// TestOneStem has words that one query must find under any of their forms.
func TestOneStem(t *testing.T) {
	for _, tt := range []struct {
		l     lang.Language
		words string
	}{
		{lang.English, "destroy destroys destroyed destroying"},
		{lang.English, "ability abilities ability's"},
		{lang.English, "legendary legendaries"},
		{lang.German, "Fähigkeit Fähigkeiten FÄHIGKEIT Fahigkeit"},
		{lang.German, "Land Länder Landes Ländern"},
		{lang.German, "groß gross große großen"},
		{lang.German, "zerstören zerstöre zerstörend"},
		{lang.German, "tappen getappt tappt getappte"},
		{lang.German, "opfern geopfert Opfer"},
		{lang.German, "auslösen ausgelöst ausgelöste Auslöser"},
		{lang.German, "neutralisieren neutralisiert neutralisierte"},
		{lang.German, "gewinnen gewinnt"},
		{lang.German, "Permanent Permanents"},
		{lang.French, "déclenchée déclenché déclenchées déclencher déclenche déclenchent declenche"},
		{lang.French, "état états etat"},
		{lang.French, "cœur coeur cœurs"},
		{lang.French, "l’attaquant attaquants d’attaquants attaquante"},
		{lang.French, "différent différente différents différentes"},
	} {
		stem := ""
		for w := range strings.FieldsSeq(tt.words) {
			ts := tokens(w)
			s := stemmers[tt.l](ts[len(ts)-1].text)
			if stem == "" {
				stem = s
			}
			if s != stem {
				t.Errorf("%s: stem of %q = %q, want %q as of the first of %q", tt.l, w, s, stem, tt.words)
			}
		}
	}
}

func TestPlainUmlauts(t *testing.T) {
	for in, want := range map[string]string{
		"faehigkeit": "fahigkeit", "koerper": "korper", "todesberuehrung": "todesberuhrung",
		"neue": "neue", "frequenz": "frequenz", "zauber": "zauber", "ae": "a", "": "",
	} {
		if got := plainUmlauts(in); got != want {
			t.Errorf("plainUmlauts(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCompounds(t *testing.T) {
	c := newCompounds(wordSet("kampf schaden segment kampfschaden legende regel zauber spruch verteidiger punkte leben lebens mana vorrat stein spiel kosten zug ende und herr"))
	for in, want := range map[string]string{
		"kampfschadensegment":  "kampf kampfschaden schaden segment",
		"kampfschadenssegment": "kampf kampfschaden schaden segment",
		"legendenregel":        "legende regel",
		"lebenspunkte":         "leben punkte",
		"zauberspruch":         "spruch zauber",
		"manavorrat":           "mana vorrat",
		"zugende":              "ende zug",
		"verteidiger":          "",
		"beherrscher":          "",
		"undmana":              "",
		"kampf":                "",
	} {
		got := strings.Join(c.parts(in), " ")
		if got != want {
			t.Errorf("parts(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestFoldLatin checks that the table of western letters folds as the rules of
// Unicode do, alone and among others.
func TestFoldLatin(t *testing.T) {
	var all, mixed strings.Builder
	for r := rune(0); int(r) < len(latin); r++ {
		all.WriteRune(r)
		for _, s := range []string{string(r), "A" + string(r) + "e\u0301\u0327", "ﬁ" + string(r)} {
			mixed.WriteString(s)
			if got, want := fold(s), foldRunes(s); got != want {
				t.Errorf("fold(%q) = %q, want %q", s, got, want)
			}
		}
	}
	for _, s := range []string{all.String(), mixed.String()} {
		if fold(s) != foldRunes(s) {
			t.Errorf("fold(%q) = %q, want %q", s, fold(s), foldRunes(s))
		}
	}
}

package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"regula/lang"
)

// show writes mentions as "text→entry", divided by blanks and bars.
func show(text string, ms []Mention) string {
	var all []string
	for _, m := range ms {
		all = append(all, text[m.Start:m.End]+"→"+m.Entry)
	}
	return strings.Join(all, " | ")
}

func TestMentions(t *testing.T) {
	c := project(t)
	for _, tt := range []struct {
		l          lang.Language
		text, want string
	}{
		{lang.English, "", ""},
		// whole words
		{lang.English, "It has flashback.", "flashback→flashback"},
		{lang.English, "It flashes; flashbacks’ flashlights.", "flashes→flash | flashbacks→flashback"},
		{lang.French, "C’est volontaire, le vol aussi.", "vol→flying"},
		{lang.German, "Markenware und Giftmarken, eine Marke.", "Giftmarken→poison-counter | Marke→counter"},
		{lang.German, "Eine Ersatz- oder Schlacht-Karte, die Schlachten- und eine Schlacht.", "Schlacht→battle"},
		{lang.English, "A trample-like non-Aura Aura-thing.", ""},
		// the longest one
		{lang.English, "in the combat damage step", "combat damage step→combat-damage-step"},
		{lang.English, "combat damage, the first combat\ndamage step", "combat damage→combat-damage | combat\ndamage step→combat-damage-step"},
		{lang.English, "combat\n\ndamage step", "damage→damage | step→step"}, // two passages
		{lang.German, "Eine verzögerte ausgelöste Fähigkeit.", "verzögerte ausgelöste Fähigkeit→delayed-triggered-ability"},
		{lang.French, "des capacités déclenchées à retardement", "capacités déclenchées à retardement→delayed-triggered-ability"},
		{lang.English, "Trample over planeswalkers tramples.", "Trample over planeswalkers→trample-over-planeswalkers | tramples→trample"},
		// inflections
		{lang.English, "It’s being countered, then the controller sacrifices it.", "countered→counter | sacrifices→sacrifice"},
		{lang.German, "Er tappt getappte Länder und deren Kopien.", "tappt→tap | getappte→tapped | Kopien→copy"},
		{lang.German, "legendäre, legendären, legendäres", "legendäre→legendary | legendären→legendary | legendäres→legendary"},
		{lang.German, "des Stapels, den Emblemen", "Stapels→stack | Emblemen→emblem"},
		{lang.French, "deux créatures engagées, il engage, légendaires", "engagées→tapped | engage→tap | légendaires→legendary"},
		{lang.French, "L’éphémère d’un joueur, qu’une aura", "éphémère→instant | aura→aura"},
		{lang.French, "un marqueur « poison » et +1/+1", "marqueur « poison »→poison-counter"},
		{lang.German, "eine +1/+1-Marke", "+1/+1-Marke→counter"},
		// capitals
		{lang.German, "Er eilt in Eile.", "Eile→haste"},
		{lang.German, "die eile, die Tappen", ""},
		{lang.English, "A Case in any case; an Aura’s aura.", "Case→case | Aura→aura"},
		{lang.English, "Flying is good. Flying Men is a card, and so is Storm Crow.", "Flying→flying"},
		{lang.English, "Gift of Doom, Sign in Blood and Kolaghan’s Command are cards.", ""},
		{lang.English, "“Auras and Equipment enter.”", "Auras→aura | Equipment→equipment"},
		// names of cards
		{lang.German, "Das Glück der Ausrüstung (Luck of Equipment) ist da. Das Glück der Ausrüstung bleibt, die Ausrüstung auch.", "Ausrüstung→equipment"},
		{lang.French, "Pour Flamme du vol (Flame of Flight), le vol compte.", "vol→flying"},
		{lang.German, "Trampelschaden (Trample) und Doppelschlag (Double strike, 702.4)", "Trampelschaden→trample | Doppelschlag→double-strike"},
		{lang.German, "Reverse Polarity, Rocket Launcher, Sage of Lat-Nam, Shapeshifter, Staff of Zegon, Su-Chi, Tablet of Epityr", ""},
		// what content/unlinked.tsv says
		{lang.English, "A token is created. An emblem is created, and a restriction broken.", "token→token | created→create | emblem→emblem"},
		{lang.German, "Diese Einschränkung gilt. Beim Blocken gilt eine Einschränkung.", "Einschränkung→restriction"},
		{lang.English, "A player plays a card; if it can’t reach the stack.", "stack→stack"},
		{lang.French, "Grâce à la grâce, il passe encore.", "grâce→bestow"},
		{lang.German, "Das spielt keine Rolle, aber eine Rolle ist eine Aura.", "Rolle→role | Aura→aura"},
		// words that may be two terms
		{lang.French, "une réserve et une réserve de mana", "réserve de mana→mana-pool"},
		{lang.French, "Il prend l’initiative. L’initiative est là. Un chevalier avec l’initiative.", "prend l’initiative→initiative | avec l’initiative→first-strike"},
		{lang.French, "l’équipement, la capacité d’équipement", "équipement→equipment | capacité d’équipement→equip"},
	} {
		if got := show(tt.text, c.Mentions(tt.text, tt.l)); got != tt.want {
			t.Errorf("Mentions(%q, %s) = %s\nwant %s", tt.text, tt.l, got, tt.want)
		}
	}
}

// Each wording of one sense has its rule; one of two senses has none.
func TestMentionRule(t *testing.T) {
	c := project(t)
	for text, want := range map[string]string{
		"countered":       "701.6",
		"+1/+1 counter":   "122",
		"dies":            "700.4",
		"copiable values": "707.2",
	} {
		got := ""
		for _, m := range c.Mentions(text, lang.English) {
			got = m.Rule.String()
		}
		if got != want {
			t.Errorf("the rule of %q is %q, want %s", text, got, want)
		}
	}
}

// wordings gives every wording by which Mentions knows a glossary entry in l, in
// small letters and in order.
func wordings(c *Corpus, id string, l lang.Language) []string {
	x := c.byLanguage[l].lexicon
	var all []string
	var walk func(words string, w *wording)
	walk = func(words string, w *wording) {
		if slices.ContainsFunc(w.senses, func(s sense) bool { return s.entry == id }) {
			all = append(all, words)
		}
		for by, w := range w.next {
			walk(words+x.gaps.all[by.gap-1]+x.words.all[by.word-1], w)
		}
	}
	for word, w := range x.first {
		if w != nil {
			walk(x.words.all[word-1], w)
		}
	}
	slices.Sort(all)
	return all
}

// Every keyword is found under its own name, or content/unlinked.tsv says why
// not.
func TestKeywordsAreMentioned(t *testing.T) {
	c := project(t)
	off := map[string]bool{}
	for _, u := range c.content.Unlinked {
		off[string(u.Language)+u.ID] = true
	}
	for _, n := range c.Numbers() {
		e, _ := c.Entry(n)
		if e.Kind != Keyword {
			continue
		}
		for _, l := range lang.All {
			for _, id := range e.CitedByTerms {
				if g, _ := c.GlossaryTerm(id); g.English != e.EnglishTitle || off[string(l)+id] {
					continue
				}
				if len(wordings(c, id, l)) == 0 {
					t.Errorf("nothing in %s is a mention of %s (%s)", l, id, n)
				}
			}
		}
	}
}

func TestInflect(t *testing.T) {
	for _, tt := range []struct {
		l    lang.Language
		k    class
		name string
		want string
	}{
		{lang.English, noun, "ability", "abilities"},
		{lang.English, noun, "source of damage", "sources of damage"},
		{lang.English, verb, "tap", "taped taping tapped tapping taps"},
		{lang.English, verb, "venture into the dungeon", "ventured into the dungeon ventures into the dungeon venturing into the dungeon"},
		{lang.English, adjective, "legendary", ""},
		{lang.English, fixed, "APNAP", ""},
		{lang.French, noun, "capacité déclenchée", "capacité déclenchées capacités déclenchée capacités déclenchées"},
		{lang.French, adjective, "neigeux", "neigeuse neigeuses"},
		{lang.French, verb, "révéler", "révèle révèlent révélaient révélait révélant révéle révélent révélera révélerait révéleront révélé révélée révélées révélés"},
		{lang.French, verb, "détruire", ""},
		{lang.German, noun, "Regel", "Regeln Regels"},
		{lang.German, noun, "Segen der Stadt", "Segenn der Stadt Segens der Stadt"},
		{lang.German, adjective, "getappt", "getappte getapptem getappten getappter getapptes"},
		{lang.German, verb, "manifestieren", "manifestiert manifestierte manifestiertem manifestierten manifestierter manifestiertes"},
	} {
		if got := strings.Join(inflect(tt.l, tt.name, tt.k), " "); got != tt.want {
			t.Errorf("inflect(%s, %q) = %s\nwant %s", tt.l, tt.name, got, tt.want)
		}
	}
}

func TestWordings(t *testing.T) {
	got := fmt.Sprint(wordings(project(t), "trample", lang.English))
	if want := "[trample tramples]"; got != want {
		t.Errorf("trample is known as %s, want %s", got, want)
	}
}

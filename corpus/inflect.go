package corpus

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"regula/content"
	"regula/lang"
)

// class says how the name of a term is inflected.
type class int

const (
	fixed     class = iota // not at all
	noun                   // creature, activated ability
	verb                   // tap, venture into the dungeon
	adjective              // legendary, tapped
)

// classOf gives the class of a name and the name as it is written within a
// sentence. German tells classes apart by its capitals, so that the German name
// of the term tells the class in all languages.
func classOf(of []content.Term, l lang.Language, name string) (class, string) {
	k := noun
	proper, printed := false, false
	for _, t := range of {
		if l == lang.English {
			proper = proper || t.Category == "subtype"
		}
		for _, own := range splitNames(t.Names[l]) {
			if strings.EqualFold(own, name) && l != lang.English {
				name, printed = own, true
				proper = proper || startsUpper(own)
			}
		}
		if de := t.Names[lang.German]; de != "" && len(of) == 1 {
			last := de[strings.LastIndexByte(de, ' ')+1:]
			switch {
			case startsUpper(last):
			case strings.HasSuffix(last, "n"):
				k = verb
			case !strings.Contains(de, " "):
				k = adjective
			}
		}
	}
	switch {
	case proper:
	case l == lang.English:
		name = strings.ToLower(name)
	case l == lang.French:
		name = lowerFirst(name)
	case !printed:
		k, name = germanHeading(name)
	}
	return k, name
}

// germanHeading gives the class of a German heading of which no term tells it,
// and the heading as it is written within a sentence.
func germanHeading(name string) (class, string) {
	first, _, more := strings.Cut(name, " ")
	switch {
	case more && (germanAdjective(first) || smallGerman[strings.ToLower(first)]):
		return noun, lowerFirst(name)
	case more:
		return noun, name
	case hasSuffix(name, "en", "ern", "eln"):
		return verb, lowerFirst(name)
	case hasSuffix(name, "rt", "ig"):
		return adjective, lowerFirst(name)
	}
	return noun, name
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// inflect gives the inflected forms of a name, without the name itself. What is
// irregular stands in content/variants.tsv.
func inflect(l lang.Language, name string, k class) []string {
	if k == fixed {
		return nil
	}
	var forms []string
	switch l {
	case lang.German:
		forms = germanForms(name, k)
	case lang.French:
		forms = frenchForms(name, k)
	default:
		forms = englishForms(name, k)
	}
	slices.Sort(forms)
	return slices.DeleteFunc(slices.Compact(forms), func(s string) bool { return s == name })
}

func hasSuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(x string) bool { return strings.HasSuffix(s, x) })
}

// English

func englishForms(name string, k class) []string {
	switch k {
	case noun:
		head, rest := name, ""
		if i := strings.Index(name, " of "); i > 0 { // source of damage
			head, rest = name[:i], name[i:]
		}
		return []string{englishPlural(head) + rest}
	case verb:
		first, rest, more := strings.Cut(name, " ")
		if more {
			rest = " " + rest
		}
		var forms []string
		for _, f := range englishVerb(first) {
			forms = append(forms, f+rest)
		}
		return forms
	}
	return nil
}

func englishPlural(s string) string {
	switch {
	case len(s) > 2 && strings.HasSuffix(s, "y") && strings.IndexByte("aeiou", s[len(s)-2]) < 0:
		return s[:len(s)-1] + "ies"
	case hasSuffix(s, "s", "x", "z", "ch", "sh"):
		return s + "es"
	}
	return s + "s"
}

func englishVerb(s string) []string {
	stem := s
	switch {
	case strings.HasSuffix(s, "e"):
		stem = s[:len(s)-1]
		return []string{s + "s", stem + "ed", stem + "ing"}
	case len(s) > 2 && strings.HasSuffix(s, "y") && strings.IndexByte("aeiou", s[len(s)-2]) < 0:
		return []string{s[:len(s)-1] + "ies", s[:len(s)-1] + "ied", s + "ing"}
	case len(s) < 5 && len(s) > 2 && strings.IndexByte("aeiou", s[len(s)-2]) >= 0 && strings.IndexByte("aeiou", s[len(s)-3]) < 0 && strings.IndexByte("wxyaeiou", s[len(s)-1]) < 0,
		hasSuffix(s, "tap", "fer", "bel"):
		stem = s + s[len(s)-1:] // tap, tapped
	}
	return []string{englishPlural(s), stem + "ed", stem + "ing", s + "ed", s + "ing"}
}

// French

func frenchForms(name string, k class) []string {
	switch k {
	case noun:
		return frenchPlurals(name)
	case adjective:
		var forms []string
		for _, f := range frenchFeminine(name) {
			forms = append(forms, f, frenchPlural(f))
		}
		return append(forms, frenchPlural(name))
	case verb:
		reflexive := ""
		bare := name
		for _, p := range []string{"se ", "s’"} {
			if strings.HasPrefix(name, p) {
				reflexive, bare = p, name[len(p):]
			}
		}
		first, rest, more := strings.Cut(bare, " ")
		if more {
			rest = " " + rest
		}
		var forms []string
		for _, f := range frenchVerb(first) {
			forms = append(forms, f+rest)
		}
		if reflexive != "" && !more {
			forms = append(forms, bare)
		}
		return forms
	}
	return nil
}

// frenchSmall has the words within a name that do not change.
var frenchSmall = map[string]bool{"de": true, "du": true, "des": true, "à": true, "la": true, "le": true, "les": true, "et": true, "sur": true, "dans": true, "en": true, "sans": true, "non": true, "pour": true, "contre": true, "au": true, "aux": true, "par": true}

// frenchPlurals gives the forms of a name that have one or more of its nouns
// and adjectives in the plural: capacités déclenchées, coûts de mana.
func frenchPlurals(name string) []string {
	words := strings.Split(name, " ")
	forms := []string{""}
	for i, w := range words {
		var next []string
		for _, f := range forms {
			if i > 0 {
				f += " "
			}
			next = append(next, f+w)
			if !frenchSmall[w] && !strings.ContainsAny(w, "’«»/+") {
				if p := frenchPlural(w); p != w {
					next = append(next, f+p)
				}
			}
		}
		forms = next
		if len(forms) > 64 {
			return nil
		}
	}
	return forms
}

func frenchPlural(w string) string {
	switch {
	case hasSuffix(w, "s", "x", "z"):
		return w
	case hasSuffix(w, "al"):
		return w[:len(w)-1] + "ux"
	case hasSuffix(w, "eau", "eu"):
		return w + "x"
	}
	return w + "s"
}

func frenchFeminine(w string) []string {
	switch {
	case hasSuffix(w, "e"):
		return nil
	case hasSuffix(w, "eux"):
		return []string{w[:len(w)-1] + "se"}
	case hasSuffix(w, "if"):
		return []string{w[:len(w)-1] + "ve"}
	}
	return []string{w + "e"}
}

func frenchVerb(w string) []string {
	if !strings.HasSuffix(w, "er") {
		return nil // irregular ones are listed
	}
	stem := w[:len(w)-2]
	soft := stem
	switch {
	case strings.HasSuffix(stem, "g"):
		soft = stem + "e"
	case strings.HasSuffix(stem, "c"):
		soft = stem[:len(stem)-1] + "ç"
	}
	present := stem
	if r := []rune(stem); len(r) > 2 { // révéler, il révèle
		for i := len(r) - 1; i > len(r)-4 && i >= 0; i-- {
			if r[i] == 'é' && i < len(r)-1 {
				r[i] = 'è'
				present = string(r)
				break
			}
			if strings.ContainsRune("aeiouy", r[i]) {
				break
			}
		}
	}
	if hasSuffix(stem, "oy", "ay", "uy") {
		present = stem[:len(stem)-1] + "i"
	}
	return []string{present + "e", present + "ent", stem + "e", stem + "ent", stem + "é", stem + "ée", stem + "és", stem + "ées", soft + "ant", soft + "ait", soft + "aient", stem + "era", stem + "eront", stem + "erait"}
}

// German

// germanAdjective reports whether the first word of a name has the ending of
// an adjective: aktivierte, aktiver, generisches.
func germanAdjective(w string) bool {
	return hasSuffix(w, "e", "er", "es", "en") && len(w) > 4
}

func germanForms(name string, k class) []string {
	words := strings.Split(name, " ")
	switch k {
	case adjective:
		if len(words) == 1 {
			return germanEndings(name)
		}
	case verb:
		if last := words[len(words)-1]; !startsUpper(last) {
			var forms []string
			for _, f := range germanVerb(last) {
				forms = append(forms, strings.Join(append(slices.Clone(words[:len(words)-1]), f), " "))
			}
			return forms
		}
	}
	// The first noun is the head. Adjectives stand before it, and what stands
	// behind it does not change.
	head := slices.IndexFunc(words, startsUpper)
	if head < 0 {
		return nil
	}
	forms := []string{""}
	for i, w := range words {
		var choices []string
		switch {
		case i == head:
			choices = append(germanNoun(w), w)
		case i < head && germanAdjective(w):
			choices = append(germanEndings(germanStem(w)), w)
		default:
			choices = []string{w}
		}
		var next []string
		for _, f := range forms {
			if i > 0 {
				f += " "
			}
			for _, c := range choices {
				next = append(next, f+c)
			}
		}
		forms = next
	}
	return forms
}

func germanStem(w string) string {
	for _, e := range []string{"er", "es", "en", "e"} {
		if strings.HasSuffix(w, e) {
			return w[:len(w)-len(e)]
		}
	}
	return w
}

func germanEndings(stem string) []string {
	stem = strings.TrimSuffix(stem, "e")
	return []string{stem + "e", stem + "en", stem + "er", stem + "es", stem + "em"}
}

func germanNoun(w string) []string {
	switch {
	case hasSuffix(w, "e"):
		return []string{w + "n"}
	case hasSuffix(w, "ung", "heit", "keit", "ion", "ität", "schaft", "in"):
		return []string{w + "en"}
	case hasSuffix(w, "er", "el", "en"):
		return []string{w + "s", w + "n"}
	case hasSuffix(w, "nis"):
		return []string{w + "se", w + "ses", w + "sen"}
	case hasSuffix(w, "s", "ß", "x", "z"):
		return []string{w + "es", w + "e", w + "en"}
	}
	return []string{w + "s", w + "es", w + "e", w + "en"}
}

// separable has the beginnings of verbs that stand apart from them in a
// sentence, the longest first.
var separable = []string{"zusammen", "zurück", "herbei", "durch", "nach", "auf", "aus", "ein", "vor", "ab", "an", "bei", "los", "mit", "um", "zu"}

// fast has the beginnings of verbs that never do.
var fast = []string{"be", "emp", "ent", "er", "ge", "hinter", "miss", "über", "unter", "ver", "zer"}

func germanVerb(inf string) []string {
	stem := strings.TrimSuffix(inf, "n")
	stem = strings.TrimSuffix(stem, "e")
	ending := "t"
	if hasSuffix(stem, "t", "d") {
		ending = "et"
	}
	forms := []string{stem + ending, stem + ending + "e", stem + ending + "en"}
	participle := ""
	prefix := ""
	for _, p := range separable {
		if rest := strings.TrimPrefix(stem, p); rest != stem && len(rest) > 3 {
			prefix = p
			break
		}
	}
	switch {
	case strings.HasSuffix(inf, "ieren") || slices.ContainsFunc(fast, func(p string) bool { return strings.HasPrefix(inf, p) }):
		participle = stem + ending
	case prefix != "":
		participle = prefix + "ge" + stem[len(prefix):] + ending
		forms = append(forms, prefix+"zu"+inf[len(prefix):])
	default:
		participle = "ge" + stem + ending
	}
	return append(append(forms, participle), germanEndings(participle)...)
}

package markdown

import (
	"strings"
	"sync"
	"unicode/utf8"

	"regula/lang"
)

// role is what the label at the beginning of a paragraph makes of it.
type role int

const (
	plain role = iota
	example
	seeAlso
)

// label is what a line begins with, if that is a label or meant to be one.
type label struct {
	role role
	lang lang.Language
	text string // as it stands
	end  int    // where the text behind it begins
}

// The forms that people write for a label, besides the right one.
var misspelt = map[lang.Language]map[string]role{
	lang.German:  {"beispiele:": example, "siehe:": seeAlso},
	lang.French:  {"exemples:": example, "voir:": seeAlso},
	lang.English: {"examples:": example, "see:": seeAlso},
}

// labelOf reads the label at the beginning of line; its role is plain where
// there is none. Case, markup and kinds of spaces do not matter: whether the
// label is written right is asked by comparing text.
func labelOf(line string, l lang.Language) label {
	body := strings.TrimLeft(line, " *_")
	colon := strings.IndexByte(body, ':')
	if colon < 0 || colon > 24 {
		return label{}
	}
	key := strings.ToLower(body[:colon+1])
	key = bareKey.Replace(key)
	key = strings.Join(strings.Fields(strings.TrimSuffix(key, ":")), " ") + ":"
	roles := labels()[key]
	if roles == nil {
		return label{}
	}
	end := len(line) - len(body) + colon + 1
	found := label{text: line[:end]}
	for _, of := range append([]lang.Language{l}, lang.All...) { // the own language first: some words are the same in two
		if found.role = roles[of]; found.role != plain {
			found.lang = of
			rest := strings.TrimLeft(line[end:], "*_")
			for rest != "" {
				r, n := utf8.DecodeRuneInString(rest)
				if r != ' ' && r != '\u00a0' {
					break
				}
				rest = rest[n:]
			}
			found.end = len(line) - len(rest)
			return found
		}
	}
	return label{}
}

// labels has what each label, right or misspelt, makes of a paragraph, by
// language.
var labels = sync.OnceValue(func() map[string]map[lang.Language]role {
	all := map[string]map[lang.Language]role{}
	add := func(key string, of lang.Language, r role) {
		if all[key] == nil {
			all[key] = map[lang.Language]role{}
		}
		all[key][of] = r
	}
	for _, of := range lang.All {
		for key, r := range misspelt[of] {
			add(key, of, r)
		}
		ls := of.Labels()
		add(plainLabel(ls.SeeAlso), of, seeAlso)
		add(plainLabel(ls.Example), of, example)
	}
	return all
})

var bareKey = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "*", "", "_", "")

func plainLabel(s string) string {
	return strings.ToLower(strings.ReplaceAll(s, "\u00a0:", ":"))
}

// right gives the label as l writes it.
func (b label) right(l lang.Language) string {
	if b.role == example {
		return l.Labels().Example
	}
	return l.Labels().SeeAlso
}

// announce puts a word for rule in place of a see-also label, so that the bare
// numbers behind it are citations. The text keeps its length.
func announce(text string) string {
	const word = "rules" // in the plural, after which a list of bare numbers is one
	b := labelOf(text, lang.English)
	if b.role != seeAlso || len(b.text) < len(word) {
		return text
	}
	return strings.Repeat(" ", len(b.text)-len(word)) + word + text[len(b.text):]
}

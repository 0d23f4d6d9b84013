package content

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"regula/lang"
)

// word is a run of letters and digits in a text.
type word struct {
	text   string
	offset int
}

// words gives those of s in order. Apostrophes and hyphens divide them.
func words(s string) []word {
	ws := make([]word, 0, len(s)/6+1)
	start := -1
	for i, r := range s {
		if 'a' <= r && r <= 'z' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			ws = append(ws, word{s[start:i], start})
			start = -1
		}
	}
	if start >= 0 {
		ws = append(ws, word{s[start:], start})
	}
	return ws
}

// beginsSentence reports whether the word at offset is the first of a
// sentence, a quotation or a passage.
func beginsSentence(s string, offset int) bool {
	before := strings.TrimRightFunc(s[:offset], func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("„“”«»‚‘’(–—*", r)
	})
	if before == "" {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(".!?:…|", r)
}

// forbiddenTerm is a wording that our texts do not use.
type forbiddenTerm struct {
	text  string // folded
	shown string
	note  string
	files []string // that may use it all the same, see allowedIn
}

func forbiddenTerms(c Content) map[lang.Language][]forbiddenTerm {
	m := map[lang.Language][]forbiddenTerm{}
	for _, v := range c.Variants {
		if v.Kind == Forbidden {
			m[v.Language] = append(m[v.Language], forbiddenTerm{fold(v.Text), v.Text, v.Note, allowedIn(v.Note)})
		}
	}
	return m
}

// allowed opens, in the note of a forbidden form, the pages that may use it:
// "allowed in 400, 403, glossary/b".
const allowed = "allowed in "

// allowedIn gives the files that a note allows, without language and ending.
func allowedIn(note string) []string {
	_, list, ok := strings.Cut(note, allowed)
	if !ok {
		return nil
	}
	var files []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if !strings.Contains(name, "/") {
			name = "rules/" + name
		}
		files = append(files, name)
	}
	return files
}

// fold gives s in lower case with one kind of space and of apostrophe, rune by
// rune.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '\'':
			return '’'
		}
		return unicode.ToLower(r)
	}, s)
}

// terms finds forbidden terms as whole words. Quotations may hold them, and
// parentheses with names.
func (l *linter) terms(p passage) {
	folded := fold(p.Text)
	for _, f := range l.forbidden[p.language] {
		for from := 0; ; {
			i := strings.Index(folded[from:], f.text)
			if i < 0 {
				break
			}
			i += from
			from = i + len(f.text)
			before, _ := utf8.DecodeLastRuneInString(folded[:i])
			after, _ := utf8.DecodeRuneInString(folded[from:])
			if unicode.IsLetter(before) || unicode.IsLetter(after) {
				continue
			}
			at := offsetOf(p.Text, utf8.RuneCountInString(folded[:i]))
			_, file, _ := strings.Cut(strings.TrimSuffix(p.at(at).File, ".md"), "/")
			if slices.Contains(f.files, file) {
				continue
			}
			if p.isQuoted(at) || l.isEnglish(p.Text, at) {
				continue
			}
			advice := f.note
			if advice == "" {
				advice = "use the term of terms.tsv"
			}
			l.add(p.at(at), ForbiddenTerm, "%q is no wording of ours: %s", f.shown, advice)
		}
	}
}

// isEnglish reports whether offset stands in parentheses that hold English: a
// name of several words, or the English name of a term.
func (l *linter) isEnglish(s string, offset int) bool {
	if !inNameParentheses(s, offset) {
		return false
	}
	inside, _, _ := strings.Cut(s[strings.LastIndexByte(s[:offset], '(')+1:], ")")
	return l.english[fold(inside)] || strings.ContainsFunc(inside, unicode.IsSpace)
}

// offsetOf gives where the rune numbered n begins.
func offsetOf(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// addressed has the words with which each language speaks to its reader.
var addressed = map[lang.Language]map[string]bool{
	lang.German: set("du dein deine deinem deinen deiner deines dich dir euch euer eure eurem euren eurer eures"),
	// "tienne" is left out: it is a form of tenir, too.
	lang.French:  set("vous votre vos vôtre vôtres tu toi te ton ta tes tien tiens"),
	lang.English: set("you your yours yourself yourselves"),
}

// formal has the German words that speak to the reader where they are in
// capitals within a sentence.
var formal = set("Sie Ihr Ihre Ihrem Ihren Ihrer Ihres Ihnen")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// address finds where a text speaks to its reader outside quotations. Words in
// capitals within a sentence are parts of names, but for German Sie.
func (l *linter) address(p passage) {
	ws := addressed[p.language]
	for i, w := range p.words {
		small := lower(w.text)
		found := ws[w.text]
		if !found && ws[small] && beginsSentence(p.Text, w.offset) {
			found = p.language == lang.German || i+1 == len(p.words) || !startsUpper(p.words[i+1].text) // not "Your Temple Is Under Attack"
		}
		if !found && p.language == lang.German && formal[w.text] {
			found = !beginsSentence(p.Text, w.offset)
		}
		if found && small == "vous" && i > 0 && lower(p.words[i-1].text) == "rendez" {
			found = false
		}
		if found && !p.isQuoted(w.offset) && !inNameParentheses(p.Text, w.offset) {
			l.add(p.at(w.offset), DirectAddress, "%q speaks to the reader: %s", w.text, instead[p.language])
		}
	}
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

var instead = map[lang.Language]string{
	lang.German:  "write „ein Spieler“ or without a person, and put card text in „…“",
	lang.French:  "write « un joueur », and put card text in « … »",
	lang.English: "write “a player”, and put card text in “…”",
}

// common has frequent words of each language that are none in the others.
var common = func() map[string]lang.Language {
	m := map[string]lang.Language{}
	for l, ws := range map[lang.Language]string{
		lang.German:  "der und ist nicht eine einen wird von mit dem auf oder sie zu",
		lang.French:  "le la les et est une du que qui dans pas il ou sur",
		lang.English: "the and is of to that with it be can this or player card",
	} {
		for w := range set(ws) {
			m[w] = l
		}
	}
	return m
}()

// inName reports whether the i-th word seems to belong to a name, as in
// "Circle of Protection" and "The Rack": the words around it, or itself and
// the next, are written with capitals.
func (p passage) inName(i int) bool {
	upper := func(i int) bool {
		return i >= 0 && i < len(p.words) && startsUpper(p.Text[p.words[i].offset:])
	}
	return upper(i+1) && (upper(i-1) || upper(i))
}

// language finds texts that are written in another language than they should.
func (l *linter) language(t text, ps []passage) {
	count := map[lang.Language]int{}
	for _, p := range ps {
		for i, w := range p.words {
			if of, ok := common[w.text]; ok && !p.isQuoted(w.offset) && !p.inName(i) {
				count[of]++
			}
		}
	}
	for _, of := range lang.All {
		if of != t.language && count[of] > 4 && count[of] > 2*count[t.language] {
			l.add(t.pos, WrongLanguage, "reads as %s in the folder of %s: move it, or write it anew", of, t.language)
		}
	}
}

package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Reason says why a query finds nothing, so that a page can help.
type Reason string

// The reasons. An empty one means that there is nothing to explain.
const (
	ReasonEmpty   Reason = "empty"   // nothing was typed
	ReasonSigns   Reason = "signs"   // only signs that mean nothing here
	ReasonLong    Reason = "long"    // more than MaxQuery characters
	ReasonWithout Reason = "without" // only words to leave out
	ReasonNothing Reason = "nothing" // nothing has these words
	ReasonNumber  Reason = "number"  // there is no rule of that number
)

// MaxQuery is the length, in characters, of the longest query that is
// answered; maxWords is how many of its words count.
const (
	MaxQuery = 400
	maxWords = 16
)

// Asked is a number, or a range of numbers, that a query asks for. First and
// Last are in canonical form, and equal for a single number. The edition need
// not have them, nor need they be possible: "702.9l".
type Asked struct {
	Typed string `json:"typed"`
	First string `json:"first"`
	Last  string `json:"last"`
}

// Query is what somebody typed, read. Words are folded.
type Query struct {
	Text    string     // normalised, in lower case
	Numbers []Asked    // in the order typed
	Words   []Word     // wanted
	Phrases [][]string // wanted side by side, from quotation marks
	Without [][]string // not wanted: a word or a phrase each
	Open    bool       // the last word may be still being typed
	Start   string     // of numbers, where the last one may be still being typed: "70", "702.", "702.1"
	Reason  Reason     // why there is nothing to search for; else empty
}

// Word is a word wanted.
type Word struct {
	Text   string
	Exact  string   // exactKey
	Joined []Joined // what it may be a part of
}

// Joined is words with a hyphen, or two words typed apart, as one word.
type Joined struct {
	Text        string
	Of          int    // parts
	First, Last string // the two words typed apart; else empty
}

// numberPrefix is what may stand before a number: CR 704.5k, § 601.2b.
var numberPrefix = regexp.MustCompile(`^(?:(?:§§?|#|n°|(?:comprehensive|comp\.?) rules?|cr|mtg|rules?|regeln?|regelnummer|r[eè]gles?|sections?|sec|abschnitte?n?s?|kapiteln?s?|chapters?|chapitres?|ch|kap|nr|no|nummer|number|num[eé]ro|ziffer|article|art|absatz|paragraph(?:e|en)?|r)[.:#]?\s*)+`)

// betweenNumbers is what may stand between the numbers of a list.
var betweenNumbers = regexp.MustCompile(`^(?:[\s,;:.!?&()\[\]"'“”„«»‘’]|(?:und|and|et|oder|or|ou)(?:\s|$))+`)

// rangeSign stands between the ends of a range.
var rangeSign = regexp.MustCompile(`^\s*(?:[\-‐‑‒–—]|\.\.+|(?:bis|to|through|thru|à)\s)\s*`)

// ParseQuery reads what somebody typed. It accepts everything; what makes no
// sense gets a Reason.
func ParseQuery(s string) Query {
	q := Query{Text: normalise(s)}
	switch {
	case q.Text == "":
		q.Reason = ReasonEmpty
		return q
	case utf8.RuneCountInString(q.Text) > MaxQuery:
		q.Text = string([]rune(q.Text)[:MaxQuery])
		q.Reason = ReasonLong
		return q
	}
	rest := q.numbers()
	q.words(rest)
	last, _ := utf8.DecodeLastRuneInString(s)
	q.Open = isWord(last)
	q.start(last == '.')
	if len(q.Numbers)+len(q.Words)+len(q.Phrases) == 0 {
		q.Reason = ReasonSigns
		if len(q.Without) > 0 {
			q.Reason = ReasonWithout
		}
	}
	return q
}

// start finds how the numbers begin of which one may be still being typed.
func (q *Query) start(period bool) {
	switch n := len(q.Numbers); {
	case n == 0 && q.Open && len(q.Text) == 2 && digitsAt(q.Text, 0) == 2:
		q.Start = q.Text
	case n > 0 && len(q.Words) == 0 && q.Numbers[n-1].First == q.Numbers[n-1].Last:
		if q.Start = q.Numbers[n-1].First; period {
			q.Start += "."
		} else if !q.Open {
			q.Start = ""
		}
	}
}

// normalise makes one sign of those that look alike, and one blank of any
// white space.
func normalise(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '´', '`':
			return '\''
		case 0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff, utf8.RuneError:
			return -1
		}
		return r
	}, s)
	return strings.ToLower(strings.Join(strings.FieldsFunc(norm.NFKC.String(s), func(r rune) bool {
		return r <= ' ' || r >= 0x7f && r <= 0xa0 || r >= 0x2000 && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x3000
	}), " "))
}

// numbers takes the rule numbers out of the query and gives the rest.
func (q *Query) numbers() string {
	type found struct {
		asked      Asked
		start, end int
		loose      bool // a number only where the query is nothing else: 100, 2019
	}
	var all []found
	whole := true
	s := q.Text
	for i := 0; i < len(s); {
		if m := betweenNumbers.FindString(s[i:]); m != "" {
			i += len(m)
			continue
		}
		n := len(numberPrefix.FindString(s[i:]))
		if first, end, loose, ok := readNumber(s, i+n); ok {
			f := found{Asked{s[i:end], first, first}, i, end, loose && n == 0}
			if last, to, ok := readRange(s, end, first); ok {
				f.asked.Last, f.end = last, to
				f.asked.Typed = s[i:to]
			}
			all = append(all, f)
			i = f.end
			continue
		}
		whole = false
		for i < len(s) {
			r, size := utf8.DecodeRuneInString(s[i:])
			if i += size; !isWord(r) {
				break
			}
		}
	}
	var rest strings.Builder
	from := 0
	for _, f := range all {
		if f.loose && !whole {
			continue
		}
		q.Numbers = append(q.Numbers, f.asked)
		rest.WriteString(s[from:f.start])
		rest.WriteByte(' ')
		from = f.end
	}
	rest.WriteString(s[from:])
	if whole && len(q.Numbers) > 0 {
		return ""
	}
	return rest.String()
}

// digitsAt gives the end of the run of digits at i.
func digitsAt(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// lettersAt gives the letters at i that are a word by themselves and may
// number a subrule: one, or two that begin with a. "" for none.
func lettersAt(s string, i int) string {
	j := i
	for j < len(s) && s[j] >= 'a' && s[j] <= 'z' {
		j++
	}
	r, _ := utf8.DecodeRuneInString(s[j:])
	if j == i || j > i+2 || j == i+2 && s[i] != 'a' || j < len(s) && isWord(r) {
		return ""
	}
	return s[i:j]
}

// withoutLetters gives a number without the letters of a subrule at its end.
func withoutLetters(number string) string {
	return strings.TrimRight(number, "abcdefghijklmnopqrstuvwxyz")
}

// readNumber reads the number at i: 7, 702, 702.9, 7029b, 702.9 B, 702-9b. It
// is loose if it could as well be an amount.
func readNumber(s string, i int) (number string, end int, loose, ok bool) {
	end = digitsAt(s, i)
	run := s[i:end]
	if len(run) == 0 || len(run) > 6 || len(run) == 2 || run[0] == '0' {
		return "", 0, false, false
	}
	section, rule := run, ""
	loose = true
	switch {
	case len(run) > 3:
		section, rule = run[:3], run[3:]
	case len(run) == 3 && end < len(s):
		to := digitsAt(s, end+1)
		digits, sign := to-end-1, s[end]
		letter := lettersAt(s, to) != ""
		if digits >= 1 && digits <= 3 && (sign == '.' ||
			letter && strings.IndexByte(",:/_-( ", sign) >= 0 ||
			digits < 3 && strings.IndexByte(",:/_", sign) >= 0 ||
			digits < 3 && sign == ' ') {
			rule, end = s[end+1:to], to
			loose = sign != '.' && !letter
		}
	}
	if rule = strings.TrimLeft(rule, "0"); rule == "" && end > i+3 {
		return "", 0, false, false
	}
	number = section
	if rule != "" {
		number += "." + rule
		if letters, to := readLetters(s, end); letters != "" {
			number, end, loose = number+letters, to, false
		}
	}
	if r, _ := utf8.DecodeRuneInString(s[end:]); end < len(s) && isWord(r) {
		return "", 0, false, false
	}
	return number, end, loose, true
}

// readLetters reads the letters of a subrule at i: directly, or behind a
// blank, a period or in brackets where nothing else follows.
func readLetters(s string, i int) (letters string, end int) {
	if l := lettersAt(s, i); l != "" {
		return l, i + len(l)
	}
	if i >= len(s) || strings.IndexByte(" .-(", s[i]) < 0 {
		return "", 0
	}
	l := lettersAt(s, i+1)
	if l == "" {
		return "", 0
	}
	end = i + 1 + len(l)
	closed := end < len(s) && s[end] == ')'
	if closed {
		end++
	}
	if s[i] == ' ' && end < len(s) && strings.IndexByte(",;.)", s[end]) < 0 || s[i] == '(' && !closed {
		return "", 0
	}
	return l, end
}

// readRange reads at i the end of a range that begins with first: –h, -11, –903.11.
func readRange(s string, i int, first string) (last string, end int, ok bool) {
	sign := len(rangeSign.FindString(s[i:]))
	if sign == 0 {
		return "", 0, false
	}
	i += sign
	head, rule, dotted := strings.Cut(first, ".")
	rule = withoutLetters(rule)
	if l := lettersAt(s, i); l != "" && dotted {
		return head + "." + rule + l, i + len(l), true
	}
	to := digitsAt(s, i)
	if dotted && to > i && to <= i+3 && (to == len(s) || s[to] != '.' || digitsAt(s, to+1) == to+1) {
		last = head + "." + s[i:to]
		if l := lettersAt(s, to); l != "" {
			return last + l, to + len(l), true
		}
		if r, _ := utf8.DecodeRuneInString(s[to:]); to == len(s) || !isWord(r) {
			return last, to, true
		}
	}
	if last, end, _, ok = readNumber(s, i); ok && len(head) >= 3 == (len(last) >= 3) {
		return last, end, true
	}
	return "", 0, false
}

// quotes open and close a phrase.
const quotes = "\"“”„‟«»"

// words reads what is not numbers: words, phrases, and what is not wanted.
func (q *Query) words(s string) {
	for s != "" {
		i := strings.IndexAny(s, quotes)
		if i < 0 {
			break
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		n := strings.IndexAny(s[i+size:], quotes)
		if n < 0 {
			break
		}
		phrase := s[i+size : i+size+n]
		before, minus := strings.CutSuffix(s[:i], "-")
		minus = minus && (before == "" || strings.HasSuffix(before, " "))
		q.plain(before)
		var ws []string
		for _, t := range tokens(phrase) {
			if !t.whole {
				ws = append(ws, t.text)
			}
		}
		switch {
		case len(ws) == 0:
		case minus:
			q.Without = append(q.Without, ws)
		case len(ws) == 1:
			q.Words = append(q.Words, Word{Text: ws[0], Exact: exactKey(ws[0], strings.TrimSpace(phrase))})
		default:
			q.Phrases = append(q.Phrases, ws)
		}
		_, closing := utf8.DecodeRuneInString(s[i+size+n:])
		s = s[i+size+n+closing:]
	}
	q.plain(s)
	if len(q.Words) > maxWords {
		q.Words = q.Words[:maxWords]
	}
	if ws := q.Words; len(ws) == 3 {
		all := Joined{ws[0].Text + ws[1].Text + ws[2].Text, 3, ws[0].Text, ws[2].Text}
		for i := range ws {
			ws[i].Joined = append(ws[i].Joined, all)
		}
	}
	for i := 1; i < len(q.Words); i++ {
		first, last := q.Words[i-1].Text, q.Words[i].Text
		pair := Joined{first + last, 2, first, last}
		for _, w := range []*Word{&q.Words[i-1], &q.Words[i]} {
			if !slices.ContainsFunc(w.Joined, func(j Joined) bool { return j.Text == pair.Text }) {
				w.Joined = append(w.Joined, pair)
			}
		}
	}
}

// plain reads words without quotation marks.
func (q *Query) plain(s string) {
	ts := tokens(s)
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		end := i + 1 // past the parts and the whole of a word with hyphens
		for end < len(ts) && !ts[end].whole && ts[end].start > 0 && joinedTo(s, ts[end-1].end, ts[end].start) {
			end++
		}
		if end < len(ts) && ts[end].whole && ts[end].start <= t.start {
			end++
		}
		if t.start > 0 && s[t.start-1] == '-' && (t.start == 1 || s[t.start-2] == ' ') {
			var ws []string
			for _, p := range ts[i:end] {
				if !p.whole {
					ws = append(ws, p.text)
				}
			}
			q.Without = append(q.Without, ws)
			i = end - 1
			continue
		}
		var whole []Joined
		if ts[end-1].whole {
			parts := 0
			for _, p := range ts[i : end-1] {
				if !p.elided {
					parts++
				}
			}
			whole = []Joined{{Text: ts[end-1].text, Of: parts}}
		}
		for _, p := range ts[i:end] {
			if !p.whole && (!p.elided || p.text == "ne") {
				q.Words = append(q.Words, Word{Text: p.text, Exact: exactKey(p.text, s[p.start:p.end]), Joined: slices.Clone(whole)})
			}
		}
		i = end - 1
	}
}

// joinedTo reports whether only a hyphen, or an apostrophe that the first
// word ends in, divides two words.
func joinedTo(s string, end, start int) bool {
	r, size := utf8.DecodeRuneInString(s[end:])
	return start == end || start == end+size && isHyphen(r)
}

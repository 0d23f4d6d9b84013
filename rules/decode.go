package rules

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// decode turns a file of the publisher into text. UTF-8 and UTF-16 are told
// by mark or form. What is neither is Windows-1252 or, once in all editions,
// a DOS code page; the bytes beyond ASCII must then make sense in one of the
// two and not in the other.
func decode(b []byte) (string, error) {
	var s string
	switch order := utf16Order(b); {
	case order != nil:
		var err error
		if s, err = decodeUTF16(b, order); err != nil {
			return "", err
		}
	case utf8.Valid(b):
		s = string(b)
	case strings.HasPrefix(string(b), bom):
		return "", fmt.Errorf("line %d: byte %#x is not valid in UTF-8, which the file says it is in", lineAt(b, invalidAt(b)), b[invalidAt(b)])
	default:
		var err error
		if s, err = decodeBytes(b); err != nil {
			return "", err
		}
	}
	s = strings.TrimPrefix(s, bom)
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			return "", fmt.Errorf("line %d: a character was lost in an earlier conversion (U+FFFD)", lineAt(s, i))
		case unicode.IsControl(r) && !unicode.IsSpace(r):
			return "", fmt.Errorf("line %d: control character %U: this is not text", lineAt(s, i), r)
		case r == 'â' && strings.HasPrefix(s[i:], "â€"):
			return "", fmt.Errorf("line %d: UTF-8 was read as Windows-1252 in an earlier conversion (%q)", lineAt(s, i), "â€")
		}
	}
	return s, nil
}

// bom is the byte order mark in UTF-8.
const bom = "\ufeff"

// utf16Order gives the byte order of UTF-16, nil for everything else. Without
// a mark it is told by the zero bytes of its ASCII letters.
func utf16Order(b []byte) binary.ByteOrder {
	switch {
	case len(b) < 2:
		return nil
	case b[0] == 0xFF && b[1] == 0xFE:
		return binary.LittleEndian
	case b[0] == 0xFE && b[1] == 0xFF:
		return binary.BigEndian
	}
	var zeros [2]int
	head := b[:min(len(b), 1024)]
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch most := len(head) * 2 / 5; {
	case zeros[0] > most && zeros[1] == 0:
		return binary.BigEndian
	case zeros[1] > most && zeros[0] == 0:
		return binary.LittleEndian
	}
	return nil
}

func decodeUTF16(b []byte, order binary.ByteOrder) (string, error) {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	var s strings.Builder
	s.Grow(len(b))
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if utf16.IsSurrogate(r) {
			var low rune
			if i+1 < len(units) {
				low = rune(units[i+1])
			}
			i++
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return "", fmt.Errorf("line %d: half a character (lone surrogate in UTF-16)", lineAt(s.String(), s.Len()))
			}
		}
		s.WriteRune(r)
	}
	if len(b)%2 != 0 {
		return "", fmt.Errorf("line %d: the file ends in the middle of a character (UTF-16)", lineAt(s.String(), s.Len()))
	}
	return s.String(), nil
}

// windows1252 has the characters of bytes 0x80 to 0x9F that English text in
// Windows-1252 uses; the bytes above stand for themselves. Zero is none.
var windows1252 = [32]rune{
	0x05: '…', 0x0A: 'Š', 0x0C: 'Œ', 0x0E: 'Ž', 0x11: '‘', 0x12: '’', 0x13: '“', 0x14: '”', 0x15: '•',
	0x16: '–', 0x17: '—', 0x19: '™', 0x1A: 'š', 0x1C: 'œ', 0x1E: 'ž', 0x1F: 'Ÿ',
}

// dosLetters are bytes 0x80 to 0xA5 of the DOS code pages 437 and 850 as far
// as both agree; zero is none.
var dosLetters = [38]rune{
	'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å',
	'É', 'æ', 'Æ', 'ô', 'ö', 'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', 0, 0, 0, 0, 0,
	'á', 'í', 'ó', 'ú', 'ñ', 'Ñ',
}

func fromWindows(c byte) rune {
	switch {
	case c < 0xA0:
		return windows1252[c-0x80]
	case c == 0xA0, c == 0xA9, c == 0xAB, c == 0xAE, c == 0xB0, c == 0xB1, c == 0xB7, c == 0xBB, c == 0xBC, c == 0xBD, c == 0xD7, c >= 0xC0 && c != 0xF7:
		return rune(c)
	}
	return 0
}

func fromDOS(c byte) rune {
	if int(c-0x80) < len(dosLetters) {
		return dosLetters[c-0x80]
	}
	return 0
}

// decodeBytes reads a file with one byte a character.
func decodeBytes(b []byte) (string, error) {
	win, dos := codePage{from: fromWindows, bad: -1}, codePage{from: fromDOS, bad: -1}
	first := -1
	for i, c := range b {
		if c < 0x80 {
			continue
		}
		if first < 0 {
			first = i
		}
		win.try(b, i)
		dos.try(b, i)
	}
	page := win
	switch {
	case !win.fits() && !dos.fits():
		at := win.bad
		if i := invalidAt(b); first < i { // there is UTF-8 before it
			at = i
		}
		if !utf8.FullRune(b[at:]) {
			return "", fmt.Errorf("line %d: the file ends in the middle of a character", lineAt(b, at))
		}
		return "", fmt.Errorf("line %d: byte %#x makes no sense in UTF-8, Windows-1252 or DOS code page 850", lineAt(b, at), b[at])
	case win.fits() && dos.fits():
		return "", fmt.Errorf("line %d: byte %#x may be %q of Windows-1252 or %q of DOS code page 850",
			lineAt(b, first), b[first], win.from(b[first]), dos.from(b[first]))
	case dos.fits():
		page = dos
	}
	var s strings.Builder
	s.Grow(len(b) + len(b)/16)
	for _, c := range b {
		if c < 0x80 {
			s.WriteByte(c)
		} else {
			s.WriteRune(page.from(c))
		}
	}
	return s.String(), nil
}

// codePage is an attempt to read a file through a code page.
type codePage struct {
	from func(byte) rune
	bad  int  // the first byte that is no character or is out of place, or -1
	none bool // bad is no character at all
	all  int  // bytes tried
	odd  int  // those among them that are out of place
}

// fits reports whether the file can be in this code page: every byte is a
// character, and all but a few misprints stand where such characters do.
func (p *codePage) fits() bool { return !p.none && p.odd*50 <= p.all }

// try looks at byte i.
func (p *codePage) try(b []byte, i int) {
	p.all++
	switch {
	case p.none:
	case p.from(b[i]) == 0:
		p.bad, p.none = i, true
	case !inPlace(b, i, p.from):
		p.odd++
		if p.bad < 0 {
			p.bad = i
		}
	}
}

// inPlace reports whether the byte at i, read through a code page, is a
// character that may stand there: letters inside or at an end of a word whose
// case fits, opening quotes before, closing ones after something.
func inPlace(b []byte, i int, from func(byte) rune) bool {
	at := func(k int) rune {
		switch {
		case k < 0 || k >= len(b):
			return '\n'
		case b[k] < 0x80:
			return rune(b[k])
		}
		return from(b[k])
	}
	r, before, next := at(i), at(i-1), at(i+1)
	switch {
	case unicode.IsLetter(r):
		if !unicode.IsLetter(before) && !unicode.IsLetter(next) {
			return false
		}
		if unicode.IsLower(r) {
			// “Word” and “word” read as ôWordö and ôwordö are no words
			return !unicode.IsUpper(next) && (unicode.IsLetter(before) || r == 'é' || r == 'à')
		}
		return !unicode.IsLower(before)
	case r == '‘' || r == '“':
		return !unicode.IsSpace(next)
	case r == '’' || r == '”':
		return !unicode.IsSpace(before)
	}
	return true
}

// invalidAt finds the first byte that is not valid UTF-8.
func invalidAt(b []byte) int {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(b)
}

// lineAt counts the line in which byte i of s is.
func lineAt[T string | []byte](s T, i int) int {
	line := 1
	for k := 0; k < i; k++ {
		if s[k] == '\n' || s[k] == '\r' && (k+1 == len(s) || s[k+1] != '\n') {
			line++
		}
	}
	return line
}

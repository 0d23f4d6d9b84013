package markdown

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Symbols gives the sprite that Options.SymbolsHref leads to: an SVG with one
// <symbol> for each drawing, as seen in 32 by 32 units. The drawings are this
// project's own. Every call gives the same bytes.
func Symbols() []byte {
	var s sprite
	s.open()
	for _, c := range "WUBRGC" {
		s.add(strings.ToLower(string(c)), disc(fills[c])+sign(c, 16, 16, 1))
	}
	s.add("s", disc(fills['S'])+sign('S', 16, 16, 1))
	s.add("l", disc(grey)+sign('L', 16, 16, 1))
	for n := range 21 {
		s.number(strconv.Itoa(n), strconv.Itoa(n))
	}
	s.number("100", "100")
	s.number("1000000", "1M") // seven digits cannot be read at the height of a line
	s.number("half", "½")
	s.number("infinity", "∞")
	for _, v := range []string{"X", "Y", "Z"} {
		s.number(strings.ToLower(v), v)
	}
	for i := range colors {
		w := rune(colors[i])
		for step := 1; step <= 2; step++ { // the pairs around the wheel of colors, the shorter way
			v := rune(colors[(i+step)%len(colors)])
			s.add(pair(w, v), halves(w, v, 15)+outline(15))
			s.add(pair(w, v)+"-p", halves(w, v, 12)+ring)
		}
		s.add(pair('2', w), halves('2', w, 15)+outline(15))
		s.add(pair('C', w), halves('C', w, 15)+outline(15))
		s.add(strings.ToLower(string(w))+"-p", fmt.Sprintf(`<circle cx="16" cy="16" r="12" fill="%s"/>`, fills[w])+ring+sign(w, 16, 16, .72))
	}
	s.add("h", `<circle cx="16" cy="16" r="12" fill="`+grey+`"/>`+ring+line("M16 4V28", 3))
	for _, d := range signs {
		s.add(d.id, d.body)
	}
	s.wide("level", 80, `<path d="M1.5 4H66L78.5 16 66 28H1.5L12 16z" fill="`+grey+`" stroke="`+edge+`" stroke-width="1.6" stroke-linejoin="round"/>`)
	s.b.WriteString("</svg>\n")
	return s.b.Bytes()
}

// The colors keep ink on fill above 9:1, and edge on white as well as any fill
// on black above 3:1, so that one drawing serves light and dark pages.
const (
	ink  = "#1c1a17"
	edge = "#6b655c"
	grey = "#d0cbc7"
)

var fills = map[rune]string{
	'W': "#f6efcf", 'U': "#aed3f0", 'B': "#bdb4c4", 'R': "#f4b095", 'G': "#a5d3ab",
	'C': grey, 'S': "#dfeef5", '2': grey,
}

type sprite struct{ b bytes.Buffer }

func (s *sprite) open() { s.b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg">` + "\n") }

func (s *sprite) add(id, body string) { s.wide(id, 32, body) }

func (s *sprite) wide(id string, width int, body string) {
	fmt.Fprintf(&s.b, `<symbol id="%s" viewBox="0 0 %d 32">%s</symbol>`+"\n", id, width, body)
}

// number adds a grey disc with a number or letter on it.
func (s *sprite) number(id, text string) { s.add(id, disc(grey)+write(text, 16, 16, 1)) }

func pair(a, b rune) string { return strings.ToLower(string(a) + "-" + string(b)) }

func disc(fill string) string {
	return fmt.Sprintf(`<circle cx="16" cy="16" r="15" fill="%s" stroke="%s" stroke-width="1.6"/>`, fill, edge)
}

func outline(r int) string {
	return fmt.Sprintf(`<circle cx="16" cy="16" r="%d" fill="none" stroke="%s" stroke-width="1.6"/>`, r, edge)
}

// ring marks what can be paid with life: a heavy ring with a tick above and
// one below.
const ring = `<circle cx="16" cy="16" r="12" fill="none" stroke="` + edge + `" stroke-width="2.4"/><path d="M16 .5V4M16 28v3.5" stroke="` + edge + `" stroke-width="3.6"/>`

// halves draws a disc that is cut from lower left to upper right, with a sign
// in each half.
func halves(a, b rune, r float64) string {
	d := r * 0.7071
	arc := func(sweep int, fill string) string {
		return fmt.Sprintf(`<path d="M%s %sA%s %s 0 0 %d %s %sz" fill="%s"/>`,
			num(16-d), num(16+d), num(r), num(r), sweep, num(16+d), num(16-d), fill)
	}
	at := r * 0.38
	scale := r / 15 * 0.52
	return arc(1, fills[a]) + arc(0, fills[b]) + sign(a, 16-at, 16-at, scale) + sign(b, 16+at, 16+at, scale)
}

// sign draws the sign of a kind of mana around a point.
func sign(c rune, x, y, scale float64) string {
	if c == '2' {
		return write("2", x, y, scale)
	}
	body := map[rune]string{
		// a sun of straight rays
		'W': `<circle cx="16" cy="16" r="4.8"/><path d="M16 4.6v4M16 23.4v4M4.6 16h4M23.4 16h4M7.9 7.9l2.9 2.9M21.2 21.2l2.9 2.9M24.1 7.9l-2.9 2.9M10.8 21.2l-2.9 2.9" stroke="` + ink + `" stroke-width="2.6" stroke-linecap="round"/>`,
		// a drop
		'U': `<path d="M16 4.5C19.2 9.6 24 14 24 19.3a8 8 0 0 1-16 0C8 14 12.8 9.6 16 4.5z"/>`,
		// a waning moon
		'B': `<path d="M20.4 5.6A11 11 0 1 0 26.4 19.6 9 9 0 0 1 20.4 5.6z"/>`,
		// a flame with two tongues
		'R': `<path d="M17.4 4.2C18 10 24.6 12 24.6 19a8.6 8.6 0 0 1-17.2 0c0-3.4 1.9-5.4 3.2-7.6.4 2 1 3.2 2.4 4C12.8 10.8 14.6 7.6 17.4 4.2z"/><path d="M16.2 17.6c.6 2.4 3.2 3 3.2 5.2a3.3 3.3 0 0 1-6.6 0c0-2.2 2.4-2.8 3.4-5.2z" fill="` + fills['R'] + `"/>`,
		// a leaf with its rib
		'G': `<path d="M25.6 6C26.6 17.5 21.5 25 10.6 23.6 8 13 14.5 6.5 25.6 6z"/><path d="M7 27.4L13 20.6" stroke="` + ink + `" stroke-width="2.6" stroke-linecap="round"/><path d="M13 20.6L20.4 12" stroke="` + fills['G'] + `" stroke-width="1.8" stroke-linecap="round"/>`,
		// an empty diamond
		'C': `<path d="M16 6.2L25 16 16 25.8 7 16z" fill="none" stroke="` + ink + `" stroke-width="3.2" stroke-linejoin="round"/>`,
		// a flake of six arms
		'S': `<path d="M16 5V27M6.5 10.5L25.5 21.5M25.5 10.5L6.5 21.5M12.8 6.6L16 9.4 19.2 6.6M12.8 25.4L16 22.6 19.2 25.4" fill="none" stroke="` + ink + `" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
		// a crown
		'L': `<path d="M7.5 22.5V11L12 15.5 16 8.5 20 15.5 24.5 11V22.5z" stroke="` + ink + `" stroke-width="1.6" stroke-linejoin="round"/>`,
	}[c]
	if scale == 1 && x == 16 && y == 16 {
		return `<g fill="` + ink + `">` + body + `</g>`
	}
	return fmt.Sprintf(`<g fill="%s" transform="translate(%s %s)scale(%s)">%s</g>`, ink, num(x-16*scale), num(y-16*scale), num(scale), body)
}

func line(d string, width float64) string {
	return fmt.Sprintf(`<path d="%s" fill="none" stroke="%s" stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"/>`, d, ink, num(width))
}

// signs are the symbols that stand for no mana. Those on no disc take the
// color of the text around them.
var signs = []struct{ id, body string }{
	{"t", disc(grey) + line("M9 22.5A9.2 9.2 0 1 1 24.4 19.5", 3.2) + `<path d="M28.3 17.2L23.2 25.4 19 16.8z" fill="` + ink + `"/>`},
	{"q", disc("#45403a") + `<path d="M23 9.5A9.2 9.2 0 1 1 7.6 12.5" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/><path d="M3.7 14.8L8.8 6.6 13 15.2z" fill="#fff"/>`},
	{"e", `<path d="M18.5 2L6.5 18H14.2L12 30 25.5 12.8H17.2z" fill="currentColor"/>`},
	{"pw", `<path d="M16 29L4.5 10.5M16 29L9.5 5.5M16 29V3.5M16 29L22.5 5.5M16 29L27.5 10.5" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`},
	{"chaos", `<path d="M16 17.2A2.2 2.2 0 0 1 16 12.8 5.6 5.6 0 0 1 16 24 9.4 9.4 0 0 1 16 5.2 12.2 12.2 0 0 1 28.2 17.4 12.6 12.6 0 0 1 21 28.6" fill="none" stroke="currentColor" stroke-width="2.8" stroke-linecap="round"/>`},
	{"tk", `<path d="M3 8H29V13A3 3 0 0 0 29 19V24H3V19A3 3 0 0 0 3 13z" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round"/><path d="M11 11.5V20.5" stroke="currentColor" stroke-width="2.2" stroke-dasharray="2.2 1.6"/><path d="M16 16H24" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>`},
	{"p", `<g fill="currentColor"><path d="M16 15.5C20.5 15.5 24.5 20.5 24.5 24.5 24.5 29.5 19 27.6 16 27.6S7.5 29.5 7.5 24.5C7.5 20.5 11.5 15.5 16 15.5z"/><ellipse cx="6" cy="14.6" rx="2.8" ry="3.8"/><ellipse cx="12" cy="7.8" rx="2.9" ry="4.2"/><ellipse cx="20" cy="7.8" rx="2.9" ry="4.2"/><ellipse cx="26" cy="14.6" rx="2.8" ry="3.8"/></g>`},
	{"a", `<g fill="currentColor"><path d="M5 12.5C5 7.5 9.5 5.5 16 5.5S27 7.5 27 12.5C27 14 26 14.5 25 14.5H7C6 14.5 5 14 5 12.5z"/><path d="M7.5 16.6H24.5C24.5 23 20 27 16 30 12 27 7.5 23 7.5 16.6z"/><path d="M16 6V2.5" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/></g>`},
	{"d", `<path d="M16 3V17M10 12L16 18 22 12M3 28L10 20.5 15 25.5 20 21.5 29 28" fill="none" stroke="currentColor" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>`},
	{"chapter", `<path d="M16 1.5L28.5 8.5V23.5L16 30.5 3.5 23.5V8.5z" fill="` + grey + `" stroke="` + edge + `" stroke-width="1.6" stroke-linejoin="round"/>`},
	{"station", `<rect x="1.5" y="4.5" width="29" height="23" rx="7" fill="` + grey + `" stroke="` + edge + `" stroke-width="1.6"/>`},
}

// glyphs are drawn by strokes in a box 10 wide and 16 high, in absolute
// coordinates with a letter for every step.
var glyphs = map[rune]string{
	'0': "M5 0C8.4 0 10 3.5 10 8C10 12.5 8.4 16 5 16C1.6 16 0 12.5 0 8C0 3.5 1.6 0 5 0",
	'1': "M1.5 3.6L6 .2L6 16",
	'2': "M.6 4.2C.8 1.6 2.6 0 5 0C7.6 0 9.4 1.7 9.4 4.2C9.4 7.6 6 9.6 .6 16L10 16",
	'3': "M.6 1.8C1.6 .6 3 0 4.8 0C7.4 0 9.1 1.5 9.1 3.8C9.1 6.2 7.2 7.5 4 7.5C7.8 7.5 9.8 9.1 9.8 11.7C9.8 14.4 7.7 16 4.8 16C2.8 16 1.1 15.3 0 14",
	'4': "M7.4 16L7.4 0L0 11.4L10 11.4",
	'5': "M9 0L1.6 0L1 7C2 6.2 3.4 5.8 4.8 5.8C7.8 5.8 9.8 7.8 9.8 10.8C9.8 14 7.6 16 4.6 16C2.7 16 1.1 15.3 0 14.2",
	'6': "M8.6 .8C7.7 .3 6.7 0 5.7 0C2.2 0 .2 3.2 .2 8.5C.2 13.4 2 16 5.1 16C8 16 9.9 13.9 9.9 11C9.9 8 8 6.2 5.3 6.2C2.8 6.2 .8 7.9 .3 10.2",
	'7': "M0 0L10 0L3.8 16",
	'8': "M5 7.4C2.5 7.4 .9 5.9 .9 3.7C.9 1.5 2.6 0 5 0C7.4 0 9.1 1.5 9.1 3.7C9.1 5.9 7.5 7.4 5 7.4C2 7.4 .1 9.2 .1 11.7C.1 14.3 2.1 16 5 16C7.9 16 9.9 14.3 9.9 11.7C9.9 9.2 8 7.4 5 7.4",
	'9': "M1.4 15.2C2.3 15.7 3.3 16 4.3 16C7.8 16 9.8 12.8 9.8 7.5C9.8 2.6 8 0 4.9 0C2 0 .1 2.1 .1 5C.1 8 2 9.8 4.7 9.8C7.2 9.8 9.2 8.1 9.7 5.8",
	'M': "M0 16L0 0L5 9L10 0L10 16",
	'X': "M.5 0L9.5 16M9.5 0L.5 16",
	'Y': "M0 0L5 8L5 16M10 0L5 8",
	'Z': "M.5 0L9.5 0L.5 16L9.5 16",
	'½': "M-5.5 2L-3 0L-3 7.5M4.5 0L-2 16M6.2 10.4C6.2 9 7.2 8.2 8.6 8.2C10.1 8.2 11 9 11 10.3C11 12 9.6 12.8 6.2 15.8L11.4 15.8",
	'∞': "M3.6 8C1.6 4.6 .2 3.6 -1.4 3.6C-3.8 3.6 -5.4 5.4 -5.4 8C-5.4 10.6 -3.8 12.4 -1.4 12.4C3.2 12.4 5 3.6 9.8 3.6C12.2 3.6 14 5.4 14 8C14 10.6 12.2 12.4 9.8 12.4C8 12.4 6.2 11.2 3.6 8",
}

// write draws a number or letter around a point.
func write(text string, x, y, scale float64) string {
	// width and height of a glyph, the distance of two, and the weight of the
	// stroke, for one glyph and for more of them
	form := [][4]float64{{9.5, 16, 0, 3.2}, {7.4, 14.5, 11, 2.9}, {5, 12, 8.1, 2.5}}
	n := utf8.RuneCountInString(text)
	f := form[n-1]
	left := x - (f[0]+f[2]*float64(n-1))/2*scale
	top := y - f[1]/2*scale
	var d strings.Builder
	for _, r := range text {
		d.WriteString(place(glyphs[r], left, top, f[0]/10*scale, f[1]/16*scale))
		left += f[2] * scale
	}
	return line(d.String(), f[3]*math.Sqrt(scale))
}

// place moves and scales a glyph.
func place(glyph string, x, y, sx, sy float64) string {
	var b strings.Builder
	for _, step := range regexp.MustCompile(`[MLC][^MLC]*`).FindAllString(glyph, -1) {
		b.WriteByte(step[0])
		for i, f := range strings.Fields(step[1:]) {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				panic(err) // the glyphs are literals
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			if i%2 == 0 {
				b.WriteString(num(x + v*sx))
			} else {
				b.WriteString(num(y + v*sy))
			}
		}
	}
	return b.String()
}

// num prints a coordinate with as few digits as it needs.
func num(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

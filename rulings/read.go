package rulings

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Limits of what files of cards have. All of Scryfall's prints are of some
// 35,000 cards, with 80,000 rulings.
const (
	maxValue = 16 << 20  // bytes of one card, ruling, or part that is passed over
	maxKept  = 1_000_000 // cards and rulings
	maxName  = 1000      // bytes of a card's name
)

// Reader collects cards and rulings from any number of bulk files. The zero
// Reader is ready for use.
type Reader struct {
	cards map[string]*gathered // by oracle id, or by name where there is none
	loose map[string][]Ruling  // rulings by the key of their card, cards and rulings being in two files
	Stats Stats
}

// Stats counts what a Reader has read.
type Stats struct {
	Objects    int // cards, prints and rulings in the files
	Skipped    int // of these: tokens, emblems and other objects that are no cards, prints in languages that the site lacks, empty rulings
	Rulings    int // in the files, those that several of them have counted in each
	Loose      int // rulings on cards that no file has; known after Cards
	LooseCards int // how many cards these are on
}

// Read reads one file, plain or gzip, of any of these kinds: Scryfall's bulk
// files of cards or rulings, a page of its API, one of its card or list
// objects; MTGJSON's AtomicCards, AllPrintings or a single set. The name is
// for errors, which name the place; what was read before an error stays in
// the Reader, which should then be thrown away.
func (r *Reader) Read(name string, src io.Reader) error {
	r.begin()
	buf := bufio.NewReaderSize(src, 1<<16)
	if other := otherThanJSON(buf); other != "" {
		return fmt.Errorf("%s: this is %s, not JSON", name, other)
	}
	if form := packing(buf); form == "gzip" {
		gz, err := gzip.NewReader(buf)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer gz.Close()
		buf = bufio.NewReaderSize(gz, 1<<16)
	} else if form != "" {
		return fmt.Errorf("%s: packed as %s: unpack it first; gzip and plain files are read as they are", name, form)
	}
	if bom, _ := buf.Peek(3); string(bom) == "\ufeff" {
		buf.Discard(3)
	}
	whole := &guarded{from: buf}
	p := parser{Decoder: json.NewDecoder(whole), r: r}
	whole.used = p.InputOffset
	if err := p.file(); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the file ends in the middle: it was not read to its end when it was fetched")
		}
		return fmt.Errorf("%s: at byte %d: %w", name, p.InputOffset(), err)
	}
	if _, err := p.Token(); whole.err != nil && whole.err != io.EOF {
		return fmt.Errorf("%s: after the end of the JSON: %w", name, whole.err)
	} else if err != io.EOF {
		return fmt.Errorf("%s: at byte %d: more data after the end of the JSON", name, p.InputOffset())
	}
	return nil
}

// begin makes a zero Reader ready.
func (r *Reader) begin() {
	if r.cards == nil {
		r.cards, r.loose = map[string]*gathered{}, map[string][]Ruling{}
	}
}

// guarded keeps the decoder from what it would take without a word or an end:
// text in another encoding, of which it would make replacement characters, and
// a value that fills all memory.
type guarded struct {
	from io.Reader
	used func() int64 // how much of what was read is decoded
	read int64
	part []byte // of a character that goes on
	err  error
}

func (g *guarded) Read(b []byte) (int, error) {
	if g.read-g.used() > maxValue {
		g.err = fmt.Errorf("one value is longer than %d MB: this is no file of cards", maxValue>>20)
		return 0, g.err
	}
	n, err := g.from.Read(b)
	g.err = err
	text := append(g.part, b[:n]...)
	at := g.read - int64(len(g.part))
	g.read += int64(n)
	for i := 0; ; {
		c, size := utf8.DecodeRune(text[i:])
		switch {
		case size == 0 || !utf8.FullRune(text[i:]) && err == nil:
			g.part = append([]byte(nil), text[i:]...)
			return n, err
		case c == utf8.RuneError && size == 1:
			g.err = fmt.Errorf("byte %#x at %d makes no sense in UTF-8: save the file in that encoding", text[i], at+int64(i))
			return 0, g.err
		}
		i += size
	}
}

// enough fails where more is kept, with so many cards of a set, than any file
// of cards has.
func (r *Reader) enough(more int) error {
	if len(r.cards)+r.Stats.Rulings+more > maxKept {
		return fmt.Errorf("more than %d cards and rulings: this is no file of cards", maxKept)
	}
	return nil
}

// checkName fails, with what is to be said of a card, where it cannot have the
// name.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("has no name")
	case len(name) > maxName:
		return fmt.Errorf("has a name of %d bytes, %d is the most", len(name), maxName)
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("has a name with a control character: %q", name)
	}
	return nil
}

// otherThanJSON tells what a file is that is often taken for one of JSON, ""
// where it is none of these.
func otherThanJSON(r *bufio.Reader) string {
	begin, _ := r.Peek(64)
	switch text := bytes.TrimLeft(bytes.TrimPrefix(begin, []byte("\ufeff")), " \t\r\n"); {
	case bytes.HasPrefix(begin, []byte("\xff\xfe")), bytes.HasPrefix(begin, []byte("\xfe\xff")):
		return "text in UTF-16"
	case bytes.HasPrefix(text, []byte("<")):
		return "a web page"
	}
	return ""
}

// packings has the bytes with which packed files begin.
var packings = []struct{ magic, form string }{
	{"\x1f\x8b", "gzip"}, {"PK\x03\x04", "zip"}, {"BZh", "bzip2"}, {"\xfd7zXZ", "xz"}, {"\x28\xb5\x2f\xfd", "zstd"},
}

// packing tells how a file is packed, "" for a plain one.
func packing(r *bufio.Reader) string {
	for _, p := range packings {
		if begin, _ := r.Peek(len(p.magic)); string(begin) == p.magic {
			return p.form
		}
	}
	return ""
}

// Keep takes over from an earlier import what the files read have none of: its
// cards, to which the rulings read then belong, or its rulings, which stay on
// those of the cards read that they were on. It tells which it took.
func (r *Reader) Keep(earlier []Card) (cards, rulings bool) {
	r.begin()
	cards, rulings = len(r.cards) == 0, r.Stats.Rulings == 0
	for _, c := range earlier {
		if rulings {
			r.loose[c.key()] = c.Rulings
		}
		if cards {
			c.Rulings = nil
			r.cards[c.key()] = &gathered{card: c}
		}
	}
	return cards && len(earlier) > 0, rulings && len(earlier) > 0
}

// Cards gives every card that was read, with the rulings on it, in the order
// of their names. The Reader must not be used afterwards.
func (r *Reader) Cards() []Card {
	r.joinNamed()
	var cards []Card
	for key, g := range r.cards {
		c := g.card
		c.Rulings = append(c.Rulings, r.loose[key]...)
		delete(r.loose, key)
		cards = append(cards, c)
	}
	for _, l := range r.loose {
		if len(l) > 0 {
			r.Stats.Loose += len(l)
			r.Stats.LooseCards++
		}
	}
	return finish(cards)
}

// parser reads one file.
type parser struct {
	*json.Decoder
	r *Reader
}

// file reads the one JSON value of a file.
func (p *parser) file() error {
	t, err := p.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('['):
		return p.array(p.scryfall)
	case json.Delim('{'):
		return p.object()
	}
	return fmt.Errorf("begins with %v: neither a list nor an object of cards or rulings", t)
}

// array reads the rest of an array, each element by element.
func (p *parser) array(element func() error) error {
	for p.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := p.Token()
	return err
}

// object reads the rest of the object that is a whole file: a list, a card, an
// error of Scryfall's, or a file of MTGJSON's.
func (p *parser) object() error {
	rest := map[string]json.RawMessage{}
	data := false
	for p.More() {
		key, err := p.Token()
		if err != nil {
			return err
		}
		if key != "data" {
			var v json.RawMessage
			if err := p.Decode(&v); err != nil {
				return err
			}
			rest[key.(string)] = v
			continue
		}
		data = true
		t, err := p.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('['):
			err = p.array(p.scryfall)
		case json.Delim('{'):
			err = p.mtgjson()
		default:
			err = fmt.Errorf("data is %v, not a list or an object of cards", t)
		}
		if err != nil {
			return err
		}
	}
	if _, err := p.Token(); err != nil {
		return err
	}
	if data {
		return nil
	}
	kind := text(rest["object"])
	switch kind {
	case "error":
		return fmt.Errorf("this is an answer that says there was an error: %s", text(rest["details"]))
	case "card", "ruling":
		whole, err := json.Marshal(rest)
		if err != nil {
			return err
		}
		return p.r.addScryfall(whole)
	}
	return errors.New("no cards or rulings: neither Scryfall's nor MTGJSON's form")
}

// text reads a JSON string, "" if it is none.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// date reads a day; the zero time stands for none.
func date(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("date %q is none of the form 2006-01-02", s)
	}
	return t, nil
}

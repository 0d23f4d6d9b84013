package rulings

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
)

// format is the first line of what Write writes.
const format = "regula cards 1"

// Write writes cards in the compact form that Load reads: gzip of a first line
// that names the form, then a card a line as JSON. Equal cards give equal
// bytes.
func Write(w io.Writer, cards []Card) error {
	gz, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(gz, 1<<16)
	fmt.Fprintln(buf, format)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	for _, c := range cards {
		if err := enc.Encode(c); err != nil {
			return fmt.Errorf("writing %s: %w", c.Name, err)
		}
	}
	if err := buf.Flush(); err != nil {
		return err
	}
	return gz.Close()
}

// Load reads what Write wrote. A file that was cut off or is of another form
// is an error.
func Load(r io.Reader) ([]Card, error) {
	gz, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("reading cards: %w", err)
	}
	buf := bufio.NewReaderSize(gz, 1<<16)
	if first, err := buf.ReadString('\n'); err != nil || first != format+"\n" {
		return nil, fmt.Errorf("reading cards: not in the form %q: import them again", format)
	}
	dec := json.NewDecoder(buf)
	var cards []Card
	for {
		var c Card
		switch err := dec.Decode(&c); err {
		case nil:
			cards = append(cards, c)
		case io.EOF:
			return cards, nil
		default:
			return nil, fmt.Errorf("reading cards, after %d of them: %w", len(cards), err)
		}
	}
}

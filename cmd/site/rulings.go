package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"regula/rulings"
)

// cardStore keeps imported cards, with the rulings on them, in one file of the
// data folder.
type cardStore struct{ file string }

func newCardStore(data string) cardStore {
	return cardStore{filepath.Join(data, cardsFile)}
}

// cards reads the cards; there are none where none are imported.
func (s cardStore) cards() ([]rulings.Card, error) {
	f, err := os.Open(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	cards, err := rulings.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	return cards, nil
}

// names is a flag that may be given several times.
type names []string

func (n *names) String() string { return strings.Join(*n, " ") }

func (n *names) Set(s string) error {
	if s == "" {
		return errors.New("name a file")
	}
	*n = append(*n, s)
	return nil
}

// importRulings reads cards and rulings and stores them in place of those of
// an earlier import. Of what the files have none, cards or rulings, those of
// the earlier import stay. An import that fails changes nothing.
func (p program) importRulings(ctx context.Context, args []string) error {
	fs := p.flags("import rulings")
	data := dataFlag(fs)
	var files names
	fs.Var(&files, "cards", "file of cards, packed with gzip or plain, - for standard input; may be given several times:\n"+
		"Scryfall's oracle-cards, default-cards or all-cards (which alone has the names printed in other languages),\n"+
		"MTGJSON's AtomicCards, AllPrintings or one set (which have rulings, too)")
	fs.Var(&files, "rulings", "file of rulings, likewise: Scryfall's rulings, or an answer of its API")
	if done, err := p.parse(fs, args, 0); done || err != nil {
		return err
	}
	if len(files) == 0 {
		fmt.Fprint(p.stderr, "site import rulings: say which files: -cards F, -rulings F or both; -h explains them\n")
		return errUsage
	}
	store := newCardStore(*data)
	earlier, err := store.cards()
	if err != nil {
		fmt.Fprintf(p.stderr, "what was imported before is left out of account: %v\n", err)
	}
	var r rulings.Reader
	for _, name := range files {
		before := r.Stats.Objects
		if err := p.readCards(ctx, &r, name); err != nil {
			return err
		}
		if r.Stats.Objects == before {
			return fmt.Errorf("%s: holds no cards and no rulings", name)
		}
	}
	keptCards, keptRulings := r.Keep(earlier)
	cards := r.Cards()
	if len(cards) == 0 || r.Stats.Rulings > 0 && r.Stats.Loose >= r.Stats.Rulings {
		return fmt.Errorf("%s on %s, none of which is known by name: give a file of cards, too, with -cards",
			rulings.Count(r.Stats.Rulings, "ruling"), rulings.Count(r.Stats.LooseCards, "card"))
	}
	var b bytes.Buffer
	if err := rulings.Write(&b, cards); err != nil {
		return fmt.Errorf("storing the cards: %w", err)
	}
	if err := writeAll(ctx, []file{{store.file, b.Bytes()}}); err != nil {
		return fmt.Errorf("storing the cards: %w", err)
	}
	fmt.Fprintln(p.stdout, rulings.Summary(cards))
	if len(earlier) > 0 {
		fmt.Fprintf(p.stderr, "in place of %s\n", rulings.Summary(earlier))
	}
	if keptCards {
		fmt.Fprintln(p.stderr, "the files have no cards: those of the import before stay")
	}
	if keptRulings {
		fmt.Fprintln(p.stderr, "the files have no rulings: those of the import before stay on the cards that are there again")
	}
	if r.Stats.Loose > 0 {
		fmt.Fprintf(p.stderr, "%s left out: they are on %s that no file of cards has\n",
			rulings.Count(r.Stats.Loose, "ruling"), rulings.Count(r.Stats.LooseCards, "card"))
	}
	if r.Stats.Skipped > 0 {
		fmt.Fprintf(p.stderr, "%s passed over: tokens, prints in languages other than the site's, rulings without text\n",
			rulings.Count(r.Stats.Skipped, "object"))
	}
	return nil
}

// readCards reads one file, or standard input for "-", and tells how far it is.
func (p program) readCards(ctx context.Context, r *rulings.Reader, name string) error {
	in := watched{ctx: ctx, from: p.stdin, progress: newProgress(p.stderr, "reading "+name+", MB")}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if info.IsDir() {
			return fmt.Errorf("%s is a folder: name a file", name)
		}
		in.from = f
		if info.Mode().IsRegular() {
			in.size = info.Size()
		}
	}
	err := r.Read(name, &in)
	in.progress.end()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// watched is a file that is being read. Its end comes with that of ctx.
type watched struct {
	ctx      context.Context
	from     io.Reader
	size     int64 // 0 where it is not known
	read     int64
	progress *progress
}

func (w *watched) Read(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.from.Read(b)
	w.read += int64(n)
	w.progress.set(int(w.read>>20), int(w.size>>20))
	return n, err
}

package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"sync"
	"time"

	"regula/corpus"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
	"regula/search"
	"regula/static"
	"regula/templates"
)

// builder makes views from a corpus. It never changes once made.
type builder struct {
	c        reader
	base     string // address of the root of the site, or ""
	indexes  Indexes
	online   bool   // whether readers cannot keep the site
	late     bool   // whether the rest is made only when it is asked for
	assets   []Page // style, scripts, icons, symbols
	static   string // their folder, named after what is in it
	edition  map[lang.Language]string
	glossary map[lang.Language][]term // in the order of the language
	mentions map[lang.Language]mentions
	cards    map[lang.Language]cards
	names    func() map[string]string                   // of cards, as nameCards gives them
	entries  map[lang.Language]func() map[string]string // glossary entries, as nameEntries gives them
	prepared *sync.Map                                  // explanations as pages write them, by language and rule
	lives    *sync.Map                                  // what became of rules, by number
	past     map[rules.Number]search.Past               // numbers that only older editions have
	oldest   time.Time                                  // edition
	anchors  map[time.Time]map[rules.Number]bool        // numbers with a place on the page of changes of an edition
	frame    string                                     // identifies everything that pages are made of but parts
	parts    map[string]string                          // identifies what each part says; nil where no record is kept
	texts    map[string]string                          // those of parts that are our texts
	record   *Record                                    // of an earlier export; nil where none is kept
	index    func(lang.Language) (*search.Index, error)
	cutting  func() ([]Page, error) // waits for the files of the search, which are being made; nil where they are not
}

// begin begins to do something, and gives what waits for its result.
func begin[T any](f func() (T, error)) (wait func() (T, error)) {
	var result T
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		result, err = f()
	}()
	return func() (T, error) {
		<-done
		return result, err
	}
}

// onceFor gives what f makes for a key, made once, whoever asks for it.
func onceFor[T any](made *sync.Map, key any, f func() T) T {
	once, ok := made.Load(key)
	if !ok {
		once, _ = made.LoadOrStore(key, sync.OnceValue(f))
	}
	return once.(func() T)()
}

func newBuilder(c *corpus.Corpus, o Options) (*builder, error) {
	base, err := checkBaseURL(o.BaseURL)
	if err != nil {
		return nil, err
	}
	b := &builder{
		c:        reader{Corpus: c},
		base:     base,
		indexes:  o.Indexes,
		online:   o.OnlineOnly,
		late:     o.Late,
		edition:  map[lang.Language]string{},
		glossary: map[lang.Language][]term{},
		mentions: map[lang.Language]mentions{},
		cards:    map[lang.Language]cards{},
		names:    sync.OnceValue(func() map[string]string { return nameCards(c) }),
		entries:  map[lang.Language]func() map[string]string{},
		prepared: &sync.Map{},
		lives:    &sync.Map{},
		past:     map[rules.Number]search.Past{},
		anchors:  map[time.Time]map[rules.Number]bool{},
		index:    o.Index,
	}
	if o.Record != nil {
		b.record, b.frame, b.texts = o.Record, b.frameOf(o), b.textParts()
		b.record.keep(b.frame)
		if b.late {
			b.cutting = begin(func() ([]Page, error) { return b.chunks(context.Background()) })
		}
	}
	for _, p := range Past(c.History()) {
		b.past[p.Number] = p
	}
	for _, s := range c.History().Steps() {
		b.anchors[s.To] = anchorsOf(s)
	}
	b.oldest = c.History().Editions()[0].Effective
	if err := b.addAssets(); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	each(context.Background(), len(lang.All), func(_ context.Context, i int) error { // fails never
		l := lang.All[i]
		glossary, mentions, cards := sortGlossary(c, l), findMentions(c, l), sortCards(c, l)
		mu.Lock()
		defer mu.Unlock()
		if !c.Effective().IsZero() {
			b.edition[l] = l.Date(c.Effective())
		}
		b.glossary[l], b.mentions[l], b.cards[l] = glossary, mentions, cards
		b.entries[l] = sync.OnceValue(func() map[string]string { return nameEntries(c, l) })
		return nil
	})
	if b.record != nil {
		b.parts = b.partsOf()
		b.record.compare(b.parts)
	}
	return b, nil
}

// addAssets collects the static files into a folder whose name changes when
// one of them does, so that no browser mixes an old one with a new page.
func (b *builder) addAssets() error {
	same, err := staticFiles()
	if err != nil {
		return fmt.Errorf("reading the static files: %w", err)
	}
	files := maps.Clone(same)
	add := func(name string, data []byte) {
		files[name] = asset{data, func() ([]byte, error) { return data, nil }}
	}
	add("symbols.svg", markdown.Symbols())
	for _, l := range lang.All {
		texts, err := json.Marshal(l.Texts().Script)
		if err != nil {
			return fmt.Errorf("texts of the scripts: %w", err)
		}
		add("js/texts."+string(l)+".js", fmt.Appendf(nil, "export default %s;\n", texts))
		if texts, err = json.Marshal(l.Texts().Changes); err != nil {
			return fmt.Errorf("texts of the scripts: %w", err)
		}
		add("js/changes."+string(l)+".js", fmt.Appendf(nil, "export default %s;\n", texts))
	}
	sum := sha256.New()
	fmt.Fprintln(sum, minifier)
	for _, name := range sortedKeys(files) {
		fmt.Fprintf(sum, "%s\x00%d\x00", name, len(files[name].source))
		sum.Write(files[name].source)
	}
	b.static = staticFolder + hex.EncodeToString(sum.Sum(nil))[:8] + "/"
	for _, name := range sortedKeys(files) {
		b.assets = append(b.assets, Page{Path: b.static + name, once: files[name].sent})
	}
	return nil
}

// asset is a static file as it was written, and as readers get it.
type asset struct {
	source []byte
	sent   func() ([]byte, error)
}

// staticFiles are those that are the same on every site.
var staticFiles = sync.OnceValues(func() (map[string]asset, error) {
	files := map[string]asset{}
	err := fs.WalkDir(static.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == workerPath { // that stands at the root
			return err
		}
		data, err := fs.ReadFile(static.FS, name)
		files[name] = asset{data, sync.OnceValues(func() ([]byte, error) { return minified(name, data) })}
		return err
	})
	return files, err
})

// pages makes every page, each path once.
func (b *builder) pages() ([]Page, error) {
	ps := []Page{b.choice()}
	for _, l := range lang.All {
		ps = append(ps, b.start(l), b.glossaryList(l), b.search(l), b.about(l), b.linkText(l), b.openSearch(l), b.changes(l), b.compare(l), b.feed(l))
		for i := range b.c.History().Steps() {
			ps = append(ps, b.step(l, i))
		}
		for _, n := range b.c.Numbers() {
			ps = append(ps, b.number(l, n), b.data(l, n))
		}
		for i := range b.glossary[l] {
			ps = append(ps, b.entry(l, i), b.entryData(l, i))
		}
		ps = append(ps, b.cardList(l))
		for i := range b.cardParts(l) {
			part := b.cardPart(l, i)
			part.away = true
			ps = append(ps, part)
		}
		for _, id := range b.cards[l].all {
			card, data := b.card(l, id), b.cardData(l, id)
			x, _ := b.c.Card(id)
			card.away, data.away = !x.Ours(), !x.Ours() // too many to keep
			ps = append(ps, card, data)
		}
	}
	ps = append(ps, b.sitemaps(ps)...)
	ps = append(ps, b.notFound(), b.robots(), b.manifest(), b.editions())
	ps = append(ps, b.assets...)
	if !b.online {
		worker, err := static.FS.ReadFile(workerPath)
		if err != nil {
			return nil, err
		}
		ps = append(ps, fixed(workerPath, worker))
	}
	if !b.late {
		rest, err := b.rest(ps)
		if err != nil {
			return nil, err
		}
		ps = append(ps, rest...)
	}
	seen := make(map[string]bool, len(ps))
	for _, p := range ps {
		if seen[file(p.Path)] {
			return nil, fmt.Errorf("two pages have the path %q", p.Path)
		}
		seen[file(p.Path)] = true
	}
	return ps, nil
}

// rest makes, of all other pages, those that take long to make: the files of the
// search, and what readers can keep for reading without a network.
func (b *builder) rest(others []Page) ([]Page, error) {
	chunks, err := b.chunks(context.Background())
	if err != nil || b.online {
		return chunks, err
	}
	packs := append(b.pack(others), b.pack(chunks)...)
	return append(chunks, b.packList(packs)), nil
}

// layout is what surrounds the page at path. Its address in other languages
// is the same but for the language.
func (b *builder) layout(l lang.Language, path, kind, heading, description string) templates.Layout {
	v := templates.Layout{
		Lang:        string(l),
		T:           l.Texts(),
		Places:      places(l, root(path), relative(path, homePath(l))),
		Static:      root(path) + b.static,
		Kind:        kind,
		Title:       heading + " – Regula",
		Heading:     heading,
		Description: description,
		Canonical:   b.address(path, path),
		Default:     b.address(path, in(lang.English, path)),
		Crumbs:      []templates.Crumb{crumb(relative(path, homePath(l)), l.Texts().Rules)},
		MaxQuery:    search.MaxQuery,
	}
	if b.base != "" {
		v.URL = b.base + path
		v.Image = b.base + b.static + "icon-512.png"
	}
	if d := b.edition[l]; d != "" {
		v.Edition = fmt.Sprintf(v.T.Edition, d)
		v.EditionDate = b.editionDate()
	}
	v.Changes = relative(path, changesPath(l))
	v.Alternates = b.alternates(l, path)
	return v
}

// crumb leads to a page that is about no rule.
func crumb(href, text string) templates.Crumb {
	return templates.Crumb{Link: templates.Link{Href: href, Text: text}}
}

// address gives an absolute address where the site's own is known, else one
// relative to from.
func (b *builder) address(from, to string) string {
	if b.base != "" {
		return b.base + to
	}
	return relative(from, to)
}

func (b *builder) alternates(current lang.Language, path string) []templates.Alternate {
	as := make([]templates.Alternate, 0, len(lang.All))
	for _, l := range lang.All {
		to := in(l, path)
		as = append(as, templates.Alternate{
			Lang:    string(l),
			Name:    l.Texts().Name,
			Href:    relative(path, to),
			Address: b.address(path, to),
			Current: l == current,
		})
	}
	return as
}

// markup says how Markdown on the page at path is written.
func (b *builder) markup(l lang.Language, path string) markdown.Options {
	return markdown.Options{
		Language: l,
		Resolve: func(n rules.Number) (string, bool) {
			to := rulePath(l, n)
			if to == path || !b.c.Has(n) {
				return "", false
			}
			return relative(path, to), true
		},
		SymbolsHref: root(path) + b.static + "symbols.svg",
	}
}

// html writes Markdown for the page at path.
func (b *builder) html(src []byte, l lang.Language, path string) templates.Markup {
	if len(src) == 0 {
		return ""
	}
	return templates.Markup(markdown.HTML(src, b.markup(l, path)))
}

// inOneLine gives plain text with one space between any two words.
func inOneLine(text string) string {
	if text = strings.TrimSpace(text); strings.ContainsAny(text, "\n\t\r\u00a0\u202f") || strings.Contains(text, "  ") {
		text = strings.Join(strings.Fields(text), " ")
	}
	return text
}

// summary shortens plain text to about max characters, at a space.
func summary(text string, max int) string { return shortened(inOneLine(text), max) }

// shortened is summary of text in one line.
func shortened(text string, max int) string {
	if len(text) <= max {
		return text
	}
	end, runes := len(text), 0
	for i := range text {
		if runes == max {
			end = i
			break
		}
		runes++
	}
	if end == len(text) {
		return text
	}
	cut := text[:end]
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:–—(„“«") + "\u00a0…"
}

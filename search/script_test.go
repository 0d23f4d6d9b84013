package search

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"regula/lang"
)

// script runs the scripts of the page in a JavaScript engine. It is for one
// goroutine.
type script struct {
	t        testing.TB
	vm       *goja.Runtime
	programs []*goja.Program
	files    map[string][]byte // what fetch gives, by address
	asked    []string          // addresses fetched
	more     bool              // search-more.js has been imported
}

// bundle gives the modules that entry imports as one script, which sets the
// global name to what entry exports.
func bundle(t testing.TB, entry, name string) string {
	t.Helper()
	r := api.Build(api.BuildOptions{
		EntryPoints: []string{entry},
		Bundle:      true,
		Format:      api.FormatIIFE,
		GlobalName:  name,
		Target:      api.ES2017,
		LogLevel:    api.LogLevelSilent,
	})
	for _, e := range r.Errors {
		t.Fatalf("%s: %s", entry, e.Text)
	}
	return string(r.OutputFiles[0].Contents)
}

func newScript(t testing.TB, entries map[string]string) *script {
	t.Helper()
	s := &script{t: t, files: map[string][]byte{}}
	for name, entry := range entries {
		const begin = "(init_search_more(), " // what a bundle makes of an import when it comes to that
		src := bundle(t, "../static/js/"+entry, name)
		if entry == "search.js" && strings.Count(src, begin) != 1 {
			t.Fatalf("%s: bundled, its import of search-more.js is not %q", entry, begin)
		}
		src = strings.Replace(src, begin, "(importsMore(), "+begin[1:], 1)
		p, err := goja.Compile(entry, src, false)
		if err != nil {
			t.Fatalf("%s: %v", entry, err)
		}
		s.programs = append(s.programs, p)
	}
	return s.anew()
}

// anew gives the same scripts over the same files, in a page that has fetched
// nothing yet.
func (s *script) anew() *script {
	s.t.Helper()
	n := &script{t: s.t, vm: goja.New(), programs: s.programs, files: s.files}
	n.vm.Set("read", func(address string) any {
		n.asked = append(n.asked, address)
		data, ok := n.files[address]
		if !ok {
			return nil
		}
		return string(data)
	})
	n.vm.Set("importsMore", func() { n.more = true })
	n.vm.Set("bytes", func(address string) any { return n.vm.NewArrayBuffer(n.files[address]) })
	for _, p := range n.programs {
		if _, err := n.vm.RunProgram(p); err != nil {
			n.t.Fatal(err)
		}
	}
	return n
}

// packedScripts is how much the scripts of a first search weigh: those of the
// search page, which no other page has, and the texts that they show.
func packedScripts(t testing.TB, l lang.Language) int {
	t.Helper()
	texts, err := json.Marshal(l.Texts().Script)
	if err != nil {
		t.Fatal(err)
	}
	size := packedSize(texts)
	for _, name := range []string{"results.js", "place.js", "lookup.js", "search.js", "search-" + string(l) + ".js"} {
		size += packedScript(t, name)
	}
	return size
}

// packedScript is how much of a script a host sends, made small as the site
// makes it.
func packedScript(t testing.TB, name string) int {
	t.Helper()
	src, err := os.ReadFile("../static/js/" + name)
	if err != nil {
		t.Fatal(err)
	}
	r := api.Transform(string(src), api.TransformOptions{
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, Loader: api.LoaderJS, Format: api.FormatESModule,
	})
	for _, e := range r.Errors {
		t.Fatalf("%s: %s", name, e.Text)
	}
	return packedSize(r.Code)
}

// run evaluates an expression; of a promise it gives what that is fulfilled
// with.
func (s *script) run(expression string) goja.Value {
	s.t.Helper()
	v, err := s.vm.RunString(expression)
	if err != nil {
		s.t.Fatalf("%.200s: %v", expression, err)
	}
	if p, ok := v.Export().(*goja.Promise); ok {
		if p.State() != goja.PromiseStateFulfilled {
			s.t.Fatalf("%.200s: %v", expression, p.Result())
		}
		return p.Result()
	}
	return v
}

// fetch stands in for the browser's.
const fetch = `(url) => Promise.resolve(read(url)).then((text) => ({ ok: text !== null, status: 404, text: () => Promise.resolve(text), arrayBuffer: () => Promise.resolve(bytes(url)) }))`

// newSearchScript gives the search of the page over the files cut from x.
func newSearchScript(t testing.TB, xs ...*Index) *script {
	t.Helper()
	s := newScript(t, map[string]string{"page": "search.js"})
	for _, x := range xs {
		err := WriteChunks(x, func(name string, data []byte) error {
			s.files["../"+string(x.Language())+"/search/"+name] = data
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// search asks the script.
func (s *script) search(l lang.Language, query string, options string) Result {
	s.t.Helper()
	return s.ask(l, query, options, `JSON.stringify`)
}

// list asks the script for a list of hits, of which the first n have their
// snippets.
func (s *script) list(l lang.Language, query string, n int) Result {
	s.t.Helper()
	return s.ask(l, query, `{excerpts: false}`, fmt.Sprintf(`(r) => Promise.all(r.hits.slice(0, %d).map((_, i) => r.excerpt(i))).then(() => JSON.stringify(r))`, n))
}

// ask asks the script; what comes of it goes through then.
func (s *script) ask(l lang.Language, query, options, then string) Result {
	s.t.Helper()
	q, err := json.Marshal(query)
	if err != nil {
		s.t.Fatal(err)
	}
	options = strings.TrimSuffix(options, "}")
	if options == "" {
		options = "{"
	} else {
		options += ","
	}
	var r Result
	text := s.run(`page.search("../", "` + string(l) + `", ` + string(q) + `, ` + options + ` fetch: ` + fetch + `}).then(` + then + `)`).String()
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	return r
}

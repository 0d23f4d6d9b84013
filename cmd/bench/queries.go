package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"regula/lang"
)

// query is one of the query scripts of package search.
type query struct{ kind, text string }

// number reports whether the query is answered without the index.
func (q query) number() bool { return strings.HasPrefix(q.kind, "number") }

// queries reads the query script of a language.
func queries(l lang.Language) ([]query, error) {
	data, err := os.ReadFile(filepath.Join("search", "testdata", "queries", string(l)+".txt"))
	if err != nil {
		return nil, fmt.Errorf("%w (run it from the root of the repository)", err)
	}
	var all []query
	kind := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			kind = line[1 : len(line)-1]
		} else if text, _, ok := strings.Cut(line, "\t"); ok && !strings.HasPrefix(line, "#") {
			all = append(all, query{kind, text})
		}
	}
	return all, nil
}

// spread picks n queries that need the index, evenly from all kinds.
func spread(all []query, n int) []query {
	var words []query
	for _, q := range all {
		if !q.number() && strings.TrimSpace(q.text) != "" {
			words = append(words, q)
		}
	}
	n = min(n, len(words))
	picked := make([]query, n)
	for i := range picked {
		picked[i] = words[(2*i+1)*len(words)/(2*n)]
	}
	return picked
}

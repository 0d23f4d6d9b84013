package search

import "regula/rules"

// Result is what a query finds. The script in the page gives the same, as it
// is written in JSON.
type Result struct {
	Query       string   `json:"query"`
	Reason      Reason   `json:"reason,omitempty"` // why there are no hits
	Numbers     []Answer `json:"numbers,omitempty"`
	Total       int      `json:"total"`
	More        bool     `json:"more,omitempty"` // whether Total is only what was counted so far: of phrases the script in the page counts no more than it shows
	Hits        []Hit    `json:"hits"`
	Facets      []Facet  `json:"facets"`
	Suggestions []string `json:"suggestions"`       // queries with typing errors repaired, to offer
	Missing     []string `json:"missing,omitempty"` // words of the query that nothing has
}

// Answer is what became of a rule number in the query.
type Answer struct {
	Asked
	Found bool `json:"found"` // whether the edition has it; of a range, whether it has any of it
	// Where it has not, its nearest relatives that the edition has: the level
	// above, and the neighbours on its own level; zero where there are none.
	Parent rules.Number `json:"parent,omitzero"`
	Before rules.Number `json:"before,omitzero"`
	After  rules.Number `json:"after,omitzero"`
	Past   *Past        `json:"past,omitempty"` // what an older edition had there, if that is known
}

// Past is a number that the edition does not have and an older one had.
type Past struct {
	Number  rules.Number   `json:"number"`
	Edition string         `json:"edition"`         // date of the last edition that had it
	Moved   []rules.Number `json:"moved,omitempty"` // where its wording is today
}

// Facet counts the hits of one kind.
type Facet struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// Hit is a document found.
type Hit struct {
	Kind     string     `json:"kind"`
	ID       string     `json:"id"`
	Title    string     `json:"title"`
	Heading  []Fragment `json:"heading,omitempty"` // the title with the words marked
	Trail    []string   `json:"trail,omitempty"`
	Snippet  []Fragment `json:"snippet,omitempty"`
	Official bool       `json:"official,omitempty"` // whether the snippet is the official text, in English
	Score    int        `json:"score"`
}

// Fragment is a run of text, marked where it is a word of the query.
type Fragment struct {
	Text   string `json:"text"`
	Marked bool   `json:"marked,omitempty"`
}

// Options narrow a search. The zero value asks for the first ten hits of
// every kind.
type Options struct {
	Limit    int    // 0 for ten
	Offset   int    // how many hits to leave out
	Kind     string // only hits of this kind; the facets count all
	Complete bool   // the last word is whole: nothing that only begins with it is found
}

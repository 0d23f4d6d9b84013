package main

import (
	"fmt"
	"slices"
	"strings"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/rules"
)

// workFor gives what the edition of a book makes of the texts, nothing where
// it is not the newest or the texts use its numbers already.
func workFor(h *editions.History, book *rules.Book, dir string) ([]corpus.Work, error) {
	if !h.Newest().Effective.Equal(book.Effective) {
		return nil, nil
	}
	texts, err := contentFS(dir)
	if err != nil {
		return nil, err
	}
	ct, err := content.Load(texts)
	if err != nil {
		return nil, contentFaults(dir, err)
	}
	if _, known := h.Edition(ct.Numbering); !known || !ct.Numbering.Before(book.Effective) {
		return nil, nil
	}
	return corpus.WorkList(h, ct, ct.Numbering, book.Effective), nil
}

// printWork prints how much there is to do of each kind in the texts of a
// folder, and with list each rule and entry that a new edition touches.
func (p program) printWork(work []corpus.Work, dir string, list bool) {
	if len(work) == 0 {
		return
	}
	type key struct {
		kind  corpus.WorkKind
		l     lang.Language
		entry bool
	}
	counts, used := map[key]int{}, map[corpus.WorkKind]bool{}
	for _, w := range work {
		counts[key{w.Kind, w.Language, w.Term != ""}]++
		used[w.Kind] = true
	}
	head := ""
	for _, l := range lang.All {
		head += fmt.Sprintf("%7s", l)
	}
	fmt.Fprintf(p.stdout, "%-20s%s   %s\n", "", fmt.Sprintf("%-*s", len(head), "  rules"), "  glossary")
	fmt.Fprintf(p.stdout, "%-20s%s   %s\n", "", head, head)
	for _, kind := range corpus.WorkKinds {
		if !used[kind] && kind == corpus.Missing {
			continue
		}
		line := fmt.Sprintf("%-20s", kind)
		for _, entry := range []bool{false, true} {
			for _, l := range lang.All {
				line += fmt.Sprintf("%7d", counts[key{kind, l, entry}])
			}
			line += "   "
		}
		fmt.Fprintln(p.stdout, strings.TrimRight(line, " "))
	}
	if list {
		p.listWork(work, dir)
	}
}

// listWork prints a line for each rule and entry that a new edition touches,
// with the places of our texts on it.
func (p program) listWork(work []corpus.Work, dir string) {
	type key struct {
		kind     corpus.WorkKind
		old, new rules.Number
		term     string
	}
	var order []key
	places := map[key][]string{}
	for _, w := range work {
		if w.Kind == corpus.Unchanged || w.Kind == corpus.Missing {
			continue
		}
		k := key{w.Kind, w.Old, w.New, w.Term}
		if !slices.Contains(order, k) {
			order = append(order, k)
		}
		if w.Pos.File != "" {
			places[k] = append(places[k], inFolder(dir, w.Pos).String())
		}
	}
	slices.SortStableFunc(order, func(a, b key) int { return int(a.kind) - int(b.kind) })
	for _, k := range order {
		what := k.term
		switch {
		case what != "":
		case k.new.IsZero():
			what = k.old.String()
		case k.old.IsZero() || k.old == k.new:
			what = k.new.String()
		default:
			what = k.old.String() + " → " + k.new.String()
		}
		fmt.Fprintln(p.stdout, strings.TrimRight(fmt.Sprintf("%-20s%-22s %s", k.kind, what, strings.Join(places[k], " ")), " "))
	}
}

package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/rules"
)

// editions lists the known editions, tells what changed between two of them,
// or brings the texts from the numbers of one to those of another.
func (p program) editions(ctx context.Context, args []string) error {
	if len(args) > 0 {
		switch cmd, rest := args[0], args[1:]; cmd {
		case "list":
			return p.listEditions(rest)
		case "diff":
			return p.diffEditions(rest)
		case "apply":
			return p.applyEdition(ctx, rest)
		default:
			if !strings.HasPrefix(cmd, "-") {
				fmt.Fprintf(p.stderr, "site editions: there is no %q: list, diff and apply are what there is\n", cmd)
				return errUsage
			}
		}
	}
	return p.listEditions(args)
}

// history reads the facts in a folder, for "" those of the program and of the
// imported texts.
func history(dir, data string) (*editions.History, error) {
	if dir == "" {
		books, err := newTextStore(data).books(false)
		if err != nil {
			return nil, err
		}
		return builtIn(books)
	}
	h, err := editions.LoadHistory(os.DirFS(dir))
	if err != nil {
		return nil, fmt.Errorf("loading the facts in %s: %w", dir, err)
	}
	return h, nil
}

func factsFlag(fs *flag.FlagSet) *string {
	return fs.String("editions", "", "folder of the facts; empty: those built into this program, and those of the imported text")
}

// listEditions prints a line for each edition.
func (p program) listEditions(args []string) error {
	flags := p.flags("editions list")
	data := dataFlag(flags)
	dir := factsFlag(flags)
	if done, err := p.parse(flags, args, 0); done || err != nil {
		return err
	}
	h, err := history(*dir, *data)
	if err != nil {
		return err
	}
	kept, err := newTextStore(*data).kept()
	if err != nil {
		return err
	}
	steps := h.Steps()
	for i, e := range h.Editions() {
		numbers, entries := 0, 0
		for _, f := range e.Facts {
			switch f.Kind {
			case editions.Rule:
				numbers++
			case editions.Entry:
				entries++
			}
		}
		line := fmt.Sprintf("%s  %d rules, %d glossary entries", e, numbers, entries)
		if i > 0 {
			line += "; " + summary(steps[i-1])
		}
		if slices.ContainsFunc(kept, e.Effective.Equal) {
			line += "; text imported"
		}
		fmt.Fprintln(p.stdout, line)
	}
	return nil
}

// summary counts the changes of a step: "9 added, 5 reworded, 12 moved".
func summary(s editions.Step) string {
	names := []string{
		editions.Added:            "added",
		editions.Removed:          "removed",
		editions.Reworded:         "reworded",
		editions.Moved:            "moved",
		editions.MovedAndReworded: "moved and reworded",
	}
	counts, entries := make([]int, len(names)), 0
	for _, c := range s.Changes {
		if c.Term != "" {
			entries++
		} else {
			counts[c.Kind]++
		}
	}
	var parts []string
	for kind, n := range counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, names[kind]))
		}
	}
	if entries > 0 {
		parts = append(parts, fmt.Sprintf("%d in the glossary", entries))
	}
	if len(parts) == 0 {
		return "no changes"
	}
	return strings.Join(parts, ", ")
}

// diffEditions prints what changed between two editions, a line for each
// change as in moves.tsv, with the title that the rule stands under.
func (p program) diffEditions(args []string) error {
	flags := p.flags("editions diff")
	data := dataFlag(flags)
	dir := factsFlag(flags)
	if done, err := p.parse(flags, args, 2); done || err != nil {
		return err
	}
	if flags.NArg() != 2 {
		fmt.Fprint(p.stderr, "site editions diff: name two editions by their dates, such as 2026-06-19 2026-08-07\n")
		return errUsage
	}
	from, err := p.date("site editions diff", flags.Arg(0))
	if err != nil {
		return err
	}
	to, err := p.date("site editions diff", flags.Arg(1))
	if err != nil {
		return err
	}
	h, err := history(*dir, *data)
	if err != nil {
		return err
	}
	s, err := h.Compare(from, to)
	if err != nil {
		return err
	}
	old, _ := h.Edition(from)
	new, _ := h.Edition(to)
	fmt.Fprintf(p.stdout, "%s to %s: %s\n", old, new, summary(s))
	for _, c := range s.Changes {
		var numbers []string
		title := c.Term
		if c.Term == "" {
			for _, n := range slices.Compact([]rules.Number{c.Old, c.New}) {
				if !n.IsZero() {
					numbers = append(numbers, n.String())
				}
			}
			if title = new.Title(c.New); title == "" {
				title = old.Title(c.Old)
			}
		}
		fmt.Fprintf(p.stdout, "%-10s %-20s %s\n", c.Kind, strings.Join(numbers, " → "), title)
	}
	return nil
}

// applyEdition renames headings, files and citations of moved rules in the
// texts, all or nothing, and tells what is left to a human.
func (p program) applyEdition(ctx context.Context, args []string) error {
	flags := p.flags("editions apply")
	dir := flags.String("editions", "editions", "folder of the facts")
	texts := flags.String("content", "content", "folder of the explanations")
	fromFlag := flags.String("from", "", "edition whose numbers the texts use; empty: the one that edition.tsv beside them names")
	toFlag := flags.String("to", "", "edition whose numbers they are to use; empty: the newest")
	drop := flags.Bool("drop", false, "remove texts on rules that are gone")
	dry := flags.Bool("n", false, "say what would be done, and do nothing")
	list := flags.Bool("list", false, "name each text that the edition touches")
	if done, err := p.parse(flags, args, 0); done || err != nil {
		return err
	}
	var from, to time.Time
	for _, d := range []struct {
		flag string
		to   *time.Time
	}{{*fromFlag, &from}, {*toFlag, &to}} {
		if d.flag == "" {
			continue
		}
		day, err := p.date("site editions apply", d.flag)
		if err != nil {
			return err
		}
		*d.to = day
	}
	h, err := history(*dir, "")
	if err != nil {
		return err
	}
	tree, err := contentFS(*texts)
	if err != nil {
		return err
	}
	ct, err := content.Load(tree)
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", contentFaults(*texts, err))
	}
	if from.IsZero() {
		from = ct.Numbering
	}
	if to.IsZero() {
		to = h.Newest().Effective
	}
	switch {
	case from.IsZero():
		fmt.Fprint(p.stderr, "site editions apply: nothing says whose numbers the texts use: name that edition with -from\n")
		return errUsage
	case !ct.Numbering.IsZero() && !ct.Numbering.Equal(from):
		return fmt.Errorf("%s: the texts use the numbers of the edition of %s, not of %s", inFolder(*texts, content.Pos{File: "edition.tsv", Line: 1}), ct.Numbering.Format(time.DateOnly), from.Format(time.DateOnly))
	case from.Equal(to):
		fmt.Fprintf(p.stdout, "the texts use the numbers of the edition of %s already\n", to.Format(time.DateOnly))
		return nil
	}
	r, err := content.Renumber(tree, h, from, to, *drop)
	if err != nil {
		return fmt.Errorf("nothing was changed (-drop removes texts on rules that are gone): %w", contentFaults(*texts, err))
	}
	if _, err := content.Load(r.Over(tree)); err != nil {
		return fmt.Errorf("nothing was changed: renamed, %w", contentFaults(*texts, err))
	}
	if !*dry {
		if err := writeAll(ctx, renumbered(*texts, r)); err != nil {
			return fmt.Errorf("writing the texts: %w", err)
		}
	}
	for _, n := range r.Dropped {
		n.Pos = inFolder(*texts, n.Pos)
		fmt.Fprintf(p.stdout, "%s; its text is removed\n", n)
	}
	for _, n := range r.Left {
		n.Pos = inFolder(*texts, n.Pos)
		fmt.Fprintln(p.stdout, n)
	}
	fmt.Fprintf(p.stdout, "%s to %s: %d headings and %d citations renamed in %d files, of which %d have another name; %d texts removed, %d places left to a human\n",
		from.Format(time.DateOnly), to.Format(time.DateOnly), r.Headings, r.Citing, changedFiles(r), r.Renamed, len(r.Dropped), len(r.Left))
	if from.Before(to) {
		p.printWork(corpus.WorkList(h, ct, from, to), *texts, *list)
	}
	return nil
}

// renumbered gives the files of a renumbering.
func renumbered(dir string, r content.Renumbering) []file {
	var files []file
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		files = append(files, file{filepath.Join(dir, filepath.FromSlash(name)), r.Files[name]})
	}
	return files
}

// changedFiles counts the files that are to hold something else.
func changedFiles(r content.Renumbering) int {
	n := 0
	for _, b := range r.Files {
		if b != nil {
			n++
		}
	}
	return n
}

// date reads a date of an argument.
func (p program) date(command, s string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		fmt.Fprintf(p.stderr, "%s: %q is no date such as 2026-08-07\n", command, s)
		return t, errUsage
	}
	return t, nil
}

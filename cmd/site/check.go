package main

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"regula/lang"
)

// check prints the faults of the content, and on stderr how many of each kind
// there are and how much is explained.
func (p program) check(args []string) error {
	fs := p.flags("check")
	strict := fs.Bool("strict", false, "make warnings fatal, too")
	brief := fs.Bool("brief", false, "print only fatal faults, and the counts")
	hints := fs.Bool("hints", false, "print hints for a second reader, too: numbers and words such as can’t, must, may that an official rule has and its explanation lacks (needs the official text)")
	src := sourceFlags(fs)
	if done, err := p.parse(fs, args, 0); done || err != nil {
		return err
	}
	c, err := src.corpus(true)
	if err != nil {
		return err
	}
	fatal, counts := 0, map[string]int{}
	for _, problem := range c.Check() {
		counts[string(problem.Kind)]++
		bad := problem.Kind.Fatal() || *strict && !problem.Kind.Hint()
		if bad {
			fatal++
		}
		if bad || !*brief && (!problem.Kind.Hint() || *hints) {
			problem.Pos = inFolder(*src.content, problem.Pos)
			fmt.Fprintln(p.stdout, problem)
		}
	}
	fmt.Fprintf(p.stderr, "edition of %s, official text %s\n", c.Effective().Format(time.DateOnly), map[bool]string{true: "imported", false: "not imported"}[c.HasOfficial()])
	for _, l := range lang.All {
		n, all := c.Explained(l)
		fmt.Fprintf(p.stderr, "%s: %d of %d rules explained\n", l, n, all)
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(p.stderr, "%6d %s\n", counts[kind], kind)
	}
	if fatal > 0 {
		return fmt.Errorf("%d fatal faults in the content", fatal)
	}
	return nil
}

// Package editions knows every published edition of the Comprehensive Rules by
// facts that are not its text: numbers, titles, digests of wordings, citations,
// and what moved where from one edition to the next.
//
// The facts of an edition are a file of tab-separated values, called after the
// day from which the edition is effective:
//
//	edition	2026-08-07
//	chapter	7	kP0w3nY1bQ	Additional Rules
//	section	702	m1WcT5xq0A	Keyword Abilities
//	title	702.19	9dQh2sXo7E	Trample
//	rule	702.19b	Zf83kqLw0c		510 702.2 702.19c
//	entry	Trample	b2Hq9_Lm4T		702.19
//
// The columns are kind, number or glossary heading, digest, title, and the
// numbers that are cited, with blanks between them; empty columns at the end
// are left out. A rule that is only a title has the kind "title". Numbers
// rise, glossary entries follow in the order of their ids (rules.Slug).
//
// Only the newest edition is written in full. Each older one says by what it
// differs from the next newer one: its first line names that one, a line of
// facts replaces the line with the same number or heading or is added, and a
// line of kind "-" takes one away:
//
//	edition	2026-06-19	2026-08-07
//	-	702.195
//
// The file moves.tsv has the steps between editions, see Step.
package editions

package corpus

import (
	"fmt"
	"strings"
	"time"

	"regula/content"
	"regula/rules"
)

// StaleReason tells why an explanation was not written for today's wording.
type StaleReason int

// The reasons.
const (
	UnknownEdition StaleReason = iota + 1 // nothing is known of the edition that its file names
	NewRule                               // that edition did not have the rule
	RewordedRule                          // the rule has been reworded since
)

// Staleness tells what became of a rule since its explanation was read against
// it.
type Staleness struct {
	Reason   StaleReason
	Edition  time.Time    // that the file of the explanation names
	Then     rules.Number // the rule's number in it; zero if it did not have it, or is not known
	Reworded []time.Time  // editions that have reworded it since, oldest first

	// The wording then and today; HasWordings tells whether both are imported.
	Old, New    rules.Rule
	HasWordings bool
}

// String says so for the check: "explained from the edition of 2026-06-19,
// and reworded in that of 2026-08-07".
func (s Staleness) String() string {
	from := "explained from the edition of " + s.Edition.Format(time.DateOnly)
	switch s.Reason {
	case UnknownEdition:
		return from + ", of which no facts are known"
	case NewRule:
		return from + ", which did not have it"
	}
	days := make([]string, len(s.Reworded))
	for i, d := range s.Reworded {
		days[i] = d.Format(time.DateOnly)
	}
	return fmt.Sprintf("%s, and reworded in that of %s", from, strings.Join(days, ", "))
}

// Stale tells whether an explanation was written for another wording than
// today's. It was not where the rule, whatever its number was, had the same
// wording in the edition that the explanation's file names.
func (c *Corpus) Stale(x content.Explanation) (Staleness, bool) { return c.Reworded(x.Rule, x.Edition) }

// Reworded tells whether the wording of n, whatever its number was, was another
// in an edition than it is today. It was, too, where nothing is known of the
// edition.
func (c *Corpus) Reworded(n rules.Number, since time.Time) (Staleness, bool) {
	if since.Equal(c.edition.Effective) {
		return Staleness{}, false
	}
	s := Staleness{Edition: since}
	edition, ok := c.history.Edition(since)
	if !ok {
		s.Reason = UnknownEdition
		return s, true
	}
	if s.Then, ok = c.history.Then(n, since); !ok {
		s.Reason = NewRule
		return s, true
	}
	old, _ := edition.Fact(s.Then)
	new, _ := c.edition.Fact(n)
	if old.Digest == new.Digest {
		return Staleness{}, false
	}
	s.Reason = RewordedRule
	for _, day := range c.history.Rewordings(n) {
		if day.After(since) {
			s.Reworded = append(s.Reworded, day)
		}
	}
	var hasOld, hasNew bool
	s.Old, hasOld = c.OfficialIn(since, s.Then)
	s.New, hasNew = c.Official(n)
	s.HasWordings = hasOld && hasNew
	return s, true
}

// StaleEntry is Stale for an entry of the glossary. Its Staleness has no
// numbers, and of the wordings only the texts.
func (c *Corpus) StaleEntry(x content.GlossaryEntry) (Staleness, bool) {
	new, ok := c.edition.EntryByID(x.ID)
	if x.Edition.Equal(c.edition.Effective) || !ok {
		return Staleness{}, false
	}
	s := Staleness{Edition: x.Edition}
	edition, ok := c.history.Edition(x.Edition)
	if !ok {
		s.Reason = UnknownEdition
		return s, true
	}
	old, ok := edition.EntryByID(x.ID)
	if !ok {
		s.Reason = NewRule
		return s, true
	}
	if old.Digest == new.Digest {
		return Staleness{}, false
	}
	s.Reason = RewordedRule
	last := old.Digest
	for _, e := range c.history.Editions() {
		if f, ok := e.EntryByID(x.ID); ok && e.Effective.After(x.Edition) && f.Digest != last {
			s.Reworded, last = append(s.Reworded, e.Effective), f.Digest
		}
	}
	var hasOld, hasNew bool
	s.Old.Text, hasOld = c.OfficialEntryIn(x.Edition, old.Term)
	s.New.Text, hasNew = c.OfficialEntryIn(c.edition.Effective, new.Term)
	s.HasWordings = hasOld && hasNew
	return s, true
}

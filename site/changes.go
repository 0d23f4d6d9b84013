package site

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"regula/editions"
	"regula/lang"
	"regula/markdown"
	"regula/rules"
	"regula/templates"
)

// changes is the list of editions, the newest first.
func (b *builder) changes(l lang.Language) Page {
	path := changesPath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		v := templates.ChangesPage{Editions: b.editionItems(l, path), Feed: relative(path, feedPath(l))}
		v.Compare = b.compareForm(l, path, time.Time{}, time.Time{})
		page := b.layout(l, path, "changes", t.Changes.Heading, t.Changes.Intro)
		page.Feed = v.Feed
		return templates.Page(page, templates.ChangesBody(t, v))
	})
}

// editionItems lists the editions, the newest first.
func (b *builder) editionItems(l lang.Language, path string) []templates.EditionItem {
	t, h := &l.Texts().Changes, b.c.History()
	all, steps := h.Editions(), h.Steps()
	var items []templates.EditionItem
	for i := len(all) - 1; i >= 0; i-- {
		day := all[i].Effective
		item := templates.EditionItem{Date: all[i].String(), Name: l.Date(day), Counts: t.First, Newest: i == len(all)-1}
		if i > 0 {
			item.Href = relative(path, stepPath(l, day))
			item.Counts = counts(t, steps[i-1])
		}
		items = append(items, item)
	}
	return items
}

// counts says how much a step changes: "9 new, 5 reworded".
func counts(t *lang.ChangeTexts, s editions.Step) string {
	n := map[editions.ChangeKind]int{}
	entries := 0
	for _, c := range s.Changes {
		if c.Term != "" {
			entries++
		} else {
			n[c.Kind]++
		}
	}
	var parts []string
	add := func(format string, n int) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	add(t.CountAdded, n[editions.Added])
	add(t.CountRemoved, n[editions.Removed])
	add(t.CountReworded, n[editions.Reworded])
	add(t.CountMoved, n[editions.Moved])
	add(t.CountMovedReworded, n[editions.MovedAndReworded])
	add(t.CountEntries, entries)
	if len(parts) == 0 {
		return t.CountNone
	}
	return strings.Join(parts, ", ")
}

// compareForm asks for two editions; without a choice, for the last two.
func (b *builder) compareForm(l lang.Language, path string, from, to time.Time) templates.CompareForm {
	f := templates.CompareForm{Action: relative(path, comparePath(l)), Editions: b.editionItems(l, path)}
	all := b.c.History().Editions()
	if from.IsZero() || to.IsZero() {
		from, to = all[max(len(all)-2, 0)].Effective, all[len(all)-1].Effective
	}
	f.From, f.To = from.Format(time.DateOnly), to.Format(time.DateOnly)
	return f
}

// step tells what changed from one edition to the next; i counts the steps.
func (b *builder) step(l lang.Language, i int) Page {
	steps := b.c.History().Steps()
	s := steps[i]
	path := stepPath(l, s.To)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		v := b.stepView(l, path, s)
		v.Heading = fmt.Sprintf(t.Changes.Since, l.Date(s.To))
		v.Under = fmt.Sprintf(t.Changes.Under, l.Date(s.From), counts(&t.Changes, s))
		if i > 0 {
			v.Older = &templates.Link{Href: relative(path, stepPath(l, steps[i-1].To)), Text: l.Date(steps[i-1].To)}
		}
		if i+1 < len(steps) {
			v.Newer = &templates.Link{Href: relative(path, stepPath(l, steps[i+1].To)), Text: l.Date(steps[i+1].To)}
		}
		page := b.layout(l, path, "step", v.Heading, v.Under)
		page.Crumbs = append(page.Crumbs, crumb(relative(path, changesPath(l)), t.Changes.Heading))
		return templates.Page(page, templates.StepBody(t, v))
	})
}

// compare is the page that compares any two editions, once they are chosen.
func (b *builder) compare(l lang.Language) Page {
	path := comparePath(l)
	return b.lazy(path, func(b *builder) templ.Component {
		t := l.Texts()
		form := b.compareForm(l, path, time.Time{}, time.Time{})
		v := templates.StepPage{Heading: t.Changes.Compare, Form: &form, Nothing: true}
		return templates.Page(b.compareLayout(l), templates.StepBody(t, v))
	})
}

func (b *builder) compareLayout(l lang.Language) templates.Layout {
	t := l.Texts()
	path := comparePath(l)
	page := b.layout(l, path, "compare", t.Changes.Compare, t.Changes.Intro)
	page.Crumbs = append(page.Crumbs, crumb(relative(path, changesPath(l)), t.Changes.Heading))
	return page
}

// compared is that page with the answer.
func (b *builder) compared(l lang.Language, from, to time.Time) templ.Component {
	t := l.Texts()
	path := comparePath(l)
	form := b.compareForm(l, path, from, to)
	page := b.compareLayout(l)
	page.Hidden = true
	var v templates.StepPage
	if s, err := b.c.History().Compare(from, to); err != nil {
		v.Fault = t.Changes.CompareOrder
	} else {
		v = b.stepView(l, path, s)
		v.Under = lang.Fill(t.Changes.CompareUnder, "from", l.Date(from), "to", l.Date(to), "counts", counts(&t.Changes, s))
	}
	v.Heading, v.Form = t.Changes.Compare, &form
	return templates.Page(page, templates.StepBody(t, v))
}

// stepView lists the changes of a step by sections, in the order of the rules.
func (b *builder) stepView(l lang.Language, path string, s editions.Step) templates.StepPage {
	k := stepLister{b: b, l: l, path: path, step: s, texts: b.hasTexts(s)}
	k.old, _ = b.c.History().Edition(s.From)
	k.new, _ = b.c.History().Edition(s.To)
	var v templates.StepPage
	var last rules.Number
	reworded := false
	for _, c := range folded(s) {
		if c.Kind == editions.Reworded || c.Kind == editions.MovedAndReworded {
			reworded = true
		}
		if c.Term != "" {
			v.Entries = append(v.Entries, k.entry(c.Change))
			continue
		}
		n, e := c.New, k.new
		if n.IsZero() {
			n, e = c.Old, k.old
		}
		if section := sectionOf(n); section != last || len(v.Sections) == 0 {
			last = section
			v.Sections = append(v.Sections, templates.ChangedSection{Head: k.head(section, e)})
		}
		g := &v.Sections[len(v.Sections)-1]
		g.Changes = append(g.Changes, k.change(c))
	}
	v.Missing = reworded && !k.texts
	return v
}

// hasTexts reports whether the official texts of both editions are there.
func (b *builder) hasTexts(s editions.Step) bool {
	have := b.c.OfficialEditions()
	return slices.ContainsFunc(have, s.From.Equal) && slices.ContainsFunc(have, s.To.Equal)
}

// sectionOf is the section under which a number is listed; a chapter is listed
// under itself.
func sectionOf(n rules.Number) rules.Number {
	if n.IsChapter() {
		return n
	}
	return n.Section()
}

// foldedChange is a change with the number of those below it that went along.
type foldedChange struct {
	editions.Change
	along int
}

// folded leaves out what goes along with its title: rules below one that is
// new, and rules that moved with one above them and are otherwise the same.
func folded(s editions.Step) []foldedChange {
	var out []foldedChange
	at := map[rules.Number]int{} // place in out by new number
	for _, c := range s.Changes {
		if c.Term == "" && (c.Kind == editions.Added || c.Kind == editions.Moved) {
			if i, ok := along(out, at, c); ok {
				out[i].along++
				continue
			}
		}
		if c.Term == "" && !c.New.IsZero() {
			at[c.New] = len(out)
		}
		out = append(out, foldedChange{Change: c})
	}
	return out
}

// along finds the change above c with which it went.
func along(out []foldedChange, at map[rules.Number]int, c editions.Change) (int, bool) {
	tail := func(n, above rules.Number) string { return strings.TrimPrefix(n.String(), above.String()) }
	for up := c.New.Parent(); !up.IsZero() && !up.IsChapter(); up = up.Parent() {
		i, ok := at[up]
		if !ok {
			continue
		}
		a := out[i]
		switch {
		case c.Kind == editions.Added && a.Kind == editions.Added,
			c.Kind == editions.Moved && (a.Kind == editions.Moved || a.Kind == editions.MovedAndReworded) &&
				c.Old.Within(a.Old) && tail(c.Old, a.Old) == tail(c.New, a.New):
			return i, true
		}
	}
	return 0, false
}

// anchorsOf gives the numbers that have a place on the page of a step.
func anchorsOf(s editions.Step) map[rules.Number]bool {
	m := map[rules.Number]bool{}
	for _, c := range folded(s) {
		if c.Term == "" && !c.New.IsZero() {
			m[c.New] = true
		}
	}
	return m
}

// stepLister makes the views of the changes of one step.
type stepLister struct {
	b        *builder
	l        lang.Language
	path     string
	step     editions.Step
	old, new editions.Edition
	texts    bool // official texts of both are there
}

// head is the heading of a section as an edition has it, with a link to where
// it is today.
func (k *stepLister) head(section rules.Number, e editions.Edition) templates.Link {
	now, ok := k.b.c.History().Now(section, e.Effective)
	a := templates.Link{Text: strings.TrimSpace(section.String() + " " + e.Title(section))}
	if k.l != lang.English {
		a.Lang = string(lang.English)
	}
	if ok {
		title, language, _ := k.b.title(now, k.l)
		a = templates.Link{Href: relative(k.path, rulePath(k.l, now)), Text: strings.TrimSpace(section.String() + " " + title), Lang: language}
	}
	return a
}

var changeClasses = map[editions.ChangeKind]string{
	editions.Added: "added", editions.Removed: "removed", editions.Reworded: "reworded", editions.Moved: "moved", editions.MovedAndReworded: "rewritten",
}

func changeLabel(t *lang.ChangeTexts, k editions.ChangeKind) string {
	switch k {
	case editions.Added:
		return t.Added
	case editions.Removed:
		return t.Removed
	case editions.Reworded:
		return t.Reworded
	case editions.Moved:
		return t.Moved
	}
	return t.MovedReworded
}

// change is the view of what became of a rule.
func (k *stepLister) change(c foldedChange) templates.Change {
	t := &k.l.Texts().Changes
	v := templates.Change{Kind: changeClasses[c.Kind], Label: changeLabel(t, c.Kind)}
	if c.Kind == editions.Removed {
		v.Number, v.ID = c.Old.String(), "old-"+c.Old.String()
		v.Title, v.Lang = ownTitle(k.old, c.Old)
		return v
	}
	v.Number, v.ID = c.New.String(), c.New.String()
	if c.Kind == editions.Moved || c.Kind == editions.MovedAndReworded {
		v.Notes = append(v.Notes, lang.Fill(t.Was, "number", c.Old.String()))
	}
	switch {
	case c.along == 1:
		v.Notes = append(v.Notes, t.AlongOne)
	case c.along > 1:
		v.Notes = append(v.Notes, fmt.Sprintf(t.Along, c.along))
	}
	if now, ok := k.b.c.History().Now(c.New, k.step.To); !ok {
		v.Notes = append(v.Notes, t.Gone)
		v.Title, v.Lang = ownTitle(k.new, c.New)
	} else {
		v.Href = relative(k.path, rulePath(k.l, now))
		if now != c.New {
			v.Notes = append(v.Notes, lang.Fill(t.IsNow, "number", now.String()))
		}
		if e, _ := k.b.c.Entry(now); e.IsTitle() {
			v.Title, v.Lang, _ = k.b.title(now, k.l)
		}
		if c.Kind != editions.Moved {
			v.Text = k.b.beginning(k.l, now, c.Kind == editions.Added)
		}
	}
	if k.texts && (c.Kind == editions.Reworded || c.Kind == editions.MovedAndReworded) {
		old, okOld := k.b.c.OfficialIn(k.step.From, c.Old)
		new, okNew := k.b.c.OfficialIn(k.step.To, c.New)
		if okOld && okNew {
			v.Words, v.Text = compareWords(wording(old), wording(new)), ""
		}
	}
	return v
}

// ownTitle gives the English title that a number itself has in an edition.
func ownTitle(e editions.Edition, n rules.Number) (title, language string) {
	f, _ := e.Fact(n)
	return f.Title, string(lang.English)
}

// beginning gives the first words of what we say about n: more of them where
// it is new.
func (b *builder) beginning(l lang.Language, n rules.Number, new bool) string {
	max := 110
	if new {
		max = 280
	}
	if s := b.plainLead(n, l); s != "" {
		return summary(s, max)
	}
	if x, ok := b.c.Explanation(n, l); ok {
		return shortened(b.explained(l, x).line, max)
	}
	return ""
}

// entry is the view of what became of a glossary entry.
func (k *stepLister) entry(c editions.Change) templates.Change {
	t := &k.l.Texts().Changes
	id := rules.Slug(c.Term)
	v := templates.Change{ID: "term-" + id, Kind: changeClasses[c.Kind], Label: changeLabel(t, c.Kind), Title: c.Term, Lang: string(lang.English)}
	if g, ok := k.b.c.GlossaryTerm(id); ok {
		v.Title, v.Lang = termName(g, k.l)
		v.Href = relative(k.path, entryPath(k.l, id))
		if x, ok := k.b.c.GlossaryText(id, k.l); ok && c.Kind == editions.Added {
			v.Text = summary(markdown.Plain(x.Parts.Text.Source), 280)
		}
	} else if c.Kind != editions.Removed {
		v.Notes = append(v.Notes, t.Gone)
	}
	if k.texts && c.Kind == editions.Reworded {
		before, _ := k.old.EntryByID(id)
		old, okOld := k.b.c.OfficialEntryIn(k.step.From, before.Term)
		new, okNew := k.b.c.OfficialEntryIn(k.step.To, c.Term)
		if okOld && okNew {
			v.Words, v.Text = compareWords(old, new), ""
		}
	}
	return v
}

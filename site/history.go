package site

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"regula/content"
	"regula/corpus"
	"regula/editions"
	"regula/lang"
	"regula/rules"
	"regula/templates"
)

// recent is how long before the newest edition a number must have changed its
// meaning for its page to say so before all else. Links to what it meant
// before grow rare with time; the history of the rule tells of them.
const recent = 3 // years

// mostRewordings is how many rewordings a history names.
const mostRewordings = 5

// life is what became of a rule and of its number.
type life struct {
	numbers  []editions.Span // that the rule has had
	meanings []editions.Span // rules that have had the number
	reworded []time.Time     // editions that reworded the rule
}

// life asks the history about n, once.
func (b *builder) life(n rules.Number) *life {
	return onceFor(b.lives, n, func() *life {
		h := b.c.History()
		return &life{h.Numbers(n), h.Meanings(n), h.Rewordings(n)}
	})
}

// history tells what became of the rule that is n today and of its number;
// nil where an edition is all that is known.
func (b *builder) history(l lang.Language, path string, n rules.Number) *templates.History {
	t := &l.Texts().Changes
	life := b.life(n)
	numbers := life.numbers
	if len(numbers) == 0 || len(b.anchors) == 0 {
		return nil
	}
	var v templates.History
	reworded := slices.Clone(life.reworded)
	slices.Reverse(reworded)
	switch from := numbers[0].From; {
	case len(reworded) > 0:
		v.Wording = b.sinceEdition(l, path, t.WordingSince, reworded[0], n)
		reworded = reworded[1:]
	case from.Equal(b.oldest):
		v.Wording.Text = fmt.Sprintf(t.WordingOldest, l.Date(from))
	default:
		v.Wording = b.sinceEdition(l, path, t.WordingNew, from, n)
	}
	for i, day := range reworded {
		if i == mostRewordings && len(reworded) > mostRewordings+1 {
			v.More = fmt.Sprintf(t.RewordedMore, len(reworded)-i)
			break
		}
		a := b.stepLink(l, path, day, n)
		v.Reworded = append(v.Reworded, a)
	}
	for _, s := range slices.Backward(numbers[:len(numbers)-1]) {
		v.Numbers = append(v.Numbers, templates.Dated{Text: s.Number.String(), When: b.period(l, s)})
	}
	for _, s := range slices.Backward(b.others(n)) {
		d := templates.Dated{When: b.period(l, s)}
		d.Text, d.Lang = b.formerTitle(l, n, s)
		if !s.Now.IsZero() {
			a := b.numberLink(l, path, s.Now)
			a.Text = lang.Fill(t.IsNow, "number", a.Text)
			d.Text, d.Link = d.Text+",", &a
		}
		v.Others = append(v.Others, d)
	}
	return &v
}

// sinceEdition says since which edition something is so.
func (b *builder) sinceEdition(l lang.Language, path, format string, day time.Time, n rules.Number) templates.Dated {
	before, after, _ := strings.Cut(format, "%s")
	a := b.stepLink(l, path, day, n)
	return templates.Dated{Text: strings.TrimSpace(before), Link: &a, After: after}
}

// stepLink leads to what an edition did to the rule that is n today.
func (b *builder) stepLink(l lang.Language, path string, day time.Time, n rules.Number) templates.Link {
	a := templates.Link{Href: relative(path, stepPath(l, day)), Text: l.Date(day)}
	if then, ok := b.c.History().Then(n, day); ok && b.anchors[day][then] {
		a.Href += anchor(then)
	}
	return a
}

func (b *builder) period(l lang.Language, s editions.Span) string {
	return fmt.Sprintf(l.Texts().Changes.Period, l.Date(s.From), l.Date(s.Until))
}

// others gives the times in which a number was that of another rule than
// today, oldest first.
func (b *builder) others(n rules.Number) []editions.Span {
	return slices.DeleteFunc(slices.Clone(b.life(n).meanings), func(s editions.Span) bool { return s.Now == n || s.Until.IsZero() })
}

// formerTitle names the rule that had the number n in a time: by the title of
// its page today, or the last it had. Rules of the section in which n is
// today have no title that tells them apart.
func (b *builder) formerTitle(l lang.Language, n rules.Number, s editions.Span) (title, language string) {
	e, _ := b.c.Entry(n)
	page, _ := b.c.Entry(e.Page)
	now, ok := b.c.Entry(s.Now)
	switch {
	case ok && now.Page == e.Page, !ok && s.Title == page.EnglishTitle, s.Title == "":
		return l.Texts().Changes.AnotherRule, ""
	case ok:
		title, language, _ = b.title(now.Page, l)
		return title, language
	case l == lang.English:
		return s.Title, ""
	}
	return s.Title, string(lang.English)
}

// formerly warns readers of a number that it meant something else not long
// ago; nil where it did not.
func (b *builder) formerly(l lang.Language, path string, n rules.Number) []templates.Remark {
	others := b.others(n)
	if len(others) == 0 {
		return nil
	}
	last := others[len(others)-1]
	if last.Until.Before(b.c.Effective().AddDate(-recent, 0, 0)) {
		return nil
	}
	t := &l.Texts().Changes
	title, _ := b.formerTitle(l, n, last)
	format := t.Formerly
	if title == t.AnotherRule {
		format = t.FormerlyOther
	}
	v := templates.Remark{Kind: "was", Text: lang.Fill(format, "date", l.Date(last.Until), "rule", title)}
	if last.Now.IsZero() {
		v.Text += " " + t.FormerlyGone
	} else {
		a := b.numberLink(l, path, last.Now)
		a.Text = lang.Fill(t.FormerlyNow, "number", a.Text)
		v.Link = &a
	}
	return []templates.Remark{v}
}

// stale tells how an explanation is behind the wording of its rule; nil where
// it is not. The comparison of wordings stands on the rule's own page.
func (b *builder) stale(l lang.Language, path string, x content.Explanation, own bool) *templates.Stale {
	s, stale := b.c.Stale(x)
	if !stale {
		return nil
	}
	return b.behind(l, path, s, x.Rule, own)
}

// staleEntry is stale for an entry of the glossary, on the page of that.
func (b *builder) staleEntry(l lang.Language, path string, x content.GlossaryEntry) *templates.Stale {
	s, stale := b.c.StaleEntry(x)
	if !stale {
		return nil
	}
	return b.behind(l, path, s, rules.Number{}, true)
}

// behind tells how a text is behind the wording of its rule, or, where n is
// zero, of its glossary entry.
func (b *builder) behind(l lang.Language, path string, s corpus.Staleness, n rules.Number, own bool) *templates.Stale {
	t := l.Texts()
	switch s.Reason {
	case corpus.NewRule:
		return &templates.Stale{Text: fmt.Sprintf(t.Changes.StaleNew, l.Date(s.Edition))}
	case corpus.UnknownEdition:
		return &templates.Stale{Text: fmt.Sprintf(t.Changes.StaleOther, l.Date(s.Edition))}
	}
	last := s.Reworded[len(s.Reworded)-1]
	a := b.stepLink(l, path, last, n)
	a.Text = t.Changes.StaleWhere
	v := &templates.Stale{Text: fmt.Sprintf(t.StatusStale, l.Date(s.Edition), l.Date(last)), Where: &a}
	if own && s.HasWordings {
		v.Words = compareWords(wording(s.Old), wording(s.New))
	}
	return v
}

// wording is the whole official text of a rule in one run.
func wording(r rules.Rule) string {
	text := r.Title + r.Text
	for _, e := range r.Examples {
		text += " Example: " + e
	}
	return text
}

// statusLine tells which edition a text was written from, "" where the text is
// stale, which is told otherwise.
func (b *builder) statusLine(l lang.Language, written time.Time, stale *templates.Stale) string {
	t := l.Texts()
	switch {
	case stale != nil:
		return ""
	case written.Equal(b.c.Effective()):
		return fmt.Sprintf(t.StatusCurrent, b.edition[l])
	}
	return fmt.Sprintf(t.StatusUnchanged, l.Date(written), b.edition[l])
}

// at says what became of the rule that was n in an edition: where it is today,
// zero where it is gone or the edition had no n, and the words for it. The
// edition is the one in force on the day; without one, that is said, too.
func (b *builder) at(l lang.Language, n rules.Number, day time.Time) (now rules.Number, edition time.Time, text string) {
	h, t := b.c.History(), &l.Texts().Changes
	all := h.Editions()
	i, ok := slices.BinarySearchFunc(all, day, func(e editions.Edition, d time.Time) int { return e.Effective.Compare(d) })
	if !ok {
		i--
	}
	if i < 0 {
		return n, time.Time{}, lang.Fill(t.AtUnknown, "edition", l.Date(all[0].Effective))
	}
	e := all[i]
	edition = e.Effective
	_, had := e.Fact(n)
	now, ok = h.Now(n, edition)
	format := t.AtMoved
	switch {
	case !had:
		format = t.AtNone
	case !ok:
		format = t.AtGone
	case now == n:
		format = t.AtSame
		if slices.ContainsFunc(h.Rewordings(n), edition.Before) {
			format = t.AtReworded
		}
	}
	return now, edition, lang.Fill(format, "edition", l.Date(edition), "number", n.String())
}

// pastText says what a number was that the newest edition does not have, ""
// where none had it, and where its rule is today.
func (b *builder) pastText(l lang.Language, n rules.Number) (text string, now rules.Number) {
	p, ok := b.past[n]
	if !ok {
		return "", rules.Number{}
	}
	if len(p.Moved) > 0 {
		now = p.Moved[0]
	}
	return pastLine(l, p), now
}

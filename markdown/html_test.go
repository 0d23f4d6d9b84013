package markdown

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"regula/lang"
	"regula/rules"
)

// linked resolves every rule but 999.9.
func linked(l lang.Language) Options {
	return Options{Language: l, SymbolsHref: "s.svg", Resolve: func(n rules.Number) (string, bool) {
		return "../" + n.String() + "/", n.String() != "999.9"
	}}
}

// a is a link to a rule as linked writes it.
func a(rule, text string) string {
	return fmt.Sprintf(`<a class="cite" href="../%s/" data-rule="%[1]s">%s</a>`, rule, text)
}

// whole is what is not broken over lines.
func whole(html string) string { return `<span class="whole">` + html + "</span>" }

func sym(id, name string) string {
	return fmt.Sprintf(`<svg class="sym" role="img" aria-label="%s"><use href="s.svg#%s"/></svg>`, name, id)
}

func TestHTML(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"Ein *Satz* mit **Gewicht**.", "<p>Ein <em>Satz</em> mit <strong>Gewicht</strong>.</p>"},
		{"a & b < c \"d\"", `<p>a &amp; b &lt; c "d"</p>`},
		{`\*/\* und 1+\*`, "<p>*/* und 1+*</p>"},
		{"&auml; &#228; &amp;lt; &nichts;", "<p>ä ä &amp;lt; &amp;nichts;</p>"},
		{"eins  \nzwei\ndrei", "<p>eins<br>\nzwei\ndrei</p>"},

		// citations
		{"Siehe 702.19b.", "<p>Siehe " + a("702.19b", "702.19b") + ".</p>"},
		{"(702.19b)", "<p>(" + a("702.19b", "702.19b") + ")</p>"},
		{"Regeln 601.2f–h, 119.7-8 und 903.6 – 903.11", "<p>Regeln " + whole(a("601.2f", "601.2f")+"–"+a("601.2h", "h")) +
			", " + whole(a("119.7", "119.7")+"-"+a("119.8", "8")) + " und " + a("903.6", "903.6") + " – " + a("903.11", "903.11") + "</p>"},
		{"**[–6]**: 2–6 Marken –1/–1, –X/+0 – 3 – und N–1.", "<p><strong>[" + whole("–6") + "]</strong>: " + whole("2–6") + " Marken " + whole("–1/–1") +
			", " + whole("–X/+0") + " – 3 – und " + whole("N–1") + ".</p>"},
		{"601.2b und c", "<p>" + a("601.2b", "601.2b") + " und " + a("601.2c", "c") + "</p>"},
		{"Regel 613, règle 614, rule 615", "<p>Regel " + a("613", "613") + ", règle " + a("614", "614") + ", rule " + a("615", "615") + "</p>"},
		{"Regel\n613 und Abschnitt\u00a0614", "<p>Regel\n" + a("613", "613") + " und Abschnitt\u00a0" + a("614", "614") + "</p>"},
		{"**Regel** 613, *702.9b*", "<p><strong>Regel</strong> " + a("613", "613") + ", <em>" + a("702.9b", "702.9b") + "</em></p>"},
		{"`702.9b` und `Regel 613`", "<p><code>702.9b</code> und <code>Regel 613</code></p>"},
		{"100 Karten, 2019, 1.5 und 613", "<p>100 Karten, 2019, 1.5 und 613</p>"},
		{"Regel `x` 613", "<p>Regel <code>x</code> 613</p>"},
		{"999.9 gibt es nicht", "<p>999.9 gibt es nicht</p>"},
		{"702.1*9*", "<p>702.1<em>9</em></p>"}, // reads as 702.19, which is not what the source says
		{"- 702.1\n- 702.2", "<ul>\n<li>" + a("702.1", "702.1") + "</li>\n<li>" + a("702.2", "702.2") + "</li>\n</ul>"},
		{"Siehe auch: 205.3k, 601", "<p>Siehe auch: " + a("205.3k", "205.3k") + ", " + a("601", "601") + "</p>"},

		// symbols
		{"{2}{W/U}", `<p><span class="syms">` + sym("2", "zwei generische Mana") + sym("w-u", "ein weißes oder blaues Mana") + "</span></p>"},
		{"{T}{T}, {T}", `<p><span class="syms">` + sym("t", "tappen") + sym("t", "tappen") + "</span>, " + sym("t", "tappen") + "</p>"},
		{"{U/W} {T}: {N} {n} {} {W {W/W} {702.9b}", "<p>" + sym("w-u", "ein blaues oder weißes Mana") + " " + sym("t", "tappen") +
			": {N} {n} {} {W {W/W} {" + a("702.9b", "702.9b") + "}</p>"},
		{"`{T}` und \\{T}", "<p><code>{T}</code> und {T}</p>"},
		{"{BB}", `<p><span class="syms">` + sym("b", "zwei schwarze Mana") + `<svg class="sym" aria-hidden="true"><use href="s.svg#b"/></svg></span></p>`},
		{"{LEVEL N1-N2}", `<p><svg class="sym sym-level" role="img" aria-label="Stufe N1 bis N2" viewBox="0 0 80 32"><use href="s.svg#level"/><text x="40" y="22" font-size="17" text-anchor="middle" fill="#1c1a17">N1–N2</text></svg></p>`},
		{"{rN1}", `<p><svg class="sym sym-chapter" role="img" aria-label="Kapitel N1" viewBox="0 0 32 32"><use href="s.svg#chapter"/><text x="16" y="22" font-size="17" text-anchor="middle" fill="#1c1a17">N1</text></svg></p>`},

		// blocks
		{"1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"},
		{"3. a\n\n4. b", "<ol start=\"3\">\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>"},
		{"- a\n  - b", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"},
		{"> a", "<blockquote>\n<p>a</p>\n</blockquote>"},
		{"| a | b |\n|---|--:|\n| {W} | 702.9 |", `<div class="table"><table>` + "\n" + `<thead><tr><th>a</th><th class="right">b</th></tr></thead>` + "\n<tbody>\n" +
			"<tr><td>" + sym("w", "ein weißes Mana") + `</td><td class="right">` + a("702.9", "702.9") + "</td></tr>\n</tbody>\n</table></div>"},
		{"    eingerückt", "<p>eingerückt</p>"},
		{"# Kopf", "<p><strong>Kopf</strong></p>"},
		{"Text\n---", "<p>Text</p>\n<hr>"},
		{"[Kosten]: Stufe", "<p>[Kosten]: Stufe</p>"},

		// what must not reach a page
		{"a <b onclick=x>b</b> c", "<p>a b c</p>"},
		{"<script>alert(1)</script>", ""},
		{"<div>\nx\n</div>\n\ny", "<p>y</p>"},
		{"[x](javascript:alert(1)) [y](JaVaScRiPt&colon;alert(1)) [z](/a)", "<p>x y z</p>"},
		{"[x](data:text/html,x) <javascript:alert(1)>", "<p>x javascript:alert(1)</p>"},
		{"![x](https://a.example/b.png)", "<p></p>"},
		{`[x 702.9](https://a.example/?a="b&c=d)`, `<p><a href="https://a.example/?a=%22b&amp;c=d">x 702.9</a></p>`},
		{"<https://a.example/>", `<p><a href="https://a.example/">https://a.example/</a></p>`},
		{"a\x00\xffb", "<p>a\uFFFD\uFFFDb</p>"},
	} {
		if got := HTML([]byte(tt.in), linked(lang.German)); got != tt.want {
			t.Errorf("HTML(%q) =\n%s\nwant\n%s", tt.in, got, tt.want)
		}
	}
}

func TestHTMLTerms(t *testing.T) {
	// every "first strike" and "ward", across line ends and whatever is in between
	words := regexp.MustCompile(`first\s+strike|ward`)
	o := linked(lang.English)
	o.Terms = func(text string) []Link {
		var ls []Link
		for _, m := range words.FindAllStringIndex(text, -1) {
			ls = append(ls, Link{Start: m[0], End: m[1], Href: "g/?a&b"})
		}
		return ls
	}
	term := func(text string) string { return `<a class="term" href="g/?a&amp;b">` + text + "</a>" }
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"ward", "<p>" + term("ward") + "</p>"},
		{"a ward and ward.", "<p>a " + term("ward") + " and " + term("ward") + ".</p>"},
		{"has first\nstrike.", "<p>has " + term("first\nstrike") + ".</p>"},
		{"ward\nward  \nward", "<p>" + term("ward") + "\n" + term("ward") + "<br>\n" + term("ward") + "</p>"},
		{"*first strike*", "<p><em>" + term("first strike") + "</em></p>"},
		{"a **ward** b", "<p>a <strong>" + term("ward") + "</strong> b</p>"},
		{"first *str*ike", "<p>" + term("first <em>str</em>ike") + "</p>"},
		{"*first* strike", "<p><em>first</em> strike</p>"}, // begins in other markup than it ends
		{"see 702.21, ward", "<p>see " + a("702.21", "702.21") + ", " + term("ward") + "</p>"},
		{"ward {T} ward", "<p>" + term("ward") + " " + sym("t", "tap") + " " + term("ward") + "</p>"},
		{"- ward\n- b\n\n| ward |\n|---|\n| ward |", "<ul>\n<li>" + term("ward") + "</li>\n<li>b</li>\n</ul>\n" + `<div class="table"><table>` + "\n<thead><tr><th>" + term("ward") + "</th></tr></thead>\n<tbody>\n<tr><td>" + term("ward") + "</td></tr>\n</tbody>\n</table></div>"},
		{"`ward` [ward](https://a.example) # ward\n\n# ward", `<p><code>ward</code> <a href="https://a.example">ward</a> # ` + term("ward") + "</p>\n<p><strong>ward</strong></p>"},
	} {
		if got := HTML([]byte(tt.in), o); got != tt.want {
			t.Errorf("HTML(%q) =\n%s\nwant\n%s", tt.in, got, tt.want)
		}
	}
}

func TestHTMLWithoutOptions(t *testing.T) {
	if got, want := HTML([]byte("702.9 {R}"), Options{}), `<p>702.9 <svg class="sym" role="img" aria-label="one red mana"><use href="#r"/></svg></p>`; got != want {
		t.Errorf("HTML = %s, want %s", got, want)
	}
}

func TestTextHTML(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"One.\n     Two *not* `code` <b> & {T}.", "<p>One.</p>\n<p>Two *not* `code` &lt;b&gt; &amp; " + sym("t", "tap") + ".</p>"},
		{"Pay {T}{T}{ or {T}.", `<p>Pay <span class="syms">` + sym("t", "tap") + sym("t", "tap") + "</span>{ or " + sym("t", "tap") + ".</p>"},
		{"See rule 704, and 601.2f–h.", "<p>See rule " + a("704", "704") + ", and " + whole(a("601.2f", "601.2f")+"–"+a("601.2h", "h")) + ".</p>"},
		{"{N+} [abilities] {X", `<p><svg class="sym sym-station" role="img" aria-label="N or more charge counters" viewBox="0 0 32 32"><use href="s.svg#station"/><text x="16" y="22" font-size="17" text-anchor="middle" fill="#1c1a17">N+</text></svg> [abilities] {X</p>`},
	} {
		if got := TextHTML(tt.in, linked(lang.English)); got != tt.want {
			t.Errorf("TextHTML(%q) =\n%s\nwant\n%s", tt.in, got, tt.want)
		}
	}
}

func TestLinkedHTML(t *testing.T) {
	term := func(text string) string { return `<a class="term" href="t/">` + text + "</a>" }
	for _, tt := range []struct {
		in    string
		texts []string // of the links, in the order in which they are given
		want  string
	}{
		{"Flying & 702.9b.", nil, "<p>Flying &amp; 702.9b.</p>"},
		{"  Flying, haste", []string{"Flying", "haste"}, "<p>" + term("Flying") + ", " + term("haste") + "</p>"},
		{"Flying\r\n\n{T}: Add <haste>.", []string{"Flying", "haste"}, "<p>" + term("Flying") + "</p>\n<p>" + sym("t", "tap") + ": Add &lt;" + term("haste") + "&gt;.</p>"},
		{"{T} first strike {T}", []string{"first strike", "strike"}, "<p>" + sym("t", "tap") + " " + term("first strike") + " " + sym("t", "tap") + "</p>"}, // within the one before
		{"One\ntwo", []string{"One\ntwo"}, "<p>One</p>\n<p>two</p>"},
		{"See 702.9b (704.5u).", []string{"702.9b", "704.5u"}, "<p>See " + a("702.9b", "702.9b") + " (" +
			`<a class="cite" href="../704.6c/" data-rule="704.6c">704.5u</a> <span class="now" lang="de">[heute 704.6c]</span>).</p>`},
		{"See 704.5v.", []string{"704.5v"}, `<p>See 704.5v <span class="now" lang="de">[heute 704.6c]</span>.</p>`},
	} {
		var ls []Link
		for _, text := range tt.texts {
			l := Link{Start: strings.Index(tt.in, text), Href: "t/"}
			l.End = l.Start + len(text)
			switch text {
			case "702.9b":
				l.Rule, l.Href = rules.MustParseNumber(text), "../702.9b/"
			case "704.5u":
				l.Rule, l.Href = rules.MustParseNumber("704.6c"), "../704.6c/"
				l.Note, l.NoteLang = "[heute 704.6c]", "de"
			case "704.5v":
				l.Rule, l.Href, l.Note, l.NoteLang = rules.MustParseNumber("704.6c"), "", "[heute 704.6c]", "de"
			}
			ls = append(ls, l)
		}
		if got := LinkedHTML(tt.in, ls, linked(lang.English)); got != tt.want {
			t.Errorf("LinkedHTML(%q) =\n%s\nwant\n%s", tt.in, got, tt.want)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"*a* {T} `x` 601.2f–h\nb\n\nc", "a {T} x 601.2f–h b\nc"},
		{"- a\n- b\n  - c", "a\nb\nc"},
		{"| a | b |\n|---|---|\n| c | |", "a · b\nc"},
		{"a [b](https://x.example) <i>c</i> ![d](e)", "a b c"},
		{"&lt;script> `<b>` 1 < 2", "< script> < b> 1 < 2"},
		{"# Kopf\n\n> d", "Kopf\nd"},
	} {
		if got := Plain([]byte(tt.in)); got != tt.want {
			t.Errorf("Plain(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// allowed has the elements that HTML writes, with their attributes.
var allowed = map[string][]string{
	"p": nil, "em": nil, "strong": nil, "code": nil, "br": nil, "hr": nil, "ul": nil, "ol": {"start"}, "li": nil,
	"blockquote": nil, "div": {"class"}, "table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"class"}, "td": {"class"},
	"a": {"class", "href", "data-rule"}, "svg": {"class", "role", "aria-label", "aria-hidden", "viewbox"}, "use": {"href"},
	"text": {"x", "y", "font-size", "text-anchor", "fill"}, "span": {"class", "lang"},
}

// checkHTML reports what is wrong with the markup of s.
func checkHTML(s string) error {
	z := html.NewTokenizer(strings.NewReader(s))
	var open []string
	for {
		switch tt := z.Next(); tt {
		case html.ErrorToken:
			if len(open) > 0 {
				return fmt.Errorf("%v left open", open)
			}
			return nil
		case html.TextToken:
		case html.StartTagToken, html.SelfClosingTagToken:
			tag := z.Token()
			attrs, ok := allowed[tag.Data]
			if !ok {
				return fmt.Errorf("element %s", tag)
			}
			for _, at := range tag.Attr {
				if !slices.Contains(attrs, at.Key) {
					return fmt.Errorf("attribute %s in %s", at.Key, tag)
				}
				if at.Key == "href" && !strings.HasPrefix(at.Val, "https://") && !strings.HasPrefix(at.Val, "http://") && !strings.HasPrefix(at.Val, "../") && !strings.HasPrefix(at.Val, "s.svg#") {
					return fmt.Errorf("address %q", at.Val)
				}
			}
			if tt == html.StartTagToken && tag.Data != "br" && tag.Data != "hr" {
				if tag.Data == "a" && slices.Contains(open, "a") {
					return fmt.Errorf("link in a link")
				}
				open = append(open, tag.Data)
			}
		case html.EndTagToken:
			tag := z.Token()
			if len(open) == 0 || open[len(open)-1] != tag.Data {
				return fmt.Errorf("%s closes %v", tag, open)
			}
			open = open[:len(open)-1]
		default:
			return fmt.Errorf("token %s", z.Token())
		}
	}
}

var word = regexp.MustCompile(`[a-zA-Z]+`)

func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		"Text 702.19b, Regeln\n601.2f–h {W/U} *a* **b** `c` [d](https://e.example)",
		"- a\n- b\n\n1. c\n\n> d\n\n| a | b |\n|---|:-:|\n| 702.9 | {T} |",
		"<script>alert(1)</script> <b onclick=\"x\"> [x](javascript:y) ![z](w)",
		"Beispiel: x\n\nSee also: 1, 702\n\n# 702\n\n***\n&lt;b&gt; \\<b> a\tb\x00\xff",
		"[a [b](https://c.example) 702.9](https://d.example) <https://e.example/702.9>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		o := linked(lang.French)
		words := regexp.MustCompile(`\pL+(\s+\pL+)?`)
		o.Terms = func(text string) []Link {
			var ls []Link
			for _, m := range words.FindAllStringIndex(text, -1) {
				ls = append(ls, Link{Start: m[0], End: m[1], Href: "../t/"})
			}
			return ls
		}
		for name, got := range map[string]string{"HTML": HTML([]byte(s), o), "TextHTML": TextHTML(s, o), "LinkedHTML": LinkedHTML(s, o.Terms(s), o)} {
			if err := checkHTML(got); err != nil {
				t.Errorf("%s(%q) = %q: %v", name, s, got, err)
			}
		}
		z := html.NewTokenizer(strings.NewReader(Plain([]byte(s))))
		for tt := z.Next(); tt != html.ErrorToken; tt = z.Next() {
			if tt != html.TextToken {
				t.Errorf("Plain(%q) = %q has the tag %s", s, Plain([]byte(s)), z.Token())
			}
		}
		if !strings.ContainsAny(s, "<[]!&\\|{\r\x00") && utf8.ValidString(s) { // no markup with words of its own
			want, got := strings.Join(word.FindAllString(s, -1), ""), strings.Join(word.FindAllString(Plain([]byte(s)), -1), "")
			if got != want {
				t.Errorf("Plain(%q) has the words %q, want %q", s, got, want)
			}
		}
		lines := strings.Count(s, "\n") + 1
		parts, faults := Split([]byte(s), lang.French)
		for _, l := range faults {
			if l.Line < 1 || l.Line > lines {
				t.Errorf("Split(%q) faults line %d of %d: %s", s, l.Line, lines, l.Text)
			}
		}
		for _, c := range parts.Citations {
			if c.Line < 1 || c.Line > lines || c.First.IsZero() || c.Last.Compare(c.First) < 0 {
				t.Errorf("Split(%q) cites %v", s, c)
			}
		}
		for _, p := range append(parts.Examples, parts.Text) {
			if len(p.Source) > 0 && (p.Line < 1 || p.Line > lines) {
				t.Errorf("Split(%q) has a part on line %d of %d: %q", s, p.Line, lines, p.Source)
			}
		}
		for _, p := range Prose([]byte(s)) {
			for i := range p.Text {
				if l := p.Line(i); l < 1 || l > lines {
					t.Errorf("Prose(%q): byte %d of %q on line %d of %d", s, i, p.Text, l, lines)
				}
			}
		}
	})
}

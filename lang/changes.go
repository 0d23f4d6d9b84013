package lang

import "strings"

// ChangeTexts are the words for editions: what changed, and the history of a
// rule and its number. Those with names in braces are filled by Fill, or by
// the scripts in a page, which have them too.
type ChangeTexts struct {
	Tag     string `json:"-"` // of the language: "de"
	Heading string `json:"-"` // of the list of editions, and link to it
	Intro   string `json:"-"`
	Since   string `json:"-"` // takes the date of an edition
	Under   string `json:"-"` // what a page of changes shows; takes the older edition and counts
	Newer   string `json:"-"` // link to the changes of the next edition
	Older   string `json:"-"`
	First   string `json:"-"` // says that the oldest known edition is compared with none

	// Counts, each of which takes a number.
	CountAdded         string `json:"countAdded"`
	CountRemoved       string `json:"countRemoved"`
	CountReworded      string `json:"countReworded"`
	CountMoved         string `json:"countMoved"`
	CountMovedReworded string `json:"countMovedReworded"`
	CountEntries       string `json:"countEntries"`
	CountNone          string `json:"countNone"`

	// What happened to a rule, a word or two each.
	Added         string `json:"added"`
	Removed       string `json:"removed"`
	Reworded      string `json:"reworded"`
	Moved         string `json:"moved"`
	MovedReworded string `json:"movedReworded"`
	Was           string `json:"was"`  // {number}
	IsNow         string `json:"now"`  // {number}
	Gone          string `json:"gone"` // since removed
	AlongOne      string `json:"-"`    // a rule below went along
	Along         string `json:"-"`    // takes a number of rules below, two or more

	// Wordings side by side.
	Words        string `json:"-"` // names the comparison
	WordsDeleted string `json:"-"` // spoken before words that went
	WordsNew     string `json:"-"` // spoken before words that came
	WordsMissing string `json:"-"` // what official texts would add

	// Feed and comparison of any two editions.
	Feed         string `json:"-"` // link
	FeedTitle    string `json:"-"`
	Compare      string `json:"-"`            // heading and link
	CompareFrom  string `json:"-"`            // label of the older edition
	CompareTo    string `json:"-"`            // label of the newer edition
	CompareGo    string `json:"-"`            // button
	CompareOrder string `json:"compareOrder"` // says that the older edition comes first
	CompareUnder string `json:"compareUnder"` // {from}, {to}, {counts}
	CompareWait  string `json:"-"`            // without a script or server that compares

	// History of a rule and of its number.
	History        string `json:"-"`             // heading
	Wording        string `json:"-"`             // label of since when it has been worded so
	WordingSince   string `json:"-"`             // takes a date
	WordingOldest  string `json:"-"`             // takes the date of the oldest known edition
	WordingNew     string `json:"-"`             // takes the date of the edition that brought the rule
	RewordedBefore string `json:"-"`             // label of earlier rewordings
	RewordedMore   string `json:"-"`             // takes the number of those not named, two or more
	EarlierNumbers string `json:"-"`             // label
	Period         string `json:"-"`             // takes two dates
	OtherRules     string `json:"-"`             // label of what else the number has named
	AnotherRule    string `json:"-"`             // stands for a rule without a title of its own
	Formerly       string `json:"-"`             // {date} until which, and {rule}
	FormerlyOther  string `json:"formerlyOther"` // {date}: a rule without a title of its own
	FormerlyNow    string `json:"formerlyNow"`   // link to that rule, {number}
	FormerlyGone   string `json:"formerlyGone"`

	// An address that names an edition, and a number that there was once.
	AtMoved     string `json:"atMoved"`     // {edition}, {number}
	AtSame      string `json:"atSame"`      // {edition}
	AtReworded  string `json:"atReworded"`  // {edition}: same number, other wording
	AtGone      string `json:"atGone"`      // {edition}, {number}
	AtNone      string `json:"atNone"`      // {edition}, {number}
	AtUnknown   string `json:"atUnknown"`   // {edition}: the oldest known one
	PastMoved   string `json:"pastMoved"`   // {number}, last {edition} that had it; where it is today follows
	PastGone    string `json:"pastGone"`    // {number}, {edition}
	StaleNew    string `json:"-"`           // takes the edition explained, which did not have the rule
	StaleOther  string `json:"-"`           // takes the edition explained, of which nothing is known
	StaleWhat   string `json:"-"`           // opens the comparison of wordings
	StaleWhere  string `json:"-"`           // link to the changes of that edition
	NewestLabel string `json:"newestLabel"` // marks the newest edition in a list
}

// Fill puts values in the places of a text: Fill("{n} rules", "n", "12").
func Fill(text string, values ...string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		i := 0
		for i+1 < len(values) && values[i] != name {
			i += 2
		}
		if !closed || i+1 >= len(values) { // a brace that is meant
			b.WriteByte('{')
			text = rest
			continue
		}
		b.WriteString(values[i+1])
		text = after
	}
}

var germanChanges = ChangeTexts{
	Tag:     "de",
	Heading: "Änderungen",
	Intro:   "Die Comprehensive Rules erscheinen mehrmals im Jahr neu. Hier steht zu jeder Ausgabe seit 2015, welche Regeln neu sind, welche entfallen, welche ihre Nummer und welche ihren Wortlaut geändert haben.",
	Since:   "Ausgabe vom %s",
	Under:   "Gegenüber der Ausgabe vom %s: %s.",
	Newer:   "Nächste Ausgabe",
	Older:   "Vorige Ausgabe",
	First:   "Die älteste Ausgabe, von der hier etwas bekannt ist.",

	CountAdded:         "%d\u00a0neu",
	CountRemoved:       "%d\u00a0entfallen",
	CountReworded:      "%d\u00a0im Wortlaut geändert",
	CountMoved:         "%d\u00a0verschoben",
	CountMovedReworded: "%d\u00a0verschoben und geändert",
	CountEntries:       "%d\u00a0im Glossar",
	CountNone:          "keine Änderung",

	Added:         "neu",
	Removed:       "entfallen",
	Reworded:      "Wortlaut geändert",
	Moved:         "verschoben",
	MovedReworded: "verschoben, Wortlaut geändert",
	Was:           "früher {number}",
	IsNow:         "heute {number}",
	Gone:          "inzwischen entfallen",
	AlongOne:      "mit einer Regel darunter",
	Along:         "mit %d Regeln darunter",

	Words:        "Wortlaut im Vergleich",
	WordsDeleted: "gestrichen:",
	WordsNew:     "neu:",
	WordsMissing: "Welche Wörter sich geändert haben, zeigt diese Seite nur, wenn ihr Betreiber den englischen Text beider Ausgaben eingebunden hat.",

	Feed:         "Atom-Feed",
	FeedTitle:    "Regula: Änderungen der Comprehensive Rules",
	Compare:      "Zwei Ausgaben vergleichen",
	CompareFrom:  "Von der Ausgabe vom",
	CompareTo:    "bis zur Ausgabe vom",
	CompareGo:    "Vergleichen",
	CompareOrder: "Zuerst kommt die ältere Ausgabe, dann die neuere.",
	CompareUnder: "Von der Ausgabe vom {from} bis zu der vom {to}: {counts}.",
	CompareWait:  "Ohne Skripte vergleicht nur ein Server; die Änderungen von einer Ausgabe zur nächsten stehen in der Liste.",

	History:        "Geschichte",
	Wording:        "Wortlaut",
	WordingSince:   "so seit der Ausgabe vom %s",
	WordingOldest:  "unverändert seit mindestens %s",
	WordingNew:     "neu mit der Ausgabe vom %s, seitdem unverändert",
	RewordedBefore: "Davor geändert",
	RewordedMore:   "und %d-mal davor",
	EarlierNumbers: "Frühere Nummern",
	Period:         "%s bis %s",
	OtherRules:     "Unter dieser Nummer zuvor",
	AnotherRule:    "eine andere Regel",
	Formerly:       "Bis {date} stand unter dieser Nummer: {rule}.",
	FormerlyOther:  "Bis {date} stand unter dieser Nummer eine andere Regel.",
	FormerlyNow:    "Heute ist das {number}",
	FormerlyGone:   "Das ist inzwischen entfallen.",

	AtMoved:     "In der Ausgabe vom {edition} hatte diese Regel die Nummer {number}.",
	AtSame:      "Diese Regel hatte schon in der Ausgabe vom {edition} diese Nummer und diesen Wortlaut.",
	AtReworded:  "Diese Regel hatte schon in der Ausgabe vom {edition} diese Nummer; ihr Wortlaut hat sich seitdem geändert.",
	AtGone:      "In der Ausgabe vom {edition} stand unter {number} eine Regel, die inzwischen entfallen ist.",
	AtNone:      "Die Ausgabe vom {edition} hatte keine Regel {number}.",
	AtUnknown:   "Ausgaben vor dem {edition} sind hier nicht bekannt.",
	PastMoved:   "Die Regel {number} gab es bis zur Ausgabe vom {edition}; heute ist das",
	PastGone:    "Die Regel {number} gab es bis zur Ausgabe vom {edition}; sie ist entfallen.",
	StaleNew:    "Achtung: Diese Erklärung entstand nach der Ausgabe vom %s, die diese Regel noch nicht hatte.",
	StaleOther:  "Achtung: Diese Erklärung nennt die Ausgabe vom %s, von der hier nichts bekannt ist. Ob sie zum heutigen Wortlaut passt, ist offen.",
	StaleWhat:   "Was sich geändert hat",
	StaleWhere:  "Änderungen dieser Ausgabe",
	NewestLabel: "neueste",
}

var frenchChanges = ChangeTexts{
	Tag:     "fr",
	Heading: "Changements",
	Intro:   "Les Comprehensive Rules paraissent plusieurs fois par an. Pour chaque édition depuis 2015, voici les règles ajoutées, supprimées, renumérotées et reformulées.",
	Since:   "Édition du %s",
	Under:   "Depuis l’édition du %s\u00a0: %s.",
	Newer:   "Édition suivante",
	Older:   "Édition précédente",
	First:   "La plus ancienne édition connue ici.",

	CountAdded:         "ajouts\u00a0:\u00a0%d",
	CountRemoved:       "suppressions\u00a0:\u00a0%d",
	CountReworded:      "reformulations\u00a0:\u00a0%d",
	CountMoved:         "déplacements\u00a0:\u00a0%d",
	CountMovedReworded: "déplacements avec reformulation\u00a0:\u00a0%d",
	CountEntries:       "glossaire\u00a0:\u00a0%d",
	CountNone:          "aucun changement",

	Added:         "ajout",
	Removed:       "suppression",
	Reworded:      "reformulation",
	Moved:         "déplacement",
	MovedReworded: "déplacement et reformulation",
	Was:           "auparavant {number}",
	IsNow:         "aujourd’hui {number}",
	Gone:          "n’existe plus",
	AlongOne:      "avec une règle en dessous",
	Along:         "avec %d règles en dessous",

	Words:        "Comparaison des textes",
	WordsDeleted: "supprimé\u00a0:",
	WordsNew:     "ajouté\u00a0:",
	WordsMissing: "Cette page ne montre les mots changés que si l’exploitant du site y a joint le texte anglais des deux éditions.",

	Feed:         "Flux Atom",
	FeedTitle:    "Regula\u00a0: changements des Comprehensive Rules",
	Compare:      "Comparer deux éditions",
	CompareFrom:  "De l’édition du",
	CompareTo:    "à l’édition du",
	CompareGo:    "Comparer",
	CompareOrder: "L’édition la plus ancienne vient en premier.",
	CompareUnder: "De l’édition du {from} à celle du {to}\u00a0: {counts}.",
	CompareWait:  "Sans scripts, seul un serveur peut comparer\u00a0; la liste donne les changements d’une édition à la suivante.",

	History:        "Historique",
	Wording:        "Texte",
	WordingSince:   "sous cette forme depuis l’édition du %s",
	WordingOldest:  "inchangé depuis le %s au moins",
	WordingNew:     "ajouté par l’édition du %s, inchangé depuis",
	RewordedBefore: "Reformulé auparavant",
	RewordedMore:   "et %d fois avant",
	EarlierNumbers: "Numéros précédents",
	Period:         "%s à %s",
	OtherRules:     "Sous ce numéro auparavant",
	AnotherRule:    "une autre règle",
	Formerly:       "Jusqu’au {date}, ce numéro désignait\u00a0: {rule}.",
	FormerlyOther:  "Jusqu’au {date}, ce numéro désignait une autre règle.",
	FormerlyNow:    "Aujourd’hui\u00a0: {number}",
	FormerlyGone:   "Cela n’existe plus.",

	AtMoved:     "Dans l’édition du {edition}, cette règle portait le numéro {number}.",
	AtSame:      "Dans l’édition du {edition}, cette règle avait déjà ce numéro et ce texte.",
	AtReworded:  "Dans l’édition du {edition}, cette règle avait déjà ce numéro\u00a0; son texte a changé depuis.",
	AtGone:      "Dans l’édition du {edition}, {number} était une règle qui n’existe plus.",
	AtNone:      "L’édition du {edition} n’avait pas de règle {number}.",
	AtUnknown:   "Les éditions d’avant le {edition} ne sont pas connues ici.",
	PastMoved:   "La règle {number} a existé jusqu’à l’édition du {edition}\u00a0; c’est aujourd’hui",
	PastGone:    "La règle {number} a existé jusqu’à l’édition du {edition}\u00a0; elle a été supprimée.",
	StaleNew:    "Attention\u00a0: cette explication date de l’édition du %s, qui n’avait pas encore cette règle.",
	StaleOther:  "Attention\u00a0: cette explication nomme l’édition du %s, dont rien n’est connu ici. Il n’est pas certain qu’elle corresponde au texte actuel.",
	StaleWhat:   "Ce qui a changé",
	StaleWhere:  "Changements de cette édition",
	NewestLabel: "la plus récente",
}

var englishChanges = ChangeTexts{
	Tag:     "en",
	Heading: "Changes",
	Intro:   "The Comprehensive Rules are published anew several times a year. For each edition since 2015 this shows which rules are new, which are gone, and which have changed their number or their wording.",
	Since:   "Edition of %s",
	Under:   "Since the edition of %s: %s.",
	Newer:   "Next edition",
	Older:   "Previous edition",
	First:   "The oldest edition of which anything is known here.",

	CountAdded:         "%d\u00a0new",
	CountRemoved:       "%d\u00a0removed",
	CountReworded:      "%d\u00a0reworded",
	CountMoved:         "%d\u00a0moved",
	CountMovedReworded: "%d\u00a0moved and reworded",
	CountEntries:       "%d\u00a0in the glossary",
	CountNone:          "no change",

	Added:         "new",
	Removed:       "removed",
	Reworded:      "reworded",
	Moved:         "moved",
	MovedReworded: "moved and reworded",
	Was:           "was {number}",
	IsNow:         "now {number}",
	Gone:          "since removed",
	AlongOne:      "with one rule below it",
	Along:         "with %d rules below it",

	Words:        "Wordings compared",
	WordsDeleted: "deleted:",
	WordsNew:     "new:",
	WordsMissing: "Which words have changed is shown only where whoever runs this site has added the official text of both editions.",

	Feed:         "Atom feed",
	FeedTitle:    "Regula: changes in the Comprehensive Rules",
	Compare:      "Compare two editions",
	CompareFrom:  "From the edition of",
	CompareTo:    "to the edition of",
	CompareGo:    "Compare",
	CompareOrder: "The older edition comes first, then the newer one.",
	CompareUnder: "From the edition of {from} to that of {to}: {counts}.",
	CompareWait:  "Without scripts only a server compares; the list has the changes from each edition to the next.",

	History:        "History",
	Wording:        "Wording",
	WordingSince:   "like this since the edition of %s",
	WordingOldest:  "unchanged since %s at least",
	WordingNew:     "new in the edition of %s, unchanged since",
	RewordedBefore: "Reworded before",
	RewordedMore:   "and %d times before that",
	EarlierNumbers: "Earlier numbers",
	Period:         "%s to %s",
	OtherRules:     "Formerly under this number",
	AnotherRule:    "another rule",
	Formerly:       "Until {date} this number meant: {rule}.",
	FormerlyOther:  "Until {date} this number was that of another rule.",
	FormerlyNow:    "That is {number} today",
	FormerlyGone:   "That has since been removed.",

	AtMoved:     "In the edition of {edition} this rule had the number {number}.",
	AtSame:      "In the edition of {edition} this rule already had this number and wording.",
	AtReworded:  "In the edition of {edition} this rule already had this number; its wording has changed since.",
	AtGone:      "In the edition of {edition} the number {number} was that of a rule that has since been removed.",
	AtNone:      "The edition of {edition} had no rule {number}.",
	AtUnknown:   "Editions before {edition} are not known here.",
	PastMoved:   "There was a rule {number} up to the edition of {edition}; today that is",
	PastGone:    "There was a rule {number} up to the edition of {edition}; it has been removed.",
	StaleNew:    "Caution: this explanation was written from the edition of %s, which did not have this rule yet.",
	StaleOther:  "Caution: this explanation names the edition of %s, of which nothing is known here. Whether it fits today’s wording is open.",
	StaleWhat:   "What has changed",
	StaleWhere:  "Changes of that edition",
	NewestLabel: "newest",
}

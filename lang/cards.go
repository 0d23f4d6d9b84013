package lang

// CardTexts are the words for cards and the rulings on them. What takes values
// holds verbs for fmt.Sprintf.
type CardTexts struct {
	Heading string // of the list of cards, and link to it
	Intro   string // takes the number of cards with rulings of ours
	Letters string // names the list of initial letters
	ByRule  string // heading of the cards by the rule that they show
	All     string // heading of the cards with official rulings
	AllText string // takes the number of cards
	Part    string // heading of a part of that list; takes its first and last card
	Before  string // link to the part before
	After   string // link to the part after

	Rulings   string // heading of our rulings
	None      string // says that there are none of ours
	Front     string // label of a face
	Back      string
	Power     string // spoken before 1/2
	Loyalty   string // spoken before 3
	Defense   string
	Oracle    string // label of the publisher's text on a card
	Official  string // heading of the publisher's rulings
	Under     string // what they are, and from when
	Linked    string // says that their links are set by a program, and where they lead
	Today     string // stands behind a number that the rule has no more; takes today's
	Rules     string // heading of the rules that a card rests on
	Named     string // heading of those that official texts name, on a card without rulings of ours
	Automatic string // says that a program has found them
	Names     string // heading of the names in other languages
	Older     string // before names on older prints
	Databases string // heading of the links to card databases
	Status    string // takes the edition from which the rulings were written
	Unchanged string // takes that edition and the current one
	Stale     string // rules that have been reworded since follow; takes the edition of the ruling
	Previous  string // link to the card before
	Next      string // link to the card after

	On     string // heading on the page of a rule: cards and rulings that rest on it
	OnMore string // unfolds the rest of them; takes their number

	OnOfficial string // unfolds official rulings on the page of a rule; takes their number
	OnFirst    string // says that only some are shown; takes their number
	OnNaming   string // unfolds cards whose official texts name a keyword; takes the keyword and their number
	OnSearch   string // link to a search for them; takes the keyword
}

var germanCards = CardTexts{
	Heading: "Karten",
	Intro:   "%d Karten mit eigenen Regelfragen: was sie tun, was oft gefragt wird, und auf welchen Regeln die Antworten beruhen.",
	Letters: "Anfangsbuchstaben",
	ByRule:  "Nach Regeln",
	All:     "Alle Karten",
	AllText: "%d Karten, zu denen es Regelfragen gibt, eigene oder offizielle. Am schnellsten führt die Suche zu ihnen.",
	Part:    "Karten: %s bis %s",
	Before:  "Davor",
	After:   "Danach",

	Rulings:   "Regelfragen",
	None:      "Zu dieser Karte gibt es keine eigenen Regelfragen, nur den englischen Wortlaut des Herausgebers.",
	Front:     "Vorderseite",
	Back:      "Rückseite",
	Power:     "Stärke und Widerstandskraft",
	Loyalty:   "Loyalität",
	Defense:   "Verteidigung",
	Oracle:    "Verbindlicher Kartentext",
	Official:  "Offizielle Regelfragen",
	Under:     "englisch, nach dem Stand der Regeln am jeweiligen Tag",
	Linked:    "Die Links darin sind automatisch gesetzt und führen zu den Regeln von heute.",
	Today:     "[heute %s]",
	Rules:     "Beruht auf",
	Named:     "Genannte Regeln",
	Automatic: "automatisch gefunden",
	Names:     "Namen",
	Older:     "auch gedruckt als",
	Databases: "In Kartendatenbanken",
	Status:    "Geschrieben nach der Ausgabe vom %s.",
	Unchanged: "Geschrieben nach der Ausgabe vom %s; die Regeln, auf denen die Antworten beruhen, lauten in der Ausgabe vom %s noch so.",
	Stale:     "Achtung: geschrieben nach der Ausgabe vom %s. Seither anders gefasst:",
	Previous:  "Vorige Karte",
	Next:      "Nächste Karte",

	On:     "Karten und Regelfragen",
	OnMore: "Weitere %d",

	OnOfficial: "Offizielle Regelfragen, automatisch gefunden: %d",
	OnFirst:    "Gezeigt sind %d davon; alle stehen auf den Seiten ihrer Karten.",
	OnNaming:   "Karten, deren englischer Text oder Regelfragen „%s“ nennen: %d",
	OnSearch:   "Karten mit „%s“ suchen",
}

var frenchCards = CardTexts{
	Heading: "Cartes",
	Intro:   "%d cartes avec des questions de règles originales\u00a0: ce qu’elles font, ce que l’on demande souvent et les règles qui fondent les réponses.",
	Letters: "Initiales",
	ByRule:  "Par règle",
	All:     "Toutes les cartes",
	AllText: "%d cartes qui ont des questions de règles, originales ou officielles. La recherche y mène le plus vite.",
	Part:    "Cartes\u00a0: de %s à %s",
	Before:  "Avant",
	After:   "Après",

	Rulings:   "Questions de règles",
	None:      "Pas de questions de règles originales pour cette carte, seulement le texte anglais de l’éditeur.",
	Front:     "Recto",
	Back:      "Verso",
	Power:     "Force et endurance",
	Loyalty:   "Loyauté",
	Defense:   "Défense",
	Oracle:    "Texte officiel de la carte",
	Official:  "Questions de règles officielles",
	Under:     "en anglais, selon les règles en vigueur à la date indiquée",
	Linked:    "Les liens y sont placés automatiquement et mènent aux règles d’aujourd’hui.",
	Today:     "[aujourd’hui %s]",
	Rules:     "Règles en jeu",
	Named:     "Règles mentionnées",
	Automatic: "trouvées automatiquement",
	Names:     "Noms",
	Older:     "imprimée aussi sous le nom",
	Databases: "Dans les bases de cartes",
	Status:    "Rédigé d’après l’édition du %s.",
	Unchanged: "Rédigé d’après l’édition du %s\u00a0; les règles qui fondent les réponses sont inchangées dans l’édition du %s.",
	Stale:     "Attention\u00a0: rédigé d’après l’édition du %s. Ont changé depuis\u00a0:",
	Previous:  "Carte précédente",
	Next:      "Carte suivante",

	On:     "Cartes et questions de règles",
	OnMore: "%d de plus",

	OnOfficial: "Questions de règles officielles, trouvées automatiquement\u00a0: %d",
	OnFirst:    "%d sont affichées\u00a0; toutes figurent sur les pages de leurs cartes.",
	OnNaming:   "Cartes dont le texte anglais ou les questions de règles mentionnent «\u00a0%s\u00a0»\u00a0: %d",
	OnSearch:   "Chercher les cartes avec «\u00a0%s\u00a0»",
}

var englishCards = CardTexts{
	Heading: "Cards",
	Intro:   "%d cards with original rulings: what they do, what is often asked, and the rules that the answers rest on.",
	Letters: "Initial letters",
	ByRule:  "By rule",
	All:     "All cards",
	AllText: "%d cards that have rulings, original or official ones. Search leads to them fastest.",
	Part:    "Cards: %s to %s",
	Before:  "Before",
	After:   "After",

	Rulings:   "Rulings",
	None:      "There are no original rulings on this card, only the publisher’s wording.",
	Front:     "Front",
	Back:      "Back",
	Power:     "Power and toughness",
	Loyalty:   "Loyalty",
	Defense:   "Defense",
	Oracle:    "Official card text",
	Official:  "Official rulings",
	Under:     "by the rules of the day they are dated",
	Linked:    "Their links are set automatically and lead to the rules of today.",
	Today:     "[now %s]",
	Rules:     "Rests on",
	Named:     "Rules named",
	Automatic: "found automatically",
	Names:     "Names",
	Older:     "also printed as",
	Databases: "In card databases",
	Status:    "Written from the edition of %s.",
	Unchanged: "Written from the edition of %s; the rules that the answers rest on are worded alike in the edition of %s.",
	Stale:     "Caution: written from the edition of %s. Reworded since:",
	Previous:  "Previous card",
	Next:      "Next card",

	On:     "Cards and rulings",
	OnMore: "%d more",

	OnOfficial: "Official rulings, found automatically: %d",
	OnFirst:    "%d of them are shown; all stand on the pages of their cards.",
	OnNaming:   "Cards whose text or rulings name “%s”: %d",
	OnSearch:   "Search for cards with “%s”",
}

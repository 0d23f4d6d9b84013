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
	Rules     string // heading of the rules that a card rests on
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
	Rules:     "Beruht auf",
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
	Rules:     "Règles en jeu",
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
	Rules:     "Rests on",
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
}

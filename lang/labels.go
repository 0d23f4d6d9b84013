package lang

// Labels are the words with which our Markdown marks its parts and announces a
// citation.
type Labels struct {
	Example   string   // opens an example: "Beispiel:"
	SeeAlso   string   // opens the line of further rules: "Siehe auch:"
	Rulings   string   // heading of the rulings on a card: "Regelfragen"
	RuleWords []string // words before a number that make it a citation: "Regel", "Regeln", "Abschnitt", in lower case
}

// Labels gives the labels of l. French labels hold a no-break space before
// the colon.
func (l Language) Labels() Labels {
	switch l {
	case German:
		return Labels{"Beispiel:", "Siehe auch:", "Regelfragen", []string{"regel", "regeln", "abschnitt", "abschnitte", "abschnitts", "abschnitten", "kapitel", "kapiteln", "kapitels", "cr"}}
	case French:
		return Labels{"Exemple\u00a0:", "Voir aussi\u00a0:", "Questions de règles", []string{"règle", "règles", "section", "sections", "chapitre", "chapitres", "cr"}}
	default:
		return Labels{"Example:", "See also:", "Rulings", []string{"rule", "rules", "section", "sections", "chapter", "chapters", "cr"}}
	}
}

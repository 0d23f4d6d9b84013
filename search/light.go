package search

import (
	"strings"

	"regula/lang"
)

// light has the words of each language that a question is made of and that
// say little about what it asks for. They are in the index like any other
// word, but a rule need not have them to be found, unless nothing else was
// asked for. Words that turn a rule into its opposite, such as not, nicht, ohne
// and pas, are no light words.
//
// The script in the page has the same lists; a test compares them.
var light = map[lang.Language]map[string]bool{
	lang.English: wordSet("a about actually all also am an and any anyone anything are as at be because been being between but by can could cr define definition did difference differences do does doing during explain explained explanation for from get gets getting go goes had happen happened happens has have having he help her hey hi his how hows i if im in into is it its ive just let like magic many matter me mean means might mtg much my of ok on one or our question really regarding rule rules shall she should so some someone something tell than that the their them then there these they thing things this those to too us versus vs was we were what whats when where whether which while who whose why will with work works would you your"),
	lang.German:  wordSet("aber alle als am an ans auch auf aus bedeuten bedeutet bedeutung bei beim bin bitte bzw cr da dabei dafur damit dann daran darf das dass davon dazu de definition dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er erklaren erklart erklarung es etwas euch frage funktioniert fur ganz geht gerade gibt gilt gross hab habe haben hallo hat hatte heissen heisst hier hoch ich ihm ihn ihr ihre im in ins ist jede jedem jeden jeder jedes jetzt kann kannst konnen konnte kostet machen macht magic mal man mein meine meinem meinen meiner mich mir mit mtg nach noch nun ob oder passiert pro regel regeln sagt schon sei sein seine seinem seinen seiner sich sie sind so soll sollen sowie uber um und uns unterschied unterschiede viel viele vom von vor wahrend wann war warum was weil welche welchem welchen welcher welches wenn wer werde werden weshalb wie wieso wird wo wofur woher wohin womit worauf wozu wurde zu zum zur zwischen"),
	lang.French:  wordSet("a afin ai alors apres au aussi autre aux avec avoir bien bonjour c ca car ce cela ces cet cette ceux chaque ci combien comme comment concernant coute cr d dans de definition des difference differences dire dois doit donc du elle elles en encore es est et etre eu explication explique expliquer faire fait faut fonctionne font il ils j je juste l la laquelle le lequel les leur leurs lors lorsque lui m ma magic mais marche me meme mes moi mon mtg n nos notre nous on ont ou par parce passe pendant peut peuvent peux pour pourquoi pouvez puis qu quand que quel quelle quelles quelque quels question qui quoi regle regles s sa se selon sert ses si signifie signifier soit son sont sous suis sur t ta te tes tous tout toute toutes tu un une va veulent veut voici vos votre vous y"),
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

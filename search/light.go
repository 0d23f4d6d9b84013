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
	lang.English: wordSet("a able about actually all allowed already also am an and any anymore anyone anything are as at be because been being between but by can could cr define definition did difference differences do does doing during even everybody everyone everything exactly explain explained explanation for from get gets getting go goes had happen happened happens has have having he help her hey hi his how hows i if im in into is it its ive just let like magic many matter me mean means might mtg much my need needs now of ok on one or our possible question really regarding rule rules shall she should so some someone something still tell than that the their them then there these they thing things this those to too try trying us use using versus vs want was we were what whats when where whether which while who whose why will with work works would yet you your"),
	lang.German:  wordSet("aber alle alles als am an ans auch auf aus bedeuten bedeutet bedeutung bei beim benutzen bin bitte bloss bzw cr da dabei dafur damit dann daran darf darfst das dass davon dazu de definition dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch durfen eben eigentlich ein eine einem einen einer eines einfach er erklaren erklart erklarung erlaubt es etwas euch frage funktioniert fur ganz geht genau gerade gibt gilt gross hab habe haben hallo halt hat hatte heissen heisst hier hoch ich ihm ihn ihr ihre im in ins ist jede jedem jeden jeder jedes jemand jetzt kann kannst komplett konnen konnte konnten kostet machen macht magic mal man mein meine meinem meinen meiner mich mir mit mochte moglich mtg muss mussen musst nach noch nun nutzen ob oder oft passiert pro regel regeln sagt schon sei sein seine seinem seinen seiner sich sie sind so soll sollen sollte sollten sonst sowie trotzdem uber uberhaupt um und uns unterschied unterschiede viel viele vom von vor wahrend wann war warum was weil welche welchem welchen welcher welches wenn wer werde werden weshalb wie wieso will wird wo wofur woher wohin wollen womit worauf wozu wurde zu zum zur zwischen"),
	lang.French:  wordSet("a afin ai alors apres au aussi autorise autre aux avec avoir bien bonjour c ca car ce cela ces cet cette ceux chaque chose ci combien comme comment concernant coute cr d dans de definition deja des deviennent devoir devrait difference differences dire dois doit doivent donc droit du elle elles en encore entre es est et etre eu exactement explication explique expliquer faire fait faut fonctionne font il ils j je juste l la laquelle le lequel les leur leurs lors lorsque lui m ma magic mais marche me meme mes moi mon mtg n nos notre nous on ont ou par parce passe pendant peut peuvent peux possible pour pourquoi pourrait pouvez puis qu quand que quel quelle quelles quelque quels question qui quoi regle regles s sa se selon sert ses si signifie signifier soit son sont sous suis sur t ta te tes toujours tous tout toute toutes tu un une utilise utiliser va veulent veut voici vos votre vous vraiment y"),
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

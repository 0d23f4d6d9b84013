package search

import (
	"strings"

	"regula/lang"
)

// light has the words of each language that a question is made of and that
// say little about what it asks for. They are in the index like any other
// word and lift the rules that have them, but a rule need not have them to be
// found, unless nothing else was asked for. Words that turn a rule into its
// opposite, such as not, nicht, ohne and pas, are no light words.
//
// The script in the page has the same lists; a test compares them.
var light = map[lang.Language]map[string]bool{
	lang.English: wordSet("a about all am an and any anyone are as at be been being but by can could did do does doing for from get gets getting go goes had happen happens has have having he her his how i if in into is it its let like many matter mean means me might much my of on one or our shall she should so some than that the their them then there these they thing things this those to us was we were what whats when where whether which while who whose why will with work works would you your"),
	lang.German:  wordSet("aber alle als also am an ans auch auf aus bei beim bin bitte da dabei dann darf das dass de dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es euch etwas funktioniert fur gibt gilt hab habe haben hat hatte heisst hier ich ihm ihn ihr ihre im in ins ist jede jedem jeden jeder jedes jetzt kann kannst konnen machen macht man mein meine meinem meinen meiner mich mir mit nach noch nun oder passiert schon sein seine seinem seinen seiner sich sie sind so soll sollen sowie uber um und uns vom von vor wann war warum was weil welche welchem welchen welcher welches wenn wer werde werden weshalb wie wieso wird wo wurde zu zum zur zwischen"),
	lang.French:  wordSet("a afin ai alors apres au aussi autre aux avec avoir bien c car ce cela ces cet cette ceux chaque ci comme comment d dans de des dire dois doit donc du elle elles en encore es est et etre eu faire fait fonctionne font il ils j je juste l la laquelle le lequel les leur leurs lors lorsque lui m ma mais marche me meme mes mettre moi mon n nos notre nous on ont ou par parce passe peut peux pour pourquoi puis qu quand que quel quelle quelles quelque quels qui quoi s sa se selon ses si soit son sont sous suis sur t ta te tes tout toute toutes tous tu un une va veut voici vos votre vous y"),
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

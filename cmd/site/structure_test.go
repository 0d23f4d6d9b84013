package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// steps has the packages in the order in which data flows through them. A
// package imports only packages of earlier steps.
var steps = [][]string{
	{"lang", "rules", "publisher", "static"},
	{"editions", "rulings", "markdown"},
	{"content", "realdata"},
	{"corpus"},
	{"corpus/corpustest", "search", "templates"},
	{"site"},
	{"cmd/site", "cmd/bench"},
}

func TestImportsFlowOneWay(t *testing.T) {
	step := map[string]int{}
	for i, names := range steps {
		for _, name := range names {
			step["regula/"+name] = i
		}
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{len .EmbedPatterns}} {{join .Imports \" \"}}", "regula/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 10 {
		t.Fatalf("go list names %d packages only", len(lines))
	}
	for _, line := range lines {
		pkg, rest, _ := strings.Cut(line, " ")
		embeds, imports, _ := strings.Cut(rest, " ")
		if embeds != "0" && !slices.Contains([]string{"regula/static", "regula/content", "regula/editions"}, pkg) {
			t.Errorf("%s embeds files; static, content and editions do", pkg)
		}
		from, ok := step[pkg]
		if !ok {
			if strings.HasPrefix(pkg, "regula/site/") { // tests that need other programs
				from = step["regula/cmd/site"]
			} else {
				t.Errorf("%s has no place in the order of packages", pkg)
				continue
			}
		}
		for imp := range strings.FieldsSeq(imports) {
			to, ours := step[imp]
			switch {
			case imp == "regula/realdata" || imp == "regula/corpus/corpustest":
				t.Errorf("%s imports %s, which is for tests", pkg, imp)
			case ours && to >= from:
				t.Errorf("%s imports %s, which comes at the same step or later", pkg, imp)
			case ours && pkg == "regula/templates" && imp != "regula/lang":
				t.Errorf("templates imports %s; of ours it may import lang only", imp)
			case !ours && from == 0 && strings.Contains(strings.Split(imp, "/")[0], "."):
				t.Errorf("%s imports %s; the first step uses the standard library only", pkg, imp)
			case strings.HasPrefix(imp, "github.com/blevesearch/") && pkg != "regula/search":
				t.Errorf("%s imports %s, which stays inside search", pkg, imp)
			case strings.HasPrefix(imp, "github.com/yuin/goldmark") && pkg != "regula/markdown":
				t.Errorf("%s imports %s, which stays inside markdown", pkg, imp)
			}
		}
		if name := pkg[strings.LastIndex(pkg, "/")+1:]; slices.Contains([]string{"util", "utils", "common", "helpers", "models"}, name) {
			t.Errorf("package %s is named after nothing", pkg)
		}
	}
}

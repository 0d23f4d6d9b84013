package site

import (
	"os"
	"strings"
	"testing"
)

// The name of the folder of static files tells which version made them.
func TestMinifierIsNamed(t *testing.T) {
	modules, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if want := "github.com/evanw/" + strings.Replace(minifier, " ", " v", 1); !strings.Contains(string(modules), want) {
		t.Errorf("go.mod does not have %q: change minifier", want)
	}
}

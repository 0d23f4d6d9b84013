package editions_test

import (
	"testing"

	"regula/editions"
)

func BenchmarkLoadHistory(b *testing.B) {
	for b.Loop() {
		if _, err := editions.LoadHistory(editions.FS); err != nil {
			b.Fatal(err)
		}
	}
}

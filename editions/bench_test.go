package editions_test

import (
	"testing"

	"regula/editions"
)

func BenchmarkNewest(b *testing.B) {
	for b.Loop() {
		if _, err := editions.Newest(editions.FS); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadHistory(b *testing.B) {
	for b.Loop() {
		if _, err := editions.LoadHistory(editions.FS); err != nil {
			b.Fatal(err)
		}
	}
}

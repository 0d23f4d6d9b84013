//go:build !linux

package site

func exchange(a, b string) error { return exchangeInSteps(a, b) }

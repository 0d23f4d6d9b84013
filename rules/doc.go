// Package rules knows the Comprehensive Rules of Magic: The Gathering as
// their publisher releases them: numbers, rules, glossary, keywords and the
// citations between them. Parse reads the official text; the package holds
// none of it. It uses the standard library only.
package rules

package rules

// Misprint is a place at which a published edition numbers a rule against the
// order of its rules. The publisher never corrected these files, so they are
// known one by one; everywhere else a number out of order is an error.
type Misprint struct {
	Printed Number // as the file has it
	After   Number // the rule before it
	Number  Number // as this package reads it; Printed itself where numbers are only left out
}

// misprints has every known misprint by the edition's date.
var misprints = map[string][]Misprint{
	// Subrules of 724.3 stand where those of 724.2 should.
	"2021-09-24": {misprint("724.3a", "724.2", "724.3a")},
	// Letters a to c are left out.
	"2023-04-14": {misprint("712.3d", "712.3", "712.3d")},
	// Two keywords have one number; the next edition gives the second its own.
	"2024-09-20": {
		misprint("702.175", "702.175b", "702.176"),
		misprint("702.175a", "702.176", "702.176a"),
	},
}

func misprint(printed, after, number string) Misprint {
	return Misprint{MustParseNumber(printed), MustParseNumber(after), MustParseNumber(number)}
}

package pooltag

import "fmt"

// Points of a candidate, added up over what speaks for it; of each kind of evidence the strongest counts, and tag file,
// list of shared tags and tool are one kind: they have their knowledge from one another. The scale is the entry of a tag
// file for the tag itself: 40.
//
//	stack          100 times the share of the tag's allocations that the component was seen to make
//	tag file       10 for each literal character of the pattern (40 for the tag itself); half of it where another entry
//	               that names a component has more, or where only the description names the file; the same as for the
//	               best entry for the built-in list of shared tags, and 40 where a tool named the component
//	file scan      40 an operand close before a call of a function that takes tags
//	               20 an operand elsewhere in code
//	               10 four aligned bytes in data
//	                2 the bytes anywhere else
//	               a quarter of that for files that can call no such function
//	framework tag  30 the tag is the first four characters of the driver's service, and the driver one of the framework:
//	               then it is its default tag; 20 where only the file's name is known, not its service
//	inventory      10 listed as running, 5 listed otherwise; it speaks for components only for which something else does
//
// Components are ordered by points, then by the order of the tag files, then by name.
const (
	perLiteral     = 10
	pointsRunning  = 10
	pointsListed   = 5
	pointsService  = 30
	pointsFileName = 20
)

// Margins of the word "uncertain": it is used where the first has less than enough points without those of inventories, or
// less than lead more than the second. Beside one that has enough, those with less than a few are left out.
const (
	enough = 20
	lead   = 10
	few    = 5
)

var kindPoints = [kinds]int{InCall: 40, InCode: 20, InData: 10, Elsewhere: 2}

// Points gives the points for a place of a kind in the file.
func (d *Driver) Points(k Kind) int {
	if len(d.Taggers) == 0 {
		return kindPoints[k] / 4
	}
	return kindPoints[k]
}

// Source says what kind of thing speaks for a candidate.
type Source uint8

// The sources, in the order in which evidence is given.
const (
	FromStack Source = iota
	FromTagFile
	FromTable     // the built-in list of shared tags
	FromTool      // a tool named the component, such as PoolMon's column Mapped_Driver
	FromScan      // the tag stands in the file
	FromFramework // the tag is the default tag of the driver
	FromInventory
	sources
)

// String names the source.
func (s Source) String() string {
	return [...]string{"stack", "tag file", "shared tags", "tool", "file scan", "framework default", "inventory"}[s]
}

// Evidence is one thing that speaks for a candidate.
type Evidence struct {
	Source Source
	Points int    // what it counts alone; of each source the most counts
	File   string // that says so
	Line   int    // of it, from 1; 0 for none
	Offset int64  // in it, for FromScan
	Text   string // what it says
}

// String gives all of it in one line.
func (e Evidence) String() string {
	switch {
	case e.Line > 0:
		return fmt.Sprintf("%s %s:%d: %s", e.Source, e.File, e.Line, e.Text)
	case e.File != "":
		return fmt.Sprintf("%s %s: %s", e.Source, e.File, e.Text)
	}
	return fmt.Sprintf("%s: %s", e.Source, e.Text)
}

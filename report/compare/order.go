package compare

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"etledger/internal/textform"
)

// compareProcesses is the order of Report.Processes, the worst first: what is worse, what is new and grows, what grows and
// cannot be compared, what is better, what is gone and grew, what grows unchanged, then new, unchanged, gone and what cannot
// be compared. Within each by the size of the difference, or else of the slope; then by what is outstanding, then by name.
func compareProcesses(a, b Process) int {
	return cmp.Or(
		cmp.Compare(a.rank(), b.rank()),
		cmp.Compare(b.size(), a.size()),
		cmp.Compare(b.outstanding(), a.outstanding()),
		cmp.Compare(lower(a.Image), lower(b.Image)),
		cmp.Compare(lower(a.CommandLine), lower(b.CommandLine)),
	)
}

func (p *Process) rank() int {
	rises := p.Before != nil && p.Before.rises || p.After != nil && p.After.rises
	ranks := map[string][2]int{ // when it grows on a side, and when it does not
		Worse: {0, 0}, New: {1, 6}, NotComparable: {2, 9}, Better: {3, 3}, Gone: {4, 8}, Unchanged: {5, 7},
	}
	if rises {
		return ranks[p.Status][0]
	}
	return ranks[p.Status][1]
}

// size is how much the slope differs, or how steep it is where there is nothing to compare it with.
func (p *Process) size() float64 {
	switch {
	case p.Status == Unchanged || p.Status == NotComparable:
		return max(p.Before.slope(), p.After.slope())
	case p.SlopeDifference != nil:
		return math.Abs(p.SlopeDifference.Value)
	}
	return max(p.Before.slope(), p.After.slope())
}

func (f *Figures) slope() float64 {
	if f == nil || f.Slope == nil || !f.rises {
		return 0
	}
	return f.Slope.Value
}

func (p *Process) outstanding() float64 {
	var most float64
	for _, f := range []*Figures{p.Before, p.After} {
		if f != nil {
			most = max(most, f.Outstanding.Value)
		}
	}
	return most
}

// matches tells whether a process is the one asked for by name or number.
func (p *Process) matches(asked string) bool {
	if p.Image != nil && (strings.EqualFold(asked, *p.Image) || strings.EqualFold(asked+".exe", *p.Image)) {
		return true
	}
	pid, err := strconv.ParseUint(asked, 10, 32)
	if err != nil {
		return false
	}
	for _, known := range p.pids {
		if uint64(known) == pid {
			return true
		}
	}
	return false
}

// name is how people are told which process is meant.
func (p *Process) name() string {
	if p.Image == nil {
		return "(unannounced)"
	}
	return textform.Printable(*p.Image)
}

// fullName is name with the command line where that tells processes apart.
func (p *Process) fullName() string {
	if p.CommandLine == nil {
		return p.name()
	}
	return p.name() + " [" + textform.Printable(*p.CommandLine) + "]"
}

package pool

import (
	"time"

	"etledger/ledger"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/model/pooltag"
	"etledger/report"
)

// Inputs are what Analyze judges. Only Now must be there.
type Inputs struct {
	Now      *Observed
	Baseline *Observed // a healthy interval
	After    *Observed // the same workload after a correction
	Phases   []Phase   // of all of them: each takes those of its own time
	Owners   OwnerSources
	// OwnersAfter tells the drivers after the correction; without it their versions are not compared.
	OwnersAfter OwnerSources
}

// Observed is what was read of one interval: with Read, or made by the caller.
type Observed struct {
	Set        *poolseries.Set
	Recordings []Recording
	Sources    []Source
	Findings   []report.Finding // what weakens what was read
	// Problems are lines that could not be used, the first of ProblemCount.
	Problems     []poolsnap.Problem
	ProblemCount int
	Damaged      bool // beyond such lines: a recording is at fault
}

// Recording is what a recording of events says of the pools and of memory.
type Recording struct {
	File       string
	Host       string
	Start, End time.Time
	Tags       []ledger.PoolTag
	Memory     []ledger.MemorySnapshot
	// Callers are, for each tag, the modules whose code allocated it, as far as stacks tell.
	Callers map[poolsnap.Tag][]pooltag.Stack
	Build   uint32 // of Windows, 0 when not recorded
}

// OwnerSources tell whom tags belong to.
type OwnerSources struct {
	TagFiles    []*pooltag.TagFile
	Drivers     []string // driver files, and folders of them, to be scanned for tags
	Inventories []*pooltag.Inventory
	// Sources and Problems of these files, for the report.
	Sources      []Source
	Problems     []poolsnap.Problem
	ProblemCount int
}

// empty tells whether there is nothing to map tags with.
func (o *OwnerSources) empty() bool {
	return len(o.TagFiles) == 0 && len(o.Drivers) == 0 && len(o.Inventories) == 0
}

// Options shape an analysis. The zero value gives the defaults.
type Options struct {
	// Tag and Type limit the tags of the report to one tag, and to one pool; all are judged all the same.
	Tag  *poolsnap.Tag
	Type poolsnap.Pool
	// Limits of the populations in bytes, 0 where counters are to tell them.
	NonpagedLimit, PagedLimit, CommitLimit uint64
	Concurrency                            int // 0 means GOMAXPROCS
	// Details adds to the report what charts are drawn from: the series of levels.
	Details bool
	// Progress, when not nil, is told how many of the driver files were scanned.
	Progress func(done, total int)
}

// The roles of files.
const (
	roleInput    = "input"
	roleBaseline = "baseline"
	roleAfter    = "after"
	roleTags     = "tags"
)

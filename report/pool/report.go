package pool

import "etledger/report"

// Schema names the version of the JSON contract.
const Schema = "etledger/pool/v1"

// Report is the answer with all that it rests on. Sizes are bytes; rates are per hour unless the name says otherwise; what
// is not known is null. Its JSON form is documented in docs/pool.md.
type Report struct {
	Schema       string           `json:"schema"`
	Answer       string           `json:"answer"` // in a sentence or two, with figures
	Receipt      *Receipt         `json:"receipt"`
	Findings     []report.Finding `json:"findings"` // what weakens the answer
	Machines     []Machine        `json:"machines"` // the one that the answer is about first
	Next         []string         `json:"next"`     // what to look at next
	Sources      []Source         `json:"sources"`
	ProblemCount int              `json:"problem_count"` // lines that could not be used
	Problems     []Problem        `json:"problems"`      // the first 100 of them

	damaged bool
}

// Damaged tells whether lines of the input could not be used, or a recording is at fault.
func (r *Report) Damaged() bool { return r.damaged }

// Source is one file that was read.
type Source struct {
	File      string       `json:"file"`
	Role      string       `json:"role"` // input, baseline, after, counters, tags, drivers, drivers after
	Kind      string       `json:"kind"` // what its content was taken for
	Snapshots int          `json:"snapshots"`
	Samples   int          `json:"samples"` // of memory counters
	Rows      int          `json:"rows"`
	Unusable  int          `json:"unusable"` // lines that could not be used
	First     *report.Time `json:"first"`
	Last      *report.Time `json:"last"`
}

// Problem is a line that could not be used.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"` // 0 where it is about the file
	Reason string `json:"reason"`
	Text   string `json:"text"` // of the line, shortened
}

// Machine is one host.
type Machine struct {
	Host *string `json:"host"`
	// What was judged: the longest time from one boot to the next.
	Start        *report.Time `json:"start"`
	End          *report.Time `json:"end"`
	DurationS    *float64     `json:"duration_s"` // null where only the order of the snapshots is known
	Snapshots    int          `json:"snapshots"`
	Partial      int          `json:"partial"`
	UptimeS      *float64     `json:"uptime_s"` // at the end
	Boots        []Boot       `json:"boots"`    // all of them, in order of time
	Populations  []Population `json:"populations"`
	Headroom     []Headroom   `json:"headroom"`
	LevelsTested int          `json:"levels_tested"` // at once: verdicts are corrected for as many
	Tags         []Tag        `json:"tags"`          // the worst verdict first
	Groups       []Group      `json:"groups"`
	Phases       []PhaseSpan  `json:"phases"`
	Processes    []Process    `json:"processes"` // that grow, the worst first
	Gone         []GoneTag    `json:"gone"`      // of the baseline, and no more here; the largest first
}

// GoneTag is a tag that held something at the end of the baseline and is not there in the time that is judged.
type GoneTag struct {
	Tag     string  `json:"tag"`
	Hex     string  `json:"hex"`
	Pool    string  `json:"pool"`
	Verdict string  `json:"verdict"` // in the baseline
	Bytes   *uint64 `json:"bytes"`   // at the end of the baseline
	Objects *uint64 `json:"objects"`
}

// Boot is one time that the machine ran, as far as snapshots saw it.
type Boot struct {
	Start     *report.Time `json:"start"`
	End       *report.Time `json:"end"`
	Snapshots int          `json:"snapshots"`
	Judged    bool         `json:"judged"`
	Reason    *string      `json:"reason"` // why the machine is taken to have started anew before it
}

// Rate is a rate with its 95 % interval, which few samples do not have.
type Rate struct {
	Rate float64  `json:"rate"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// Level is one figure over time, with its verdict.
type Level struct {
	Verdict    string  `json:"verdict"` // leak, growth, held, returns, steady, inconclusive
	Reason     string  `json:"reason"`
	Confidence float64 `json:"confidence"` // 0 to 1
	Samples    int     `json:"samples"`
	First      uint64  `json:"first"`
	Last       uint64  `json:"last"`
	Low        uint64  `json:"low"`
	High       uint64  `json:"high"`
	PerHour    *Rate   `json:"per_hour"`
	PerSample  *Rate   `json:"per_sample"` // where only the order of the samples is known
	// PerWorkHour is the rate per hour under workload, PerOperation that per operation, where phases tell.
	PerWorkHour  *Rate    `json:"per_work_hour"`
	PerOperation *Rate    `json:"per_operation"`
	Chance       *float64 `json:"chance"`   // that a level without trend rises like this; null where it was not tested
	Adjusted     *float64 `json:"adjusted"` // the same for as many levels as were judged at once
	WorkloadOnly bool     `json:"workload_only"`
	Recovery     *Return  `json:"recovery"`
	Stopped      *Stopped `json:"stopped"` // of a level that is held because it grew and stopped
	// Series are the samples; left out unless Options.Details asks for them. Of all tags, DetailedTags have them.
	Series *Series `json:"series,omitempty"`
}

// Stopped is growth that stopped and did not come back.
type Stopped struct {
	Grew uint64 `json:"grew"` // bytes or objects
	// The time in which nearly all of it was added; null where only the order of the samples is known.
	Start *report.Time `json:"start"`
	End   *report.Time `json:"end"`
}

// Return is what phases without work gave back of the growth under the workloads before them.
type Return struct {
	Workloads int     `json:"workloads"`
	Growth    float64 `json:"growth"`
	Returned  float64 `json:"returned"`
	Share     float64 `json:"share"` // Returned / Growth, 0 to 1
}

// Population is a part of the machine's memory.
type Population struct {
	Name   string `json:"name"`   // nonpaged pool, paged pool, process commit, working sets, commit, available memory, ...
	Source string `json:"source"` // counters, head lines, sum of tags
	Level
}

// Headroom is the time until a limit is reached at the rate of the population.
type Headroom struct {
	Population string   `json:"population"`
	Level      uint64   `json:"level"`
	Limit      uint64   `json:"limit"`
	LimitFrom  string   `json:"limit_from"` // counters, head lines, flag
	Seconds    *float64 `json:"seconds"`    // null where no growth is shown
	Earliest   *float64 `json:"earliest_s"`
	Latest     *float64 `json:"latest_s"` // null where the interval of the rate does not exclude none
	// The same in seconds under workload, where the population grows under workload only.
	WorkSeconds  *float64 `json:"work_seconds"`
	WorkEarliest *float64 `json:"work_earliest_s"`
	WorkLatest   *float64 `json:"work_latest_s"`
	Note         string   `json:"note"`
}

// Tag is one tag in one pool.
type Tag struct {
	Tag     string `json:"tag"` // bytes that are no printable ASCII as \xNN
	Hex     string `json:"hex"` // the four bytes in the order of memory
	Pool    string `json:"pool"`
	Source  string `json:"source"` // snapshots, recording
	Verdict string `json:"verdict"`
	// JudgedBy tells whose verdict it is: bytes or objects, whichever is worse.
	JudgedBy string `json:"judged_by"`
	Reason   string `json:"reason"`

	Bytes         *Level   `json:"bytes"`
	Objects       *Level   `json:"objects"`
	Allocations   *uint64  `json:"allocations"` // since the counters began, at the last snapshot, without wraps
	Frees         *uint64  `json:"frees"`
	FreedShare    *float64 `json:"freed_share"` // frees of allocations
	NeverFreed    bool     `json:"never_freed"`
	ShareOfGrowth *float64 `json:"share_of_growth"` // of what its pool grew by

	Group    *int      `json:"group"` // index in groups
	Role     *string   `json:"role"`  // leader, satellite, member
	Baseline *Baseline `json:"baseline"`
	Owner    *Owner    `json:"owner"` // for tags that ask for an explanation
	Recorded *Recorded `json:"recorded"`
	Next     []string  `json:"next"`
}

// Baseline compares a tag with the same tag in a healthy interval.
type Baseline struct {
	Status     string  `json:"status"`  // new, faster, same, slower, gone, unproven
	Measure    string  `json:"measure"` // bytes, objects
	Per        string  `json:"per"`     // hour, work hour, operation: what the rates are per
	Before     *Rate   `json:"before"`  // in the baseline; null where it was not there
	Now        *Rate   `json:"now"`
	Difference *Rate   `json:"difference"`
	Series     *Series `json:"series,omitempty"` // of the measure in the baseline, where its time is known; as Level.Series
}

// Group is a set of tags that rise in lockstep: one object with its satellites.
type Group struct {
	Evidence string        `json:"evidence"` // increments, ratio
	Leader   bool          `json:"leader"`   // the first member leads; else which one does is uncertain
	Ratio    string        `json:"ratio"`    // such as 1 : 1 : 2, objects of each member for one of the first
	Members  []GroupMember `json:"members"`
	Reason   string        `json:"reason"`
}

// GroupMember is one tag of a group.
type GroupMember struct {
	Tag        string   `json:"tag"`
	Pool       string   `json:"pool"`
	Ratio      float64  `json:"ratio"`
	FreedShare *float64 `json:"freed_share"`
}

// PhaseSpan is a phase with what the populations did in it.
type PhaseSpan struct {
	Label     string       `json:"label"`
	Kind      string       `json:"kind"` // workload, idle, recovery
	Start     *report.Time `json:"start"`
	End       *report.Time `json:"end"`
	DurationS float64      `json:"duration_s"`
	Volume    *float64     `json:"volume"`    // operations
	Snapshots int          `json:"snapshots"` // in it
	// Change of the populations from its begin to its end, as far as samples tell.
	Nonpaged *float64 `json:"nonpaged_change"`
	Paged    *float64 `json:"paged_change"`
	Commit   *float64 `json:"commit_change"`
}

// Process is a process whose private bytes or handles grow.
type Process struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Private *Level `json:"private_bytes"`
	Handles *Level `json:"handles"`
}

// Owner is what is known of whom a tag belongs to.
type Owner struct {
	Uncertain   bool        `json:"uncertain"`
	Why         string      `json:"why"`
	Description *string     `json:"description"` // of the tag file's best entry
	Shared      *Shared     `json:"shared"`      // tags that many components share
	Candidates  []Candidate `json:"candidates"`  // best first
	Left        int         `json:"left"`        // others that little speaks for
}

// Shared is what is known of a well-known tag that is not one component's own.
type Shared struct {
	How       string `json:"how"`
	Owner     string `json:"owner"`
	About     string `json:"about"`
	DependsOn string `json:"depends_on"`
}

// Candidate is a component that a tag may belong to.
type Candidate struct {
	Name     string     `json:"name"`
	Points   int        `json:"points"`
	Version  *string    `json:"version"`
	Vendor   *string    `json:"vendor"`
	Signer   *string    `json:"signer"`
	Date     *string    `json:"date"`
	Path     *string    `json:"path"`
	Evidence []Evidence `json:"evidence"`
	Notes    []string   `json:"notes"`
}

// Evidence is one thing that speaks for a candidate.
type Evidence struct {
	Source string `json:"source"`
	Points int    `json:"points"`
	Text   string `json:"text"`
}

// Recorded is what a recording of pool events says of a tag. It counts from the start of the recording.
type Recorded struct {
	File             string  `json:"file"`
	DurationS        float64 `json:"duration_s"`
	Allocations      uint64  `json:"allocations"`
	Frees            uint64  `json:"frees"`
	AllocatedBytes   uint64  `json:"allocated_bytes"`
	FreedBytes       uint64  `json:"freed_bytes"`
	OutstandingBytes uint64  `json:"outstanding_bytes"`
	Outstanding      uint64  `json:"outstanding"`
	Verdict          string  `json:"verdict"`
	Reason           string  `json:"reason"`
	PerHour          *Rate   `json:"per_hour"`
}

package compare

import "etledger/report"

// Schema names the layout of the JSON that Report.WriteJSON gives. Fields may be added within a version; none is removed,
// renamed or given another meaning.
const Schema = "etledger/compare/v1"

// The statuses of processes and of the whole, and those of modules.
const (
	Worse         = "worse"
	Better        = "better"
	Unchanged     = "unchanged"
	New           = "new"
	Gone          = "gone"
	NotComparable = "not comparable"
)

// Report is the contract of "etledger compare --format json". Rates are bytes per second, sizes bytes. A nil pointer is null
// in JSON and means that it is not known or has no meaning; it never stands for zero.
type Report struct {
	Schema string `json:"schema"`
	// Answer is the finding in a sentence or two, the first line of the text form.
	Answer string `json:"answer"`
	// Status is worse where a process is worse, or is new and leaks; else better, unchanged or not comparable.
	Status string `json:"status"`
	// Against is what speaks against comparing the two sides at all, empty when nothing does. Notes weaken the comparison.
	Against      []string `json:"against"`
	Notes        []string `json:"notes"`
	SameWorkload bool     `json:"same_workload"` // vouched for
	// Level bounds the chance that anything is called worse or better where nothing changed; with one capture on each side it
	// does so only if captures of one state differ by no more than chance within each. Tests is how many processes
	// were tested at once.
	Level  float64 `json:"level"`
	Tests  int     `json:"tests"`
	Counts Counts  `json:"counts"`
	Before Side    `json:"before"`
	After  Side    `json:"after"`
	// Processes are compared, the worst first.
	Processes []Process `json:"processes"`
}

// Counts is how many processes have each status.
type Counts struct {
	Worse         int `json:"worse"`
	Better        int `json:"better"`
	Unchanged     int `json:"unchanged"`
	New           int `json:"new"`
	Gone          int `json:"gone"`
	NotComparable int `json:"not_comparable"`
}

// Side is the captures of one side, in the order given.
type Side struct {
	Captures []Capture `json:"captures"`
}

// Capture is one capture of a side.
type Capture struct {
	Files        []string    `json:"files"`
	Start        report.Time `json:"start"`
	DurationS    float64     `json:"duration_s"` // of the part that was analysed
	ComputerName *string     `json:"computer_name"`
	OSBuild      *uint32     `json:"os_build"`
	Architecture *string     `json:"architecture"`
	PointerSize  *uint32     `json:"pointer_size"`
	Processes    int         `json:"processes"`
	Stacks       bool        `json:"stacks"`  // some memory is attributed to modules
	Losses       bool        `json:"losses"`  // events are known to be missing
	Damaged      bool        `json:"damaged"` // as report.Report.Damaged
	Unused       *string     `json:"unused"`  // why it is left out, null when it is not
}

// Process compares one process image, or one command line of it.
type Process struct {
	Image *string `json:"image"` // null for processes that nothing named
	// CommandLine is set where several processes of one image are told apart by it; else null.
	CommandLine *string  `json:"command_line"`
	Status      string   `json:"status"`
	Reason      string   `json:"reason"`
	Notes       []string `json:"notes"`
	Before      *Figures `json:"before"` // null where it did not run
	After       *Figures `json:"after"`
	// The differences are after less before.
	SlopeDifference       *Estimate `json:"slope_difference"`
	OutstandingDifference *Estimate `json:"outstanding_difference"`
	ChurnDifference       *Estimate `json:"churn_difference"`
	// Chance is how likely slopes as different are when they are one; AdjustedChance with all others that were tested.
	Chance         *float64 `json:"chance"`
	AdjustedChance *float64 `json:"adjusted_chance"`
	// Modules are compared where both sides have stacks, the worst first, at most MaxModules of ModuleCount.
	ModuleCount   int        `json:"module_count"`
	Modules       []Module   `json:"modules"`
	ModulesReason *string    `json:"modules_reason"` // why there are none, null otherwise
	Timelines     []Timeline `json:"timelines,omitempty"`

	pids []uint32
	d    difference
}

// Figures are what one side has of a process: all instances of a capture taken together, then the captures.
type Figures struct {
	Captures  int      `json:"captures"`  // in which it ran
	Instances []int    `json:"instances"` // lifetimes in each of these captures
	Verdicts  []string `json:"verdicts"`  // the worst in each of these captures
	// AliveS is for how long any instance was seen, the mean of the captures.
	AliveS      float64   `json:"alive_s"`
	Slope       *Estimate `json:"slope_bytes_per_s"` // null when no capture tells it
	SlopesUsed  int       `json:"slopes_used"`       // captures that tell it
	Outstanding Estimate  `json:"outstanding_bytes"` // at the end, of instances that still ran
	Churn       Estimate  `json:"churn_bytes"`
	// Committed and Freed are bytes per second while any instance ran: committed in the capture, and given back of these.
	Committed float64 `json:"committed_bytes_per_s"`
	Freed     float64 `json:"freed_bytes_per_s"`
	// LostShare is the greatest estimate of the share of frees that were lost, null when none is known to be.
	LostShare *float64 `json:"lost_share"`
	// Tau is the standard deviation, in bytes per second, of the true slopes between captures, I2 the share of the variation
	// between captures that their own errors do not explain. Null with one capture.
	Tau *float64 `json:"tau_bytes_per_s"`
	I2  *float64 `json:"i2"`

	ratesKnown, rises bool
}

// Estimate is a value with its 95 % interval, which is null where nothing tells it: an account of one capture is exact, and
// how it varies between captures only several captures tell.
type Estimate struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// Module compares what one module left outstanding in a process.
type Module struct {
	Module          string    `json:"module"` // "unknown" where no image covers the frame
	Status          string    `json:"status"`
	BeforeSlope     *Estimate `json:"before_slope_bytes_per_s"`
	AfterSlope      *Estimate `json:"after_slope_bytes_per_s"`
	SlopeDifference *Estimate `json:"slope_difference"`
	BeforeBytes     *float64  `json:"before_outstanding_bytes"` // mean of the captures; null where it is not among the suspects
	AfterBytes      *float64  `json:"after_outstanding_bytes"`
}

// Timeline is the committed bytes of a process in one capture over time: the change since the account began.
type Timeline struct {
	Side    string  `json:"side"`    // before, after
	Capture int     `json:"capture"` // index into the captures of the side
	FirstS  float64 `json:"first_s"` // end of the first step, in seconds from the first event
	StepS   float64 `json:"step_s"`
	Bytes   []int64 `json:"bytes"` // at the end of each step
}

// MaxModules is how many modules of a process are listed.
const MaxModules = 20

// Fails tells whether a gate on "worse" closes.
func (r *Report) Fails() bool { return r.Status == Worse }

// Damaged tells whether the file of any capture is damaged.
func (r *Report) Damaged() bool {
	for _, s := range []*Side{&r.Before, &r.After} {
		for i := range s.Captures {
			if s.Captures[i].Damaged {
				return true
			}
		}
	}
	return false
}

package pool

import (
	"etledger/model/poolsnap"
	"etledger/report"
)

// Receipt compares the same workload before and after a correction.
type Receipt struct {
	Verdict    string       `json:"verdict"` // fixed, improved, unchanged, worse, not comparable
	Reason     string       `json:"reason"`
	Comparable bool         `json:"comparable"`
	Against    []string     `json:"against"` // what speaks against comparing, empty when nothing does
	Per        string       `json:"per"`     // hour, work hour, operation: what the rates are per
	Before     Side         `json:"before"`
	After      Side         `json:"after"`
	Tags       []TagReceipt `json:"tags"` // that leaked or grew before, and that do so only after

	led      *poolsnap.Key // the tag that came first before, where it rose
	ledFirst bool          // the reason tells of it first, though another one decides
}

// Side is what was observed before, or after.
type Side struct {
	Start     *report.Time `json:"start"`
	End       *report.Time `json:"end"`
	DurationS *float64     `json:"duration_s"`
	Snapshots int          `json:"snapshots"`
	WorkS     *float64     `json:"work_s"` // under workload
	Volume    *float64     `json:"volume"` // operations, where known for all workloads
	Phases    []string     `json:"phases"` // labels, in order of time
}

// TagReceipt compares one tag.
type TagReceipt struct {
	Tag        string      `json:"tag"`
	Hex        string      `json:"hex"`
	Pool       string      `json:"pool"`
	Measure    string      `json:"measure"` // bytes, objects
	Verdict    string      `json:"verdict"` // as of the receipt, or new
	Reason     string      `json:"reason"`
	BeforeIs   *string     `json:"before_verdict"` // null where it was not there
	AfterIs    *string     `json:"after_verdict"`
	Before     *Rate       `json:"before"`
	After      *Rate       `json:"after"`
	Difference *Rate       `json:"difference"`
	Components []Component `json:"components"` // candidates, best first
	Uncertain  bool        `json:"uncertain"`  // which of them it is
}

// Component is a candidate with its version on both sides.
type Component struct {
	Name    string  `json:"name"`
	Vendor  *string `json:"vendor"`
	Before  *string `json:"version_before"`
	After   *string `json:"version_after"`
	Changed *bool   `json:"changed"` // null where one of the two is not known
}

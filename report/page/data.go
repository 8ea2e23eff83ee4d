package page

import "etledger/report"

// data is what the scripts of a page are given.
type data struct {
	Report any       `json:"report"` // the report's JSON, but for what was left out
	Page   extraData `json:"page"`
}

// extraData is what the page needs beside the report.
type extraData struct {
	BinNS   int64           `json:"bin_ns"`  // Details.BinS, exactly
	Omitted []string        `json:"omitted"` // what was left out, in sentences
	Prose   []*report.Prose `json:"prose"`   // of each process; null where left out
}

// reportForm is a report with its processes in one of their forms.
type reportForm struct {
	*report.Report
	Processes []any           `json:"processes"`
	Pool      report.Pool     `json:"pool"`
	Details   *report.Details `json:"details,omitempty"`
}

// processForm is a process whose details may be pruned.
type processForm struct {
	*report.Process
	Details *detailsForm `json:"details,omitempty"`
}

// detailsForm are report.ProcessDetails of which parts may be left out: they are then null or absent, never empty.
type detailsForm struct {
	Timeline   *report.Timeline         `json:"timeline"`
	Snapshots  []report.ProcessSnapshot `json:"snapshots"`
	Loads      []report.ImageLoad       `json:"loads"`
	StackCount int                      `json:"stack_count"`
	Stacks     []report.StackBytes      `json:"stacks"`
}

// rowForm is no more of a process than a row of the table needs; the names are those of report.Process.
type rowForm struct {
	PID            uint32       `json:"pid"`
	Image          *string      `json:"image"`
	Announced      bool         `json:"announced,omitempty"`
	VirtualAlloc   rowAccount   `json:"virtual_alloc"`
	Counters       *rowCounters `json:"counters,omitempty"`
	Reconciliation rowResidual  `json:"reconciliation"`
	Trend          rowTrend     `json:"trend"`
}

type rowAccount struct {
	Commit      uint64 `json:"commit_bytes"`
	Freed       uint64 `json:"freed_bytes"`
	Outstanding uint64 `json:"outstanding_commit_bytes"`
}

type rowCounters struct {
	Private *uint64 `json:"private_bytes"`
}

type rowResidual struct {
	Residual *int64 `json:"residual_bytes,omitempty"`
}

type rowTrend struct {
	Verdict    string   `json:"verdict"`
	Slope      *float64 `json:"slope_bytes_per_s,omitempty"`
	Low        *float64 `json:"slope_low_bytes_per_s,omitempty"`
	High       *float64 `json:"slope_high_bytes_per_s,omitempty"`
	Confidence *float64 `json:"confidence,omitempty"`
}

func rowOf(p *report.Process) rowForm {
	v := &p.VirtualAlloc
	row := rowForm{
		PID: p.PID, Image: p.Image, Announced: p.Announced, Reconciliation: rowResidual{p.Reconciliation.ResidualBytes},
		VirtualAlloc: rowAccount{Commit: v.CommitBytes, Freed: v.FreedBytes, Outstanding: v.OutstandingCommitBytes},
		Trend:        rowTrend{Verdict: p.Trend.Verdict, Confidence: p.Trend.Confidence},
	}
	if p.Counters != nil && p.Counters.PrivateBytes != nil {
		row.Counters = &rowCounters{p.Counters.PrivateBytes}
	}
	if p.Trend.Claims() {
		row.Trend.Slope, row.Trend.Low, row.Trend.High = p.Trend.SlopeBytesPerS, p.Trend.SlopeLowBytesPerS, p.Trend.SlopeHighBytesPerS
	}
	return row
}

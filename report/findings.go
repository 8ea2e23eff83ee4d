package report

import (
	"etledger/etl"
	"etledger/ledger"
	"etledger/model"
)

// Severity grades what a finding does to the conclusions of a report.
type Severity string

// The severities.
const (
	SeverityInfo    Severity = "info"    // good to know; no figure of the report is in doubt
	SeverityWarning Severity = "warning" // some conclusions are weaker, or missing
	SeverityError   Severity = "error"   // the main question cannot be answered from this capture
)

// Finding is something about a capture that weakens what may be concluded from it.
type Finding struct {
	Code     string   `json:"code"` // stable; FindingKinds lists all
	Severity Severity `json:"severity"`
	Message  string   `json:"message"` // a sentence with numbers: what it is, and what it weakens
}

// FindingKind is an entry of the table of findings.
type FindingKind struct {
	Code     string
	Severity Severity
	Weakens  string // what may no longer be claimed
	// Damage tells that the file itself is at fault: what was recorded is no longer all there, or not readable.
	Damage bool
	// detect gives the message, or "" when the finding does not apply.
	detect func(*evidence) string
}

// evidence is what findings are made from.
type evidence struct {
	names     []string // of recordings
	headers   []etl.Header
	losses    etl.Losses
	bytes     uint64
	buffers   uint64
	stats     model.Stats
	startNano int64
	endNano   int64
	accounts  *ledger.Accounts
	window    *Window // nil for the whole capture
}

func (e *evidence) durationS() float64 { return secondsBetween(e.startNano, e.endNano) }

// lookedAtS is the length of what the accounts are about: the window, or the capture.
func (e *evidence) lookedAtS() float64 {
	if e.window != nil {
		return e.window.ToS - e.window.FromS
	}
	return e.durationS()
}

// FindingKinds lists every finding that a report can hold, in the order in which a report holds them: what was lost,
// what is damaged, what was not recorded.
func FindingKinds() []FindingKind {
	return append(append(lossFindings(), damageFindings()...), coverageFindings()...)
}

// findingsOf gives the findings that apply, in the order of FindingKinds. It is never nil, so that JSON shows a list.
func findingsOf(e *evidence) []Finding {
	found := []Finding{}
	for _, kind := range FindingKinds() {
		if message := kind.detect(e); message != "" {
			found = append(found, Finding{Code: kind.Code, Severity: kind.Severity, Message: message})
		}
	}
	return found
}

// anyDamage tells whether one of the findings says that the file itself is damaged.
func anyDamage(findings []Finding) bool {
	damage := make(map[string]bool)
	for _, kind := range FindingKinds() {
		damage[kind.Code] = kind.Damage
	}
	for _, f := range findings {
		if damage[f.Code] {
			return true
		}
	}
	return false
}

// Damaged tells whether the file itself is at fault: cut, overwritten in places, or not decodable in parts. Events that
// the session lost while recording are no damage.
func (r *Report) Damaged() bool { return anyDamage(r.Capture.Findings) }

// Damaged tells what Report.Damaged does.
func (i *Info) Damaged() bool { return anyDamage(i.Capture.Findings) }

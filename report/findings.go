package report

import (
	"cmp"
	"slices"
	"strings"

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

// AsSevere tells whether a severity is as grave as another one, or graver; "" is less than all.
func (s Severity) AsSevere(as Severity) bool { return s.rank() >= as.rank() }

func (s Severity) rank() int {
	return slices.Index([]Severity{SeverityInfo, SeverityWarning, SeverityError}, s)
}

// Finding is something about a capture that weakens what may be concluded from it.
type Finding struct {
	Code     string   `json:"code"` // stable; FindingKinds lists all
	Severity Severity `json:"severity"`
	Message  string   `json:"message"` // sentences with numbers: what it is, and what it weakens
	// Weakens says what may no longer be claimed, and NextTime what to do so that the next capture does not have it.
	Weakens  string `json:"weakens"`
	NextTime string `json:"next_time"`
}

// FindingKind is an entry of the table of findings.
type FindingKind struct {
	Code     string
	Severity Severity
	// Raised is the severity in captures where the finding did harm, "" for kinds of one severity.
	Raised  Severity
	Weakens string // which verdicts and figures are affected, and how
	// NextTime is what to do so that the next capture does not have it; "" where nobody can do anything. Findings may say more:
	// with numbers of their capture.
	NextTime string
	// Grade is the best that a capture with the finding can be for finding leaks; "" leaves it to the severity.
	Grade Grade
	// Damage tells that the file itself is at fault: what was recorded is no longer all there, or not readable.
	Damage bool
	// loss tells that the finding is about events that are missing, so that their share decides how bad it is.
	loss bool
	// detect gives the message, or "" when the finding does not apply.
	detect func(*evidence) string
	// raise tells whether the severity is Raised. advise gives what to do instead of NextTime, "" where that is right. Both may be nil.
	raise  func(*evidence) bool
	advise func(*evidence) string
}

// Severities names the severities that findings of the kind can have: "info", or "info or warning".
func (k *FindingKind) Severities() string {
	if k.Raised == "" {
		return string(k.Severity)
	}
	return string(k.Severity) + " or " + string(k.Raised)
}

// of gives the finding, if it applies.
func (k *FindingKind) of(e *evidence) (f Finding, applies bool) {
	f = Finding{Code: k.Code, Severity: k.Severity, Message: k.detect(e), Weakens: k.Weakens, NextTime: k.NextTime}
	if f.Message == "" {
		return f, false
	}
	if k.raise != nil && k.raise(e) {
		f.Severity = k.Raised
	}
	if k.advise != nil {
		f.NextTime = cmp.Or(k.advise(e), f.NextTime)
	}
	return f, true
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
// what is damaged, what was not recorded, what is wrong with time, what should not have been recorded.
func FindingKinds() []FindingKind {
	return slices.Concat(lossFindings(), damageFindings(), coverageFindings(), timeFindings(), excessFindings())
}

// findingsOf gives the findings that apply, in the order of FindingKinds. It is never nil, so that JSON shows a list.
func findingsOf(e *evidence) []Finding {
	found := []Finding{}
	for _, kind := range FindingKinds() {
		if f, applies := kind.of(e); applies {
			found = append(found, f)
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

// joined joins words as a sentence does: "a, b and c".
func joined(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

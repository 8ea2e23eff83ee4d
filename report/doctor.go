package report

import (
	"fmt"
	"io"
	"slices"

	"etledger/internal/textform"
)

// DoctorSchema names the layout of the JSON that Doctor.WriteJSON gives, under the rules of Schema.
const DoctorSchema = "etledger/doctor/v1"

// Doctor says how good a capture is for finding leaks, why, and how to make a better one: the contract of "etledger doctor
// --format json".
type Doctor struct {
	Schema string `json:"schema"`
	// Answer says in a sentence or two how good the capture is and what to do next time, the first line of the text form.
	Answer  string  `json:"answer"`
	Grade   Grade   `json:"grade"`
	Limits  []Limit `json:"limits"`  // findings that keep the grade from being better, in the order of the findings
	Capture Capture `json:"capture"` // what a report of it says, findings included
	// UptimeS is how long the system had run when the capture began, null when the recording does not say.
	UptimeS  *float64      `json:"uptime_s"`
	Sessions []Session     `json:"sessions"`
	Signals  []SignalState `json:"signals"` // those of the memory-growth profile first, then those often asked for
	Next     NextCapture   `json:"next"`
}

// Limit is a finding that keeps a capture from being better than a grade.
type Limit struct {
	Code  string `json:"code"`
	Grade Grade  `json:"grade"`
}

// Session is a recording with the kind of trace session that made it.
type Session struct {
	Recording
	Kind SessionKind `json:"kind"`
}

// NextCapture is how to make a better capture.
type NextCapture struct {
	Advice  string   `json:"advice"`  // the one thing to do, sentences
	Command []string `json:"command"` // of etledger, which prints all that the recording tool has to be told
}

// BuildDoctor judges a capture. Of the source it needs what BuildInfo does.
func BuildDoctor(s *Source) *Doctor {
	e := s.evidence()
	d := &Doctor{Schema: DoctorSchema, Capture: describe(s, e), Limits: []Limit{}, Sessions: []Session{}, Signals: e.signalStates()}
	findings := d.Capture.Findings
	d.Grade = e.gradeOf(findings)
	for i := range findings {
		if limit := e.limitOf(&findings[i]); limit != GradeGood {
			d.Limits = append(d.Limits, Limit{findings[i].Code, limit})
		}
	}
	if up, known := e.upS(); known {
		d.UptimeS = &up
	}
	kinds := e.sessionKinds()
	for i, r := range s.Recordings {
		d.Sessions = append(d.Sessions, Session{recordingOf(r.Name, r.Header), kinds[i]})
	}
	d.Next = e.nextCapture(d)
	d.Answer = d.answer()
	return d
}

// first gives the finding that limits the grade most, the most severe first; nil for good captures.
func (d *Doctor) first() (first *Finding) {
	for i := range d.Capture.Findings {
		f := &d.Capture.Findings[i]
		at := slices.IndexFunc(d.Limits, func(l Limit) bool { return l.Code == f.Code })
		if at < 0 || d.Limits[at].Grade != d.Grade {
			continue
		}
		if first == nil || f.Severity == SeverityError && first.Severity != SeverityError {
			first = f
		}
	}
	return first
}

func (d *Doctor) answer() string {
	first := d.first()
	if first == nil {
		return "This capture is good for finding leaks; nothing needs to change next time."
	}
	text := fmt.Sprintf("This capture is %s for finding leaks: ", d.Grade)
	if n := len(d.Limits); n > 1 {
		text += fmt.Sprintf("%s limit it, first of all %s. ", textform.Plural(uint64(n), "finding"), first.Code)
	} else {
		text += first.Code + " limits it. "
	}
	return text + "Next time: " + d.Next.Advice
}

// Worst is the greatest severity among the findings, "" when there is none.
func (d *Doctor) Worst() (worst Severity) {
	for _, f := range d.Capture.Findings {
		if f.Severity.AsSevere(worst) {
			worst = f.Severity
		}
	}
	return worst
}

// Damaged tells what Report.Damaged does.
func (d *Doctor) Damaged() bool { return anyDamage(d.Capture.Findings) }

// WriteJSON writes the judgement as the documented JSON, in the form that Report.WriteJSON uses.
func (d *Doctor) WriteJSON(w io.Writer) error { return writeJSON(w, d) }

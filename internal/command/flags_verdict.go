package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"etledger/internal/textform"
	"etledger/report"
	"etledger/trend"
)

// failFlags say which verdict makes a command end with statusVerdict, so that a pipeline can gate on it.
type failFlags struct{ on choice }

func (f *failFlags) register(flags *pflag.FlagSet, verdicts ...string) {
	f.on = choice{what: "verdicts to fail on", known: verdicts}
	flags.Var(&f.on, "fail-on", fmt.Sprintf("end with status %d on this verdict", statusVerdict))
}

// verdictError ends a command that did its work and found what it was told to fail on.
type verdictError struct{ found string }

func (e *verdictError) Error() string { return e.found }

// failOn are the verdicts on processes that --fail-on of analyze takes, each with the verdicts that it fails on.
var failOn = map[string][]string{
	string(trend.Leak):   {string(trend.Leak)},
	string(trend.Growth): {string(trend.Leak), string(trend.Growth)},
}

// judge gives a *verdictError if one of the processes has a verdict to fail on. Where none has, but only because the
// capture cannot tell, it says so on w.
func (f *failFlags) judge(w io.Writer, r *report.Report, processes []report.Process) error {
	if f.on.value == "" {
		return nil
	}
	var found []string
	for i := range processes {
		for _, verdict := range failOn[f.on.value] {
			if p := &processes[i]; p.Trend.Verdict == verdict {
				found = append(found, fmt.Sprintf("%s (%d): %s", nameOf(p), p.PID, verdict))
			}
		}
	}
	const most = 5
	if rest := len(found) - most; rest > 0 {
		found = append(found[:most], fmt.Sprintf("and %d more", rest))
	}
	if len(found) > 0 {
		return &verdictError{fmt.Sprintf("%s; --fail-on %s ends with status %d", strings.Join(found, ", "), f.on.value,
			statusVerdict)}
	}
	for _, finding := range r.Capture.Findings {
		if finding.Code == "short" || finding.Severity == report.SeverityError {
			fmt.Fprintf(w, "etledger: --fail-on %s finds none, but this capture could show none: %s\n", f.on.value,
				oneLine(textform.Printable(finding.Message)))
			break
		}
	}
	return nil
}

// nameOf gives the image of a process as far as it is known.
func nameOf(p *report.Process) string {
	if p.Image == nil || *p.Image == "" {
		return "unknown"
	}
	return textform.Printable(*p.Image)
}

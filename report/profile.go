package report

import (
	"fmt"
	"strconv"
	"strings"

	"etledger/ledger"
	"etledger/trend"
)

// ProfileOptions say what a profile holds. The zero value gives all processes.
type ProfileOptions struct {
	// Process limits the profile to the lifetimes with this process number, or with this image; upper and lower case are
	// the same, and the ending .exe may be left out.
	Process string
}

// NoProcessError tells that a capture holds no process of the name or number asked for.
type NoProcessError struct{ Process string }

func (e *NoProcessError) Error() string {
	return fmt.Sprintf("report: the capture holds no process %q", e.Process)
}

// Profile is what the stacks of processes allocated, left outstanding and leak, to be written for the tools that show
// such as flame graphs. docs/report.md says what counts as leaking.
type Profile struct {
	start, end int64 // ns since 1970 UTC
	comments   []string
	samples    []profileSample
	leaks      bool // anything does
	damaged    bool
}

// profileSample is one stack of one lifetime.
type profileSample struct {
	life    *ledger.Lifetime
	stack   *ledger.Stack
	leaking bool
}

// NewProfile makes the profile of a capture whose accounts were kept with ledger.Options.Stacks. It is a
// *NoProcessError when the options ask for a process that the capture does not hold.
func NewProfile(s *Source, o ProfileOptions) (*Profile, error) { return newProfile(s, o, trend.Judge) }

func newProfile(s *Source, o ProfileOptions, judge judge) (*Profile, error) {
	e := s.evidence()
	findings := findingsOf(e)
	p := &Profile{start: s.Accounts.StartNano, end: s.Accounts.EndNano, damaged: anyDamage(findings)}
	found := o.Process == ""
	for _, l := range s.Accounts.Lifetimes {
		if !o.matches(l) {
			continue
		}
		found = true
		in := e.inputOf(l)
		verdict := judge(in)
		if rises(verdict.Verdict) {
			p.comments = append(p.comments, fmt.Sprintf("%s: %s. %s", processName(l), verdict.Verdict, verdict.Reason))
		}
		leaking := leakingStacks(l, in, verdict.Verdict, judge)
		for i := range l.Stacks {
			p.samples = append(p.samples, profileSample{l, &l.Stacks[i], leaking[i]})
			p.leaks = p.leaks || leaking[i]
		}
	}
	if !found {
		return nil, &NoProcessError{o.Process}
	}
	for _, f := range findings {
		p.comments = append(p.comments, fmt.Sprintf("%s: %s", f.Severity, f.Message))
	}
	return p, nil
}

// matches tells whether a lifetime is asked for.
func (o ProfileOptions) matches(l *ledger.Lifetime) bool {
	if o.Process == "" || strings.EqualFold(o.Process, l.Image) || strings.EqualFold(o.Process+".exe", l.Image) {
		return true
	}
	pid, err := strconv.ParseUint(o.Process, 10, 32)
	return err == nil && uint32(pid) == l.PID
}

// Damaged tells what Report.Damaged does.
func (p *Profile) Damaged() bool { return p.damaged }

// processName names a lifetime by its image and number.
func processName(l *ledger.Lifetime) string { return fmt.Sprintf("%s (%d)", imageName(l), l.PID) }

// imageName is the image of a lifetime; one that nothing announced has none.
func imageName(l *ledger.Lifetime) string {
	if l.Image == "" {
		return "unknown"
	}
	return l.Image
}

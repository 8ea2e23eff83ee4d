package report

import (
	"fmt"
	"math"
	"time"

	"etledger/internal/textform"
	"etledger/ledger"
)

// WindowError tells of a window that is none, or that the capture does not reach.
type WindowError struct {
	Window    Window
	DurationS float64 // of the capture; 0 when the window is none for any capture

	reached bool // the window is one, but not of this capture
}

func (e *WindowError) Error() string {
	switch {
	case e.reached:
		return fmt.Sprintf("report: the window begins at %s, but the capture is only %s long; choose an earlier beginning",
			textform.Span(e.Window.FromS), textform.Span(e.DurationS))
	case !(e.Window.FromS >= 0), !(e.Window.ToS >= 0):
		return fmt.Sprintf("report: the window from %v s to %v s is none: times count from the first event of the capture, "+
			"so neither can be below 0", e.Window.FromS, e.Window.ToS)
	}
	return fmt.Sprintf("report: the window from %v s to %v s is none: it must end after it begins", e.Window.FromS,
		e.Window.ToS)
}

// span gives the window as the account takes it.
func (w *Window) span() (ledger.Window, error) {
	from, ok := nanoseconds(w.FromS)
	to, alsoOK := nanoseconds(w.ToS)
	if !ok || !alsoOK || to != 0 && from >= to || to == 0 && w.ToS != 0 {
		return ledger.Window{}, &WindowError{Window: *w}
	}
	return ledger.Window{From: from, To: to}, nil
}

// nanoseconds gives seconds, which are not negative, as a duration.
func nanoseconds(s float64) (time.Duration, bool) {
	ns := math.Round(s * 1e9)
	if !(ns >= 0) {
		return 0, false
	}
	if ns >= math.MaxInt64 {
		return math.MaxInt64, true
	}
	return time.Duration(ns), true
}

// finish closes the books of a capture whose rows have all been added.
func (s *Source) finish(books *ledger.Ledger, opts Options) error {
	books.Reach(s.Stats.LastNano)
	s.Accounts = books.Finish()
	s.Details, s.Window = opts.Details, nil
	if opts.Window == nil {
		return nil
	}
	window, err := opts.Window.within(time.Duration(s.Stats.LastNano - s.Stats.FirstNano))
	s.Window = window
	return err
}

// within gives the window as a part of a capture of some length, to the nanosecond, so that windows at the edges of bins
// are told as they are.
func (w *Window) within(length time.Duration) (*Window, error) {
	span, err := w.span()
	if err != nil {
		return nil, err
	}
	if span.From > 0 && span.From >= length {
		return nil, &WindowError{Window: *w, DurationS: float64(length) / 1e9, reached: true}
	}
	if span.To == 0 || span.To > length {
		span.To = length
	}
	return &Window{FromS: float64(span.From) / 1e9, ToS: float64(span.To) / 1e9}, nil
}

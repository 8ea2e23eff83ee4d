package report

import (
	"fmt"
	"strings"

	"etledger/etl"
	"etledger/internal/textform"
)

// This file tells what the mode of a session, and how it ended, have taken from a capture.

func notClosed(e *evidence) string {
	open := 0
	for _, h := range e.headers {
		if h.EndTime.IsZero() {
			open++
		}
	}
	if open == 0 {
		return ""
	}
	who := "The recording session was not closed"
	if len(e.headers) > 1 {
		who = fmt.Sprintf("%d of %d recording sessions were not closed", open, len(e.headers))
	}
	return who + ": the file header has no end time, its loss counters are not final, and the state at the end " +
		"(counters, running processes) was not written."
}

func circular(e *evidence) string {
	for _, h := range e.headers {
		if h.LogFileMode&(etl.ModeCircular|etl.ModeBuffering) != 0 {
			return fmt.Sprintf("The recording is a ring (%s): older events may have been overwritten. It holds the last %s, from "+
				"%s to %s UTC%s; memory taken before counts as from before the capture.", strings.Join(modeNames(h.LogFileMode), ", "),
				textform.Span(e.durationS()), At(e.startNano).Format(momentLayout), At(e.endNano).Format(momentLayout),
				overwritten(h, e.startNano))
		}
	}
	return ""
}

// momentLayout prints a moment for people, to the second.
const momentLayout = "2006-01-02 15:04:05"

// overwritten tells how much of a session lies before the first event that its ring still holds.
func overwritten(h etl.Header, first int64) string {
	if before := secondsBetween(h.StartTime.UnixNano(), first); !h.StartTime.IsZero() && before >= 1 {
		return fmt.Sprintf(", and nothing of the %s before that since the session began", textform.Span(before))
	}
	return ""
}

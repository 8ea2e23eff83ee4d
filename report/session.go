package report

import (
	"slices"
	"strings"

	"etledger/etl"
)

// SessionKind is the kind of trace session that made a recording: it decides which events could be in it.
type SessionKind string

// The kinds of sessions.
const (
	SessionKernelLogger SessionKind = "kernel-logger" // NT Kernel Logger, the one session that every kernel keyword works on
	SessionWPR          SessionKind = "wpr"           // the system session of newer WPR, on which the keywords of its profiles work
	SessionSystemLogger SessionKind = "system-logger" // another session with kernel events, as there can be since Windows 8
	SessionOrdinary     SessionKind = "ordinary"      // manifest providers only
	SessionMerged       SessionKind = "merged"        // merged or relogged: what kinds the sessions were is no longer told
)

// modeRelog is the bit of LogFileMode that files have which were written from others (evntrace.h).
const modeRelog = 0x10000

// kernelLoggerName is the name that only one session can have. Those of WPR begin with wprName; the one with the kernel events has
// wprSystem in its name, and providers are in another.
const (
	kernelLoggerName = "NT Kernel Logger"
	wprName          = "WPR_initiated_"
	wprSystem        = "System Collector"
)

// sessionKindOf tells the kind from the name and the mode.
func sessionKindOf(h etl.Header) SessionKind {
	system := h.LogFileMode&etl.ModeSystemLogger != 0
	switch {
	case h.SessionName == kernelLoggerName:
		return SessionKernelLogger
	case strings.HasPrefix(h.SessionName, wprName) && (system || strings.Contains(h.SessionName, wprSystem)):
		return SessionWPR
	case system:
		return SessionSystemLogger
	case h.LogFileMode&modeRelog != 0 || h.SessionName == "Relogger":
		return SessionMerged
	}
	return SessionOrdinary
}

// sessionKinds tells the kind of each session. Kernel events that only sessions of the kernel log count for more than a mode:
// where none of the sessions is said to be one, they are. Which of several it was is not known.
func (e *evidence) sessionKinds() []SessionKind {
	kinds := make([]SessionKind, len(e.headers))
	for i, h := range e.headers {
		kinds[i] = sessionKindOf(h)
	}
	if !e.kernelEvents() || slices.ContainsFunc(kinds, func(k SessionKind) bool { return k != SessionOrdinary }) {
		return kinds
	}
	for i, h := range e.headers {
		kinds[i] = SessionSystemLogger
		if strings.HasPrefix(h.SessionName, wprName) {
			kinds[i] = SessionWPR
		}
	}
	return kinds
}

// kernelEvents tells whether there are events that only sessions of the kernel log: of processes, threads, images, disks, hard
// faults and memory, context switches and sampled profiles. Heaps, stacks and the configuration are logged by others too.
func (e *evidence) kernelEvents() bool {
	for _, r := range [][2]uint16{{0x010A, 0x010C}, {0x0220, 0x0220}, {0x0262, 0x0263}, {0x0301, 0x0304}, {0x0501, 0x0504},
		{0x0524, 0x0524}, {0x0F2E, 0x0F2E}, {0x1402, 0x1404}, {0x140A, 0x140A}} {
		if e.hooks(r[0], r[1]) > 0 {
			return true
		}
	}
	return false
}

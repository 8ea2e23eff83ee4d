package report

import "etledger/etl"

// SessionKind is the kind of trace session that made a recording: it decides which events could be in it.
type SessionKind string

// The kinds of sessions.
const (
	SessionKernelLogger SessionKind = "kernel-logger" // NT Kernel Logger, the one session that every kernel keyword works on
	SessionSystemLogger SessionKind = "system-logger" // another session with kernel events, as there can be since Windows 8
	SessionOrdinary     SessionKind = "ordinary"      // manifest providers only
	SessionMerged       SessionKind = "merged"        // merged or relogged: what kinds the sessions were is no longer told
)

// modeRelog is the bit of LogFileMode that files have which were written from others (evntrace.h).
const modeRelog = 0x10000

// kernelLoggerName is the name that only one session can have.
const kernelLoggerName = "NT Kernel Logger"

// sessionKindOf tells the kind from the name and the mode.
func sessionKindOf(h etl.Header) SessionKind {
	switch {
	case h.SessionName == kernelLoggerName:
		return SessionKernelLogger
	case h.LogFileMode&etl.ModeSystemLogger != 0:
		return SessionSystemLogger
	case h.LogFileMode&modeRelog != 0 || h.SessionName == "Relogger":
		return SessionMerged
	}
	return SessionOrdinary
}

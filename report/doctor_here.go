package report

import (
	"fmt"
	"slices"

	"etledger/etl"
)

// Here tells whether a signal would have come in the kind of session that made a capture.
type Here string

// The answers.
const (
	HereYes     Here = "yes"
	HereNo      Here = "no"
	HereUnknown Here = "unknown"
	HereOn      Here = "on" // it was on, and nothing came
)

func (e *evidence) missingOf(s *signal, state State) *Missing {
	m := &Missing{Kind: s.kind, How: s.how, Names: append([]ToolName{}, s.names...)}
	if s.guid != (etl.GUID{}) {
		guid := s.guid.String()
		m.Provider, m.GUID = known(s.provider), &guid
		if s.keywords != 0 {
			mask := fmt.Sprintf("0x%x", s.keywords)
			m.ProviderKeywords = &mask
		}
	}
	if m.Here, m.HereWhy = HereOn, e.whyNone(s); state != StateNoEvent {
		m.Here, m.HereWhy = e.here(s)
	}
	return m
}

// whyNone says why there may be no event of a signal that was on, a phrase.
func (e *evidence) whyNone(s *signal) string {
	switch {
	case s.name == "ProcessCounters":
		return countersCome + e.whatOfTheStop()
	case s.name == "ImageLoad":
		return imagesCome + e.whatOfTheStop()
	case s.kind == MissingKernelLogger && e.onlySystemLoggers() && s.elsewhere == HereNo:
		return privateNothing
	case s.kind == MissingKernelLogger && e.onlySystemLoggers():
		return privateUnknown
	}
	return "nothing of the kind happened, or the session did not deliver it"
}

// What is known of system loggers with a name of their own, docs/doctor.md.
const (
	privateNothing = "system loggers of a name of their own are known to accept the keyword and to deliver nothing, without an error"
	privateUnknown = "of sampled profiles in a system logger of a name of its own sources differ"
)

// When counters and images are logged.
const (
	countersCome = "counters come when a process ends and when the session is stopped, and "
	imagesCome   = "images are told when they are loaded, and in the lists at the start and the stop of the session, and "
)

// whatOfTheStop says what the capture shows of the state that a session writes when it is stopped.
func (e *evidence) whatOfTheStop() string {
	switch {
	case notClosed(e) != "":
		return "this session was not closed"
	case !e.accounts.Coverage.ProcessRundownEnd:
		return "nothing of what is written at the stop is in this capture"
	}
	return "although this session was stopped in order, it delivered none"
}

// here tells whether a signal comes in the kind of session that the capture shows: in the best of several.
func (e *evidence) here(s *signal) (best Here, why string) {
	rank := map[Here]int{HereNo: 1, HereUnknown: 2, HereYes: 3}
	best, why = "", "nothing is known of the session"
	for _, kind := range e.sessionKinds() {
		if here, reason := s.comesIn(kind); rank[here] > rank[best] {
			best, why = here, reason
		}
	}
	if best == "" {
		best = HereUnknown
	}
	return best, why
}

// comesIn tells whether a signal comes in a kind of session.
func (s *signal) comesIn(session SessionKind) (Here, string) {
	switch {
	case s.kind == MissingWorkflow:
		return HereNo, "no session delivers it unless a process was prepared before"
	case session == SessionMerged:
		return HereUnknown, "merging has hidden what kinds the sessions were"
	case s.kind == MissingProvider && session == SessionKernelLogger:
		return HereNo, "NT Kernel Logger takes no manifest provider; a second, ordinary session does, and merging joins them"
	case s.kind == MissingProvider && session == SessionWPR:
		return HereYes, "WPR puts the providers of a profile into a second session, and merges both"
	case s.kind == MissingProvider:
		return HereYes, "sessions of this kind take manifest providers"
	case session == SessionOrdinary:
		return HereNo, "an ordinary session takes no kernel keyword"
	case s.kind == MissingKernelLogger && session == SessionSystemLogger && s.elsewhere == HereNo:
		return HereNo, privateNothing
	case s.kind == MissingKernelLogger && session == SessionSystemLogger:
		return HereUnknown, privateUnknown
	}
	return HereYes, "the session takes kernel keywords"
}

// onlySystemLoggers tells whether all sessions with kernel events are system loggers with names of their own.
func (e *evidence) onlySystemLoggers() bool {
	kinds := e.sessionKinds()
	other := func(k SessionKind) bool { return k != SessionSystemLogger && k != SessionOrdinary }
	return slices.Contains(kinds, SessionSystemLogger) && !slices.ContainsFunc(kinds, other)
}

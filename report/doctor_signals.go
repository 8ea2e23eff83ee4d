package report

import (
	"slices"
	"strings"

	"etledger/etl"
	"etledger/internal/textform"
)

// Wanted says what a signal is to the memory-growth profile.
type Wanted string

// The parts that signals have.
const (
	WantedNeeded   Wanted = "needed"   // a verdict, or what stands beside it, is made of it
	WantedOptional Wanted = "optional" // it answers more
	WantedAsked    Wanted = "asked"    // often asked for, and no part of the profile
	WantedNot      Wanted = "unwanted" // it should be off
)

// State says what a capture has of a signal.
type State string

// The states.
const (
	StatePresent State = "present"  // there are events of it
	StateNoEvent State = "no-event" // it was switched on, and there is no event
	StateMissing State = "missing"  // it was not switched on, as far as recordings tell
	StateUnknown State = "unknown"  // there is no event, and the recording does not say whether it was switched on
)

// MissingKind says which kind of signal it is, and so what has to be done to have it.
type MissingKind string

// The kinds.
const (
	MissingKeyword      MissingKind = "keyword"            // an ordinary kernel keyword
	MissingKernelLogger MissingKind = "kernel-logger-only" // a kernel keyword that NT Kernel Logger and WPR deliver, and others may not
	MissingProvider     MissingKind = "manifest-provider"  // a provider that has to be enabled by its GUID
	MissingWorkflow     MissingKind = "own-workflow"       // a process has to be prepared for it
)

// SignalState is what a capture has of one signal.
type SignalState struct {
	Name     string   `json:"name"`
	Delivers string   `json:"delivers"` // a phrase
	Wanted   Wanted   `json:"wanted"`
	State    State    `json:"state"`
	Events   uint64   `json:"events"`
	Evidence string   `json:"evidence"` // a phrase: what the state is concluded from
	Missing  *Missing `json:"missing"`  // how to have it; null for signals that are present, or unwanted
}

// Missing says how to have a signal that a capture lacks.
type Missing struct {
	Kind MissingKind `json:"kind"`
	How  string      `json:"how"` // a sentence
	// Names are what the recording tools call it; empty for what no kernel keyword stands for.
	Names []ToolName `json:"names"`
	// Provider is null but for manifest providers, ProviderKeywords its mask in hexadecimal, null for all of it.
	Provider         *string `json:"provider"`
	GUID             *string `json:"guid"`
	ProviderKeywords *string `json:"provider_keywords"`
	// Here tells whether it would have come in the kind of session that made the capture, HereWhy why, a phrase.
	Here    Here   `json:"here"`
	HereWhy string `json:"here_why"`
}

// ToolName is what a tool calls a signal.
type ToolName struct {
	Tool string `json:"tool"`
	Name string `json:"name"`
}

// signalStates says what the capture has of each signal.
func (e *evidence) signalStates() []SignalState {
	states := []SignalState{}
	for _, s := range signals() {
		states = append(states, e.stateOf(&s))
	}
	return states
}

func (e *evidence) stateOf(s *signal) SignalState {
	state := SignalState{Name: s.name, Delivers: s.delivers, Wanted: s.wanted}
	state.Events = s.count(e)
	switch {
	case state.Events > 0:
		state.State, state.Evidence = StatePresent, e.kindsText(s)
	case s.keyword != "" && e.inForce(s.keyword):
		state.State, state.Evidence = StateNoEvent, s.keyword+" was on, and no event came"
	case s.stacks:
		state.State, state.Evidence = StateMissing, "no stack of an allocation"
	case s.keyword == "" && s.doubt != nil && s.doubt(e):
		state.State, state.Evidence = StateUnknown, "events of the provider, maybe of these"
	case s.keyword == "" || s.guid != (etl.GUID{}):
		state.State, state.Evidence = StateMissing, "no event; what was enabled is not recorded"
	case e.accounts.KeywordsKnown:
		state.State, state.Evidence = StateMissing, s.keyword+" was not on"
	case e.ordinary():
		state.State, state.Evidence = StateMissing, "no kernel events in an ordinary session"
	default:
		state.State, state.Evidence = StateUnknown, "no event; what was on is not recorded"
	}
	if state.State != StatePresent && s.wanted != WantedNot {
		state.Missing = e.missingOf(s, state.State)
	}
	return state
}

// ordinary tells whether nothing but ordinary sessions made the capture: it has no kernel event but those of the session itself.
func (e *evidence) ordinary() bool {
	return !slices.ContainsFunc(e.sessionKinds(), func(k SessionKind) bool { return k != SessionOrdinary }) &&
		e.hooks(0x0100, 0xFFFF) == 0
}

// kindsText names the most frequent kinds of a signal's events.
func (e *evidence) kindsText(s *signal) string {
	if s.stacks {
		return textform.Plural(s.count(e), "stack") + " of allocations and frees"
	}
	const shown = 3
	var parts []string
	more := false
	for i := range e.stats.Kinds {
		k := &e.stats.Kinds[i]
		name := textform.Count(k.Count) + " " + textform.Printable(kindName(k.KindKey))
		switch {
		case !s.has(&k.KindKey):
		case len(parts) == shown:
			more = true
		default:
			parts = append(parts, name)
		}
	}
	if more {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ", ")
}

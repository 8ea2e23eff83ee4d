package live

import (
	"context"

	"etledger/live/spool"
)

// Source is where events come from.
type Source interface {
	// Machine describes where the events are logged, and Session what logs them. Both may be called before Run.
	Machine() spool.Machine
	Session() string
	// Live tells sources that do not wait: they lose what is not taken from them in time. Of the others Lost does not change, and
	// their events can be delivered again.
	Live() bool
	// Run delivers events until the context ends, which is no error, or the source does. Whoever is given an event keeps its
	// payload. Events that are logged before Run returns are all delivered by then.
	Run(ctx context.Context, deliver func(*spool.Event)) error
	// Lost tells how many events and buffers the source itself counts as lost since it began, beside those that records
	// tell of. It may be called while Run works.
	Lost() (events, buffers uint64)
}

// Lister is a source that can list the processes that live now, as ProcessRundown events that are made of what the system tells. Names
// of processes that no event brought are asked of it, once, a while after the beginning.
type Lister interface {
	Processes() []spool.Event
}

package recorder

import (
	"errors"
	"time"
)

// ErrNeedsWindows tells that there is nothing to record with on this system.
var ErrNeedsWindows = errors.New("recording needs Windows: only there are the kernel's events")

// Machine is the machine that a recording is made on.
type Machine interface {
	// Supported fails, with ErrNeedsWindows, where nothing can be recorded.
	Supported() error
	// Processors is the number of logical processors of the machine, 0 where that is not known.
	Processors() int
	// After is time.After.
	After(d time.Duration) <-chan time.Time
	// Elevated tells whether this process has the rights of an administrator.
	Elevated() (bool, error)
	// FreeBytes is how many bytes this process may still write into the folder.
	FreeBytes(folder string) (uint64, error)
	// FindProgram gives the absolute path of a program; it fails where there is none.
	FindProgram(name string) (string, error)
	// Query says how a session is doing; nil when none of this name is running.
	Query(session string) (*State, error)
	// Sessions lists all sessions that are running, as far as this process may see them.
	Sessions() ([]State, error)
	// StartSession starts a session and gives its handle.
	StartSession(p *Properties) (handle uint64, err error)
	// TraceStacks has a session record a call stack with each event of these kinds, from now on instead of what was asked before.
	TraceStacks(handle uint64, kinds []ClassicEventID) error
	// StopSession stops a session and gives its last state; nil when none of this name was running.
	StopSession(session string) (*State, error)
}

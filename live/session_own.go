package live

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"etledger/etl"
)

// sessionIdentity is what the system tells of a session that no other session has. The name is none: a session that was stopped may
// be followed by another of its name. Nor is the handle, which is the number of the session's place among those of the
// system: the next session that is started takes the lowest free one.
type sessionIdentity struct {
	guid   etl.GUID // that the system made for the session (Wnode.Guid)
	thread uint64   // that writes its buffers (LoggerThreadId)
}

// known tells whether the system told anything.
func (s sessionIdentity) known() bool { return s != sessionIdentity{} }

// same tells whether two that are known are of one session.
func (s sessionIdentity) same(other sessionIdentity) bool {
	if s.guid != (etl.GUID{}) && other.guid != (etl.GUID{}) {
		return s.guid == other.guid
	}
	return s.thread != 0 && s.thread == other.thread
}

// sessionState is what the system tells of a session.
type sessionState struct {
	identity                sessionIdentity
	bufferBytes             int
	eventsLost, buffersLost uint64
}

// errNoSession means that there is no session, of a name or a handle.
var errNoSession = errors.New("there is no such session")

// sessionControl is the system as an ownSession uses it. Where there is no session an error is errNoSession.
type sessionControl interface {
	query() (sessionState, error) // the session that has the name now
	closeHandle() error           // disables the providers of the session that the handle means now, and stops it
	stopName() error              // stops the session that has the name now
}

// ownSession stops a session that this program started, and no other: neither one of the same name, which another program began
// after it had stopped ours, nor one that has the place of ours in the system.
type ownSession struct {
	name     string
	control  sessionControl
	identity sessionIdentity
	buffer   int // bytes

	once    sync.Once
	stopErr error

	mu                      sync.Mutex // guards what follows
	eventsLost, buffersLost uint64
	asked                   time.Time // when the system was asked for them
	failed                  bool      // the delivery ended with an error
}

// newOwnSession takes over a session that was started just now.
func newOwnSession(name string, control sessionControl) *ownSession {
	o := &ownSession{name: name, control: control}
	if state, err := control.query(); err == nil { // otherwise nothing is known of it, see stop
		o.identity, o.buffer = state.identity, state.bufferBytes
	}
	return o
}

// ended takes note that the system delivers nothing more, as after the session was stopped by another program: then
// there is nothing to stop. With an error, as from a delivery that could not begin, the session may still be there.
func (o *ownSession) ended(err error) {
	if err == nil {
		o.once.Do(func() {})
		return
	}
	o.mu.Lock()
	o.failed = true
	o.mu.Unlock()
}

// stop stops the session, if it is there. Only the first call does anything; the others wait for it, and give what it gave.
func (o *ownSession) stop() error {
	o.once.Do(func() {
		if err := o.stopOnce(); err != nil && !errors.Is(err, errNoSession) {
			o.stopErr = fmt.Errorf("the session %s could not be stopped: %w; 'logman stop %s -ets' stops it", o.name, err, o.name)
		}
	})
	return o.stopErr
}

// stopOnce has to ask first and to act then: between the two, which is less than a millisecond, the session may be replaced.
func (o *ownSession) stopOnce() error {
	found, err := o.find()
	o.mu.Lock()
	failed := o.failed
	o.mu.Unlock()
	if found == foundNone {
		return nil
	}
	if found == foundUnknown && failed {
		return errors.Join(errors.New("the system does not tell whether it is there"), err)
	}
	// Of one that is unknown, this much is: it delivers events, so it is there, and left alone it would stay.
	closeErr := o.control.closeHandle()
	if closeErr == nil {
		return nil
	}
	// What cannot be stopped in good order is stopped by its name, if it still has that.
	switch found, err := o.find(); found {
	case foundNone:
		return nil
	case foundOwn:
		return o.control.stopName()
	default:
		return errors.Join(closeErr, err)
	}
}

// found is what there is under the name of an ownSession.
type found uint8

const (
	foundUnknown found = iota // the system does not tell
	foundNone                 // nothing, or the session of another program
	foundOwn
)

// find asks for the session. The error belongs to foundUnknown, and may be nil.
func (o *ownSession) find() (found, error) {
	state, err := o.control.query()
	switch {
	case errors.Is(err, errNoSession):
		return foundNone, nil
	case err != nil || !o.identity.known() || !state.identity.known():
		return foundUnknown, err
	case !state.identity.same(o.identity):
		return foundNone, nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.takeLosses(state)
	return foundOwn, nil
}

// askEvery is how often the system is asked for losses.
const askEvery = 10 * time.Second

// lost gives what the system counts as lost, and asks for it if that is due.
func (o *ownSession) lost() (events, buffers uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if time.Since(o.asked) >= askEvery {
		o.asked = time.Now()
		if state, err := o.control.query(); err == nil && (!o.identity.known() || state.identity.same(o.identity)) {
			o.takeLosses(state)
		}
	}
	return o.eventsLost, o.buffersLost
}

func (o *ownSession) takeLosses(s sessionState) {
	o.eventsLost, o.buffersLost = max(o.eventsLost, s.eventsLost), max(o.buffersLost, s.buffersLost)
}

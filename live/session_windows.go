//go:build cgo

package live

import (
	"context"
	"errors"
	"fmt"

	"github.com/Velocidex/etw"
	"golang.org/x/sys/windows"

	"etledger/etl"
	"etledger/live/spool"
)

// Session is a real-time session of Windows that delivers memory snapshots, and starts and ends of processes.
type Session struct {
	name    string
	session *etw.Session
	deliver func(*spool.Event) // set before events come
	machine spool.Machine
	own     *ownSession
}

// OpenSession opens a session. It delivers nothing before Run, but from now on it is there, also after this process, until
// Stop or the end of Run.
func OpenSession(o SessionOptions) (*Session, error) {
	if err := checkLibrary(); err != nil {
		return nil, err
	}
	if o.Name == "" {
		o.Name = DefaultSession
	}
	if o.Replace {
		if err := etw.KillSession(o.Name); err != nil && !errors.Is(err, windows.ERROR_WMI_INSTANCE_NOT_FOUND) {
			return nil, fmt.Errorf("stopping the session %s: %w", o.Name, advised(err))
		}
	}
	s := &Session{name: o.Name, machine: machine()}
	var err error
	s.session, err = etw.NewSession(o.Name, s.event)
	if exists := (etw.ExistsError{}); errors.As(err, &exists) {
		return nil, &SessionExistsError{Name: exists.SessionName}
	}
	if err != nil {
		return nil, fmt.Errorf("session %s: %w", o.Name, advised(err))
	}
	s.own = newOwnSession(o.Name, &control{name: o.Name, session: s.session})
	return s, nil
}

// advised says what to do about what the system refuses.
func advised(err error) error {
	switch {
	case errors.Is(err, windows.ERROR_ACCESS_DENIED):
		return ErrAccessDenied
	case errors.Is(err, windows.ERROR_NO_SYSTEM_RESOURCES):
		return fmt.Errorf("%w; the system may have as many sessions as it can, 'logman query -ets' lists them", err)
	}
	return err
}

// subscriptions are the providers that a session enables. The rundown of the processes that live is asked for once.
var subscriptions = []etw.SessionOptions{
	{Guid: guid(kernelProcess), Level: etw.TRACE_LEVEL_VERBOSE, MatchAnyKeyword: keywordsProcess, CaptureState: true},
	{Guid: guid(kernelMemory), Level: etw.TRACE_LEVEL_VERBOSE, MatchAnyKeyword: keywordsMemory},
}

// guid gives a GUID in the form of the system's calls.
func guid(g etl.GUID) windows.GUID {
	parsed, err := windows.GUIDFromString("{" + g.String() + "}")
	if err != nil {
		panic(err) // of a constant
	}
	return parsed
}

// Run implements Source. When it returns the session is gone.
func (s *Session) Run(ctx context.Context, deliver func(*spool.Event)) error {
	s.deliver = deliver
	processed := make(chan error, 1)
	go func() { processed <- s.session.Process() }() // it returns when the session ends
	for _, subscription := range subscriptions {
		if err := s.session.SubscribeToProvider(subscription); err != nil {
			stopErr := s.Stop()
			<-processed
			return errors.Join(fmt.Errorf("session %s: enabling the provider %s: %w", s.name, subscription.Guid, advised(err)), stopErr)
		}
	}
	select {
	case <-ctx.Done():
		err := s.Stop()
		<-processed // what was under way is delivered; that the session is gone is what was wanted
		return err
	case err := <-processed:
		s.own.ended(err)
		if err == nil {
			err = ErrSessionEnded
		}
		return errors.Join(fmt.Errorf("session %s: %w", s.name, err), s.Stop())
	}
}

// Stop ends the session, also for programs that are about to end. It may be called more than once, and while Run works. A session of
// another program that has replaced it is left alone.
func (s *Session) Stop() error { return s.own.stop() }

// control implements sessionControl.
type control struct {
	name    string
	session *etw.Session
}

func (c *control) query() (sessionState, error) { return stateOf(c.name) }

// closeHandle implements sessionControl. Closing disables the providers that are left, and waits there for a lock that it holds itself:
// so all have to be disabled before.
func (c *control) closeHandle() error {
	for _, subscription := range subscriptions {
		if err := c.session.UnsubscribeFromProvider(subscription.Guid); err != nil {
			return absent(err)
		}
	}
	return absent(c.session.Close())
}

func (c *control) stopName() error { return absent(etw.KillSession(c.name)) }

// absent gives errNoSession for what the system calls it, and other errors as they are.
func absent(err error) error {
	if errors.Is(err, windows.ERROR_WMI_INSTANCE_NOT_FOUND) {
		return errNoSession
	}
	return err
}

// Session implements Source.
func (s *Session) Session() string { return s.name }

// Live implements Source.
func (s *Session) Live() bool { return true }

// Machine implements Source.
func (s *Session) Machine() spool.Machine { return s.machine }

// Lost implements Source: what the system counts for the session.
func (s *Session) Lost() (events, buffers uint64) { return s.own.lost() }

// BufferBytes implements Buffered.
func (s *Session) BufferBytes() int { return s.own.buffer }

package live

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/etl"
)

// machineSessions are the sessions of a made-up Windows: a handle is the number of a place, and who starts a session gets the lowest
// that is free.
type machineSessions struct {
	places  []*machineSession // nil where one is free
	started uint64
}

type machineSession struct {
	name    string
	state   sessionState
	enabled bool // its providers
}

// start starts a session, and stops one of its name first, as --replace does.
func (m *machineSessions) start(name string) *machineControl {
	m.stop(name)
	place := slices.Index(m.places, nil)
	if place < 0 {
		place, m.places = len(m.places), append(m.places, nil)
	}
	m.started++
	identity := sessionIdentity{guid: etl.GUID{byte(m.started)}, thread: 1000 + m.started}
	m.places[place] = &machineSession{name, sessionState{identity: identity, bufferBytes: 64 << 10}, true}
	return &machineControl{machine: m, name: name, handle: place}
}

func (m *machineSessions) find(name string) int {
	return slices.IndexFunc(m.places, func(s *machineSession) bool { return s != nil && s.name == name })
}

func (m *machineSessions) stop(name string) bool {
	at := m.find(name)
	if at >= 0 {
		m.places[at] = nil
	}
	return at >= 0
}

// running gives the names of the sessions whose providers are enabled.
func (m *machineSessions) running() (names []string) {
	for _, s := range m.places {
		if s != nil && s.enabled {
			names = append(names, s.name)
		}
	}
	return names
}

// machineControl is what a program has of its session.
type machineControl struct {
	machine  *machineSessions
	name     string
	handle   int
	queryErr error
	closeErr error
	onClose  func()
	asked    int
}

func (c *machineControl) query() (sessionState, error) {
	c.asked++
	if c.queryErr != nil {
		return sessionState{}, c.queryErr
	}
	at := c.machine.find(c.name)
	if at < 0 {
		return sessionState{}, errNoSession
	}
	return c.machine.places[at].state, nil
}

func (c *machineControl) closeHandle() error {
	if c.onClose != nil {
		c.onClose()
	}
	if c.closeErr != nil {
		return c.closeErr
	}
	if c.machine.places[c.handle] == nil {
		return errNoSession
	}
	c.machine.places[c.handle] = nil
	return nil
}

func (c *machineControl) stopName() error {
	if !c.machine.stop(c.name) {
		return errNoSession
	}
	return nil
}

var errMade = errors.New("made up")

// A session is stopped by who started it, and no other is, whatever became of it meanwhile.
func TestStopsItsOwnSessionAlone(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(m *machineSessions, c *machineControl, o *ownSession)
		left []string
		err  string
	}{
		{name: "nothing happened", do: func(*machineSessions, *machineControl, *ownSession) {}},
		{name: "replaced, in the same place", left: []string{"watch"},
			do: func(m *machineSessions, _ *machineControl, _ *ownSession) { m.start("watch") }},
		{name: "replaced, and the delivery ended", left: []string{"watch"},
			do: func(m *machineSessions, _ *machineControl, o *ownSession) { m.start("watch"); o.ended(nil) }},
		{name: "replaced, and the delivery failed", left: []string{"watch"},
			do: func(m *machineSessions, _ *machineControl, o *ownSession) { m.start("watch"); o.ended(errMade) }},
		{name: "replaced, in another place", left: []string{"other", "watch"},
			do: func(m *machineSessions, _ *machineControl, _ *ownSession) {
				m.stop("watch")
				m.start("other")
				m.start("watch")
			}},
		{name: "stopped", do: func(m *machineSessions, _ *machineControl, o *ownSession) { m.stop("watch"); o.ended(nil) }},
		{name: "stopped, and another in its place", left: []string{"other"},
			do: func(m *machineSessions, _ *machineControl, _ *ownSession) { m.stop("watch"); m.start("other") }},
		{name: "the delivery failed",
			do: func(_ *machineSessions, _ *machineControl, o *ownSession) { o.ended(errMade) }},
		{name: "cannot be closed",
			do: func(_ *machineSessions, c *machineControl, _ *ownSession) { c.closeErr = errMade }},
		{name: "cannot be closed, and replaced while that was tried", left: []string{"watch"},
			do: func(m *machineSessions, c *machineControl, _ *ownSession) {
				c.closeErr, c.onClose = errMade, func() { m.start("watch") }
			}},
		{name: "the system does not tell",
			do: func(_ *machineSessions, c *machineControl, _ *ownSession) { c.queryErr = errMade }},
		{name: "the system does not tell, and the delivery failed", left: []string{"watch"}, err: "logman stop watch -ets",
			do: func(_ *machineSessions, c *machineControl, o *ownSession) { c.queryErr = errMade; o.ended(errMade) }},
		{name: "the system does not tell, and it cannot be closed", left: []string{"watch"}, err: "made up",
			do: func(_ *machineSessions, c *machineControl, _ *ownSession) { c.queryErr, c.closeErr = errMade, errMade }},
	} {
		t.Run(test.name, func(t *testing.T) {
			var m machineSessions
			c := m.start("watch")
			o := newOwnSession("watch", c)
			test.do(&m, c, o)
			for range 2 { // the second does nothing more
				err := o.stop()
				if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
					t.Errorf("error %v, want %q", err, test.err)
				}
				if got := m.running(); !slices.Equal(got, test.left) {
					t.Errorf("left are %q, want %q", got, test.left)
				}
			}
		})
	}
}

// A session of which the system never told anything is stopped by its handle while it delivers, never by its name.
func TestUnknownSession(t *testing.T) {
	var m machineSessions
	c := m.start("watch")
	m.places[0].state.identity = sessionIdentity{}
	if err := newOwnSession("watch", c).stop(); err != nil || len(m.running()) > 0 {
		t.Errorf("%v, left %q", err, m.running())
	}
	c = m.start("watch")
	c.queryErr, c.closeErr = errMade, errMade
	o := newOwnSession("watch", c)
	c.queryErr = nil
	if err := o.stop(); !errors.Is(err, errMade) || len(m.running()) != 1 {
		t.Errorf("%v, left %q", err, m.running())
	}
}

func TestIdentities(t *testing.T) {
	a, b := etl.GUID{1}, etl.GUID{2}
	for _, test := range []struct {
		one, other sessionIdentity
		same       bool
	}{
		{sessionIdentity{a, 1}, sessionIdentity{a, 1}, true},
		{sessionIdentity{a, 1}, sessionIdentity{b, 1}, false}, // numbers of threads are used again
		{sessionIdentity{a, 1}, sessionIdentity{a, 2}, true},
		{sessionIdentity{thread: 1}, sessionIdentity{thread: 1}, true},
		{sessionIdentity{thread: 1}, sessionIdentity{thread: 2}, false},
		{sessionIdentity{a, 1}, sessionIdentity{thread: 1}, true},
		{sessionIdentity{guid: a}, sessionIdentity{thread: 1}, false},
		{sessionIdentity{}, sessionIdentity{}, false},
	} {
		if test.one.same(test.other) != test.same || test.other.same(test.one) != test.same {
			t.Errorf("%v and %v: want %t", test.one, test.other, test.same)
		}
	}
}

// What a session lost is counted up to its end; what its successor loses is not.
func TestLossesOfTheOwnSession(t *testing.T) {
	var m machineSessions
	c := m.start("watch")
	o := newOwnSession("watch", c)
	m.places[0].state.eventsLost, m.places[0].state.buffersLost = 7, 2
	expect := func(events, buffers uint64) {
		t.Helper()
		if e, b := o.lost(); e != events || b != buffers {
			t.Errorf("%d events and %d buffers, want %d and %d", e, b, events, buffers)
		}
	}
	expect(7, 2)
	m.places[0].state.eventsLost = 8
	asked := c.asked
	expect(7, 2) // asked a moment ago
	if c.asked != asked {
		t.Error("asked again at once")
	}
	successor := m.start("watch")
	m.places[successor.handle].state.eventsLost = 100
	o.asked = time.Time{}
	expect(7, 2)
	if err := o.stop(); err != nil {
		t.Error(err)
	}
	expect(7, 2)

	// The stop takes the last count.
	own := newOwnSession("watch", successor)
	if err := own.stop(); err != nil {
		t.Error(err)
	}
	if e, _ := own.lost(); e != 100 {
		t.Errorf("%d events", e)
	}
}

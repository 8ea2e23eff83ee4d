package scenario

import (
	"time"

	"etledger/internal/etlwriter"
)

// Flaws are what may be wrong with how a machine was recorded. The zero value is none of them.
type Flaws struct {
	// Without tells kernel events that the session does not record. Their keywords are those that KeywordsOff takes away.
	Without func(etlwriter.Hook) bool
	// KeywordsOff and KeywordsOn are bits of the group masks that are not in force, or in force besides what occurs.
	KeywordsOff, KeywordsOn [8]uint32
	// Floods are events that tell nothing of memory.
	Floods []Flood
	// PausedAt is when the machine is paused, for PausedFor. The clock of the session goes on, that of the truth does not.
	PausedAt, PausedFor time.Duration
}

// Flood is many events of one kind.
type Flood struct {
	Hook      etlwriter.Hook
	Bytes     int // of payload
	PerSecond int
	From, To  time.Duration // To 0 means to the end
}

// unrecorded tells whether the session does not record a kind of event.
func (f *Flaws) unrecorded(hook etlwriter.Hook) bool { return f.Without != nil && f.Without(hook) }

// masks gives the group masks as they are in force.
func (f *Flaws) masks(masks [8]uint32) [8]uint32 {
	for i := range masks {
		masks[i] = masks[i]&^f.KeywordsOff[i] | f.KeywordsOn[i]
	}
	return masks
}

// beginFloods plans the events that tell nothing of memory.
func (m *machine) beginFloods() {
	for i := range m.options.Flaws.Floods {
		f := &m.options.Flaws.Floods[i]
		if f.PerSecond <= 0 {
			continue
		}
		every, payload := time.Second/time.Duration(f.PerSecond), make([]byte, f.Bytes)
		var one func()
		one = func() {
			m.perfinfo(m.rundownProcessor(), f.Hook, 2, payload)
			if next := m.now + every; f.To == 0 || next < f.To {
				m.queue.plan(next, one)
			}
		}
		m.queue.plan(f.From, one)
	}
}

// paused gives the time that the machine has been paused until now, in ticks.
func (m *machine) paused() int64 {
	f := &m.options.Flaws
	if f.PausedFor == 0 || m.now < f.PausedAt {
		return 0
	}
	return int64(f.PausedFor.Seconds() * float64(m.settings.TicksPerSecond()))
}

package live

import (
	"encoding/binary"
	"maps"
	"slices"

	"etledger/etl"
	"etledger/live/spool"
)

// maxNameBytes bounds what the table of processes holds. 64 Ki processes with paths of 200 characters stay below it.
const maxNameBytes = 32 << 20

// processes is what is known of the processes that live: for each the event that names it, as that of a rundown. A recording that
// begins with these stands alone.
type processes struct {
	table map[uint32]spool.Event
	bytes int
	// left counts processes that the table had no room for.
	left uint64
}

// note takes note of an event that begins or ends a process. It keeps the payload.
func (p *processes) note(k kind, e *spool.Event) {
	pid, ok := pidOf(e)
	if !ok {
		return
	}
	if before, known := p.table[pid]; known {
		p.bytes -= len(before.Payload)
		delete(p.table, pid)
	}
	if k == kindProcessStop {
		return
	}
	rundown, ok := asRundown(e)
	if !ok {
		return
	}
	if p.bytes+len(rundown.Payload) > maxNameBytes {
		p.left++
		return
	}
	if p.table == nil {
		p.table = map[uint32]spool.Event{}
	}
	p.table[pid] = rundown
	p.bytes += len(rundown.Payload)
}

// known tells whether a process has a name.
func (p *processes) known(pid uint32) bool {
	_, ok := p.table[pid]
	return ok
}

// all gives the events that name the processes, in the order of their numbers, stamped with a time.
func (p *processes) all(unixNano int64) []spool.Event {
	events := make([]spool.Event, 0, len(p.table))
	for _, pid := range slices.Sorted(maps.Keys(p.table)) {
		e := p.table[pid]
		e.UnixNano, e.Processor = unixNano, 0
		events = append(events, e)
	}
	return events
}

// asRundown makes a ProcessRundown of an event that begins a process (format notes, 6.2): versions 0 to 3 of ProcessRundown
// have the payload of versions 2 to 5 of ProcessStart. That of Windows 7, version 0, lacks the flags, and that of version 1 what
// stands behind the name: both get zeros there, checksum and packages being what no reader of ours asks of them.
func asRundown(e *spool.Event) (spool.Event, bool) {
	r := *e
	switch {
	case e.Kind == etl.KindKernel: // whose rundown has the layout of the start
		r.Opcode = opRundownStart
		return r, true
	case e.ID == idProcessRundown:
		return r, true
	}
	r.ID, r.Opcode, r.Keyword = idProcessRundown, 0, keywordsProcess
	switch {
	case e.Version >= 2:
		r.Version = e.Version - 2
		return r, true
	case e.Version == 1:
		r.Payload = withoutPackage(e.Payload)
	default:
		const fixed = 20 // ProcessID, CreateTime, ParentProcessID, SessionID
		if len(e.Payload) < fixed {
			return r, false
		}
		r.Payload = binary.LittleEndian.AppendUint32(slices.Clone(e.Payload[:fixed]), 0)
		r.Payload = withoutPackage(append(r.Payload, e.Payload[fixed:]...))
	}
	r.Version = 0
	return r, true
}

// withoutPackage adds to a payload of version 1 what version 2 has behind it: checksum, time stamp, and two empty names.
func withoutPackage(payload []byte) []byte {
	return append(slices.Clip(slices.Clone(payload)), make([]byte, 4+4+2+2)...)
}

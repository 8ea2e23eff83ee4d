package live

import (
	"encoding/binary"

	"etledger/etl"
	"etledger/live/spool"
)

// The providers whose events are recorded (format notes, 6.1, 6.2 and 5.15).
var (
	kernelMemory  = etl.MustGUID("d1d93ef7-e1f2-4f45-9943-03d245fe6c00")
	kernelProcess = etl.MustGUID("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716")
	lostEvent     = etl.MustGUID("6a399ae0-4bc6-4de9-870b-3657f8947e7e")
)

// Keywords of the providers that a session asks for.
const (
	keywordsMemory  = 0x20 | 0x40 // MEMINFO, MEMINFO_EX
	keywordsProcess = 0x10        // PROCESS
)

// kind is what the recorder takes an event for.
type kind uint8

const (
	kindOther        kind = iota // nothing that is recorded
	kindMemory                   // page lists of the system
	kindWorkingSets              // memory of processes
	kindSessions                 // memory of terminal sessions
	kindProcessStart             // start of a process, or one that is there when the recording begins
	kindProcessStop
	kindProcessEnd // one that is there when the recording ends
	kindLost       // records that tell of losses
	kindSystem     // the machine
)

// Ids of Kernel-Process.
const (
	idProcessStart   = 1
	idProcessStop    = 2
	idProcessRundown = 15
)

// Groups and opcodes of the kernel's own events (format notes, 5.3, 5.6 and 5.10). No session of this package delivers them, but
// recordings have them.
const (
	groupMemory, groupProcess, groupSystem                   = 0x02, 0x03, 0x0B
	opMemory, opWorkingSets, opSessions                      = 112, 125, 126
	opStart, opStop, opRundownStart, opRundownEnd, opDefunct = 1, 2, 3, 4, 39
	opCPU                                                    = 10
)

// kindOf tells what an event is.
func kindOf(e *spool.Event) kind {
	switch {
	case e.Kind == etl.KindKernel:
		return kernelKind(e.Group, e.Opcode)
	case e.Kind == etl.KindClassic && e.Provider == lostEvent:
		return kindLost
	case e.Kind != etl.KindEvent:
		return kindOther
	case e.Provider == kernelMemory && e.ID >= 1 && e.ID <= 3:
		return kindMemory + kind(e.ID-1)
	case e.Provider == kernelProcess && (e.ID == idProcessStart || e.ID == idProcessRundown):
		return kindProcessStart
	case e.Provider == kernelProcess && e.ID == idProcessStop:
		return kindProcessStop
	}
	return kindOther
}

// kernelKind tells what an event of the kernel is.
func kernelKind(group, opcode uint8) kind {
	switch uint16(group)<<8 | uint16(opcode) {
	case groupMemory<<8 | opMemory:
		return kindMemory
	case groupMemory<<8 | opWorkingSets:
		return kindWorkingSets
	case groupMemory<<8 | opSessions:
		return kindSessions
	case groupProcess<<8 | opStart, groupProcess<<8 | opRundownStart:
		return kindProcessStart
	case groupProcess<<8 | opStop:
		return kindProcessStop
	case groupProcess<<8 | opRundownEnd, groupProcess<<8 | opDefunct:
		return kindProcessEnd
	case groupSystem<<8 | opCPU:
		return kindSystem
	}
	return kindOther
}

// snapshot tells the kinds that come periodically.
func (k kind) snapshot() bool { return k >= kindMemory && k <= kindSessions }

// pidOf gives the process that an event is about which begins or ends one: its first field, but behind a key in events of the kernel
// from version 1 on.
func pidOf(e *spool.Event) (uint32, bool) {
	at := 0
	if e.Kind == etl.KindKernel && e.Version >= 1 {
		at = int(e.PointerSize)
	}
	if len(e.Payload) < at+4 {
		return 0, false
	}
	return binary.LittleEndian.Uint32(e.Payload[at:]), true
}

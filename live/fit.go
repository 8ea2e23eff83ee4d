package live

import "fmt"

// Buffered is a source whose events have to fit into buffers of a size.
type Buffered interface {
	// BufferBytes is the size of a buffer, with its header; 0 means that it is not known.
	BufferBytes() int
}

// Sizes that a snapshot of processes has in a buffer (format notes, 1.2, 2.1 and 5.6.4): entries as of version 2.
const (
	bufferHeader    = 0x48
	eventHeader     = 0x50
	countBytes      = 4
	entryFixedBytes = 4
	entryPointers   = 8
	eventAlign      = 8
)

// snapshotBytes is how large a buffer has to be at least for a snapshot of so many processes in one event.
func snapshotBytes(processes, pointerSize int) int {
	event := eventHeader + countBytes + processes*(entryFixedBytes+entryPointers*pointerSize)
	return bufferHeader + (event+eventAlign-1)/eventAlign*eventAlign
}

// fit says what is wrong, if the memory of so many processes has no room in a buffer of the source. A source that does
// not tell is taken to have room.
func fit(source Source, processes int) (warning string) {
	buffered, ok := source.(Buffered)
	if !ok || buffered.BufferBytes() <= 0 {
		return ""
	}
	machine := source.Machine()
	need, have := snapshotBytes(processes, int(machine.PointerSize)), buffered.BufferBytes()
	if need <= have {
		return ""
	}
	return fmt.Sprintf("a snapshot of %d processes has %d bytes with its headers, and a buffer of the session %d: unless this "+
		"Windows splits it the session gets no memory of processes, and counts lost events", processes, need, have)
}

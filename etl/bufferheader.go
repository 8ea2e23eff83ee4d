package etl

import (
	"encoding/binary"
	"fmt"
)

// Layout of WMI_BUFFER_HEADER, Windows Vista and later, the same for 32 and 64 bit (format notes, 1.2).
const (
	bufferHeaderSize = 0x48
	maxBufferSize    = 16 << 20 // no session may have larger buffers
)

// Buffer flags (ETW_BUFFER_FLAG_*).
const (
	flagEventsLost     = 0x02
	flagBufferLost     = 0x04
	flagProcessorIndex = 0x20
	flagCompressed     = 0x40
	flagsKnown         = 0x7F
)

// Buffer types (ETW_BUFFER_TYPE_*).
const (
	bufferGeneric = 0
	bufferRundown = 1
	bufferHeader  = 4
	bufferBatched = 5
	bufferTypeMax = 7
)

// bufferInfo is the entry of one buffer in the index of a recording.
type bufferInfo struct {
	pos        int64 // offset in the recording
	sequence   int64
	firstTicks int64  // stamp of the first event that has one
	flushed    int64  // stamp of when the buffer went to the file; a FILETIME in merged recordings, 0 when it has none
	size       uint32 // bytes the buffer occupies in the recording, or what is left of them at a torn end
	filled     uint32 // end of the event data, buffer header counted; after decompression
	flags      uint16
	kind       uint16
	processor  uint16
	logger     uint16
	torn       bool // the recording ends inside this buffer
	timed      bool // firstTicks is known
}

// holdsEvents tells whether the buffer's type is one whose content is a row of events.
func (b *bufferInfo) holdsEvents() bool {
	switch b.kind {
	case bufferGeneric, bufferRundown, bufferHeader, bufferBatched:
		return b.filled > bufferHeaderSize
	}
	return false
}

func (b *bufferInfo) compressed() bool { return b.flags&flagCompressed != 0 }

// parseBufferHeader reads a buffer header. The error names the field that cannot be right.
func parseBufferHeader(h []byte) (bufferInfo, error) {
	le := binary.LittleEndian
	b := bufferInfo{
		size:     le.Uint32(h[0x00:]),
		flushed:  int64(le.Uint64(h[0x10:])),
		sequence: int64(le.Uint64(h[0x18:])),
		logger:   le.Uint16(h[0x2A:]),
		flags:    le.Uint16(h[0x34:]),
		kind:     le.Uint16(h[0x36:]),
	}
	if b.size < bufferHeaderSize || b.size > maxBufferSize {
		return b, fmt.Errorf("buffer size %d is not within %d and %d", b.size, bufferHeaderSize, maxBufferSize)
	}
	if b.kind > bufferTypeMax {
		return b, fmt.Errorf("buffer type %d is not within 0 and %d", b.kind, bufferTypeMax)
	}
	if b.flags&flagProcessorIndex != 0 {
		b.processor = le.Uint16(h[0x28:]) & 0x7FF
	} else {
		b.processor = uint16(h[0x28])
	}
	offset, saved := le.Uint32(h[0x30:]), le.Uint32(h[0x04:])
	limit := b.size
	if b.compressed() {
		limit = maxBufferSize
	}
	switch {
	case offset >= bufferHeaderSize && offset <= limit:
		b.filled = offset
	case saved >= bufferHeaderSize && saved <= limit:
		b.filled = saved
	case b.compressed():
		return b, fmt.Errorf("decompressed length %d is not within %d and %d", offset, bufferHeaderSize, maxBufferSize)
	default:
		b.filled = b.size
	}
	return b, nil
}

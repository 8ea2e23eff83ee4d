package etlwriter

import "encoding/binary"

// Types of buffers (BufferType of WMI_BUFFER_HEADER).
const (
	BufferGeneric = 0
	BufferRundown = 1
	BufferHeader  = 4
	BufferEmpty   = 6
)

// Flags of buffers (BufferFlag of WMI_BUFFER_HEADER). FlagProcessorIndex and FlagCompressed are set as the session
// asks.
const (
	FlagFlushMarker    = 0x01
	FlagEventsLost     = 0x02
	FlagBufferLost     = 0x04
	FlagProcessorIndex = 0x20
	FlagCompressed     = 0x40
)

const stateFlush = 3

// Buffer is a filled buffer on its way to the file. Arrangements may change any of it.
type Buffer struct {
	Processor int
	Sequence  int64
	Type      uint16
	Flags     uint16
	Flushed   int64  // raw ticks: when the buffer left the session
	Events    []byte // the event area, each record at a multiple of 8 bytes

	starts []int // offsets of the records in Events
}

// Records gives the offset in Events at which each record begins, in order.
func (b *Buffer) Records() []int { return b.starts }

func (b *Buffer) add(record []byte) {
	b.starts = append(b.starts, len(b.Events))
	b.Events = append(b.Events, record...)
	for len(b.Events)%8 != 0 {
		b.Events = append(b.Events, 0)
	}
}

// encode gives the buffer as the file holds it.
func (b *Buffer) encode(s Settings) []byte {
	data, flags := b.Events, b.Flags
	size := int(s.BufferSize)
	if s.Mode&ModeCompressed != 0 {
		if b.Type == BufferHeader {
			// The header buffer of a compressed file stays plain but is cut short.
			size = (bufferHeaderSize + len(data) + 511) &^ 511
		} else if packed := Compress(data); bufferHeaderSize+len(packed) < size {
			data, flags, size = packed, flags|FlagCompressed, bufferHeaderSize+len(packed)
		}
	}
	if !s.ByteProcessorIndex {
		flags |= FlagProcessorIndex
	}
	out := make([]byte, bufferHeaderSize, size)
	le := binary.LittleEndian
	filled := uint32(bufferHeaderSize + len(b.Events))
	le.PutUint32(out[0x00:], uint32(size))
	le.PutUint32(out[0x04:], filled)
	le.PutUint32(out[0x08:], filled)
	le.PutUint64(out[0x10:], uint64(b.Flushed))
	le.PutUint64(out[0x18:], uint64(b.Sequence))
	if s.ByteProcessorIndex {
		out[0x28], out[0x29] = byte(b.Processor), 8
	} else {
		le.PutUint16(out[0x28:], uint16(b.Processor))
	}
	le.PutUint16(out[0x2A:], s.LoggerID)
	le.PutUint32(out[0x2C:], stateFlush)
	le.PutUint32(out[0x30:], filled)
	le.PutUint16(out[0x34:], flags)
	le.PutUint16(out[0x36:], b.Type)
	out = append(out, data...)
	for len(out) < size {
		out = append(out, 0xFF)
	}
	return out
}

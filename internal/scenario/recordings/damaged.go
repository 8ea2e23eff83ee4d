package recordings

import (
	"encoding/binary"
	"slices"

	"etledger/internal/etlwriter"
)

var le = binary.LittleEndian

// Offsets in a buffer's header (WMI_BUFFER_HEADER) and in the logfile header's payload that damage is done to.
const (
	bufferSizeAt     = 0x00
	savedOffsetAt    = 0x04
	offsetAt         = 0x30
	bufferHeaderSize = 72
	logfileAt        = bufferHeaderSize + 32
	frequencyAt      = logfileAt + 0x100
)

// damaged makes files with one defect each. The numbered events 1 to 60 fill three data buffers: 1 to 21, 22 to 44 and
// 45 to 60.
func damaged() ([]File, error) {
	const tenth = 10 // of the second data buffer: event 32
	return cook([]recipe{
		{name: "damaged/torn-in-event.etl", about: "the file ends within the last buffer, in event 51",
			damage: func(f []byte) []byte { return f[:3*bufferSize+bufferHeaderSize+6*40+20] }},
		{name: "damaged/torn-in-buffer-header.etl", about: "the file ends 30 bytes into the header of the last buffer",
			damage: func(f []byte) []byte { return f[:3*bufferSize+30] }},
		{name: "damaged/torn-in-logfile-header.etl", about: "the file ends within its first event",
			damage: func(f []byte) []byte { return f[:200] }},
		{name: "damaged/torn-compressed.etl", about: "a compressed file ends within its last buffer",
			settings: etlwriter.Settings{Mode: etlwriter.ModeCompressed},
			damage:   func(f []byte) []byte { return f[:len(f)-50] }},
		{name: "damaged/empty.etl", about: "no byte at all", damage: func([]byte) []byte { return nil }},
		{name: "damaged/not-a-recording.etl", about: "text",
			damage: func([]byte) []byte {
				return []byte("This is no recording but a line of text under a misleading name, long enough " +
					"to hold a buffer header and an event header, had it been a recording.\n")
			}},
		{name: "damaged/before-vista.etl", about: "the first event's version byte is that of the layout before Windows Vista",
			damage: func(f []byte) []byte { f[bufferHeaderSize] = 1; return f }},
		{name: "damaged/frequency-zero.etl", about: "the frequency of the performance counter is zero",
			damage: func(f []byte) []byte { le.PutUint64(f[frequencyAt:], 0); return f }},
		{name: "damaged/zero-slot-in-the-middle.etl", about: "a slot of zeros before the second data buffer",
			damage: func(f []byte) []byte { return slices.Insert(f, 2*bufferSize, make([]byte, bufferSize)...) }},
		{name: "damaged/zero-slots-at-the-end.etl",
			about:  "two slots of zeros after the last buffer, as in a file allocated in advance",
			damage: func(f []byte) []byte { return append(f, make([]byte, 2*bufferSize)...) }},
		{name: "damaged/bytes-after-the-end.etl", about: "100 bytes of text after the last buffer",
			damage: func(f []byte) []byte { return append(f, slices.Repeat([]byte("tail."), 20)...) }},
		{name: "damaged/buffer-size-too-small.etl", about: "the second data buffer claims a size of 40 bytes",
			damage: putInBuffer(2, bufferSizeAt, 40)},
		{name: "damaged/buffer-size-huge.etl", about: "the second data buffer claims a size of 2 GiB",
			damage: putInBuffer(2, bufferSizeAt, 0x7FFFFFFF)},
		{name: "damaged/offset-past-buffer.etl",
			about:  "the second data buffer's fill lies beyond its size; the saved one is right",
			damage: putInBuffer(2, offsetAt, 0xFFFFFFFF)},
		{name: "damaged/both-offsets-past-buffer.etl", about: "both fills of the second data buffer lie beyond its size",
			damage: func(f []byte) []byte {
				return putInBuffer(2, savedOffsetAt, 0xFFFFFFF0)(putInBuffer(2, offsetAt, 0xFFFFFFFF)(f))
			}},
		{name: "damaged/event-size-too-small.etl", about: "event 32 claims a size of 4 bytes", arrange: inRecord(2,
			tenth, 4, 4)},
		{name: "damaged/event-size-zero.etl", about: "event 32 claims a size of 0 bytes", arrange: inRecord(2, tenth, 4, 0)},
		{name: "damaged/event-size-past-end.etl", about: "event 32 claims a size beyond its buffer",
			arrange: inRecord(2, tenth, 4, 60000)},
		{name: "damaged/unknown-header-kind.etl",
			about: "between events 31 and 32 a record of a header kind that does not exist",
			fill: func(n *numbered) {
				n.write(0, 1, 31)
				n.Write(0, n.ticks(31)+1, etlwriter.Opaque{Type: 0x77, Flag: 0xC0, Body: make([]byte, 36)})
				n.write(0, 32, 59)
			}},
		{name: "damaged/time-goes-back.etl", about: "event 32 is stamped a second too early",
			arrange: []etlwriter.Arrangement{
				record(2, tenth, func(e []byte) { le.PutUint64(e[8:], le.Uint64(e[8:])-10_000_000) })}},
		{name: "damaged/time-leaps-ahead.etl", about: "event 32 is stamped a year too late", arrange: []etlwriter.Arrangement{
			record(2, tenth, func(e []byte) { le.PutUint64(e[8:], le.Uint64(e[8:])+365*86400*10_000_000) })}},
		{name: "damaged/payload-too-short.etl", about: "the payload of event 32 ends after 10 bytes",
			fill: func(n *numbered) {
				n.write(0, 1, 31)
				e := n.event(32)
				e.Payload = e.Payload[:10]
				n.Write(0, n.ticks(32), e)
				n.write(0, 33, 60)
			}},
		{name: "damaged/text-without-end.etl",
			about: "a process start of number 1004 whose command line lacks its zero", fill: func(n *numbered) {
				p := etlwriter.Process{PID: 1004, ParentPID: 1000, ImageName: "b.exe", CommandLine: "b.exe -x"}.Encode(4,
					etlwriter.Pointer64)
				n.Write(0, n.ticks(1), etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookProcessStart, Version: 4,
					PID: 1000, TID: 1, Payload: p[:len(p)-6]})
			}},
		{name: "damaged/extended-item-past-end.etl",
			about: "a manifest event whose second extended item reaches beyond the event",
			fill:  extendedItem(0xFFF8)},
		{name: "damaged/extended-item-size-zero.etl", about: "a manifest event whose second extended item claims no size",
			fill: extendedItem(0)},
		{name: "damaged/compressed-distance.etl",
			about:    "in the second data buffer a match reaches back before the start of the data",
			settings: etlwriter.Settings{Mode: etlwriter.ModeCompressed}, damage: func(f []byte) []byte {
				at := bufferAt(f, 2)
				copy(f[at+bufferHeaderSize:], []byte{0, 0, 0, 0x80, 0xF8, 0xFF}) // first item: a match at distance 8192
				return f
			}},
		{name: "damaged/compressed-too-short.etl",
			about:    "the stream of the second data buffer ends before its data is complete",
			settings: etlwriter.Settings{Mode: etlwriter.ModeCompressed}, damage: func(f []byte) []byte {
				at := bufferAt(f, 2)
				le.PutUint32(f[at+offsetAt:], le.Uint32(f[at+offsetAt:])+64)
				return f
			}},
		{name: "damaged/compressed-size-huge.etl", about: "the second data buffer claims 2 GiB of data",
			settings: etlwriter.Settings{Mode: etlwriter.ModeCompressed}, damage: func(f []byte) []byte {
				le.PutUint32(f[bufferAt(f, 2)+offsetAt:], 0x7FFFFFFF)
				return f
			}},
		{name: "damaged/second-header-buffer.etl",
			about:  "a second header buffer after the first data buffer, as appending leaves it",
			damage: func(f []byte) []byte { return slices.Insert(f, 2*bufferSize, f[:bufferSize]...) }},
		{name: "damaged/buffer-twice.etl", about: "the second data buffer stands in the file twice",
			damage: func(f []byte) []byte { return slices.Insert(f, 3*bufferSize, f[2*bufferSize:3*bufferSize]...) }},
	})
}

// bufferAt finds the n-th buffer of a file, the header buffer being 0.
func bufferAt(f []byte, n int) int {
	at := 0
	for range n {
		at += int(le.Uint32(f[at:]))
	}
	return at
}

// putInBuffer overwrites a word of the header of the n-th buffer.
func putInBuffer(n, offset int, value uint32) func([]byte) []byte {
	return func(f []byte) []byte {
		le.PutUint32(f[bufferAt(f, n)+offset:], value)
		return f
	}
}

// inRecord overwrites a 16-bit field of a record.
func inRecord(sequence int64, index, offset int, value uint16) []etlwriter.Arrangement {
	return []etlwriter.Arrangement{record(sequence, index, func(e []byte) { le.PutUint16(e[offset:], value) })}
}

// record alters the index-th record of the buffer with that sequence number.
func record(sequence int64, index int, alter func(e []byte)) etlwriter.Arrangement {
	return etlwriter.Change(func(b *etlwriter.Buffer) {
		if b.Sequence == sequence {
			alter(b.Events[b.Records()[index]:])
		}
	})
}

// extendedItem writes events 1 to 20 with, after the tenth, a manifest event whose second item claims the size.
func extendedItem(size uint16) func(*numbered) {
	return func(n *numbered) {
		n.write(0, 1, 10)
		first := []byte{16, 0, 3, 0, 1, 0, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0}
		second := []byte{byte(size), byte(size >> 8), 1, 0, 0, 0, 16, 0}
		payload := append(append(first, second...), make([]byte, 16)...)
		n.Write(0, n.ticks(10)+1, etlwriter.Manifest{Provider: etlwriter.GUIDKernelMemory, ID: 8, Flags: 1, Payload: payload})
		n.write(0, 11, 20)
	}
}

package model

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"testing"

	"etledger/etl"
)

// recordingBuffer is the size of the buffers of a recording that recording makes.
const recordingBuffer = 0x400

// recording makes the minimal recording of the format reference (12.4): a header buffer, and one buffer with the
// events, each of them whole with its header.
func recording(t *testing.T, events ...[]byte) *etl.Capture {
	t.Helper()
	var area []byte
	for _, e := range events {
		area = append(append(area, e...), make([]byte, -len(e)&7)...)
	}
	image := slices.Concat(buffer(0, 4, headerEvent()), buffer(1, 0, area))
	c, err := etl.New(context.Background(), etl.Options{},
		etl.Input{Name: "made.etl", R: bytes.NewReader(image), Size: int64(len(image))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// buffer makes a buffer of an event area (format reference, 1.2).
func buffer(sequence uint64, kind uint16, area []byte) []byte {
	b := bytes.Repeat([]byte{0xFF}, recordingBuffer)
	clear(b[:0x48])
	filled := uint32(0x48 + copy(b[0x48:], area))
	binary.LittleEndian.PutUint32(b, recordingBuffer)
	binary.LittleEndian.PutUint32(b[0x04:], filled)
	binary.LittleEndian.PutUint64(b[0x18:], sequence)
	binary.LittleEndian.PutUint32(b[0x2C:], 3)
	binary.LittleEndian.PutUint32(b[0x30:], filled)
	binary.LittleEndian.PutUint16(b[0x34:], 0x21)
	binary.LittleEndian.PutUint16(b[0x36:], kind)
	return b
}

// headerEvent makes the logfile header (format reference, 1.6).
func headerEvent() []byte {
	w := &payloadWriter{pointer: 8}
	w.u16(2).raw(2, 0xC0).u16(364).u16(0).u32(1).u32(4).u64(1000000).u64(0) // SYSTEM64
	w.u32(recordingBuffer).raw(10, 0, 1, 5).u32(19041).u32(2).u64(0).u32(156250).u32(0).u32(0x10001).u32(2).u32(1).u32(8)
	w.u32(0).u32(3000).u64(0).u64(0).raw(make([]byte, 176)...).u64(0).u64(10_000_000).u64(fileTimeOfUnix).u32(1).u32(0)
	w.wide("NT Kernel Logger").wide("made.etl")
	return append(w.bytes, make([]byte, 364-len(w.bytes))...)
}

// item is an extended data item of a manifest event.
type item struct {
	kind uint16
	data []byte
}

// manifestRecord makes a whole manifest event (format reference, 2.7).
func manifestRecord(ticks uint64, pid, tid uint32, provider etl.GUID, id uint16, items ...item) []byte {
	w := &payloadWriter{}
	w.u16(0).u16(0xC013).u16(1).u16(0).u32(tid).u32(pid).u64(ticks).raw(provider[:]...).u16(id).raw(make([]byte, 38)...)
	for i, it := range items {
		size := (8 + len(it.data) + 7) &^ 7
		more := uint16(1)
		if i == len(items)-1 {
			more = 0
		}
		w.u16(uint16(size)).u16(it.kind).u16(more).u16(uint16(len(it.data))).raw(it.data...)
		w.raw(make([]byte, size-8-len(it.data))...)
	}
	binary.LittleEndian.PutUint16(w.bytes, uint16(len(w.bytes)))
	return w.bytes
}

// TestReferenceRecording reads the two events of the reference's minimal recording.
func TestReferenceRecording(t *testing.T) {
	alloc := []byte{
		0x02, 0x00, 0x11, 0xC0, 0x28, 0x00, 0x62, 0x02, 0xA4, 0x42, 0x0F, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x5A, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x34, 0x12, 0x00, 0x00, 0x00, 0x30, 0x00, 0x00,
	}
	stack := append([]byte{
		0x02, 0x00, 0x11, 0xC0, 0x38, 0x00, 0x20, 0x18, 0xA7, 0x42, 0x0F, 0x00, 0x00, 0x00, 0x00, 0x00,
	}, referenceStack...)
	r := NewReader(recording(t, alloc, stack), Options{})
	var chunks []*Chunk
	for c, err := range r.Chunks(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, c)
	}
	if len(chunks) != 1 {
		t.Fatalf("%d chunks, want 1", len(chunks))
	}
	rows := chunks[0].Batch(TableVirtualAlloc).VirtualAlloc()
	if rows.BaseAddress[0] != 0x15A0000 || rows.RegionSize[0] != 1<<20 || rows.PID[0] != 0x1234 {
		t.Errorf("region of %d bytes at %#x in process %#x", rows.RegionSize[0], rows.BaseAddress[0], rows.PID[0])
	}
	// The header event is the first of the capture, 10 µs before.
	if rows.Seq[0] != 0 || rows.Ticks[0] != 1000100 || rows.UnixNano[0] != 10_000 || rows.TimeS[0] != 1e-5 {
		t.Errorf("event %d at tick %d, %d ns, %v s", rows.Seq[0], rows.Ticks[0], rows.UnixNano[0], rows.TimeS[0])
	}
	if _, ok := rows.HeaderPID.At(0); ok {
		t.Error("a PERFINFO header has no process")
	}
	if got := chunks[0].Batch(TableFrame).Frame().Address; !slices.Equal(got, referenceFrames) {
		t.Errorf("frames are %x, want %x", got, referenceFrames)
	}
	if s := r.Stats(); s.Events != 3 || s.Malformed != 0 || s.FirstNano != 0 || s.LastNano != 10_300 {
		t.Errorf("statistics are %+v", s)
	}
}

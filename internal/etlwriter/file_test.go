package etlwriter

import (
	"bytes"
	"path/filepath"
	"testing"
)

// settingsOf reads from a real header event, by the offsets of its layout, what the settings tell.
func settingsOf(first []byte) (s Settings, buffers uint32, endTime uint64) {
	s = Settings{HeaderPointerSize: Pointer64, PointerSize: Pointer64}
	tail := 0x48
	if first[2] == 1 {
		s.HeaderPointerSize, tail = Pointer32, 0x40
	}
	p := first[32:]
	s.BufferSize, s.OSBuild, s.Processors = le.Uint32(p), le.Uint32(p[0x08:]), int(le.Uint32(p[0x0C:]))
	s.MaximumFileMB, s.Mode = le.Uint32(p[0x1C:]), le.Uint32(p[0x20:])
	s.EventsLost, s.CPUMHz = le.Uint32(p[0x30:]), le.Uint32(p[0x34:])
	s.BiasMinutes = int32(le.Uint32(p[tail:]))
	rest := &fields{p[tail+176:], Pointer64}
	s.BootTime, s.Frequency, s.StartTime = rest.u64(), rest.u64(), rest.u64()
	s.Clock, s.BuffersLost = Clock(rest.u32()), rest.u32()
	s.SessionName, s.LogFileName = rest.wide(), rest.wide()
	return s, le.Uint32(p[0x24:]), le.Uint64(p[0x10:])
}

// TestLogfileHeadersEqualRealOnes writes the header of every real recording anew. What the settings do not tell is
// taken over: the pointers, the timer's resolution and the names and dates of the time zone.
func TestLogfileHeadersEqualRealOnes(t *testing.T) {
	forms := map[PointerSize]int{}
	for _, path := range recordings(t) {
		real := splitEvents(readBuffers(t, path)[0].events)[0]
		s, buffers, endTime := settingsOf(real)
		got := s.logfileHeader(buffers, endTime)
		payload := bytes.Clone(real[32:])
		ptr := int(s.HeaderPointerSize)
		takeOver := func(at, size int) { copy(got[at:at+size], payload[at:]) }
		takeOver(0x18, 4)           // TimerResolution
		takeOver(0x38, 2*ptr)       // LoggerName, LogFileName
		takeOver(0x38+2*ptr+4, 172) // names and dates of the time zone, and padding
		if !bytes.Equal(got, payload) {
			t.Errorf("%s\n got %x\nreal %x", filepath.Base(path), got, payload)
		}
		forms[s.HeaderPointerSize]++
	}
	if forms[Pointer32] == 0 || forms[Pointer64] == 0 {
		t.Errorf("forms met: %v, expected both", forms)
	}
}

// TestBuffersEqualRealOnes writes the buffers of the uncompressed real recordings anew. Fields without meaning in a
// file are taken over: the allocation pointer, the reference count, kernel addresses, and SavedOffset of header
// buffers.
func TestBuffersEqualRealOnes(t *testing.T) {
	written := 0
	for _, path := range recordings(t) {
		buffers := readBuffers(t, path)
		s, _, _ := settingsOf(splitEvents(buffers[0].events)[0])
		if s.Mode&ModeCompressed != 0 {
			continue
		}
		for i, real := range buffers {
			h := real.header
			flags := le.Uint16(h[0x34:])
			s.ByteProcessorIndex = flags&FlagProcessorIndex == 0
			s.LoggerID = le.Uint16(h[0x2A:])
			b := Buffer{Processor: int(le.Uint16(h[0x28:]) & 0x7FF), Sequence: int64(le.Uint64(h[0x18:])),
				Type: le.Uint16(h[0x36:]), Flags: flags &^ FlagProcessorIndex, Flushed: int64(le.Uint64(h[0x10:])),
				Events: real.events}
			if s.ByteProcessorIndex {
				b.Processor = int(h[0x28])
			}
			got := b.encode(s)
			for _, field := range [][2]int{{0x08, 8}, {0x20, 8}, {0x38, 16}} {
				copy(got[field[0]:field[0]+field[1]], h[field[0]:])
			}
			if b.Type == BufferHeader {
				copy(got[0x04:0x08], h[0x04:])
				copy(got[0x28:0x30], h[0x28:]) // relogged header buffers leave processor and state zero
			}
			if !bytes.Equal(got[:72], h) {
				t.Fatalf("%s buffer %d\n got %x\nreal %x", filepath.Base(path), i, got[:72], h)
			}
			if !bytes.Equal(got, real.slot) {
				t.Fatalf("%s buffer %d: the header is right, the rest differs", filepath.Base(path), i)
			}
			written++
		}
	}
	if written < 300 {
		t.Errorf("%d buffers written, expected hundreds", written)
	}
	t.Logf("%d buffers equal", written)
}

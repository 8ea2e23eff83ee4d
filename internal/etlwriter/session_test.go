package etlwriter

import (
	"bytes"
	"slices"
	"testing"
)

// filler is a record of exactly 100 bytes, 104 in the buffer: nine of them fill a buffer of 1 KiB.
var filler = Kernel{Hook: HookVirtualAlloc, Version: 2, Payload: make([]byte, 84)}

func newSession(t *testing.T, s Settings) *Session {
	t.Helper()
	session, err := NewSession(s)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func finish(t *testing.T, s *Session, arrangements ...Arrangement) []byte {
	t.Helper()
	file, err := s.Finish(arrangements...)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// identity is what tells the buffers of a file apart.
type identity struct {
	processor, sequence, events int
}

// data gives the identities of the data buffers of a file, in file order.
func data(t *testing.T, file []byte) []identity {
	t.Helper()
	var found []identity
	for _, b := range splitBuffers(t, file)[1:] {
		found = append(found, identity{int(le.Uint16(b.header[0x28:])), int(le.Uint64(b.header[0x18:])),
			len(splitEvents(b.events))})
	}
	return found
}

// busyAndIdle writes 30 records on processor 0 and one early record on processor 1.
func busyAndIdle(t *testing.T, s Settings) *Session {
	s.Processors, s.BufferSize = 2, 1024
	session := newSession(t, s)
	session.Write(0, 5e12+1, filler)
	session.Write(1, 5e12+2, filler)
	for i := range 29 {
		session.Write(0, 5e12+3+int64(i), filler)
	}
	return session
}

// TestFileOrder checks that full buffers leave when they are full and an idle processor's comes late, while sequence
// numbers tell the order in which the buffers were taken.
func TestFileOrder(t *testing.T) {
	file := finish(t, busyAndIdle(t, Settings{}))
	want := []identity{{0, 1, 9}, {0, 3, 9}, {0, 4, 9}, {1, 2, 1}, {0, 5, 3}}
	if got := data(t, file); !slices.Equal(got, want) {
		t.Errorf("buffers %v, expected %v", got, want)
	}
	buffers := splitBuffers(t, file)
	for i, b := range buffers {
		marked := le.Uint16(b.header[0x34:])&FlagFlushMarker != 0
		if marked != (i == 0 || i == len(buffers)-1) {
			t.Errorf("buffer %d: flush marker %v", i, marked)
		}
		if tail := b.slot[le.Uint32(b.header[0x30:]):]; len(bytes.Trim(tail, "\xff")) != 0 {
			t.Errorf("buffer %d: what follows the data is not all ones", i)
		}
	}
	s, written, end := settingsOf(splitEvents(buffers[0].events)[0])
	if written != 6 || s.Processors != 2 || end != s.StartTime+31 {
		t.Errorf("the header tells %d buffers, %d processors, end %d after the start", written, s.Processors, end-s.StartTime)
	}
}

func TestFlush(t *testing.T) {
	session := newSession(t, Settings{Processors: 2, BufferSize: 1024})
	session.Write(1, 5e12+1, filler)
	session.Flush(1, 5e12+2)
	session.Flush(1, 5e12+3) // nothing to flush
	session.Write(0, 5e12+4, filler)
	session.Write(1, 5e12+5, filler)
	file := finish(t, session)
	want := []identity{{1, 1, 1}, {1, 3, 1}, {0, 2, 1}}
	if got := data(t, file); !slices.Equal(got, want) {
		t.Errorf("buffers %v, expected %v", got, want)
	}
	if stamp := le.Uint64(splitBuffers(t, file)[1].header[0x10:]); stamp != 5e12+2 {
		t.Errorf("the flushed buffer is stamped %d", stamp)
	}
}

func TestArrangements(t *testing.T) {
	for _, c := range []struct {
		name    string
		arrange Arrangement
		want    []identity
	}{
		{"drop", Drop(func(b *Buffer) bool { return b.Sequence == 2 }), []identity{{0, 1, 9}, {0, 3, 9}, {0, 4, 9},
			{0, 5, 3}}},
		{"drop nth", DropNth(0, 1), []identity{{0, 1, 9}, {0, 4, 9}, {1, 2, 1}, {0, 5, 3}}},
		{"reverse", Reverse(), []identity{{1, 2, 1}, {0, 1, 9}, {0, 3, 9}, {0, 4, 9}, {0, 5, 3}}},
		{"circular", Circular(3), []identity{{1, 2, 1}, {0, 5, 3}, {0, 4, 9}}},
		{"circular with room", Circular(9), []identity{{0, 1, 9}, {0, 3, 9}, {0, 4, 9}, {1, 2, 1}, {0, 5, 3}}},
		{"change", Change(func(b *Buffer) { b.Sequence *= 10 }), []identity{{0, 10, 9}, {0, 30, 9}, {0, 40, 9}, {1,
			20, 1}, {0, 50, 3}}},
	} {
		file := finish(t, busyAndIdle(t, Settings{}), c.arrange)
		if got := data(t, file); !slices.Equal(got, c.want) {
			t.Errorf("%s: buffers %v, expected %v", c.name, got, c.want)
		}
		if _, written, _ := settingsOf(splitEvents(splitBuffers(t, file)[0].events)[0]); int(written) != 1+len(c.want) {
			t.Errorf("%s: the header tells %d buffers, the file has %d", c.name, written, 1+len(c.want))
		}
	}
}

func TestCompressedFile(t *testing.T) {
	plain := finish(t, busyAndIdle(t, Settings{}))
	packed := finish(t, busyAndIdle(t, Settings{Mode: ModeSequential | ModeCompressed}))
	a, b := splitBuffers(t, plain), splitBuffers(t, packed)
	if len(a) != len(b) || len(packed) >= len(plain) {
		t.Fatalf("%d buffers in %d bytes, plain %d in %d", len(b), len(packed), len(a), len(plain))
	}
	for i := 1; i < len(a); i++ {
		if !bytes.Equal(a[i].events, b[i].events) {
			t.Errorf("buffer %d: the events differ", i)
		}
		if le.Uint16(b[i].header[0x34:])&FlagCompressed == 0 || int(le.Uint32(b[i].header)) != len(b[i].slot) {
			t.Errorf("buffer %d is not compressed", i)
		}
	}
	if size := len(b[0].slot); size != 512 || le.Uint16(b[0].header[0x34:])&FlagCompressed != 0 {
		t.Errorf("the header buffer has %d bytes, expected a plain one of 512", size)
	}
	first := splitEvents(b[0].events)[0]
	if version := first[32+6:][:2]; !bytes.Equal(version, []byte{2, 0}) {
		t.Errorf("format version %v, expected 2.0", version)
	}
}

// TestIncompressibleBuffer checks that a buffer that does not shrink stays plain among compressed ones.
func TestIncompressibleBuffer(t *testing.T) {
	session := newSession(t, Settings{BufferSize: 1024, Mode: ModeCompressed})
	noise := make([]byte, 1024-72-16)
	seed := uint32(1)
	for i := range noise {
		seed = seed*1664525 + 1013904223
		noise[i] = byte(seed >> 24)
	}
	session.Write(0, 5e12+1, Kernel{Payload: noise})
	b := splitBuffers(t, finish(t, session))[1]
	if le.Uint16(b.header[0x34:])&FlagCompressed != 0 || len(b.slot) != 1024 || !bytes.Equal(b.events[16:], noise) {
		t.Errorf("the buffer has %d bytes and flags %#x", len(b.slot), le.Uint16(b.header[0x34:]))
	}
}

func TestForms(t *testing.T) {
	file := finish(t, busyAndIdle(t, Settings{ByteProcessorIndex: true, OSBuild: 7601, LoggerID: 11}))
	for _, b := range splitBuffers(t, file)[1:] {
		if b.header[0x29] != 8 || le.Uint16(b.header[0x34:])&FlagProcessorIndex != 0 || le.Uint16(b.header[0x2A:]) != 11 {
			t.Errorf("buffer header %x", b.header[0x28:0x38])
		}
	}
	file = finish(t, busyAndIdle(t, Settings{NeverClosed: true, EventsLost: 5}))
	if s, written, end := settingsOf(splitEvents(splitBuffers(t, file)[0].events)[0]); written != 0 || end != 0 ||
		s.EventsLost != 0 {
		t.Errorf("a session that was never closed tells %d buffers, end %d, %d events lost", written, end, s.EventsLost)
	}
	file = finish(t, busyAndIdle(t, Settings{PointerSize: Pointer64, HeaderPointerSize: Pointer32}))
	first := splitEvents(splitBuffers(t, file)[0].events)[0]
	if s, _, _ := settingsOf(first); first[2] != 1 || s.SessionName != "NT Kernel Logger" {
		t.Errorf("32-bit header: marker %d, session %q", first[2], s.SessionName)
	}
	session := newSession(t, Settings{Clock: SystemTime})
	session.WriteHeader(Kernel{Form: System, Hook: HookPartitionInfo, Version: 2, Payload: PartitionInfo()})
	events := splitEvents(splitBuffers(t, finish(t, session))[0].events)
	if len(events) != 2 || le.Uint64(events[1][16:]) != session.Settings().StartTime {
		t.Errorf("%d header records, the second stamped %d", len(events), le.Uint64(events[1][16:]))
	}
}

func TestRefusals(t *testing.T) {
	for name, s := range map[string]Settings{
		"buffer size":     {BufferSize: 1000},
		"processors":      {Processors: 5000},
		"byte index":      {Processors: 300, ByteProcessorIndex: true},
		"pointer size":    {PointerSize: 5},
		"clock":           {Clock: 4},
		"negative number": {Processors: -1},
	} {
		if _, err := NewSession(s); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, write := range map[string]func(*Session){
		"processor":       func(s *Session) { s.Write(1, 1, filler) },
		"record too long": func(s *Session) { s.Write(0, 1, Kernel{Payload: make([]byte, 1000)}) },
		"header too long": func(s *Session) { s.WriteHeader(Kernel{Payload: make([]byte, 700)}) },
	} {
		session := newSession(t, Settings{BufferSize: 1024})
		write(session)
		session.Write(0, 5e12, filler)
		if _, err := session.Finish(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

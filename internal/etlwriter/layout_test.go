package etlwriter

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// This file checks the layouts of which no real sample is at hand against their published offsets and lengths.

// at reads an unsigned field of n bytes.
func at(b []byte, offset, n int) uint64 {
	var v uint64
	for i := n - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[offset+i])
	}
	return v
}

// check names a field's place and what it has to hold.
type check struct {
	name         string
	offset, size int
	want         uint64
}

func checkFields(t *testing.T, title string, b []byte, length int, checks []check) {
	t.Helper()
	if len(b) != length {
		t.Errorf("%s: %d bytes, expected %d", title, len(b), length)
		return
	}
	for _, c := range checks {
		if got := at(b, c.offset, c.size); got != c.want {
			t.Errorf("%s: %s is %#x, expected %#x", title, c.name, got, c.want)
		}
	}
}

func TestVirtualRundown(t *testing.T) {
	commit := uint64(0x3000)
	v := Virtual{Base: 0x15A0000, Size: 0x100000, PID: 0x1234, Flags: MemReserve, CommitSize: &commit}
	checkFields(t, "64-bit", v.Encode(Pointer64), 32, []check{{"base", 0, 8, 0x15A0000}, {"size", 8, 8, 0x100000},
		{"pid", 16, 4, 0x1234}, {"flags", 20, 4, 0x2000}, {"commit", 24, 8, 0x3000}})
	checkFields(t, "32-bit", v.Encode(Pointer32), 20, []check{{"base", 0, 4, 0x15A0000}, {"size", 4, 4, 0x100000},
		{"pid", 8, 4, 0x1234}, {"flags", 12, 4, 0x2000}, {"commit", 16, 4, 0x3000}})
}

func TestMapView(t *testing.T) {
	m := MapView{Base: 0x10000, Size: 0x5000, FileKey: 0xABC0, SectionType: SectionPagefile, Protection: 1, MiscLow: 0x77,
		PID: 9, Offset: 0x2000}
	misc := uint64(0x00C1_0000_0000_0077)
	checkFields(t, "v2 64-bit", m.Encode(2, Pointer64), 36, []check{{"base", 0, 8, 0x10000}, {"key", 8, 8, 0xABC0},
		{"misc", 16, 8, misc}, {"size", 24, 8, 0x5000}, {"pid", 32, 4, 9}})
	checkFields(t, "v2 32-bit", m.Encode(2, Pointer32), 24, []check{{"key", 4, 4, 0xABC0}, {"misc", 8, 8, misc},
		{"size", 16, 4, 0x5000}, {"pid", 20, 4, 9}})
	checkFields(t, "v3 64-bit", m.Encode(3, Pointer64), 44, []check{{"size", 24, 8, 0x5000}, {"offset", 32, 8, 0x2000},
		{"pid", 40, 4, 9}})
	checkFields(t, "v3 32-bit", m.Encode(3, Pointer32), 32, []check{{"size", 16, 4, 0x5000}, {"offset", 20, 8, 0x2000},
		{"pid", 28, 4, 9}})
	image := MapView{SectionType: SectionImage, Protection: 7}.Encode(3, Pointer64)
	if got := at(image, 16, 8) >> 48; got != 0x0047 {
		t.Errorf("an image view begins with %#04x, expected 0x0047", got)
	}
}

func TestMemInfo(t *testing.T) {
	m := MemInfo{Zero: 1, Free: 2, Modified: 3, ModifiedNoWrite: 4, Bad: 5, Standby: [8]uint64{10, 11, 12, 13, 14,
		15, 16, 17},
		Repurposed: [8]uint64{20, 21, 22, 23, 24, 25, 26, 27}, ModifiedPagefile: 30, PagedPool: 31, NonPagedPool: 32, Mdl: 33,
		Commit: 34}
	for fields, length := range map[int]int{21: 168, 22: 176, 26: 208} {
		if got := len(m.Encode(fields, Pointer64)); got != length {
			t.Errorf("%d fields have %d bytes, expected %d", fields, got, length)
		}
	}
	checkFields(t, "kernel", m.Encode(26, Pointer32), 104, []check{{"zero", 0, 4, 1}, {"bad", 16, 4, 5},
		{"standby 0", 20, 4, 10},
		{"standby 7", 48, 4, 17}, {"repurposed 0", 52, 4, 20}, {"repurposed 7", 80, 4, 27}, {"pagefile", 84, 4, 30},
		{"paged pool", 88, 4, 31}, {"nonpaged pool", 92, 4, 32}, {"mdl", 96, 4, 33}, {"commit", 100, 4, 34}})
	checkFields(t, "manifest", m.EncodeManifest(1, Pointer64), 209, []check{{"priorities", 0, 1, 8}, {"zero", 1, 8, 1},
		{"standby 0", 41, 8, 10}, {"commit", 201, 8, 34}})
	for version, lengths := range map[uint8][2]int{0: {85, 169}, 1: {105, 209}} {
		if a, b := len(m.EncodeManifest(version, Pointer32)), len(m.EncodeManifest(version,
			Pointer64)); a != lengths[0] || b != lengths[1] {
			t.Errorf("version %d has %d and %d bytes, expected %v", version, a, b, lengths)
		}
	}
}

func TestWorkingSets(t *testing.T) {
	sets := []WorkingSet{{ID: 1}, {ID: 7, WorkingSet: 2, Commit: 3, VirtualSize: 4, PrivateWorkingSet: 5,
		StoreSize: 6, Stored: 7,
		CommitDebt: 8, SharedCommit: 9}}
	checkFields(t, "v2 64-bit", EncodeWorkingSets(sets, 2, Pointer64), 4+2*68, []check{{"count", 0, 4, 2}, {"id",
		72, 4, 7},
		{"working set", 76, 8, 2}, {"commit", 84, 8, 3}, {"virtual", 92, 8, 4}, {"private", 100, 8, 5}, {"store", 108, 8, 6},
		{"stored", 116, 8, 7}, {"debt", 124, 8, 8}, {"shared", 132, 8, 9}})
	for _, c := range []struct {
		version uint8
		size    PointerSize
		entry   int
	}{{2, Pointer32, 36}, {1, Pointer64, 36}, {0, Pointer32, 20}} {
		if got := len(EncodeWorkingSets(sets, c.version, c.size)); got != 4+2*c.entry {
			t.Errorf("version %d of %d-byte pointers has %d bytes, expected %d", c.version, c.size, got, 4+2*c.entry)
		}
	}
}

func TestPool(t *testing.T) {
	session := uint32(3)
	p := Pool{Type: 0x200, Tag: [4]byte{'N', 't', 'f', 's'}, Bytes: 96, Entry: 0xFFFF_9A00_0000_1230}
	checkFields(t, "64-bit", p.Encode(Pointer64), 24, []check{{"type", 0, 4, 0x200}, {"tag", 4, 4, 0x7366744E},
		{"bytes", 8, 8, 96},
		{"entry", 16, 8, 0xFFFF_9A00_0000_1230}})
	p.SessionID = &session
	checkFields(t, "session 64-bit", p.Encode(Pointer64), 28, []check{{"session", 24, 4, 3}})
	checkFields(t, "session 32-bit", p.Encode(Pointer32), 20, []check{{"bytes", 8, 4, 96}, {"entry", 12, 4, 0x1230},
		{"session", 16, 4, 3}})
}

func TestOldLayouts(t *testing.T) {
	p := Process{PID: 5, ParentPID: 4, ImageName: "a.exe"}
	checkFields(t, "process v0 64-bit", p.Encode(0, Pointer64), 26, []check{{"pid", 0, 8, 5}, {"parent", 8, 8, 4},
		{"sid", 16, 4, 0},
		{"name", 20, 1, 'a'}})
	checkFields(t, "process v1 32-bit", p.Encode(1, Pointer32), 30, []check{{"pid", 4, 4, 5}, {"parent", 8, 4, 4},
		{"name", 24, 1, 'a'}})
	p.User = TokenUser{Pointer: 1, SID: NewSID(5, 18)}
	checkFields(t, "process v4 32-bit", p.Encode(4, Pointer32), 28+8+12+6+6, []check{{"revision", 36, 1, 1},
		{"authority", 43, 1, 5},
		{"name", 48, 1, 'a'}})
	th := Thread{PID: 5, TID: 6, Win32StartAddr: 7, WaitMode: -1}
	checkFields(t, "thread v0", th.Encode(0, Pointer64), 8, []check{{"tid", 0, 4, 6}, {"pid", 4, 4, 5}})
	checkFields(t, "thread v1 64-bit", th.Encode(1, Pointer64), 60, []check{{"start", 48, 8, 7}, {"wait mode", 56,
		1, 0xFF}})
}

func TestConfigurationOfOldVersions(t *testing.T) {
	c := CPU{MHz: 1, DomainName: "D", HyperThreading: 9}
	checkFields(t, "cpu v2", c.Encode(2, Pointer64), 808, []check{{"domain", 532, 2, 'D'}, {"hyper-threading", 800, 8, 9}})
	checkFields(t, "cpu v1", c.Encode(1, Pointer32), 800, []check{{"hyper-threading", 796, 4, 9}})
	long := CPU{ComputerName: strings.Repeat("n", 300)}.Encode(3, Pointer64)
	checkFields(t, "name too long for its field", long, 828, []check{{"last but one", 20 + 508, 2, 'n'}, {"last",
		20 + 510, 2, 0}})
	if got := len(Service{ServiceName: "s"}.Encode(2)); got != 12+4+2+2 {
		t.Errorf("a service of version 2 has %d bytes", got)
	}
}

// TestRareHeaders checks the headers that no real recording holds.
func TestRareHeaders(t *testing.T) {
	pebs := uint64(0x55)
	body := []byte{0xEE}
	const ticks = 0x1122334455667788
	for _, c := range []struct {
		name   string
		record Record
		length int
		checks []check
	}{
		{"compact 64", Kernel{Form: Compact, Hook: 0x0262, Version: 2, TID: 7, PID: 8, Payload: body}, 25,
			[]check{{"version", 0, 2, 2},
				{"marker", 2, 2, 0xC004}, {"size", 4, 2, 25}, {"hook", 6, 2, 0x0262}, {"tid", 8, 4, 7}, {"pid", 12, 4, 8},
				{"ticks", 16, 8, ticks}, {"payload", 24, 1, 0xEE}}},
		{"compact 32", Kernel{Form: Compact, PointerSize: Pointer32, Payload: body}, 25, []check{{"marker", 2, 2, 0xC003}}},
		{"perfinfo 32", Kernel{PointerSize: Pointer32, Hook: 0x0220, Version: 2, Payload: body}, 17,
			[]check{{"marker", 2, 2, 0xC010},
				{"ticks", 8, 8, ticks}, {"payload", 16, 1, 0xEE}}},
		{"perfinfo with counters", Kernel{Version: 2, PEBS: &pebs, Counters: []uint64{1, 2, 3}, Payload: body}, 49, []check{
			{"version", 0, 2, 0x8302}, {"pebs", 16, 8, 0x55}, {"counter 0", 24, 8, 1}, {"counter 2", 40, 8, 3},
			{"payload", 48, 1, 0xEE}}},
		{"system with counters", Kernel{Form: System, Version: 4, KernelTime: 5, UserTime: 6, Counters: []uint64{9},
			Payload: body}, 41,
			[]check{{"version", 0, 2, 0x0104}, {"kernel", 24, 4, 5}, {"user", 28, 4, 6}, {"counter", 32, 8, 9},
				{"payload", 40, 1, 0xEE}}},
		{"instance 64", Classic{Class: GUIDLostEvent, Opcode: 3, Instance: &Instance{ID: 4, ParentID: 5,
			ParentClass: GUIDPool},
			Payload: body}, 73, []check{{"size", 0, 2, 73}, {"marker", 2, 2, 0xC015}, {"opcode", 4, 1, 3}, {"id", 48, 4, 4},
			{"parent", 52, 4, 5}, {"parent class", 56, 4, 0x0268a8b6}, {"payload", 72, 1, 0xEE}}},
		{"instance 32", Classic{PointerSize: Pointer32, Instance: &Instance{}}, 72, []check{{"marker", 2, 2, 0xC00B}}},
		{"message", Message{Number: 12, Sequence: new(uint32), Class: &GUIDPool, WithTime: true,
			Thread:  &ThreadID{PID: 2, TID: 3},
			Payload: body}, 8 + 4 + 16 + 8 + 8 + 1, []check{{"size", 0, 2, 45}, {"marker", 2, 2, 0x9000}, {"number", 4, 2, 12},
			{"options", 6, 2, 0x80 | 0x20 | 0x08 | 0x02 | 0x01}, {"class", 12, 4, 0x0268a8b6}, {"ticks", 28, 8, ticks},
			{"tid", 36, 4, 3},
			{"pid", 40, 4, 2}}},
		{"message with component", Message{ComponentID: new(uint32), Class: &GUIDPool, PointerSize: Pointer32}, 12, []check{
			{"options", 6, 2, 0x40 | 0x04}}},
		{"error", Opaque{Type: 0x0D, Flag: 0xC0, Body: make([]byte, 20)}, 24, []check{{"size", 0, 2, 24}, {"marker",
			2, 2, 0xC00D}}},
	} {
		checkFields(t, c.name, c.record.encode(ticks, Pointer64), c.length, c.checks)
	}
}

// TestMinimalExample writes the events of the published minimal file.
func TestMinimalExample(t *testing.T) {
	s, err := NewSession(Settings{Processors: 2, BufferSize: 1024, StartTicks: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	alloc := Virtual{Base: 0x15A0000, Size: 0x100000, PID: 0x1234, Flags: MemReserve | MemCommit}
	s.Write(0, 1_000_100, Kernel{Hook: HookVirtualAlloc, Version: 2, Payload: alloc.Encode(Pointer64)})
	frames := []uint64{0xFFFFF80000001000, 0x7FF600001000, 0x7FF600002000}
	stack := Stack(1_000_100, ThreadID{PID: 0x1234, TID: 0x88}, frames, Pointer64)
	s.Write(0, 1_000_103, Kernel{Hook: HookStack, Version: 2, Payload: stack})
	file, err := s.Finish()
	if err != nil {
		t.Fatal(err)
	}
	want, err := hex.DecodeString(strings.Join(strings.Fields(`
		02 00 11 C0 28 00 62 02   A4 42 0F 00 00 00 00 00
		00 00 5A 01 00 00 00 00   00 00 10 00 00 00 00 00
		34 12 00 00 00 30 00 00
		02 00 11 C0 38 00 20 18   A7 42 0F 00 00 00 00 00
		A4 42 0F 00 00 00 00 00   34 12 00 00 88 00 00 00
		00 10 00 00 00 F8 FF FF   00 10 00 00 F6 7F 00 00   00 20 00 00 F6 7F 00 00`), ""))
	if err != nil {
		t.Fatal(err)
	}
	buffer := file[1024:]
	if !bytes.Equal(buffer[72:72+len(want)], want) {
		t.Errorf("events\n got %x\nwant %x", buffer[72:72+len(want)], want)
	}
	checkFields(t, "buffer header", buffer[:72], 72, []check{{"size", 0, 4, 0x400}, {"filled", 0x30, 4, 0xA8},
		{"flags", 0x34, 2, 0x21},
		{"type", 0x36, 2, 0}, {"sequence", 0x18, 8, 1}})
	checkFields(t, "header buffer", file[:72], 72, []check{{"size", 0, 4, 0x400}, {"flags", 0x34, 2, 0x21},
		{"type", 0x36, 2, 4},
		{"sequence", 0x18, 8, 0}})
}

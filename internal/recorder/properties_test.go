package recorder

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
	"unicode/utf16"
)

// The numbers are sizeof and offsetof of a C program that was compiled with the headers evntrace.h and wmistr.h of mingw-w64 for
// x86_64 and run: they do not come from this package.
func TestPropertiesLieWhereTheHeaderHasThem(t *testing.T) {
	p := Properties{
		Name: "session", File: `C:\Aufzeichnung ä\kernel.etl`, GUID: [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		BufferKB: 1024, MinBuffers: 16, MaxBuffers: 80, MaxFileMB: 7000, Mode: FileModeSequential | SystemLoggerMode,
		EnableFlags: FlagProcess | FlagThread | FlagImageLoad | FlagProcessCounters | FlagMemoryHardFaults | FlagVirtualAlloc,
	}
	b, err := p.encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []struct {
		name   string
		offset int
		want   uint32
	}{
		{"Wnode.BufferSize", 0, uint32(len(b))},
		{"Wnode.ProviderId", 4, 0},
		{"Wnode.HistoricalContext", 8, 0},
		{"Wnode.TimeStamp", 16, 0},
		{"Wnode.Guid, first word", 24, 0x04030201},
		{"Wnode.ClientContext", 40, 1},
		{"Wnode.Flags", 44, 0x20000},
		{"BufferSize", 48, 1024},
		{"MinimumBuffers", 52, 16},
		{"MaximumBuffers", 56, 80},
		{"MaximumFileSize", 60, 7000},
		{"LogFileMode", 64, 0x2000001},
		{"FlushTimer", 68, 0},
		{"EnableFlags", 72, 0x600f},
		{"AgeLimit", 76, 0},
		{"LoggerThreadId", 104, 0},
		{"LogFileNameOffset", 112, 120 + 2048},
		{"LoggerNameOffset", 116, 120},
	} {
		if got := binary.LittleEndian.Uint32(b[field.offset:]); got != field.want {
			t.Errorf("%s is %#x, want %#x", field.name, got, field.want)
		}
	}
	var file []uint16
	for i := 120 + 2048; b[i] != 0 || b[i+1] != 0; i += 2 {
		file = append(file, binary.LittleEndian.Uint16(b[i:]))
	}
	if got := string(utf16.Decode(file)); got != p.File {
		t.Errorf("the file is %q", got)
	}
	if strings.Trim(string(b[120:120+2048]), "\x00") != "" {
		t.Error("the room for the name is not empty: the system fills it in")
	}
}

func TestPathsThatAreTooLong(t *testing.T) {
	for _, c := range []struct {
		length int
		fits   bool
	}{{1023, true}, {1024, false}} {
		_, err := (&Properties{Name: "s", File: strings.Repeat("x", c.length)}).encode()
		if (err == nil) != c.fits {
			t.Errorf("a path of %d characters: %v", c.length, err)
		}
	}
	if _, err := (&Properties{Name: strings.Repeat("x", 1024)}).encode(); err == nil {
		t.Error("a name of 1024 characters")
	}
}

// state makes what the system gives back, at the offsets of the header.
func TestStateOfASession(t *testing.T) {
	b := make([]byte, 120+64)
	for offset, v := range map[int]uint32{48: 64, 64: 0x1, 112: 120 + 32, 116: 120} {
		binary.LittleEndian.PutUint32(b[offset:], v)
	}
	for i, unit := range utf16.Encode([]rune("name")) {
		binary.LittleEndian.PutUint16(b[120+2*i:], unit)
	}
	for i, unit := range utf16.Encode([]rune("a.etl")) {
		binary.LittleEndian.PutUint16(b[152+2*i:], unit)
	}
	want := State{Name: "name", File: "a.etl"}
	if got := decodeState(b); got != want {
		t.Errorf("%+v", got)
	}
	binary.LittleEndian.PutUint32(b[112:], 1<<31) // out of range
	binary.LittleEndian.PutUint32(b[116:], uint32(len(b)-1))
	if got := decodeState(b); got.Name != "" || got.File != "" {
		t.Errorf("texts out of range: %+v", got)
	}
}

func TestKindsOfEventsWithStacks(t *testing.T) {
	const want = "d3a86f3d05fed0119dda00c04fd7ba7c62" + "00000000000000" + "d3a86f3d05fed0119dda00c04fd7ba7c63" + "00000000000000"
	if got := hex.EncodeToString(encodeEventIDs(allocationEvents())); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

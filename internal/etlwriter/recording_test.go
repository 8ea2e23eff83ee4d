package etlwriter

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This file reads real recordings for the tests: a walk over buffers and events that is as plain as can be and shares
// nothing with package etl.

var le = binary.LittleEndian

// rawBuffer is a buffer of a real recording.
type rawBuffer struct {
	header []byte // as in the file
	slot   []byte // the whole buffer as in the file
	events []byte // the event area, decompressed
}

// rawEvent is a record of a real recording, header and payload, with where it stands for messages.
type rawEvent struct {
	bytes []byte
	where string
}

func (e rawEvent) marker() uint8 { return e.bytes[2] }

// sharedFolder is the folder that holds the recordings, or skips the test.
func sharedFolder(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("ETLEDGER_SHARED")
	if root == "" {
		t.Skip("ETLEDGER_SHARED is not set: the real recordings are needed")
	}
	folder := filepath.Join(root, name)
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the real recordings are needed: %v", err)
	}
	return folder
}

// recordings gives the paths of all real recordings.
func recordings(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(sharedFolder(t, "corpus"), "*.etl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	return paths
}

func readBuffers(t *testing.T, path string) []rawBuffer {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return splitBuffers(t, data)
}

// splitBuffers cuts a file into its buffers.
func splitBuffers(t *testing.T, data []byte) []rawBuffer {
	t.Helper()
	var buffers []rawBuffer
	for len(data) >= 72 {
		size := le.Uint32(data)
		filled := le.Uint32(data[0x30:])
		if size < 72 || int(size) > len(data) {
			t.Fatalf("buffer %d has size %d, %d bytes are left", len(buffers), size, len(data))
		}
		b := rawBuffer{header: data[:72], slot: data[:size]}
		if le.Uint16(data[0x34:])&0x40 != 0 {
			b.events = unpack(t, data[72:size], int(filled)-72)
		} else {
			b.events = data[72:filled]
		}
		buffers = append(buffers, b)
		data = data[size:]
	}
	if len(data) != 0 {
		t.Fatalf("%d bytes after the last buffer", len(data))
	}
	return buffers
}

// splitEvents cuts an event area into its records.
func splitEvents(area []byte) [][]byte {
	var events [][]byte
	for len(area) >= 8 {
		size := int(le.Uint16(area))
		switch area[2] {
		case 1, 2, 3, 4, 0x10, 0x11:
			if area[3] == 0xC0 {
				size = int(le.Uint16(area[4:]))
			}
		}
		if size < 8 || size > len(area) {
			break
		}
		events = append(events, area[:size])
		area = area[min((size+7)&^7, len(area)):]
	}
	return events
}

// eachEvent calls the function for every event of every real recording.
func eachEvent(t *testing.T, do func(e rawEvent)) {
	t.Helper()
	for _, path := range recordings(t) {
		for _, b := range readBuffers(t, path) {
			for _, e := range splitEvents(b.events) {
				do(rawEvent{e, filepath.Base(path)})
			}
		}
	}
}

// unpack is plain LZ77 read straight from the words of its specification, a byte at a time.
func unpack(t *testing.T, in []byte, want int) []byte {
	t.Helper()
	var out []byte
	pos, nibbleAt := 0, -1
	next := func() int { pos++; return int(in[pos-1]) }
	length := func() int {
		n := 0
		if nibbleAt < 0 {
			nibbleAt = pos
			n = next() & 15
		} else {
			n = int(in[nibbleAt]) >> 4
			nibbleAt = -1
		}
		if n < 15 {
			return n + 10
		}
		if n = next(); n < 255 {
			return n + 25
		}
		n = next() | next()<<8
		if n == 0 {
			n = next() | next()<<8 | next()<<16 | next()<<24
		}
		return n + 3
	}
	for len(out) < want {
		flags := uint32(next() | next()<<8 | next()<<16 | next()<<24)
		for bit := 31; bit >= 0 && len(out) < want; bit-- {
			if flags>>bit&1 == 0 {
				out = append(out, byte(next()))
				continue
			}
			word := next() | next()<<8
			n := word&7 + 3
			if word&7 == 7 {
				n = length()
			}
			from := len(out) - word>>3 - 1
			if from < 0 {
				t.Fatalf("match at input %d reaches %d bytes before the start", pos, -from)
			}
			for i := range n {
				out = append(out, out[from+i])
			}
		}
	}
	if len(out) != want {
		t.Fatalf("unpacked %d bytes, expected %d", len(out), want)
	}
	return out
}

// fields reads the fields of a real payload one after another, the way the encoder wrote them.
type fields struct {
	b    []byte
	size PointerSize
}

func (f *fields) take(n int) []byte {
	out := f.b[:n]
	f.b = f.b[n:]
	return out
}

func (f *fields) u8() uint8   { return f.take(1)[0] }
func (f *fields) u16() uint16 { return le.Uint16(f.take(2)) }
func (f *fields) u32() uint32 { return le.Uint32(f.take(4)) }
func (f *fields) u64() uint64 { return le.Uint64(f.take(8)) }

func (f *fields) ptr() uint64 {
	if f.size == Pointer32 {
		return uint64(f.u32())
	}
	return f.u64()
}

func (f *fields) narrow() string {
	var s strings.Builder
	for f.b[0] != 0 {
		s.WriteByte(f.u8())
	}
	f.take(1)
	return s.String()
}

func (f *fields) wide() string {
	n := 0
	for le.Uint16(f.b[n:]) != 0 {
		n += 2
	}
	text := decodeWide(f.take(n))
	f.take(2)
	return text
}

// wideField reads a field of n units, up to its first zero.
func (f *fields) wideField(n int) string {
	units := f.take(2 * n)
	for i := 0; i < len(units); i += 2 {
		if units[i] == 0 && units[i+1] == 0 {
			return decodeWide(units[:i])
		}
	}
	return decodeWide(units)
}

func decodeWide(b []byte) string {
	runes := make([]rune, 0, len(b)/2)
	for i := 0; i < len(b); i += 2 {
		u := rune(le.Uint16(b[i:]))
		if u >= 0xDC00 && u < 0xE000 && len(runes) > 0 {
			high := runes[len(runes)-1]
			runes[len(runes)-1] = 0x10000 + (high-0xD800)<<10 + u - 0xDC00
			continue
		}
		runes = append(runes, u)
	}
	return string(runes)
}

func (f *fields) sid() []byte { return f.take(8 + 4*int(f.b[1])) }

func (f *fields) tokenUser() TokenUser {
	if le.Uint32(f.b) == 0 && !f.sidBehindZeroPointer() {
		f.take(4)
		return TokenUser{}
	}
	return TokenUser{Pointer: f.ptr(), Attributes: f.ptr(), SID: f.sid()}
}

// sidBehindZeroPointer recognises payloads whose pointers were scrubbed: a zero pointer stands before a real SID.
func (f *fields) sidBehindZeroPointer() bool {
	at := 2 * int(f.size)
	return len(f.b) > at+8 && f.b[at] == 1 && f.b[at+1] >= 1 && f.b[at+1] <= 15 && f.b[at+2] == 0 &&
		f.b[at+6] == 0 && f.b[at+7] > 0
}

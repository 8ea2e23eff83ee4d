package etlwriter

import (
	"bytes"
	"testing"
)

// readKernel takes a real record with a kernel header apart.
func readKernel(e []byte) (Kernel, bool) {
	if e[3] != 0xC0 {
		return Kernel{}, false
	}
	k := Kernel{Version: e[0], PointerSize: Pointer64}
	payload := 0
	switch e[2] {
	case 0x01, 0x02:
		k.Form, payload = System, 32
	case 0x03, 0x04:
		k.Form, payload = Compact, 24
	case 0x10, 0x11:
		k.Form, payload = Perfinfo, 16
	default:
		return Kernel{}, false
	}
	if e[2] == 0x01 || e[2] == 0x03 || e[2] == 0x10 {
		k.PointerSize = Pointer32
	}
	k.Hook = Hook(le.Uint16(e[6:]))
	if k.Form != Perfinfo {
		k.TID, k.PID = le.Uint32(e[8:]), le.Uint32(e[12:])
	}
	if k.Form == System {
		k.KernelTime, k.UserTime = le.Uint32(e[24:]), le.Uint32(e[28:])
	}
	k.Payload = e[payload:]
	return k, true
}

// readClassic takes a real record with a full header apart.
func readClassic(e []byte) (Classic, bool) {
	if e[3] != 0xC0 || e[2] != 0x0A && e[2] != 0x14 {
		return Classic{}, false
	}
	c := Classic{Opcode: e[4], Level: e[5], Version: le.Uint16(e[6:]), TID: le.Uint32(e[8:]), PID: le.Uint32(e[12:]),
		Class: GUID(e[24:40]), KernelTime: le.Uint32(e[40:]), UserTime: le.Uint32(e[44:]), Payload: e[48:],
		PointerSize: Pointer64}
	if e[2] == 0x0A {
		c.PointerSize = Pointer32
	}
	return c, true
}

// readManifest takes a real record with an event header apart.
func readManifest(e []byte) (Manifest, bool) {
	if e[3] != 0xC0 || e[2] != 0x12 && e[2] != 0x13 {
		return Manifest{}, false
	}
	m := Manifest{Flags: le.Uint16(e[4:]), Property: le.Uint16(e[6:]), TID: le.Uint32(e[8:]), PID: le.Uint32(e[12:]),
		Provider: GUID(e[24:40]), ID: le.Uint16(e[40:]), Version: e[42], Channel: e[43], Level: e[44], Opcode: e[45],
		Task: le.Uint16(e[46:]), Keyword: le.Uint64(e[48:]), ProcessorTime: le.Uint64(e[56:]), Activity: GUID(e[64:80]),
		PointerSize: Pointer64}
	if e[2] == 0x12 {
		m.PointerSize = Pointer32
	}
	rest := e[80:]
	for more := m.Flags&1 != 0; more; {
		size, data := le.Uint16(rest), le.Uint16(rest[6:])
		m.Items = append(m.Items, ExtendedItem{Type: le.Uint16(rest[2:]), Data: rest[8 : 8+data]})
		more = le.Uint16(rest[4:])&1 != 0
		rest = rest[size:]
	}
	m.Payload = rest
	return m, true
}

func readMessage(e []byte) (Message, bool) {
	if e[3] != 0x90 {
		return Message{}, false
	}
	m := Message{Number: le.Uint16(e[4:]), PointerSize: Pointer64}
	options := le.Uint16(e[6:])
	if options&0x40 != 0 {
		m.PointerSize = Pointer32
	}
	f := &fields{e[8:], m.PointerSize}
	if options&0x01 != 0 {
		v := f.u32()
		m.Sequence = &v
	}
	if options&0x04 != 0 {
		v := f.u32()
		m.ComponentID = &v
	} else if options&0x02 != 0 {
		g := GUID(f.take(16))
		m.Class = &g
	}
	if m.WithTime = options&0x08 != 0; m.WithTime {
		f.take(8)
	}
	if options&0x20 != 0 {
		tid := f.u32()
		m.Thread = &ThreadID{TID: tid, PID: f.u32()}
	}
	m.Payload = f.b
	return m, true
}

// blankItemPadding zeroes what lies between the data of an extended item and the next item: real files hold garbage.
func blankItemPadding(e []byte) []byte {
	e = bytes.Clone(e)
	rest := e[80:]
	for more := le.Uint16(e[4:])&1 != 0; more; {
		clear(rest[8+le.Uint16(rest[6:]) : le.Uint16(rest)])
		more = le.Uint16(rest[4:])&1 != 0
		rest = rest[le.Uint16(rest):]
	}
	return e
}

// TestRecordsEqualRealOnes takes every record of the real recordings apart and writes it again: the bytes have to come
// out as they were, header, extended items and payload.
func TestRecordsEqualRealOnes(t *testing.T) {
	counts := map[uint8]int{}
	eachEvent(t, func(e rawEvent) {
		real, ticks := e.bytes, int64(0)
		var r Record
		if k, ok := readKernel(real); ok {
			stamp := 16
			if k.Form == Perfinfo {
				stamp = 8
			}
			r, ticks = k, int64(le.Uint64(real[stamp:]))
		} else if c, ok := readClassic(real); ok {
			r, ticks = c, int64(le.Uint64(real[16:]))
		} else if m, ok := readManifest(real); ok {
			r, ticks = m, int64(le.Uint64(real[16:]))
			real = blankItemPadding(real)
		} else if m, ok := readMessage(real); ok {
			r, ticks = m, messageTicks(m, real)
		} else {
			t.Fatalf("%s: header kind %02x %02x", e.where, real[2], real[3])
		}
		if got := r.encode(ticks, Pointer64); !bytes.Equal(got, real) {
			t.Fatalf("%s: header kind %02x\n got %x\nreal %x", e.where, e.marker(), got, real)
		}
		counts[e.marker()]++
	})
	for _, kind := range []uint8{0x01, 0x02, 0x0A, 0x11, 0x12, 0x13, 0x14} {
		if counts[kind] == 0 {
			t.Errorf("no record of header kind %02x was met", kind)
		}
	}
	t.Logf("records rewritten by header kind: %v", counts)
}

// messageTicks reads the stamp of a WPP record, which stands after the fields that may precede it.
func messageTicks(m Message, e []byte) int64 {
	if !m.WithTime {
		return 0
	}
	at := 8
	if m.Sequence != nil {
		at += 4
	}
	switch {
	case m.ComponentID != nil:
		at += 4
	case m.Class != nil:
		at += 16
	}
	return int64(le.Uint64(e[at:]))
}

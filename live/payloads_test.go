package live

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"

	"etledger/etl"
	"etledger/live/spool"
)

// This file writes payloads byte for byte as the format notes have them (6.1 and 6.2), with nothing of the writer or the decoders.

// start is 2025-11-30 11:00:00 UTC.
const start = 1764500400_000000000

const (
	second = 1_000_000_000
	minute = 60 * second
	hour   = 60 * minute
)

// payload is a payload under way.
type payload struct {
	bytes.Buffer
	width int
}

func (p *payload) u8(v uint8) *payload   { p.WriteByte(v); return p }
func (p *payload) u32(v uint32) *payload { return p.put(uint64(v), 4) }
func (p *payload) u64(v uint64) *payload { return p.put(v, 8) }
func (p *payload) put(v uint64, n int) *payload {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	p.Write(b[:n])
	return p
}
func (p *payload) ptr(values ...uint64) *payload {
	for _, v := range values {
		p.put(v, p.width)
	}
	return p
}
func (p *payload) wide(s string) *payload {
	for _, unit := range append(utf16.Encode([]rune(s)), 0) {
		p.put(uint64(unit), 2)
	}
	return p
}

// memoryInfo is MemInfo with pages zero 1, free 2, modified 3, no-write 4, bad 5, standby 8 * 10, repurposed 8 * 20, and in version 1
// modified of the page file 6, paged pool 7, nonpaged pool 8, MDL 9 and commit.
func memoryInfo(unixNano int64, version uint8, width int, commit uint64) spool.Event {
	p := payload{width: width}
	p.u8(8).ptr(1, 2, 3, 4, 5)
	for range 8 {
		p.ptr(10)
	}
	for range 8 {
		p.ptr(20)
	}
	if version >= 1 {
		p.ptr(6, 7, 8, 9, commit)
	}
	return spool.Event{Kind: etl.KindEvent, Provider: kernelMemory, ID: 1, Version: version, Task: 1, Keyword: 0x20, UnixNano: unixNano,
		PointerSize: uint8(width), PID: 4, TID: 100, Payload: p.Bytes()}
}

// workingSets is MemInfoWS (id 2) or MemInfoSessionWS (id 3): of each process or session i working set i*10, commit i*100, virtual
// size or paged pool i*1000, private i*5, and in version 2 store 1, stored 2, debt 3 and shared 4.
func workingSets(unixNano int64, id uint16, version uint8, width int, ids ...uint32) spool.Event {
	p := payload{width: width}
	p.u32(uint32(len(ids)))
	for _, i := range ids {
		p.u32(i).ptr(uint64(i)*10, uint64(i)*100, uint64(i)*1000, uint64(i)*5)
		if version >= 2 {
			p.ptr(1, 2, 3, 4)
		}
	}
	return spool.Event{Kind: etl.KindEvent, Provider: kernelMemory, ID: id, Version: version, Task: id, Keyword: 0x40, UnixNano: unixNano,
		PointerSize: uint8(width), PID: 4, TID: 100, Payload: p.Bytes()}
}

// created is the FILETIME of a process's creation, an hour before start.
const created = (start-hour)/100 + 116444736000000000

// processStart is ProcessStart in one of its versions 0 to 5; the parent is 8, the session 1, the flags 2.
func processStart(unixNano int64, version uint8, pid uint32, image string) spool.Event {
	p := payload{width: 8}
	p.u32(pid)
	if version >= 3 {
		p.u64(77)
	}
	p.u64(created).u32(8)
	if version >= 3 {
		p.u64(66)
	}
	p.u32(1)
	if version >= 1 {
		p.u32(2)
	}
	if version >= 3 {
		p.u32(1).u32(1)
		p.Write([]byte{1, 1, 0, 0, 0, 0, 0, 16, 0, 0x30, 0, 0}) // S-1-16-12288
	}
	p.wide(image)
	if version >= 2 {
		p.u32(0xAAAA).u32(0xBBBB).wide("Package").wide("App")
	}
	if version >= 4 {
		p.u32(0)
	}
	if version >= 5 {
		p.u32(0).put(0x8664, 2)
	}
	return spool.Event{Kind: etl.KindEvent, Provider: kernelProcess, ID: 1, Version: version, Keyword: 0x10, UnixNano: unixNano, PointerSize: 8, PID: 8,
		TID: 9, Payload: p.Bytes()}
}

// processRundown is ProcessRundown in its version 0, which is laid out as version 2 of ProcessStart.
func processRundown(unixNano int64, pid uint32, image string) spool.Event {
	e := processStart(unixNano, 2, pid, image)
	e.ID, e.Version = 15, 0
	return e
}

// processStop is ProcessStop of version 1, with exit code 3.
func processStop(unixNano int64, pid uint32, image string) spool.Event {
	p := payload{width: 8}
	p.u32(pid).u64(created).u64(uint64(unixNano/100 + 116444736000000000)).u32(3).u32(1).u32(50).u64(4096).u64(8192)
	p.u64(1).u32(1).u32(1).u32(1).u32(1).u32(1)
	p.WriteString(image + "\x00")
	return spool.Event{Kind: etl.KindEvent, Provider: kernelProcess, ID: 2, Version: 1, Keyword: 0x10, UnixNano: unixNano, PointerSize: 8, PID: pid, TID: 9,
		Payload: p.Bytes()}
}

// lostRecord is RTLostEvent, as a session delivers it.
func lostRecord(unixNano int64) spool.Event {
	return spool.Event{Kind: etl.KindClassic, Provider: lostEvent, Opcode: 32, UnixNano: unixNano, PointerSize: 8}
}

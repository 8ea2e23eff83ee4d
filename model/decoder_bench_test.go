package model

import (
	"testing"

	"etledger/etl"
)

// BenchmarkDecode measures each decoder on its first case of 64 bits, chunks and all.
func BenchmarkDecode(b *testing.B) {
	seen := map[string]bool{}
	for _, c := range decodeCases() {
		name := KindName(KeyOf(&c.event))
		if seen[name] || c.event.PointerSize == 4 {
			continue
		}
		seen[name] = true
		b.Run(name, func(b *testing.B) { benchmarkEvents(b, []etl.Event{c.event}) })
	}
}

// BenchmarkVirtualAllocMixed measures VirtualAlloc and VirtualFree of a hundred processes with names.
func BenchmarkVirtualAllocMixed(b *testing.B) {
	var events []etl.Event
	for i := range uint64(1000) {
		e := allocEvent(int64(i), 4*uint32(1+i%100), i<<16)
		if i%2 == 1 {
			e.Opcode = 0x63
		}
		events = append(events, e)
	}
	benchmarkEvents(b, events)
}

// BenchmarkSteppedOver measures events that are in no table.
func BenchmarkSteppedOver(b *testing.B) {
	benchmarkEvents(b, []etl.Event{unknownEvent(0)})
}

func benchmarkEvents(b *testing.B, events []etl.Event) {
	b.Helper()
	d := newDecoder(nil, Options{ChunkRows: defaultChunkRows, ChunkBytes: defaultChunkBytes})
	for pid := uint32(4); pid <= 400; pid += 4 {
		d.names.process(OpStart, pid, "service.exe", `\Device\HarddiskVolume2\service.exe`)
	}
	b.ReportAllocs()
	next := 0
	for b.Loop() {
		d.decode(&events[next])
		if d.full() {
			if c := d.flush(); c != nil {
				c.Release()
			}
		}
		if next++; next == len(events) {
			next = 0
		}
	}
	if _, malformed := d.kinds.report(); malformed > 0 {
		b.Fatalf("%d of %d events are malformed", malformed, b.N)
	}
}

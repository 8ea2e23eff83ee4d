package model

import (
	"slices"
	"testing"

	"etledger/etl"
)

func virtualCases() []decodeCase {
	kinds := []struct {
		hook   uint16
		kind   string
		flags  uint32
		names  string
		commit bool
	}{
		{0x0262, "alloc", 0x3000, "COMMIT|RESERVE", false},
		{0x0263, "free", 0x4000, "DECOMMIT", false},
		{0x0280, "rundown_start", 0x23000, "COMMIT|RESERVE|PRIVATE", true},
		{0x0281, "rundown_end", 0x2000, "RESERVE", true},
		{0x0281, "rundown_end", 0x2000, "RESERVE", false},
	}
	var cases []decodeCase
	for _, k := range kinds {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.ptr(0x15A0000).ptr(0x100000).u32(0x1234).u32(k.flags)
			want := row{
				"type": k.kind, "pid": 0x1234, "base_address": 0x15A0000, "region_size": 0x100000,
				"alloc_flags": k.flags, "alloc_type": k.names,
			}
			if k.commit {
				w.ptr(0x4000)
				want["commit_size"] = 0x4000
			}
			return decodeCase{
				name: k.kind, table: TableVirtualAlloc, event: kernelEvent(k.hook, 2, 0, nil), want: []row{want},
				least: w.byWidth(24, 16),
			}
		})...)
	}
	// The payload of the reference's worked example.
	example := []byte{
		0x00, 0x00, 0x5A, 0x01, 0, 0, 0, 0, 0x00, 0x00, 0x10, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, 0x00, 0x30, 0, 0,
	}
	return append(cases, decodeCase{
		name: "worked example", table: TableVirtualAlloc, event: kernelEvent(0x0262, 2, 8, example), least: 24,
		want: []row{{
			"type": "alloc", "pid": 0x1234, "base_address": 0x15A0000, "region_size": 1 << 20, "alloc_flags": 0x3000,
			"alloc_type": "COMMIT|RESERVE",
		}},
	})
}

func mappingCases() []decodeCase {
	var cases []decodeCase
	for hook, kind := range map[uint16]string{
		0x0425: "map", 0x0426: "unmap", 0x0427: "rundown_start", 0x0428: "rundown_end",
	} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.ptr(0x7FF60000).ptr(key).u64(0x00C1_000000000001).ptr(0x20000).u32(1000)
			return decodeCase{
				name: kind + " v2", table: TableMapView, event: kernelEvent(hook, 2, 0, nil), least: w.byWidth(36, 24),
				want: []row{{
					"type": kind, "pid": 1000, "view_base": 0x7FF60000, "view_size": 0x20000, "file_key": w.key(),
					"misc_info": 0x00C1_000000000001, "section_type_code": 0xC, "section_type": "PAGEFILE",
					"protection": "READONLY",
				}},
			}
		})...)
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.ptr(0x7FF60000).ptr(key).u64(0x0047_000000000000).ptr(0x20000).u64(1 << 33).u32(1000)
			return decodeCase{
				name: kind + " v3", table: TableMapView, event: kernelEvent(hook, 3, 0, nil), least: w.byWidth(44, 32),
				want: []row{{
					"type": kind, "pid": 1000, "view_base": 0x7FF60000, "view_size": 0x20000, "file_key": w.key(),
					"misc_info": 0x0047_000000000000, "section_type_code": 4, "section_type": "IMAGE",
					"protection": "EXECUTE_WRITECOPY", "offset": 1 << 33,
				}},
			}
		})...)
	}
	return slices.Concat(cases, fileNameCases(), hardFaultCases())
}

func fileNameCases() []decodeCase {
	var cases []decodeCase
	for hook, kind := range map[uint16]string{0x0400: "name", 0x0420: "create", 0x0423: "delete", 0x0424: "rundown"} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.ptr(key).wide(`\Device\HarddiskVolume2\a.dat`)
			return decodeCase{
				name: "file " + kind, table: TableFileName, event: kernelEvent(hook, 2, 0, nil), least: w.byWidth(8, 4),
				want: []row{{"type": kind, "file_key": w.key(), "file_name": `\Device\HarddiskVolume2\a.dat`}},
			}
		})...)
	}
	return cases
}

func hardFaultCases() []decodeCase {
	return bothPointers(func(w *payloadWriter) decodeCase {
		w.u64(500).u64(0x26B4000).ptr(0x7F0000).ptr(key).u32(88).u32(4096)
		e := kernelEvent(0x0220, 2, 0, nil)
		e.Ticks = 1500
		return decodeCase{
			name: "hard fault", table: TableHardFault, event: e, least: w.byWidth(40, 32),
			want: []row{{
				"initial_ticks": 500, "duration": 100_000, "read_offset": 0x26B4000, "virtual_address": 0x7F0000,
				"file_key": w.key(), "tid": 88, "byte_count": 4096,
			}},
		}
	})
}

// TestSectionWithoutName has a section type that is not known.
func TestSectionWithoutName(t *testing.T) {
	w := &payloadWriter{pointer: 8}
	w.ptr(0).ptr(0).u64(0x123 << 52).ptr(0).u32(4)
	got := oneRow(t, TableMapView, kernelEvent(0x0425, 2, 8, w.bytes))
	if got["section_type"] != nil || got["section_type_code"] != uint64(0x123) {
		t.Errorf("section type is %v (%v), want null (0x123)", got["section_type"], got["section_type_code"])
	}
}

// TestHardFaultDuration has faults whose duration is not known: none began, or the clock is not known.
func TestHardFaultDuration(t *testing.T) {
	event := func(began, ticks int64) etl.Event {
		w := &payloadWriter{pointer: 8}
		w.u64(uint64(began)).u64(0).ptr(0).ptr(0).u32(88).u32(4096)
		e := kernelEvent(0x0220, 2, 8, w.bytes)
		e.Ticks = ticks
		return e
	}
	unknownClock := event(10, 20)
	unknownClock.Recording = 1
	chunks, _ := read(t, Options{}, event(10, 20), event(0, 20), event(30, 20), unknownClock)
	rows := chunks[0].Batch(TableHardFault).HardFault()
	if d, ok := rows.DurationNS.At(0); d != 1000 || !ok {
		t.Errorf("duration of 10 ticks of 100 ns is %d, %v", d, ok)
	}
	for i := 1; i < 4; i++ {
		if d, ok := rows.DurationNS.At(i); ok {
			t.Errorf("row %d has duration %d, want null", i, d)
		}
	}
}

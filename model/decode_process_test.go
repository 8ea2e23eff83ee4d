package model

import (
	"encoding/hex"
	"fmt"
	"testing"

	"etledger/etl"
)

// systemSID is S-1-5-18 and userSID S-1-5-21-1-2-3-1000, as recordings hold them.
var (
	systemSID = []byte{1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0}
	userSID   = []byte{1, 5, 0, 0, 0, 0, 0, 5, 21, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0xE8, 3, 0, 0}
)

// user writes the block that tells the user: a TOKEN_USER of two pointers, then the SID.
func (w *payloadWriter) user(pointer uint64, sid []byte) *payloadWriter {
	return w.ptr(pointer).ptr(0).raw(sid...)
}

const key = 0xFFFFFA8012345678 // a kernel address; 32-bit events hold its lower half

func (w *payloadWriter) key() uint64 {
	if w.pointer == 4 {
		return 0x12345678
	}
	return key
}

// processTypes are the opcodes of process events and what they make of a row.
var processTypes = map[uint16]string{
	0x0301: "start", 0x0302: "end", 0x0303: "rundown_start", 0x0304: "rundown_end", 0x0327: "defunct",
}

func processCases() []decodeCase {
	cases := processVersions()
	for hook, name := range processTypes {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.ptr(key).u32(1000).u32(900).u32(1).u32(0x103).ptr(0x187000).u32(2).user(0x1000, systemSID)
			w.narrow("service.exe").wide("service.exe -k").wide("Pack_1").wide("App")
			return decodeCase{
				name: "process v4 " + name, table: TableProcess, event: kernelEvent(hook, 4, 0, nil),
				want: []row{{
					"type": name, "pid": 1000, "parent_pid": 900, "session_id": 1, "exit_status": 0x103,
					"unique_process_key": w.key(), "directory_table_base": 0x187000, "flags": 2, "sid": "S-1-5-18",
					"name": "service.exe", "command_line": "service.exe -k", "package_full_name": "Pack_1",
					"application_id": "App",
				}},
				least: w.byWidth(36+16+12, 28+8+12),
			}
		})...)
	}
	terminate := kernelEvent(0x030B, 2, 8, (&payloadWriter{}).u32(1000).bytes)
	cases = append(cases, decodeCase{
		name: "process terminate", table: TableProcess, event: terminate, want: []row{{"type": "terminate", "pid": 1000}},
		least: 4,
	})
	return append(cases, counterCases()...)
}

// processVersions are rundowns in all other versions.
func processVersions() []decodeCase {
	v0 := bothPointers(func(w *payloadWriter) decodeCase {
		w.ptr(1000).ptr(900).user(0x1000, systemSID).narrow("old.exe")
		return decodeCase{
			name: "process v0", table: TableProcess, event: kernelEvent(0x0303, 0, 0, nil), least: w.byWidth(44, 28),
			want: []row{{"type": "rundown_start", "pid": 1000, "parent_pid": 900, "sid": "S-1-5-18", "name": "old.exe"}},
		}
	})
	v1 := bothPointers(func(w *payloadWriter) decodeCase {
		w.ptr(0x187000).u32(1000).u32(900).u32(1).u32(0x103).user(0x1000, userSID).narrow("old.exe")
		return decodeCase{
			name: "process v1", table: TableProcess, event: kernelEvent(0x0303, 1, 0, nil),
			least: w.byWidth(24+16+28, 20+8+28),
			want: []row{{
				"type": "rundown_start", "pid": 1000, "parent_pid": 900, "session_id": 1, "exit_status": 0x103,
				"directory_table_base": 0x187000, "sid": "S-1-5-21-1-2-3-1000", "name": "old.exe",
			}},
		}
	})
	v2 := bothPointers(func(w *payloadWriter) decodeCase {
		w.ptr(key).u32(1000).u32(900).u32(1).u32(0).u32(0).narrow("bare.exe").wide("bare.exe")
		return decodeCase{
			name: "process v2 without user", table: TableProcess, event: kernelEvent(0x0303, 2, 0, nil),
			least: w.byWidth(28, 24),
			want: []row{{
				"type": "rundown_start", "pid": 1000, "parent_pid": 900, "session_id": 1, "exit_status": 0,
				"unique_process_key": w.key(), "name": "bare.exe", "command_line": "bare.exe",
			}},
		}
	})
	v5 := bothPointers(func(w *payloadWriter) decodeCase {
		w.ptr(key).u32(1000).u32(900).u32(1).u32(0).ptr(0x187000).u32(0).user(0x1000, systemSID)
		w.narrow("gone.exe").wide("").wide("").wide("").u64(fileTimeOfUnix + 15)
		return decodeCase{
			name: "process v5 defunct", table: TableProcess, event: kernelEvent(0x0327, 5, 0, nil),
			least: len(w.bytes),
			want: []row{{
				"type": "defunct", "pid": 1000, "parent_pid": 900, "session_id": 1, "exit_status": 0,
				"unique_process_key": w.key(), "directory_table_base": 0x187000, "flags": 0, "sid": "S-1-5-18",
				"name": "gone.exe", "command_line": "", "package_full_name": "", "application_id": "",
				"exit_time": 1500,
			}},
		}
	})
	return append(append(v0, v1...), append(v2, v5...)...)
}

func counterCases() []decodeCase {
	var cases []decodeCase
	for hook, name := range map[uint16]string{0x0320: "end", 0x0321: "rundown_end"} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.u32(1000).u32(1).u32(2).u32(0xBAD)
			for size := uint64(11); size <= 21; size++ {
				w.ptr(size)
			}
			return decodeCase{
				name: "counters " + name, table: TableProcessCounters, event: kernelEvent(hook, 2, 0, nil),
				least: w.byWidth(104, 60),
				want: []row{{
					"type": name, "pid": 1000, "page_fault_count": 1, "handle_count": 2, "peak_virtual_size": 11,
					"peak_working_set_size": 12, "peak_pagefile_usage": 13, "peak_paged_pool": 14,
					"peak_non_paged_pool": 15, "virtual_size": 16, "working_set_size": 17, "pagefile_usage": 18,
					"paged_pool": 19, "non_paged_pool": 20, "private_bytes": 21,
				}},
			}
		})...)
	}
	return cases
}

// TestProcessScrubbedUser has a SID behind pointers that were zeroed, which looks like the four zero bytes of no
// user.
func TestProcessScrubbedUser(t *testing.T) {
	for _, pointer := range []int{8, 4} {
		w := &payloadWriter{pointer: pointer}
		w.ptr(0).u32(1000).u32(900).u32(1).u32(0).ptr(0).user(0, userSID).narrow("test.exe").wide("test.exe /x")
		got := oneRow(t, TableProcess, kernelEvent(0x0301, 3, uint8(pointer), w.bytes))
		want := row{"sid": "S-1-5-21-1-2-3-1000", "name": "test.exe", "command_line": "test.exe /x"}
		for column, text := range want {
			if got[column] != text {
				t.Errorf("%d-bit: %s is %v, want %v", 8*pointer, column, got[column], text)
			}
		}
	}
}

// TestProcessMalformedUser has a user block that is no SID.
func TestProcessMalformedUser(t *testing.T) {
	for _, sid := range [][]byte{{2, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0}, {1, 16, 0, 0, 0, 0, 0, 5}, {1, 15, 0, 0}} {
		w := &payloadWriter{pointer: 8}
		w.ptr(key).u32(1000).u32(900).u32(1).u32(0).user(0x1000, sid).narrow("test.exe").wide("test.exe")
		if _, stats := read(t, Options{}, kernelEvent(0x0301, 2, 8, w.bytes)); stats.Malformed != 1 {
			t.Errorf("SID %x is not malformed", sid)
		}
	}
}

// TestProcessClassicHeader has the same payload under a classic header of the class of processes.
func TestProcessClassicHeader(t *testing.T) {
	w := &payloadWriter{pointer: 8}
	w.ptr(key).u32(1000).u32(900).u32(1).u32(0).user(0x1000, systemSID).narrow("test.exe").wide("test.exe")
	e := kernelEvent(0x0301, 2, 8, w.bytes)
	direct := oneRow(t, TableProcess, e)
	e.Kind, e.Group, e.Provider = etl.KindClassic, 0, etl.MustGUID("3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c")
	compareRows(t, "classic", oneRow(t, TableProcess, e), direct)
}

// TestPointerSizeOfHandMadeRecordings has payloads of one width in events that claim the other.
func TestPointerSizeOfHandMadeRecordings(t *testing.T) {
	for _, c := range append(processCases(), imageCases()...) {
		if c.table == TableProcessCounters || c.least == 4 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			c.event.PointerSize = 12 - c.event.PointerSize
			checkDecodeCase(t, c)
		})
	}
}

func TestSetTime(t *testing.T) {
	cases := []struct {
		fileTime uint64
		want     string
	}{
		{0, "0 false"},
		{fileTimeOfUnix, "0 true"},
		{fileTimeOfUnix + 1, "100 true"},
		{130317334947711373, fmt.Sprint(int64(130317334947711373-fileTimeOfUnix)*100, true)},
		{1, "0 false"}, // the year 1601 is beyond what nanoseconds since 1970 hold
		{1<<63 - 1, "0 false"},
		{1 << 63, "0 false"},
		{1<<64 - 1, "0 false"},
	}
	for _, c := range cases {
		var column Values[int64]
		setTime(&column, 0, c.fileTime)
		if column.Raw == nil {
			column.Raw, column.valid = make([]int64, 1), make([]byte, 1)
		}
		v, ok := column.At(0)
		if got := fmt.Sprint(v, ok); got != c.want {
			t.Errorf("FILETIME %d is %s, want %s", c.fileTime, got, c.want)
		}
	}
}

func TestDecodeSID(t *testing.T) {
	for text, digits := range map[string]string{
		"S-1-5-18":                       "010100000000000512000000",
		"S-1-0":                          "0100000000000000",
		"S-1-281474976710655-4294967295": "0101ffffffffffffffffffff",
		"S-1-5-32-544":                   "01020000000000052000000020020000",
	} {
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		if got := decodeSID(b); got != text {
			t.Errorf("%s is %s, want %s", digits, got, text)
		}
	}
}

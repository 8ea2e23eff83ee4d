package model

import (
	"testing"

	"etledger/etl"
)

// pageLists writes what every memory information begins with, and gives the columns that it makes.
func (w *payloadWriter) pageLists(lists int) row {
	w.ptr(1).ptr(2).ptr(3).ptr(4).ptr(5)
	for i := range lists {
		w.ptr(uint64(10 + i))
	}
	for range lists {
		w.ptr(100)
	}
	return row{
		"zero_pages": 1, "free_pages": 2, "modified_pages": 3, "modified_no_write_pages": 4, "bad_pages": 5,
		"standby_pages": lists*10 + lists*(lists-1)/2, "repurposed_pages": lists * 100,
	}
}

func memoryInfoCases() []decodeCase {
	cases := bothPointers(func(w *payloadWriter) decodeCase {
		want := w.pageLists(8)
		return decodeCase{
			name: "memory info, 21 words", table: TableMemoryInfo, event: kernelEvent(0x0270, 2, 0, nil),
			want: []row{want}, least: w.byWidth(168, 84),
		}
	})
	cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
		want := w.pageLists(8)
		w.ptr(6)
		want["modified_pagefile_pages"] = 6
		return decodeCase{
			name: "memory info, 22 words", table: TableMemoryInfo, event: kernelEvent(0x0270, 2, 0, nil),
			want: []row{want}, least: w.byWidth(168, 84),
		}
	})...)
	whole := func(w *payloadWriter, want row) []row {
		w.ptr(6).ptr(7).ptr(8).ptr(9).ptr(10)
		want["modified_pagefile_pages"] = 6
		want["paged_pool_pages"] = 7
		want["non_paged_pool_pages"] = 8
		want["mdl_pages"] = 9
		want["commit_pages"] = 10
		return []row{want}
	}
	cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
		return decodeCase{
			name: "memory info, 26 words", table: TableMemoryInfo, event: kernelEvent(0x0270, 2, 0, nil),
			want: whole(w, w.pageLists(8)), least: w.byWidth(168, 84),
		}
	})...)
	for version, lists := range []int{8, 8, 3} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			want := []row{w.u8(uint8(lists)).pageLists(lists)}
			if version > 0 {
				want = whole(w, want[0])
			}
			words := 5 + 2*lists
			return decodeCase{
				name: "manifest memory info", table: TableMemoryInfo, want: want,
				event: manifestEvent(kernelMemory, 1, uint16(min(version, 1))), least: 1 + w.byWidth(8, 4)*words,
			}
		})...)
	}
	return append(cases, workingSetCases()...)
}

// workingSetCases are lists of two entries, of the events that have such lists.
func workingSetCases() []decodeCase {
	kinds := []struct {
		name    string
		table   Table
		event   etl.Event
		id      string
		third   string
		version uint16
	}{
		{"process", TableProcessMemoryInfo, kernelEvent(0x027D, 2, 8, nil), "pid", "virtual_size_pages", 2},
		{"process", TableProcessMemoryInfo, kernelEvent(0x027D, 0, 8, nil), "pid", "virtual_size_pages", 0},
		{"session", TableSessionMemoryInfo, kernelEvent(0x027E, 2, 8, nil), "session_id", "paged_pool_pages", 2},
		{"process", TableProcessMemoryInfo, manifestEvent(kernelMemory, 2, 2), "pid", "virtual_size_pages", 2},
		{"session", TableSessionMemoryInfo, manifestEvent(kernelMemory, 3, 1), "session_id", "paged_pool_pages", 1},
		{"session", TableSessionMemoryInfo, manifestEvent(kernelMemory, 3, 2), "session_id", "paged_pool_pages", 2},
	}
	var cases []decodeCase
	for _, k := range kinds {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.u32(2)
			var want []row
			for i := range uint64(2) {
				w.u32(uint32(1000 + i)).ptr(10 + i).ptr(20 + i).ptr(30 + i).ptr(40 + i)
				entry := row{
					k.id: 1000 + i, "working_set_pages": 10 + i, "commit_pages": 20 + i, k.third: 30 + i,
					"private_working_set_pages": 40 + i,
				}
				if k.version >= 2 {
					w.ptr(50 + i).ptr(60 + i).ptr(70 + i).ptr(80 + i)
					entry["store_size_pages"] = 50 + i
					entry["stored_pages"] = 60 + i
					entry["commit_debt_pages"] = 70 + i
					entry["shared_commit_pages"] = 80 + i
				}
				want = append(want, entry)
			}
			c := decodeCase{name: "working sets of " + k.name, table: k.table, event: k.event, want: want, least: len(w.bytes)}
			if k.version < 2 { // entries of one, two or three counts
				c.whole = []int{4 + 2*w.byWidth(12, 8), 4 + 2*w.byWidth(20, 12), 4 + 2*w.byWidth(28, 16)}
			}
			return c
		})...)
	}
	return cases
}

// TestWorkingSetsCount has counts that do not agree with the length.
func TestWorkingSetsCount(t *testing.T) {
	cases := []struct {
		count, bytes int
		rows         int
		malformed    uint64
	}{
		{0, 0, 0, 0},
		{0, 68, 0, 0},
		{1, 68, 1, 0},
		{1, 76, 1, 0}, // an entry with a field more
		{2, 2 * 76, 2, 0},
		{2, 2*68 + 3, 2, 0}, // bytes left over
		{1, 60, 0, 1},       // a field less
		{3, 2 * 68, 0, 1},
		{0x7FFFFFFF, 68, 0, 1},
		{0xFFFFFFFF, 68, 0, 1},
	}
	for _, c := range cases {
		w := (&payloadWriter{pointer: 8}).u32(uint32(c.count)).raw(make([]byte, c.bytes)...)
		chunks, stats := read(t, Options{}, kernelEvent(0x027D, 2, 8, w.bytes))
		if rows := tableRows(t, chunks, TableProcessMemoryInfo); len(rows) != c.rows || stats.Malformed != c.malformed {
			t.Errorf("%d entries in %d bytes: %d rows, %d malformed, want %d, %d", c.count, c.bytes, len(rows),
				stats.Malformed, c.rows, c.malformed)
		}
	}
}

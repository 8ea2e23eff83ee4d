package model

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"etledger/etl"
)

// allocEvent makes a VirtualAlloc of 64 KiB at a time.
func allocEvent(nano int64, pid uint32, base uint64) etl.Event {
	w := &payloadWriter{pointer: 8}
	w.ptr(base).ptr(0x10000).u32(pid).u32(MemCommit | MemReserve)
	e := kernelEvent(0x0262, 2, 8, w.bytes)
	e.UnixNano, e.Ticks, e.Processor = nano, nano/100, 3
	return e
}

// unknownEvent makes an event of a kind that is in no table.
func unknownEvent(nano int64) etl.Event {
	e := kernelEvent(0x0F2E, 2, 8, make([]byte, 16))
	e.UnixNano = nano
	return e
}

func TestCommonColumns(t *testing.T) {
	withThread := allocEvent(3_000_000_500, 8, 0x20000)
	withThread.HasThread, withThread.PID, withThread.TID = true, 4, 88
	chunks, stats := read(t, Options{}, unknownEvent(1_000_000_000), allocEvent(2_000_000_000, 4, 0x10000), withThread)
	rows := chunks[0].Batch(TableVirtualAlloc).VirtualAlloc()
	want := Common{
		Seq: []uint64{0, 1}, Ticks: []int64{20_000_000, 30_000_005}, UnixNano: []int64{2_000_000_000, 3_000_000_500},
		TimeS: []float64{1, 2.0000005}, Processor: []uint16{3, 3},
		HeaderPID: Values[uint32]{Raw: []uint32{0, 4}, valid: []byte{2}},
		HeaderTID: Values[uint32]{Raw: []uint32{0, 88}, valid: []byte{2}},
	}
	if got, want := fmt.Sprint(rows.Common), fmt.Sprint(want); got != want {
		t.Errorf("common columns are %s, want %s", got, want)
	}
	if stats.Events != 3 || stats.FirstNano != 1_000_000_000 || stats.LastNano != 3_000_000_500 {
		t.Errorf("statistics are %+v", stats)
	}
}

func TestChunkRows(t *testing.T) {
	var events []etl.Event
	for i := range int64(25) {
		events = append(events, allocEvent(i, 4, uint64(i)<<16), unknownEvent(i))
	}
	chunks, _ := read(t, Options{ChunkRows: 10}, events...)
	var lengths []int
	next := uint64(0)
	for _, c := range chunks {
		checkChunk(t, c)
		rows := c.Batch(TableVirtualAlloc).VirtualAlloc()
		lengths = append(lengths, len(rows.Seq))
		for i, seq := range rows.Seq {
			if seq != next || rows.BaseAddress[i] != next<<16 {
				t.Fatalf("row of event %d at %#x, want event %d", seq, rows.BaseAddress[i], next)
			}
			next++
		}
	}
	if !slices.Equal(lengths, []int{10, 10, 5}) {
		t.Errorf("chunks have %d rows", lengths)
	}
}

func TestChunkBytes(t *testing.T) {
	var events []etl.Event
	for i := range int64(10) {
		events = append(events, allocEvent(i, 4, 0))
	}
	chunks, _ := read(t, Options{ChunkBytes: 72}, events...) // three payloads of 24 bytes
	if len(chunks) != 4 || chunks[3].Batch(TableVirtualAlloc).Len() != 1 {
		t.Errorf("%d chunks, want 4", len(chunks))
	}
}

// TestChunksStayValid keeps the first chunk while later ones are made.
func TestChunksStayValid(t *testing.T) {
	var events []etl.Event
	for i := range int64(1000) {
		events = append(events, allocEvent(i, 4, uint64(i)<<16))
	}
	chunks, _ := read(t, Options{ChunkRows: 100}, events...)
	for i, c := range chunks {
		if base := c.Batch(TableVirtualAlloc).VirtualAlloc().BaseAddress; base[0] != uint64(i*100)<<16 {
			t.Errorf("chunk %d begins at %#x", i, base[0])
		}
	}
}

// processEvents announce a process with an image, load a library and end the process.
func processEvents(pid uint32, at int64) (start, exe, library, end etl.Event) {
	process := func(hook uint16) etl.Event {
		w := &payloadWriter{pointer: 8}
		w.ptr(key).u32(pid).u32(900).u32(1).u32(0).user(0x1000, systemSID).narrow("App.exe").wide("app")
		e := kernelEvent(hook, 2, 8, w.bytes)
		e.UnixNano = at
		return e
	}
	image := func(path string) etl.Event {
		w := &payloadWriter{pointer: 8}
		w.ptr(0x77710000).ptr(0x157000).u32(pid).wide(path)
		e := kernelEvent(0x030A, 1, 8, w.bytes)
		e.UnixNano = at
		return e
	}
	return process(0x0301), image(`\Device\HarddiskVolume2\APP.EXE`), image(`\Device\HarddiskVolume2\lib.dll`), process(0x0302)
}

func TestProcessNames(t *testing.T) {
	start, exe, library, end := processEvents(1000, 0)
	alloc := allocEvent(0, 1000, 0x10000)
	other := allocEvent(0, 1004, 0x10000)
	events := []etl.Event{alloc, start, alloc, library, alloc, exe, alloc, other, end, alloc, start, alloc}
	want := []string{
		"<nil> <nil>", "App.exe <nil>", "App.exe <nil>", `App.exe \Device\HarddiskVolume2\APP.EXE`, "<nil> <nil>",
		"<nil> <nil>", "App.exe <nil>",
	}
	for _, opts := range []Options{{}, {Tables: []Table{TableVirtualAlloc}}, {ChunkRows: 1}} {
		chunks, _ := read(t, opts, events...)
		var got []string
		for _, r := range tableRows(t, chunks, TableVirtualAlloc) {
			got = append(got, fmt.Sprint(r["name"], " ", r["exe"]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v: names are %q, want %q", opts, got, want)
		}
		for _, c := range chunks {
			checkChunk(t, c)
			if opts.Tables != nil && (c.Batch(TableProcess) != nil || c.Batch(TableImage) != nil) {
				t.Error("tables were delivered that nobody asked for")
			}
		}
	}
}

// TestProcessNamesOfRundown has rundowns of a known process, which must not forget its image, and one of another
// process with the same number.
func TestProcessNamesOfRundown(t *testing.T) {
	var names processNames
	names.begin(newDecoder(nil, Options{}))
	path := (&payloadWriter{}).wide(`\a\app.exe`).bytes
	path = path[:len(path)-2]
	names.process(OpRundownStart, 8, "app.exe", "")
	names.image(8, path)
	names.process(OpRundownEnd, 8, "APP.exe", "")
	if got := names.processes[8].exe; got != `\a\app.exe` {
		t.Errorf("image is %q after the rundown of the same process", got)
	}
	names.process(OpRundownEnd, 8, "other.exe", "")
	if got := *names.processes[8]; got.exe != "" || got.name != "other.exe" {
		t.Errorf("names are %+v after the rundown of another process", got)
	}
	names.process(OpRundownEnd, 8, "other.exe", `\b\other.exe`)
	if got := names.processes[8].exe; got != `\b\other.exe` {
		t.Errorf("image is %q after a rundown that tells it", got)
	}
	names.process(OpDefunct, 8, "gone.exe", "")
	if got := names.processes[8].name; got != "other.exe" {
		t.Errorf("name is %q after another process was found defunct", got)
	}
}

func TestHardFaultProcess(t *testing.T) {
	thread := func(hook uint16, pid uint32) etl.Event {
		return kernelEvent(hook, 1, 8, threadAddressValues((&payloadWriter{pointer: 8}).u32(pid).u32(88)).u8(0).bytes)
	}
	w := &payloadWriter{pointer: 8}
	fault := kernelEvent(0x0220, 2, 8, w.u64(0).u64(0).ptr(0).ptr(0).u32(88).u32(4096).bytes)
	chunks, _ := read(t, Options{Tables: []Table{TableHardFault}},
		fault, thread(0x0501, 1000), fault, thread(0x0502, 1000), fault, thread(0x0503, 2000), fault)
	var got []any
	for _, r := range tableRows(t, chunks, TableHardFault) {
		got = append(got, r["pid"])
	}
	if want := []any{nil, uint64(1000), nil, uint64(2000)}; !slices.Equal(got, want) {
		t.Errorf("processes of the thread are %v, want %v", got, want)
	}
}

func TestDamageDoesNotEndTheIteration(t *testing.T) {
	damage := &etl.CorruptError{File: "x.etl", Buffer: 1024, Offset: 72, Err: errors.New("torn")}
	source := func(context.Context) iter.Seq2[etl.Event, error] {
		return func(yield func(etl.Event, error) bool) {
			for i := range int64(MaxDamage + 50) {
				if !yield(allocEvent(i, 4, 0), nil) || !yield(etl.Event{}, fmt.Errorf("reading: %w", damage)) {
					return
				}
			}
		}
	}
	r := NewEventReader(source, nil, Options{})
	rows := 0
	for b, err := range r.Batches(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		rows += b.Len()
	}
	s := r.Stats()
	if rows != MaxDamage+50 || s.DamageCount != MaxDamage+50 || len(s.Damage) != MaxDamage || s.Damage[0] != damage {
		t.Errorf("%d rows, %d places of damage, %d kept", rows, s.DamageCount, len(s.Damage))
	}
}

func TestErrorEndsTheIteration(t *testing.T) {
	failure := errors.New("disk gone")
	source := func(context.Context) iter.Seq2[etl.Event, error] {
		return func(yield func(etl.Event, error) bool) {
			if yield(allocEvent(0, 4, 0), nil) && yield(etl.Event{}, failure) {
				t.Error("the iteration went on after an error")
			}
		}
	}
	var got []error
	for _, err := range NewEventReader(source, nil, Options{}).Batches(t.Context()) {
		got = append(got, err)
	}
	if !slices.Equal(got, []error{failure}) {
		t.Errorf("errors are %v, want the source's alone", got)
	}
}

// TestStopEarly leaves the iterations after their first result.
func TestStopEarly(t *testing.T) {
	events := []etl.Event{allocEvent(0, 4, 0), allocEvent(1, 4, 0), allocEvent(2, 4, 0)}
	r := NewEventReader(sourceOf(events...), nil, Options{ChunkRows: 1, Concurrency: 1})
	if s := r.Stats(); s.Events != 0 {
		t.Errorf("%d events before any iteration", s.Events)
	}
	for range r.Chunks(t.Context()) {
		break
	}
	if s := r.Stats(); s.Events != 1 {
		t.Errorf("%d events were read for one chunk, want 1", s.Events)
	}
	for range r.Batches(t.Context()) {
		break
	}
	if s := r.Stats(); s.Events != 1 {
		t.Errorf("%d events were read for one batch, want 1", s.Events)
	}
}

func TestStatsKinds(t *testing.T) {
	provider := etl.MustGUID("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716")
	class := etl.MustGUID("9b79ee91-b5fd-41c0-a243-4248e266e9d0")
	short := allocEvent(0, 4, 0)
	short.Payload = short.Payload[:23]
	older := allocEvent(0, 4, 0)
	older.Version = 1
	_, stats := read(t, Options{},
		etl.Event{Kind: etl.KindMessage, ID: 7, Version: 3}, etl.Event{Kind: etl.KindMessage, ID: 8},
		manifestEvent(provider, 99, 1), manifestEvent(provider, 98, 1), manifestEvent(provider, 99, 1),
		etl.Event{Kind: etl.KindClassic, Provider: class, Opcode: 37, ID: 5}, short, allocEvent(0, 4, 0), older)
	want := []KindCount{
		{KindKey: KindKey{Kind: etl.KindKernel, Group: 2, Opcode: 0x62, Version: 1}, Count: 1},
		{KindKey: KindKey{Kind: etl.KindKernel, Group: 2, Opcode: 0x62, Version: 2}, Count: 2, Malformed: 1},
		{KindKey: KindKey{Kind: etl.KindClassic, Provider: class, Opcode: 37}, Count: 1},
		{KindKey: KindKey{Kind: etl.KindEvent, Provider: provider, ID: 98, Version: 1}, Count: 1},
		{KindKey: KindKey{Kind: etl.KindEvent, Provider: provider, ID: 99, Version: 1}, Count: 2},
		{KindKey: KindKey{Kind: etl.KindMessage}, Count: 2},
	}
	if !slices.Equal(stats.Kinds, want) || stats.Malformed != 1 {
		t.Errorf("kinds are %+v (%d malformed), want %+v", stats.Kinds, stats.Malformed, want)
	}
}

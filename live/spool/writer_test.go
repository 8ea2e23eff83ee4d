package spool_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/etlwriter"
	"etledger/live/spool"
)

var (
	kernelMemory = etl.MustGUID("d1d93ef7-e1f2-4f45-9943-03d245fe6c00")
	lostEvents   = etl.MustGUID("6a399ae0-4bc6-4de9-870b-3657f8947e7e")
)

const start = 1764500400_000000000 // 2025-11-30 11:00:00 UTC

// all reads a recording.
func all(t *testing.T, path string) (etl.Header, []etl.Event, etl.Losses) {
	t.Helper()
	capture, err := etl.Open(t.Context(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	var events []etl.Event
	for e, err := range capture.Events(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e.Clone())
	}
	if len(events) == 0 || events[0].Kind != etl.KindKernel {
		t.Fatal("the recording does not begin with its header")
	}
	return capture.Header(), events[1:], capture.Losses()
}

func create(t *testing.T, o spool.Options) (string, *spool.Writer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.etl")
	if o.Start == 0 {
		o.Start = start
	}
	w, err := spool.Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return path, w
}

func write(t *testing.T, w *spool.Writer, e spool.Event) {
	t.Helper()
	if err := w.Write(&e); err != nil {
		t.Fatal(err)
	}
}

// Whatever an event says comes back, in the order of time over processors.
func TestEventsComeBack(t *testing.T) {
	path, w := create(t, spool.Options{SessionName: "watch é", Machine: spool.Machine{OSBuild: 22631, Processors: 4, PointerSize: 8,
		CPUMHz: 2400, BootTime: time.Unix(1764400000, 0).UTC(), BiasMinutes: -60}})
	events := []spool.Event{
		{Kind: etl.KindEvent, Provider: kernelMemory, ID: 2, Version: 1, UnixNano: start + 600, Payload: []byte{1, 2, 3}, PID: 4, TID: 8, Processor: 3, PointerSize: 8, Opcode: 9},
		{Kind: etl.KindEvent, Provider: kernelMemory, ID: 1, UnixNano: start + 100, Payload: make([]byte, 65535-80), PID: 5, TID: 9, Processor: 0, PointerSize: 4},
		{Provider: lostEvents, Kind: etl.KindClassic, Opcode: 32, Version: 2, UnixNano: start + 200, PID: 6, TID: 7, Processor: 2047, PointerSize: 8},
		{Kind: etl.KindKernel, Group: 3, Opcode: 1, Version: 4, UnixNano: start + 400, Payload: []byte{4}, PID: 16, TID: 17, Processor: 1, PointerSize: 4},
		{Kind: etl.KindKernel, Group: 2, Opcode: 125, Version: 2, UnixNano: start + 500, Payload: []byte{5, 6}, Processor: 1, PointerSize: 8, Anonymous: true},
	}
	for _, e := range events {
		write(t, w, e)
	}
	w.Lost(7, 3)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	h, got, losses := all(t, path)
	if h.SessionName != "watch é" || h.OSBuild != 22631 || h.Processors != 4 || h.PointerSize != 8 || h.CPUMHz != 2400 ||
		h.BiasMinutes != -60 || !h.BootTime.Equal(time.Unix(1764400000, 0)) || h.StartTime.UnixNano() != start ||
		h.EndTime.UnixNano() != start+600 || h.BuffersWritten != 5 || h.Clock != etl.ClockSystemTime || h.BufferSize != spool.BufferSize {
		t.Errorf("header %+v", h)
	}
	for i, index := range []int{1, 2, 3, 4, 0} {
		want, g := events[index], got[i]
		if g.Provider != want.Provider || g.ID != want.ID || g.Version != uint16(want.Version) || g.UnixNano != want.UnixNano ||
			!bytes.Equal(g.Payload, want.Payload) || g.PID != want.PID || g.TID != want.TID || g.Processor != want.Processor ||
			g.PointerSize != want.PointerSize || g.Opcode != want.Opcode || g.Kind != want.Kind || g.Group != want.Group || g.HasThread == want.Anonymous {
			t.Errorf("event %d: %+v, want %+v", i, g, want)
		}
	}
	if want := (etl.Losses{EventsLost: 7, BuffersLost: 3, LostEventRecords: 1}); losses.EventsLost != want.EventsLost ||
		losses.BuffersLost != want.BuffersLost || losses.LostEventRecords != 1 || losses.BuffersMissing != 0 || losses.TruncatedBytes != 0 ||
		losses.SequenceMissing != 0 || losses.TrailingBytes != 0 || losses.EventsOutOfOrder != 0 {
		t.Errorf("losses %+v", losses)
	}
}

// The bytes of an event are those that the tests' own writer gives, which real recordings were compared with.
func TestBytesOfEvents(t *testing.T) {
	for _, width := range []etlwriter.PointerSize{4, 8} {
		reference, err := etlwriter.NewSession(etlwriter.Settings{Clock: etlwriter.SystemTime, StartTime: start/100 + 116444736000000000, BufferSize: spool.BufferSize})
		if err != nil {
			t.Fatal(err)
		}
		payload := []byte{9, 8, 7, 6, 5}
		ticks := int64(start/100 + 116444736000000000 + 50)
		reference.Write(0, ticks, etlwriter.Manifest{Provider: etlwriter.GUIDKernelMemory, ID: 2, Version: 1, Level: 4, Opcode: 1, Task: 2,
			Keyword: 0x40, PointerSize: width, PID: 11, TID: 12, Payload: payload})
		reference.Write(0, ticks, etlwriter.Classic{Class: etlwriter.GUIDLostEvent, Opcode: 32, Level: 3, Version: 2, PointerSize: width, PID: 11, TID: 12,
			Payload: payload})
		want, err := reference.Finish()
		if err != nil {
			t.Fatal(err)
		}
		path, w := create(t, spool.Options{})
		write(t, w, spool.Event{Provider: kernelMemory, ID: 2, Version: 1, Level: 4, Opcode: 1, Task: 2, Keyword: 0x40,
			PointerSize: uint8(width), PID: 11, TID: 12, Payload: payload, UnixNano: start + 5000})
		write(t, w, spool.Event{Provider: lostEvents, Kind: etl.KindClassic, Opcode: 32, Level: 3, Version: 2, PointerSize: uint8(width), PID: 11, TID: 12,
			Payload: payload, UnixNano: start + 5000})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const first, size = spool.BufferSize + 0x48, 88 + 56
		if !bytes.Equal(got[first:first+size], want[first:first+size]) {
			t.Errorf("width %d:\n%x\nwant\n%x", width, got[first:first+size], want[first:first+size])
		}
	}
}

// An event of a real recording, taken apart and written again, has the bytes that it had there.
func TestBytesOfRealEvents(t *testing.T) {
	shared := os.Getenv("ETLEDGER_SHARED")
	if shared == "" {
		t.Skip("ETLEDGER_SHARED is not set: there are no real recordings here")
	}
	real := filepath.Join(shared, "corpus", "tx-kernel-process.etl")
	content, err := os.ReadFile(real)
	if err != nil {
		t.Fatal(err)
	}
	capture, err := etl.Open(t.Context(), etl.Options{}, real)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	compared := 0
	for e, err := range capture.Events(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		raw := content[e.Buffer+int64(e.Offset):]
		le := binary.LittleEndian
		if e.Kind != etl.KindEvent || le.Uint16(raw[4:]) != 0 { // with extended items
			continue
		}
		raw = raw[:le.Uint16(raw)]
		path, w := create(t, spool.Options{Start: e.UnixNano})
		write(t, w, spool.Event{Provider: e.Provider, UnixNano: e.UnixNano, Payload: e.Payload, PID: e.PID, TID: e.TID, ID: e.ID,
			Version: uint8(e.Version), Channel: raw[43], Level: raw[44], Opcode: e.Opcode, Task: le.Uint16(raw[46:]), Keyword: le.Uint64(raw[48:]),
			PointerSize: e.PointerSize})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got := file[spool.BufferSize+0x48:][:len(raw)]
		want := bytes.Clone(raw)
		le.PutUint64(want[16:], uint64(e.UnixNano/100+116444736000000000)) // its clock is another
		clear(want[6:8])                                                   // EventProperty
		clear(want[56:80])                                                 // processor time and activity, which are not delivered here
		if !bytes.Equal(got, want) {
			t.Fatalf("%x\nwant\n%x", got, want)
		}
		if compared++; compared == 40 {
			break
		}
	}
	if compared < 40 {
		t.Errorf("only %d events compared", compared)
	}
}

// A recording that nobody closed has all events that were written, and nothing that makes it damaged.
func TestNotClosed(t *testing.T) {
	path, w := create(t, spool.Options{})
	for i := range 500 {
		write(t, w, spool.Event{Provider: kernelMemory, ID: 1, UnixNano: start + int64(i)*100, Payload: make([]byte, 1000), Processor: uint16(i % 3), PointerSize: 8})
	}
	w.Lost(2, 0)
	if err := w.Sync(); err != nil {
		t.Fatal(err)
	}
	h, events, losses := all(t, path)
	if len(events) != 500 || !h.EndTime.IsZero() || h.BuffersWritten != 0 {
		t.Errorf("%d events, %+v", len(events), h)
	}
	if losses.EventsLost != 2 || losses.TruncatedBytes+losses.TrailingBytes+losses.UndecodableBytes != 0 || losses.SequenceMissing+losses.BuffersMissing != 0 {
		t.Errorf("losses %+v", losses)
	}
	// A program that is killed may leave a buffer that is there in full length, or in part, and holds nothing.
	for _, more := range []int64{spool.BufferSize, 1000, 10} {
		if err := os.Truncate(path, 7*spool.BufferSize); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 7*spool.BufferSize+more); err != nil {
			t.Fatal(err)
		}
		if _, events, _ := all(t, path); len(events) != 500 {
			t.Errorf("with %d zeros: %d events", more, len(events))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestTooLarge(t *testing.T) {
	path, w := create(t, spool.Options{})
	err := w.Write(&spool.Event{Provider: kernelMemory, UnixNano: start, Payload: make([]byte, 65536-80), PointerSize: 8})
	if !errors.Is(err, spool.ErrTooLarge) {
		t.Errorf("error %v", err)
	}
	write(t, w, spool.Event{Provider: kernelMemory, UnixNano: start, PointerSize: 8})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, events, _ := all(t, path); len(events) != 1 {
		t.Errorf("%d events", len(events))
	}
	if _, err := spool.Create(path, spool.Options{}); !errors.Is(err, os.ErrExist) {
		t.Errorf("a recording took the place of another: %v", err)
	}
}

// FuzzEvents writes whatever there may be, and expects to read it again.
func FuzzEvents(f *testing.F) {
	f.Add(uint16(1), uint16(0), int64(start), []byte("payload"), uint8(0), true)
	f.Add(uint16(9), uint16(70), int64(-1), []byte{}, uint8(1), false)
	f.Fuzz(func(t *testing.T, id, processor uint16, unixNano int64, payload []byte, kind uint8, wide bool) {
		o := spool.Options{Start: start}
		path := filepath.Join(t.TempDir(), "a.etl")
		w, err := spool.Create(path, o)
		if err != nil {
			t.Fatal(err)
		}
		e := spool.Event{Provider: kernelMemory, ID: id, Processor: processor, UnixNano: unixNano, Payload: payload, Kind: etl.Kind(kind % 5), PointerSize: 4}
		if wide {
			e.PointerSize = 8
		}
		written := w.Write(&e) == nil
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		capture, err := etl.Open(context.Background(), etl.Options{}, path)
		if err != nil {
			t.Fatal(err)
		}
		defer capture.Close()
		scan := capture.Scan(context.Background(), etl.ScanOptions{Concurrency: 1})
		defer scan.Close()
		found := false
		for {
			got, err := scan.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				found = found || bytes.Equal(got.Payload, payload) && got.Offset+uint32(got.Buffer) > 0x48
			}
		}
		near := unixNano > start && unixNano < start+int64(time.Hour)
		if written && near && !found {
			t.Error("the event is not there")
		}
	})
}

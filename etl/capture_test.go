package etl

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"etledger/internal/etlwriter"
)

// write makes a recording from settings and what fill writes into the session.
func write(t testing.TB, settings etlwriter.Settings, fill func(*etlwriter.Session), arrange ...etlwriter.Arrangement) []byte {
	t.Helper()
	s, err := etlwriter.NewSession(settings)
	if err != nil {
		t.Fatal(err)
	}
	fill(s)
	b, err := s.Finish(arrange...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func open(t testing.TB, name string, b []byte) *Capture {
	t.Helper()
	c, err := New(context.Background(), Options{}, Input{Name: name, R: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// readAll gives copies of all events but the header event, and the damage.
func readAll(t testing.TB, c *Capture) (events []Event, damage []*CorruptError) {
	t.Helper()
	for e, err := range c.Events(context.Background()) {
		var corrupt *CorruptError
		switch {
		case errors.As(err, &corrupt):
			damage = append(damage, corrupt)
		case err != nil:
			t.Fatal(err)
		case e.Kind != KindKernel || e.Hook() != 0:
			events = append(events, e.Clone())
		}
	}
	return events, damage
}

// mark is a kernel event whose payload is a number.
func mark(n byte) etlwriter.Kernel {
	return etlwriter.Kernel{Hook: etlwriter.HookVirtualAlloc, Version: 2, Payload: []byte{n, 0, 0, 0, 0, 0, 0, 0}}
}

// marks lists the numbers of events made by mark.
func marks(events []Event) []byte {
	var m []byte
	for i := range events {
		m = append(m, events[i].Payload[0])
	}
	return m
}

const tick0 = 5_000_000_000_000 // the writer's default stamp of the header event

func TestHeaderFields(t *testing.T) {
	for name, settings := range map[string]etlwriter.Settings{
		"64 bit":                       {},
		"32 bit":                       {PointerSize: etlwriter.Pointer32},
		"32-bit program on 64 bit":     {HeaderPointerSize: etlwriter.Pointer32},
		"byte processor index":         {ByteProcessorIndex: true, Processors: 3},
		"compressed":                   {Mode: etlwriter.ModeCompressed | etlwriter.ModeSequential},
		"system time":                  {Clock: etlwriter.SystemTime},
		"cycles":                       {Clock: etlwriter.CPUCycle},
		"names, losses, bias and more": {SessionName: "søk", LogFileName: `C:\x.etl`, EventsLost: 7, BuffersLost: 3, BiasMinutes: -60, OSBuild: 22631, MaximumFileMB: 9},
	} {
		t.Run(name, func(t *testing.T) {
			b := write(t, settings, func(s *etlwriter.Session) { s.Write(0, s.Settings().StartTicks+50, mark(1)) })
			c := open(t, name, b)
			want, h := settings.Defaults(), c.Header()
			got := etlwriter.Settings{
				OSBuild: h.OSBuild, Processors: int(h.Processors), Clock: etlwriter.Clock(h.Clock), Frequency: h.PerfFreq, CPUMHz: h.CPUMHz,
				BufferSize: h.BufferSize, StartTicks: h.StartTicks, SessionName: h.SessionName, LogFileName: h.LogFileName,
				Mode: h.LogFileMode, MaximumFileMB: h.MaximumFileMB, BiasMinutes: h.BiasMinutes, EventsLost: h.EventsLost, BuffersLost: h.BuffersLost,
				StartTime: uint64(h.StartTime.UnixNano()/100 + filetimeUnixEpoch), BootTime: uint64(h.BootTime.UnixNano()/100 + filetimeUnixEpoch),
				// What the header does not tell in the writer's terms:
				PointerSize: want.PointerSize, HeaderPointerSize: want.HeaderPointerSize, ByteProcessorIndex: want.ByteProcessorIndex,
			}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if h.BuffersWritten != 2 {
				t.Errorf("%d buffers written, expected 2", h.BuffersWritten)
			}
			events, damage := readAll(t, c)
			if len(events) != 1 || len(damage) != 0 || events[0].Ticks != want.StartTicks+50 {
				t.Errorf("events %v, damage %v", events, damage)
			}
		})
	}
}

func TestEventHeaders(t *testing.T) {
	payload := []byte{1, 2, 3, 4, 5}
	pebs := uint64(9)
	provider := etlwriter.GUIDKernelMemory
	for _, v := range []struct {
		name   string
		record etlwriter.Record
		want   Event
	}{
		{"system 64", etlwriter.Kernel{Form: etlwriter.System, Hook: 0x0301, Version: 4, PID: 5, TID: 6, Payload: payload},
			Event{Kind: KindKernel, Group: 3, Opcode: 1, Version: 4, PID: 5, TID: 6, HasThread: true, PointerSize: 8}},
		{"system 32", etlwriter.Kernel{Form: etlwriter.System, Hook: 0x0301, Version: 2, PID: 5, TID: 6, PointerSize: 4, Payload: payload},
			Event{Kind: KindKernel, Group: 3, Opcode: 1, Version: 2, PID: 5, TID: 6, HasThread: true, PointerSize: 4}},
		{"compact 64", etlwriter.Kernel{Form: etlwriter.Compact, Hook: 0x0502, Version: 3, PID: 5, TID: 6, Payload: payload},
			Event{Kind: KindKernel, Group: 5, Opcode: 2, Version: 3, PID: 5, TID: 6, HasThread: true, PointerSize: 8}},
		{"compact 32", etlwriter.Kernel{Form: etlwriter.Compact, Hook: 0x0502, Version: 3, PointerSize: 4, Payload: payload},
			Event{Kind: KindKernel, Group: 5, Opcode: 2, Version: 3, HasThread: true, PointerSize: 4}},
		{"perfinfo 64", etlwriter.Kernel{Hook: 0x0262, Version: 2, Payload: payload},
			Event{Kind: KindKernel, Group: 2, Opcode: 0x62, Version: 2, PointerSize: 8}},
		{"perfinfo 32", etlwriter.Kernel{Hook: 0x0262, Version: 2, PointerSize: 4, Payload: payload},
			Event{Kind: KindKernel, Group: 2, Opcode: 0x62, Version: 2, PointerSize: 4}},
		{"perfinfo with counters", etlwriter.Kernel{Hook: 0x0262, Version: 2, Counters: []uint64{1, 2, 3}, Payload: payload},
			Event{Kind: KindKernel, Group: 2, Opcode: 0x62, Version: 2, PointerSize: 8}},
		{"perfinfo with PEBS and counters", etlwriter.Kernel{Hook: 0x0262, Version: 2, Counters: []uint64{1}, PEBS: &pebs, Payload: payload},
			Event{Kind: KindKernel, Group: 2, Opcode: 0x62, Version: 2, PointerSize: 8}},
		{"system with counters", etlwriter.Kernel{Form: etlwriter.System, Hook: 0x0524, Version: 2, Counters: []uint64{1, 2}, Payload: payload},
			Event{Kind: KindKernel, Group: 5, Opcode: 0x24, Version: 2, HasThread: true, PointerSize: 8}},
		{"full", etlwriter.Classic{Class: provider, Opcode: 33, Version: 300, PID: 8, TID: 0xFFFFFFFF, Payload: payload},
			Event{Kind: KindClassic, Provider: GUID(provider), Opcode: 33, Version: 300, PID: 8, TID: 0xFFFFFFFF, HasThread: true, PointerSize: 8}},
		{"instance 32", etlwriter.Classic{Class: provider, Opcode: 1, PointerSize: 4, Instance: &etlwriter.Instance{ID: 3}, Payload: payload},
			Event{Kind: KindClassic, Provider: GUID(provider), Opcode: 1, HasThread: true, PointerSize: 4}},
		{"manifest", etlwriter.Manifest{Provider: provider, ID: 999, Version: 1, Opcode: 7, PID: 1, TID: 2, Payload: payload},
			Event{Kind: KindEvent, Provider: GUID(provider), ID: 999, Version: 1, Opcode: 7, PID: 1, TID: 2, HasThread: true, PointerSize: 8}},
		{"manifest with items", etlwriter.Manifest{Provider: provider, ID: 1, PointerSize: 4,
			Items: []etlwriter.ExtendedItem{{Type: ExtTSID, Data: []byte{1, 0, 0, 0}}, {Type: ExtSID, Data: []byte{9}}}, Payload: payload},
			Event{Kind: KindEvent, Provider: GUID(provider), ID: 1, HasThread: true, PointerSize: 4}},
	} {
		t.Run(v.name, func(t *testing.T) {
			b := write(t, etlwriter.Settings{}, func(s *etlwriter.Session) {
				s.Write(0, tick0+1, mark(1))
				s.Write(0, tick0+2, v.record)
				s.Write(0, tick0+3, mark(2))
			})
			events, damage := readAll(t, open(t, v.name, b))
			if len(events) != 3 || len(damage) != 0 {
				t.Fatalf("%d events, damage %v", len(events), damage)
			}
			e := events[1]
			if !bytes.Equal(e.Payload, payload) || e.Ticks != tick0+2 {
				t.Errorf("payload %v at %d", e.Payload, e.Ticks)
			}
			var items []uint16
			for kind, data := range e.Extended() {
				items = append(items, kind)
				if want := map[uint16]int{ExtTSID: 4, ExtSID: 1}[kind]; len(data) != want {
					t.Errorf("item %d has %d bytes, expected %d", kind, len(data), want)
				}
			}
			if v.name == "manifest with items" && len(items) != 2 {
				t.Errorf("items %v", items)
			}
			v.want.Ticks, v.want.UnixNano, v.want.Buffer, v.want.Offset = e.Ticks, e.UnixNano, e.Buffer, e.Offset
			e.Payload, e.extended = nil, nil
			if got := e; !sameEvent(got, v.want) {
				t.Errorf("got  %+v\nwant %+v", got, v.want)
			}
		})
	}
}

func sameEvent(a, b Event) bool {
	return a.Ticks == b.Ticks && a.UnixNano == b.UnixNano && a.Provider == b.Provider && a.PID == b.PID && a.TID == b.TID &&
		a.Version == b.Version && a.ID == b.ID && a.Processor == b.Processor && a.Recording == b.Recording && a.Kind == b.Kind &&
		a.Group == b.Group && a.Opcode == b.Opcode && a.PointerSize == b.PointerSize && a.HasThread == b.HasThread &&
		a.Buffer == b.Buffer && a.Offset == b.Offset
}

func TestMessages(t *testing.T) {
	guid := etlwriter.GUIDImage
	b := write(t, etlwriter.Settings{}, func(s *etlwriter.Session) {
		s.Write(0, tick0+1, mark(1))
		s.Write(0, tick0+2, etlwriter.Message{Number: 17, Class: &guid, WithTime: true, Thread: &etlwriter.ThreadID{PID: 3, TID: 4}, Payload: []byte{1, 2}})
		s.Write(0, tick0+3, etlwriter.Message{Number: 18, Payload: []byte{5}})
		s.Write(0, tick0+4, mark(2))
	})
	events, damage := readAll(t, open(t, "messages", b))
	if len(events) != 4 || len(damage) != 0 {
		t.Fatalf("%d events, damage %v", len(events), damage)
	}
	if m := events[1]; m.Kind != KindMessage || m.ID != 17 || m.Provider != GUID(guid) || m.Ticks != tick0+2 || !m.HasThread || m.PID != 3 ||
		m.TID != 4 || !bytes.Equal(m.Payload, []byte{1, 2}) {
		t.Errorf("message with all parts: %+v", m)
	}
	if m := events[2]; m.Kind != KindMessage || m.ID != 18 || m.Ticks != tick0+2 || m.HasThread || !bytes.Equal(m.Payload, []byte{5}) {
		t.Errorf("a message without a stamp takes that of the event before it: %+v", m)
	}
}

package etl

import (
	"testing"

	"etledger/internal/etlwriter"
)

func TestLossesAreToldApart(t *testing.T) {
	b := write(t, etlwriter.Settings{BufferSize: 1024, Processors: 2, EventsLost: 4650, BuffersLost: 3}, func(s *etlwriter.Session) {
		for i := range uint32(400) {
			s.Write(int(i)%2, tick0+int64(i), numbered(i))
		}
		for opcode, n := range map[uint8]int{etlwriter.LostEvent: 3, etlwriter.LostBuffer: 2, etlwriter.LostFile: 1} {
			for range n {
				s.Write(0, tick0+1000, etlwriter.Classic{Class: etlwriter.GUIDLostEvent, Opcode: opcode})
			}
		}
	}, etlwriter.DropNth(1, 2), etlwriter.DropNth(1, 2), etlwriter.Change(func(b *etlwriter.Buffer) {
		switch b.Sequence {
		case 1:
			b.Flags |= etlwriter.FlagEventsLost
		case 2, 3:
			b.Flags |= etlwriter.FlagBufferLost
		}
	}))
	c := open(t, "losses", b)
	before := c.Losses()
	if before.LostEventRecords != 0 {
		t.Errorf("records counted before they were read: %+v", before)
	}
	events, _ := readAll(t, c)
	l := c.Losses()
	gaps := l.Gaps
	l.Gaps = nil
	want := Losses{EventsLost: 4650, BuffersLost: 3, BuffersFlaggedEventsLost: 1, BuffersFlaggedBuffersLost: 2, LostEventRecords: 3,
		LostBufferRecords: 2, LostFileRecords: 1, SequenceMissing: 2}
	if !equalLosses(l, want) {
		t.Errorf("got  %+v\nwant %+v", l, want)
	}
	var missing uint64
	for _, g := range gaps {
		missing += g.Missing
		if g.From > g.To || g.From < events[0].UnixNano || g.To > events[len(events)-1].UnixNano {
			t.Errorf("gap %+v lies outside the capture", g)
		}
	}
	if missing != 2 {
		t.Errorf("gaps %+v", gaps)
	}
	// A second pass must not count twice.
	readAll(t, c)
	if again := c.Losses(); again.LostEventRecords != 3 || again.SequenceMissing != 2 {
		t.Errorf("after a second pass: %+v", again)
	}
}

func equalLosses(a, b Losses) bool {
	return a.EventsLost == b.EventsLost && a.BuffersLost == b.BuffersLost && a.BuffersFlaggedEventsLost == b.BuffersFlaggedEventsLost &&
		a.BuffersFlaggedBuffersLost == b.BuffersFlaggedBuffersLost && a.LostEventRecords == b.LostEventRecords &&
		a.LostBufferRecords == b.LostBufferRecords && a.LostFileRecords == b.LostFileRecords && a.SequenceMissing == b.SequenceMissing &&
		a.BuffersMissing == b.BuffersMissing && a.DuplicateBuffers == b.DuplicateBuffers && a.TruncatedBytes == b.TruncatedBytes && a.TrailingBytes == b.TrailingBytes &&
		a.UndecodableBytes == b.UndecodableBytes && a.UndecodableBuffers == b.UndecodableBuffers && a.UndecodableEvents == b.UndecodableEvents && a.UnknownEvents == b.UnknownEvents &&
		a.EventsOutOfOrder == b.EventsOutOfOrder && len(a.Gaps) == len(b.Gaps)
}

func TestCompleteRecordingHasNoLosses(t *testing.T) {
	for _, settings := range []etlwriter.Settings{{}, {NeverClosed: true}, {Mode: etlwriter.ModeCompressed}, {PointerSize: 4, ByteProcessorIndex: true}} {
		b := write(t, settings, func(s *etlwriter.Session) {
			for i := range uint32(5000) {
				s.Write(0, s.Settings().StartTicks+int64(i), numbered(i))
			}
		})
		c := open(t, "complete", b)
		if events, _ := readAll(t, c); len(events) != 5000 || c.Losses().Any() {
			t.Errorf("%+v: %d events, %+v", settings, len(events), c.Losses())
		}
		stats := c.Recordings()[0].Buffers()
		if want := (BufferStats{Buffers: stats.Buffers, Processors: 1}); settings.Mode == 0 && stats != want {
			t.Errorf("buffers %+v", stats)
		}
		if settings.Mode != 0 && stats.Compressed != stats.Buffers-1 {
			t.Errorf("all but the header buffer should be compressed: %+v", stats)
		}
	}
}

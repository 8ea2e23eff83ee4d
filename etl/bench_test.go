package etl

import (
	"bytes"
	"context"
	"testing"

	"etledger/internal/etlwriter"
)

// benchmarkRecording is a recording of VirtualAlloc events of several processors.
func benchmarkRecording(b *testing.B, mode uint32, processors, events int) []byte {
	return write(b, etlwriter.Settings{Processors: processors, Mode: mode}, func(s *etlwriter.Session) {
		record := etlwriter.Kernel{Hook: etlwriter.HookVirtualAlloc, Version: 2, Payload: make([]byte, 24)}
		for i := range events {
			s.Write(i%7%processors, tick0+int64(i), record)
		}
	})
}

// BenchmarkWalk is the limit: headers stepped over, nothing ordered or decoded.
func BenchmarkWalk(b *testing.B) {
	recording := benchmarkRecording(b, etlwriter.ModeSequential, 4, 200_000)
	c := open(b, "walk", recording)
	r := c.recordings[0]
	b.SetBytes(int64(len(recording)))
	b.ReportAllocs()
	w := walked{earliest: r.earliest, latest: r.latest}
	for b.Loop() {
		for i := range r.buffers {
			info := &r.buffers[i]
			w.walk(recording[info.pos:info.pos+int64(info.filled)], false)
		}
	}
}

// BenchmarkEvents reads all events in order.
func BenchmarkEvents(b *testing.B) {
	for name, v := range map[string]struct {
		mode       uint32
		processors int
	}{
		"plain/processors=1": {etlwriter.ModeSequential, 1},
		"plain/processors=4": {etlwriter.ModeSequential, 4},
		"compressed/procs=4": {etlwriter.ModeCompressed, 4},
	} {
		b.Run(name, func(b *testing.B) {
			const events = 200_000
			recording := benchmarkRecording(b, v.mode, v.processors, events)
			c, err := New(context.Background(), Options{}, Input{name, bytes.NewReader(recording), int64(len(recording))})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(recording)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range c.Events(context.Background()) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != events+1 {
					b.Fatalf("%d events", n)
				}
			}
			b.ReportMetric(float64(events)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}

// BenchmarkDecompress expands buffers as recordings hold them.
func BenchmarkDecompress(b *testing.B) {
	recording := benchmarkRecording(b, etlwriter.ModeCompressed, 1, 200_000)
	c := open(b, "compressed", recording)
	r := c.recordings[0]
	var total int64
	for i := range r.buffers {
		if r.buffers[i].compressed() {
			total += int64(r.buffers[i].filled)
		}
	}
	b.SetBytes(total)
	b.ReportAllocs()
	var raw, plain []byte
	for b.Loop() {
		for i := range r.buffers {
			if _, damage, err := r.load(&r.buffers[i], &raw, &plain); damage != nil || err != nil {
				b.Fatal(damage, err)
			}
		}
	}
}

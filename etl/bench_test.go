package etl

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
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

// manyKindsRecording has events of a hundred kinds, some of them far more often than others, spread over three minutes.
func manyKindsRecording(b *testing.B, mode uint32, processors, events int) []byte {
	random := rand.New(rand.NewPCG(1, 1))
	return write(b, etlwriter.Settings{Processors: processors, Mode: mode}, func(s *etlwriter.Session) {
		for i := range events {
			kind := min(random.IntN(100), random.IntN(100), random.IntN(100))
			s.Write(i%7%processors, tick0+int64(i)*1_800_000_000/int64(events),
				etlwriter.Kernel{Hook: etlwriter.Hook(0x0500 + kind), Version: 2, Payload: make([]byte, 8+kind)})
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
	w := walked{earliest: r.earliest, latest: r.latest, kinds: newKindFinder(new(kindSet)), quiet: r.clock.quietTicks()}
	for b.Loop() {
		for i := range r.buffers {
			info := &r.buffers[i]
			w.walk(recording[info.pos:info.pos+int64(info.filled)], false)
		}
	}
}

func headerOnly(k KindKey) bool { return k.Group == 0 }

// BenchmarkScan puts events in order: all of them, or one in ten with the others stepped over.
func BenchmarkScan(b *testing.B) {
	for _, v := range []struct {
		name       string
		mode       uint32
		processors int
		wanted     func(KindKey) bool
		recording  func(b *testing.B, mode uint32, processors, events int) []byte
	}{
		{"plain/processors=1", etlwriter.ModeSequential, 1, nil, benchmarkRecording},
		{"plain/processors=4", etlwriter.ModeSequential, 4, nil, benchmarkRecording},
		{"compressed/processors=4", etlwriter.ModeCompressed, 4, nil, benchmarkRecording},
		{"nothing wanted/processors=4", etlwriter.ModeSequential, 4, headerOnly, benchmarkRecording},
		{"many kinds/processors=4", etlwriter.ModeSequential, 4, nil, manyKindsRecording},
		{"many kinds, nothing wanted/processors=4", etlwriter.ModeSequential, 4, headerOnly, manyKindsRecording},
	} {
		b.Run(v.name, func(b *testing.B) {
			const events = 200_000
			recording := v.recording(b, v.mode, v.processors, events)
			c, err := New(context.Background(), Options{}, Input{v.name, bytes.NewReader(recording), int64(len(recording))})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(recording)))
			b.ReportAllocs()
			for b.Loop() {
				s := c.Scan(context.Background(), ScanOptions{Select: v.wanted, Concurrency: 1})
				for err = nil; err != io.EOF; _, err = s.Next() {
					if err != nil {
						b.Fatal(err)
					}
				}
				if n, _, _ := s.Met(); n != events+1 {
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

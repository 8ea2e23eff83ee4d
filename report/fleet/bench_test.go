package fleet

import (
	"runtime"
	"testing"
)

// BenchmarkPartial measures 1,000 captures with 100 lifetimes each: adding them, merging, serialising and reporting; and the
// memory and the bytes that a lifetime takes.
func BenchmarkPartial(b *testing.B) {
	f := fleetOf{hosts: 100, captures: 10, images: 49, instances: 2, leak: 0.1, recall: 0.95, false1: 0.01, growth: 0.02, logarithm: 1, seed: 1}
	rows := f.rows()
	lifetimes := float64(len(rows) * 100)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p := partialOf(rows)
	runtime.GC()
	runtime.ReadMemStats(&after)
	memory := float64(after.HeapAlloc-before.HeapAlloc) / lifetimes
	bytes := serialised(b, p)
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			partialOf(rows)
		}
		b.ReportMetric(memory, "heap-B/lifetime")
	})
	b.Run("merge", func(b *testing.B) {
		for b.Loop() {
			NewPartial().Merge(p)
		}
	})
	b.Run("marshal", func(b *testing.B) {
		for b.Loop() {
			serialised(b, p)
		}
		b.ReportMetric(float64(len(bytes))/lifetimes, "B/lifetime")
	})
	b.Run("unmarshal", func(b *testing.B) {
		for b.Loop() {
			if err := NewPartial().UnmarshalBinary(bytes); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("report", func(b *testing.B) {
		for b.Loop() {
			p.Report(Options{})
		}
	})
	runtime.KeepAlive(rows)
}

// BenchmarkLargeReport reports on 10,000 captures with 100 lifetimes each.
func BenchmarkLargeReport(b *testing.B) {
	f := fleetOf{hosts: 1000, captures: 10, images: 49, instances: 2, leak: 0.1, recall: 0.95, false1: 0.01, growth: 0.02, logarithm: 1, seed: 1}
	p := partialOf(f.rows())
	runtime.GC()
	for b.Loop() {
		p.Report(Options{})
	}
}

package ledger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etledger/bench/captures"
	"etledger/etl"
	"etledger/internal/scenario"
	"etledger/model"
)

// BenchmarkLedger measures the books alone, on chunks decoded beforehand. The figure is per row of the order, stack
// records included. Captures are a busy machine without and with stacks; many events in few and in many live ranges,
// which is what caches are about; the same with stacks; and the recordings of the shared corpus where there are any.
func BenchmarkLedger(b *testing.B) {
	simulated := func(style scenario.StackStyle) func(*testing.B) string {
		return func(b *testing.B) string { return simulate(b, style) }
	}
	generated := func(s captures.Spec) func(*testing.B) string {
		return func(b *testing.B) string { return generate(b, s) }
	}
	recorded := func(name string) func(*testing.B) string {
		return func(b *testing.B) string { return shared(b, "corpus", name) }
	}
	for _, c := range []struct {
		name string
		path func(*testing.B) string
	}{
		{"machine", simulated(scenario.NoStacks)},
		{"machine-split-stacks", simulated(scenario.SplitStacks)},
		{"10k-ranges", generated(captures.Spec{})},
		{"500k-ranges", generated(captures.Spec{Events: 2_000_000, Ranges: 1_000_000})},
		{"10k-ranges-stacks", generated(captures.Spec{Events: 500_000, Stacks: true})},
		{"vs-gconly", recorded("vs-gconly-compressed.etl")},
		{"perfview-net452", recorded("perfview-net452-x64-compressed.etl")},
		{"diaghub-kernel", recorded("diaghub-kernel.etl")},
	} {
		b.Run(c.name, func(b *testing.B) {
			chunks, rows := decode(b, c.path(b))
			for _, concurrency := range []int{1, 2} {
				b.Run(fmt.Sprint("concurrency=", concurrency), func(b *testing.B) {
					benchmarkBooks(b, chunks, rows, Options{Concurrency: concurrency})
				})
			}
		})
	}
}

func benchmarkBooks(b *testing.B, chunks []*model.Chunk, rows int, options Options) {
	b.ReportAllocs()
	for b.Loop() {
		l := New(options)
		for _, c := range chunks {
			if err := l.Add(c); err != nil {
				b.Fatal(err)
			}
		}
		l.Finish()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
	b.ReportMetric(float64(rows), "rows")
}

// simulate writes the recording of a busy machine.
func simulate(b *testing.B, style scenario.StackStyle) string {
	made, err := scenario.Run(scenario.Options{Seed: 3, Duration: 60 * time.Second, Stacks: style,
		Programs: []scenario.Program{
			{Image: "one.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 400 << 20, Pieces: 0.3},
				scenario.Leak{BytesPerSecond: 20 << 20}}},
			{Image: "two.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 200 << 20, HeavyTail: true}}},
		}})
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "machine.etl")
	if err := os.WriteFile(path, made.File, 0o600); err != nil {
		b.Fatal(err)
	}
	return path
}

// generate writes a large recording.
func generate(b testing.TB, s captures.Spec) string {
	f, err := os.Create(filepath.Join(b.TempDir(), "generated.etl"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if err := captures.Write(f, s); err != nil {
		b.Fatal(err)
	}
	return f.Name()
}

// decode gives the chunks of a recording and the number of their rows.
func decode(b testing.TB, path string) (chunks []*model.Chunk, rows int) {
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, path)
	if err != nil {
		b.Fatal(err)
	}
	defer capture.Close()
	for c, err := range model.NewReader(capture, model.Options{}).Chunks(ctx) {
		if err != nil {
			b.Fatal(err)
		}
		chunks = append(chunks, c)
		rows += len(c.Order())
	}
	return chunks, rows
}

package ledger

import (
	"bytes"
	"context"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/scenario"
	"etledger/model"
)

// BenchmarkLedger measures the books alone, on chunks decoded beforehand: a busy machine without and with stacks. The
// figure is per row of the order, stack records included.
func BenchmarkLedger(b *testing.B) {
	styles := map[string]scenario.StackStyle{"no-stacks": scenario.NoStacks, "split-stacks": scenario.SplitStacks}
	for name, style := range styles {
		b.Run(name, func(b *testing.B) {
			made, err := scenario.Run(scenario.Options{Seed: 3, Duration: 60 * time.Second, Stacks: style,
				Programs: []scenario.Program{
					{Image: "one.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 400 << 20, Pieces: 0.3},
						scenario.Leak{BytesPerSecond: 20 << 20}}},
					{Image: "two.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 200 << 20, HeavyTail: true}}},
				}})
			if err != nil {
				b.Fatal(err)
			}
			ctx := context.Background()
			capture, err := etl.New(ctx, etl.Options{}, etl.Input{R: bytes.NewReader(made.File), Size: int64(len(made.File))})
			if err != nil {
				b.Fatal(err)
			}
			defer capture.Close()
			var chunks []*model.Chunk
			rows := 0
			for c, err := range model.NewReader(capture, model.Options{}).Chunks(ctx) {
				if err != nil {
					b.Fatal(err)
				}
				chunks = append(chunks, c)
				rows += len(c.Order())
			}
			b.ReportAllocs()
			for b.Loop() {
				l := New(Options{})
				for _, c := range chunks {
					if err := l.Add(c); err != nil {
						b.Fatal(err)
					}
				}
				l.Finish()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
			b.ReportMetric(float64(rows), "rows")
		})
	}
}

package trend_test

import (
	"testing"

	"etledger/trend"
)

func BenchmarkJudge(b *testing.B) {
	for _, bench := range []struct {
		name string
		in   trend.Input
	}{
		{"leak", scene(512, 1<<20, 64<<10)},
		{"churn", scene(512, 1<<20, 0)},
		{"level", trend.Input{CaptureEnd: 512, End: 512, Level: scene(512, 1<<20, 64<<10).Level}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				trend.Judge(bench.in)
			}
		})
	}
}

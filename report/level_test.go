package report

import (
	"math"
	"testing"

	"etledger/trend"
)

// Level is taken of the samples that overlap each part, and is unknown where the lifetime did not exist.
func TestLevel(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name string
		in   trend.Input
		want []float64
	}{
		{"all along", trend.Input{CaptureEnd: 4, End: 4, Level: []trend.Sample{
			{Time: 1, High: 1}, {Time: 2, High: 5}, {Time: 3, High: 2}, {Time: 4, High: 3}}}, []float64{1, 5, 2, 3}},
		{"coarser than the samples", trend.Input{CaptureEnd: 4, End: 4, Level: []trend.Sample{
			{Time: 1, High: 1}, {Time: 2, High: 5}, {Time: 3, High: 2}, {Time: 4, High: 3}}}, []float64{5, 3}},
		{"finer than the samples", trend.Input{CaptureEnd: 4, End: 4, Level: []trend.Sample{
			{Time: 2, High: 1}, {Time: 4, High: 3}}}, []float64{1, 1, 3, 3}},
		{"a part of the time", trend.Input{CaptureEnd: 10, Start: 4, End: 7, Level: []trend.Sample{
			{Time: 5, High: 1}, {Time: 6, High: 2}, {Time: 7, High: 9}}}, []float64{nan, nan, 2, 9, nan}},
		{"a window", trend.Input{CaptureStart: 100, CaptureEnd: 104, Start: 100, End: 104, Level: []trend.Sample{
			{Time: 102, High: 7}, {Time: 104, High: 8}}}, []float64{7, 8}},
		{"snapshots that begin late", trend.Input{CaptureEnd: 8, End: 8, Level: []trend.Sample{
			{Time: 5, High: 1}, {Time: 6, High: 1}, {Time: 7, High: 2}, {Time: 8, High: 2}}}, []float64{nan, nan, 1, 2}},
		{"nothing known", trend.Input{CaptureEnd: 8, End: 8}, []float64{nan, nan}},
		{"none asked for", trend.Input{CaptureEnd: 8, End: 8}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := Process{level: levelOf(test.in)}
			got := p.Level(len(test.want))
			for i := range test.want {
				if got[i] != test.want[i] && !(math.IsNaN(got[i]) && math.IsNaN(test.want[i])) {
					t.Fatalf("got %v, want %v", got, test.want)
				}
			}
		})
	}
	var p Process
	if len(p.Level(-1)) != 0 || !math.IsNaN(p.Level(3)[1]) {
		t.Error("a process without a level has one")
	}
}

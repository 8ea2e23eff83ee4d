package ledger

import (
	"math"
	"testing"
	"time"

	"etledger/internal/scenario"
)

func TestLostShareOfAnAccount(t *testing.T) {
	a := newAccount(0)
	if a.lostShare() != 0 {
		t.Errorf("of nothing: %v", a.lostShare())
	}
	a.allocate(1, 0, 16, both)
	a.allocate(2, 0, 16, both) // over a live one
	a.allocate(3, 16, 32, both)
	a.free(4, 16, 0, release)
	a.free(4, 16, 32, release) // of what is not known any more
	if got := a.lostShare(); got != 1.0/3 {
		t.Errorf("with few addresses given out again: %v", got)
	}
	for i := range int64(38) { // 37 seen, 2 lost among 39 given out again
		a.allocate(10+i, 64, 80, both)
		if i != 20 {
			a.free(10+i, 64, 80, release)
		}
	}
	if got := a.lostShare(); got != 2.0/38 {
		t.Errorf("with many: %v of %+v", got, a.reuse)
	}
}

// TestLostShareOfSimulatedMachines estimates the share of lost frees where the truth is known: memory that was given back
// and that the account still holds, or learned of only when its address was given out again.
func TestLostShareOfSimulatedMachines(t *testing.T) {
	for _, lost := range []float64{0.01, 0.05, 0.2} {
		o := scenario.Options{Seed: 11, Duration: 120 * time.Second, LostBuffers: lost, Programs: []scenario.Program{
			{Image: "busy.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 64 << 20}}}}}
		o.Session.BufferSize = 4 << 10
		made, a := run(t, o)
		for _, l := range a.Lifetimes {
			if l.Image != "busy.exe" {
				continue
			}
			v, truth := l.VirtualAlloc, made.Truth.Find(l.Image)[0]
			orphans := float64(v.OutstandingCommitBytes + v.InferredFreedBytes - truth.OutstandingCommitBytes)
			want := orphans / (orphans + float64(v.FreedBytes-v.InferredFreedBytes))
			if got := l.Evidence.LostShare; math.Abs(got-want) > 0.3*want {
				t.Errorf("%v of the buffers were lost, and %v of the frees of known memory, estimated %v", lost, want, got)
			}
		}
	}
}

package ledger

import (
	"testing"

	"etledger/model"
)

func TestReconciliation(t *testing.T) {
	inferred := "memory from before the capture, inferred"
	tests := []struct {
		name string
		rows func(b *books)
		want Reconciliation
	}{
		{"born inside, all seen", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.counters(99, 8, false, 0x5000)
		}, Reconciliation{Status: ReconExact, InitialKnown: true, InitialSource: "born inside"}},
		{"born inside, with more than was seen", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.counters(99, 8, false, 0x8000)
		}, Reconciliation{Status: ReconUnexplained, InitialKnown: true, InitialSource: "born inside", ResidualBytes: 0x3000}},
		{"born inside, a free was lost", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.counters(99, 8, false, 0x1000)
		}, Reconciliation{Status: ReconUnexplained, InitialKnown: true, InitialSource: "born inside", ResidualBytes: -0x4000}},
		{"user stacks that no event covers", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.thread(opStart, 3, 8, 1, 0x13000, 0x11000) // inside what is committed
			b.thread(opStart, 3, 8, 2, 0x53000, 0x50000)
			b.thread(opStart, 3, 8, 3, 0x63000, 0x60000)
			b.thread(opEnd, 4, 8, 3, 0, 0)
			b.counters(99, 8, false, 0x8000)
		}, Reconciliation{Status: ReconExplained, InitialKnown: true, InitialSource: "born inside", ExplainedBytes: 0x3000,
			ExplainedBy: explainedStacks}},
		{"older, with nothing to tell what it had", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.free(3, 8, 0x90000, 0x2000)
			b.counters(99, 8, false, 0x105000)
		}, Reconciliation{Status: ReconExplained, InitialSource: "inferred", InitialPrivateBytes: 0x102000,
			ExplainedBy: inferred}},
		{"older, with less than was seen", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.counters(99, 8, false, 0x4000)
		}, Reconciliation{Status: ReconUnexplained, InitialSource: "inferred", ResidualBytes: -0x1000}},
		{"older, listed by a start rundown", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.virtual(model.VirtualOpRundownStart, 0, 8, 0x90000, 0x8000, memPrivate|memCommit)
			b.virtual(model.VirtualOpRundownStart, 0, 8, 0xa0000, 0x8000, memMapped|memCommit) // not private
			b.alloc(2, 8, 0x10000, 0x5000)
			b.free(3, 8, 0x90000, 0)
			b.counters(99, 8, false, 0x5000)
		}, Reconciliation{Status: ReconExact, InitialKnown: true, InitialSource: "start rundown", InitialPrivateBytes: 0x8000}},
		{"older, listed by the end rundown", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.free(3, 8, 0x90000, 0x2000)
			b.virtual(model.VirtualOpRundownEnd, 99, 8, 0x10000, 0x5000, memPrivate|memCommit)
			b.virtual(model.VirtualOpRundownEnd, 99, 8, 0xa0000, 0x8000, memPrivate|memCommit)
			b.counters(99, 8, false, 0xd000)
		}, Reconciliation{Status: ReconExact, InitialKnown: true, InitialSource: "end rundown", InitialPrivateBytes: 0xa000}},
		{"older, where the end rundown lists memory that was missed", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.free(3, 8, 0xa0000, 0x2000)
			b.virtual(model.VirtualOpRundownEnd, 99, 8, 0x10000, 0x5000, memPrivate|memCommit)
			b.virtual(model.VirtualOpRundownEnd, 99, 8, 0xa0000, 0x2000, memPrivate|memCommit)
			b.counters(99, 8, false, 0x7000)
		}, Reconciliation{Status: ReconUnexplained, InitialKnown: true, InitialSource: "end rundown",
			InitialPrivateBytes: 0x2000, ResidualBytes: 0x2000}},
		{"counters at exit carry peaks only", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.counters(9, 8, true, 0)
			b.process(opEnd, 9.1, 8, 4, "a.exe")
		}, Reconciliation{Status: ReconNotAvailable}},
		{"no counters", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
		}, Reconciliation{Status: ReconNotAvailable}},
		{"no events of memory", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.counters(99, 8, false, 0x5000)
		}, Reconciliation{Status: ReconNotAvailable}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			test.rows(b)
			if got := lifetime(t, b.finish(100), 8, 0).Reconciliation; got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// TestCountersOfTheEndStand has the counters of the end of the capture before those of an exit that is logged after them.
func TestCountersOfTheEndStand(t *testing.T) {
	b := newBooks(t, Options{})
	b.counters(5, 8, true, 0)
	b.counters(9, 8, false, 0x5000)
	b.counters(9.5, 8, true, 0)
	a := b.finish(10)
	if c := lifetime(t, a, 8, 0).Counters; c == nil || c.AtExit || c.PrivateBytes != 0x5000 {
		t.Errorf("got %+v", c)
	}
	if a.Coverage.CounterRecords != 3 {
		t.Errorf("%d records", a.Coverage.CounterRecords)
	}
}

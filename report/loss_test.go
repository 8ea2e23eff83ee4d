package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"etledger/etl"
	"etledger/ledger"
)

// gapped is flawless evidence but for the gaps: each from a second to another, with a number of missing buffers.
func gapped(gaps ...[3]uint64) *evidence {
	e := flawless()
	for _, g := range gaps {
		e.losses.SequenceMissing += g[2]
		e.losses.Gaps = append(e.losses.Gaps, etl.Gap{Missing: g[2], From: e.startNano + int64(g[0])*1e9,
			To: e.startNano + int64(g[1])*1e9})
	}
	return e
}

func lifetimeOf(t *testing.T, e *evidence, pid uint32) *ledger.Lifetime {
	t.Helper()
	for _, l := range e.accounts.Lifetimes {
		if l.PID == pid {
			return l
		}
	}
	t.Fatalf("no lifetime %d", pid)
	return nil
}

// TestLossByLifetime gives for gaps what is known to be lost of the process that lived from 10 s to 12 s, and of the one
// that lived all through: 15 buffers are in the file, over 180 s.
func TestLossByLifetime(t *testing.T) {
	tests := []struct {
		name         string
		e            *evidence
		short, whole float64 // shares, negative when no loss is known
	}{
		{"none", gapped(), -1, -1},
		{"before it", gapped([3]uint64{3, 5, 2}), -1, 2.0 / 17},
		{"after it", gapped([3]uint64{13, 14, 2}), -1, 2.0 / 17},
		{"over its beginning", gapped([3]uint64{9, 11, 1}, [3]uint64{50, 51, 1}), 1 / (1 + 15.0*2/180), 2.0 / 17},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for pid, want := range map[uint32]float64{7000: test.short, 4312: test.whole} {
				in := test.e.inputOf(lifetimeOf(t, test.e, pid))
				if in.LossKnown != (want >= 0) || want >= 0 && math.Abs(in.LostShare-want) > 1e-6 {
					t.Errorf("%d: known %v, share %v, want %v", pid, in.LossKnown, in.LostShare, want)
				}
			}
		})
	}
}

// TestLossWithoutAPlace weighs on every lifetime.
func TestLossWithoutAPlace(t *testing.T) {
	for name, lose := range map[string]func(*etl.Losses){
		"events": func(l *etl.Losses) { l.EventsLost = 3 },
		"buffers that the header counts, more than the gaps tell": func(l *etl.Losses) { l.BuffersLost = 3 },
		"more missing than the gaps that were kept":               func(l *etl.Losses) { l.SequenceMissing++ },
		"flags of buffers": func(l *etl.Losses) { l.BuffersFlaggedEventsLost = 1 },
	} {
		e := gapped([3]uint64{50, 51, 2})
		lose(&e.losses)
		if !e.inputOf(lifetimeOf(t, e, 7000)).LossKnown {
			t.Errorf("%s: no loss is known", name)
		}
	}
	e := gapped([3]uint64{50, 51, 2})
	e.losses.BuffersLost = 2 // those of the gap
	if e.inputOf(lifetimeOf(t, e, 7000)).LossKnown {
		t.Error("buffers of a gap count elsewhere too")
	}
	e.losses.Gaps[0].From, e.losses.Gaps[0].To = 0, 0
	if !e.inputOf(lifetimeOf(t, e, 7000)).LossKnown {
		t.Error("a gap without times counts nowhere")
	}
}

// TestWhatTheAccountKnowsOfLossStands keeps the greater estimate.
func TestWhatTheAccountKnowsOfLossStands(t *testing.T) {
	e := gapped([3]uint64{50, 51, 2})
	l := lifetimeOf(t, e, 4312)
	l.Evidence.LossKnown, l.Evidence.LostShare = true, 0.5
	if in := e.inputOf(l); in.LostShare != 0.5 {
		t.Errorf("share %v", in.LostShare)
	}
}

func TestBusyOverGaps(t *testing.T) {
	pids := func(e *evidence) (list []uint32) {
		for _, l := range e.busyOverGaps() {
			list = append(list, l.PID)
		}
		return list
	}
	// 4312 takes memory every second and 5120 from 20 s on, 4400 did at 1 s only, 7000 from 10 s to 12 s, 4 never.
	if got := pids(gapped([3]uint64{50, 51, 2})); !slices.Equal(got, []uint32{5120, 4312}) {
		t.Errorf("at 50 s: %v", got)
	}
	if got := pids(gapped([3]uint64{1, 2, 1}, [3]uint64{11, 13, 1})); !slices.Equal(got, []uint32{4312, 7000, 4400}) {
		t.Errorf("at 1 s and 11 s: %v", got)
	}
	message := sequenceGaps(gapped([3]uint64{1, 2, 1}, [3]uint64{11, 13, 1}))
	if !strings.Contains(message, ": leaky-service.exe (4312), short.exe (7000), unknown (4400).") {
		t.Errorf("message %q", message)
	}
}

// TestVerdictsOverGapsAreMarked shows in the report which verdicts a gap weakens.
func TestVerdictsOverGapsAreMarked(t *testing.T) {
	s := sampleSource()
	s.Losses = gapped([3]uint64{50, 51, 2}).losses
	r := build(s, sampleJudge, 1)
	leak, short := find(t, r, 4312).Trend, find(t, r, 7000).Trend
	if leak.Gaps != 1 || leak.LostShare == nil || *leak.LostShare != 0.1176 {
		t.Errorf("over the gap: %d, %v", leak.Gaps, leak.LostShare)
	}
	if short.Gaps != 0 || short.LostShare != nil {
		t.Errorf("outside of it: %d, %v", short.Gaps, short.LostShare)
	}
}

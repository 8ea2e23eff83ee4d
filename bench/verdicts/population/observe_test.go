package population

import (
	"math"
	"testing"
)

// TestObserveByHand bins four blocks whose place is known: bins of 16.8 ms do for 8 s.
func TestObserveByHand(t *testing.T) {
	s := &Scene{Start: 1, End: 9, CaptureEnd: 9, Blocks: []Block{
		{Birth: 1.0001, Death: math.Inf(1), Bytes: page}, // stays
		{Birth: 2, Death: 4, Bytes: 2 * page},            // lives for 2 s
		{Birth: 3, Death: 9.5, Bytes: 4 * page},          // dies after the end
		{Birth: 0, Death: 5, Bytes: 8 * page},            // is older
	}}
	s.random = Kinds()[0].Scene(1).random
	in := s.Observe(Loss{})
	if len(in.Cohorts) != 477 || len(in.Level) != 477 { // 8 s in bins of 2^24 ns
		t.Fatalf("%d cohorts, %d samples", len(in.Cohorts), len(in.Level))
	}
	at := func(time float64) int { return int((time - 1) / firstBin) }
	if c := in.Cohorts[at(2)]; c.Born != 2*page || c.Surviving != 0 || c.Count != 1 {
		t.Errorf("born at 2 s: %+v", c)
	}
	if c := in.Cohorts[at(3)]; c.Born != 4*page || c.Surviving != 4*page {
		t.Errorf("born at 3 s: %+v", c)
	}
	if c := in.Cohorts[at(5)]; c.OlderFreed != 8*page || c.Born != 0 {
		t.Errorf("older freed at 5 s: %+v", c)
	}
	for time, want := range map[float64]float64{1.5: 9, 2.5: 11, 3.5: 15, 4.5: 13, 6: 5} {
		if l := in.Level[at(time)]; l.Low != want*page || l.High != want*page || l.End != want*page {
			t.Errorf("level at %g s: %+v, expected %g pages", time, l, want)
		}
	}
	if l := in.Level[at(2)]; l.Low != 9*page || l.High != 11*page {
		t.Errorf("level in the bin of 2 s: %+v", l)
	}
	if len(in.Deaths) != 1 || in.Deaths[0].Bytes != 2*page || in.Deaths[0].Age < 2 || in.Deaths[0].Age > 2.5 {
		t.Errorf("deaths %+v", in.Deaths)
	}
}

// TestObserveConserves: what is born survives or dies, and the level ends with what survives.
func TestObserveConserves(t *testing.T) {
	for _, k := range Kinds() {
		for seed := range uint64(2) {
			s := k.Scene(seed)
			in := s.Observe(Loss{})
			var born, surviving, died, older float64
			births := 0
			for i, c := range in.Cohorts {
				born, surviving, older, births = born+c.Born, surviving+c.Surviving, older+c.OlderFreed, births+c.Count
				if l := in.Level[i]; l.Low > l.End || l.End > l.High || l.Low < 0 || l.Time != c.To {
					t.Fatalf("%s, seed %d: sample %d %+v", k.Name, seed, i, l)
				}
				if c.Surviving < 0 || c.Surviving > c.Born {
					t.Fatalf("%s, seed %d: cohort %d %+v", k.Name, seed, i, c)
				}
			}
			for _, d := range in.Deaths {
				died += d.Bytes
			}
			if born != surviving+died || in.Level[len(in.Level)-1].End != surviving {
				t.Errorf("%s, seed %d: born %g, surviving %g, died %g, level %g at the end", k.Name, seed, born, surviving,
					died, in.Level[len(in.Level)-1].End)
			}
			if surviving != s.outstanding(math.Nextafter(s.End, 0)) {
				t.Errorf("%s, seed %d: surviving %g, blocks say %g", k.Name, seed, surviving, s.outstanding(s.End))
			}
			if n := len(in.Cohorts); n > mostBins || in.Cohorts[0].From != s.Start || in.Cohorts[n-1].To != s.End {
				t.Errorf("%s, seed %d: %d bins from %g to %g", k.Name, seed, n, in.Cohorts[0].From, in.Cohorts[n-1].To)
			}
		}
	}
}

// TestLoss: about the share of the events is lost, and the judge learns what it is to be told.
func TestLoss(t *testing.T) {
	const share = 0.2
	var events, lost int
	for seed := range uint64(40) {
		s := kind(t, "churn, light tail").Scene(seed)
		changes := s.changes()
		s.lose(changes, share)
		for _, c := range changes {
			events++
			if c.lost {
				lost++
			}
		}
	}
	if got := float64(lost) / float64(events); math.Abs(got-share) > 0.03 {
		t.Errorf("%.3f of the events are lost, expected %g", got, share)
	}
	for told, want := range map[Telling][2]bool{Nothing: {false, false}, ThatLost: {true, false}, HowMuch: {true, true}} {
		in := kind(t, "steady leak").Scene(1).Observe(Loss{Share: share, Told: told})
		if in.LossKnown != want[0] || (in.LostShare > 0) != want[1] {
			t.Errorf("told %d: known %v, share %g", told, in.LossKnown, in.LostShare)
		}
	}
}

func TestAgeBin(t *testing.T) {
	for _, nanos := range []float64{1, 4, 5, 7, 8, 1000, 123456789, 1e12} {
		edge := ageBin(nanos/1e9) * 1e9
		if edge <= nanos || edge > nanos*1.25+1 {
			t.Errorf("an age of %g ns lies in the bin to %g ns", nanos, edge)
		}
	}
}

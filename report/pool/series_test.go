package pool

import (
	"bytes"
	"math"
	"testing"
	"time"

	"etledger/model/poolsnap"
)

// TestSeriesAreTheSamples holds series against samples made by hand, and the line against the rate that the report claims.
func TestSeriesAreTheSamples(t *testing.T) {
	snapshots := snapshotsOf(20, time.Minute,
		series{"Leak", poolsnap.Nonpaged, 64, by(1000, 5000), none},
		series{"Rest", poolsnap.Nonpaged, 32, by(7000, 0), none})
	in := Inputs{Now: observedOf(t, snapshots), Baseline: observedOf(t, snapshotsOf(20, time.Minute,
		series{"Leak", poolsnap.Nonpaged, 64, by(1000, 10), none}))}
	m := &analyzed(t, in, Options{Details: true}).Machines[0]
	leak := tagNamed(t, m, "Leak")
	s := leak.Bytes.Series
	if s == nil || s.Start == nil || !s.Start.Time.Equal(begin) || len(s.At) != 20 || s.Low != nil || s.High != nil {
		t.Fatalf("the series is %+v", s)
	}
	for i := range s.At {
		if s.At[i] != float64(60*i) || s.Value[i] != uint64(64*(1000+5000*i)) {
			t.Errorf("sample %d is %v at %v", i, s.Value[i], s.At[i])
		}
	}
	rate := (s.Fit[19] - s.Fit[0]) / s.At[19] * hour
	if claimed := leak.Bytes.PerHour.Rate; !near(rate, claimed, 1e-4) {
		t.Errorf("the line rises by %g per hour, the report claims %g", rate, claimed)
	}
	if o := leak.Objects.Series; o == nil || o.Value[19] != 1000+5000*19 {
		t.Errorf("the objects are %+v", o)
	}
	if b := leak.Baseline.Series; b == nil || b.Value[19] != 64*(1000+10*19) {
		t.Errorf("the baseline is %+v", b)
	}
	if rest := tagNamed(t, m, "Rest").Bytes.Series; rest == nil || rest.Fit != nil {
		t.Errorf("a level of which no growth is claimed has the series %+v", rest)
	}
	if js := jsonOf(t, analyzed(t, in, Options{})); bytes.Contains(js, []byte(`"series"`)) {
		t.Error("a report holds series that nobody asked for")
	}
}

// TestSeriesOfFoldedSamples: where samples are folded, the greatest value stays in sight and times increase.
func TestSeriesOfFoldedSamples(t *testing.T) {
	const samples, peak = 3000, 1234
	snapshots := snapshotsOf(samples, time.Minute, series{"Peak", poolsnap.Paged, 16,
		func(i int) uint64 { return 500 + uint64(i) + 100_000*(uint64(i)/peak) },
		func(i int) uint64 { return uint64(i) + 100_000*(uint64(max(0, i-1))/peak) }})
	m := &analyzed(t, Inputs{Now: observedOf(t, snapshots)}, Options{Details: true}).Machines[0]
	s := tagNamed(t, m, "Peak").Bytes.Series
	if s == nil || len(s.Low) != len(s.At) || len(s.High) != len(s.At) || len(s.At) > seriesBins+1 {
		t.Fatalf("the series is %+v", s)
	}
	highest, before := uint64(0), math.Inf(-1)
	for i := range s.At {
		if s.At[i] <= before || s.Low[i] > s.Value[i] || s.High[i] < s.Value[i] {
			t.Fatalf("sample %d: %v at %v, from %v to %v, after %v", i, s.Value[i], s.At[i], s.Low[i], s.High[i], before)
		}
		highest, before = max(highest, s.High[i]), s.At[i]
	}
	if highest != 16*100_500 {
		t.Errorf("the highest value is %d", highest)
	}
}

// TestFitFollowsTheWorkload: the line of a level that grows under workload only stands still without it.
func TestFitFollowsTheWorkload(t *testing.T) {
	m := &analyzed(t, exampleInputs(t, false, false), Options{Details: true}).Machines[0]
	tag := tagNamed(t, m, "Wdg1")
	if !tag.Bytes.WorkloadOnly {
		t.Fatal("the tag grows not only under workload")
	}
	s := tag.Bytes.Series
	for _, p := range m.Phases {
		from, to := p.Start.Time.Sub(s.Start.Time).Seconds(), p.End.Time.Sub(s.Start.Time).Seconds()
		var inside []float64
		for i, at := range s.At {
			if at >= from && at <= to {
				inside = append(inside, s.Fit[i])
			}
		}
		if n := len(inside); n < 2 || (inside[n-1] > inside[0]) != (p.Kind == "workload") {
			t.Errorf("in %s (%s) the line goes from %g to %g", p.Label, p.Kind, inside[0], inside[n-1])
		}
	}
}

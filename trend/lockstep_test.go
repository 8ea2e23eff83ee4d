package trend_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"etledger/trend"
)

// times are increments that are multiples of others, with noise.
func times(of []float64, factor, noise float64, random *rand.Rand) []float64 {
	list := make([]float64, len(of))
	for i, v := range of {
		list[i] = factor*v + noise*random.NormFloat64()
	}
	return list
}

func TestLockstep(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	var uneven, other, even []float64
	for range 20 {
		uneven = append(uneven, 1000*random.Float64())
		other = append(other, 1000*random.Float64())
		even = append(even, 500)
	}
	counted := func(increments []float64, allocs, frees float64) trend.Member {
		return trend.Member{Increments: increments, Allocs: allocs, Frees: frees, Counted: true}
	}
	for _, c := range []struct {
		name    string
		members []trend.Member
		groups  [][]int
		whole   [][]int
		leads   bool
		by      string
	}{
		{"none", nil, nil, nil, false, ""},
		{"alone", []trend.Member{counted(uneven, 10000, 0)}, nil, nil, false, ""},
		{"unrelated", []trend.Member{counted(uneven, 9000, 0), counted(other, 9000, 0)}, nil, nil, false, ""},
		{"the never-freed leads", []trend.Member{
			counted(times(uneven, 2, 20, random), 90000, 70000), counted(times(uneven, 1, 10, random), 50000, 40000),
			counted(uneven, 10000, 0)}, [][]int{{2, 1, 0}}, [][]int{{1, 1, 2}}, true, trend.ByIncrements},
		{"even growth, by ratio alone", []trend.Member{
			counted(even, 10000, 0), counted(times(even, 2, 0, random), 90000, 70000)}, [][]int{{0, 1}}, [][]int{{1, 2}}, true,
			trend.ByRatio},
		{"even growth in no whole ratio", []trend.Member{
			counted(even, 10000, 0), counted(times(even, 1.37, 0, random), 90000, 70000)}, nil, nil, false, ""},
		{"freed alike", []trend.Member{
			counted(uneven, 10000, 0), counted(times(uneven, 1, 5, random), 10000, 0)}, [][]int{{0, 1}}, [][]int{{1, 1}}, false,
			trend.ByIncrements},
		{"one jump at the same time", []trend.Member{
			counted([]float64{0, 0, 0, 900, 0, 0}, 1000, 0), counted([]float64{0, 0, 0, 410, 0, 0}, 1000, 500)}, nil, nil, false, ""},
		{"two samples", []trend.Member{counted([]float64{200_000}, 300_000, 0), counted([]float64{401_000}, 900_000, 100_000)},
			[][]int{{0, 1}}, [][]int{{1, 2}}, true, trend.ByRatio},
	} {
		groups := trend.Lockstep(c.members)
		if len(groups) != len(c.groups) {
			t.Errorf("%s: %+v", c.name, groups)
			continue
		}
		for i, g := range groups {
			if !slices.Equal(g.Members, c.groups[i]) && c.leads || !slices.Equal(g.Whole, c.whole[i]) || g.Leader != c.leads ||
				g.Evidence != c.by {
				t.Errorf("%s: %+v", c.name, g)
			}
		}
	}
}

// TestLockstepLeader: none of hundreds of thousands against thousands is a difference, now or before; none against one is none.
func TestLockstepLeader(t *testing.T) {
	increments := []float64{900, 200, 700, 100, 800, 300, 600, 50}
	member := func(allocs, frees, allAllocs, allFrees float64) trend.Member {
		return trend.Member{Increments: increments, Allocs: allocs, Frees: frees, Counted: true, NeverFreed: allFrees == 0,
			Turnover: trend.Turnover{Allocs: allAllocs, Frees: allFrees}}
	}
	for _, c := range []struct {
		name  string
		other trend.Member
		leads bool
	}{
		{"0.2 % of it, all before", member(130_000, 0, 330_000, 700), true},
		{"0.5 % of it, all the time", member(130_000, 650, 330_000, 2_000), true},
		{"one", member(130_000, 1, 330_000, 1), false},
		{"none", member(130_000, 0, 330_000, 0), false},
	} {
		g := trend.Lockstep([]trend.Member{c.other, member(130_000, 0, 330_000, 0)})
		if len(g) != 1 || g[0].Leader != c.leads || c.leads && g[0].Members[0] != 1 {
			t.Errorf("%s: %+v", c.name, g)
		}
	}
}

func TestDifference(t *testing.T) {
	slope := func(rate, half float64) trend.Slope {
		return trend.Slope{Rate: rate, Low: rate - half, High: rate + half, Interval: true}
	}
	for _, c := range []struct {
		before, after trend.Slope
		want          trend.Change
		low, high     float64
	}{
		{slope(10, 3), slope(10, 4), trend.Same, -5, 5},
		{slope(10, 3), slope(20, 4), trend.Faster, 5, 15},
		{slope(10, 3), slope(0, 4), trend.Slower, -15, -5},
		{slope(10, 3), trend.Slope{Rate: 50}, trend.Unproven, 0, 0},
	} {
		d, change := trend.Difference(c.before, c.after)
		if change != c.want || d.Low != c.low || d.High != c.high {
			t.Errorf("%+v to %+v: %s, %+v", c.before, c.after, change, d)
		}
	}
}

func TestExhaust(t *testing.T) {
	s := trend.Slope{Rate: 10, Low: 5, High: 20, Interval: true}
	if e := trend.Exhaust(400, 1000, s); !e.Known || e.Seconds != 60 || e.Earliest != 30 || e.Latest != 120 {
		t.Errorf("%+v", e)
	}
	s.Low = -1
	if e := trend.Exhaust(400, 1000, s); e.Known {
		t.Errorf("a rate that may be none exhausts: %+v", e)
	}
	if e := trend.Exhaust(400, 0, trend.Slope{Rate: 1, Low: 1, High: 1, Interval: true}); e.Known {
		t.Errorf("without a limit: %+v", e)
	}
}

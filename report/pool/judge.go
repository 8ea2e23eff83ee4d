package pool

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/trend"
)

// observedMachine is one machine of one interval with all judgements.
type observedMachine struct {
	*poolseries.Machine
	boot        *poolseries.Boot   // what is judged; nil when there are no snapshots
	memory      *poolseries.Memory // counters of about the same time, nil when there are none
	recordings  []Recording
	plan        []Phase       // all phases, at their times
	phases      []trend.Phase // those of the time that is judged, in seconds from its start
	which       []int         // which of the plan they are
	tags        []*observedTag
	byKey       map[poolsnap.Key]*observedTag
	tests       int
	populations []population
	processes   []Process
	incoherent  bool // commit is told that is below the pools
	groups      []Group
	rise        [3]float64 // of the bytes of all tags, by pool
}

// observedTag is one tag with its judgements.
type observedTag struct {
	key            poolsnap.Key
	mapped         string
	cells          []poolseries.Cell
	bytes, objects *trend.Judgement // nil where the snapshots do not tell
	verdict        trend.Verdict
	by             trend.Unit
	allocs, frees  uint64
	counted        bool // allocs and frees are known
	recorded       *Recorded
	group          int // -1 for none
	role           string
}

// severity puts verdicts in order, the worst first.
func severity(v trend.Verdict) int {
	return slices.Index([]trend.Verdict{trend.Leak, trend.Growth, trend.Held, trend.Inconclusive, trend.Returns, trend.Steady}, v)
}

// rises tells whether a verdict says that something grows.
func rises(v trend.Verdict) bool { return v == trend.Leak || v == trend.Growth }

// judged gives the judgement whose verdict the tag has.
func (t *observedTag) judged() *trend.Judgement {
	if t.by == trend.Objects {
		return t.objects
	}
	return t.bytes
}

// neverFreed tells whether the tag allocates and never frees.
func (t *observedTag) neverFreed() bool { return t.counted && t.allocs > 0 && t.frees == 0 }

// churns tells whether nearly all that the tag ever allocated was freed, and most of what it allocates in the time that is
// judged is freed in it.
func (t *observedTag) churns() bool {
	const (
		nearlyAll = 0.9
		most      = 0.5
	)
	if !t.counted || t.allocs < leastTurnover || float64(t.frees) < nearlyAll*float64(t.allocs) {
		return false
	}
	for i := range t.cells {
		if c := &t.cells[i]; c.Samples > 0 && c.Has&poolsnap.HasAllocs != 0 {
			allocs, frees := float64(t.allocs)-float64(c.Allocs), float64(t.frees)-float64(c.Frees)
			return allocs < leastTurnover || frees >= most*allocs
		}
	}
	return false
}

// empty tells whether a tag has held nothing and allocated nothing at any time, as tools list tags for the other pool.
func (t *observedTag) empty() bool {
	for _, j := range []*trend.Judgement{t.bytes, t.objects} {
		if j != nil && j.High > 0 {
			return false
		}
	}
	return (t.bytes != nil || t.objects != nil) && t.allocs == 0
}

// observe judges everything of an interval.
func observe(ctx context.Context, o *Observed, phases []Phase, options Options) ([]*observedMachine, error) {
	var machines []*observedMachine
	if o.Set != nil {
		for _, m := range o.Set.Machines {
			machines = append(machines, &observedMachine{Machine: m, boot: judgedBoot(m.Boots)})
		}
	}
	machines = withRecordings(machines, o.Recordings)
	for _, m := range machines {
		m.byKey = map[poolsnap.Key]*observedTag{}
		m.memory = memoryOf(m)
		m.place(phases)
		if m.boot != nil {
			m.phases, m.which = within(m.plan, &m.boot.Span)
			if err := m.judgeTags(ctx, options.Concurrency); err != nil {
				return nil, err
			}
		}
		m.addRecorded()
		m.group()
		m.judgePopulations()
		m.judgeProcesses()
	}
	return machines, nil
}

// judgeTags judges all tags of the snapshots, and takes into account how many they are.
func (m *observedMachine) judgeTags(ctx context.Context, concurrency int) error {
	boot := m.boot
	m.tags = make([]*observedTag, len(boot.Series))
	totals := totalsOf(boot)
	if concurrency <= 0 {
		concurrency = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range concurrency {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(boot.Series) {
					return
				}
				m.tags[i] = m.judgeTag(&boot.Series[i], totals)
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	m.tags = slices.DeleteFunc(m.tags, func(t *observedTag) bool { return t.empty() })
	var all []*trend.Judgement
	for _, t := range m.tags {
		m.byKey[t.key] = t
		for _, j := range []*trend.Judgement{t.bytes, t.objects} {
			if j != nil {
				all = append(all, j)
			}
		}
	}
	m.tests = trend.ControlChance(all)
	for _, t := range m.tags {
		t.conclude()
		if t.bytes != nil && t.bytes.Samples > 0 {
			m.rise[t.key.Pool] += t.bytes.Last - t.bytes.First
		}
	}
	return nil
}

// totalsOf sums the bytes of all tags of a pool, at the last snapshot.
func totalsOf(boot *poolseries.Boot) (totals [3]float64) {
	for i := range boot.Series {
		s := &boot.Series[i]
		totals[s.Pool] += float64(s.Cells[len(s.Cells)-1].Bytes.Last)
	}
	return totals
}

// What of a pool is worth a word though it does not move.
const (
	notableShare = 0.1
	notableBytes = 16 << 20
)

func (m *observedMachine) judgeTag(s *poolseries.Series, totals [3]float64) *observedTag {
	t := &observedTag{key: s.Key, mapped: s.Mapped, cells: s.Cells, group: -1}
	const counters = poolsnap.HasAllocs | poolsnap.HasFrees
	for i := len(s.Cells) - 1; i >= 0 && !t.counted; i-- {
		if c := &s.Cells[i]; c.Samples > 0 && c.Has&counters == counters {
			t.allocs, t.frees, t.counted = c.Allocs, c.Frees, true
		}
	}
	for _, unit := range []trend.Unit{trend.Bytes, trend.Objects} {
		points := poolseries.Points(m.boot.Bins, s.Cells, unit)
		if len(points) == 0 {
			continue
		}
		d := trend.Demand{Unit: unit, Points: points, Ordinal: m.boot.Ordinal, Phases: m.phases, NeverFreed: t.neverFreed(),
			Churns: t.churns()}
		if unit == trend.Bytes {
			d.Notable = max(notableBytes, notableShare*totals[s.Pool])
		}
		j := trend.JudgeDemand(d)
		if unit == trend.Bytes {
			t.bytes = &j
		} else {
			t.objects = &j
		}
	}
	return t
}

// conclude takes the worse verdict of bytes and objects.
func (t *observedTag) conclude() {
	t.verdict, t.by = trend.Inconclusive, trend.Bytes
	switch {
	case t.bytes == nil && t.objects == nil:
	case t.bytes == nil, t.objects != nil && severity(t.objects.Verdict) < severity(t.bytes.Verdict):
		t.verdict, t.by = t.objects.Verdict, trend.Objects
	default:
		t.verdict = t.bytes.Verdict
	}
}

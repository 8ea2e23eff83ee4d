package pool

import (
	"cmp"
	"encoding/hex"
	"slices"

	"etledger/model/poolsnap"
	"etledger/trend"
)

// axis is what the rates of two judgements can be compared per.
type axis struct {
	name   string // hour, work hour, operation
	factor float64
	slope  func(*trend.Judgement) (trend.Slope, bool)
}

var axes = []axis{
	{"operation", 1, func(j *trend.Judgement) (trend.Slope, bool) { return j.OperationSlope, j.HasOperationSlope }},
	{"work hour", hour, func(j *trend.Judgement) (trend.Slope, bool) { return j.WorkSlope, j.HasWorkSlope }},
	{"hour", hour, func(j *trend.Judgement) (trend.Slope, bool) { return j.Slope, j.HasSlope }},
}

// commonAxis is the first of operations, hours under workload, and hours that both have; the last where they have none.
func commonAxis(a, b *trend.Judgement) axis {
	for _, x := range axes {
		if a == nil || b == nil {
			continue
		}
		_, one := x.slope(a)
		_, other := x.slope(b)
		if one && other {
			return x
		}
	}
	return axes[len(axes)-1]
}

// measureName names what is measured, as JSON does.
func measureName(u trend.Unit) string {
	if u == trend.Objects {
		return "objects"
	}
	return "bytes"
}

// of gives the judgement of a measure; nil of no tag.
func (t *observedTag) of(u trend.Unit) *trend.Judgement {
	switch {
	case t == nil:
		return nil
	case u == trend.Objects:
		return t.objects
	}
	return t.bytes
}

// holdsNothing tells whether a tag was not there at all: whole snapshots did not list it, or list none.
func (m *observedMachine) holdsNothing(key poolsnap.Key) bool {
	if m.boot == nil || m.boot.Partial > 0 {
		return false
	}
	t := m.byKey[key]
	if t == nil {
		return true
	}
	j := t.of(trend.Objects)
	if j == nil {
		j = t.of(trend.Bytes)
	}
	return j != nil && j.High == 0
}

// compareBaseline compares a tag with the same tag in the baseline, nil where the baseline does not tell.
func compareBaseline(t *observedTag, base *observedMachine) *Baseline {
	now := t.judged()
	if now == nil || base == nil || base.boot == nil {
		return nil
	}
	b := &Baseline{Measure: measureName(t.by)}
	was := base.byKey[t.key]
	before := was.of(t.by)
	x := commonAxis(before, now)
	b.Per = x.name
	current, ok := x.slope(now)
	if ok {
		b.Now = rateOf(current, x.factor)
	}
	if base.holdsNothing(t.key) {
		b.Status = "same"
		if rises(t.verdict) || t.verdict == trend.Held {
			b.Status = "new"
		}
		return b
	}
	if before == nil {
		return nil
	}
	past, known := x.slope(before)
	if !ok || !known {
		b.Status = string(trend.Unproven)
		return b
	}
	b.Before = rateOf(past, x.factor)
	difference, change := trend.Difference(past, current)
	b.Difference = rateOf(difference, x.factor)
	b.Status = string(change)
	if change == trend.Slower && rises(was.verdict) && !rises(t.verdict) {
		b.Status = "gone"
	}
	return b
}

// gone lists the tags that held something at the end of the baseline and are not there in the time that is judged.
func (m *observedMachine) gone(base *observedMachine, o Options) (list []GoneTag) {
	if base == nil || base.boot == nil || m.boot == nil {
		return nil
	}
	for _, t := range base.tags {
		if o.Tag != nil && *o.Tag != t.key.Tag || o.Type != 0 && o.Type != t.key.Pool || !m.holdsNothing(t.key) {
			continue
		}
		g := GoneTag{Tag: t.key.Tag.String(), Hex: hex.EncodeToString(t.key.Tag[:]), Pool: t.key.Pool.String(),
			Verdict: string(t.verdict)}
		held := false
		for _, one := range []struct {
			to *(*uint64)
			j  *trend.Judgement
		}{{&g.Bytes, t.bytes}, {&g.Objects, t.objects}} {
			if one.j != nil {
				v := amount(one.j.Last)
				*one.to, held = &v, held || v > 0
			}
		}
		if held {
			list = append(list, g)
		}
	}
	size := func(g GoneTag) uint64 {
		if g.Bytes == nil {
			return 0
		}
		return *g.Bytes
	}
	slices.SortStableFunc(list, func(a, b GoneTag) int {
		return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(a.Hex, b.Hex), cmp.Compare(a.Pool, b.Pool))
	})
	return list
}

// machineFor gives the machine of the same host; where there is one on either side, that one.
func machineFor(m *observedMachine, all []*observedMachine, machines int) *observedMachine {
	for _, o := range all {
		if o.Host == m.Host {
			return o
		}
	}
	if len(all) == 1 && machines == 1 {
		return all[0]
	}
	return nil
}

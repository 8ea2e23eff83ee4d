package pool

import (
	"encoding/hex"
	"fmt"

	"etledger/internal/textform"
	"etledger/model/poolsnap"
	"etledger/trend"
)

// compareTag compares one tag before and after.
func (r *Receipt) compareTag(key poolsnap.Key, before, after *observedTag, later *observedMachine) (TagReceipt, string) {
	t := TagReceipt{Tag: key.Tag.String(), Hex: hex.EncodeToString(key.Tag[:]), Pool: key.Pool.String(), Components: []Component{}}
	unit := trend.Bytes
	switch {
	case before != nil && rises(before.verdict):
		unit = before.by
	case after != nil:
		unit = after.by
	}
	t.Measure = measureName(unit)
	if before != nil {
		t.BeforeIs = known(string(before.verdict))
	}
	if after != nil {
		t.AfterIs = known(string(after.verdict))
	}
	one, other := before.of(unit), after.of(unit)
	x := commonAxis(one, other)
	past, pastKnown := slopeOn(x, one)
	now, nowKnown := slopeOn(x, other)
	if other == nil && later.holdsNothing(key) {
		now, nowKnown = trend.Slope{Interval: true}, true
	}
	if pastKnown {
		t.Before = rateOf(past, x.factor)
	}
	if nowKnown {
		t.After = rateOf(now, x.factor)
	}
	difference, change := trend.Difference(past, now)
	if pastKnown && nowKnown && difference.Interval {
		t.Difference = rateOf(difference, x.factor)
	}
	text := func(s trend.Slope) string { return rateText(s, x, unit) }
	switch {
	case !r.Comparable:
		t.Verdict, t.Reason = notComparable, "See what speaks against comparing."
	case one == nil || !rises(before.verdict):
		t.Verdict, t.Reason = newAfter, "It grows after the correction and was not shown to grow before it."
		if !(after != nil && rises(after.verdict)) {
			t.Verdict, t.Reason = notComparable, "It was not shown to grow before."
		}
	case !nowKnown:
		t.Verdict, t.Reason = notComparable, "The snapshots after the correction do not tell of it."
	case !past.Interval || !now.Interval:
		t.Verdict, t.Reason = notComparable, "The samples are too few for an interval."
	case change == trend.Faster:
		t.Verdict = worse
		t.Reason = fmt.Sprintf("It grew by %s and now grows by %s.", text(past), text(now))
	case change == trend.Slower && now.High <= fixedShare*past.Rate && !(after != nil && rises(after.verdict)):
		t.Verdict = fixed
		t.Reason = fmt.Sprintf("It grew by %s; now it changes by %s.", text(past), text(now))
	case change == trend.Slower:
		t.Verdict = improved
		t.Reason = fmt.Sprintf("It grew by %s and still changes by %s.", text(past), text(now))
	case now.Low > 0:
		t.Verdict = unchanged
		t.Reason = fmt.Sprintf("It grew by %s and grows by %s.", text(past), text(now))
	default:
		t.Verdict = notComparable
		t.Reason = fmt.Sprintf("It grew by %s; %s afterwards is too uncertain to tell.", text(past), text(now))
	}
	return t, x.name
}

func slopeOn(x axis, j *trend.Judgement) (trend.Slope, bool) {
	if j == nil {
		return trend.Slope{}, false
	}
	return x.slope(j)
}

// rateText writes a slope on an axis, with its interval.
func rateText(s trend.Slope, x axis, unit trend.Unit) string {
	per := map[string]string{"operation": " per operation", "work hour": "/h under workload", "hour": "/h"}[x.name]
	text := quantity(s.Rate*x.factor, unit) + per
	if s.Interval {
		text += fmt.Sprintf(" (95 %%: %s)", quantities(s.Low*x.factor, s.High*x.factor, unit))
	}
	return text
}

// quantity writes an amount of bytes or objects.
func quantity(v float64, unit trend.Unit) string {
	if unit == trend.Bytes {
		return textform.Size(v)
	}
	return textform.Number(v) + " objects"
}

// quantities writes the ends of an interval of amounts.
func quantities(low, high float64, unit trend.Unit) string {
	if unit == trend.Bytes {
		return textform.SizeRange(low, high)
	}
	return textform.Number(low) + " to " + textform.Number(high)
}

// addComponents adds the candidates of a tag with their versions on both sides.
func (t *TagReceipt) addComponents(before, after *Owner) {
	if before == nil {
		return
	}
	t.Uncertain = before.Uncertain
	for i := range before.Candidates {
		c := &before.Candidates[i]
		component := Component{Name: c.Name, Vendor: c.Vendor, Before: c.Version}
		if after != nil {
			for k := range after.Candidates {
				if o := &after.Candidates[k]; o.Name == c.Name {
					component.After = o.Version
				}
			}
		}
		if component.Before != nil && component.After != nil {
			changed := *component.Before != *component.After
			component.Changed = &changed
		}
		t.Components = append(t.Components, component)
	}
}

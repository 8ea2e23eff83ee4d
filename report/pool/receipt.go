package pool

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/trend"
)

// The verdicts of receipts.
const (
	fixed         = "fixed"
	improved      = "improved"
	unchanged     = "unchanged"
	worse         = "worse"
	notComparable = "not comparable"
	newAfter      = "new"
)

// What two sides may differ by and still be the same workload.
const (
	leastLength = 0.5 // of the time, or the work, of the other side
	mostVolume  = 2.0 // times the operations of the other side
	fixedShare  = 0.1 // of the rate before is at most left where it is fixed
)

// newReceipt compares the tags that rise on either side.
func newReceipt(before, after *observedMachine, options Options) *Receipt {
	r := &Receipt{Tags: []TagReceipt{}}
	r.Before, r.After = before.side(), after.side()
	r.Against = against(before, after, &r.Before, &r.After)
	r.Comparable = len(r.Against) == 0
	r.Per = axes[len(axes)-1].name
	if len(before.tags) > 0 && rises(before.tags[0].verdict) {
		r.led = &before.tags[0].key
	}
	for _, key := range before.keysWith(after) {
		if options.Tag != nil && *options.Tag != key.Tag || options.Type != 0 && options.Type != key.Pool {
			continue
		}
		one, other := before.byKey[key], after.byKey[key]
		risesBefore, risesAfter := one != nil && rises(one.verdict), other != nil && rises(other.verdict)
		if risesBefore || risesAfter || options.Tag != nil {
			t, per := r.compareTag(key, one, other, after)
			r.Tags = append(r.Tags, t)
			if one != nil && one.verdict == trend.Leak {
				r.Per = per
			}
		}
	}
	slices.SortStableFunc(r.Tags, func(a, b TagReceipt) int { return cmp.Compare(a.order(), b.order()) })
	r.conclude()
	return r
}

// keysWith lists the keys of two machines, those of the first in the order of its tags.
func (m *observedMachine) keysWith(other *observedMachine) []poolsnap.Key {
	var keys []poolsnap.Key
	for _, t := range m.tags {
		keys = append(keys, t.key)
	}
	for _, t := range other.tags {
		if m.byKey[t.key] == nil {
			keys = append(keys, t.key)
		}
	}
	return keys
}

// order puts the tags first whose fate decides: leaks of before, then what leaks only after, then growth.
func (t *TagReceipt) order() int {
	is := func(v *string, verdict trend.Verdict) bool { return v != nil && *v == string(verdict) }
	switch {
	case is(t.BeforeIs, trend.Leak):
		return 0
	case is(t.AfterIs, trend.Leak):
		return 1
	case is(t.BeforeIs, trend.Growth):
		return 2
	}
	return 3
}

// side says what was observed.
func (m *observedMachine) side() Side {
	s := Side{Phases: []string{}}
	if m.boot == nil {
		return s
	}
	s.Snapshots = m.boot.Snapshots
	if !m.boot.Ordinal {
		s.Start, s.End = moment(m.boot.Start), moment(m.boot.End)
		s.DurationS = rounded(m.boot.Seconds())
	}
	var work, volume float64
	known := true
	for i, p := range m.phases {
		s.Phases = append(s.Phases, m.plan[m.which[i]].Label)
		if p.Kind == trend.Work {
			// Only what was sampled counts.
			part := min(p.To, m.boot.Seconds()) - max(p.From, 0)
			work += part
			volume += p.Volume * part / (p.To - p.From)
			known = known && p.Volume > 0
		}
	}
	if work > 0 {
		s.WorkS = rounded(work)
		if known {
			s.Volume = rounded(volume)
		}
	}
	return s
}

// against lists what speaks against comparing two sides.
func against(before, after *observedMachine, b, a *Side) []string {
	list := []string{}
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for _, s := range []struct {
		name string
		m    *observedMachine
	}{{"before", before}, {"after", after}} {
		switch {
		case s.m.boot == nil:
			add("there are no snapshots from %s the correction", s.name)
		case s.m.boot.Snapshots < leastSnapshots:
			add("%s from %s the correction are too few: it takes %d", textform.Plural(s.m.boot.Snapshots, "snapshot"), s.name,
				leastSnapshots)
		case s.m.boot.Ordinal:
			add("the times of the snapshots from %s the correction are not known", s.name)
		}
	}
	if len(list) > 0 {
		return list
	}
	if before.sameAs(after) {
		add("both sides are the same snapshots")
	}
	switch {
	case (b.WorkS == nil) != (a.WorkS == nil):
		add("phases of workload are known %s the correction only", map[bool]string{true: "after", false: "before"}[b.WorkS == nil])
	case b.WorkS != nil && *a.WorkS < leastLength**b.WorkS:
		add("the workload ran %s after the correction and %s before it", spanText(*a.WorkS), spanText(*b.WorkS))
	case b.WorkS == nil && *a.DurationS < leastLength**b.DurationS:
		add("only %s were observed after the correction, and %s before it", spanText(*a.DurationS), spanText(*b.DurationS))
	}
	switch {
	case (b.Volume == nil) != (a.Volume == nil):
		add("the volume of the workload is known on one side only")
	case b.Volume != nil && (*a.Volume > mostVolume**b.Volume || *b.Volume > mostVolume**a.Volume):
		add("the workloads differ: %s operations before and %s after", textform.Number(*b.Volume), textform.Number(*a.Volume))
	}
	if missing := missingFrom(b.Phases, a.Phases); b.WorkS != nil && a.WorkS != nil && len(missing) > 0 {
		add("phases are missing after the correction: %s", strings.Join(missing, ", "))
	}
	return list
}

// sameAs tells whether two sides are made of the same snapshots: at the same times, with the same last values of all tags.
func (m *observedMachine) sameAs(o *observedMachine) bool {
	if !m.boot.Start.Equal(o.boot.Start) || !m.boot.End.Equal(o.boot.End) || m.boot.Snapshots != o.boot.Snapshots ||
		len(m.boot.Series) != len(o.boot.Series) {
		return false
	}
	return slices.EqualFunc(m.boot.Series, o.boot.Series, func(a, b poolseries.Series) bool {
		return a.Key == b.Key && slices.Equal(a.Cells, b.Cells)
	})
}

// missingFrom lists the labels of one side that the other does not have.
func missingFrom(labels, other []string) (missing []string) {
	for _, l := range labels {
		if !slices.Contains(other, l) && !slices.Contains(missing, l) {
			missing = append(missing, l)
		}
	}
	return missing
}

// leastSnapshots is how many snapshots each side takes.
const leastSnapshots = 6

// ledBefore is the receipt of the tag that came first before the correction, nil where none rose.
func (r *Receipt) ledBefore() *TagReceipt {
	for i := range r.Tags {
		if t := &r.Tags[i]; r.led != nil && t.Hex == hex.EncodeToString(r.led.Tag[:]) && t.Pool == r.led.Pool.String() {
			return t
		}
	}
	return nil
}

// fateText says what became of a tag.
func (t *TagReceipt) fateText() string {
	if t.Verdict == newAfter {
		return "new among those that grow"
	}
	return t.Verdict
}

// conclude gives the verdict on the whole: that of the tags that leaked before, the worst of them, and of what leaks only
// after.
func (r *Receipt) conclude() {
	if !r.Comparable {
		r.Verdict, r.Reason = notComparable, "Before and after cannot be compared: "+strings.Join(r.Against, "; ")+"."
		return
	}
	rank := []string{fixed, improved, notComparable, unchanged, newAfter, worse}
	var lead *TagReceipt
	for i := range r.Tags {
		t := &r.Tags[i]
		if t.order() <= 1 && (lead == nil || slices.Index(rank, t.Verdict) > slices.Index(rank, lead.Verdict)) {
			lead = t
		}
	}
	if lead == nil && len(r.Tags) > 0 {
		lead = &r.Tags[0]
	}
	if lead == nil {
		r.Verdict = notComparable
		r.Reason = "No tag was shown to grow before the correction, so there is nothing that it could have corrected."
		return
	}
	r.Verdict = lead.Verdict
	if r.Verdict == newAfter {
		r.Verdict = worse
	}
	r.Reason = fmt.Sprintf("%s (%s): %s", lead.Tag, lead.Pool, lead.Reason)
	if first := r.ledBefore(); first != nil && first != lead {
		r.ledFirst = true
		r.Reason = fmt.Sprintf("%s (%s), which led before, is %s: %s But %s (%s) is %s: %s On the whole: %s.", first.Tag, first.Pool,
			first.Verdict, first.Reason, lead.Tag, lead.Pool, lead.fateText(), lead.Reason, r.Verdict)
	}
	if r.Before.WorkS == nil || r.After.WorkS == nil {
		r.Reason += " That both times saw the same workload is not known: no phases tell it."
	}
}

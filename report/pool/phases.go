package pool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"etledger/ledger/poolseries"
	"etledger/trend"
)

// Phase is a part of the time in which one thing went on.
type Phase struct {
	Label      string
	Kind       trend.PhaseKind
	Start, End Moment
	Volume     float64 // operations done in it, 0 when not known
}

// Moment is a point of time, or a distance from the first snapshot of whatever the phase is applied to.
type Moment struct {
	Time     time.Time
	Offset   time.Duration
	Relative bool
}

// after gives the moment in seconds after a start.
func (m Moment) after(start time.Time) float64 {
	if m.Relative {
		return m.Offset.Seconds()
	}
	return m.Time.Sub(start).Seconds()
}

// compare compares two moments of the same sort.
func (m Moment) compare(o Moment) int {
	if m.Relative {
		return cmp.Compare(m.Offset, o.Offset)
	}
	return m.Time.Compare(o.Time)
}

// placed gives the phases with distances from a first snapshot turned into times.
func placed(phases []Phase, start time.Time) []Phase {
	list := slices.Clone(phases)
	for i := range list {
		for _, m := range []*Moment{&list[i].Start, &list[i].End} {
			if m.Relative {
				*m = Moment{Time: start.Add(m.Offset)}
			}
		}
	}
	return list
}

// kindNames are the words that labels begin with when the phase has no workload.
var kindNames = []struct {
	prefix string
	kind   trend.PhaseKind
}{
	{"idle", trend.Idle}, {"baseline", trend.Idle}, {"quiet", trend.Idle}, {"off", trend.Idle}, {"recover", trend.Recovery},
	{"cool", trend.Recovery}, {"rest", trend.Recovery}, {"drain", trend.Recovery}, {"stopped", trend.Recovery},
}

// KindOf tells the kind of a phase by its label: idle and recovery, and words like them, are without workload, all others
// are workloads.
func KindOf(label string) trend.PhaseKind {
	label = strings.ToLower(strings.TrimSpace(label))
	for _, k := range kindNames {
		if strings.HasPrefix(label, k.prefix) {
			return k.kind
		}
	}
	return trend.Work
}

// kindText names a kind as the report does.
func kindText(k trend.PhaseKind) string {
	return [...]string{"workload", "idle", "recovery"}[k]
}

// SortPhases puts phases in order of time and refuses those that overlap. Phases relative to the first snapshot do not mix
// with others.
func SortPhases(phases []Phase) error {
	for i := range phases {
		p := &phases[i]
		if p.Start.Relative != phases[0].Start.Relative || p.End.Relative != phases[0].Start.Relative {
			return fmt.Errorf("phase %q: some phases have times and others distances from the first snapshot; give all of them one "+
				"way", p.Label)
		}
	}
	slices.SortStableFunc(phases, func(a, b Phase) int { return a.Start.compare(b.Start) })
	for i := 1; i < len(phases); i++ {
		if a, b := &phases[i-1], &phases[i]; b.Start.compare(a.End) < 0 {
			return fmt.Errorf("the phases %q and %q overlap: one must end before the next begins", a.Label, b.Label)
		}
	}
	return nil
}

// within gives the phases that touch the time of a span, in seconds from its start, and which of them they are.
func within(phases []Phase, span *poolseries.Span) (list []trend.Phase, which []int) {
	if span.Ordinal {
		return nil, nil
	}
	for i := range phases {
		p := &phases[i]
		t := trend.Phase{Kind: p.Kind, From: p.Start.after(span.Start), To: p.End.after(span.Start), Volume: p.Volume}
		if t.To > 0 && t.From < span.Seconds() {
			list, which = append(list, t), append(which, i)
		}
	}
	return list, which
}

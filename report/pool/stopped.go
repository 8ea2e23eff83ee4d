package pool

import (
	"fmt"
	"time"

	"etledger/internal/textform"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/report"
	"etledger/trend"
)

// stoppedOf makes the report's form of growth that stopped; nil where there was none.
func stoppedOf(s trend.Stop, span *poolseries.Span) *Stopped {
	if s.Grew <= 0 {
		return nil
	}
	r := &Stopped{Grew: amount(s.Grew)}
	if span != nil && !span.Ordinal {
		at := func(seconds float64) *report.Time {
			return moment(span.Start.Add(time.Duration(seconds * float64(time.Second))))
		}
		r.Start, r.End = at(s.From), at(s.Until)
	}
	return r
}

// whenText says in which time something grew, empty where times are not known.
func (s *Stopped) whenText() string {
	if s.Start == nil || s.End == nil {
		return ""
	}
	const day = "2006-01-02"
	end := s.End.Format("15:04")
	if s.Start.Format(day) != s.End.Format(day) {
		end = s.End.Format(day + " 15:04")
	}
	return fmt.Sprintf(" from %s to %s UTC", s.Start.Format(day+" 15:04"), end)
}

// stoppedByMuch tells whether a population grew by so much before it stopped that it is worth to be said first.
func stoppedByMuch(p *Population) bool {
	const much = 0.02 // of what it holds
	return p.Stopped != nil && float64(p.Stopped.Grew) >= much*float64(p.Last)
}

// stoppedText says of a population that it grew, stopped, and what came back.
func stoppedText(p *Population) string {
	back := "none of it came back"
	if p.High > p.Last {
		if share := float64(p.High-p.Last) / float64(p.High-p.First); share >= 0.01 {
			back = textform.Percent(share) + " of it came back"
		}
	}
	return fmt.Sprintf("%s grew by %s%s (%s to %s), stopped, and %s", p.Name, textform.Size(p.Stopped.Grew), p.Stopped.whenText(),
		textform.Size(p.First), textform.Size(p.Last), back)
}

// stop is the growth of a tag that stopped; zero where it never grew, or still does.
func (t *observedTag) stop() trend.Stop {
	if j := t.judged(); t.verdict == trend.Held && j != nil {
		return j.Stop
	}
	return trend.Stop{}
}

// stoppedAnswer speaks of the tag that grew most and stopped, where it grew by much or its pool did.
func stoppedAnswer(r *Machine) string {
	t := &r.Tags[0]
	l := judgedLevel(t)
	if l == nil || l.Stopped == nil {
		return ""
	}
	pool, stopped := false, 0
	for i := range r.Populations {
		p := &r.Populations[i]
		if populationMoves(p) && stoppedByMuch(p) {
			pool = pool || pools[p.Name].String() == t.Pool
			stopped++
		}
	}
	if !pool && (t.JudgedBy != "bytes" || l.Stopped.Grew < notableBytes) {
		return ""
	}
	const all = 0.95
	unit := trend.Bytes
	if t.JudgedBy == "objects" {
		unit = trend.Objects
	}
	text := fmt.Sprintf("%s grew by %s%s, stopped, and did not come back", tagText(t), quantity(float64(l.Stopped.Grew), unit),
		l.Stopped.whenText())
	switch {
	case pool && t.ShareOfGrowth != nil && *t.ShareOfGrowth >= all:
		if text = "all of it is " + tagText(t); stopped > 1 {
			text = fmt.Sprintf("all that the %s pool grew by is %s", t.Pool, tagText(t))
		}
	case t.ShareOfGrowth != nil:
		text += ", " + textform.Percent(*t.ShareOfGrowth) + " of what its pool grew"
	}
	if t.NeverFreed && t.Allocations != nil {
		text += fmt.Sprintf(", 0 of %s freed", textform.Plural(*t.Allocations, "allocation"))
	}
	if t.Owner != nil {
		text += ", " + ownerText(t.Owner)
	}
	return text + "."
}

// poolPopulation is the population that a tag belongs to, nil where it is not known.
func (m *observedMachine) poolPopulation(pool poolsnap.Pool) *population {
	for name, p := range pools {
		if p == pool {
			return m.population(name)
		}
	}
	return nil
}

// shareOfGrowth is the part of its pool's growth that a tag makes up; nil where its pool is not shown to have grown, or
// others gave back part of what it took, so that there is no share.
func (m *observedMachine) shareOfGrowth(t *observedTag) *float64 {
	const rounding = 1.05
	grown := m.rise[t.key.Pool]
	p := m.poolPopulation(t.key.Pool)
	if t.bytes == nil || grown <= 0 || p == nil || !rises(p.Verdict) && p.Stop.Grew == 0 || !rises(t.verdict) && t.stop().Grew == 0 {
		return nil
	}
	of := max(0, t.bytes.Last-t.bytes.First) / grown
	if of > rounding {
		return nil
	}
	s := share(min(1, of))
	return &s
}

// holdsMost is the tag that holds most of its pool, at least half of it, and does not move; nil where there is none.
func holdsMost(r *Machine) *Tag {
	var largest *Tag
	var total uint64
	for i := range r.Tags {
		if t := &r.Tags[i]; t.Bytes != nil {
			if total += t.Bytes.Last; largest == nil || t.Bytes.Last > largest.Bytes.Last {
				largest = t
			}
		}
	}
	if largest == nil || largest.Verdict != string(trend.Held) || 2*largest.Bytes.Last < total {
		return nil
	}
	return largest
}

// spanText writes a length of time as textform.Span does, days with one decimal as long as they are few.
func spanText(seconds float64) string {
	const day = 24 * 3600
	if seconds >= 2*day && seconds < 20*day {
		return fmt.Sprintf("%.1f days", seconds/day)
	}
	return textform.Span(seconds)
}

package pool

import (
	"slices"

	"etledger/ledger/poolseries"
	"etledger/report"
	"etledger/trend"
)

// DetailedTags is how many tags have series: the first of each machine, at least five of each.
const DetailedTags = 40

// seriesBins is how many points a series is made of at most.
const seriesBins = 256

// Series are the samples of a level, as a chart shows them. Successive samples may be folded into bins.
type Series struct {
	Start *report.Time `json:"start"` // what times are counted from; null where only the order of the samples is known
	At    []float64    `json:"at"`    // seconds after Start, or numbers of samples; increasing
	Value []uint64     `json:"value"` // at these times: bytes or objects
	// Low and High are the least and the greatest value since the time before; null where no samples were folded.
	Low  []uint64 `json:"low"`
	High []uint64 `json:"high"`
	// Fit is the line of the rate that is claimed, at the same times: along the time, or the time under workload where
	// the level grows under workload only. Null where no growth is claimed.
	Fit []float64 `json:"fit"`
}

// seriesOf makes the series of the points that a judgement was made of; nil of none.
func (m *observedMachine) seriesOf(points []trend.Point, span *poolseries.Span, j *trend.Judgement) *Series {
	if len(points) == 0 {
		return nil
	}
	points = foldedPoints(points)
	s := &Series{}
	if !span.Ordinal {
		s.Start = moment(span.Start)
	}
	folded := slices.ContainsFunc(points, func(p trend.Point) bool { return p.Low < min(p.First, p.Last) || p.High > max(p.First, p.Last) })
	var at, value []float64
	add := func(t, v, low, high float64) {
		at, value = append(at, t), append(value, v)
		s.At, s.Value = append(s.At, *significant(t, 9)), append(s.Value, amount(v))
		if folded {
			s.Low, s.High = append(s.Low, amount(low)), append(s.High, amount(high))
		}
	}
	for i := range points {
		p := &points[i]
		if i == 0 && p.To > p.From {
			add(p.From, p.First, p.First, p.First)
		}
		add(p.To, p.Last, p.Low, p.High)
	}
	s.Fit = m.fit(at, value, span, j)
	return s
}

// foldedPoints joins successive points until they are few enough.
func foldedPoints(points []trend.Point) []trend.Point {
	each := (len(points) + seriesBins - 1) / seriesBins
	if each <= 1 {
		return points
	}
	var list []trend.Point
	for part := range slices.Chunk(points, each) {
		p := part[0]
		for _, next := range part[1:] {
			p.To, p.Last = next.To, next.Last
			p.Low, p.High = min(p.Low, next.Low), max(p.High, next.High)
		}
		list = append(list, p)
	}
	return list
}

// fit gives the line of the rate that a judgement claims through values. It passes through their median residual, as the
// line of Theil and Sen does.
func (m *observedMachine) fit(at, value []float64, span *poolseries.Span, j *trend.Judgement) []float64 {
	if j == nil || !rises(j.Verdict) {
		return nil
	}
	slope, axis := j.Slope, func(t float64) float64 { return t }
	switch {
	case j.Duty && j.HasWorkSlope:
		phases, _ := within(m.plan, span)
		slope, axis = j.WorkSlope, func(t float64) float64 { return workUntil(phases, t) }
	case !j.HasSlope:
		return nil
	}
	rest := make([]float64, len(at))
	for i := range at {
		rest[i] = value[i] - slope.Rate*axis(at[i])
	}
	slices.Sort(rest)
	n := len(rest)
	base := (rest[(n-1)/2] + rest[n/2]) / 2
	line := make([]float64, n)
	for i := range line {
		v := rounded(base + slope.Rate*axis(at[i]))
		if v == nil {
			return nil
		}
		line[i] = *v
	}
	return line
}

// workUntil is the time under workload until a time, in seconds.
func workUntil(phases []trend.Phase, t float64) (s float64) {
	for _, p := range phases {
		if p.Kind == trend.Work {
			s += max(0, min(t, p.To)-p.From)
		}
	}
	return s
}

// addSeries adds the series of a tag, and that of the measure in the baseline.
func (m *observedMachine) addSeries(r *Tag, t *observedTag, base *observedMachine) {
	if m.boot == nil {
		return
	}
	for _, one := range []struct {
		level *Level
		unit  trend.Unit
	}{{r.Bytes, trend.Bytes}, {r.Objects, trend.Objects}} {
		if one.level != nil {
			one.level.Series = m.seriesOf(poolseries.Points(m.boot.Bins, t.cells, one.unit), &m.boot.Span, t.of(one.unit))
		}
	}
	if r.Baseline == nil || base == nil || base.boot == nil || base.boot.Ordinal {
		return
	}
	if was := base.byKey[t.key]; was != nil {
		r.Baseline.Series = base.seriesOf(poolseries.Points(base.boot.Bins, was.cells, t.by), &base.boot.Span, was.of(t.by))
	}
}

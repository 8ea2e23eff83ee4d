package growth

import (
	"fmt"
	"math"
	"slices"

	"etledger/internal/textform"
	"etledger/ledger/memoryseries"
	"etledger/report"
	"etledger/trend"
)

// judgeSeason judges a level, and says why the load of the day is not told apart where days are not what lacks.
func judgeSeason(s trend.Seasonal) trend.SeasonJudgement {
	j := trend.JudgeSeason(s)
	if j.Basis != trend.Plain || j.Longest < fewDays || j.Slope.Low <= 0 {
		return j
	}
	over := fmt.Sprintf("It rises by %s a day (%s) over %s", textform.Size(j.Slope.Rate*aDay),
		textform.SizeRange(j.Slope.Low*aDay, j.Slope.High*aDay), span(j.Longest))
	const why = "for the load of the day to be told apart: that takes snapshots at the same hours of several days, four hours of the day or more."
	switch j.Verdict {
	case trend.Growth:
		j.Reason = over + ". There are too few snapshots in a day " + why
	case trend.Inconclusive:
		j.Reason = over + ", but there are too few snapshots in a day " + why
	}
	return j
}

// levelOf makes the level of the report of a judgement and the series that it is about.
func levelOf(j *trend.SeasonJudgement, m *memoryseries.Machine, series []*memoryseries.Series, figure int) *Level {
	l := judged(j, m)
	first := true
	var values []binned
	for _, s := range series {
		for bin := range s.Bins() {
			c := s.Cell(bin, figure)
			mean, ok := meanOf(c)
			if !ok {
				continue
			}
			v := uint64(mean * float64(m.PageSize))
			low, high := uint64(c.Low)*m.PageSize, uint64(c.High)*m.PageSize
			if first {
				l.First, l.Low, first = v, low, false
			}
			l.Last, l.Low, l.High = v, min(l.Low, low), max(l.High, high)
			values = append(values, binned{s.At(bin), float64(v)})
		}
	}
	l.Series = drawn(values)
	return l
}

// judged makes a level of a judgement, without values.
func judged(j *trend.SeasonJudgement, m *memoryseries.Machine) *Level {
	l := &Level{Verdict: string(j.Verdict), Reason: j.Reason, Confidence: rounded(j.Confidence, shareStep), Basis: string(j.Basis),
		Days: rounded(j.Days, dayStep), Episodes: j.Episodes, Rising: j.Rising, Rise: rounded(j.Rise, byteStep), Steps: []Step{}}
	if j.Basis == trend.NoBasis {
		return l
	}
	l.PerDay = perDay(j.Slope)
	l.Chance, l.Adjusted = pointer(chanceOf(j.Chance)), pointer(chanceOf(j.Adjusted))
	l.Noise = pointer(rounded(j.Noise, byteStep))
	if j.Basis == trend.SameHours {
		l.Swing, l.SwingShare = pointer(rounded(j.Swing, byteStep)), pointer(rounded(j.SwingShare, shareStep))
	}
	if j.WarmUpSeconds > 0 {
		l.WarmUp, l.WarmUpS = pointer(rounded(j.WarmUp, byteStep)), pointer(rounded(j.WarmUpSeconds, 1))
	}
	if j.HasReturned {
		l.Returned = pointer(rounded(j.Returned, shareStep))
	}
	l.LatePerDay, l.RecentPerDay = perDay(j.Late), perDay(j.Recent)
	for _, s := range j.Steps {
		l.Steps = append(l.Steps, Step{universal(s.Time, m), rounded(s.Bytes, byteStep)})
	}
	if j.Since != 0 {
		l.Since, l.SinceRestart, l.EarlierPerDay = pointer(universal(j.Since, m)), j.SinceRestart, perDay(j.Earlier)
	}
	return l
}

// universal makes a time of seconds of the machine's local time.
func universal(local float64, m *memoryseries.Machine) report.Time {
	return report.At(int64(math.Round((local + float64(m.BiasMinutes)*60) * 1e9)))
}

// fill gives a level its values.
func (l *Level) fill(values []binned) {
	for i, b := range values {
		v := uint64(max(0, b.value))
		if i == 0 {
			l.First, l.Low = v, v
		}
		l.Last, l.Low, l.High = v, min(l.Low, v), max(l.High, v)
	}
	l.Series = drawn(values)
}

const aDay = 86400.0

// perDay makes a rate per day of one per second, nil where it has no interval.
func perDay(s trend.Slope) *Interval {
	if !s.Interval {
		return nil
	}
	return &Interval{rounded(s.Rate*aDay, byteStep), rounded(s.Low*aDay, byteStep), rounded(s.High*aDay, byteStep)}
}

type binned struct {
	at    int64
	value float64
}

// mostDrawn is how many values the series of a level has.
const mostDrawn = 48

// drawn gives values at even distances: the sums over series that overlap are not made, their mean is.
func drawn(values []binned) []*uint64 {
	list := []*uint64{}
	if len(values) == 0 {
		return list
	}
	from := slices.MinFunc(values, func(a, b binned) int { return int(min(1, max(-1, a.at-b.at))) }).at
	to := slices.MaxFunc(values, func(a, b binned) int { return int(min(1, max(-1, a.at-b.at))) }).at
	n := min(mostDrawn, len(values))
	sums, counts := make([]float64, n), make([]float64, n)
	for _, v := range values {
		i := 0
		if to > from {
			i = min(n-1, int(float64(n)*float64(v.at-from)/float64(to-from)))
		}
		sums[i] += v.value
		counts[i]++
	}
	for i := range sums {
		var v *uint64
		if counts[i] > 0 {
			v = pointer(uint64(math.Round(sums[i] / counts[i])))
		}
		list = append(list, v)
	}
	return list
}

func pointer[T any](v T) *T { return &v }

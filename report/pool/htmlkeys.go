package pool

import "etledger/trend"

// The exact figures behind the cells of the page's tables: numbers, or nothing where a cell shows a dash.

func keyOf(v *float64) any {
	if v == nil {
		return ""
	}
	return *v
}

func rateKey(r *Rate) any {
	if r == nil {
		return ""
	}
	return r.Rate
}

// levelKey is the rate that levelRateText writes.
func levelKey(l *Level) any {
	switch {
	case l == nil || !rises(trend.Verdict(l.Verdict)):
		return ""
	case l.WorkloadOnly && l.PerWorkHour != nil:
		return l.PerWorkHour.Rate
	case l.PerHour != nil:
		return l.PerHour.Rate
	}
	return rateKey(l.PerSample)
}

// tagKey is the rate that tagRateText writes.
func tagKey(t *Tag) any {
	switch {
	case t.JudgedBy == "objects":
		return levelKey(t.Objects)
	case t.Bytes != nil:
		return levelKey(t.Bytes)
	case t.Recorded != nil && rises(trend.Verdict(t.Verdict)):
		return rateKey(t.Recorded.PerHour)
	}
	return ""
}

// lastKey is what a tag holds at the end, by snapshots or by the recording.
func lastKey(l *Level, t *Tag, recorded func(*Recorded) uint64) any {
	switch {
	case l != nil:
		return l.Last
	case t.Recorded != nil && t.Source == "recording":
		return recorded(t.Recorded)
	}
	return ""
}

func grownKey(t *Tag) any {
	if t.Bytes == nil || t.Bytes.Samples < 2 {
		return ""
	}
	return int64(t.Bytes.Last) - int64(t.Bytes.First)
}

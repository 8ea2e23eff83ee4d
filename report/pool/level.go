package pool

import (
	"etledger/ledger/poolseries"
	"etledger/trend"
)

const hour = 3600

// levelOf makes the report's form of a judgement of samples of a span; nil of nil.
func levelOf(j *trend.Judgement, span *poolseries.Span) *Level {
	if j == nil {
		return nil
	}
	l := &Level{
		Verdict: string(j.Verdict), Reason: j.Reason, Confidence: share(j.Confidence), Samples: j.Samples,
		First: amount(j.First), Last: amount(j.Last), Low: amount(j.Low), High: amount(j.High), WorkloadOnly: j.Duty,
	}
	switch {
	case j.HasSlope && span != nil && span.Ordinal:
		l.PerSample = rateOf(j.Slope, 1)
	case j.HasSlope:
		l.PerHour = rateOf(j.Slope, hour)
	}
	if j.Verdict == trend.Held {
		l.Stopped = stoppedOf(j.Stop, span)
	}
	if j.HasWorkSlope {
		l.PerWorkHour = rateOf(j.WorkSlope, hour)
	}
	if j.HasOperationSlope {
		l.PerOperation = rateOf(j.OperationSlope, 1)
	}
	if j.Tested {
		l.Chance, l.Adjusted = chanceOf(j.Chance), chanceOf(j.Adjusted)
	}
	if r := j.Recovery; r.Known {
		l.Recovery = &Return{Workloads: r.Cycles, Growth: *rounded(r.Growth), Returned: *rounded(r.Returned), Share: share(r.Share())}
	}
	return l
}

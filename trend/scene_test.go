package trend_test

import "etledger/trend"

const (
	kib = 1 << 10
	mib = 1 << 20
)

// scene is an account over a number of seconds, in bins of one second, with a page in each birth. Of what is taken in a
// second, kept bytes stay for ever and churn bytes are given back 2 s later.
func scene(seconds int, churn, kept float64) trend.Input {
	in := trend.Input{CaptureEnd: float64(seconds), End: float64(seconds)}
	var level, died float64
	for i := range seconds {
		t := float64(i)
		c := trend.Cohort{From: t, To: t + 1, Born: churn + kept, Surviving: kept, Count: int((churn + kept) / 4096)}
		low := level
		level += kept
		if i < 2 {
			level += churn
		} else {
			died += churn
		}
		if i >= seconds-2 {
			c.Surviving += churn
		}
		in.Cohorts = append(in.Cohorts, c)
		in.Level = append(in.Level, trend.Sample{Time: t + 1, Low: low, High: level, End: level})
	}
	if died > 0 {
		in.Deaths = []trend.Death{{Age: 2, Bytes: died}}
	}
	return in
}

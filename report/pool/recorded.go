package pool

import (
	"encoding/binary"

	"etledger/ledger"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/trend"
)

// withRecordings gives each recording to the machine that it is of: the one of its name, the only one there is, or one of
// its own.
func withRecordings(machines []*observedMachine, recordings []Recording) []*observedMachine {
	for _, r := range recordings {
		var of *observedMachine
		for _, m := range machines {
			if m.Host == r.Host || m.Host == "" || r.Host == "" {
				of = m
				break
			}
		}
		if of == nil {
			of = &observedMachine{Machine: &poolseries.Machine{Host: r.Host}}
			machines = append(machines, of)
		}
		of.recordings = append(of.recordings, r)
	}
	return machines
}

// tagKeyOf is the key of a tag of a recording.
func tagKeyOf(t *ledger.PoolTag) poolsnap.Key {
	k := poolsnap.Key{Pool: poolsnap.Nonpaged}
	if t.Paged {
		k.Pool = poolsnap.Paged
	}
	binary.LittleEndian.PutUint32(k.Tag[:], t.Tag)
	return k
}

// verdicts are the verdicts on accounts in the terms of demands.
var verdicts = map[trend.Verdict]trend.Verdict{
	trend.Leak: trend.Leak, trend.Growth: trend.Growth, trend.Step: trend.Held, trend.WarmUp: trend.Held,
	trend.Churn: trend.Returns, trend.Shrinking: trend.Returns, trend.Steady: trend.Steady, trend.Inconclusive: trend.Inconclusive,
}

// addRecorded adds what recordings say of tags. A tag that no snapshot tells of has the verdict of its recording; in others
// it stands beside.
func (m *observedMachine) addRecorded() {
	for i := range m.recordings {
		r := &m.recordings[i]
		for k := range r.Tags {
			p := &r.Tags[k]
			j := trend.Judge(p.Evidence)
			recorded := &Recorded{
				File: r.File, DurationS: *rounded(r.End.Sub(r.Start).Seconds()), Allocations: p.Allocations, Frees: p.Frees,
				AllocatedBytes: p.AllocatedBytes, FreedBytes: p.FreedBytes, OutstandingBytes: p.OutstandingBytes,
				Outstanding: p.OutstandingCount, Verdict: string(verdicts[j.Verdict]), Reason: j.Reason,
			}
			if j.Verdict != trend.Inconclusive {
				recorded.PerHour = rateOf(trend.Slope{Rate: j.Slope, Low: j.SlopeLow, High: j.SlopeHigh, Interval: true}, hour)
			}
			key := tagKeyOf(p)
			t := m.byKey[key]
			if t == nil {
				t = &observedTag{key: key, verdict: verdicts[j.Verdict], allocs: p.Allocations, frees: p.Frees, counted: true, group: -1}
				m.byKey[key] = t
				m.tags = append(m.tags, t)
			}
			if t.recorded == nil || severity(trend.Verdict(recorded.Verdict)) < severity(trend.Verdict(t.recorded.Verdict)) {
				t.recorded = recorded
				if t.cells == nil {
					t.verdict = trend.Verdict(recorded.Verdict)
				}
			}
		}
	}
}

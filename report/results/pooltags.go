package results

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"etledger/ledger"
	"etledger/report/pool"
	"etledger/trend"
)

// poolTagsOf joins the accounts of pool tags with the verdicts that package pool has on them.
func poolTagsOf(tags []ledger.PoolTag, r *pool.Report) []PoolTag {
	type key struct{ hex, pool string }
	judged := make(map[key]*pool.Tag)
	for i := range r.Machines {
		for k := range r.Machines[i].Tags {
			t := &r.Machines[i].Tags[k]
			judged[key{t.Hex, t.Pool}] = t
		}
	}
	rows := make([]PoolTag, 0, len(tags))
	for i := range tags {
		t := &tags[i]
		row := PoolTag{Tag: t.Name, Pool: "nonpaged", Verdict: string(trend.Inconclusive), AllocatedBytes: t.AllocatedBytes,
			FreedBytes: t.FreedBytes, OutstandingBytes: t.OutstandingBytes, OutstandingCount: t.OutstandingCount}
		if t.Paged {
			row.Pool = "paged"
		}
		bytes := binary.LittleEndian.AppendUint32(nil, t.Tag)
		if of := judged[key{hex.EncodeToString(bytes), row.Pool}]; of != nil {
			row.Component = componentOf(of.Owner)
			if of.Recorded != nil {
				row.judge(of.Recorded, trend.Judge(t.Evidence))
			}
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b PoolTag) int {
		return cmp.Or(cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.Pool, b.Pool))
	})
	return rows
}

// judge fills in the verdict. Its figures are those of the same evidence, per second as in the rows of processes.
func (t *PoolTag) judge(recorded *pool.Recorded, figures trend.Result) {
	t.Verdict, t.Reason = recorded.Verdict, recorded.Reason
	if t.Verdict == string(trend.Inconclusive) {
		return
	}
	t.Judged = flag(recorded.DurationS >= judgeableS)
	t.Confidence = rounded(figures.Confidence, 1e4)
	t.Slope = rounded(figures.Slope, 1e3)
	t.SlopeLow = rounded(figures.SlopeLow, 1e3)
	t.SlopeHigh = rounded(figures.SlopeHigh, 1e3)
}

// componentOf gives the component that a tag most likely belongs to, nil where nothing speaks for one.
func componentOf(o *pool.Owner) *string {
	switch {
	case o == nil:
		return nil
	case len(o.Candidates) > 0:
		return &o.Candidates[0].Name
	case o.Shared != nil:
		return &o.Shared.Owner
	}
	return nil
}

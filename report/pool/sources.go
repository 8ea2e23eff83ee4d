package pool

import (
	"strings"

	"etledger/model/poolsnap"
)

// addSources lists the files and the lines that could not be used.
func (a *analysis) addSources(r *Report) {
	const most = 100
	add := func(sources []Source, problems []poolsnap.Problem, count int) {
		r.Sources = append(r.Sources, sources...)
		for i := range problems {
			if p := &problems[i]; len(r.Problems) < most {
				r.Problems = append(r.Problems, Problem{p.File, p.Line, p.Reason, strings.ToValidUTF8(p.Text, "\ufffd")})
			}
		}
		r.ProblemCount += max(count, len(problems))
	}
	for _, o := range []*Observed{a.in.Now, a.in.Baseline, a.in.After} {
		if o != nil {
			add(o.Sources, o.Problems, o.ProblemCount)
		}
	}
	for _, o := range []*OwnerSources{&a.in.Owners, &a.in.OwnersAfter} {
		add(o.Sources, o.Problems, o.ProblemCount)
	}
	for _, m := range []*mapper{a.owners, a.ownersAfter} {
		if m != nil {
			add(nil, m.problems, 0)
		}
	}
}

// damaged tells whether something of the observed intervals could not be used.
func (a *analysis) damaged() bool {
	for _, o := range []*Observed{a.in.Now, a.in.Baseline, a.in.After} {
		if o != nil && (o.ProblemCount > 0 || o.Damaged || o.Set != nil && o.Set.Late > 0) {
			return true
		}
	}
	return a.in.Owners.ProblemCount > 0 || a.in.OwnersAfter.ProblemCount > 0
}

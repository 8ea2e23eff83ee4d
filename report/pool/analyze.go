package pool

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"etledger/model/poolsnap"
	"etledger/report"
)

// ErrNothing tells that the inputs held neither snapshots of pools nor counters nor pool events.
var ErrNothing = errors.New("there are no pool snapshots, no memory counters and no pool events in the input")

// Analyze judges what was observed. It is deterministic: the same inputs give the same report. An error means that there
// is no report: there was nothing to judge (ErrNothing), drivers could not be scanned, or the context ended. Damage to the
// inputs does not end the analysis: it becomes findings.
func Analyze(ctx context.Context, in Inputs, o Options) (*Report, error) {
	a, err := observeAll(ctx, &in, o)
	if err != nil {
		return nil, fmt.Errorf("pool: analysing: %w", err)
	}
	if len(a.now) == 0 {
		return nil, fmt.Errorf("pool: analysing: %w%s", ErrNothing, whyNothing(in.Now))
	}
	if err := a.mapOwners(ctx); err != nil {
		return nil, fmt.Errorf("pool: analysing: %w", err)
	}
	r := &Report{Schema: Schema, Sources: []Source{}, Problems: []Problem{}, Machines: []Machine{}, Next: []string{}}
	a.addSources(r)
	for _, m := range a.now {
		r.Machines = append(r.Machines, a.machine(m))
	}
	lead := a.now[0]
	if in.After != nil {
		r.Receipt = a.receipt(lead)
	}
	r.Findings = a.findings()
	r.Answer = a.answer(r)
	r.Next = a.next(r)
	r.damaged = a.damaged()
	return r, nil
}

// whyNothing says what was wrong with the files that gave nothing.
func whyNothing(o *Observed) string {
	var texts []string
	if o != nil {
		for _, f := range append(readFindings(o), o.Findings...) {
			if f.Code == codeUnusable || f.Code == codeSkipped {
				texts = append(texts, strings.TrimSuffix(f.Message, "."))
			}
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return ": " + strings.Join(texts, "; ")
}

// analysis is all that a report is made of.
type analysis struct {
	in                   *Inputs
	options              Options
	now, baseline, after []*observedMachine
	owners, ownersAfter  *mapper
}

func observeAll(ctx context.Context, in *Inputs, o Options) (*analysis, error) {
	a := &analysis{in: in, options: o}
	for _, side := range []struct {
		from *Observed
		to   *[]*observedMachine
	}{{in.Now, &a.now}, {in.Baseline, &a.baseline}, {in.After, &a.after}} {
		if side.from == nil {
			continue
		}
		machines, err := observe(ctx, side.from, in.Phases, o)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(machines, compareMachines)
		*side.to = machines
	}
	for _, m := range a.now {
		slices.SortStableFunc(m.tags, a.compareTags(m))
	}
	return a, nil
}

// mapOwners maps the tags that ask for it to components.
func (a *analysis) mapOwners(ctx context.Context) error {
	var tags []poolsnap.Tag
	for _, side := range [][]*observedMachine{a.now, a.after} {
		for _, m := range side {
			for _, t := range wanted(m.tags, a.options) {
				if !slices.Contains(tags, t.key.Tag) {
					tags = append(tags, t.key.Tag)
				}
			}
		}
	}
	var err error
	if a.owners, err = newMapper(ctx, &a.in.Owners, tags, a.options); err != nil {
		return err
	}
	if a.in.After == nil {
		return nil
	}
	after := a.in.OwnersAfter
	if len(after.TagFiles) == 0 {
		after.TagFiles = a.in.Owners.TagFiles
	}
	a.ownersAfter, err = newMapper(ctx, &after, tags, a.options)
	return err
}

// receipt compares the leading machine with the same after the correction.
func (a *analysis) receipt(m *observedMachine) *Receipt {
	after := machineFor(m, a.after, len(a.now))
	if after == nil {
		r := &Receipt{Verdict: notComparable, Against: []string{"nothing was observed of this machine after the correction"},
			Per: "hour", Before: m.side(), After: Side{Phases: []string{}}, Tags: []TagReceipt{}}
		r.conclude()
		return r
	}
	r := newReceipt(m, after, a.options)
	for i := range r.Tags {
		t := &r.Tags[i]
		for _, o := range append(slices.Clone(m.tags), after.tags...) {
			if hex.EncodeToString(o.key.Tag[:]) == t.Hex && o.key.Pool.String() == t.Pool {
				var later *Owner
				if !a.in.OwnersAfter.empty() {
					later = a.ownersAfter.owner(o, after.recordings)
				}
				t.addComponents(a.owners.owner(o, m.recordings), later)
				break
			}
		}
	}
	return r
}

// finding makes a finding.
func finding(code string, severity report.Severity, format string, args ...any) report.Finding {
	a := adviceOf[code]
	return report.Finding{Code: code, Severity: severity, Message: fmt.Sprintf(format, args...), Weakens: a.weakens, NextTime: a.nextTime}
}

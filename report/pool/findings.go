package pool

import (
	"fmt"

	"etledger/internal/textform"
	"etledger/model/poolsnap"
	"etledger/report"
)

// The codes of findings are stable.
const (
	codeUnusable      = "unusable-lines"
	codeLate          = "snapshots-left-out"
	codeNoSnapshots   = "no-snapshots"
	codeFewSamples    = "few-samples"
	codeShort         = "short-time"
	codeOrderOnly     = "order-only"
	codeMixedTimes    = "snapshots-without-time"
	codeFileTimes     = "times-from-files"
	codePartial       = "partial-snapshots"
	codeReboot        = "reboots"
	codeCopies        = "copies"
	codeConflicts     = "conflicting-rows"
	codeWraps         = "wrapped-counters"
	codeRestarts      = "counters-fell"
	codeHosts         = "several-machines"
	codeNoRecovery    = "no-recovery"
	codeNoCounters    = "no-counters"
	codeNoBaseline    = "baseline-not-comparable"
	codePhasesOutside = "phases-outside"
	codeManyTests     = "many-levels"
	codeNoOwners      = "no-mapping"
	codeTagFile       = "tag-file"
	codeSkipped       = "files-skipped"
	codeIncoherent    = "incoherent-counters"
	codeAfterEarlier  = "after-not-later"
)

// findings lists what weakens the answer, about what was read first, then about what was judged.
func (a *analysis) findings() []report.Finding {
	list := []report.Finding{}
	for _, side := range []struct {
		name string
		o    *Observed
	}{{"", a.in.Now}, {"baseline: ", a.in.Baseline}, {"after: ", a.in.After}} {
		if side.o == nil {
			continue
		}
		for _, f := range append(readFindings(side.o), side.o.Findings...) {
			if side.name != "" {
				f.Message = side.name + f.Message
			}
			list = append(list, f)
		}
	}
	m := a.now[0]
	for _, one := range a.now {
		for _, f := range one.findings() {
			if len(a.now) > 1 && one.Host != "" {
				f.Message = textform.Printable(one.Host) + ": " + f.Message
			}
			list = append(list, f)
		}
	}
	if len(a.now) > 1 {
		list = append(list, finding(codeHosts, report.SeverityInfo, "%d machines are in the input; each is judged alone, and the "+
			"answer is about the one with the worst verdict.", len(a.now)))
	}
	if a.in.Baseline != nil && machineFor(m, a.baseline, len(a.now)) == nil {
		list = append(list, finding(codeNoBaseline, report.SeverityWarning, "The baseline has nothing of this machine, so nothing "+
			"is compared with it."))
	}
	if len(a.in.Phases) > 0 && m.boot != nil && len(m.phases) == 0 {
		list = append(list, finding(codePhasesOutside, report.SeverityWarning, "None of the %d phases is in the time of the "+
			"snapshots: check the dates and the time zone of both.", len(a.in.Phases)))
	}
	if after := machineFor(m, a.after, len(a.now)); after != nil && m.boot != nil && after.boot != nil && !m.boot.Ordinal &&
		!after.boot.Ordinal && after.boot.Start.Before(m.boot.End) {
		list = append(list, finding(codeAfterEarlier, report.SeverityWarning, "The snapshots given as after the correction begin "+
			"(%s UTC) before those from before it end (%s UTC): check which is which.",
			after.boot.Start.Format("2006-01-02 15:04:05"), m.boot.End.Format("2006-01-02 15:04:05")))
	}
	for _, t := range a.in.Owners.TagFiles {
		which := ""
		if len(t.Problems) > 0 {
			p := &t.Problems[0]
			which = fmt.Sprintf(", the first in line %d (%s: %q)", p.Line, p.Reason, p.Text)
		}
		list = append(list, finding(codeTagFile, report.SeverityInfo, "%s: %s in %s; %d more look like entries and could not be "+
			"used%s.", t.Name, textform.Plural(len(t.Entries), "entry"), textform.Plural(t.Lines, "line"), len(t.Problems), which))
	}
	if a.owners.empty && len(wanted(m.tags, a.options)) > 0 {
		list = append(list, finding(codeNoOwners, report.SeverityInfo, "No tag file and no drivers were given, so components are "+
			"named only as far as the tool that took the snapshots, or stacks, told them."))
	}
	return list
}

// readFindings are about what was read.
func readFindings(o *Observed) (list []report.Finding) {
	if n := o.ProblemCount; n > 0 {
		first := ""
		if len(o.Problems) > 0 {
			p := &o.Problems[0]
			first = fmt.Sprintf(", the first %s:%d (%s)", textform.Printable(p.File), p.Line, p.Reason)
		}
		list = append(list, finding(codeUnusable, report.SeverityWarning, "%s not be used%s; the rest was.",
			textform.Counted(uint64(n), "line", "could", "could"), first))
	}
	s := o.Set
	if s == nil {
		return list
	}
	if s.Late > 0 {
		list = append(list, finding(codeLate, report.SeverityWarning, "%s left out, since too many others lie between them and "+
			"where they belong in time; give fewer files at once.", textform.Counted(uint64(s.Late), "snapshot", "was", "were")))
	}
	if s.Duplicates > 0 {
		list = append(list, finding(codeCopies, report.SeverityInfo, "%s of others and counted once.",
			textform.Counted(uint64(s.Duplicates), "snapshot", "is a copy", "are copies")))
	}
	if s.Conflicts > 0 {
		list = append(list, finding(codeConflicts, report.SeverityWarning, "%s left out: another snapshot of the same moment "+
			"tells something else.", textform.Counted(uint64(s.Conflicts), "row", "was", "were")))
	}
	if s.Wraps > 0 {
		list = append(list, finding(codeWraps, report.SeverityInfo, "%s of 32 bits wrapped; the wraps are counted on.",
			textform.Plural(s.Wraps, "counter")))
	}
	if s.Restarts > 0 {
		list = append(list, finding(codeRestarts, report.SeverityWarning, "%s fell alone, without a wrap and without a boot: "+
			"allocations and frees of these tags are too low.", textform.Plural(s.Restarts, "counter")))
	}
	return list
}

// findings are about what was judged of a machine.
func (m *observedMachine) findings() (list []report.Finding) {
	if m.incoherent {
		list = append(list, finding(codeIncoherent, report.SeverityWarning, "The commit is below the sum of the pools in some samples, "+
			"which cannot be: the commit of processes is not known."))
	}
	b := m.boot
	if b == nil {
		if len(m.tags) == 0 {
			list = append(list, finding(codeNoSnapshots, report.SeverityWarning, "There are no snapshots by tag: which tag grows is not "+
				"known."))
		}
		return list
	}
	switch n := b.Snapshots; {
	case n == 1:
		list = append(list, finding(codeFewSamples, report.SeverityError, "There is one snapshot only, and one snapshot shows no "+
			"trend: the largest tag need not be the one that grows."))
	case n < leastSnapshots:
		list = append(list, finding(codeFewSamples, report.SeverityWarning, "There are %d snapshots only: they can show growth, but "+
			"no leak, which takes %d.", n, leastSnapshots))
	case n < goodSnapshots:
		list = append(list, finding(codeFewSamples, report.SeverityInfo, "There are %d snapshots: with fewer than %d, waves "+
			"and walks pass for leaks now and then, and leaks beside much demand are not told from it.", n, goodSnapshots))
	}
	if b.Ordinal {
		list = append(list, finding(codeOrderOnly, report.SeverityWarning, "The times of the snapshots are not known, only their "+
			"order: there are no rates, no forecasts, no phases."))
	} else {
		list = append(list, m.timeFindings()...)
	}
	if b.Partial > 0 {
		list = append(list, finding(codePartial, report.SeverityWarning, "Rows are known to be missing in %d of %s: of tags "+
			"missing there nothing is concluded.", b.Partial, textform.Plural(b.Snapshots, "snapshot")))
	}
	if n := len(m.Boots); n > 1 && !m.Boots[n-1].Ordinal {
		list = append(list, finding(codeReboot, report.SeverityInfo, "The machine started anew %s between the snapshots (%s); "+
			"the longest time between is judged, %s of %d.", times(n-1), m.Boots[n-1].Reason,
			textform.Plural(b.Snapshots, "snapshot"), m.snapshots()))
	}
	if m.memory == nil || m.memory.Snapshots < 2 {
		list = append(list, finding(codeNoCounters, report.SeverityInfo, "No memory counters were given: whether process commit or "+
			"working sets grow is not known, and the pools are the sums of their tags."))
	}
	if len(m.phases) == 0 && (m.anyRises() || m.anyStopped()) {
		list = append(list, finding(codeNoRecovery, report.SeverityWarning, "No phases were given: whether what grew comes back "+
			"after the workload is not known."))
	}
	if m.tests > 1 {
		list = append(list, finding(codeManyTests, report.SeverityInfo, "%s judged at once, and each verdict allows for that.",
			textform.Counted(uint64(m.tests), "moving level", "was", "were")))
	}
	return list
}

// goodSnapshots is how many snapshots tell a leak beside noise.
const goodSnapshots = 16

// timeFindings are about the times of snapshots.
func (m *observedMachine) timeFindings() (list []report.Finding) {
	if b := m.boot; b.Snapshots > 1 && b.Seconds() < shortTime {
		list = append(list, finding(codeShort, report.SeverityWarning, "The snapshots span %s only: what a start or a burst takes "+
			"cannot be told from a leak on so little.", spanText(b.Seconds())))
	}
	if n := m.TimesFrom[poolsnap.TimeFromFile]; n > 0 {
		list = append(list, finding(codeFileTimes, report.SeverityWarning, "%s from the modification time of the file: copying may "+
			"have changed it, and with it all rates.", textform.Counted(uint64(n), "time", "is", "are")))
	}
	if n := m.TimesFrom[poolsnap.TimeUnknown]; n > 0 {
		list = append(list, finding(codeMixedTimes, report.SeverityWarning, "%s without a time cannot be placed among the others and "+
			"are left out.", textform.Plural(n, "snapshot")))
	}
	return list
}

const shortTime = 600 // seconds

func (m *observedMachine) snapshots() (n int) {
	for _, b := range m.Boots {
		n += b.Snapshots
	}
	return n
}

func (m *observedMachine) anyRises() bool {
	for _, t := range m.tags {
		if rises(t.verdict) {
			return true
		}
	}
	return false
}

// anyStopped tells whether a population grew and stopped, or the tag that comes first did.
func (m *observedMachine) anyStopped() bool {
	for i := range m.populations {
		if m.populations[i].Stop.Grew > 0 {
			return true
		}
	}
	return len(m.tags) > 0 && m.tags[0].stop().Grew >= notableBytes
}

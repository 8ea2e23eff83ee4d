package report

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"etledger/etl"
	"etledger/ledger"
	"etledger/model"
	"etledger/trend"
)

// Source is all that a report is made of, wherever it was read from.
type Source struct {
	Recordings []RecordingHeader // in order of time
	Losses     etl.Losses        // after all events were read
	Bytes      uint64            // of all recordings
	Buffers    uint64            // of all recordings
	Stats      model.Stats       // after all events were read
	Accounts   *ledger.Accounts
	Details    bool    // as in Options: the accounts have what details are made of
	Window     *Window // that the accounts are about, nil for the whole capture
}

// RecordingHeader is a recording's name with what its header says.
type RecordingHeader struct {
	Name   string
	Header etl.Header
}

// evidence gathers what findings are made from.
func (s *Source) evidence() *evidence {
	e := &evidence{losses: s.Losses, bytes: s.Bytes, buffers: s.Buffers, stats: s.Stats, startNano: s.Stats.FirstNano,
		endNano:  s.Stats.LastNano,
		accounts: s.Accounts, window: s.Window}
	for _, r := range s.Recordings {
		e.headers, e.names = append(e.headers, r.Header), append(e.names, r.Name)
	}
	return e
}

// Build makes the report: it judges every lifetime, in the light of what was lost, and puts the worst first.
func Build(s *Source) *Report { return build(s, trend.Judge, runtime.GOMAXPROCS(0)) }

// judge gives the verdict on an account: trend.Judge, or what a test puts in its place.
type judge func(trend.Input) trend.Result

// build makes the report with so many goroutines judging at once; it is the same whatever their number.
func build(s *Source, judge judge, concurrency int) *Report {
	a := s.Accounts
	e := s.evidence()
	r := &Report{
		Schema:    Schema,
		Capture:   describe(s, e),
		Processes: make([]Process, len(a.Lifetimes)),
		System:    systemOf(&a.System, e.startNano),
		Pool:      poolOf(a.Pool),
		Window:    s.Window,
	}
	detailed := s.Details && a.FlowWidth > 0
	one := func(i int) {
		l := a.Lifetimes[i]
		r.Processes[i] = processOf(l, e.inputOf(l), e.startNano, judge)
		r.Processes[i].Trend.Gaps = len(e.gapsOf(l))
		r.Processes[i].windowed = s.Window != nil
		if detailed {
			r.Processes[i].Details = processDetailsOf(l, &r.Processes[i], e, judge)
		}
	}
	forEach(len(a.Lifetimes), concurrency, one)
	if detailed {
		r.Details = detailsOf(r.Processes, e)
	}
	slices.SortStableFunc(r.Processes, compareProcesses)
	r.Answer = answer(r, e)
	return r
}

// forEach calls do for 0 to n-1, up to so many at once, and returns when all are done.
func forEach(n, concurrency int, do func(i int)) {
	var next atomic.Int64
	work := func() {
		for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
			do(int(i))
		}
	}
	var others sync.WaitGroup
	for range min(concurrency, n) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}

func processOf(l *ledger.Lifetime, in trend.Input, start int64, judge judge) Process {
	verdict := judge(in)
	p := Process{
		PID: l.PID, Image: known(l.Image), ImagePath: known(l.ImagePath), CommandLine: known(l.CommandLine),
		BuildStamp: known(l.BuildStamp), ImageSize: known(l.ImageSize), ProcessKey: known(l.ProcessKey),
		ImageVersion: imageVersionOf(l.Version),
		ParentPID:    when(l.ParentKnown, l.ParentPID), SessionID: when(l.Announced, l.SessionID),
		SID: known(l.SID), User: known(wellKnownUser(l.SID)), Announced: l.Announced,
		FirstSeenS: secondsBetween(start, l.StartNano), LastSeenS: secondsBetween(start, l.EndNano),
		ExitStatus: when(l.HasExitStatus, l.ExitStatus), Defunct: l.Defunct,
		VirtualAlloc: virtualAllocOf(l.VirtualAlloc), ByOther: othersOf(l.ByOther), Mapped: mappedOf(l),
		HardFaults: hardFaultsOf(l),
		Counters:   countersOf(l.Counters), Reconciliation: reconciliationOf(l, start), Trend: trendOf(verdict, in),
		SuspectCount: len(l.Suspects), level: levelOf(in),
	}
	if a := l.Audit; a != nil {
		p.Audit = &Audit{Regions: a.Regions, RegionBytes: a.RegionBytes, CommitBytes: a.CommitBytes,
			AgreedBytes: a.AgreedBytes,
			UnseenBytes: a.UnseenBytes, BeforeBytes: a.BeforeBytes, MissedBytes: a.MissedBytes, StaleBytes: a.StaleBytes}
	}
	p.StartS, p.EndS = when(l.StartSeen, p.FirstSeenS), when(l.EndSeen, p.LastSeenS)
	p.Suspects = suspectsOf(l, in, verdict.Verdict, judge)
	p.Leads = leadsOf(l, verdict, start)
	return p
}

// wellKnownUser names the accounts whose SID is the same on every machine.
func wellKnownUser(sid string) string {
	switch sid {
	case "S-1-5-18":
		return `NT AUTHORITY\SYSTEM`
	case "S-1-5-19":
		return `NT AUTHORITY\LOCAL SERVICE`
	case "S-1-5-20":
		return `NT AUTHORITY\NETWORK SERVICE`
	}
	return ""
}

func virtualAllocOf(v ledger.VirtualAlloc) VirtualAlloc {
	return VirtualAlloc{
		ReserveBytes: v.ReserveBytes, CommitBytes: v.CommitBytes, FreedBytes: v.FreedBytes,
		OutstandingCommitBytes: v.OutstandingCommitBytes, OutstandingReserveBytes: v.OutstandingReserveBytes,
		PeakCommitBytes: v.PeakCommitBytes, UnknownFreedBytes: v.UnknownFreedBytes, Allocations: v.Allocations,
		Frees:             v.Frees,
		RepeatCommitBytes: v.RepeatCommitBytes, ByOtherProcessBytes: v.ByOtherProcessBytes,
		BeforeCommitBytes: v.BeforeCommitBytes, BeforeFreedBytes: v.BeforeFreedBytes,
		InferredFreedBytes: v.InferredFreedBytes,
		ResetBytes:         v.ResetBytes, LargePageBytes: v.LargePageBytes, PhysicalBytes: v.PhysicalBytes,
	}
}

func othersOf(others []ledger.OtherProcess) []OtherProcess {
	list := make([]OtherProcess, len(others))
	for i, o := range others {
		list[i] = OtherProcess{PID: o.PID, Image: known(o.Image), CommitBytes: o.CommitBytes}
	}
	return list
}

func mappedOf(l *ledger.Lifetime) Mapped {
	m := l.Mapped
	files := make([]MappedFile, len(l.MappedFiles))
	for i, f := range l.MappedFiles {
		files[i] = MappedFile{File: known(f.Path), Views: f.Count, Bytes: f.Bytes}
	}
	sections := m.OutstandingBySection
	if sections == nil {
		sections = map[string]uint64{}
	}
	return Mapped{
		Maps: m.Maps, Unmaps: m.Unmaps, MappedBytes: m.MappedBytes, UnmappedBytes: m.UnmappedBytes,
		OutstandingBytes: m.OutstandingBytes, OutstandingViews: m.OutstandingViews,
		UnknownUnmappedBytes: m.UnknownUnmappedBytes,
		OutstandingBySection: sections, OutstandingByFile: files,
	}
}

func hardFaultsOf(l *ledger.Lifetime) HardFaults {
	files := make([]FaultFile, len(l.FaultFiles))
	for i, f := range l.FaultFiles {
		files[i] = FaultFile{File: known(f.Path), Count: f.Count, Bytes: f.Bytes, DurationS: durationOf(f.DurationNS)}
	}
	return HardFaults{Count: l.HardFaults.Count, Bytes: l.HardFaults.Bytes, DurationS: durationOf(l.HardFaults.DurationNS),
		Files: files}
}

func durationOf(ns uint64) float64 { return secondsBetween(0, int64(ns)) }

func countersOf(c *ledger.Counters) *Counters {
	if c == nil {
		return nil
	}
	current := !c.AtExit
	return &Counters{
		AtExit: c.AtExit, PrivateBytes: when(current, c.PrivateBytes), PeakPrivateBytes: c.PeakPrivateBytes,
		WorkingSetBytes: when(current, c.WorkingSetBytes), PeakWorkingSetBytes: c.PeakWorkingSetBytes,
		VirtualBytes: when(current, c.VirtualBytes), PeakVirtualBytes: c.PeakVirtualBytes,
		PagefileBytes: when(current, c.PagefileBytes), PagedPoolBytes: when(current, c.PagedPoolBytes),
		PeakPagedPoolBytes: c.PeakPagedPoolBytes, NonPagedPoolBytes: when(current, c.NonPagedPoolBytes),
		PeakNonPagedPoolBytes: c.PeakNonPagedPoolBytes, HandleCount: when(current, c.HandleCount),
		PageFaultCount: c.PageFaultCount,
	}
}

func reconciliationOf(l *ledger.Lifetime, start int64) Reconciliation {
	c, v := l.Reconciliation, l.VirtualAlloc
	series := seriesOf(l.Series, start)
	if c.Status == "" || c.Status == ledger.ReconNotAvailable {
		return Reconciliation{Status: string(ledger.ReconNotAvailable), Series: series}
	}
	givenBack := min(c.InitialPrivateBytes, v.BeforeFreedBytes+v.UnknownFreedBytes)
	return Reconciliation{
		Status: string(c.Status), InitialPrivateBytes: &c.InitialPrivateBytes, InitialSource: known(c.InitialSource),
		GivenBackBytes: &givenBack, ExplainedBytes: &c.ExplainedBytes, ExplainedBy: known(c.ExplainedBy),
		ResidualBytes: &c.ResidualBytes, Series: series,
	}
}

func seriesOf(s *ledger.Series, start int64) *Series {
	if s == nil {
		return nil
	}
	return &Series{
		Samples: s.Samples, FirstS: secondsBetween(start, s.FirstNano), LastS: secondsBetween(start, s.LastNano),
		PartS:         when(s.PartNano != 0, secondsBetween(start, s.PartNano)),
		ResidualBytes: s.ResidualBytes,
		ChangeS:       when(s.ChangeNano != 0, secondsBetween(start, s.ChangeNano)), ChangeBytes: s.ChangeBytes,
	}
}

func trendOf(v trend.Result, in trend.Input) Trend {
	t := Trend{
		Verdict: string(v.Verdict), SlopeBytesPerS: rounded(v.Slope, rateStep), SlopeLowBytesPerS: rounded(v.SlopeLow,
			rateStep),
		SlopeHighBytesPerS: rounded(v.SlopeHigh, rateStep), ChurnBytes: rounded(v.Churn, 1),
		Confidence: rounded(v.Confidence, shareStep),
		Reason:     v.Reason,
	}
	if v.FitFrom < v.FitTo {
		t.FitFromS, t.FitToS = rounded(v.FitFrom, secondStep), rounded(v.FitTo, secondStep)
	}
	if in.LossKnown {
		t.LostShare = rounded(in.LostShare, shareStep)
	}
	if v.HasExhaustion {
		t.SecondsToExhaustion = rounded(v.SecondsToExhaustion, 1)
		t.SecondsToExhaustionLow = rounded(v.ExhaustionEarliest, 1)
		t.SecondsToExhaustionHigh = rounded(v.ExhaustionLatest, 1)
	}
	return t
}

func systemOf(s *ledger.System, start int64) System {
	system := System{
		ComputerName: known(s.ComputerName), MemoryBytes: known(s.MemoryBytes), PageSize: known(s.PageSize),
		Processors: known(s.Processors), MHz: known(s.MHz), Architecture: known(s.Architecture),
		WindowsDirectory: known(s.WindowsDirectory), Volumes: []Volume{},
	}
	for _, v := range s.Volumes {
		system.Volumes = append(system.Volumes, Volume{NTPrefix: v.NTPrefix, DOSPrefix: known(v.DOSPrefix)})
	}
	system.MemoryInfo = snapshotsOf(s.MemoryInfo, start)
	return system
}

func snapshotsOf(samples []ledger.MemorySnapshot, start int64) []MemorySnapshot {
	list := make([]MemorySnapshot, len(samples))
	for i, m := range samples {
		list[i] = MemorySnapshot{
			TimeS: secondsBetween(start, m.Nano), AvailableBytes: m.AvailableBytes,
			CommitBytes: when(m.CommitKnown, m.CommitBytes), PagedPoolBytes: when(m.CommitKnown, m.PagedPoolBytes),
			NonPagedPoolBytes: when(m.CommitKnown, m.NonPagedPoolBytes),
		}
	}
	return list
}

func poolOf(tags []ledger.PoolTag) Pool {
	pool := Pool{Tags: make([]PoolTag, len(tags))}
	for i, t := range tags {
		kind := "nonpaged"
		if t.Paged {
			kind = "paged"
		}
		pool.Tags[i] = PoolTag{
			Tag: t.Name, Pool: kind, Allocations: t.Allocations, Frees: t.Frees, AllocatedBytes: t.AllocatedBytes,
			FreedBytes: t.FreedBytes, OutstandingBytes: t.OutstandingBytes, OutstandingCount: t.OutstandingCount,
			UnknownFrees: t.UnknownFrees, LostFrees: t.LostFrees,
		}
	}
	slices.SortStableFunc(pool.Tags, comparePoolTags)
	return pool
}

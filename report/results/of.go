package results

import (
	"encoding/json"
	"math"
	"time"

	"etledger/model/dataset"
	"etledger/report"
	"etledger/report/pool"
	"etledger/trend"
)

// About is what is known of a capture beside its report.
type About struct {
	ID       string       // as package dataset gives it
	Location string       // path or URL that it was read from
	SHA256   string       // of the content, in hexadecimal
	Bytes    uint64       // of all recordings
	Host     string       // that the capture counts for; empty for the computer name that it tells
	Meta     dataset.Meta // as it was given
}

// unknownHost is the host of captures of which nobody knows it, as package dataset names it.
const unknownHost = "unknown"

// judgeableS is how many seconds of a lifetime must have been observed for it to be called a leak (docs/verdicts.md).
const judgeableS = 60

// Of gives the rows of a capture: r is the report that was built of s, and p what package pool says of the same accounts, nil
// if the capture has no pool events.
func Of(s *report.Source, r *report.Report, p *pool.Report, about About) (*Rows, error) {
	rows := &Rows{Capture: captureOf(r, about), Meta: about.Meta}
	for i := range r.Processes {
		process := &r.Processes[i]
		rows.Lifetimes = append(rows.Lifetimes, lifetimeOf(uint32(i), process, r.Capture.Start.Time))
		rows.Modules = append(rows.Modules, modulesOf(uint32(i), process)...)
	}
	if p != nil {
		rows.PoolTags = poolTagsOf(s.Accounts.Pool, p)
	}
	c := &rows.Capture
	c.Lifetimes = uint64(len(rows.Lifetimes))
	for i := range rows.Lifetimes {
		c.Judged += uint64(rows.Lifetimes[i].Judged)
		if rows.Lifetimes[i].Verdict == string(trend.Leak) {
			c.Leaking++
		}
	}
	codes := []string{}
	for _, f := range r.Capture.Findings {
		codes = append(codes, f.Code)
	}
	text, err := json.Marshal(codes)
	c.Findings = string(text)
	return rows, err
}

func captureOf(r *report.Report, about About) Capture {
	c := Capture{
		ID: about.ID, Location: about.Location, SHA256: about.SHA256, SizeBytes: about.Bytes, HostName: about.Host,
		ComputerName: r.System.ComputerName, OSBuild: r.Capture.OSBuild, PointerSize: r.Capture.PointerSize,
		Processors: r.Capture.Processors, Start: r.Capture.Start.Time, End: r.Capture.End.Time, DurationS: r.Capture.DurationS,
		Damaged: flag(r.Damaged()), EventsLost: r.Capture.EventsLost, BuffersLost: r.Capture.BuffersLost, Answer: r.Answer,
		Stacks: flag(hasStacks(r)), MemoryBytes: r.System.MemoryBytes,
	}
	if c.HostName == "" && c.ComputerName != nil {
		c.HostName = *c.ComputerName
	}
	if c.HostName == "" {
		c.HostName = unknownHost
	}
	if r.Capture.Boot != nil {
		c.Boot = &r.Capture.Boot.Time
	}
	if n := len(r.System.MemoryInfo); n > 0 {
		last := r.System.MemoryInfo[n-1]
		c.AvailableBytes, c.CommitBytes = &last.AvailableBytes, last.CommitBytes
		c.PagedPoolBytes, c.NonPagedPoolBytes = last.PagedPoolBytes, last.NonPagedPoolBytes
	}
	return c
}

// hasStacks tells whether a module is known to have allocated anything.
func hasStacks(r *report.Report) bool {
	for i := range r.Processes {
		for k := range r.Processes[i].Suspects {
			if len(r.Processes[i].Suspects[k].Stack) > 0 {
				return true
			}
		}
	}
	return false
}

func lifetimeOf(number uint32, p *report.Process, start time.Time) Lifetime {
	v, t := &p.VirtualAlloc, &p.Trend
	l := Lifetime{
		Lifetime: number, PID: p.PID, Image: p.Image, ImagePath: p.ImagePath, CommandLine: p.CommandLine,
		BuildStamp: p.BuildStamp, ImageSize: p.ImageSize, ProcessKey: p.ProcessKey,
		ParentPID: p.ParentPID, SessionID: p.SessionID, User: p.SID,
		FirstSeen: after(start, p.FirstSeenS), LastSeen: after(start, p.LastSeenS),
		ObservedS: math.Round((p.LastSeenS-p.FirstSeenS)*1e7) / 1e7,
		Verdict:   t.Verdict, Confidence: t.Confidence, Slope: t.SlopeBytesPerS, SlopeLow: t.SlopeLowBytesPerS,
		SlopeHigh: t.SlopeHighBytesPerS, LostShare: t.LostShare, Reason: t.Reason,
		ExhaustionS: t.SecondsToExhaustion, ExhaustionLowS: t.SecondsToExhaustionLow, ExhaustionHighS: t.SecondsToExhaustionHigh,
		OutstandingBytes: v.OutstandingCommitBytes, CommittedBytes: v.CommitBytes, FreedBytes: v.FreedBytes,
		PeakBytes: v.PeakCommitBytes, UnknownFreedBytes: v.UnknownFreedBytes, Allocations: v.Allocations, Frees: v.Frees,
		ResidualBytes: p.Reconciliation.ResidualBytes, Reconciliation: p.Reconciliation.Status,
	}
	l.Judged = flag(l.ObservedS >= judgeableS && l.Verdict != string(trend.Inconclusive))
	if p.Image != nil && p.CommandLine != nil {
		if role := Role(*p.Image, *p.CommandLine); role != "" {
			l.Role = &role
		}
	}
	if v := p.ImageVersion; v != nil {
		l.FileVersion, l.ProductName, l.ProductVersion, l.CompanyName = v.FileVersion, v.ProductName, v.ProductVersion, v.CompanyName
	}
	if p.StartS != nil {
		l.Started = new(after(start, *p.StartS))
	}
	if p.EndS != nil {
		l.Ended = new(after(start, *p.EndS))
	}
	if c := p.Counters; c != nil {
		l.PrivateBytes, l.PeakPrivateBytes, l.WorkingSetBytes = c.PrivateBytes, &c.PeakPrivateBytes, c.WorkingSetBytes
		l.VirtualBytes, l.HandleCount = c.VirtualBytes, c.HandleCount
	}
	return l
}

// after gives the moment so many seconds after the start of the capture, to 100 ns, as reports keep time.
func after(start time.Time, seconds float64) time.Time {
	return start.Add(time.Duration(math.Round(seconds*1e7)) * 100)
}

func flag(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

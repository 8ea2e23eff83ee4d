package report

import (
	"etledger/internal/textform"
	"etledger/trend"
)

// columns are those of the table of processes, in order: first those that text has by itself, then the others.
var columns = []column{
	{name: "process", field: "image", head: "PROCESS", meaning: "file name of the program",
		value: func(p *Process) any { return valueOf(p.Image) },
		text:  func(p *Process, _ textform.Units) string { return p.imageText() },
		rank:  1, least: 12, standing: true},
	{name: "pid", field: "pid", head: "PID", meaning: "number of the process", of: number,
		value: func(p *Process) any { return uint64(p.PID) }, rank: 1, standing: true},
	accounted("reserve", "reserve_bytes", "RESERVE", "bytes that became reserved by VirtualAlloc in the capture", 12,
		func(v *VirtualAlloc) uint64 { return v.ReserveBytes }),
	accounted("commit", "commit_bytes", "COMMIT", "bytes that became committed by VirtualAlloc in the capture", 7,
		func(v *VirtualAlloc) uint64 { return v.CommitBytes }),
	accounted("freed", "freed_bytes", "FREED", "of the commit, bytes that were given back", 8,
		func(v *VirtualAlloc) uint64 { return v.FreedBytes }),
	accounted("outstanding", "outstanding_commit_bytes", "OUTSTANDING", "commit less freed, at the end or the exit", 3,
		func(v *VirtualAlloc) uint64 { return v.OutstandingCommitBytes }),
	counter("private", "private_bytes", "PRIVATE", "private bytes by the kernel's counters, at the end", 6,
		func(c *Counters) *uint64 { return c.PrivateBytes }),
	{name: "residual", field: "residual_bytes", head: "RESIDUAL", of: bytesOf, rank: 10,
		meaning: "of private, what neither the account nor memory from before the capture explains",
		value:   func(p *Process) any { return valueOf(p.Reconciliation.ResidualBytes) }},
	{name: "history", field: "level_bytes", head: "HISTORY", of: levels, rank: 9,
		meaning: "committed memory over the time of the capture",
		value: func(p *Process) any {
			return nil // drawn by whoever shows it
		}, order: func(p *Process) any { return p.VirtualAlloc.PeakCommitBytes }},
	{name: "verdict", field: "verdict", head: "VERDICT", meaning: "leak, growth, step, warm-up, churn, steady, shrinking or inconclusive",
		value: func(p *Process) any { return p.Trend.Verdict },
		order: func(p *Process) any { return verdictOrder(p.Trend.Verdict) }, rank: 1, standing: true},
	{name: "slope", field: "slope_bytes_per_s", head: "SLOPE [95 %]", of: bytesPerSecond, rank: 2,
		meaning: "rate at which memory accumulates that is never given back, with its interval",
		value:   func(p *Process) any { return valueOf(p.Trend.SlopeBytesPerS) },
		text:    slopeText, order: claimedSlope},
	{name: "module", field: "suspect_module", head: "FROM", meaning: "module of the first suspect", rank: 13, least: 12,
		value: func(p *Process) any {
			if len(p.Suspects) == 0 || p.Suspects[0].Module == unknownModule {
				return nil
			}
			return p.Suspects[0].Module
		}},
	{name: "confidence", field: "confidence", head: "SURE", meaning: "how sure the verdict is", of: share, rank: 16,
		value: func(p *Process) any { return valueOf(p.Trend.Confidence) }},
	accounted("peak", "peak_commit_bytes", "PEAK", "greatest outstanding commit at one time", 14,
		func(v *VirtualAlloc) uint64 { return v.PeakCommitBytes }),
	counter("working-set", "working_set_bytes", "WORKING SET", "physical memory in use by the process, at the end", 15,
		func(c *Counters) *uint64 { return c.WorkingSetBytes }),
	{name: "command", field: "command_line", head: "COMMAND LINE", meaning: "command line", rank: 17, least: 16,
		value: func(p *Process) any { return valueOf(p.CommandLine) }},
	{name: "slope-low", field: "slope_low_bytes_per_s", head: "SLOPE FROM", meaning: "lower end of the interval of the slope",
		of: bytesPerSecond, value: func(p *Process) any { return valueOf(p.Trend.SlopeLowBytesPerS) }},
	{name: "slope-high", field: "slope_high_bytes_per_s", head: "SLOPE TO", meaning: "upper end of the interval of the slope",
		of: bytesPerSecond, value: func(p *Process) any { return valueOf(p.Trend.SlopeHighBytesPerS) }},
	{name: "full-in", field: "seconds_to_exhaustion", head: "FULL IN", meaning: "time to the limit of the process at this rate",
		of: span, value: func(p *Process) any { return valueOf(p.Trend.SecondsToExhaustion) }},
	{name: "churn", field: "churn_bytes", head: "CHURN", meaning: "amplitude of what is taken and given back", of: bytesOf,
		value: func(p *Process) any { return valueOf(p.Trend.ChurnBytes) }},
	{name: "lost", field: "lost_share", head: "LOST", meaning: "estimated share of its frees that were lost", of: share,
		value: func(p *Process) any { return valueOf(p.Trend.LostShare) }},
	{name: "gaps", field: "gaps", head: "GAPS", meaning: "gaps in the recording in its time", of: countOf,
		value: func(p *Process) any { return uint64(p.Trend.Gaps) }},
	accounted("allocations", "allocations", "ALLOCATIONS", "calls of VirtualAlloc", 0,
		func(v *VirtualAlloc) uint64 { return v.Allocations }).counts(),
	accounted("frees", "frees", "FREES", "calls of VirtualFree", 0, func(v *VirtualAlloc) uint64 { return v.Frees }).counts(),
	accounted("outstanding-reserve", "outstanding_reserve_bytes", "OUTST. RESERVE", "reserved and not released again", 0,
		func(v *VirtualAlloc) uint64 { return v.OutstandingReserveBytes }),
	accounted("unknown-freed", "unknown_freed_bytes", "UNKNOWN FREED", "freed that the capture never saw committed", 0,
		func(v *VirtualAlloc) uint64 { return v.UnknownFreedBytes }),
	accounted("before", "before_commit_bytes", "BEFORE", "committed before the capture, by its rundown", 0,
		func(v *VirtualAlloc) uint64 { return v.BeforeCommitBytes }),
	accounted("before-freed", "before_freed_bytes", "BEFORE FREED", "of before, given back in the capture", 0,
		func(v *VirtualAlloc) uint64 { return v.BeforeFreedBytes }),
	accounted("inferred-freed", "inferred_freed_bytes", "INFERRED FREED", "counted as freed because the address was given out again",
		0, func(v *VirtualAlloc) uint64 { return v.InferredFreedBytes }),
	accounted("by-others", "by_other_process_bytes", "BY OTHERS", "committed by other processes", 0,
		func(v *VirtualAlloc) uint64 { return v.ByOtherProcessBytes }),
	{name: "initial", field: "initial_private_bytes", head: "INITIAL", of: bytesOf, meaning: "private bytes at the beginning",
		value: func(p *Process) any { return valueOf(p.Reconciliation.InitialPrivateBytes) }},
	{name: "explained", field: "explained_bytes", head: "EXPLAINED", of: bytesOf,
		meaning: "private bytes that no VirtualAlloc event tells of, but something else explains",
		value:   func(p *Process) any { return valueOf(p.Reconciliation.ExplainedBytes) }},
	{name: "status", field: "reconciliation_status", head: "COUNTERS", meaning: "whether account and counters agree",
		value: func(p *Process) any { return p.Reconciliation.Status }},
	{name: "peak-private", field: "peak_private_bytes", head: "PEAK PRIVATE", of: bytesOf, meaning: "greatest private bytes by the counters",
		value: func(p *Process) any {
			if p.Counters == nil {
				return nil
			}
			return p.Counters.PeakPrivateBytes
		}},
	counter("virtual", "virtual_bytes", "VIRTUAL", "virtual size by the counters", 0,
		func(c *Counters) *uint64 { return c.VirtualBytes }),
	counter("paged-pool", "paged_pool_bytes", "PAGED POOL", "paged pool that is charged to the process", 0,
		func(c *Counters) *uint64 { return c.PagedPoolBytes }),
	counter("nonpaged-pool", "nonpaged_pool_bytes", "NONPAGED POOL", "nonpaged pool that is charged to the process", 0,
		func(c *Counters) *uint64 { return c.NonPagedPoolBytes }),
	{name: "handles", field: "handle_count", head: "HANDLES", meaning: "open handles at the end", of: countOf,
		value: func(p *Process) any {
			if p.Counters == nil {
				return nil
			}
			return valueOf32(p.Counters.HandleCount)
		}},
	{name: "mapped", field: "mapped_outstanding_bytes", head: "MAPPED", meaning: "mapped views that were not unmapped", of: bytesOf,
		value: func(p *Process) any { return p.Mapped.OutstandingBytes }},
	{name: "hard-faults", field: "hard_fault_count", head: "HARD FAULTS", meaning: "page faults that read from disk", of: countOf,
		value: func(p *Process) any { return p.HardFaults.Count }},
	{name: "hard-fault-bytes", field: "hard_fault_bytes", head: "FAULTED IN", meaning: "bytes that hard page faults read", of: bytesOf,
		value: func(p *Process) any { return p.HardFaults.Bytes }},
	{name: "first-seen", field: "first_seen_s", head: "FIRST SEEN", meaning: "begin of what the capture holds of it", of: moment,
		value: func(p *Process) any { return p.FirstSeenS }},
	{name: "last-seen", field: "last_seen_s", head: "LAST SEEN", meaning: "end of what the capture holds of it", of: moment,
		value: func(p *Process) any { return p.LastSeenS }},
	{name: "start", field: "start_s", head: "START", meaning: "its start, unknown if before the capture", of: moment,
		value: func(p *Process) any { return valueOf(p.StartS) }},
	{name: "end", field: "end_s", head: "EXIT", meaning: "its exit, unknown if after the capture", of: moment,
		value: func(p *Process) any { return valueOf(p.EndS) }},
	{name: "exit-status", field: "exit_status", head: "STATUS", meaning: "exit status", of: number,
		value: func(p *Process) any { return valueOf32(p.ExitStatus) }},
	{name: "parent", field: "parent_pid", head: "PARENT", meaning: "number of the process that started it", of: number,
		value: func(p *Process) any { return valueOf32(p.ParentPID) }},
	{name: "session", field: "session_id", head: "SESSION", meaning: "number of the logon session", of: number,
		value: func(p *Process) any { return valueOf32(p.SessionID) }},
	{name: "user", field: "user", head: "USER", meaning: "account, where it is a well-known one", least: 12,
		value: func(p *Process) any { return valueOf(p.User) }},
	{name: "sid", field: "sid", head: "SID", meaning: "security identifier of the account", least: 12,
		value: func(p *Process) any { return valueOf(p.SID) }},
	{name: "path", field: "image_path", head: "PATH", meaning: "path of the program", least: 16,
		value: func(p *Process) any { return valueOf(p.ImagePath) }},
	{name: "reason", field: "reason", head: "REASON", meaning: "reason of the verdict", least: 20,
		value: func(p *Process) any { return p.Trend.Reason }},
}

// accounted makes a column of what the memory events tell.
func accounted(name, field, head, meaning string, rank int, get func(*VirtualAlloc) uint64) column {
	return column{name: name, field: field, head: head, meaning: meaning, of: bytesOf, account: true, rank: rank,
		value: func(p *Process) any { return get(&p.VirtualAlloc) }}
}

// counts makes a column of bytes one of a count.
func (c column) counts() column {
	c.of = countOf
	return c
}

// counter makes a column of what the kernel's counters tell.
func counter(name, field, head, meaning string, rank int, get func(*Counters) *uint64) column {
	return column{name: name, field: field, head: head, meaning: meaning, of: bytesOf, rank: rank,
		value: func(p *Process) any {
			if p.Counters == nil {
				return nil
			}
			return valueOf(get(p.Counters))
		}}
}

// verdictOrder is how much a verdict asks for attention.
func verdictOrder(verdict string) any {
	order := []trend.Verdict{
		trend.Steady, trend.Shrinking, trend.Churn, trend.WarmUp, trend.Inconclusive, trend.Step, trend.Growth, trend.Leak,
	}
	for i, v := range order {
		if v == trend.Verdict(verdict) {
			return uint64(i)
		}
	}
	return nil
}

// claims tells whether a verdict makes a claim about the slope; in others it is noise about zero, and in JSON.
func (t *Trend) claims() bool {
	v := trend.Verdict(t.Verdict)
	return rises(v) || v == trend.Shrinking
}

// claimedSlope puts processes in order by the slopes that text shows.
func claimedSlope(p *Process) any {
	if !p.Trend.claims() {
		return nil
	}
	return valueOf(p.Trend.SlopeBytesPerS)
}

// slopeText gives the slope with its interval, where the verdict makes a claim about it.
func slopeText(p *Process, u textform.Units) string {
	t := &p.Trend
	if !t.claims() || t.SlopeBytesPerS == nil || t.SlopeLowBytesPerS == nil || t.SlopeHighBytesPerS == nil {
		return "-"
	}
	return u.RateInterval(*t.SlopeBytesPerS, *t.SlopeLowBytesPerS, *t.SlopeHighBytesPerS)
}

// rateText gives the slope alone, for where the interval has no room.
func rateText(p *Process, u textform.Units) string {
	if v, ok := claimedSlope(p).(float64); ok {
		return u.Rate(v)
	}
	return "-"
}

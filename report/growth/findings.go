package growth

import (
	"fmt"

	"etledger/internal/textform"
	"etledger/model"
	"etledger/report"
)

// finding is an entry of the table of findings.
type finding struct {
	code     string
	severity report.Severity
	weakens  string
	nextTime string
	detect   func(*facts) string // "" when it does not apply
}

// facts are what findings are made from.
type facts struct {
	in    *Observed
	hosts []*host
	// Sums over hosts.
	captures, boots, assumedBoots, gaps, clockSets, slept, assumedLives, lifetimes, shortLived, unnamed, reboots, noPage int
	gapS, longestS, interval, sleptS                                                                                     float64
}

func factsOf(in *Observed, hosts []*host) *facts {
	f := &facts{in: in, hosts: hosts, captures: in.Set.Captures}
	for _, h := range hosts {
		f.clockSets += len(h.ClockSets)
		f.slept += len(h.Slept)
		for _, s := range h.Slept {
			f.sleptS += seconds(s)
		}
		f.boots += len(h.Boots)
		f.reboots += max(0, len(h.Boots)-1)
		if !h.PageKnown {
			f.noPage++
		}
		for _, b := range h.Boots {
			f.assumedBoots += b.Assumed
			f.gaps += len(b.Gaps)
			for _, g := range b.Gaps {
				f.gapS += seconds(g.To - g.From)
			}
			f.longestS = max(f.longestS, seconds(b.End-b.Start))
			f.interval = max(f.interval, b.Interval.Seconds())
			f.shortLived += b.ShortLived
			for _, l := range b.Lifetimes {
				f.lifetimes++
				f.assumedLives += l.Assumed
				if l.Image == "" {
					f.unnamed++
				}
			}
		}
	}
	return f
}

// missing tells of a table that captures lack, or have no row in.
func missing(t model.Table) func(*facts) string {
	return func(f *facts) string {
		without, empty := f.in.Missing[t], f.in.Empty[t]
		switch {
		case without > 0 && empty > 0:
			return fmt.Sprintf("Table %s is missing in %d of %s and has no row in %d.", t, without, textform.Plural(f.captures, "capture"), empty)
		case without > 0:
			return fmt.Sprintf("Table %s is missing in %d of %s.", t, without, textform.Plural(f.captures, "capture"))
		case empty > 0:
			return fmt.Sprintf("Table %s has no row in %d of %s.", t, empty, textform.Plural(f.captures, "capture"))
		}
		return ""
	}
}

const (
	fewDays  = 2 * aDay // no profile of the day
	manyDays = 5 * aDay
)

// findingKinds lists every finding, in the order in which a report holds them.
var findingKinds = []finding{
	{"unreadable", report.SeverityWarning, "What happened in the time of these captures.",
		"Convert the recordings again with 'etledger convert', which makes damaged captures whole.", func(f *facts) string {
			if n := len(f.in.Unreadable); n > 0 {
				return fmt.Sprintf("%s could not be read, the first one because: %v.", textform.Plural(n, "capture"), f.in.Unreadable[0])
			}
			return ""
		}},
	{"unvouched", report.SeverityWarning, "What happened in the time of these captures: they were not read.",
		"Convert the recordings again. While 'etledger watch' runs, the capture that it writes is one of these.", func(f *facts) string {
			if f.in.Unvouched == 0 {
				return ""
			}
			return fmt.Sprintf("%s tables, but no file in table=capture, which vouches for them.",
				textform.Counted(uint64(f.in.Unvouched), "capture", "has", "have"))
		}},
	{"no-process-snapshots", report.SeverityWarning, "Which process grows: there is nothing to tell it by where they are missing.",
		"Record with 'etledger watch', or with the kernel group MemInfoWS; convert with all tables.", missing(model.TableProcessMemoryInfo)},
	{"no-system-snapshots", report.SeverityWarning, "Whether pools or the commit of the system grow.",
		"Record with 'etledger watch', or with the kernel group MemInfo; convert with all tables.", missing(model.TableMemoryInfo)},
	{"no-process-events", report.SeverityWarning, "Which lifetime a snapshot is of: a number that is used again may be taken for one process.",
		"Record processes too, with rundowns: 'etledger watch' and every recipe do.", missing(model.TableProcess)},
	{"few-days", report.SeverityWarning, "Growth is not told apart from a load that comes and goes with the day; verdicts claim less.",
		"Leave 'etledger watch' on for a week or more; two days at the least.", func(f *facts) string {
			if f.longestS < fewDays && f.longestS > 0 {
				return fmt.Sprintf("No boot was seen for more than %s: the hours of different days cannot be compared.", textform.Span(f.longestS))
			}
			return ""
		}},
	{"few-weeks", report.SeverityInfo, "What comes back once a week, beyond working days and weekends, looks like growth or hides it.",
		"Leave 'etledger watch' on for two weeks or more.", func(f *facts) string {
			if f.longestS >= fewDays && f.longestS < manyDays {
				return fmt.Sprintf("At most %s were seen of one boot: intervals are wide.", span(f.longestS))
			}
			return ""
		}},
	{"gaps", report.SeverityInfo, "What happened in them; lifetimes across them are told by what processes were before and after.",
		"Keep 'etledger watch' running, as a scheduled task that starts with the machine.", func(f *facts) string {
			if f.gaps == 0 {
				return ""
			}
			return fmt.Sprintf("%s without snapshots, of together %s.", textform.Plural(f.gaps, "gap"), textform.Span(f.gapS))
		}},
	{"sparse", report.SeverityInfo, "Short bursts, and what processes of a few minutes take.",
		"Take a snapshot every 10 seconds to every minute.", func(f *facts) string {
			if f.interval <= sparse {
				return ""
			}
			return fmt.Sprintf("Snapshots are %s apart on some host.", textform.Span(f.interval))
		}},
	{"captures-overlap", report.SeverityInfo, "Nothing: snapshots of the same time were counted once. A clock that was set back between captures that " +
		"carry no performance counter looks the same; what was seen in the time that came twice is then lost.", "", func(f *facts) string {
		if n := f.in.Set.Overlapping; n > 0 {
			return fmt.Sprintf("%s with others of the same host; %s were left out.", textform.Counted(uint64(n), "capture", "overlaps", "overlap"),
				textform.Plural(f.in.Set.Skipped, "row"))
		}
		return ""
	}},
	{"clock-set", report.SeverityInfo, "Hours of the day before and after it differ by as much; rates do not.", "", func(f *facts) string {
		if f.clockSets == 0 {
			return ""
		}
		return fmt.Sprintf("The clock of a machine was set between captures %s; times go on by the counter that it is held against.", times(f.clockSets))
	}},
	{"slept", report.SeverityInfo, "What happened meanwhile: nothing, if the machine slept or was paused. If its clock was set forward instead, there is " +
		"a gap that was none.", "", func(f *facts) string {
		if f.slept == 0 {
			return ""
		}
		return fmt.Sprintf("The clock of a machine went on %s between captures while its counter stood still, for together %s: sleep or a pause.",
			times(f.slept), span(f.sleptS))
	}},
	{"boot-unknown", report.SeverityWarning, "Whether the machine was started anew in between: levels before and after may have nothing to do " +
		"with each other.",
		"Record with a session that writes the boot time, as 'etledger watch' does.", func(f *facts) string {
			if f.assumedBoots == 0 {
				return ""
			}
			return fmt.Sprintf("%s not tell when the system was started; they are taken for ones of the boot before.",
				textform.Counted(uint64(f.assumedBoots), "capture", "does", "do"))
		}},
	{"rebooted", report.SeverityInfo, "Nothing: lifetimes end with the boot, and rates are taken within boots.", "", func(f *facts) string {
		if f.reboots == 0 {
			return ""
		}
		return fmt.Sprintf("Machines were started anew %s between captures.", times(f.reboots))
	}},
	{"lifetimes-assumed", report.SeverityInfo, "Rates of these lifetimes, if the number was used again by a process of the same image.",
		"Record processes with their rundowns in every capture.", func(f *facts) string {
			if f.assumedLives == 0 {
				return ""
			}
			return fmt.Sprintf("Lifetimes were taken to go on from one capture to the next %s on number and image alone.", times(f.assumedLives))
		}},
	{"unnamed", report.SeverityWarning, "Which program these processes are of, and whether lifetimes belong together.",
		"Record process events, with rundowns.", func(f *facts) string {
			if f.unnamed == 0 {
				return ""
			}
			return fmt.Sprintf("%s without a name: no row tells the image.", textform.Counted(uint64(f.unnamed), "lifetime", "is", "are"))
		}},
	{"short-lived", report.SeverityInfo, "Programs that are started again and again and leak in something else than themselves.", "", func(f *facts) string {
		if f.shortLived == 0 {
			return ""
		}
		return textform.Counted(uint64(f.shortLived), "lifetime", "ended within half an hour and was not judged.",
			"ended within half an hour and were not judged.")
	}},
	{"page-size-assumed", report.SeverityInfo, "All sizes, if pages are not of 4 KiB there.",
		"Convert with table system; end the recording so that it is written.", func(f *facts) string {
			if f.noPage == 0 {
				return ""
			}
			return fmt.Sprintf("The page size of %s is not recorded; it is taken for 4 KiB.", textform.Plural(f.noPage, "host"))
		}},
	{"host-unknown", report.SeverityWarning, "Everything, if captures of several machines are among them: they would be taken for one.",
		"Name the host when converting: 'etledger convert --host NAME'.", func(f *facts) string {
			for _, h := range f.hosts {
				if h.Host == unnamed {
					return "Some captures name no host; they are taken for captures of one machine."
				}
			}
			return ""
		}},
	{"losses", report.SeverityInfo, "Snapshots and process events may be missing; levels that were seen are not in doubt.",
		"Give the session more buffers, as 'etledger recipe' does.", func(f *facts) string {
			if f.in.Lossy == 0 {
				return ""
			}
			return fmt.Sprintf("%s events or buffers.", textform.Counted(uint64(f.in.Lossy), "capture", "lost", "lost"))
		}},
	{"limits-unknown", report.SeverityInfo, "When the commit limit is reached: snapshots do not carry it.",
		"Note the commit limit of the machine, and compare it with the level and the rate.", func(f *facts) string {
			for _, h := range f.hosts {
				if p := h.population(popCommit); p.known && h.explain() != nil {
					return "The commit of a system grows, and no recording tells its limit."
				}
			}
			return ""
		}},
}

const sparse = 600 // seconds

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%s times", textform.Count(n))
}

func findings(in *Observed, hosts []*host) []report.Finding {
	f := factsOf(in, hosts)
	list := []report.Finding{}
	for _, k := range findingKinds {
		if message := k.detect(f); message != "" {
			list = append(list, report.Finding{Code: k.code, Severity: k.severity, Message: message, Weakens: k.weakens, NextTime: k.nextTime})
		}
	}
	return list
}

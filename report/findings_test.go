package report

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/etl"
	"etledger/ledger"
	"etledger/model"
)

// flawless is evidence that no finding applies to.
func flawless() *evidence {
	s := sampleSource()
	s.Accounts.Coverage.UnannouncedLifetimes = 0
	for _, l := range s.Accounts.Lifetimes {
		l.Announced = true
	}
	return s.evidence()
}

func TestFlawlessCaptureHasNoFindings(t *testing.T) {
	if found := findingsOf(flawless()); found == nil || len(found) != 0 {
		t.Errorf("findings without cause: %+v", found)
	}
}

// Each finding is provoked by the least change that it tells of, and its message must say the words and numbers listed.
var findingCases = []struct {
	code string
	flaw func(*evidence)
	says []string
}{
	{"events-lost", func(e *evidence) { e.losses.EventsLost = 4650 }, []string{"4,650 events were lost"}},
	{"buffers-lost", func(e *evidence) { e.losses.BuffersLost = 1 }, []string{"1 buffer was lost"}},
	{"buffers-flagged", func(e *evidence) { e.losses.BuffersFlaggedEventsLost = 2 }, []string{"2 buffers carry",
		"0 buffers carry"}},
	{"lost-event-records", func(e *evidence) { e.losses.LostBufferRecords = 3 }, []string{"3 lost-buffer records",
		"0 lost-event records"}},
	{"sequence-gaps", func(e *evidence) {
		e.losses.SequenceMissing = 5
		e.losses.Gaps = []etl.Gap{{Missing: 5, From: e.startNano + 12_345e6, To: e.startNano + 13e9}}
	}, []string{"5 buffers are missing", "1 gap", "between 12.345 s and 13.000 s"}},
	{"lost-frees-inferred", func(e *evidence) {
		e.accounts.Coverage.InferredLostFrees, e.accounts.Coverage.InferredLostFreeBytes = 7, 2*mib
	}, []string{"7 allocations", "2.00 MiB", "lost"}},
	{"rundown-disagrees", func(e *evidence) { e.accounts.Lifetimes[3].Audit.StaleBytes = 5 * mib }, []string{"5.00 MiB",
		"1 process"}},
	{"snapshots-disagree", func(e *evidence) {
		e.accounts.Lifetimes[3].Series = &ledger.Series{PartNano: e.startNano + 2e9, ResidualBytes: -5 * mib}
		e.accounts.Lifetimes[1].Series = &ledger.Series{PartNano: e.startNano + 1e9, ResidualBytes: -mib}
		e.accounts.Lifetimes[0].Series = &ledger.Series{PartNano: e.startNano, ResidualBytes: mib}
	}, []string{"2 processes", "browser.exe (5120) at 1.000 s", "leaky-service.exe (4312), 5.00 MiB"}},
	{"not-closed", func(e *evidence) { e.headers[0].EndTime = time.Time{} }, []string{"not closed", "not final"}},
	{"circular", func(e *evidence) { e.headers[0].LogFileMode |= etl.ModeCircular }, []string{"CIRCULAR", "3 min 0 s",
		"from 2024-03-05 09:30:00 to 2024-03-05 09:33:00 UTC; memory"}},
	{"circular", func(e *evidence) {
		e.headers[0].LogFileMode = etl.ModeBuffering
		e.headers[0].StartTime = At(e.startNano - 3600e9).Time
	}, []string{"BUFFERING", "nothing of the 1.0 h before"}},
	{"truncated", func(e *evidence) { e.losses.TruncatedBytes = 65436 }, []string{"truncated", "65,436 bytes"}},
	{"buffers-missing", func(e *evidence) { e.losses.BuffersMissing = 2 }, []string{"incomplete", "2 buffers"}},
	{"trailing-bytes", func(e *evidence) { e.losses.TrailingBytes = 31 }, []string{"31 bytes"}},
	{"undecodable", func(e *evidence) { e.losses.UndecodableBuffers, e.losses.UndecodableBytes = 1, 800 },
		[]string{"1 buffer holds", "800 bytes", "lost"}},
	{"undecodable", func(e *evidence) { e.losses.UndecodableEvents, e.losses.UndecodableBytes = 2, 240 },
		[]string{"2 events have a header that contradicts itself (240 bytes"}},
	{"duplicate-buffers", func(e *evidence) { e.losses.DuplicateBuffers = 1 }, []string{"1 buffer stands in the file"}},
	{"malformed-payloads", func(e *evidence) {
		e.stats.Malformed, e.stats.Kinds[0].Malformed, e.stats.Kinds[2].Malformed = 107, 1, 106
	}, []string{"107 events are", "1.0 % of all", "106 PageFault/VirtualAlloc, 1 EventTrace/Header"}},
	{"unknown-events", func(e *evidence) { e.losses.UnknownEvents = 1 }, []string{"1 event was stepped over"}},
	{"out-of-order", func(e *evidence) { e.losses.EventsOutOfOrder = 4 }, []string{"4 events have a time stamp"}},
	{"virtual-alloc-missing",
		func(e *evidence) { e.accounts.Coverage.VirtualAllocEvents = 0; e.accounts.Keywords = nil },
		[]string{"no VirtualAlloc events", "VIRT_ALLOC was not in force", "xperf -on", "-stackwalk",
			"VirtualAllocation"}},
	{"short", func(e *evidence) { e.endNano, e.headers[0].EndTime = e.startNano+59e9, At(e.startNano+59e9).Time },
		[]string{"59.0 s", "60 s", "leak"}},
	{"processes-not-recorded", func(e *evidence) {
		e.accounts.Coverage.ProcessRundownStart, e.accounts.Coverage.ProcessRundownEnd = false, false
		e.without(0x0301, 0x0304)
		e.stats.Kinds = slices.DeleteFunc(e.stats.Kinds, func(k model.KindCount) bool { return k.Provider == providerProcess })
	}, []string{"no process events"}},
	{"start-rundown-missing", func(e *evidence) { e.accounts.Coverage.ProcessRundownStart = false }, []string{"at the start"}},
	{"end-rundown-missing", func(e *evidence) {
		e.accounts.Coverage.ProcessRundownEnd, e.accounts.Coverage.CounterRecords = false, 0
	}, []string{"state at the end", "and the counters"}},
	{"images-not-recorded", func(e *evidence) {
		e.without(0x1403, 0x1403)
		e.accounts.Keywords = slices.DeleteFunc(e.accounts.Keywords, func(k string) bool { return k == "LOADER" })
	}, []string{"no image events: allocations have stacks"}},
	{"images-not-recorded", func(e *evidence) { e.without(0x1403, 0x1403) }, []string{"although LOADER was on", "when they are loaded, and in the lists"}},
	{"hard-faults-not-recorded", func(e *evidence) { e.without(0x0220, 0x0220) }, []string{"Hard faults"}},
	{"threads-not-recorded", func(e *evidence) {
		e.without(0x0503, 0x0503)
		e.accounts.Coverage.HardFaultsUnclaimed = 3
	}, []string{"no thread events", "3 hard faults belong"}},
	{"snapshots-not-recorded", func(e *evidence) { e.without(0x0270, 0x0270) }, []string{"no memory snapshots"}},
	{"early", func(e *evidence) { e.headers[0].BootTime = At(e.startNano - 300e9).Time }, []string{"5 min 0 s after"}},
	{"clock-not-steady", func(e *evidence) { e.headers[0].Clock = etl.ClockCPUCycle }, []string{"cycles", "2712 MHz"}},
	{"clock-not-steady", func(e *evidence) { e.headers[0].Clock = etl.ClockSystemTime }, []string{"system time"}},
	{"clock-not-steady", func(e *evidence) { e.headers[0].Clock = 0 }, []string{"does not say which clock"}},
	{"clock-disagrees", func(e *evidence) { e.headers[0].EndTime = At(e.endNano - 11e9).Time }, []string{"11.0 s after the end"}},
	{"clock-disagrees", func(e *evidence) { e.headers[0].EndTime = At(e.endNano + 11e9).Time }, []string{"11.0 s before the end"}},
	{"clock-disagrees", func(e *evidence) {
		e.stats.Rhythm.Clocks = []etl.ClockSpans{{WallNano: 180e9, CounterNano: 180e9}, {WallNano: 178e9, CounterNano: 180e9}}
	}, []string{"2 min 58 s by the wall clock and 3 min 0 s by the clock of the events"}},
	{"clock-disagrees", func(e *evidence) {
		e.stats.Rhythm.Clocks = []etl.ClockSpans{{WallNano: 200e9, CounterNano: 180e9}}
	}, []string{"3 min 20 s by the wall clock"}},
	{"silence", func(e *evidence) { e.silent(20, 30); e.silent(100, 100.5) }, []string{"10.0 s from 20.0 s on", "paused"}},
	{"silence", func(e *evidence) { e.silent(20, 30); e.silent(60, 90) }, []string{"30.0 s from 60.0 s on", "and 1 such silence more"}},
	{"silence", func(e *evidence) {
		e.occur(0x0270, 358)
		e.silent(20, 22.5)
		e.silent(60, 61.9)
	}, []string{"2.5 s from 20.0 s on", "one every 0.5 s"}},
	{"silence", func(e *evidence) { e.silent(3, 40) }, []string{"37.0 s from 3.0 s on: either nothing was going on yet, or"}},
	{"silence", func(e *evidence) { e.silent(120, 179) }, []string{"59.0 s from 120.0 s on: either nothing was going on any more, or"}},
	{"silence", func(e *evidence) { e.silent(1, 40); e.silent(100, 130) }, []string{"30.0 s from 100.0 s on: the machine was paused"}},
	{"rhythm-not-kept", func(e *evidence) { e.stats.Rhythm = etl.Rhythm{} }, []string{"did not keep", "silences or bursts"}},
	{"page-fault-tracing", func(e *evidence) { e.occur(0x020A, 60); e.occur(0x020B, 40) }, []string{"100 events, 0.9 % of all"}},
	{"page-fault-tracing", func(e *evidence) { e.accounts.Keywords = append(e.accounts.Keywords, "ALL_FAULTS") },
		[]string{"ALL_FAULTS"}},
	{"event-storm", func(e *evidence) { e.occur(0x0F2E, 200_000) },
		[]string{"PerfInfo/SampledProfile (200,000 events, 95 % of all, 1,111 a"}},
	{"event-storm", func(e *evidence) {
		e.occur(0x0524, 20_000)
		r := &e.stats.Rhythm
		r.From, r.To, r.BinNano = e.startNano, e.endNano, 1<<30
		r.Kinds = []etl.KindRhythm{{KindKey: e.stats.Kinds[len(e.stats.Kinds)-1].KindKey, PeakCount: 18_000, PeakBin: 93, Bins: 3}}
	}, []string{"Thread/CSwitch", "a burst of 16,763 a second from "}},
	{"kernel-logger-keywords", func(e *evidence) {
		e.headers[0].SessionName, e.headers[0].LogFileMode = "memory", etl.ModeSequential|etl.ModeSystemLogger
		e.accounts.Keywords = append(e.accounts.Keywords, "PROFILE", "OB_HANDLE")
	}, []string{"session memory", "OB_HANDLE and PROFILE"}},
	{"kernel-logger-keywords", func(e *evidence) {
		e.headers[0].SessionName, e.headers[0].LogFileMode = "memory", etl.ModeSequential|etl.ModeSystemLogger
		e.accounts.Keywords = append(e.accounts.Keywords, "PROFILE", "OB_HANDLE", "REFSET")
	}, []string{"had OB_HANDLE, PROFILE and REFSET on"}},
	{"process-rundown-missing", func(e *evidence) {
		e.accounts.Coverage.ProcessRundownStart, e.accounts.Coverage.ProcessRundownEnd = false, false
	}, []string{"rundown"}},
	{"processes-unannounced", func(e *evidence) {
		e.accounts.Coverage.UnannouncedLifetimes = 1
		e.accounts.Lifetimes[2].Announced = false
	}, []string{"1 process is unannounced", "(4400)"}},
	{"process-ends-lost", func(e *evidence) { e.accounts.Coverage.LostProcessEnds = 3 },
		[]string{"end of 3 processes"}},
	{"virtual-alloc-rundown-missing", func(e *evidence) { e.accounts.Coverage.VirtualRundownEnd = 0 },
		[]string{"unknown_freed_bytes"}},
	{"counters-missing", func(e *evidence) { e.accounts.Coverage.CounterRecords = 0 }, []string{"no process counters",
		"PERF_COUNTER"}},
	{"counters-missing", func(e *evidence) { e.accounts.Coverage.CounterRecords = 0 }, []string{"although PERF_COUNTER was on", "although this session was stopped in order"}},
	{"stacks-missing", func(e *evidence) { e.accounts.Coverage.CommitsWithStack, e.accounts.Coverage.StacksMatched = 0, 0 },
		[]string{"No allocation has a stack", "stack walking"}},
	{"stacks-missing", func(e *evidence) { e.accounts.Coverage.CommitsWithStack = 0 }, []string{"No allocation has a stack"}},
	{"stacks-few", func(e *evidence) { e.accounts.Coverage.CommitsWithStack = 60 }, []string{"Only 1.0 %", "60 of 6,000"}},
	{"stacks-few", func(e *evidence) { e.accounts.Coverage.CommitsWithStack = 5399 }, []string{"5,399 of 6,000"}},
	{"stack-keys-unresolved", func(e *evidence) { e.accounts.Coverage.StackKeysUnresolved = 9 },
		[]string{"9 stacks refer", "no module"}},
	{"stacks-dropped", func(e *evidence) { e.accounts.Coverage.StacksDropped = 1 }, []string{"1 stack was not kept"}},
	{"hard-faults-unclaimed", func(e *evidence) { e.accounts.Coverage.HardFaultsUnclaimed = 8 },
		[]string{"8 hard faults belong"}},
	{"odd-frees", func(e *evidence) { e.accounts.Coverage.OddFrees = 2 }, []string{"2 frees are neither"}},
	{"heap-not-decoded", func(e *evidence) {
		e.stats.Kinds = append(e.stats.Kinds, model.KindCount{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 0x10,
			Opcode: 33}, Count: 6},
			model.KindCount{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 2, Opcode: 102}, Count: 4})
	}, []string{"10 heap events"}},
	{"keywords-not-recorded", func(e *evidence) { e.accounts.KeywordsKnown = false },
		[]string{"does not say which kernel keywords"}},
	{"several-recordings", func(e *evidence) { e.headers = append(e.headers, e.headers[0]) }, []string{"2 recordings",
		"times that none of them covers"}},
	{"several-recordings", func(e *evidence) { e.apart(90, 120) }, []string{"2 recordings", "30.0 s between the recordings, from 90.0 s on"}},
	{"several-recordings", func(e *evidence) { // the session of providers covers nothing of memory
		e.apart(90, 120)
		e.headers = append(e.headers, e.headers[0])
		e.headers[2].SessionName, e.headers[2].EndTime = "providers", At(e.endNano).Time
	}, []string{"3 recordings", "30.0 s between"}},
}

// without takes the kinds of kernel events with these hooks away.
func (e *evidence) without(first, last uint16) {
	e.stats.Kinds = slices.DeleteFunc(e.stats.Kinds, func(k model.KindCount) bool {
		hook, kernel := hookOf(&k.KindKey)
		return kernel && first <= hook && hook <= last
	})
}

// occur adds kernel events with a hook.
func (e *evidence) occur(hook uint16, count uint64) {
	e.stats.Kinds = append(e.stats.Kinds, model.KindCount{KindKey: model.KindKey{Kind: etl.KindKernel, Group: uint8(hook >> 8),
		Opcode: uint8(hook), Version: 2}, Count: count})
	e.stats.Events += count
}

// apart makes two recordings of one, between which lies a time that neither covers, in seconds.
func (e *evidence) apart(from, to float64) {
	e.headers = append(e.headers, e.headers[0])
	e.headers[0].EndTime = At(e.startNano + int64(from*1e9)).Time
	e.headers[1].StartTime = At(e.startNano + int64(to*1e9)).Time
}

// silent adds a time without events, in seconds.
func (e *evidence) silent(from, to float64) {
	r := &e.stats.Rhythm
	r.From, r.To = e.startNano, e.endNano
	s := etl.Silence{From: r.From + int64(from*1e9), To: r.From + int64(to*1e9)}
	r.Silences = append(r.Silences, s)
	r.SilentNano += s.To - s.From
	slices.SortStableFunc(r.Silences, func(a, b etl.Silence) int { return cmp.Compare(b.To-b.From, a.To-a.From) })
}

func TestEachFinding(t *testing.T) {
	for _, c := range findingCases {
		t.Run(c.code, func(t *testing.T) {
			e := flawless()
			c.flaw(e)
			found := findingsOf(e)
			if len(found) != 1 || found[0].Code != c.code {
				t.Fatalf("found %+v", found)
			}
			if found[0].NextTime == "" && c.code != "unknown-events" {
				t.Error("nothing to do next time")
			}
			for _, word := range c.says {
				if !strings.Contains(found[0].Message, word) {
					t.Errorf("%q does not say %q", found[0].Message, word)
				}
			}
			if !strings.HasSuffix(found[0].Message, ".") || strings.Contains(found[0].Message, "%!") {
				t.Errorf("no sentence: %q", found[0].Message)
			}
		})
	}
}

// TestClocksThatAgree has sessions of which buffers tell how long they lasted: the stamp of the last event counts no more.
func TestClocksThatAgree(t *testing.T) {
	e := flawless()
	e.headers[0].EndTime = At(e.endNano + 60e9).Time
	for _, spans := range []etl.ClockSpans{{WallNano: 180e9, CounterNano: 179.5e9}, {WallNano: 8 * 3600e9, CounterNano: 8*3600e9 - 2e9}} {
		e.stats.Rhythm.Clocks = []etl.ClockSpans{spans}
		if got := clockDisagrees(e); got != "" {
			t.Errorf("%+v: %q", spans, got)
		}
	}
	// Nothing happened any more for half a minute, and no list of processes was written at the end.
	e.accounts.Coverage.ProcessRundownEnd = false
	e.stats.Rhythm.Clocks = []etl.ClockSpans{{WallNano: 210e9, CounterNano: 180e9}}
	if got := clockDisagrees(e); got != "" {
		t.Errorf("an idle end: %q", got)
	}
}

// TestMissedMemoryIsLossWithLoss has memory at the end that no event told of: that is common, unless events were lost.
func TestMissedMemoryIsLossWithLoss(t *testing.T) {
	e := flawless()
	e.accounts.Lifetimes[3].Audit.MissedBytes = 3 * mib
	if got := rundownDisagrees(e); got != "" {
		t.Errorf("without loss: %q", got)
	}
	e.losses.EventsLost = 1
	if got := rundownDisagrees(e); !strings.Contains(got, "lists 3.00 MiB") || !strings.Contains(got, "1 process lacks") {
		t.Errorf("with loss: %q", got)
	}
}

func TestFindingTable(t *testing.T) {
	contract, err := os.ReadFile("../docs/report.md")
	if err != nil {
		t.Fatal(err)
	}
	advice, err := os.ReadFile("../docs/doctor.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, k := range FindingKinds() {
		if seen[k.Code] {
			t.Errorf("code %s is listed twice", k.Code)
		}
		seen[k.Code] = true
		if k.NextTime == "" && k.Code != "unknown-events" || strings.HasSuffix(k.Weakens, ".") ||
			k.NextTime != "" && !strings.HasSuffix(k.NextTime, ".") {
			t.Errorf("%s: weakens %q, next time %q", k.Code, k.Weakens, k.NextTime)
		}
		if k.Weakens == "" || !slices.Contains([]Severity{SeverityInfo, SeverityWarning, SeverityError}, k.Severity) {
			t.Errorf("%s: severity %q, weakens %q", k.Code, k.Severity, k.Weakens)
		}
		if row := "| `" + k.Code + "` | " + k.Severities() + " | "; !strings.Contains(string(contract), row) {
			t.Errorf("docs/report.md has no row %q", row)
		} else if !strings.Contains(string(contract), " | "+k.Weakens+" |\n") {
			t.Errorf("docs/report.md does not say %q of %s", k.Weakens, k.Code)
		}
		row := "| `" + k.Code + "` | " + k.Severities() + " | " + string(k.limit(k.Severity))
		if !strings.Contains(string(advice), row) {
			t.Errorf("docs/doctor.md has no row %q", row)
		}
		if !slices.ContainsFunc(findingCases, func(c struct {
			code string
			flaw func(*evidence)
			says []string
		}) bool {
			return c.code == k.Code
		}) {
			t.Errorf("no test provokes %s", k.Code)
		}
	}
}

func TestDamage(t *testing.T) {
	for _, c := range []struct {
		name string
		lose func(*Source)
		want bool
	}{
		{"nothing", func(*Source) {}, false},
		{"lost by the session", func(s *Source) { s.Losses.EventsLost, s.Losses.BuffersFlaggedEventsLost = 5, 1 },
			false},
		{"cut", func(s *Source) { s.Losses.TruncatedBytes = 1 }, true},
		{"cut between buffers", func(s *Source) { s.Losses.BuffersMissing = 1 }, true},
		{"not decodable", func(s *Source) { s.Losses.UndecodableBuffers, s.Losses.UndecodableBytes = 1, 8 }, true},
	} {
		s := sampleSource()
		c.lose(s)
		if r, i := build(s, sampleJudge, 1), infoOf(s); r.Damaged() != c.want || i.Damaged() != c.want {
			t.Errorf("%s: report damaged %v, info damaged %v, want %v", c.name, r.Damaged(), i.Damaged(), c.want)
		}
	}
}

func TestLostShare(t *testing.T) {
	e := flawless()
	if share, known := e.lostShare(); share != 0 || known {
		t.Errorf("flawless: %v %v", share, known)
	}
	e.losses.EventsLost, e.stats.Events = 25, 75
	if share, known := e.lostShare(); share != 0.25 || !known {
		t.Errorf("25 of 100 events lost: %v %v", share, known)
	}
	e.losses.SequenceMissing, e.losses.BuffersLost, e.buffers = 15, 15, 15 // the same buffers, told twice
	if share, _ := e.lostShare(); share != 0.5 {
		t.Errorf("15 of 30 buffers lost: %v", share)
	}
	e = flawless()
	e.losses.BuffersFlaggedEventsLost = 1
	if share, known := e.lostShare(); share != 0 || !known {
		t.Errorf("a flag tells of loss, not how much: %v %v", share, known)
	}
}

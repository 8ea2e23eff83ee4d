package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etledger/etl"
	"etledger/ledger"
	"etledger/model"
	"etledger/trend"
)

var update = flag.Bool("update", false, "write the golden files anew")

const (
	kib = 1 << 10
	mib = 1 << 20
)

// sampleSource is a capture of three minutes, made up by hand, with one process of each kind that a report treats in a
// way of its own: a leak, churn, one that ended, one that nothing announced, and one that slept.
func sampleSource() *Source {
	start := time.Date(2024, 3, 5, 9, 30, 0, 0, time.UTC)
	from, to := start.UnixNano(), start.Add(180*time.Second+1600*time.Nanosecond).UnixNano()
	leak := &ledger.Lifetime{
		PID: 4312, ParentPID: 680, ParentKnown: true, Image: "leaky-service.exe", SID: "S-1-5-18", Announced: true,
		ImagePath: `\Device\HarddiskVolume2\Program Files\Leaky\leaky-service.exe`,
		ImageSize: 0x64000, BuildStamp: 1_700_000_000,
		Version: &ledger.ImageVersion{
			FileVersion: "3.1.4.0 (<release>)", ProductName: "Leaky \x1b[31mService", ProductVersion: "3.1",
		},
		ProcessKey:  0xffffa80f_628060c0,
		CommandLine: `"leaky-service.exe" --run <&>`,
		StartNano:   from, EndNano: to,
		VirtualAlloc: ledger.VirtualAlloc{
			ReserveBytes: 96 * mib, CommitBytes: 80 * mib, FreedBytes: 44 * mib, OutstandingCommitBytes: 36 * mib,
			OutstandingReserveBytes: 40 * mib, PeakCommitBytes: 37 * mib, UnknownFreedBytes: 2 * mib,
			InferredFreedBytes: 64 * kib, ByOtherProcessBytes: 12 * kib, Allocations: 3000, Frees: 2000,
		},
		ByOther: []ledger.OtherProcess{
			{PID: 680, Image: "services.exe", CommitBytes: 8 * kib}, {PID: 99, CommitBytes: 4 * kib},
		},
		Audit: &ledger.Audit{
			Regions: 310, RegionBytes: 60 * mib, CommitBytes: 48 * mib, AgreedBytes: 36 * mib, UnseenBytes: 12 * mib,
			BeforeBytes: 12 * mib,
		},
		Mapped: ledger.Mapped{
			Maps: 2, Unmaps: 1, MappedBytes: 3 * mib, UnmappedBytes: mib, OutstandingBytes: 2 * mib,
			OutstandingViews:     1,
			OutstandingBySection: map[string]uint64{"PAGEFILE": mib, "DATA": mib},
		},
		Counters: &ledger.Counters{
			PrivateBytes: 49 * mib, PeakPrivateBytes: 50 * mib, WorkingSetBytes: 60 * mib, HandleCount: 321,
			PageFaultCount: 12345,
		},
		Reconciliation: ledger.Reconciliation{
			Status: ledger.ReconExplained, InitialPrivateBytes: 14 * mib, InitialKnown: true,
			InitialSource:  "memory snapshot",
			ExplainedBytes: mib, ExplainedBy: "thread stacks",
		},
		Series: &ledger.Series{
			Samples: 18, FirstNano: from + 10e9, LastNano: from + 180e9, InitialBytes: 14 * mib, PartNano: from + 30e9,
			ResidualBytes: mib, ChangeNano: from + 30e9, ChangeBytes: mib,
		},
		HardFaults: ledger.HardFaults{Count: 3, Bytes: 3 * 32 * kib, DurationNS: 1_234_567_890},
		Evidence:   leakEvidence(200 * kib),
		Suspects: []ledger.Suspect{
			{
				Module: "startup.dll", Frame: "startup.dll+0x4420", AllocatedBytes: 21 * mib, OutstandingBytes: 20 * mib, Count: 4,
				Cohorts: oneBirth(20*mib, 2),
				Stack:   []string{"ntdll.dll+0x9a3e4", "KERNELBASE.dll+0x3c1d2", "startup.dll+0x4420"},
			},
			{
				Module:      "session-cache.dll",
				ModulePath:  `\Device\HarddiskVolume2\Program Files\Leaky\session-cache.dll`,
				ModuleStamp: 1_700_000_123, ModuleVersion: &ledger.ImageVersion{FileVersion: "3.1.4.0"},
				Frame: "session-cache.dll+0x1a2b", AllocatedBytes: 50 * mib, OutstandingBytes: 16 * mib, Count: 900,
				Cohorts: leakEvidence(200 * kib).Cohorts,
				Stack: []string{
					"ntdll.dll+0x9a3e4", "KERNELBASE.dll+0x3c1d2", "session-cache.dll+0x1a2b", "0x7ff6a0001000",
				},
			},
		},
	}
	churn := &ledger.Lifetime{
		PID: 5120, Image: "browser.exe", Announced: true, SessionID: 1,
		StartNano: from + int64(20*time.Second), StartSeen: true, EndNano: to,
		VirtualAlloc: ledger.VirtualAlloc{
			ReserveBytes: 900 * mib, CommitBytes: 900 * mib, FreedBytes: 899 * mib, OutstandingCommitBytes: mib,
			PeakCommitBytes: 40 * mib, Allocations: 9000, Frees: 8990,
		},
		Reconciliation: ledger.Reconciliation{Status: ledger.ReconNotAvailable},
		Evidence:       churnEvidence(5 * mib),
		Suspects:       []ledger.Suspect{{Module: "unknown", AllocatedBytes: 900 * mib, OutstandingBytes: mib, Count: 10}},
	}
	ended := &ledger.Lifetime{
		PID: 7000, ParentPID: 4312, ParentKnown: true, Image: "short.exe", Announced: true,
		StartNano: from + int64(10*time.Second), StartSeen: true,
		EndNano: from + int64(12*time.Second), EndSeen: true, ExitStatus: 3, HasExitStatus: true,
		VirtualAlloc: ledger.VirtualAlloc{
			ReserveBytes: 5 * mib, CommitBytes: 5 * mib, OutstandingCommitBytes: 5 * mib, PeakCommitBytes: 5 * mib,
			Allocations: 5,
		},
		Counters: &ledger.Counters{AtExit: true, PeakPrivateBytes: 6 * mib, PageFaultCount: 99},
		Evidence: trend.Input{
			CaptureEnd: 180, Start: 10, End: 12, Ended: true,
			Cohorts: []trend.Cohort{{From: 10, To: 12, Born: 5 * mib, Surviving: 5 * mib, Count: 5}},
		},
	}
	unannounced := &ledger.Lifetime{
		PID: 4400, StartNano: from, EndNano: to,
		VirtualAlloc: ledger.VirtualAlloc{
			ReserveBytes: mib, CommitBytes: mib, OutstandingCommitBytes: mib, PeakCommitBytes: mib, Allocations: 1,
		},
		Evidence: trend.Input{CaptureEnd: 180, End: 180, Cohorts: oneBirth(mib, 1)},
	}
	sleeper := &ledger.Lifetime{
		PID: 4, Image: "System", Announced: true, StartNano: from, EndNano: to,
		Evidence: trend.Input{CaptureEnd: 180, End: 180},
	}
	return &Source{
		Recordings: []RecordingHeader{{Name: "sample.etl", Header: etl.Header{
			SessionName: "NT Kernel Logger", LogFileName: `C:\traces\sample.etl`, MajorVersion: 10, OSBuild: 19041,
			Processors: 4, PointerSize: 8, BufferSize: 64 * kib, BuffersWritten: 15, LogFileMode: etl.ModeSequential,
			CPUMHz: 2712, Clock: etl.ClockPerformanceCounter, PerfFreq: 10_000_000,
			StartTime: start, EndTime: start.Add(180 * time.Second), BootTime: start.Add(-24 * time.Hour),
		}}},
		Bytes:   15 * 64 * kib,
		Buffers: 15,
		Stats: model.Stats{Events: 10789, FirstNano: from, LastNano: to, Kinds: sampleKinds(),
			Rhythm: etl.Rhythm{From: from, To: to, BinNano: 1 << 30}},
		Accounts: sampleAccounts(from, to, sleeper, churn, unannounced, leak, ended),
	}
}

func sampleKinds() []model.KindCount {
	volumes := etl.MustGUID("9b79ee91-b5fd-41c0-a243-4248e266e9d0")
	process := etl.MustGUID("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716")
	return []model.KindCount{
		{KindKey: model.KindKey{Kind: etl.KindKernel, Version: 2}, Count: 1},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 2, Opcode: 32, Version: 2}, Count: 3},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 2, Opcode: 98, Version: 2}, Count: 6000},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 2, Opcode: 99, Version: 2}, Count: 4730},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 2, Opcode: 112, Version: 2}, Count: 2},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 3, Opcode: 1, Version: 4}, Count: 2},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 3, Opcode: 2, Version: 4}, Count: 1},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 3, Opcode: 3, Version: 4}, Count: 2},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 3, Opcode: 4, Version: 4}, Count: 3},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 5, Opcode: 3, Version: 3}, Count: 11},
		{KindKey: model.KindKey{Kind: etl.KindKernel, Group: 0x14, Opcode: 3, Version: 3}, Count: 30},
		{KindKey: model.KindKey{Kind: etl.KindClassic, Provider: volumes, Opcode: 35, Version: 2}, Count: 2},
		{KindKey: model.KindKey{Kind: etl.KindEvent, Provider: process, ID: 1, Version: 3}, Count: 1},
		{KindKey: model.KindKey{Kind: etl.KindMessage}, Count: 1},
	}
}

func sampleAccounts(from, to int64, lifetimes ...*ledger.Lifetime) *ledger.Accounts {
	return &ledger.Accounts{
		StartNano: from, EndNano: to, Lifetimes: lifetimes,
		Keywords: []string{"LOADER", "PERF_COUNTER", "PROC_THREAD", "VIRT_ALLOC"}, KeywordsKnown: true,
		System: ledger.System{
			ComputerName: "WS-042", MemoryBytes: 16 << 30, PageSize: 4096, Processors: 4, MHz: 2712,
			Architecture:     "x64",
			WindowsDirectory: `C:\Windows\`,
			Volumes: []ledger.Volume{
				{NTPrefix: `\Device\HarddiskVolume2\`, DOSPrefix: `C:\`}, {NTPrefix: `\Device\HarddiskVolume3\`},
			},
			MemoryInfo: []ledger.MemorySnapshot{
				{Nano: from + 1e9, AvailableBytes: 8 << 30, CommitBytes: 9 << 30, CommitKnown: true},
				{Nano: to, AvailableBytes: 7 << 30},
			},
		},
		Pool: []ledger.PoolTag{
			{Name: "Wdg1", Allocations: 3, Frees: 1, AllocatedBytes: 300, FreedBytes: 100, OutstandingBytes: 200,
				OutstandingCount: 2},
			{Name: "Big1", Paged: true, OutstandingBytes: 4096},
		},
		Coverage: ledger.Coverage{
			ProcessRundownStart: true, ProcessRundownEnd: true, VirtualAllocEvents: 10730, VirtualRundownEnd: 7,
			CounterRecords: 2, Commits: 6000, CommitsWithStack: 6000, StacksMatched: 6000, UnannouncedLifetimes: 1,
		},
	}
}

// evidenceOf is three minutes in bins of one second.
func evidenceOf(born, surviving float64) trend.Input {
	in := trend.Input{CaptureEnd: 180, End: 180, Deaths: []trend.Death{{Age: 1, Bytes: 100 * mib}, {Age: 2,
		Bytes: 10 * mib}}}
	for second := range 180 {
		t := float64(second)
		in.Cohorts = append(in.Cohorts, trend.Cohort{From: t, To: t + 1, Born: born, Surviving: surviving, Count: 16})
	}
	return in
}

func leakEvidence(perSecond float64) trend.Input { return evidenceOf(2*perSecond, perSecond) }

func churnEvidence(perSecond float64) trend.Input { return evidenceOf(perSecond, 0) }

// oneBirth is an amount that was born at once.
func oneBirth(bytes float64, second int) []trend.Cohort {
	cohorts := evidenceOf(0, 0).Cohorts
	cohorts[second].Born, cohorts[second].Surviving = bytes, bytes
	return cohorts
}

// sampleJudge is a judge with fixed words and numbers, so that what is tested here does not move with package trend.
func sampleJudge(in trend.Input) trend.Result {
	born, surviving, alive := 0.0, 0.0, 0
	for _, c := range in.Cohorts {
		born, surviving = born+c.Born, surviving+c.Surviving
		if c.Surviving > 0 {
			alive++
		}
	}
	switch {
	case in.Ended:
		return trend.Result{Verdict: trend.Inconclusive, Reason: "Too little was seen."}
	case alive > 100:
		r := trend.Result{Verdict: trend.Leak, Slope: surviving / 180, SlopeLow: surviving / 200,
			SlopeHigh: surviving / 160, Churn: 3 * mib,
			Confidence: 0.95, Reason: "It takes memory evenly and keeps it."}
		if in.Limit > 0 {
			r.SecondsToExhaustion, r.HasExhaustion = in.Limit/r.Slope, true
		}
		return r
	case surviving > 0:
		return trend.Result{Verdict: trend.Step, Confidence: 0.9, Reason: "It rose at once and stayed."}
	case born > 0:
		return trend.Result{Verdict: trend.Churn, Churn: born / 100, Confidence: 0.9,
			Reason: "It gives back what it takes."}
	}
	return trend.Result{Verdict: trend.Steady, Confidence: 0.8, Reason: "It takes nothing."}
}

func sampleReport() *Report { return build(sampleSource(), sampleJudge, 1) }

// golden compares an output with the file that keeps it, or writes that file with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what is written now (go test ./report -update keeps that):\n%s", path,
			firstDifference(want, got))
	}
}

// firstDifference shows the first lines that two texts do not share.
func firstDifference(want, got []byte) string {
	w, g := bytes.Split(want, []byte("\n")), bytes.Split(got, []byte("\n"))
	for i := range min(len(w), len(g)) {
		if !bytes.Equal(w[i], g[i]) {
			return "kept:    " + string(w[i]) + "\nwritten: " + string(g[i])
		}
	}
	return "one is longer than the other"
}

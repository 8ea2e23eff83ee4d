package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
	"etledger/model"
)

// machine is a busy machine with everything that the account must keep apart.
func machine(stacks scenario.StackStyle) scenario.Options {
	return scenario.Options{
		Seed: 7, Duration: 40 * time.Second, Stacks: stacks,
		Pool: []scenario.PoolTag{
			{Tag: "Leak", BytesPerSecond: 40 << 10, BlockBytes: 1000},
			{Tag: "Busy", Paged: true, BytesPerSecond: 100 << 10, BlockBytes: 500, Lifetime: time.Second},
		},
		Programs: []scenario.Program{
			{Image: "leaky.exe", Initial: 20 << 20, Behaviours: []scenario.Behaviour{
				scenario.Leak{BytesPerSecond: 1 << 20, Module: "leak.dll"},
				scenario.Churn{BytesPerSecond: 4 << 20, Module: "churn.dll", Pieces: 0.5},
			}},
			{Image: "heap.exe", Behaviours: []scenario.Behaviour{
				scenario.Leak{BytesPerSecond: 256 << 10, BlockBytes: 8 << 10, Module: "heapleak.dll", Heap: true},
				scenario.CollectedHeap{BytesPerSecond: 2 << 20, Live: 1 << 20, Ceiling: 8 << 20, Module: "gc.dll"},
			}},
			{Image: "short.exe", PID: 5000, Start: 5 * time.Second, End: 9 * time.Second, CommitEarly: 96 << 10,
				Behaviours: []scenario.Behaviour{scenario.WarmUp{Bytes: 3 << 20, Over: time.Second}}},
			{Image: "again.exe", Parent: "leaky.exe", PID: 5000, Start: 9*time.Second + 20*time.Millisecond, CommitEarly: 64 << 10,
				Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 1 << 20}, scenario.Views{PerSecond: 20}}},
			{Image: "agent.exe", Behaviours: []scenario.Behaviour{
				scenario.Foreign{Target: "heap.exe", Every: 700 * time.Millisecond, BlockBytes: 12 << 10},
				scenario.Faults{PerSecond: 30, File: `C:\Data\big.bin`},
			}},
			{Image: "drain.exe", Initial: 30 << 20, Behaviours: []scenario.Behaviour{scenario.Drain{BytesPerSecond: 1 << 20}}},
		},
	}
}

// run simulates a machine and keeps the books of its capture.
func run(t testing.TB, o scenario.Options) (*scenario.Capture, *Accounts) {
	t.Helper()
	made, err := scenario.Run(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	input := etl.Input{Name: "made", R: bytes.NewReader(made.File), Size: int64(len(made.File))}
	capture, err := etl.New(ctx, etl.Options{}, input)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	accounts, err := Read(ctx, model.NewReader(capture, model.Options{ChunkRows: 1000}).Chunks(ctx), Options{Stacks: true})
	if err != nil {
		t.Fatal(err)
	}
	return made, accounts
}

// TestAccountsOfSimulatedMachines compares every figure with the truth that the simulation kept page by page.
func TestAccountsOfSimulatedMachines(t *testing.T) {
	styles := map[string]scenario.StackStyle{
		"no stacks": scenario.NoStacks, "direct stacks": scenario.DirectStacks, "split stacks": scenario.SplitStacks,
		"keyed stacks": scenario.KeyedStacks,
	}
	for name, style := range styles {
		t.Run(name, func(t *testing.T) {
			made, a := run(t, machine(style))
			compareTruth(t, &made.Truth, a, style != scenario.NoStacks)
			if style != scenario.NoStacks && (a.Coverage.StacksUnmatched > 0 || a.Coverage.StackKeysUnresolved > 0) {
				t.Errorf("stacks: %+v", a.Coverage)
			}
		})
	}
	t.Run("32 bit", func(t *testing.T) {
		o := machine(scenario.DirectStacks)
		o.Session.PointerSize = etlwriter.Pointer32
		made, a := run(t, o)
		compareTruth(t, &made.Truth, a, true)
	})
	t.Run("names at the end only", func(t *testing.T) {
		o := machine(scenario.SplitStacks)
		o.Rundown = scenario.RundownAtEnd
		made, a := run(t, o)
		compareTruth(t, &made.Truth, a, true)
	})
}

// TestKeptRecording compares the recording that the project ships with its truth.
func TestKeptRecording(t *testing.T) {
	text, err := os.ReadFile("../testdata/leaky-service.truth.json")
	if err != nil {
		t.Fatal(err)
	}
	var truth scenario.Truth
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	compareTruth(t, &truth, readFile(t, "../testdata/leaky-service.etl"), true)
}

func compareTruth(t *testing.T, truth *scenario.Truth, a *Accounts, stacks bool) {
	t.Helper()
	type identity struct {
		pid   uint32
		image string
	}
	got := map[identity]*Lifetime{}
	for _, l := range a.Lifetimes {
		if err := l.verify(); err != nil {
			t.Errorf("%s: %v", l.Image, err)
		}
		got[identity{l.PID, l.Image}] = l
	}
	if len(a.Lifetimes) != len(truth.Lifetimes) {
		t.Errorf("%d lifetimes, want %d", len(a.Lifetimes), len(truth.Lifetimes))
	}
	for _, want := range truth.Lifetimes {
		l := got[identity{want.PID, want.Image}]
		if l == nil {
			t.Errorf("%s is missing", want.Image)
			continue
		}
		v := l.VirtualAlloc
		for _, figure := range []struct {
			name      string
			got, want uint64
		}{
			{"reserve", v.ReserveBytes, want.ReserveBytes},
			{"commit", v.CommitBytes, want.CommitBytes},
			{"freed", v.FreedBytes, want.FreedBytes},
			{"outstanding commit", v.OutstandingCommitBytes, want.OutstandingCommitBytes},
			{"outstanding reserve", v.OutstandingReserveBytes, want.OutstandingReserveBytes},
			{"peak commit", v.PeakCommitBytes, want.PeakCommitBytes},
			{"unknown freed", v.UnknownFreedBytes, want.UnknownFreedBytes},
			{"repeat commit", v.RepeatCommitBytes, want.RepeatCommitBytes},
			{"allocations", v.Allocations, want.Allocations},
			{"frees", v.Frees, want.Frees},
			{"lost frees", v.LostFrees, 0},
			{"maps", l.Mapped.Maps, want.Maps},
			{"mapped", l.Mapped.MappedBytes, want.MappedBytes},
			{"unmapped", l.Mapped.UnmappedBytes, want.UnmappedBytes},
			{"hard faults", l.HardFaults.Count, want.HardFaults},
			{"hard fault bytes", l.HardFaults.Bytes, want.HardFaultBytes},
		} {
			if figure.got != figure.want {
				t.Errorf("%s: %s is %d, want %d", want.Image, figure.name, figure.got, figure.want)
			}
		}
		if stacks && v.ByOtherProcessBytes != want.ByOtherProcessBytes {
			t.Errorf("%s: by other processes %d, want %d", want.Image, v.ByOtherProcessBytes, want.ByOtherProcessBytes)
		}
		if want.BornInside != l.StartSeen || want.EndedInside != l.EndSeen {
			t.Errorf("%s: %+v", want.Image, l)
		}
		if stacks {
			compareModules(t, l, &want)
		}
	}
	for _, want := range truth.Pool {
		found := false
		for _, tag := range a.Pool {
			if tag.Name == want.Tag {
				found = true
				if tag.Paged != want.Paged || tag.Allocations != want.Allocations || tag.AllocatedBytes != want.AllocatedBytes ||
					tag.FreedBytes != want.FreedBytes || tag.OutstandingBytes != want.OutstandingBytes ||
					tag.OutstandingCount != want.Allocations-want.Frees {
					t.Errorf("pool: got %+v, want %+v", tag, want)
				}
			}
		}
		if !found {
			t.Errorf("pool tag %s is missing", want.Tag)
		}
	}
}

// compareModules compares the sums of the suspects by module. What another process committed is charged to a module of
// that one, which the truth does not name.
func compareModules(t *testing.T, l *Lifetime, want *scenario.Lifetime) {
	t.Helper()
	got := map[string]uint64{}
	for _, s := range l.Suspects {
		got[s.Module] += s.OutstandingBytes
	}
	var foreign uint64
	for module, bytes := range want.OutstandingByModule {
		if module == want.Image {
			foreign = want.ByOtherProcessBytes
			bytes -= foreign
		}
		if got[module] != bytes {
			t.Errorf("%s: %s has %d outstanding, want %d", l.Image, module, got[module], bytes)
		}
	}
	actors := map[string]string{"heap.exe": "agent.exe", "again.exe": "leaky.exe"}
	if actor := actors[l.Image]; actor != "" && (got[actor] != foreign || foreign == 0) {
		t.Errorf("%s: %s has %d outstanding, want %d", l.Image, actor, got[actor], foreign)
	}
}

// TestRundownsOfMemory has both rundowns of private memory: nothing is unknown then, and the counters agree to the byte
// but for what no event shows.
func TestRundownsOfMemory(t *testing.T) {
	o := machine(scenario.NoStacks)
	o.VirtualRundown = scenario.RundownAtStart | scenario.RundownAtEnd
	o.Programs[0].Unlogged = 300 << 10
	made, a := run(t, o)
	for _, want := range made.Truth.Lifetimes {
		for _, l := range a.Lifetimes {
			if l.Image != want.Image || l.EndSeen || l.PID <= 4 {
				continue
			}
			v := l.VirtualAlloc
			initial := want.InitialPrivateBytes
			if !want.BornInside {
				initial -= want.UnloggedBytes
			}
			if v.UnknownFreedBytes != 0 || v.BeforeCommitBytes != initial ||
				v.BeforeFreedBytes != want.UnknownFreedBytes {
				t.Errorf("%s: %+v, want %+v", l.Image, v, want)
			}
			agreed := want.PrivateBytes - want.UnloggedBytes
			switch {
			case l.Audit == nil:
				if agreed != 0 {
					t.Errorf("%s: no audit, want %d agreed", l.Image, agreed)
				}
			case l.Audit.UnseenBytes != 0, l.Audit.StaleBytes != 0, l.Audit.AgreedBytes != agreed:
				t.Errorf("%s: audit %+v, want %d agreed", l.Image, l.Audit, agreed)
			}
			r := l.Reconciliation
			status := ReconExact
			if want.UnloggedBytes > 0 {
				status = ReconUnexplained
			}
			if r.ResidualBytes+r.ExplainedBytes != int64(want.UnloggedBytes) || !r.InitialKnown || r.Status != status {
				t.Errorf("%s: %+v, want a residual of %d", l.Image, r, want.UnloggedBytes)
			}
		}
	}
}

// TestLostBuffers loses buffers: the accounts must still hold together, and the loss must show.
func TestLostBuffers(t *testing.T) {
	for seed := range uint64(4) {
		o := machine(scenario.SplitStacks)
		o.Seed, o.LostBuffers = seed, 0.1
		o.Session.BufferSize = 16 << 10
		_, a := run(t, o)
		for _, l := range a.Lifetimes {
			if err := l.verify(); err != nil {
				t.Errorf("seed %d, %s: %v", seed, l.Image, err)
			}
		}
		if a.Coverage.InferredLostFrees == 0 || a.Coverage.InferredLostFreeBytes == 0 {
			t.Errorf("seed %d: %+v", seed, a.Coverage)
		}
	}
}

// TestSpecialMemory compares the account of large pages, address windows, resets and placeholders with the truth.
func TestSpecialMemory(t *testing.T) {
	for seed := range uint64(3) {
		made, a := run(t, scenario.Options{Seed: 30 + seed, Duration: 40 * time.Second, Stacks: scenario.DirectStacks,
			MemoryInfoEvery: time.Second, Programs: []scenario.Program{
				{Image: "special.exe", Behaviours: []scenario.Behaviour{
					scenario.Special{Module: "special.dll"}, scenario.Special{Every: 70 * time.Millisecond, Module: "often.dll"},
					scenario.Churn{BytesPerSecond: 1 << 20, Module: "churn.dll"},
				}},
			}})
		compareTruth(t, &made.Truth, a, true)
		for _, l := range a.Lifetimes {
			if l.Image != "special.exe" {
				continue
			}
			v := l.VirtualAlloc
			if v.LargePageBytes == 0 || v.PhysicalBytes == 0 || v.ResetBytes == 0 || v.LostFrees != 0 || l.Series.PartNano != 0 {
				t.Errorf("seed %d: %+v, series %+v", seed, v, l.Series)
			}
		}
	}
}

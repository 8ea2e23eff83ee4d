package scenario

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/etlwriter"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

func run(t *testing.T, o Options) *Capture {
	t.Helper()
	c, err := Run(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// events reads a capture with the project's reader, which shares no layout with the writer.
func events(t *testing.T, c *Capture) ([]etl.Event, etl.Losses) {
	t.Helper()
	ctx := context.Background()
	in, err := etl.New(ctx, etl.Options{}, etl.Input{Name: t.Name(), R: bytes.NewReader(c.File), Size: int64(len(c.File))})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var all []etl.Event
	for e, err := range in.Events(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.Clone())
	}
	return all, in.Losses()
}

// ofHooks picks the kernel events with one of the hooks.
func ofHooks(all []etl.Event, hooks ...etlwriter.Hook) []etl.Event {
	var found []etl.Event
	for _, e := range all {
		if e.Kind == etl.KindKernel && slices.Contains(hooks, etlwriter.Hook(e.Hook())) {
			found = append(found, e)
		}
	}
	return found
}

// word reads a field of the payload: of pointer width when size is 0.
func word(e etl.Event, offset, size int) uint64 {
	if size == 0 {
		size = int(e.PointerSize)
	}
	if size == 4 {
		return uint64(binary.LittleEndian.Uint32(e.Payload[offset:]))
	}
	return binary.LittleEndian.Uint64(e.Payload[offset:])
}

// everything is a machine with every behaviour on it.
func everything() Options {
	return Options{
		Seed: 7, Duration: 40 * time.Second, Stacks: DirectStacks, MemoryInfoEvery: 5 * time.Second,
		VirtualRundown: RundownAtEnd, Pool: []PoolTag{{Tag: "Leak", BytesPerSecond: 100 * kib}, {Tag: "Fine", Paged: true,
			BytesPerSecond: 100 * kib, Lifetime: time.Second}},
		Programs: []Program{
			{Image: "shell.exe", Folder: `C:\Windows`, Initial: 8 * mib, Behaviours: []Behaviour{
				Foreign{Target: "steady.exe", Every: 3 * time.Second, BlockBytes: 8 * kib, Module: "hook.dll"}}},
			{Image: "steady.exe", Initial: 4 * mib, Unlogged: 256 * kib},
			{Image: "leak.exe", Behaviours: []Behaviour{Leak{BytesPerSecond: 300 * kib, Module: "bad.dll", Heap: true},
				Churn{BytesPerSecond: 2 * mib, HeavyTail: true, Pieces: 0.5, Module: "good.dll"}}},
			{Image: "bursts.exe", Behaviours: []Behaviour{Leak{BytesPerSecond: 100 * kib, Pattern: LeakInBursts,
				Delay:     2 * time.Second,
				StopAfter: 20 * time.Second}}},
			{Image: "faster.exe", Behaviours: []Behaviour{Leak{BytesPerSecond: 400 * kib, Pattern: AcceleratingLeak,
				Module: "late.dll", LoadModule: true, Delay: 5 * time.Second}}},
			{Image: "warm.exe", Start: time.Second, CommitEarly: 8 * kib, Parent: "shell.exe", Behaviours: []Behaviour{
				WarmUp{Bytes: 8 * mib, Over: 10 * time.Second}}},
			{Image: "step.exe", Behaviours: []Behaviour{Step{At: 15 * time.Second, Bytes: 16 * mib},
				Step{At: time.Second, Bytes: 2 * mib, GiveBack: time.Second, Every: 4 * time.Second}}},
			{Image: "cache.exe", Behaviours: []Behaviour{Cache{BytesPerSecond: 1 * mib, Capacity: 8 * mib}}},
			{Image: "heap.exe", Behaviours: []Behaviour{CollectedHeap{BytesPerSecond: 2 * mib, Live: 4 * mib,
				Ceiling: 16 * mib}}},
			{Image: "load.exe", Behaviours: []Behaviour{PeriodicLoad{Bytes: 8 * mib, Period: 10 * time.Second}}},
			{Image: "drain.exe", Initial: 40 * mib, Behaviours: []Behaviour{Drain{BytesPerSecond: 800 * kib}}},
			{Image: "views.exe", Behaviours: []Behaviour{Views{PerSecond: 5, File: `C:\data\a.bin`}, Views{PerSecond: 2},
				Faults{PerSecond: 10, File: `C:\data\b.bin`}}},
			{Image: "first.exe", PID: 4000, End: 10 * time.Second, ExitStatus: 3, Behaviours: []Behaviour{
				Leak{BytesPerSecond: 500 * kib}}},
			{Image: "second.exe", PID: 4000, Start: 10*time.Second + 300*time.Millisecond, Parent: "shell.exe",
				Behaviours: []Behaviour{Leak{BytesPerSecond: 100 * kib}}},
		},
	}
}

// TestLifetimes checks starts, ends and the reuse of a number.
func TestLifetimes(t *testing.T) {
	c := run(t, everything())
	all, _ := events(t, c)
	first, second := c.Truth.Find("first.exe")[0], c.Truth.Find("second.exe")[0]
	if first.PID != 4000 || second.PID != 4000 || !first.EndedInside || !second.BornInside {
		t.Fatalf("first %+v, second %+v", first, second)
	}
	if gap := second.StartS - first.EndS; gap <= 0 || gap > 1 {
		t.Errorf("the number is free for %g s", gap)
	}
	if first.ExitStatus != 3 || second.ParentPID != c.Truth.Find("shell.exe")[0].PID {
		t.Errorf("exit status %d, parent %d", first.ExitStatus, second.ParentPID)
	}
	var order []etlwriter.Hook
	for _, e := range all {
		hook := etlwriter.Hook(e.Hook())
		switch hook {
		case etlwriter.HookProcessEnd, etlwriter.HookProcessStart, etlwriter.HookProcessTerminate,
			etlwriter.HookProcessCounters:
			order = append(order, hook)
		}
	}
	want := []etlwriter.Hook{etlwriter.HookProcessStart, etlwriter.HookProcessTerminate, etlwriter.HookProcessCounters,
		etlwriter.HookProcessEnd, etlwriter.HookProcessStart}
	if !slices.Equal(order, want) {
		t.Errorf("order of events %04x, expected %04x", order, want)
	}
	warm := c.Truth.Find("warm.exe")[0]
	if warm.ByOtherProcessBytes != 8*kib || warm.InitialPrivateBytes != 0 {
		t.Errorf("warm.exe: %d bytes by its parent, %d before", warm.ByOtherProcessBytes, warm.InitialPrivateBytes)
	}
	if steady := c.Truth.Find("steady.exe")[0]; steady.ByOtherProcessBytes != 13*8*kib {
		t.Errorf("steady.exe: %d bytes by another process", steady.ByOtherProcessBytes)
	}
}

// TestRundowns checks that each listing has each process alive then, and that options leave listings out.
func TestRundowns(t *testing.T) {
	count := func(o Options) map[etlwriter.Hook]int {
		all, _ := events(t, run(t, o))
		n := map[etlwriter.Hook]int{}
		for _, e := range all {
			n[etlwriter.Hook(e.Hook())]++
		}
		return n
	}
	full := everything()
	n := count(full)
	before := 2
	for _, p := range full.Programs {
		if p.Start == 0 {
			before++
		}
	}
	if n[etlwriter.HookProcessDCStart] != before || n[etlwriter.HookProcessDCEnd] != before+1 ||
		n[etlwriter.HookRundownComplete] != 2 {
		t.Errorf("%d processes at the start, %d at the end, %d marks; expected %d, %d, 2", n[etlwriter.HookProcessDCStart],
			n[etlwriter.HookProcessDCEnd], n[etlwriter.HookRundownComplete], before, before+1)
	}
	if n[etlwriter.HookVirtualAllocDCEnd] == 0 || n[etlwriter.HookVirtualAllocDCStart] != 0 ||
		n[etlwriter.HookFileRundown] != 2 {
		t.Errorf("regions %d and %d, files %d", n[etlwriter.HookVirtualAllocDCStart], n[etlwriter.HookVirtualAllocDCEnd],
			n[etlwriter.HookFileRundown])
	}
	end := everything()
	end.Rundown, end.NoCounters, end.VirtualRundown = RundownAtEnd, true, RundownAtStart
	n = count(end)
	if n[etlwriter.HookProcessDCStart] != 0 || n[etlwriter.HookProcessDCEnd] == 0 ||
		n[etlwriter.HookProcessCounters] != 0 ||
		n[etlwriter.HookProcessCountersAtEnd] != 0 || n[etlwriter.HookVirtualAllocDCStart] == 0 {
		t.Errorf("rundown at the end only: %v", n)
	}
	none := everything()
	none.NoRundown = true
	if n = count(none); n[etlwriter.HookProcessDCEnd]+n[etlwriter.HookImageDCStart]+n[etlwriter.HookConfigCPU] != 0 {
		t.Errorf("no rundown: %v", n)
	}
}

// TestRegionRundown checks that the listing of private memory holds what the process holds.
func TestRegionRundown(t *testing.T) {
	c := run(t, everything())
	all, _ := events(t, c)
	listed := map[uint32]uint64{}
	for _, e := range ofHooks(all, etlwriter.HookVirtualAllocDCEnd) {
		listed[uint32(word(e, 16, 4))] += word(e, 24, 8)
	}
	for _, l := range c.Truth.Lifetimes {
		if !l.EndedInside && listed[l.PID] != l.PrivateBytes-l.UnloggedBytes {
			t.Errorf("%s: %d bytes listed, %d private", l.Image, listed[l.PID], l.PrivateBytes-l.UnloggedBytes)
		}
	}
}

// TestSameSeedSameBytes checks that a file follows from its options, and differs by seed.
func TestSameSeedSameBytes(t *testing.T) {
	a, b := run(t, everything()), run(t, everything())
	if !bytes.Equal(a.File, b.File) {
		t.Error("two runs differ")
	}
	other := everything()
	other.Seed++
	if bytes.Equal(a.File, run(t, other).File) {
		t.Error("another seed gives the same file")
	}
}

// TestLosses checks that buffers are lost where asked, that the gaps show it, and that the truth stays whole.
func TestLosses(t *testing.T) {
	o := everything()
	o.Session.BufferSize = 8 * kib
	whole := run(t, o)
	o.LostBuffers = 0.2
	lossy := run(t, o)
	if lossy.Truth.BuffersLost == 0 || len(lossy.File) != len(whole.File)-8*kib*lossy.Truth.BuffersLost {
		t.Fatalf("%d buffers lost, %d bytes of %d left", lossy.Truth.BuffersLost, len(lossy.File), len(whole.File))
	}
	if share := float64(lossy.Truth.BuffersLost) * 8 * kib / float64(len(whole.File)); share < 0.1 || share > 0.3 {
		t.Errorf("a share of %.2f is lost", share)
	}
	if _, losses := events(t, lossy); losses.SequenceMissing == 0 || losses.BuffersLost != 0 {
		t.Errorf("losses %+v", losses)
	}
	if !slices.EqualFunc(whole.Truth.Lifetimes, lossy.Truth.Lifetimes, func(a, b Lifetime) bool {
		return a.CommitBytes == b.CommitBytes && a.FreedBytes == b.FreedBytes && a.PrivateBytes == b.PrivateBytes
	}) {
		t.Error("the truth changed with the losses")
	}
	o.LossesTold = true
	if _, losses := events(t, run(t, o)); losses.BuffersLost != uint64(lossy.Truth.BuffersLost) {
		t.Errorf("the header tells %d lost buffers, %d are lost", losses.BuffersLost, lossy.Truth.BuffersLost)
	}
}

// TestRefusedOptions checks options that contradict each other.
func TestRefusedOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"no image":        {Programs: []Program{{}}},
		"end first":       {Programs: []Program{{Image: "a.exe", Start: 20 * time.Second, End: 10 * time.Second}}},
		"outside":         {Programs: []Program{{Image: "a.exe", Start: time.Hour}}},
		"memory of later": {Programs: []Program{{Image: "a.exe", Start: time.Second, Initial: 1}}},
		"shared number":   {Programs: []Program{{Image: "a.exe", PID: 8}, {Image: "b.exe", PID: 8, Start: time.Second}}},
		"loss":            {LostBuffers: 2},
		"pool tag":        {Pool: []PoolTag{{Tag: "long tag"}}},
		"session":         {Session: etlwriter.Settings{BufferSize: 7}},
	} {
		if _, err := Run(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

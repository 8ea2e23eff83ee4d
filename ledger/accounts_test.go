package ledger

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"etledger/internal/scenario"
	"etledger/model"
)

func TestMappedViews(t *testing.T) {
	b := newBooks(t, Options{})
	view := func(op uint8, at float64, base, size uint64, section uint16) {
		r := viewRow{nano: b.stamp(at).nano, op: op, process: 8, base: base, size: size, section: section}
		b.l.viewRow(&r)
	}
	view(model.MapOpRundownStart, 0, 0x900000, 0x10000, model.SectionData)
	view(model.MapOpRundownStart, 0, 0xa00000, 0x20000, model.SectionData)
	view(model.MapOpMap, 1, 0x100000, 0x1001, model.SectionData) // two views of one file
	view(model.MapOpMap, 1, 0x200000, 0x2000, model.SectionData)
	view(model.MapOpMap, 1, 0x300000, 0x4000, model.SectionPagefile)
	view(model.MapOpMap, 1, 0x400000, 0x8000, model.SectionImage)
	view(model.MapOpMap, 1, 0x500000, 0x1000, 0x3ff)
	view(model.MapOpUnmap, 2, 0x400000, 0x8000, model.SectionImage)
	view(model.MapOpUnmap, 2, 0x900000, 0x10000, model.SectionData)
	view(model.MapOpUnmap, 2, 0x990000, 0x30000, model.SectionData) // never seen
	view(model.MapOpMap, 3, 0x200000, 0x1000, model.SectionData)    // its unmapping was lost
	view(model.MapOpRundownEnd, 9, 0x100000, 0x2000, model.SectionData)
	view(model.MapOpRundownEnd, 9, 0xb00000, 0x7000, model.SectionData)
	got := lifetime(t, b.finish(10), 8, 0).Mapped
	sections := map[string]uint64{"DATA": 0x3000, "PAGEFILE": 0x4000, "OTHER": 0x1000}
	if fmt.Sprint(got.OutstandingBySection) != fmt.Sprint(sections) {
		t.Errorf("by section %v, want %v", got.OutstandingBySection, sections)
	}
	got.OutstandingBySection = nil
	want := Mapped{Maps: 6, Unmaps: 3, MappedBytes: 0x12000, UnmappedBytes: 0xa000, OutstandingBytes: 0x8000,
		OutstandingViews: 4, UnknownUnmappedBytes: 0x30000, BeforeBytes: 0x30000, BeforeUnmappedBytes: 0x10000,
		LostUnmaps: 1, ListedViews: 2, ListedUnseenBytes: 0x7000}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestPool(t *testing.T) {
	b := newBooks(t, Options{})
	const ntfs, protected = 0x7366744e, 0x80000000
	row := func(op uint8, at float64, kind, tag uint32, bytes, entry uint64, session uint32) {
		r := poolRow{nano: b.stamp(at).nano, op: op, kind: kind, tag: tag, bytes: bytes, entry: entry, session: session}
		b.l.poolRow(&r)
	}
	row(model.PoolOpAlloc, 10, 1, ntfs, 100, 0xa0, noNumber)
	row(model.PoolOpAlloc, 20, 0x21, ntfs|protected, 50, 0xa0, 1) // the same address in a session
	row(model.PoolOpAlloc, 30, 0x200, ntfs, 10, 0xb0, noNumber)
	row(model.PoolOpFree, 40, 0, 0, 0, 0xa0, noNumber) // pays no heed to the tag of the free
	row(model.PoolOpFree, 50, 0, 0x41, 0, 0xcc, noNumber)
	row(model.PoolOpAlloc, 60, 0x200, ntfs, 20, 0xb0, noNumber) // a free was lost
	row(model.PoolOpPage, 70, 0, ntfs, 4096, 0xd0, noNumber)
	a := b.finish(100)
	var got []string
	for _, p := range a.Pool {
		got = append(got, fmt.Sprintf("%s %v %d-%d %d-%d=%d in %d unknown %d lost %d", p.Name, p.Paged, p.Allocations, p.Frees,
			p.AllocatedBytes, p.FreedBytes, p.OutstandingBytes, p.OutstandingCount, p.UnknownFrees, p.LostFrees))
	}
	want := []string{
		"Ntfs true 2-1 150-100=50 in 1 unknown 0 lost 0",
		"Ntfs false 2-0 30-10=20 in 1 unknown 0 lost 1",
		`A\x00\x00\x00 false 0-1 0-0=0 in 0 unknown 1 lost 0`,
	}
	if !slices.Equal(got, want) {
		t.Fatalf("got  %q\nwant %q", got, want)
	}
	in := a.Pool[0].Evidence
	var born, surviving float64
	for _, c := range in.Cohorts {
		born += c.Born
		surviving += c.Surviving
	}
	last := in.Level[len(in.Level)-1]
	if born != 150 || surviving != 50 || len(in.Cohorts) > mostSideBins || in.End != 100 || last.End != 50 {
		t.Errorf("evidence %+v", in)
	}
}

func TestKeywords(t *testing.T) {
	var book keywordBook
	book.prove("VIRT_ALLOC")
	book.prove("VIRT_ALLOC")
	book.prove("LOADER")
	if names, known := book.names(); known || !slices.Equal(names, []string{"LOADER", "VIRT_ALLOC"}) {
		t.Errorf("proved by events: %v %v", names, known)
	}
	// The masks of a Windows 8 recording.
	book.masks[0], book.masks[1] = 0x0001270F, 2
	want := []string{"DISK_IO", "DISK_IO_INIT", "FILENAME", "HARD_FAULTS", "LOADER", "NETWORKTRACE", "PERF_COUNTER",
		"PROC_THREAD", "PROFILE"}
	if names, known := book.names(); !known || !slices.Equal(names, want) {
		t.Errorf("by masks: %v %v", names, known)
	}
	seen := map[[2]uint32]bool{}
	for _, k := range keywords {
		place := [2]uint32{uint32(k.mask), k.bit}
		if seen[place] || k.bit&(k.bit-1) != 0 || k.bit > 1<<28 {
			t.Errorf("%s stands at mask %d, bit %#x", k.name, k.mask, k.bit)
		}
		seen[place] = true
	}
}

func TestSnapshotsKept(t *testing.T) {
	var m snapshotSummary
	if m.list() != nil {
		t.Error("snapshots where there are none")
	}
	for i, available := range []uint64{50, 40, 70, 40, 60, 90, 30, 80} {
		m.add(MemorySnapshot{Nano: int64(i), AvailableBytes: available, CommitBytes: 100 - available, CommitKnown: true})
	}
	var got []int64
	for _, s := range m.list() {
		got = append(got, s.Nano)
	}
	if !slices.Equal(got, []int64{0, 5, 6, 7}) {
		t.Errorf("kept %v", got)
	}
}

// TestSnapshotsAreTheWitness has memory snapshots and no memory events: the level is what there is to judge.
func TestSnapshotsAreTheWitness(t *testing.T) {
	o := machine(scenario.NoStacks)
	o.MemoryInfoEvery = 500 * time.Millisecond
	_, a := run(t, o)
	if len(a.System.MemoryInfo) < 2 || a.System.MemoryInfo[0].AvailableBytes == 0 || !a.System.MemoryInfo[0].CommitKnown {
		t.Errorf("system-wide: %+v", a.System.MemoryInfo)
	}
	if a.System.Processors != 4 || a.System.PageSize != 4096 || a.System.ComputerName == "" || a.System.MemoryBytes == 0 {
		t.Errorf("system: %+v", a.System)
	}
	for _, name := range []string{"VIRT_ALLOC", "PROC_THREAD"} {
		if !slices.Contains(a.Keywords, name) {
			t.Errorf("keywords %v lack %s", a.Keywords, name)
		}
	}
	for _, l := range a.Lifetimes {
		r := l.Reconciliation
		if l.Image == "leaky.exe" && (r.InitialSource != initialSnapshot || r.Status != ReconExact) {
			t.Errorf("reconciliation from the first snapshot: %+v", r)
		}
	}

	o.Programs = []scenario.Program{{Image: "quiet.exe", Initial: 8 << 20}}
	made, a := run(t, o)
	truth := made.Truth.Find("quiet.exe")[0]
	for _, l := range a.Lifetimes {
		if l.Image != "quiet.exe" {
			continue
		}
		if a.Coverage.VirtualAllocEvents != 0 || l.Evidence.Cohorts != nil || len(l.Evidence.Level) < 10 {
			t.Fatalf("%d events, evidence %+v", a.Coverage.VirtualAllocEvents, l.Evidence)
		}
		for _, s := range l.Evidence.Level {
			if s.End != float64(truth.PrivateBytes) || s.Low != s.End || s.High != s.End {
				t.Errorf("sample %+v, want %d", s, truth.PrivateBytes)
			}
		}
	}
}

func TestAddAfterFinish(t *testing.T) {
	l := New(Options{})
	first := l.Finish()
	if again := l.Finish(); first != again {
		t.Error("two accounts of one ledger")
	}
	if err := l.Add(&model.Chunk{}); !errors.Is(err, ErrFinished) {
		t.Errorf("got %v", err)
	}
	if len(first.Lifetimes) != 0 || first.System.PageSize != 4096 {
		t.Errorf("accounts of nothing: %+v", first)
	}
}

func TestReadStops(t *testing.T) {
	chunks := func(err error) iter.Seq2[*model.Chunk, error] {
		return func(yield func(*model.Chunk, error) bool) {
			for yield(&model.Chunk{}, nil) {
				if err != nil {
					yield(nil, err)
					return
				}
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, chunks(nil), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	broken := errors.New("broken")
	if _, err := Read(context.Background(), chunks(broken), Options{}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestAddressLimit has 32-bit processes on a 64-bit system: one that stays below 2 GiB, one that does not.
func TestAddressLimit(t *testing.T) {
	b := newBooks(t, Options{})
	wow64 := func(r *processRow) { r.flags = processFlagWow64 }
	b.process(opListed, 0, 8, 4, "small.exe", wow64)
	b.process(opListed, 0, 12, 4, "large.exe", wow64)
	b.process(opListed, 0, 16, 4, "native.exe")
	b.alloc(1, 8, 0x7fff0000, 0x10000)
	b.alloc(1, 12, 0xfff00000, 0x100000)
	b.alloc(1, 16, codeBase, 0x1000)
	a := b.finish(10)
	for pid, want := range map[uint32]float64{8: 1 << 31, 12: 1 << 32, 16: 0} {
		if got := lifetime(t, a, pid, 0).Evidence.Limit; got != want {
			t.Errorf("%d: limit %v, want %v", pid, got, want)
		}
	}
}

// TestLargerPages rounds outward to the pages of the system.
func TestLargerPages(t *testing.T) {
	b := newBooks(t, Options{})
	b.l.pageSize = 8192
	b.alloc(1, 8, 0x11000, 0x1000)
	if got := lifetime(t, b.finish(10), 8, 0).VirtualAlloc.CommitBytes; got != 8192 {
		t.Errorf("%d bytes committed, want 8192", got)
	}
}

// TestLimitIsWhatIsLeft gives for 32-bit processes how much more they can take until their address space is full.
func TestLimitIsWhatIsLeft(t *testing.T) {
	tests := []struct {
		name string
		rows func(b *books)
		used uint64 // of 2 GiB
	}{
		{"by the counters", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x5000)
			r := counterRow{nano: b.stamp(99).nano, process: 8, Counters: Counters{PrivateBytes: 0x9000, VirtualBytes: 1 << 30}}
			b.l.counterRow(&r)
		}, 1 << 30},
		{"by reservations, views, and memory from before", func(b *books) {
			b.virtual(model.VirtualOpRundownStart, 0, 8, 0x900000, 0x8000, memPrivate|memCommit)
			b.virtual(model.VirtualOpAlloc, 1, 8, 0x10000, 0x100000, reserve)
			b.virtual(model.VirtualOpAlloc, 2, 8, 0x10000, 0x5000, commit)
			b.image(model.OpRundownStart, 0, 8, 0x400000, 0x10000, "a.exe") // one of the views
			view := viewRow{nano: b.stamp(3).nano, op: model.MapOpMap, process: 8, base: 0xa00000, size: 0x20000}
			b.l.viewRow(&view)
		}, 0x8000 + 0x100000 + 0x20000},
		{"by images, where no views are recorded", func(b *books) {
			b.image(model.OpRundownStart, 0, 8, 0x400000, 0x10000, "a.exe")
			b.image(opStart, 1, 8, 0x500000, 0x10000, "b.dll")
			b.image(opEnd, 2, 8, 0x500000, 0x10000, "b.dll")
			b.alloc(3, 8, 0x10000, 0x5000)
		}, 0x10000 + 0x5000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			b.process(opListed, 0, 8, 4, "a.exe", func(r *processRow) { r.flags = processFlagWow64 })
			test.rows(b)
			in := lifetime(t, b.finish(100), 8, 0).Evidence
			left := in.Limit - in.Level[len(in.Level)-1].End
			if want := float64(1<<31 - test.used); left != want {
				t.Errorf("%v are left, want %v", left, want)
			}
		})
	}
}

// TestLoads lists what a process loaded while it ran.
func TestLoads(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opListed, 0, 8, 4, "a.exe")
	b.image(model.OpRundownStart, 0, 8, codeBase, 0x10000, `\x\a.exe`)
	b.image(opStart, 9, 8, codeBase+0x30000, 0x10000, `\x\late.dll`)
	b.image(opStart, 5, 8, codeBase+0x10000, 0x10000, `\x\plugin.dll`)
	b.image(opEnd, 6, 8, codeBase+0x10000, 0x10000, `\x\plugin.dll`)
	b.image(opStart, 7, 8, codeBase+0x10000, 0x10000, `\x\plugin.dll`) // again
	b.process(opStart, 20, 12, 8, "b.exe")
	b.image(opStart, 20.1, 12, codeBase, 0x10000, `\x\b.exe`) // with its start
	b.image(opStart, 30, 12, codeBase+0x10000, 0x10000, `\x\c.dll`)
	a := b.finish(100)
	for pid, want := range map[uint32]string{8: "plugin.dll at 5 late.dll at 9 ", 12: "c.dll at 30 "} {
		got := ""
		for _, load := range lifetime(t, a, pid, 0).Loads {
			got += fmt.Sprintf("%s at %v ", load.Image.Name, seconds(captureStart, load.Nano))
		}
		if got != want {
			t.Errorf("number %d: %s, want %s", pid, got, want)
		}
	}
}

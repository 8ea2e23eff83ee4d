package ledger

import (
	"testing"

	"etledger/model"
)

const (
	opStart   = model.OpStart
	opEnd     = model.OpEnd
	opListed  = model.OpRundownStart
	opListed2 = model.OpRundownEnd
)

func manifest(r *processRow)            { r.manifest, r.key = true, 0 }
func key(k uint64) func(r *processRow)  { return func(r *processRow) { r.key = k } }
func exit(c uint32) func(r *processRow) { return func(r *processRow) { r.exit, r.hasExit = c, true } }

// TestLifetimes gives for each script of rows the commit of the lifetimes of number 8, in order, by image.
func TestLifetimes(t *testing.T) {
	type want struct {
		image  string
		commit uint64
	}
	tests := []struct {
		name string
		rows func(b *books)
		want []want
	}{
		{"a number used again", func(b *books) {
			b.process(opListed, 0, 8, 4, "alpha.exe")
			b.alloc(1, 8, 0x10000, 0x3000)
			b.process(opEnd, 2, 8, 4, "alpha.exe")
			b.process(opStart, 2.3, 8, 4, "beta.exe")
			b.alloc(2.5, 8, 0x10000, 0x1000)
		}, []want{{"alpha.exe", 0x3000}, {"beta.exe", 0x1000}}},
		{"what comes after the end belongs to the one that ended", func(b *books) {
			b.process(opStart, 0, 8, 4, "alpha.exe")
			b.process(opEnd, 2, 8, 4, "alpha.exe")
			b.alloc(2.1, 8, 0x10000, 0x1000)
			b.process(opStart, 9, 8, 4, "beta.exe")
		}, []want{{"alpha.exe", 0x1000}, {"beta.exe", 0}}},
		{"and at the end of the capture too", func(b *books) {
			b.process(opStart, 0, 8, 4, "alpha.exe")
			b.process(opEnd, 2, 8, 4, "alpha.exe")
			b.alloc(2.1, 8, 0x10000, 0x1000)
		}, []want{{"alpha.exe", 0x1000}}},
		{"and long after the end", func(b *books) {
			b.process(opStart, 0, 8, 4, "alpha.exe")
			b.alloc(1, 8, 0x10000, 0x3000)
			b.process(opEnd, 2, 8, 4, "alpha.exe")
			b.process(opStart, 100, 12, 4, "other.exe") // settles 8
			b.alloc(101, 8, 0x10000, 0x1000)
			b.alloc(190, 8, 0x20000, 0x1000)
			b.free(191, 8, 0x10000, 0x1000)
		}, []want{{"alpha.exe", 0x5000}}},
		{"a commit by the creator just before the start", func(b *books) {
			b.process(opStart, 0, 8, 4, "alpha.exe")
			b.process(opEnd, 2, 8, 4, "alpha.exe")
			b.virtual(model.VirtualOpFree, 2.05, 8, 0x10000, 0x1000, release)
			b.alloc(2.1, 8, 0x10000, 0x1000, by(4))
			b.process(opStart, 2.3, 8, 4, "beta.exe")
		}, []want{{"alpha.exe", 0}, {"beta.exe", 0x1000}}},
		{"a commit by the creator, known by its stack", func(b *books) {
			b.process(opStart, 0, 8, 4, "alpha.exe")
			b.process(opEnd, 2, 8, 4, "alpha.exe")
			b.alloc(2.1, 8, 0x10000, 0x1000)
			b.stack(model.StackOpDirect, 2.11, 2.1, 4, 44, 0, 0, codeBase)
			b.process(opStart, 2.9, 8, 4, "beta.exe")
		}, []want{{"alpha.exe", 0}, {"beta.exe", 0x1000}}},
		{"a commit by nobody known, close to the start", func(b *books) {
			b.process(opStart, 0, 8, 4, "alpha.exe")
			b.process(opEnd, 2, 8, 4, "alpha.exe")
			b.alloc(2.299, 8, 0x10000, 0x1000)
			b.process(opStart, 2.3, 8, 4, "beta.exe")
		}, []want{{"alpha.exe", 0}, {"beta.exe", 0x1000}}},
		{"a commit before the start of a number never used", func(b *books) {
			b.alloc(2.2, 8, 0x10000, 0x1000)
			b.process(opStart, 2.3, 8, 4, "beta.exe")
			b.alloc(2.4, 8, 0x20000, 0x1000)
		}, []want{{"beta.exe", 0x2000}}},
		{"an unannounced lifetime long before the start", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x1000)
			b.process(opStart, 5, 8, 4, "beta.exe")
			b.alloc(5.1, 8, 0x10000, 0x2000)
		}, []want{{"", 0x1000}, {"beta.exe", 0x2000}}},
		{"live events before the rundown row", func(b *books) {
			b.alloc(0.1, 8, 0x10000, 0x1000)
			b.process(opListed, 3, 8, 4, "alpha.exe")
			b.alloc(4, 8, 0x20000, 0x1000)
		}, []want{{"alpha.exe", 0x2000}}},
		{"a name that only the end rundown tells", func(b *books) {
			b.alloc(0.1, 8, 0x10000, 0x1000)
			b.process(opListed2, 99, 8, 4, "alpha.exe")
		}, []want{{"alpha.exe", 0x1000}}},
		{"a start while the number is live: the end was lost", func(b *books) {
			b.process(opStart, 0, 8, 4, "alpha.exe")
			b.alloc(1, 8, 0x10000, 0x1000)
			b.process(opStart, 1.5, 8, 4, "alpha.exe")
			b.alloc(2, 8, 0x10000, 0x2000)
		}, []want{{"alpha.exe", 0x1000}, {"alpha.exe", 0x2000}}},
		{"one start that two providers log", func(b *books) {
			b.process(opStart, 1, 8, 4, "alpha.exe")
			b.process(opStart, 1.001, 8, 4, "ALPHA.EXE", manifest)
			b.process(opEnd, 5, 8, 4, "alpha.exe")
			b.process(opEnd, 5.1, 8, 0, "alpha.exe", manifest)
		}, []want{{"alpha.exe", 0}}},
		{"a start while the rundown lists it", func(b *books) {
			b.process(opListed, 0.01, 8, 4, "alpha.exe")
			b.process(opStart, 0.02, 8, 4, "alpha.exe")
		}, []want{{"alpha.exe", 0}}},
		{"a rundown row with another image", func(b *books) {
			b.process(opStart, 1, 8, 4, "alpha.exe")
			b.alloc(2, 8, 0x10000, 0x1000)
			b.process(opListed2, 99, 8, 4, "beta.exe")
		}, []want{{"alpha.exe", 0x1000}, {"beta.exe", 0}}},
		{"a rundown row with another process object", func(b *books) {
			b.process(opStart, 1, 8, 4, "alpha.exe", key(0xffff1))
			b.process(opListed2, 99, 8, 4, "alpha.exe", key(0xffff2))
		}, []want{{"alpha.exe", 0}, {"alpha.exe", 0}}},
		{"a rundown row with another parent, of a number that ended", func(b *books) {
			b.process(opStart, 1, 8, 4, "alpha.exe", key(0))
			b.process(opEnd, 2, 8, 4, "alpha.exe", key(0))
			b.process(opListed2, 99, 8, 16, "alpha.exe", key(0))
		}, []want{{"alpha.exe", 0}, {"alpha.exe", 0}}},
		{"an image name cut to what the process object holds", func(b *books) {
			b.process(opStart, 1, 8, 4, "SearchFilterHost.exe")
			b.process(opEnd, 2, 8, 0, "SearchFilterHo", manifest)
		}, []want{{"SearchFilterHost.exe", 0}}},
		{"an end of a process never announced", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x1000)
			b.process(opEnd, 2, 8, 4, "alpha.exe")
		}, []want{{"alpha.exe", 0x1000}}},
		{"defunct before the capture", func(b *books) {
			b.process(model.OpDefunct, 99, 8, 4, "zombie.exe")
		}, []want{{"zombie.exe", 0}}},
		{"never announced, named by its program", func(b *books) {
			b.image(model.OpRundownStart, 1, 8, codeBase, 0x10000, `\Device\HarddiskVolume1\x\tool.dll`)
			b.image(model.OpRundownStart, 1, 8, codeBase+0x10000, 0x10000, `\Device\HarddiskVolume1\x\Tool.EXE`)
			b.image(model.OpRundownStart, 1, 8, codeBase+0x20000, 0x10000, `\Device\HarddiskVolume1\x\other.exe`)
		}, []want{{"Tool.EXE", 0}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			test.rows(b)
			a := b.finish(200)
			var got []want
			for _, l := range a.Lifetimes {
				if l.PID == 8 {
					got = append(got, want{l.Image, l.VirtualAlloc.CommitBytes})
				}
			}
			if len(got) != len(test.want) {
				t.Fatalf("got %v, want %v", got, test.want)
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("got %v, want %v", got, test.want)
				}
			}
		})
	}
}

func TestLifetimeFields(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opStart, 10, 8, 4, "alpha.exe", func(r *processRow) {
		r.commandLine, r.sid, r.session = `"c:\alpha.exe" -x`, "S-1-5-18", 1
	})
	b.image(model.OpStart, 10.1, 8, codeBase, 0x1000, `\Device\HarddiskVolume3\alpha.exe`)
	b.process(opEnd, 20, 8, 4, "alpha.exe", exit(7))
	b.process(model.OpDefunct, 99, 8, 4, "alpha.exe")
	b.process(opListed, 0, 12, 4, "old.exe")
	b.process(model.OpTerminate, 30, 12, 0, "")
	a := b.finish(100)
	l := lifetime(t, a, 8, 0)
	if l.ParentPID != 4 || !l.ParentKnown || l.ImagePath != `\Device\HarddiskVolume3\alpha.exe` ||
		l.CommandLine != `"c:\alpha.exe" -x` || l.SID != "S-1-5-18" || l.SessionID != 1 || !l.Announced || !l.Defunct {
		t.Errorf("got %+v", l)
	}
	if !l.StartSeen || l.StartNano != nanos(10) || !l.EndSeen || l.EndNano != nanos(20) || !l.HasExitStatus ||
		l.ExitStatus != 7 {
		t.Errorf("got %+v", l)
	}
	in := l.Evidence
	if in.CaptureStart != 0 || in.CaptureEnd != 100 || in.Start != 10 || in.End != 20 || !l.StartSeen || !in.Ended {
		t.Errorf("evidence %+v", in)
	}
	old := lifetime(t, a, 12, 0)
	if old.StartSeen || old.StartNano != captureStart || old.EndSeen || old.EndNano != nanos(30) || !old.Evidence.Ended {
		t.Errorf("terminated without an end: %+v", old)
	}
	if a.Coverage.LostProcessEnds != 1 || !a.Coverage.ProcessRundownStart || a.Coverage.ProcessRundownEnd {
		t.Errorf("coverage %+v", a.Coverage)
	}
	if a.StartNano != captureStart || a.EndNano != nanos(100) {
		t.Errorf("capture from %d to %d", a.StartNano, a.EndNano)
	}
}

// TestParentsInACircle has two processes that name each other as parent, as recycled numbers do.
func TestParentsInACircle(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opListed, 0, 8, 12, "a.exe")
	b.process(opListed, 0, 12, 8, "b.exe")
	a := b.finish(10)
	if lifetime(t, a, 8, 0).ParentPID != 12 || lifetime(t, a, 12, 0).ParentPID != 8 {
		t.Errorf("got %+v", a.Lifetimes)
	}
}

func TestMemoryOfAnotherProcess(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opListed, 0, 8, 4, "target.exe")
	b.process(opListed, 0, 12, 4, "actor.exe")
	b.alloc(1, 8, 0x10000, 0x4000, by(12))
	b.alloc(2, 8, 0x20000, 0x1000) // its stack tells
	b.stack(model.StackOpDirect, 2.1, 2, 12, 1, 0, 0, codeBase)
	b.alloc(3, 8, 0x30000, 0x2000, by(99))
	b.alloc(4, 8, 0x40000, 0x8000, by(8))
	l := lifetime(t, b.finish(10), 8, 0)
	if l.VirtualAlloc.ByOtherProcessBytes != 0x7000 || l.VirtualAlloc.CommitBytes != 0xf000 {
		t.Errorf("got %+v", l.VirtualAlloc)
	}
	want := []OtherProcess{{12, "actor.exe", 0x5000}, {99, "", 0x2000}}
	if len(l.ByOther) != 2 || l.ByOther[0] != want[0] || l.ByOther[1] != want[1] {
		t.Errorf("got %v, want %v", l.ByOther, want)
	}
}

func TestHardFaultsByThread(t *testing.T) {
	b := newBooks(t, Options{})
	fault := func(at float64, tid uint32) {
		r := faultRow{nano: b.stamp(at).nano, process: noNumber, thread: tid, bytes: 4096, duration: 1000}
		b.l.faultRow(&r)
	}
	b.process(opListed, 0, 8, 4, "a.exe")
	b.process(opListed, 0, 12, 4, "b.exe")
	fault(1, 100) // before anything tells whose thread it is
	b.thread(model.OpStart, 2, 8, 101, 0, 0)
	fault(3, 101)
	b.thread(model.OpEnd, 4, 8, 101, 0, 0)
	b.thread(model.OpStart, 5, 12, 101, 0, 0) // the number is used again
	fault(6, 101)
	fault(6, 101)
	fault(7, 102) // never announced
	b.thread(model.OpRundownEnd, 9, 8, 100, 0, 0)
	a := b.finish(10)
	if got := lifetime(t, a, 8, 0).HardFaults; got != (HardFaults{2, 8192, 2000}) {
		t.Errorf("a.exe: %+v", got)
	}
	if got := lifetime(t, a, 12, 0).HardFaults; got != (HardFaults{2, 8192, 2000}) {
		t.Errorf("b.exe: %+v", got)
	}
	if a.Coverage.HardFaultsUnclaimed != 1 {
		t.Errorf("%d unclaimed", a.Coverage.HardFaultsUnclaimed)
	}
}

// TestDefunctOfANumberUsedAgain: the process object that is still referenced is that of the earlier lifetime.
func TestDefunctOfANumberUsedAgain(t *testing.T) {
	object := func(key uint64) func(*processRow) { return func(r *processRow) { r.key = key } }
	b := newBooks(t, Options{})
	b.process(model.OpStart, 1, 8, 4, "alpha.exe", object(0xffffa80000001000))
	b.process(model.OpEnd, 5, 8, 4, "alpha.exe", object(0xffffa80000001000))
	b.process(model.OpStart, 6, 8, 4, "beta.exe", object(0xffffa80000002000))
	b.process(model.OpDefunct, 99, 8, 4, "alpha.exe", object(0xffffa80000001000))
	a := b.finish(100)
	if len(a.Lifetimes) != 2 {
		t.Fatalf("%d lifetimes, expected 2", len(a.Lifetimes))
	}
	alpha, beta := lifetime(t, a, 8, 0), lifetime(t, a, 8, 1)
	if !alpha.Defunct || alpha.EndNano != nanos(5) || beta.Defunct || beta.EndSeen {
		t.Errorf("alpha %+v\nbeta %+v", alpha, beta)
	}
}

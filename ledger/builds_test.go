package ledger

import (
	"testing"

	"etledger/model"
)

const (
	programPath = `\Device\HarddiskVolume3\bin\app.exe`
	programBase = uint64(0x7ff700000000)
	programSize = uint64(0x5000)
)

// build enters an image row that tells the time date stamp.
func (b *books) build(op uint8, at float64, pid uint32, base, size uint64, name string, stamp uint32) {
	b.t.Helper()
	r := imageRow{nano: b.stamp(at).nano, op: op, process: pid, base: base, size: size, stamp: stamp, name: name}
	b.l.imageRow(&r)
}

// identify enters the record that tells the build of an image.
func (b *books) identify(at float64, pid uint32, base, size uint64, stamp uint32) {
	b.l.identify(nanos(at), placed{pid, base}, buildOf(size, stamp))
}

// TestBuildOfProcess tells in many ways which build the image of process 8 is of.
func TestBuildOfProcess(t *testing.T) {
	const listed = model.OpRundownStart
	for _, c := range []struct {
		name  string
		rows  func(b *books)
		size  uint64
		stamp uint32
	}{
		{"the image event tells it", func(b *books) {
			b.process(model.OpStart, 1, 8, 4, "app.exe")
			b.build(model.OpStart, 1, 8, programBase, programSize, programPath, 77)
		}, programSize, 77},
		{"another image comes first", func(b *books) {
			b.process(model.OpStart, 1, 8, 4, "app.exe")
			b.build(model.OpStart, 1, 8, codeBase, 0x1000, `\bin\tool.exe`, 66)
			b.build(model.OpStart, 2, 8, programBase, programSize, programPath, 77)
		}, programSize, 77},
		{"only other images", func(b *books) {
			b.process(model.OpStart, 1, 8, 4, "app.exe")
			b.build(model.OpStart, 1, 8, codeBase, 0x1000, `\bin\tool.exe`, 66)
		}, 0, 0},
		{"the image again, at another place", func(b *books) {
			b.process(model.OpStart, 1, 8, 4, "app.exe")
			b.build(model.OpStart, 1, 8, programBase, programSize, programPath, 77)
			b.build(model.OpStart, 2, 8, codeBase, 0x9000, `\other\app.exe`, 66)
		}, programSize, 77},
		{"announced after its images", func(b *books) {
			b.build(model.OpRundownStart, 1, 8, programBase, programSize, programPath, 77)
			b.process(listed, 2, 8, 4, "app.exe")
		}, programSize, 77},
		{"announced with another name than its images let suppose", func(b *books) {
			b.build(listed, 1, 8, programBase, programSize, `\bin\other.exe`, 77)
			b.process(listed, 2, 8, 4, "app.exe")
		}, 0, 0},
		{"announced with a name that was cut", func(b *books) {
			b.process(listed, 1, 8, 4, "background-tas")
			b.build(listed, 1, 8, programBase, programSize, `\bin\background-task.exe`, 77)
		}, programSize, 77},
		{"the rundown lacks it", func(b *books) {
			b.process(listed, 1, 8, 4, "app.exe")
			b.build(listed, 1, 8, programBase, programSize, programPath, 0)
		}, programSize, 0},
		{"a record before the rundown row has it", func(b *books) {
			b.process(listed, 1, 8, 4, "app.exe")
			b.identify(1, 8, programBase, programSize, 77)
			b.build(listed, 1, 8, programBase, programSize, programPath, 0)
		}, programSize, 77},
		{"a record after the rundown row has it", func(b *books) {
			b.process(listed, 1, 8, 4, "app.exe")
			b.build(listed, 1, 8, programBase, programSize, programPath, 0)
			b.identify(1, 8, programBase, programSize, 77)
		}, programSize, 77},
		{"a record tells fewer bytes of the last page", func(b *books) {
			b.process(listed, 1, 8, 4, "app.exe")
			b.identify(1, 8, programBase, programSize-100, 77)
			b.build(listed, 1, 8, programBase, programSize, programPath, 0)
		}, programSize, 77},
		{"records of other processes, places, times and sizes", func(b *books) {
			b.process(listed, 1, 8, 4, "app.exe")
			b.identify(0.9, 8, programBase, programSize, 61)
			b.identify(1, 12, programBase, programSize, 62)
			b.identify(1, 8, codeBase, programSize, 63)
			b.identify(1, 8, programBase, programSize+0x1000, 64)
			b.build(listed, 1, 8, programBase, programSize, programPath, 0)
		}, programSize, 0},
		{"the rundown at the end has it", func(b *books) {
			b.process(listed, 1, 8, 4, "app.exe")
			b.build(listed, 1, 8, programBase, programSize, programPath, 0)
			b.identify(9, 8, programBase, programSize, 77)
			b.build(model.OpRundownEnd, 9, 8, programBase, programSize, programPath, 0)
		}, programSize, 77},
		{"the number was used before", func(b *books) {
			b.process(listed, 0, 8, 4, "app.exe")
			b.build(listed, 0, 8, programBase, programSize, programPath, 66)
			b.process(model.OpEnd, 1, 8, 4, "app.exe")
			b.process(model.OpStart, 3, 8, 4, "app.exe")
			b.build(model.OpStart, 3, 8, programBase, programSize+0x1000, programPath, 77)
		}, programSize + 0x1000, 77},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			c.rows(b)
			a := b.finish(20)
			life := a.Lifetimes[len(a.Lifetimes)-1]
			if life.PID != 8 || life.ImageSize != c.size || life.BuildStamp != c.stamp {
				t.Errorf("process %d has size %#x and stamp %d, want %#x and %d", life.PID, life.ImageSize, life.BuildStamp,
					c.size, c.stamp)
			}
		})
	}
}

// TestRecordsMakeNoLifetimes has records about processes that nothing else tells of.
func TestRecordsMakeNoLifetimes(t *testing.T) {
	b := newBooks(t, Options{})
	for i := range uint32(3 * mostIdentified) {
		b.identify(1, 8+4*i, programBase, programSize, 77)
	}
	if n := len(b.l.identified.builds); n != mostIdentified {
		t.Errorf("%d records wait, want %d", n, mostIdentified)
	}
	if n := len(b.finish(2).Lifetimes); n != 0 {
		t.Errorf("%d lifetimes", n)
	}
}

// TestProcessKey has the kernel address of the process object of every lifetime that a process row with one announced.
func TestProcessKey(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(model.OpRundownStart, 0, 8, 4, "app.exe")
	b.alloc(1, 12, 0x10000, 0x1000)
	a := b.finish(2)
	if key := lifetime(t, a, 8, 0).ProcessKey; key != 0xffffa80000000800 {
		t.Errorf("key %#x", key)
	}
	if key := lifetime(t, a, 12, 0).ProcessKey; key != 0 {
		t.Errorf("key %#x of a process that nothing announced", key)
	}
}

// TestBuildOfSuspects has memory that two modules asked for, and the kernel for a third part.
func TestBuildOfSuspects(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opListed, 0, 8, 4, "app.exe")
	b.loadImages(8)
	b.identify(0, 8, codeBase+0x300000, 0x100000, 77)
	b.l.versions.enter(buildOf(0x100000, 77), "one.dll", ImageVersion{FileVersion: "1.2"})
	b.alloc(1, 8, 0x10000, 0x3000)
	b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
	b.alloc(2, 8, 0x20000, 0x2000)
	b.stack(direct, 2.1, 2, 8, 1, 0, 0, inTwo)
	b.alloc(3, 8, 0x30000, 0x1000)
	suspects := lifetime(t, b.finish(4), 8, 0).Suspects
	if len(suspects) != 3 {
		t.Fatalf("%d suspects", len(suspects))
	}
	one, two, unknown := suspects[0], suspects[1], suspects[2]
	if one.Module != "one.dll" || one.ModuleStamp != 77 || one.ModuleVersion == nil || one.ModuleVersion.FileVersion != "1.2" {
		t.Errorf("%s: stamp %d, version %v", one.Module, one.ModuleStamp, one.ModuleVersion)
	}
	for _, s := range []Suspect{two, unknown} {
		if s.ModuleStamp != 0 || s.ModuleVersion != nil {
			t.Errorf("%s: stamp %d, version %v, want none", s.Module, s.ModuleStamp, s.ModuleVersion)
		}
	}
}

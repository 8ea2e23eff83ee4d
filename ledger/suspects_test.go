package ledger

import (
	"fmt"
	"slices"
	"testing"

	"etledger/model"
)

// TestResponsibleFrame gives for each stack the frame that is charged.
func TestResponsibleFrame(t *testing.T) {
	tests := []struct {
		name  string
		stack []uint64
		want  string
	}{
		{"the innermost that is not plumbing", []uint64{inKernel, inNtdll, inHeap, inOne, inApp, inNtdll},
			"one.dll one.dll+0x555"},
		{"code in no image", []uint64{inNtdll, inNone, inApp}, "unknown 0x7ff600900000"},
		{"plumbing only, outside of what starts threads", []uint64{inNtdll, inHeap, inNtdll + 1},
			"ucrtbase.dll ucrtbase.dll+0x333"},
		{"nothing but what starts threads", []uint64{inKernel, inNtdll, inNtdll + 1}, "ntdll.dll ntdll.dll+0x111"},
		{"a driver", []uint64{inKernel, inDriver, inKernel + 1}, "filter.sys filter.sys+0x222"},
		{"nothing but the kernel", []uint64{inKernel, inKernel + 1}, "ntoskrnl.exe ntoskrnl.exe+0x111"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			b.loadImages(8)
			b.alloc(1, 8, 0x10000, 0x1000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, test.stack...)
			s := lifetime(t, b.finish(10), 8, 0).Suspects
			if got := texts(s); !slices.Equal(got, []string{test.want}) {
				t.Fatalf("got %q, want %q", got, test.want)
			}
			if len(s[0].Stack) != len(test.stack) {
				t.Errorf("stack %q", s[0].Stack)
			}
		})
	}
}

func TestPlumbing(t *testing.T) {
	for _, name := range []string{"ntdll.dll", "KERNELBASE.dll", "wow64cpu.dll", "ucrtbased.dll", "MSVCR120.dll",
		"vcruntime140_1.dll", "msvcp140.dll"} {
		if !isPlumbing(name) {
			t.Errorf("%s is taken as one that asks for memory", name)
		}
	}
	for _, name := range []string{"app.exe", "kernel32x.dll", "myntdll.dll", "combase.dll", unknownModule, ""} {
		if isPlumbing(name) {
			t.Errorf("%s is taken as plumbing", name)
		}
	}
}

// TestSuspectsByPlace adds up the stacks that lead to one place, and keeps the one with most bytes.
func TestSuspectsByPlace(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opListed, 0, 8, 4, "app.exe")
	b.loadImages(8)
	add := func(at float64, base, size uint64, frames ...uint64) {
		b.alloc(at, 8, base, size)
		b.stack(direct, at, at, 8, 1, 0, 0, frames...)
	}
	add(10, 0x100000, 0x1000, inNtdll, inOne, inApp)
	add(20, 0x200000, 0x2000, inNtdll, inOne, inApp+1)
	add(30, 0x300000, 0x5000, inNtdll, inTwo)
	add(40, 0x400000, 0x1000, inNtdll, inOne, inApp+1)
	add(50, 0x500000, 0x2000, inNtdll, inOne, inApp+1)
	b.free(60, 8, 0x400000, 0)
	b.virtual(model.VirtualOpFree, 70, 8, 0x300000, 0x3000, decommit)
	l := lifetime(t, b.finish(100), 8, 0)
	if got := texts(l.Suspects); !slices.Equal(got, []string{"one.dll one.dll+0x555", "two.dll two.dll+0x666"}) {
		t.Fatalf("got %q", got)
	}
	first, second := l.Suspects[0], l.Suspects[1]
	if first.OutstandingBytes != 0x5000 || first.Count != 3 || first.Stacks != 2 {
		t.Errorf("first: %+v", first)
	}
	if want := []string{"ntdll.dll+0x111", "one.dll+0x555", "app.exe+0x445"}; !slices.Equal(first.Stack, want) {
		t.Errorf("stack %q, want %q", first.Stack, want)
	}
	if first.ModulePath != `\Device\HarddiskVolume3\bin\one.dll` || second.OutstandingBytes != 0x2000 {
		t.Errorf("path %q, second %+v", first.ModulePath, second)
	}
	if len(first.Cohorts) == 0 || len(first.Cohorts) > mostSideBins {
		t.Fatalf("%d cohorts", len(first.Cohorts))
	}
	for _, c := range first.Cohorts {
		var want float64
		for at, bytes := range map[float64]float64{10: 0x1000, 20: 0x2000, 50: 0x2000} {
			if c.From <= at && at < c.To {
				want += bytes
			}
		}
		if c.Surviving != want || c.Born != want {
			t.Errorf("cohort %+v, want %v", c, want)
		}
	}
}

// TestModuleAtTheTime has two modules at one address, one after the other: each stack is charged to the one of its time.
func TestModuleAtTheTime(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opListed, 0, 8, 4, "app.exe")
	add := func(at float64, size uint64) {
		b.alloc(at, 8, uint64(at*1000)<<16, size)
		b.stack(direct, at, at, 8, 1, 0, 0, codeBase+0x10)
	}
	b.image(opStart, 1, 8, codeBase, 0x10000, `\x\first.dll`)
	add(2, 0x2000)
	b.image(opEnd, 3, 8, codeBase, 0x10000, `\x\first.dll`)
	add(3.5, 0x3000) // between the two
	b.image(opStart, 4, 8, codeBase-0x8000, 0x20000, `\x\second.dll`)
	add(4.0001, 0x4000)
	b.image(opEnd, 5, 8, codeBase-0x8000, 0x20000, `\x\second.dll`)
	b.image(opStart, 6, 8, codeBase, 0x10000, `\x\third.dll`)
	add(7, 0x5000)
	got := map[string]uint64{}
	for _, s := range lifetime(t, b.finish(1000), 8, 0).Suspects {
		got[s.Frame] = s.OutstandingBytes
	}
	want := map[string]uint64{"0x7ff600000010": 0x3000, "first.dll+0x10": 0x2000, "second.dll+0x8010": 0x4000,
		"third.dll+0x10": 0x5000}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestImageSetIsBounded loads two images in turn at one address: the set must not grow with them.
func TestImageSetIsBounded(t *testing.T) {
	var s imageSet
	for i := range 5000 {
		at := int64(i) * 10
		name := fmt.Sprintf("%d.dll", i%2)
		s.enter(&imageRow{nano: at, op: opStart, base: 0x10000, size: 0x1000, name: name})
		s.enter(&imageRow{nano: at + 5, op: opEnd, base: 0x10000, size: 0x1000, name: name})
	}
	if len(s.images) > mostReplaced+3 || len(s.replaced) != mostReplaced || len(s.changes) != mostReplaced ||
		s.last.count != 1 {
		t.Errorf("%d images, %d replaced, %d changes", len(s.images), len(s.replaced), len(s.changes))
	}
	if i, _ := s.at(0x10010, 49991); i == nil || i.name != "1.dll" {
		t.Errorf("latest: %+v", i)
	}
	if i, _ := s.at(0x10010, 49981); i == nil || i.name != "0.dll" {
		t.Errorf("the one before: %+v", i)
	}
	if i, _ := s.at(0x10010, 49986); i != nil {
		t.Errorf("between the two: %+v", i)
	}
}

func TestImagesReloadedAndListed(t *testing.T) {
	var s imageSet
	row := func(op uint8, at int64, base uint64, name string) {
		s.enter(&imageRow{nano: at, op: op, base: base, size: 0x1000, name: name})
	}
	row(opStart, 10, 0x10000, "a.dll")
	row(opEnd, 20, 0x10000, "a.dll")
	row(opStart, 30, 0x10000, "a.dll")     // the same again
	row(opEnd, 40, 0x20000, "b.dll")       // never announced: from the beginning
	row(opListed2, 90, 0x30000, "c.dll")   // listed at the end: from the beginning
	row(opListed2, 90, 0x10000, "a.dll")   // listed, but its load was seen
	row(opListed2, 90, 0x20000, "d.dll")   // listed where another one was: since that one went
	row(opStart, 95, 0xfffffffff000, "e")  // the last that is to be found
	row(opStart, 95, 0x1000000000000, "z") // of no size
	for _, test := range []struct {
		address uint64
		at      int64
		want    string
	}{
		{0x10800, 5, ""}, {0x10800, 15, "a.dll"}, {0x10800, 35, "a.dll"}, {0x10800, 99, "a.dll"}, {0x11000, 15, ""},
		{0x20000, 1, "b.dll"}, {0x20000, 39, "b.dll"}, {0x20fff, 41, "d.dll"}, {0x30000, 0, "c.dll"}, {0x40000, 50, ""},
		{0xfffffffff123, 96, "e"},
	} {
		got := ""
		if i, _ := s.at(test.address, test.at); i != nil {
			got = i.name
		}
		if got != test.want {
			t.Errorf("%#x at %d: got %q, want %q", test.address, test.at, got, test.want)
		}
	}
}

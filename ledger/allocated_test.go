package ledger

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"etledger/model"
)

// describe gives a stack in one line: its frames, allocated bytes and count, outstanding bytes and count.
func describe(s Stack) string {
	var frames []string
	for _, f := range s.Frames {
		frames = append(frames, f.String())
	}
	return fmt.Sprintf("%s %#x/%d %#x/%d", strings.Join(frames, ","), s.AllocatedBytes, s.Allocations,
		s.OutstandingBytes, s.Count)
}

func describeAll(stacks []Stack) (list []string) {
	for _, s := range stacks {
		list = append(list, describe(s))
	}
	return list
}

// TestStacksOfALifetime gives for each script of rows the stacks of number 8.
func TestStacksOfALifetime(t *testing.T) {
	tests := []struct {
		name string
		rows func(b *books)
		want []string
	}{
		{"what was freed is allocated, not outstanding", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inNtdll, inOne)
			b.alloc(2, 8, 0x20000, 0x5000)
			b.stack(direct, 2.1, 2, 8, 1, 0, 0, inNtdll, inOne)
			b.alloc(3, 8, 0x30000, 0x1000)
			b.stack(direct, 3.1, 3, 8, 1, 0, 0, inNtdll, inTwo)
			b.free(4, 8, 0x20000, 0x5000)
			b.free(4, 8, 0x30000, 0x1000)
		}, []string{"ntdll.dll+0x111,one.dll+0x555 0x8000/2 0x3000/1", "ntdll.dll+0x111,two.dll+0x666 0x1000/1 0x0/0"}},
		{"freed before its stack came", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.free(1.05, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
		}, []string{"one.dll+0x555 0x3000/1 0x0/0"}},
		{"two records make one stack, counted once", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inKernel)
			b.stack(direct, 4, 1, 8, 1, 3, 0, inNtdll, inOne)
		}, []string{"ntoskrnl.exe+0x111,ntdll.dll+0x111,one.dll+0x555 0x3000/1 0x3000/1"}},
		{"only fresh pages are allocated", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
			b.virtual(model.VirtualOpAlloc, 2, 8, 0x10000, 0x3000, commit)
			b.stack(direct, 2.1, 2, 8, 1, 0, 0, inTwo)
		}, []string{"one.dll+0x555 0x3000/1 0x3000/1"}},
		{"a key that stands for equal frames twice", func(b *books) {
			for i := range 2 {
				at := 1 + float64(i)
				b.alloc(at, 8, uint64(i+1)<<16, 0x1000)
				b.stack(keyUser, at+0.1, at, 8, 1, 0, 200)
				b.stack(keyDelete, at+0.2, 0, noNumber, noNumber, 0, 200, inOne)
			}
		}, []string{"one.dll+0x555 0x2000/2 0x2000/2"}},
		{"memory without a stack is one without frames", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.alloc(2, 8, 0x20000, 0x1000)
			b.stack(direct, 2.1, 2, 8, 1, 0, 0, inOne)
			b.alloc(3, 8, 0x30000, 0x1000)
			b.stack(keyUser, 3.1, 3, 8, 1, 0, 77) // never defined
		}, []string{" 0x4000/2 0x4000/2", "one.dll+0x555 0x1000/1 0x1000/1"}},
		{"nothing has a stack", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.free(2, 8, 0x10000, 0x3000)
		}, []string{" 0x3000/1 0x0/0"}},
		{"one address in two images, one after the other", func(b *books) {
			add := func(at float64) {
				b.alloc(at, 8, uint64(at*10)<<16, 0x1000)
				b.stack(direct, at, at, 8, 1, 0, 0, inNone+0x10)
			}
			b.image(opStart, 0.5, 8, inNone, 0x10000, `\x\first.dll`)
			add(1)
			add(2)
			b.image(opEnd, 3, 8, inNone, 0x10000, `\x\first.dll`)
			b.image(opStart, 3.5, 8, inNone, 0x20000, `\x\second.dll`)
			add(4)
			b.image(opStart, 5, 8, inNone, 0x10000, `\x\first.dll`)
			add(6)
			b.free(7, 8, 10<<16, 0x1000)
		}, []string{"first.dll+0x10 0x3000/3 0x2000/2", "second.dll+0x10 0x1000/1 0x1000/1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			b.process(opListed, 0, 8, 4, "app.exe")
			b.loadImages(8)
			test.rows(b)
			if got := describeAll(lifetime(t, b.finish(100), 8, 0).Stacks); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestFramesTellTheirImage checks what a frame says of the module that it is in.
func TestFramesTellTheirImage(t *testing.T) {
	b := newBooks(t, Options{})
	b.process(opListed, 0, 8, 4, "app.exe")
	b.loadImages(8)
	b.alloc(1, 8, 0x10000, 0x1000)
	b.stack(direct, 1.1, 1, 8, 1, 0, 0, inKernel, inOne, inNone)
	frames := lifetime(t, b.finish(2), 8, 0).Stacks[0].Frames
	if !frames[0].Kernel || frames[1].Kernel || frames[2].Kernel {
		t.Errorf("kernel frames: %+v", frames)
	}
	want := Image{Name: "one.dll", Path: `\Device\HarddiskVolume3\bin\one.dll`, Base: codeBase + 0x300000, Size: 0x100000}
	if frames[1].Address != inOne || *frames[1].Image != want {
		t.Errorf("got %+v in %+v", frames[1], *frames[1].Image)
	}
	if frames[2].Image != nil || frames[2].Module() != "unknown" || frames[2].String() != "0x7ff600900000" {
		t.Errorf("code in no image: %+v", frames[2])
	}
}

// TestStacksOfSeveralLifetimes has lifetimes that share their stacks, more events than the index of pending ones holds,
// and sums them up beside the ledger.
func TestStacksOfSeveralLifetimes(t *testing.T) {
	b := newBooks(t, Options{PendingStacks: 256})
	pids := []uint32{8, 12, 16}
	for _, pid := range pids {
		b.process(opListed, 0, pid, 4, "app.exe")
		b.loadImages(pid)
	}
	r := rand.New(rand.NewPCG(4, 4))
	frames := []uint64{inApp, inOne, inTwo}
	want := map[string]uint64{}
	for i := range 3000 {
		at := 1 + float64(i)/100
		pid, f, pages := pids[r.IntN(3)], r.IntN(3), 1+r.Uint64N(4)
		b.alloc(at, pid, uint64(i+1)<<16, pages*0x1000)
		b.stack(direct, at+0.001, at, pid, 1, 0, 0, inNtdll, frames[f])
		want[fmt.Sprint(pid, " ", f)] += pages * 0x1000
		if r.IntN(2) == 0 {
			b.free(at+0.002, pid, uint64(i+1)<<16, pages*0x1000)
		}
	}
	a := b.finish(100)
	got := map[string]uint64{}
	for _, pid := range pids {
		for _, s := range lifetime(t, a, pid, 0).Stacks {
			got[fmt.Sprint(pid, " ", slices.Index(frames, s.Frames[1].Address))] = s.AllocatedBytes
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestStackSumsAreBounded keeps no more sums than the options allow; what was allocated beyond is of an unknown stack.
func TestStackSumsAreBounded(t *testing.T) {
	b := newBooks(t, Options{StackSums: 10})
	b.process(opListed, 0, 8, 4, "app.exe")
	b.loadImages(8)
	for i := range 30 {
		at := 1 + float64(i)/10
		b.alloc(at, 8, uint64(i+1)<<16, 0x1000)
		b.stack(direct, at+0.01, at, 8, 1, 0, 0, inOne+uint64(i))
		b.free(at+0.02, 8, uint64(i+1)<<16, 0x1000)
	}
	a := b.finish(10)
	stacks := lifetime(t, a, 8, 0).Stacks
	if len(stacks) != 11 || describe(stacks[0]) != " 0x14000/20 0x0/0" || a.Coverage.StacksDropped != 20 {
		t.Errorf("%d dropped, stacks %q", a.Coverage.StacksDropped, describeAll(stacks))
	}
}

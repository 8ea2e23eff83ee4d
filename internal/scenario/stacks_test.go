package scenario

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"etledger/etl"
	"etledger/internal/etlwriter"
)

// stackOf is the stack of an allocation as the records of a file give it.
type stackOf struct {
	pid    uint32
	frames []uint64
}

// allocationStacks joins each VirtualAlloc event of a file, in order, with its stack: by time stamp, kernel part first,
// and keys by the first definition at or after the reference.
func allocationStacks(t *testing.T, all []etl.Event) []stackOf {
	t.Helper()
	parts := map[int64][][]uint64{}
	for i, e := range all {
		if e.Kind != etl.KindKernel {
			continue
		}
		switch etlwriter.Hook(e.Hook()) {
		case etlwriter.HookStack:
			stamp := int64(word(e, 0, 8))
			parts[stamp] = append(parts[stamp], addresses(e, 16))
		case etlwriter.HookStackKeyKernel, etlwriter.HookStackKeyUser:
			stamp := int64(word(e, 0, 8))
			parts[stamp] = append(parts[stamp], definition(t, all[i+1:], word(e, 16, 0)))
		}
	}
	var stacks []stackOf
	for _, e := range ofHooks(all, etlwriter.HookVirtualAlloc) {
		s := stackOf{pid: uint32(word(e, 2*int(e.PointerSize), 4))}
		for _, part := range parts[e.Ticks] {
			s.frames = append(s.frames, part...)
		}
		stacks = append(stacks, s)
	}
	return stacks
}

func addresses(e etl.Event, from int) []uint64 {
	var found []uint64
	for at := from; at < len(e.Payload); at += int(e.PointerSize) {
		found = append(found, word(e, at, 0))
	}
	return found
}

func definition(t *testing.T, after []etl.Event, key uint64) []uint64 {
	t.Helper()
	for _, e := range after {
		hook := etlwriter.Hook(e.Hook())
		if (hook == etlwriter.HookStackKeyDelete || hook == etlwriter.HookStackKeyRundown) && word(e, 0, 0) == key {
			return addresses(e, int(e.PointerSize))
		}
	}
	t.Fatalf("no definition of the key %#x follows", key)
	return nil
}

// stacked is a machine whose stacks are compared between the styles.
func stacked(style StackStyle) Options {
	return Options{Seed: 3, Duration: 20 * time.Second, Stacks: style, Programs: []Program{
		{Image: "a.exe", Threads: 5, Behaviours: []Behaviour{Leak{BytesPerSecond: 500 * kib, Module: "heap.dll", Heap: true},
			Leak{BytesPerSecond: 500 * kib, Module: "plain.dll"}, Churn{BytesPerSecond: 1 * mib}}},
		{Image: "b.exe", Behaviours: []Behaviour{Churn{BytesPerSecond: 1 * mib, Module: "plain.dll"}}},
	}}
}

// TestStackStyles checks that each style of recording tells the same stacks.
func TestStackStyles(t *testing.T) {
	all, _ := events(t, run(t, stacked(DirectStacks)))
	direct := allocationStacks(t, all)
	if len(direct) < 100 {
		t.Fatalf("%d allocations", len(direct))
	}
	for name, style := range map[string]StackStyle{"split": SplitStacks, "keyed": KeyedStacks} {
		all, _ := events(t, run(t, stacked(style)))
		got := allocationStacks(t, all)
		if !slices.EqualFunc(direct, got, func(a, b stackOf) bool {
			return a.pid == b.pid && slices.Equal(a.frames,
				b.frames)
		}) {
			t.Errorf("%s: the stacks differ from the direct ones", name)
		}
		if style == KeyedStacks {
			keys := map[uint64]int{}
			for _, e := range ofHooks(all, etlwriter.HookStackKeyDelete, etlwriter.HookStackKeyRundown) {
				keys[word(e, 0, 0)]++
			}
			if slices.Max(mapValues(keys)) < 2 {
				t.Errorf("no key of %d was used twice", len(keys))
			}
		}
	}
	all, _ = events(t, run(t, stacked(NoStacks)))
	if n := len(ofHooks(all, etlwriter.HookStack, etlwriter.HookStackKeyUser)); n != 0 {
		t.Errorf("%d stacks in a recording without", n)
	}
}

func mapValues(m map[uint64]int) []int {
	var values []int
	for _, v := range m {
		values = append(values, v)
	}
	return values
}

// imageAt names the image that covers an address in a process, by the events of the file; the kernel's are under 0.
func imageAt(all []etl.Event, pid uint32, address uint64) string {
	for _, e := range ofHooks(all, etlwriter.HookImageDCStart, etlwriter.HookImageLoad) {
		base, size := word(e, 0, 0), word(e, int(e.PointerSize), 0)
		owner := uint32(word(e, 2*int(e.PointerSize), 4))
		if address-base < size && (owner == pid || owner == 0) {
			path := wideText(e.Payload[int(e.PointerSize)*3+32:])
			return path[strings.LastIndex(path, `\`)+1:]
		}
	}
	return ""
}

func wideText(b []byte) string {
	var units []uint16
	for i := 0; i+1 < len(b) && b[i]|b[i+1] != 0; i += 2 {
		units = append(units, uint16(b[i])|uint16(b[i+1])<<8)
	}
	return string(utf16.Decode(units))
}

// TestCallChains checks that every frame lies in an image of the process or of the kernel, and that the chain runs from
// the kernel by the system's libraries and the module that asked to the start of the thread.
func TestCallChains(t *testing.T) {
	for name, size := range map[string]etlwriter.PointerSize{"64-bit": etlwriter.Pointer64,
		"32-bit": etlwriter.Pointer32} {
		o := stacked(DirectStacks)
		o.Session.PointerSize = size
		c := run(t, o)
		all, _ := events(t, c)
		seen := map[string]bool{}
		for _, s := range allocationStacks(t, all) {
			var images []string
			for _, f := range s.frames {
				if image := imageAt(all, s.pid, f); len(images) == 0 || images[len(images)-1] != image {
					images = append(images, image)
				}
			}
			seen[strings.Join(images, " ")] = true
		}
		const inner, outer = "ntoskrnl.exe ntdll.dll", "kernel32.dll ntdll.dll"
		for _, chain := range []string{
			inner + " ucrtbase.dll heap.dll a.exe " + outer, inner + " KernelBase.dll plain.dll a.exe " + outer,
			inner + " KernelBase.dll a.exe " + outer, inner + " KernelBase.dll plain.dll b.exe " + outer,
		} {
			if !seen[chain] {
				t.Errorf("%s: no stack runs %s", name, chain)
			}
			delete(seen, chain)
		}
		if len(seen) != 0 {
			t.Errorf("%s: unexpected stacks %v", name, seen)
		}
	}
}

// TestUserPartOnAnotherProcessor checks that some user parts lie on another processor than their events.
func TestUserPartOnAnotherProcessor(t *testing.T) {
	all, _ := events(t, run(t, stacked(SplitStacks)))
	processors := map[int64]uint16{}
	for _, e := range ofHooks(all, etlwriter.HookVirtualAlloc) {
		processors[e.Ticks] = e.Processor
	}
	moved, total := 0, 0
	for _, e := range ofHooks(all, etlwriter.HookStack) {
		total++
		if at, ok := processors[int64(word(e, 0, 8))]; !ok {
			t.Fatal("a stack without event")
		} else if at != e.Processor {
			moved++
		}
	}
	if moved == 0 || moved > total/10 {
		t.Errorf("%d of %d parts lie on another processor", moved, total)
	}
}

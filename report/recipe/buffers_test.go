package recipe

import (
	"strings"
	"testing"
)

// TestBuffersHoldAStall reckons anew, from the rule as docs/recipes.md has it, what has to fit into the buffers.
func TestBuffersHoldAStall(t *testing.T) {
	for _, c := range all(t) { // 64 processors make the peak load at most
		bytes := 5000*40 + 100_000
		if c.Stacks {
			bytes += 5000 * 352
		}
		if c.options.Pool {
			bytes += 20000 * 40
		}
		perSecond := bytes * min(c.options.Processors, 64)
		for _, s := range c.Sessions {
			if c.Tool == PerfView {
				if held := s.MemoryMB << 20; held < 10*perSecond {
					t.Errorf("%s: %s has %d MiB, less than ten seconds of %d bytes", &c, s.Name, s.MemoryMB, perSecond)
				}
				continue
			}
			if s.BufferKB < 64 || s.BufferKB > 1024 {
				t.Errorf("%s: %s has buffers of %d KiB; xperf and Windows 7 allow 1024, events have up to 64", &c, s.Name, s.BufferKB)
			}
			if s.MinBuffers < 2*c.options.Processors || s.MaxBuffers < s.MinBuffers+20 {
				t.Errorf("%s: %s has %d to %d buffers; ETW wants two a processor", &c, s.Name, s.MinBuffers, s.MaxBuffers)
			}
			if need := s.BufferKB * s.MaxBuffers; s.MemoryMB*1024 < need || s.MemoryMB*1024 >= need+1024 {
				t.Errorf("%s: %s has %d MiB for %d KiB", &c, s.Name, s.MemoryMB, need)
			}
			if !s.Kernel {
				continue
			}
			spare := (s.MaxBuffers - 2*c.options.Processors) * s.BufferKB << 10
			if spare < 10*perSecond {
				t.Errorf("%s: %d bytes beside two buffers a processor do not hold ten seconds of %d", &c, spare, perSecond)
			}
			least := (s.MinBuffers - 2*c.options.Processors) * s.BufferKB << 10
			if least < 2*perSecond {
				t.Errorf("%s: %d bytes from the beginning do not hold two seconds of %d", &c, least, perSecond)
			}
		}
	}
}

func TestMoreRecordedTakesMoreBuffers(t *testing.T) {
	memory := func(o Options) int {
		r, err := For(WPR, o)
		if err != nil {
			t.Fatal(err)
		}
		return r.Sessions[0].MemoryMB
	}
	least := memory(Options{Processors: 16})
	for name, o := range map[string]Options{
		"stacks": {Processors: 16, Stacks: true}, "pool": {Processors: 16, Pool: true}, "processors": {Processors: 64},
	} {
		if got := memory(o); got <= least {
			t.Errorf("%s: %d MiB, not more than %d", name, got, least)
		}
	}
}

// TestMuchMemoryIsWarnedOf checks that the warning is there exactly when the sessions of the recipe may take more than 1 GiB, and
// that it names no option that was not given.
func TestMuchMemoryIsWarnedOf(t *testing.T) {
	options := []Options{{Processors: 64, Stacks: true}, {Processors: 32, Stacks: true}, {Processors: 64}, {Processors: 64, Pool: true}}
	var list []combination
	for _, tool := range Tools() {
		for _, o := range options {
			if r, err := For(tool, o); err == nil {
				list = append(list, combination{r, o})
			}
		}
	}
	warned := 0
	for _, c := range append(list, all(t)...) {
		kib := 0
		for _, s := range c.Sessions {
			if kib += s.BufferKB * s.MaxBuffers; s.BufferKB == 0 {
				kib += s.MemoryMB << 10
			}
		}
		text := strings.Join(c.Warnings, "\n")
		has := strings.Contains(text, "MiB of nonpaged memory")
		if has != (kib > 1<<20) {
			t.Errorf("%s: warned %t of %d KiB", &c, has, kib)
		}
		if !has {
			continue
		}
		warned++
		if strings.Contains(text, "leave out --stacks") != (c.options.Stacks && c.Tool != PerfView) ||
			strings.Contains(text, "--pool, or") != c.options.Pool {
			t.Errorf("%s: %s", &c, text)
		}
	}
	if warned == 0 {
		t.Error("no machine is large enough")
	}
}

package results

import (
	"cmp"
	"math"
	"slices"

	"etledger/report"
)

// modulesOf sums the suspects of a process by module: by path where that is known, since two modules may share a name.
func modulesOf(lifetime uint32, p *report.Process) []Module {
	type key struct{ name, path string }
	at := make(map[key]int)
	var modules []Module
	var frames []uint64 // bytes that the frame of each module left outstanding
	for i := range p.Suspects {
		s := &p.Suspects[i]
		k := key{name: s.Module}
		if s.ModulePath != nil {
			k.path = *s.ModulePath
		}
		n, there := at[k]
		if !there {
			n = len(modules)
			at[k] = n
			modules = append(modules, Module{Lifetime: lifetime, PID: p.PID, Image: p.Image, Verdict: p.Trend.Verdict,
				Module: s.Module, ModulePath: s.ModulePath, FileVersion: s.ModuleFileVersion, BuildStamp: s.ModuleBuildStamp})
			frames = append(frames, 0)
		}
		m := &modules[n]
		if m.Frame == nil || s.OutstandingBytes > frames[n] {
			m.Frame, frames[n] = s.Frame, s.OutstandingBytes
		}
		m.OutstandingBytes += s.OutstandingBytes
		m.Allocations += s.Allocations
		m.Share = sum(m.Share, s.Share, 1e4)
		m.Slope = sum(m.Slope, s.SlopeBytesPerS, 1e3)
	}
	slices.SortStableFunc(modules, func(a, b Module) int {
		return cmp.Or(cmp.Compare(b.OutstandingBytes, a.OutstandingBytes), cmp.Compare(a.Module, b.Module))
	})
	for i := range modules {
		modules[i].Rank = uint32(i) + 1
	}
	return modules
}

// sum adds up what is known, in steps of 1/inverse.
func sum(a, b *float64, inverse float64) *float64 {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return rounded(*a+*b, inverse)
}

// rounded gives x in steps of 1/inverse, as reports do, nil when x is no finite number.
func rounded(x, inverse float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = math.Round(x*inverse)/inverse + 0 // a negative zero would print as -0
	return &x
}

package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"etledger/trend"
)

// moduleFigures are what a module left outstanding in a group of one capture.
type moduleFigures struct {
	bytes float64
	slope trend.Slope
}

// modulesOf adds up the suspects of the members by module. The slope of a module is the sum of those of its suspects. Its
// interval is as wide as that of the process times the root of its share of the slope, as for independent amounts taken at
// random; in a process that neither leaks nor grows it is that of the process around 0.
func (c *groupCapture) modulesOf() (modules map[string]*moduleFigures, rest trend.Slope, complete bool) {
	modules, complete = map[string]*moduleFigures{}, true
	process, known := c.slope()
	below, above := process.Rate-process.Low, process.High-process.Rate
	alive := c.alive()
	for _, p := range c.members {
		complete = complete && p.SuspectCount <= len(p.Suspects)
		for i := range p.Suspects {
			s := &p.Suspects[i]
			name := strings.ToLower(s.Module)
			m := modules[name]
			if m == nil {
				m = &moduleFigures{slope: trend.Slope{Interval: known}}
				modules[name] = m
			}
			m.bytes += float64(s.OutstandingBytes)
			if s.SlopeBytesPerS != nil && alive > 0 {
				m.slope.Rate += *s.SlopeBytesPerS * (p.LastSeenS - p.FirstSeenS) / alive
			}
		}
	}
	least := granule / max(alive, 1)
	widen := func(rate float64) trend.Slope {
		part := 1.0
		if process.Rate > 0 && rises(c.verdict()) {
			part = math.Sqrt(min(1, max(0, rate)/process.Rate))
		}
		return trend.Slope{Rate: rate, Low: rate - max(least, below*part), High: rate + max(least, above*part), Interval: known}
	}
	for _, m := range modules {
		m.slope = widen(m.slope.Rate)
	}
	return modules, widen(0), complete
}

// moduleSide gathers a module over the captures of a side.
type moduleSide struct {
	slopes []trend.Slope
	bytes  []float64
	seen   bool
}

// compareModules compares a process by module, where both sides have stacks.
func (p *Process) compareModules(g *group) {
	stacks := [2]bool{}
	modules := map[string]*[2]moduleSide{}
	for side, captures := range g.sides {
		for _, c := range captures {
			stacks[side] = stacks[side] || c.about.Stacks
			found, _, _ := c.modulesOf()
			for name := range found {
				modules[name] = &[2]moduleSide{}
			}
		}
	}
	reason := ""
	switch {
	case p.Before != nil && !stacks[0] && p.After != nil && !stacks[1]:
		reason = "neither side has stacks"
	case p.Before != nil && !stacks[0]:
		reason = "there are no stacks from before"
	case p.After != nil && !stacks[1]:
		reason = "there are no stacks from after"
	}
	if reason != "" {
		p.ModulesReason = &reason
		return
	}
	for side, captures := range g.sides {
		for _, c := range captures {
			if !c.about.Stacks {
				continue
			}
			found, none, complete := c.modulesOf()
			for name, m := range modules {
				f := found[name]
				if f == nil && !complete {
					continue // it may be among those that the report leaves out
				}
				if f == nil {
					f = &moduleFigures{slope: none}
				} else {
					m[side].seen = true
				}
				m[side].bytes = append(m[side].bytes, f.bytes)
				if f.slope.Interval {
					m[side].slopes = append(m[side].slopes, f.slope)
				}
			}
		}
	}
	p.listModules(modules)
}

func (p *Process) listModules(modules map[string]*[2]moduleSide) {
	names := []string{}
	for name := range modules {
		names = append(names, name)
	}
	slices.Sort(names)
	list := make([]Module, len(names))
	chances := make([]float64, len(names))
	changes := make([]trend.Change, len(names))
	for i, name := range names {
		list[i], changes[i], chances[i] = compareModule(name, modules[name], p)
	}
	for i, adjusted := range trend.AdjustChances(chances) {
		m := &list[i]
		switch {
		case m.Status != "":
		case changes[i] == trend.Faster && adjusted <= level:
			m.Status = Worse
		case changes[i] == trend.Slower && adjusted <= level:
			m.Status = Better
		default:
			m.Status = Unchanged
		}
	}
	slices.SortStableFunc(list, compareModules)
	p.ModuleCount = len(list)
	p.Modules = slices.Clip(list[:min(len(list), MaxModules)])
}

func compareModule(name string, sides *[2]moduleSide, p *Process) (m Module, change trend.Change, chance float64) {
	m = Module{Module: name}
	slopes := trend.CombineGroups(sides[0].slopes, sides[1].slopes)
	for side, to := range []struct {
		slope **Estimate
		bytes **float64
	}{{&m.BeforeSlope, &m.BeforeBytes}, {&m.AfterSlope, &m.AfterBytes}} {
		if slopes[side].Estimates > 0 {
			*to.slope = rateEstimate(slopes[side].Slope)
		}
		if len(sides[side].bytes) > 0 {
			mean := rounded(trend.MeanOf(sides[side].bytes).Rate, byteStep)
			*to.bytes = &mean
		}
	}
	chance = 1
	switch {
	case p.Before == nil:
		m.Status = New
	case p.After == nil:
		m.Status = Gone
	case slopes[0].Estimates == 0 || slopes[1].Estimates == 0:
		m.Status = NotComparable
	default:
		d, c := trend.Difference(slopes[0].Slope, slopes[1].Slope)
		m.SlopeDifference = rateEstimate(d)
		if math.Abs(d.Rate) < p.d.floor {
			c = trend.Same
		}
		change, chance = c, trend.DifferenceChance(d, slopes[0].Degrees)
		switch {
		case !sides[0].seen && c == trend.Same:
			m.Status = New
		case !sides[1].seen && c == trend.Same:
			m.Status = Gone
		}
	}
	return m, change, chance
}

// compareModules is the order of modules: by the size of the difference, then by what is outstanding, then by name.
func compareModules(a, b Module) int {
	size := func(m *Module) float64 {
		switch {
		case m.SlopeDifference != nil:
			return math.Abs(m.SlopeDifference.Value)
		case m.Status == New && m.AfterSlope != nil:
			return m.AfterSlope.Value
		case m.Status == Gone && m.BeforeSlope != nil:
			return m.BeforeSlope.Value
		}
		return 0
	}
	return cmp.Or(cmp.Compare(size(&b), size(&a)),
		cmp.Compare(max(orZero(b.BeforeBytes), orZero(b.AfterBytes)), max(orZero(a.BeforeBytes), orZero(a.AfterBytes))),
		cmp.Compare(a.Module, b.Module))
}

// from names the module that the change of a process comes from, as far as its modules tell; empty where they do not.
func (p *Process) from() string {
	for i := range p.Modules {
		m := &p.Modules[i]
		if m.Module == unknownModule {
			continue
		}
		slope := m.AfterSlope
		if p.Status == Gone {
			slope = m.BeforeSlope
		}
		if m.Status == p.Status && (p.Status == Worse || p.Status == Better || slope != nil && slope.Value > 0) {
			return m.Module
		}
	}
	return ""
}

package memoryseries

import (
	"cmp"
	"slices"
	"time"
)

// Wall clocks are set, and performance counters stand still in the sleep of some machines. From one capture to the next of a boot:
//
//   - A wall clock that goes back against the counter was set.
//   - One that goes forward by more than the counter stands for sleep or a pause, in which the counter stood still: the wall clock is
//     believed, and there is a gap.
//   - One that goes forward, and back by about as much later, was set forward and back; so was one that goes back and forward again.
//     The times in between are those of the counter.

// clockSet is by how much wall clock and counter may differ from one capture to the next before that means anything.
const clockSet = int64(time.Minute)

// jump is what a wall clock did against the counter between two captures.
type jump struct{ at, by int64 }

// counterOf gives how long the machine had run at the beginning of a capture, ns, by the counter, or by the time since the boot where
// other clocks stamped the events.
func counterOf(captures []About, boot []member) func(*About) int64 {
	counted, booted := true, true
	for _, m := range boot {
		c := &captures[m.capture]
		counted = counted && c.Frequency != 0 && c.Frequency == captures[boot[0].capture].Frequency
		booted = booted && c.Boot != 0
	}
	switch {
	case counted:
		return func(a *About) int64 { return ticksTime(a.Ticks, a.Frequency) }
	case booted:
		return func(a *About) int64 { return a.wall() - a.Boot }
	}
	return nil
}

// wall is the moment by the wall clock that goes with the counter.
func (a *About) wall() int64 {
	if a.Frequency != 0 {
		return a.Origin
	}
	return a.Start
}

// orderBoot puts the captures of a boot in order of time: of the counter where all have the same one.
func orderBoot(captures []About, boot []member, number int) []Step {
	counter := counterOf(captures, boot)
	slices.SortFunc(boot, func(a, b member) int {
		x, y := &captures[a.capture], &captures[b.capture]
		if counter != nil {
			if c := cmp.Compare(counter(x), counter(y)); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(a.capture, b.capture))
	})
	steps := make([]Step, len(boot))
	var jumps []jump
	for n, m := range boot {
		steps[n] = Step{Capture: m.capture, Boot: number, Assumed: m.assumed}
		if n == 0 || counter == nil {
			continue
		}
		x, y := &captures[boot[n-1].capture], &captures[m.capture]
		if by := y.wall() - x.wall() - (counter(y) - counter(x)); by > clockSet || by < -clockSet {
			jumps = append(jumps, jump{int64(n), by})
		}
	}
	for _, j := range jumps {
		steps[j.at].Slept = max(0, j.by)
	}
	setClocks(jumps, steps)
	correct := int64(0)
	for n := range steps {
		correct -= steps[n].Set
		steps[n].Correct = correct
	}
	return steps
}

// setClocks tells which jumps were set clocks: those back, and those forward that go with one back. What a jump forward has beyond
// the one back is sleep.
func setClocks(jumps []jump, steps []Step) {
	const mostOpen = 64 // jumps that one is held against, the nearest ones
	var forward, back []jump
	pair := func(open *[]jump, size int64) (jump, bool) {
		list := *open
		for k := len(list) - 1; k >= max(0, len(list)-mostOpen); k-- {
			if j := list[k]; goTogether(j.by, size) {
				*open = slices.Delete(list, k, k+1)
				return j, true
			}
		}
		return jump{}, false
	}
	for _, j := range jumps {
		if j.by < 0 {
			steps[j.at].Set = j.by
			if f, ok := pair(&forward, -j.by); ok {
				size := min(f.by, -j.by)
				steps[f.at].Set, steps[f.at].Slept = size, f.by-size
				steps[j.at].Set = -size
				steps[j.at].Slept = max(0, j.by+size)
				continue
			}
			back = append(back, jump{j.at, -j.by})
			continue
		}
		if b, ok := pair(&back, j.by); ok {
			size := min(j.by, b.by)
			steps[j.at].Set, steps[j.at].Slept = size, j.by-size
			continue
		}
		forward = append(forward, j)
	}
}

// goTogether tells whether two jumps, one forward and one back, may be of one clock that was set and set right. Sleep may be in one of
// them.
func goTogether(a, b int64) bool {
	low, high := min(a, b), max(a, b)
	return high-low <= max(clockSet, low/8)
}

// adjoin is how long may lie between captures that follow one another without a break, ns.
const adjoin = 2 * int64(time.Minute)

// filledBy tells whether the counter of a capture, or of a few, goes on from where captures of an up time end to where the next ones
// begin: the clock was set for a while.
func (u *upTime) filledBy(c *upTime) bool {
	if len(c.ran) == 0 || len(u.ran) < 2 {
		return false
	}
	from, to := c.ran[0][0], c.ran[0][1]
	for _, t := range c.ran {
		from, to = min(from, t[0]), max(to, t[1])
	}
	before, after, known := int64(0), int64(0), 0
	for _, t := range u.ran {
		if t[1] <= from && (known&1 == 0 || t[1] > before) {
			before, known = t[1], known|1
		}
		if t[0] >= to && (known&2 == 0 || t[0] < after) {
			after, known = t[0], known|2
		}
	}
	return known == 3 && from-before <= adjoin && after-to <= adjoin
}

package memoryseries

import (
	"cmp"
	"slices"
	"time"
)

// About is what is known of a capture before its rows are read. Moments are nanoseconds since 1970 UTC.
type About struct {
	Host       string
	Start, End int64 // first and last event
	Boot       int64 // when the system was started; 0 when the header does not tell
	// Ticks is the performance counter at the moment Origin, Frequency how often it ticks in a second; 0 when other clocks stamped
	// the events.
	Ticks       int64
	Origin      int64
	Frequency   uint64
	BiasMinutes int // UTC = local time + bias
}

// zero is the moment at which the machine was started, 0 when it is not known.
func (a *About) zero() int64 {
	if a.Boot != 0 {
		return a.Boot
	}
	if a.Frequency == 0 {
		return 0
	}
	return a.Origin - ticksTime(a.Ticks, a.Frequency)
}

func ticksTime(ticks int64, frequency uint64) int64 {
	f := int64(frequency)
	return ticks/f*int64(time.Second) + ticks%f*int64(time.Second)/f
}

// Step is a capture in the order in which captures are to be entered.
type Step struct {
	Capture int  // index in what was given
	Boot    int  // of its host, from 0
	Assumed bool // nothing tells the boot: it is taken for that of the capture before
	// Correct is added to the times of the capture: what the clock was set by since the first capture of the boot, the other way.
	Correct int64
	Set     int64 // by what the clock was set since the capture before, ns; 0 when it was not
	Slept   int64 // for how long the counter stood still since the capture before, ns
}

// Order puts captures in order: by host, boot and time.
func Order(captures []About) []Step {
	byHost := map[string][]int{}
	var hosts []string
	for i := range captures {
		h := captures[i].Host
		if byHost[h] == nil {
			hosts = append(hosts, h)
		}
		byHost[h] = append(byHost[h], i)
	}
	slices.Sort(hosts)
	var steps []Step
	for _, h := range hosts {
		for n, boot := range boots(captures, byHost[h]) {
			steps = append(steps, orderBoot(captures, boot, n)...)
		}
	}
	return steps
}

// member is a capture of a boot.
type member struct {
	capture int
	assumed bool
}

// boots tells the captures of a host apart by boots, in order of time.
func boots(captures []About, host []int) [][]member {
	byTime := func(a, b int) int {
		return cmp.Or(cmp.Compare(captures[a].Start, captures[b].Start), cmp.Compare(captures[a].End, captures[b].End), cmp.Compare(a, b))
	}
	var known, unknown []int
	for _, i := range host {
		if captures[i].zero() != 0 {
			known = append(known, i)
		} else {
			unknown = append(unknown, i)
		}
	}
	slices.SortFunc(known, func(a, b int) int {
		return cmp.Or(cmp.Compare(captures[a].zero(), captures[b].zero()), byTime(a, b))
	})
	var groups [][]member
	var last *upTime
	for _, c := range upTimes(captures, known) {
		if last == nil || !last.continues(c) {
			groups = append(groups, nil)
			last = c
		} else {
			last.add(c)
		}
		for _, i := range c.captures {
			groups[len(groups)-1] = append(groups[len(groups)-1], member{capture: i})
		}
	}
	slices.SortFunc(unknown, byTime)
	for _, i := range unknown {
		// The last boot that began before it; the first one otherwise.
		at := 0
		for n := range groups {
			if captures[groups[n][0].capture].zero() <= captures[i].Start {
				at = n
			}
		}
		if len(groups) == 0 {
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], member{i, true})
	}
	return groups
}

// upTime is captures that tell the same moment of a boot, and what was seen of the machine's running since then.
type upTime struct {
	captures  []int
	zero, end int64
	ran       [][2]int64 // how long the machine had run, by the counter or since the boot in the header, where one is known, ns
}

// sameZero is by how much two reckonings of the moment of a boot may differ: clocks are slewed, and counters rounded.
const sameZero = 3 * int64(time.Minute)

// upTimes puts captures that are in order of their zero together.
func upTimes(captures []About, known []int) (list []*upTime) {
	for _, i := range known {
		a := &captures[i]
		c := &upTime{captures: []int{i}, zero: a.zero(), end: a.End}
		if a.Frequency != 0 {
			began := ticksTime(a.Ticks, a.Frequency)
			c.ran = [][2]int64{{began, began + a.End - a.Start}}
		} else if a.Boot != 0 {
			c.ran = [][2]int64{{a.Start - a.Boot, a.End - a.Boot}}
		}
		n := len(list)
		if n == 0 || c.zero-list[n-1].zero > sameZero {
			list = append(list, c)
			continue
		}
		list[n-1].captures = append(list[n-1].captures, i)
		list[n-1].join(c)
	}
	return list
}

func (u *upTime) join(c *upTime) {
	u.end = max(u.end, c.end)
	u.ran = append(u.ran, c.ran...)
}

// add makes what goes on the same up time: with the end of the one that is not an excursion of the clock.
func (u *upTime) add(c *upTime) {
	switch {
	case c.zero <= u.end:
		u.join(c)
	case u.filledBy(c):
		u.ran = append(u.ran, c.ran...)
	default:
		u.end = c.end
		u.ran = append(u.ran, c.ran...)
	}
}

// continues tells whether what seems to be another boot is the same one with the clock set: the machine would have started while it
// ran. That is not so if it had run for as long twice: then it was set too, by a boot.
func (u *upTime) continues(c *upTime) bool {
	if c.zero > u.end && !u.filledBy(c) && !c.filledBy(u) {
		return false
	}
	for _, a := range u.ran {
		for _, b := range c.ran {
			if a[0] < b[1] && b[0] < a[1] {
				return false
			}
		}
	}
	return true
}

package fleet

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"etledger/internal/textform"
)

// leaker is a lifetime that leaks in the latest capture of its host and runs at the end of it.
type leaker struct {
	capture int
	group   int // index of view.images.groups; none where no event names the process
	pid     uint32
	rise
	left *exhaustion
}

// headroom says how long the hosts have left on which something leaks in their latest capture, those with the least time first,
// and at the end those of which nothing is known to run out.
func (v *view) headroom() []Host {
	captures := make([]int, len(v.hosts))
	for _, c := range v.captures {
		captures[c.hostIndex]++
	}
	list := []Host{}
	for from := 0; from < len(v.leaks); {
		to := from
		for to < len(v.leaks) && v.leaks[to].capture == v.leaks[from].capture {
			to++
		}
		h := v.host(v.leaks[from:to])
		h.Captures = captures[v.captures[v.leaks[from].capture].hostIndex]
		list = append(list, h)
		from = to
	}
	slices.SortFunc(list, func(a, b Host) int {
		if a.Seconds == nil || b.Seconds == nil {
			return cmp.Or(cmp.Compare(oneIf(a.Seconds == nil), oneIf(b.Seconds == nil)), cmp.Compare(b.rate(), a.rate()),
				cmp.Compare(a.Name, b.Name))
		}
		return cmp.Or(cmp.Compare(*a.Seconds, *b.Seconds), cmp.Compare(a.Name, b.Name))
	})
	return list
}

func (h *Host) rate() float64 {
	if h.Rate == nil {
		return 0
	}
	return h.Rate.Value
}

// host forecasts for one host by what leaks in its latest capture.
func (v *view) host(leaks []leaker) Host {
	c := v.captures[leaks[0].capture]
	h := Host{Name: c.host, Latest: *v.sighting(leaks[0].capture), Leaking: len(leaks)}
	var rate, low, high float64
	var most *leaker
	for i := range leaks {
		l := &leaks[i]
		if !l.known {
			continue
		}
		rate += l.slope
		if l.interval {
			low, high = math.Hypot(low, l.slope-l.low), math.Hypot(high, l.high-l.slope)
		}
		if most == nil || l.slope > most.slope {
			most = l
		}
	}
	if most == nil {
		h.Reason = "What leaks has no rate."
		return h
	}
	h.Rate = &Interval{Value: rounded(rate, rateStep), Low: rounded(rate-low, rateStep), High: rounded(rate+high, rateStep)}
	h.Process, h.PID = v.process(most), &most.pid
	v.memoryLeft(&h, c, rate, rate-low, rate+high)
	for i := range leaks {
		v.addressSpaceLeft(&h, &leaks[i])
	}
	if most.group != none {
		if g := v.images.groups[most.group]; g.result.Status != Leaks && g.leaking[c.hostIndex] {
			h.Reason += " " + g.name() + " is only suspected in the fleet."
		} else if !g.leaking[c.hostIndex] {
			h.Reason += " " + g.name() + " does not count as leaking here: most captures of the host do not call it a leak."
		}
	}
	return h
}

func (v *view) process(l *leaker) *string {
	if l.group == none {
		return nil
	}
	return &v.images.groups[l.group].build.name
}

// memoryLeft forecasts when physical memory is used up.
func (v *view) memoryLeft(h *Host, c *capture, rate, low, high float64) {
	bytes, what := c.available, "available physical memory"
	because := "Of physical memory %s was available at the last memory snapshot of the latest capture; what leaks takes %s."
	if bytes == nil {
		bytes, what = c.memory, "physical memory"
		because = "The machine has %s of physical memory, and how much of it is available was not recorded, so it is used up sooner; " +
			"what leaks takes %s."
	}
	if bytes == nil || !(rate > 0) {
		h.Reason = "How much memory the machine has was not recorded."
		return
	}
	left := float64(*bytes)
	h.What = &what
	h.Reason = fmt.Sprintf(because, textform.Size(*bytes), textform.Rate(rate))
	h.Seconds, h.SecondsLow, h.SecondsHigh = seconds(left/rate), seconds(left/high), nil
	if low > 0 {
		h.SecondsHigh = seconds(left / low)
	}
}

// addressSpaceLeft takes the forecast for the address space of a process where that runs out sooner.
func (v *view) addressSpaceLeft(h *Host, l *leaker) {
	e := l.left
	if e == nil || h.Seconds != nil && *h.Seconds <= e.seconds {
		return
	}
	what := "address space of a 32-bit process"
	h.What, h.Process, h.PID = &what, v.process(l), &l.pid
	h.Seconds, h.SecondsLow, h.SecondsHigh = seconds(e.seconds), secondsOf(e.low), secondsOf(e.high)
	name := "The process"
	if h.Process != nil {
		name = textform.Printable(*h.Process)
	}
	h.Reason = fmt.Sprintf("%s (%d) has the address space of a 32-bit process, and the report of the latest capture forecasts when it "+
		"is full.", name, l.pid)
}

func seconds(s float64) *float64 {
	s = rounded(max(0, s), secondStep)
	return &s
}

func secondsOf(s *float64) *float64 {
	if s == nil {
		return nil
	}
	return seconds(*s)
}

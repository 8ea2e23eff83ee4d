package scenario

import (
	"math"
	"time"
)

// LeakPattern is how a leak is spread over time.
type LeakPattern uint8

// The patterns of leaks.
const (
	SteadyLeak       LeakPattern = iota
	LeakInBursts                 // all that a period leaks at once in its middle, as per reconnect
	AcceleratingLeak             // from half to one and a half times the rate over the capture
)

// Leak takes memory and never gives it back.
type Leak struct {
	BytesPerSecond float64
	BlockBytes     uint64 // mean size of one allocation; 64 KiB
	Module         string
	LoadModule     bool // the module is loaded when the leak begins, not with the program
	Heap           bool // from a heap that grows by commits in reserved segments, not by VirtualAlloc of each block
	Pattern        LeakPattern
	Period         time.Duration // of LeakInBursts; 5 s
	Delay          time.Duration // from the start of the process, or of the capture, until it begins
	StopAfter      time.Duration // from its beginning; zero: never
}

func (l Leak) module() string {
	if l.LoadModule {
		return ""
	}
	return l.Module
}

func (l Leak) begin(a *actor) {
	if l.BlockBytes == 0 {
		l.BlockBytes = 64 << 10
	}
	if l.Period == 0 {
		l.Period = 5 * time.Second
	}
	run := &leaking{Leak: l, actor: a, site: site{module: l.Module, function: "leak", heap: l.Heap}}
	a.after(l.Delay, func() {
		run.began = a.process.machine.now
		if l.LoadModule {
			a.process.loadLate(l.Module)
		}
		a.process.truth.LeakModule = a.process.moduleNamed(l.Module).name
		a.process.truth.LeakRate += l.BytesPerSecond
		a.process.leaks = append(a.process.leaks, run)
		run.wait()
	})
}

// leaking is a leak that runs.
type leaking struct {
	Leak
	*actor
	site    site
	began   time.Duration
	size    uint64  // of the next block
	owed    float64 // bytes of the burst that do not make a block
	segment block   // of the heap
	used    uint64
}

func (l *leaking) step() {
	now := l.process.machine.now
	if l.StopAfter > 0 && now-l.began >= l.StopAfter {
		return
	}
	if l.Pattern == LeakInBursts {
		for l.owed += l.BytesPerSecond * l.Period.Seconds(); l.owed >= float64(l.BlockBytes); {
			l.take(l.BlockBytes)
			l.owed -= float64(l.BlockBytes)
		}
	} else {
		l.take(l.size)
	}
	l.wait()
}

// wait plans the next block, by its size and the rate in force now.
func (l *leaking) wait() {
	if l.Pattern == LeakInBursts {
		pause := l.Period
		if l.process.machine.now == l.began {
			pause /= 2 // so that the bursts of any time add up to what the rate makes of it
		}
		l.after(pause, l.step)
		return
	}
	rate := l.BytesPerSecond
	if l.Pattern == AcceleratingLeak {
		m := l.process.machine
		rate *= 0.5 + float64(m.now)/float64(m.options.Duration)
	}
	l.size = roundUp(uint64(l.around(float64(l.BlockBytes))), pageSize)
	l.after(time.Duration(l.around(float64(l.size)/rate*float64(time.Second))), l.step)
}

// take leaks one block.
func (l *leaking) take(size uint64) {
	size = roundUp(size, pageSize)
	l.process.truth.LeakBytes += size
	if !l.Heap {
		l.allocate(l.site, size)
		return
	}
	if l.used+size > l.segment.size {
		l.segment, l.used = l.reserve(l.site, max(1<<20, size)), 0
	}
	l.commit(l.site, l.segment.base+l.used, size)
	l.used += size
}

// leakSeconds is the time in which the process leaked: from the first beginning of a leak to the last end.
func (p *process) leakSeconds() float64 {
	from, to := time.Duration(math.MaxInt64), time.Duration(0)
	end := p.machine.options.Duration
	if p.program.End > 0 {
		end = p.program.End
	}
	for _, l := range p.leaks {
		from = min(from, l.began)
		stop := end
		if l.StopAfter > 0 {
			stop = min(stop, l.began+l.StopAfter)
		}
		to = max(to, stop)
	}
	return (to - from).Seconds()
}

package recipe

import (
	"fmt"
	"math"
	"slices"

	"etledger/internal/textform"
)

// The load that buffers are made for. Microsoft's TraceEvent library reckons with fewer than 1000 VirtualAlloc and VirtualFree
// events a second on a whole machine; peakAllocs is that many times over, since a leak is often found on a busy server.
const (
	peakAllocs = 5000  // VirtualAlloc and VirtualFree events a second on each logical processor
	peakPool   = 20000 // pool events a second on each logical processor
	peakOther  = 100e3 // bytes a second on each logical processor: processes, threads, images and hard faults

	// busyProcessors bounds the processors that make such a load at a time: those of larger machines wait for the same locks.
	busyProcessors = 64

	usualAllocs = 1000 // events a second on the whole machine, for what an ordinary load costs

	allocBytes = 16 + 24        // header of a PERFINFO event, and its payload on 64-bit Windows
	poolBytes  = 16 + 24        // the same
	stackBytes = 16 + 16 + 40*8 // header, time stamp and thread, and forty return addresses

	spareBuffers = 20 // that ETW by itself lets a session grow by
)

// For how long buffers hold what comes in while the disk takes none, in seconds.
const (
	UsualStall = 2  // with the buffers that a session begins with: it happens all the time
	WorstStall = 10 // with those that it may grow to: another's flush, a snapshot of a virtual machine
)

// Buffers is the memory of a session: between Minimum and Maximum buffers of KB times 1024 bytes each.
type Buffers struct{ KB, Minimum, Maximum int }

func (b Buffers) megabytes() int { return (b.KB*b.Maximum + 1023) / 1024 }

// BuffersFor reckons the buffers of a kernel session on a machine with a number of logical processors that brings up to
// bytesPerS. ETW fills one buffer on each processor while another one of it is written, so that it wants two a processor; beyond
// these there is room for what comes in while the disk stands still: for UsualStall from the beginning, for WorstStall if need be.
// A buffer has 1 MiB, the most that Windows 7 and xperf allow, and 256 KiB on machines of more than 64 processors, where two a
// processor would take much memory for nothing.
func BuffersFor(bytesPerS float64, processors int) Buffers {
	b := Buffers{KB: 1024}
	if processors > 64 {
		b.KB = 256
	}
	held := func(seconds float64) int {
		return 2*processors + int(math.Ceil(bytesPerS*seconds/float64(b.KB*1024)))
	}
	b.Minimum = held(UsualStall)
	b.Maximum = max(held(WorstStall), b.Minimum+spareBuffers)
	return b
}

// peak gives how many bytes a second the kernel session gets at most, by the load that is assumed.
func (o *Options) peak() float64 {
	each := float64(peakAllocs*o.allocSize() + peakOther)
	if o.Pool {
		each += peakPool * poolBytes
	}
	return each * float64(min(o.Processors, busyProcessors))
}

// usual gives how many bytes a second the kernel session gets under an ordinary load.
func (o *Options) usual() float64 {
	return usualAllocs * float64(o.allocSize())
}

func (o *Options) allocSize() int {
	if o.Stacks {
		return allocBytes + stackBytes
	}
	return allocBytes
}

// kernelBuffers gives those of the kernel session under the load that is assumed.
func (o *Options) kernelBuffers() Buffers { return BuffersFor(o.peak(), o.Processors) }

// memoryBuffers reckons the buffers of the ordinary session: two a processor, of a size that an event of all processes fits
// into, which has 64 KiB at most. Two or three events each half second need no more.
func (o *Options) memoryBuffers() Buffers {
	return Buffers{KB: 128, Minimum: 2 * o.Processors, Maximum: 2*o.Processors + spareBuffers}
}

// addCosts says what a recording takes of the machine, and by which rule.
func (b *builder) addCosts() {
	o, r := &b.options, b.recipe
	total := r.memoryMB()
	seconds := float64(o.Minutes) * 60
	r.Costs = append(r.Costs,
		fmt.Sprintf("Memory: up to %d MiB for buffers, which is never paged out, until the recording is stopped.", total),
		fmt.Sprintf("Disk: about %s for %s under an ordinary load, %s under the load that buffers are counted for, and lists of "+
			"processes, threads and modules beside. A tool that merges needs it twice while it does.",
			textform.Size(o.usual()*seconds), minutes(o.Minutes), textform.Size(o.peak()*seconds)),
		"Time: "+b.slowdown(),
		fmt.Sprintf("Reckoned for %s: two buffers for each, and room for %d s in which the disk takes nothing while %s come in. A "+
			"machine with more processors needs more. An ordinary load is %s allocations and releases a second on the whole machine.",
			textform.Plural(o.Processors, "logical processor"), WorstStall, textform.Rate(o.peak()), textform.Count(usualAllocs)),
	)
	if heavy := r.heavy(); heavy != "" {
		b.warn(heavy)
	}
}

// memoryMB is what the buffers of all sessions take.
func (r *Recipe) memoryMB() int {
	total := 0
	for _, s := range r.Sessions {
		total += s.MemoryMB
	}
	return total
}

// muchMB is from where on the memory of buffers is warned of.
const muchMB = 1024

// heavy warns of buffers that take more than muchMB, and says how to do with less; "" when they do not.
func (r *Recipe) heavy() string {
	if r.memoryMB() <= muchMB {
		return ""
	}
	less := "count buffers for fewer processors, with --processors of `etledger recipe`: `etledger doctor` says whether events " +
		"were lost"
	pool := slices.ContainsFunc(r.Signals, func(s Signal) bool { return s.Keyword == "POOL" })
	switch {
	case r.Tool == PerfView:
		less = "record with another tool, which need not walk call stacks, or " + less
	case r.Stacks && pool:
		less = "leave out --stacks or --pool, or " + less
	case r.Stacks:
		less = "leave out --stacks, or " + less
	case pool:
		less = "leave out --pool, or " + less
	}
	return fmt.Sprintf("The buffers take up to %d MiB of nonpaged memory. Where the machine cannot spare that, %s.", r.memoryMB(), less)
}

func (b *builder) slowdown() string {
	s := "each allocation and release of memory pages takes a little longer while it is recorded, those of heaps do not"
	if b.options.Stacks || b.recipe.Tool == PerfView {
		s += "; walking a call stack takes several times as long as the event itself"
	}
	if b.options.Pool {
		s += "; pool events are by far the most frequent ones, and slow down drivers"
	}
	return s + ". How much that is was not measured."
}

// minutes says a time in words.
func minutes(n int) string { return textform.Plural(n, "minute") }

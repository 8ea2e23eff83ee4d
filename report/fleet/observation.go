package fleet

import (
	"time"

	"etledger/report/results"
)

// observation is what the fleet view needs of the results of one capture. Texts are empty where nothing tells them.
type observation struct {
	host                    string
	start, end              int64  // nanoseconds since 1970, UTC
	boot                    *int64 // the same
	durationS               float64
	version, ring, workload string
	osBuild                 *uint32
	damaged, lossy          bool
	blind                   bool // without VirtualAlloc events
	stacks                  bool // stacks tell which module allocated
	memory, available       *uint64
	builds                  []build
	lifetimes               []lifetime
	modules                 []module
	tags                    []tag
}

// build identifies an image, a module, or with a pool in the place of the role a pool tag.
type build struct {
	name, version, role string
	product             string // of an image; component of a pool tag
	stamp               *uint32
}

// verdict is the part of a verdict that counts here.
type verdict uint8

const (
	other verdict = iota // not judged, or neither of the others
	growing
	leaking
	slowing // warm-up: growth that slows down
)

// rises tells whether a verdict claims that memory grows at a rate.
func (v verdict) rises() bool { return v == growing || v == leaking }

// lifetime is what is kept of a row of table results.
type lifetime struct {
	build   int // index of observation.builds; none for a process that no event names
	pid     uint32
	key     uint64 // 0: not known
	verdict verdict
	judged  bool
	born    bool    // it started in the capture
	ended   bool    // it ended in the capture
	private *uint64 // bytes at the end of the capture
	rise            // of one that leaks or grows
	left    *exhaustion
}

const none = -1

// rise is the growth of what leaks or grows.
type rise struct {
	slope, low, high float64 // bytes per second
	known            bool    // there is a slope
	interval         bool    // and its interval
	outstanding      uint64  // bytes
	observedS        float64
}

// exhaustion is a forecast for a 32-bit address space, in seconds from the end of the capture.
type exhaustion struct {
	seconds   float64
	low, high *float64
}

// module is what a module left in a lifetime that leaks or grows.
type module struct {
	lifetime    int // index of observation.lifetimes
	build       int // index of observation.builds
	outstanding uint64
	slope       *float64
}

// tag is a row of table results_pool.
type tag struct {
	build   int // index of observation.builds
	verdict verdict
	judged  bool
	rise    // of one that leaks or grows
}

// unknownModule is how rows name code that no image covers.
const unknownModule = "unknown"

// virtualAllocMissing is the code of the finding that a capture has no VirtualAlloc events.
const virtualAllocMissing = "virtual-alloc-missing"

// verdictOf reads a verdict. Only what was judged counts.
func verdictOf(s string, judged uint8) verdict {
	switch {
	case judged == 0:
		return other
	case s == "leak":
		return leaking
	case s == "growth":
		return growing
	case s == "warm-up":
		return slowing
	}
	return other
}

// observe takes what is needed out of rows.
func observe(rows *results.Rows) *observation {
	c := &rows.Capture
	o := &observation{
		host: c.HostName, start: c.Start.UnixNano(), end: c.End.UnixNano(), durationS: finite(c.DurationS),
		version: rows.Meta.Version, ring: rows.Meta.Ring, workload: rows.Meta.Workload, osBuild: c.OSBuild,
		damaged: c.Damaged != 0, lossy: c.EventsLost > 0 || c.BuffersLost > 0, blind: hasCode(c.Findings, virtualAllocMissing),
		stacks: c.Stacks != 0, memory: c.MemoryBytes, available: c.AvailableBytes,
	}
	if o.host == "" {
		o.host = unknownHost
	}
	if c.Boot != nil {
		o.boot = nanos(c.Boot)
	}
	b := builder{o: o, index: map[buildKey]int{}}
	numbers := b.lifetimes(rows.Lifetimes)
	b.modules(rows.Modules, numbers)
	b.tags(rows.PoolTags)
	return o
}

func nanos(t *time.Time) *int64 {
	n := t.UnixNano()
	return &n
}

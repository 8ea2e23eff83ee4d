package scenario

import (
	"math"
	"time"
)

// WarmUp takes memory early, ever less of it, and keeps it.
type WarmUp struct {
	Bytes      uint64
	Over       time.Duration // nine tenths come within this time; 30 s
	BlockBytes uint64        // 256 KiB
	Module     string
}

func (w WarmUp) module() string { return w.Module }

func (w WarmUp) begin(a *actor) {
	if w.Over == 0 {
		w.Over = 30 * time.Second
	}
	if w.BlockBytes == 0 {
		w.BlockBytes = 256 << 10
	}
	s := site{module: w.Module, function: "initialize", heap: true}
	decay := float64(w.Over) / math.Ln10
	for taken := uint64(0); taken < w.Bytes; taken += w.BlockBytes {
		// The part taken by time t is 1 - exp(-t/decay): this is its inverse.
		at := -decay * math.Log(1-(float64(taken)+float64(w.BlockBytes)*a.random.Float64())/float64(w.Bytes+w.BlockBytes))
		a.after(time.Duration(at), func() { a.allocate(s, w.BlockBytes) })
	}
}

// Step takes memory within a moment and keeps it.
type Step struct {
	At         time.Duration // from the start of the process, or of the capture
	Bytes      uint64
	BlockBytes uint64        // 1 MiB
	Over       time.Duration // 200 ms
	GiveBack   time.Duration // after this time all is released; zero: it is kept
	Every      time.Duration // the step comes again at this interval; zero: once
	Module     string
}

func (s Step) module() string { return s.Module }

func (s Step) begin(a *actor) {
	if s.BlockBytes == 0 {
		s.BlockBytes = 1 << 20
	}
	if s.Over == 0 {
		s.Over = 200 * time.Millisecond
	}
	a.after(s.At, func() { s.rise(a) })
}

func (s Step) rise(a *actor) {
	at := site{module: s.Module, function: "load"}
	for taken := uint64(0); taken < s.Bytes; taken += s.BlockBytes {
		a.after(time.Duration(a.random.Float64()*float64(s.Over)), func() {
			b := a.allocate(at, s.BlockBytes)
			if s.GiveBack > 0 {
				a.after(s.GiveBack, func() { a.release(at, b) })
			}
		})
	}
	if s.Every > 0 {
		a.after(s.Every, func() { s.rise(a) })
	}
}

// Cache fills at a rate up to its capacity; from then on each new block takes the place of the oldest.
type Cache struct {
	BytesPerSecond float64
	Capacity       uint64
	BlockBytes     uint64 // 64 KiB
	Module         string
}

func (c Cache) module() string { return c.Module }

func (c Cache) begin(a *actor) {
	if c.BlockBytes == 0 {
		c.BlockBytes = 64 << 10
	}
	s := site{module: c.Module, function: "insert", heap: true}
	pause := float64(c.BlockBytes) / c.BytesPerSecond * float64(time.Second)
	var held []block
	var step func()
	step = func() {
		if uint64(len(held)+1)*c.BlockBytes > c.Capacity && len(held) > 0 {
			a.release(s, held[0])
			held = held[1:]
		}
		held = append(held, a.allocate(s, c.BlockBytes))
		a.after(time.Duration(a.around(pause)), step)
	}
	a.after(time.Duration(a.around(pause)), step)
}

// CollectedHeap grows by commits in one reservation and is cut back when it reaches its ceiling, as a heap that is
// collected.
type CollectedHeap struct {
	BytesPerSecond float64
	Live, Ceiling  uint64
	BlockBytes     uint64 // 256 KiB
	Module         string
}

func (h CollectedHeap) module() string { return h.Module }

func (h CollectedHeap) begin(a *actor) {
	if h.BlockBytes == 0 {
		h.BlockBytes = 256 << 10
	}
	s := site{module: h.Module, function: "grow"}
	ceiling := roundUp(h.Ceiling, h.BlockBytes)
	live := roundUp(h.Live, h.BlockBytes)
	pause := float64(h.BlockBytes) / h.BytesPerSecond * float64(time.Second)
	var heap block
	var used uint64
	var step func()
	step = func() {
		if used == ceiling {
			a.decommit(s, heap.base+live, ceiling-live)
			used = live
		}
		a.commit(s, heap.base+used, h.BlockBytes)
		used += h.BlockBytes
		a.after(time.Duration(a.around(pause)), step)
	}
	a.after(time.Duration(a.random.Float64()*pause), func() {
		if heap = a.reserve(s, ceiling); heap.size > 0 {
			step()
		}
	})
}

// PeriodicLoad holds more in the first half of each period and gives it back in the second, block by block.
type PeriodicLoad struct {
	Bytes      uint64 // swing
	Period     time.Duration
	BlockBytes uint64 // 128 KiB
	Module     string
}

func (l PeriodicLoad) module() string { return l.Module }

func (l PeriodicLoad) begin(a *actor) {
	if l.BlockBytes == 0 {
		l.BlockBytes = 128 << 10
	}
	s := site{module: l.Module, function: "serve"}
	blocks := int(l.Bytes / l.BlockBytes)
	pause := l.Period / time.Duration(2*max(blocks, 1))
	var held []block
	rising := true
	var step func()
	step = func() {
		if rising {
			held = append(held, a.allocate(s, l.BlockBytes))
			rising = len(held) < blocks
		} else {
			a.release(s, held[len(held)-1])
			held = held[:len(held)-1]
			rising = len(held) == 0
		}
		a.after(pause, step)
	}
	a.after(time.Duration(a.random.Float64()*float64(pause)), step)
}

// Drain gives memory from before the capture back at a rate, a region at a time, for as long as there is any.
type Drain struct {
	BytesPerSecond float64
	Module         string
}

func (d Drain) module() string { return d.Module }

func (d Drain) begin(a *actor) {
	s := site{module: d.Module, function: "trim"}
	older := append([]block(nil), a.process.regions...)
	var at float64
	for _, r := range older {
		at += float64(r.size) / d.BytesPerSecond
		a.after(time.Duration(at*float64(time.Second)), func() { a.release(s, r) })
	}
}

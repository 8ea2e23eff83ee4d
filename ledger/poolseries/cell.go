package poolseries

import (
	"math"

	"etledger/model/poolsnap"
	"etledger/trend"
)

// Range is what one figure did in a bin.
type Range struct{ First, Last, Low, High uint64 }

func (r *Range) add(v uint64, begun bool) {
	if !begun {
		*r = Range{v, v, v, v}
		return
	}
	r.Last, r.Low, r.High = v, min(r.Low, v), max(r.High, v)
}

func (r *Range) join(next *Range) {
	r.Last, r.Low, r.High = next.Last, min(r.Low, next.Low), max(r.High, next.High)
}

// Cell is what one series did in one bin.
type Cell struct {
	Bytes, Count  Range
	Allocs, Frees uint64 // at the end of the bin, since the counters began, without wraps
	Samples       uint32 // snapshots of the bin that tell of it
	Has           poolsnap.Fields
}

// figures are what one snapshot says of one series.
type figures struct {
	has           poolsnap.Fields
	allocs, frees uint64
	count, bytes  uint64
}

func (c *Cell) add(f *figures) {
	if f.has&poolsnap.HasBytes != 0 {
		c.Bytes.add(f.bytes, c.Has&poolsnap.HasBytes != 0)
	}
	if f.has&poolsnap.HasCount != 0 {
		c.Count.add(f.count, c.Has&poolsnap.HasCount != 0)
	}
	c.Allocs, c.Frees = max(c.Allocs, f.allocs), max(c.Frees, f.frees)
	c.Has |= f.has
	c.Samples++
}

// join adds the next bin.
func (c *Cell) join(next *Cell) {
	if next.Samples == 0 {
		return
	}
	if c.Samples == 0 {
		*c = *next
		return
	}
	if next.Has&poolsnap.HasBytes != 0 {
		if c.Has&poolsnap.HasBytes == 0 {
			c.Bytes = next.Bytes
		} else {
			c.Bytes.join(&next.Bytes)
		}
	}
	if next.Has&poolsnap.HasCount != 0 {
		if c.Has&poolsnap.HasCount == 0 {
			c.Count = next.Count
		} else {
			c.Count.join(&next.Count)
		}
	}
	c.Allocs, c.Frees = max(c.Allocs, next.Allocs), max(c.Frees, next.Frees)
	c.Has |= next.Has
	c.Samples += next.Samples
}

// Bin is the time that a cell stands for, in seconds from the start of the boot, or in snapshots where times are unknown.
type Bin struct {
	From, To  float64 // of its first and last snapshot
	Snapshots int
	Complete  int // of these, not partial
}

// Points gives the level of bytes, or of objects, for judgement. Bins that tell nothing of it are left out.
func Points(bins []Bin, cells []Cell, unit trend.Unit) []trend.Point {
	points := make([]trend.Point, 0, len(cells))
	for i := range cells {
		c := &cells[i]
		r, has := &c.Bytes, c.Has&poolsnap.HasBytes != 0
		if unit == trend.Objects {
			r, has = &c.Count, c.Has&poolsnap.HasCount != 0
		}
		if !has || c.Samples == 0 {
			continue
		}
		points = append(points, trend.Point{
			From: bins[i].From, To: bins[i].To, Samples: int(min(c.Samples, math.MaxInt32)),
			First: float64(r.First), Last: float64(r.Last), Low: float64(r.Low), High: float64(r.High),
		})
	}
	return points
}

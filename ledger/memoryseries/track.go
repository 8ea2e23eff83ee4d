package memoryseries

import "time"

// Cell is what one figure did in a bin.
type Cell struct {
	Sum       float64 // of the samples, in pages
	Samples   uint32
	Low, High uint32 // pages; 2^32-1 stands for as many or more
}

func (c *Cell) add(pages uint64) {
	v := uint32(min(pages, 1<<32-1))
	if c.Samples == 0 || v < c.Low {
		c.Low = v
	}
	c.High = max(c.High, v)
	c.Sum += float64(pages)
	c.Samples++
}

func (c *Cell) join(next *Cell) {
	if next.Samples == 0 {
		return
	}
	if c.Samples == 0 || next.Low < c.Low {
		c.Low = next.Low
	}
	c.High = max(c.High, next.High)
	c.Sum += next.Sum
	c.Samples += next.Samples
}

const (
	leastWidth = int64(45 * time.Second)
	day        = int64(24 * time.Hour)
)

// widths are the widths that bins may have, each the double of the one before: from 45 s to 96 minutes. All divide a day, so that a
// bin is about the same time of each day.
var widths = func() (list []int64) {
	for w := leastWidth; w <= day/2; w *= 2 {
		if day%w == 0 {
			list = append(list, w)
		}
	}
	return list
}()

// widest is how many times as many bins a track may have once they cannot be wider.
const widest = 16

// track is the series of a few figures that are sampled together.
type track struct {
	figures int
	scale   int   // index of widths
	first   int64 // number of the first bin
	cells   []Cell
}

func (t *track) width() int64 { return widths[t.scale] }

// bins is the number of bins.
func (t *track) bins() int { return len(t.cells) / t.figures }

// at gives the cells of the bin of a moment, making room. It is nil when the moment lies before the first bin.
func (b *Book) at(t *track, moment int64) []Cell {
	for {
		bin := moment / t.width()
		if len(t.cells) == 0 {
			t.first = bin
		}
		n := bin - t.first
		switch {
		case n < 0:
			return nil
		case n < int64(t.bins()):
			return t.cells[int(n)*t.figures:][:t.figures]
		case n >= int64(b.options.Bins) && t.scale < len(widths)-1:
			b.fold(t)
			continue
		case n >= int64(widest*b.options.Bins):
			return nil // years
		}
		b.extend(t, int(n+1)*t.figures)
	}
}

// extend makes room for cells.
func (b *Book) extend(t *track, n int) {
	if n > cap(t.cells) {
		grown := make([]Cell, len(t.cells), max(n, min(2*cap(t.cells), widest*b.options.Bins*t.figures), 4*t.figures))
		b.cells += cap(grown) - cap(t.cells)
		copy(grown, t.cells)
		t.cells = grown
	}
	t.cells = t.cells[:n]
}

// fold doubles the width of a track.
func (b *Book) fold(t *track) {
	if t.scale == len(widths)-1 {
		return
	}
	old, first := t.cells, t.first
	t.scale++
	t.first = first / 2
	used := 0
	for i := 0; i < len(old)/t.figures; i++ {
		n := int((first+int64(i))/2-t.first) * t.figures
		for k := range t.figures {
			c := old[i*t.figures+k]
			if n+k >= used {
				old[n+k] = c
				used = n + k + 1
				continue
			}
			old[n+k].join(&c)
		}
	}
	clear(old[used:])
	t.cells = old[:used]
}

// release gives up the cells of a track.
func (b *Book) release(t *track) {
	b.cells -= cap(t.cells)
	t.cells = nil
}

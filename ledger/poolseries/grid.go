package poolseries

import "slices"

// grid holds the series of one boot: all have the same bins of as many snapshots each.
type grid struct {
	book   *Book
	per    int // snapshots of a full bin
	bins   []Bin
	series []track // by number of the key
	steps  int

	open bool // a snapshot is being entered
	full bool // it is complete
	now  float64
}

// track is one series in a grid.
type track struct {
	cells   []Cell
	seen    int     // step at which it was last told of, from 1; 0 when it never was
	last    figures // what was told last, counters as they were
	wrapped [2]uint64
}

// begin opens a snapshot at a time.
func (g *grid) begin(now float64, complete bool) {
	n := len(g.bins)
	if n == 0 || g.bins[n-1].Snapshots >= g.per {
		if n >= g.book.bins {
			g.fold()
			n = len(g.bins)
		}
		if n == 0 || g.bins[n-1].Snapshots >= g.per {
			g.bins = append(g.bins, Bin{From: now})
		}
	}
	g.steps++
	g.open, g.full, g.now = true, complete, now
}

// end closes the snapshot: what it does not list holds nothing, if it is complete.
func (g *grid) end() {
	if !g.open {
		return
	}
	g.open = false
	if g.full {
		for i := range g.series {
			if t := &g.series[i]; t.seen != 0 && t.seen != g.steps {
				none := t.last
				none.count, none.bytes = 0, 0
				g.cell(t).add(g.unwrapped(t, &none))
			}
		}
	}
	b := &g.bins[len(g.bins)-1]
	b.To = g.now
	b.Snapshots++
	if g.full {
		b.Complete++
	}
}

// enter adds what the open snapshot says of one series; it tells whether it had said so already.
func (g *grid) enter(id uint32, f *figures) (again bool) {
	for uint32(len(g.series)) <= id {
		g.series = append(g.series, track{})
	}
	t := &g.series[id]
	if t.seen == g.steps {
		return true
	}
	c := g.cell(t)
	if t.seen == 0 { // it held nothing in the whole snapshots before
		for i := range t.cells {
			if n := g.bins[i].Complete; n > 0 {
				t.cells[i] = Cell{Samples: uint32(n), Has: f.has}
			}
		}
	}
	if t.seen == 0 {
		t.wrapped[0] = wrappedBefore(f)
	}
	t.seen = g.steps
	g.book.unwrap(t, f)
	t.last = *f
	c.add(g.unwrapped(t, f))
	return false
}

// unwrapped are the figures with their counters counted on.
func (g *grid) unwrapped(t *track, f *figures) *figures {
	u := *f
	u.allocs += t.wrapped[0]
	u.frees += t.wrapped[1]
	return &u
}

// cell gives the cell of the open bin.
func (g *grid) cell(t *track) *Cell {
	if n := len(g.bins); len(t.cells) < n {
		if cap(t.cells) < n {
			g.book.cells -= cap(t.cells)
			t.cells = append(make([]Cell, 0, min(max(8, 4*cap(t.cells), n), max(g.book.bins, n))), t.cells...)
			g.book.cells += cap(t.cells)
		}
		t.cells = t.cells[:n]
	}
	return &t.cells[len(g.bins)-1]
}

// fold joins bins two by two.
func (g *grid) fold() {
	g.per *= 2
	for i := range g.series {
		t := &g.series[i]
		if len(t.cells) == 0 {
			continue
		}
		g.cell(t) // all bins have a cell
		for j := 0; j < len(t.cells); j += 2 {
			c := t.cells[j]
			if j+1 < len(t.cells) {
				c.join(&t.cells[j+1])
			}
			t.cells[j/2] = c
		}
		n := (len(t.cells) + 1) / 2
		clear(t.cells[n:])
		t.cells = t.cells[:n]
	}
	for j := 0; j < len(g.bins); j += 2 {
		b := g.bins[j]
		if j+1 < len(g.bins) {
			next := &g.bins[j+1]
			b.To, b.Snapshots, b.Complete = next.To, b.Snapshots+next.Snapshots, b.Complete+next.Complete
		}
		g.bins[j/2] = b
	}
	g.bins = g.bins[:(len(g.bins)+1)/2]
}

// shrink gives back the room that fewer bins do not need.
func (g *grid) shrink() {
	for i := range g.series {
		t := &g.series[i]
		g.book.cells -= cap(t.cells)
		t.cells = slices.Clip(slices.Clone(t.cells))
		g.book.cells += cap(t.cells)
	}
}

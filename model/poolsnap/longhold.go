package poolsnap

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrOrder tells that rows of CSV or JSON lines are not in the order of time, and too many to put in order.
var ErrOrder = errors.New("rows are not in the order of time, and too many to be held: sort the file by time")

type heldKey struct {
	at   int64
	host uint32
}

type heldGroup struct {
	at     time.Time
	host   uint32
	uptime *float64
	rows   []heldRow
}

type heldRow struct {
	Row
	variant variant
	driver  string
}

// startHolding moves the first rows over.
func (l *longGroups) startHolding() {
	l.mode, l.held, l.drivers, l.last = modeHold, map[heldKey]*heldGroup{}, map[string]string{}, l.at
	for _, g := range l.now {
		h := l.heldGroup(g.host, l.at)
		h.uptime = g.snap.Memory.Uptime
		for i := range g.snap.Rows {
			r := g.snap.Rows[i]
			h.rows = append(h.rows, heldRow{r, plainTag, r.Mapped})
			l.rows++
		}
		l.spare = append(l.spare, g)
	}
	l.now = l.now[:0]
}

func (l *longGroups) heldGroup(host uint32, at time.Time) *heldGroup {
	key := heldKey{at.UnixNano(), host}
	h := l.held[key]
	if h == nil {
		h = &heldGroup{at: at, host: host}
		l.held[key] = h
		l.order = append(l.order, h)
	}
	return h
}

// ran notes how long the machine had run when the row that was added last was read.
func (l *longGroups) ran(key longKey, uptime float64) {
	if l.mode == modeHold {
		if h := l.heldGroup(key.host, key.at); h.uptime == nil {
			h.uptime = &uptime
		}
		return
	}
	for _, g := range l.now {
		if g.host == key.host && g.snap.Memory.Uptime == nil {
			g.snap.Memory.Uptime = &uptime
		}
	}
}

// hold holds a row until the end, or until there are too many of them.
func (l *longGroups) hold(row *Row, v variant, driver []byte, host uint32, at time.Time) error {
	if at.Before(l.last) {
		l.mixed = true
	} else {
		l.last = at
	}
	h := l.heldGroup(host, at)
	h.rows = append(h.rows, heldRow{*row, v, l.driver(driver)})
	if l.rows++; l.rows < l.a.opts.heldRows() {
		return nil
	}
	if l.mixed {
		return fmt.Errorf("%s:%d: %w", l.a.name, row.Line, ErrOrder)
	}
	// In order after all, with few rows for each time: go on without holding any.
	return l.release(false)
}

// driver keeps the name of a driver, one copy of each.
func (l *longGroups) driver(name []byte) string {
	if kept, ok := l.drivers[string(name)]; ok {
		return kept
	}
	kept := string(name[:min(len(name), maxName)])
	if len(l.drivers) < maxHosts {
		l.drivers[kept] = kept
	}
	return kept
}

// release gives what is held in the order of time.
func (l *longGroups) release(last bool) error {
	slices.SortStableFunc(l.order, func(a, b *heldGroup) int { return a.at.Compare(b.at) })
	l.mode = modeStream
	for i, h := range l.order {
		if i > 0 && !h.at.Equal(l.at) {
			if err := l.flush(false); err != nil {
				return err
			}
		}
		l.at = h.at
		if err := l.releaseGroup(h); err != nil {
			return err
		}
	}
	l.held, l.order, l.drivers, l.rows = nil, nil, nil, 0
	if last {
		return l.flush(true)
	}
	return nil
}

// releaseGroup adds the rows of a time and a host. What the group has already makes another snapshot of the same time.
func (l *longGroups) releaseGroup(h *heldGroup) error {
	for rows := h.rows; len(rows) > 0; {
		var again []heldRow
		g := l.group(h.host, rows[0].Line, true)
		g.snap.Memory.Uptime = h.uptime
		for i := range rows {
			switch l.a.add(g, &rows[i].Row, rows[i].variant, []byte(rows[i].driver)) {
			case addedAgain:
				again = append(again, rows[i])
			case addedNone:
				l.full(g, rows[i].Line)
			}
		}
		if rows = again; len(rows) > 0 {
			if err := l.flush(false); err != nil {
				return err
			}
		}
	}
	return nil
}

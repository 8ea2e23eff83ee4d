package poolsnap

import "time"

// longGroups puts rows of CSV and JSON lines together to snapshots: rows of the same time and host are one. Rows in
// the order of time are given as soon as the time changes. That a file goes through one tag after the other shows in
// the first rows, each of which has a time of its own: then rows are held, and given in the order of time at the end.
type longGroups struct {
	a    *assembler
	sum  *Summary
	mode longMode

	hosts map[string]uint32
	names []string
	// Streaming: the groups of the time that is read now, one for each host.
	now   []*group
	open  int // rows in them
	spare []*group
	at    time.Time
	begun bool
	timed bool      // it is a time
	last  time.Time // the greatest time
	mixed bool      // times went back

	held    map[heldKey]*heldGroup
	order   []*heldGroup
	rows    int // held
	drivers map[string]string
	pending bool // the next snapshot lacks a row
}

type longMode uint8

const (
	modeFirst longMode = iota // the first time is read
	modeStream
	modeHold
)

// smallGroup is how many rows a first snapshot has at most for its file to be taken for one that may go through one
// tag after the other.
const smallGroup = 4

// maxHosts is how many hosts a file can have.
const maxHosts = 1 << 16

// longKey says which snapshot a row is of.
type longKey struct {
	host  uint32
	at    time.Time
	timed bool // the file has times
}

// add adds a row. The text of the driver need not stay valid.
func (l *longGroups) add(row *Row, v variant, driver []byte, key longKey) error {
	host, at, timed := key.host, key.at, key.timed
	switch {
	case l.mode == modeHold && timed:
		return l.hold(row, v, driver, host, at)
	case !l.begun:
		l.at, l.begun, l.timed = at, true, timed
	case timed && !l.timed: // what came before had no times
		if err := l.flush(false); err != nil {
			return err
		}
		l.at, l.timed = at, true
	case timed && !at.Equal(l.at):
		if l.mode == modeFirst && l.fewRows() {
			l.startHolding()
			return l.hold(row, v, driver, host, at)
		}
		l.mode = modeStream
		if err := l.flush(false); err != nil {
			return err
		}
		l.at = at
	}
	g := l.group(host, row.Line, timed)
	if l.open++; l.open > maxOpen {
		l.full(g, row.Line)
		return nil
	}
	switch l.a.add(g, row, v, driver) {
	case addedAgain: // another snapshot of the same time
		l.mode = modeStream
		if err := l.flush(false); err != nil {
			return err
		}
		l.a.add(l.group(host, row.Line, timed), row, v, driver)
	case addedNone:
		l.full(g, row.Line)
	}
	return nil
}

// full notes a row that there is no room for.
func (l *longGroups) full(g *group, line int) {
	l.sum.problem(SkipFull, line, nil, "the snapshot has more rows than any machine has tags")
	g.snap.Partial = true
}

// fewRows tells whether the first time has no more rows than one tag can have.
func (l *longGroups) fewRows() bool {
	for _, g := range l.now {
		if len(g.snap.Rows) > smallGroup {
			return false
		}
	}
	return true
}

// group gives the group of a host at the time that is read.
func (l *longGroups) group(host uint32, line int, timed bool) *group {
	for _, g := range l.now {
		if g.host == host {
			return g
		}
	}
	g := &group{}
	if n := len(l.spare); n > 0 {
		g, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	g.host = host
	l.a.start(g, line)
	if timed {
		l.a.timed(g, l.at, TimeFromColumn)
	}
	g.snap.Memory.Host = l.names[host]
	if l.pending {
		g.snap.Partial, l.pending = true, false
	}
	l.now = append(l.now, g)
	return g
}

// lacking notes that a row of the time that is read could not be used.
func (l *longGroups) lacking() {
	for _, g := range l.now {
		g.snap.Partial = true
	}
	l.pending = l.pending || len(l.now) == 0
}

// flush gives the groups of the time that is read.
func (l *longGroups) flush(last bool) error {
	for i, g := range l.now {
		if err := l.a.give(g, last && i == len(l.now)-1); err != nil {
			return err
		}
		l.spare = append(l.spare, g)
	}
	l.now, l.open = l.now[:0], 0
	l.a.between()
	return nil
}

// host gives the number of a host. It is not ok when there are too many of them.
func (l *longGroups) host(name []byte) (n uint32, ok bool) {
	name = name[:min(len(name), maxName)]
	if n, ok = l.hosts[string(name)]; ok {
		return n, true
	}
	if len(l.names) >= maxHosts {
		return 0, false
	}
	n = uint32(len(l.names))
	l.hosts[string(name)] = n
	l.names = append(l.names, string(name))
	return n, true
}

// finish gives what is left.
func (l *longGroups) finish() error {
	if l.mode == modeHold {
		return l.release(true)
	}
	return l.flush(true)
}

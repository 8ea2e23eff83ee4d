package memoryseries

import "strings"

// ProcessOp is what a row about a process tells.
type ProcessOp uint8

// What rows tell.
const (
	Started ProcessOp = iota + 1
	Exists            // rundowns
	Ended
)

// Process is one row about a process. What is not known is zero.
type Process struct {
	Op          ProcessOp
	At          int64 // ns since 1970 UTC, by the clock of the capture
	PID         uint32
	Key         uint64 // kernel address of the process object
	Created     int64  // ns since 1970 UTC
	Image       string // file name
	CommandLine string
}

// The ways in which a lifetime ends.
const (
	EndNone     = ""         // it was there to the end
	EndExit     = "exit"     // an event tells
	EndReplaced = "replaced" // the number came back with another process
	EndAbsent   = "absent"   // snapshots no longer had it
	EndReboot   = "reboot"
)

// life is one lifetime.
type life struct {
	Lifetime
	track
	key  uint64
	seen int64 // number of the snapshot that had it last
	sure bool  // identity in the present capture
}

// Process enters a row about a process.
func (b *Book) Process(p Process) {
	h := b.boot
	p.At += b.step.Correct
	l := h.alive[p.PID]
	// A capture that overlaps the one before tells again what has been entered, and more has been seen since.
	late := l != nil && l.Last > p.At
	switch p.Op {
	case Ended:
		if l != nil && !late && !l.other(&p) {
			l.describe(&p)
			b.end(l, p.At, EndExit)
		}
		return
	case Started, Exists:
	default:
		return
	}
	if l != nil && p.Op == Started && !late && !l.started(&p) {
		b.end(l, p.At, EndReplaced)
		l = nil
	}
	if l != nil && l.other(&p) {
		if late {
			return
		}
		b.end(l, p.At, EndReplaced)
		l = nil
	}
	if l == nil {
		l = b.begin(p.PID, p.At)
	} else if !l.sure && !l.same(&p) {
		l.Assumed++
	}
	l.sure = true
	l.describe(&p)
	if p.Op == Started && l.Start == 0 {
		l.Start = p.At
	}
}

// twice is within which time, in ns, two providers tell of one start.
const twice = int64(5e9)

// started tells whether a start is one that is known already.
func (l *life) started(p *Process) bool {
	if l.Created != 0 && p.Created != 0 {
		return l.Created == p.Created
	}
	start := l.Start
	if start == 0 {
		start = l.Created
	}
	return start != 0 && p.At-start < twice && start-p.At < twice && sameImage(l.Image, p.Image)
}

// other tells whether a row is known to be about another process than a lifetime with the same number.
func (l *life) other(p *Process) bool {
	switch {
	case l.Created != 0 && p.Created != 0:
		return l.Created != p.Created
	case l.key != 0 && p.Key != 0:
		return l.key != p.Key || !sameImage(l.Image, p.Image)
	}
	return !sameImage(l.Image, p.Image)
}

// same tells whether a row is known to be about the lifetime.
func (l *life) same(p *Process) bool {
	return l.Created != 0 && l.Created == p.Created || l.key != 0 && l.key == p.Key
}

// longName is from which length on names may have been cut.
const longName = 14

// sameImage tells whether two names may be of one image. Nothing tells of a name that is missing.
func sameImage(a, b string) bool {
	if a == "" || b == "" || strings.EqualFold(a, b) {
		return true
	}
	n := min(len(a), len(b))
	return n >= longName && strings.EqualFold(a[:n], b[:n])
}

// describe adds what a row tells.
func (l *life) describe(p *Process) {
	if len(p.Image) > len(l.Image) {
		l.Image = p.Image
	}
	if l.CommandLine == "" {
		l.CommandLine = p.CommandLine
	}
	if p.Created != 0 && l.Created == 0 {
		l.Created = p.Created
		if l.Start == 0 {
			l.Start = p.Created
		}
	}
	if p.Key != 0 {
		l.key = p.Key
	}
}

// begin begins a lifetime.
func (b *Book) begin(pid uint32, at int64) *life {
	l := &life{sure: true, seen: b.snapshot}
	l.PID, l.First = pid, at
	l.track = track{figures: int(processFigures), scale: b.scale}
	b.boot.alive[pid] = l
	b.boot.lives = append(b.boot.lives, l)
	return l
}

// end ends a lifetime. One that was too short is given up.
func (b *Book) end(l *life, at int64, how string) {
	l.End, l.Ending = at, how
	delete(b.boot.alive, l.PID)
	if l.Samples == 0 || l.Last-l.First < int64(b.options.Least) {
		b.keepShort(l)
		b.release(&l.track)
		b.boot.short++
		l.gone = true
	}
}

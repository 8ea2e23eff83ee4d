package ledger

import "strings"

// process is a lifetime while its book is kept.
type process struct {
	// What rows of private memory ask for stands together.
	number  uint32
	index   uint32 // in Ledger.processes, from 1
	batch   uint32 // the latest batch that has operations of it
	ended   bool
	open    bool     // announced, and not ended: no row has to be held back
	segment *segment // where the latest of the operations are
	account *account // nil while no private memory was seen
	held    []heldRow

	life   *Lifetime
	before *process // lifetime that had the number before, nil when none is known

	key         uint64 // kernel address of the process object, 0 when not known
	first       int64  // first row that named the number
	announced   int64  // time of the process row that announced it
	manifest    bool   // announced by the manifest provider
	terminating int64  // time of a terminate row, 0 when there was none
	listedAtEnd bool   // the end rundown lists it as running
	endLost     bool   // its end is known only from what came after
	wow64       bool

	holdings []holding
	images   imageSet
	main     mainImage
	views    map[uint64]view
	faults   faultSum

	began         int64 // origin, whatever the window is; set in the end
	startedBefore bool  // its start was seen before the window

	mappedFiles fileSums // of views that are outstanding
	memory      memorySeries
}

// Flags of process rows, version 4.
const processFlagWow64 = 2

// contradicts tells whether a process row cannot be about this lifetime: it has another process object, another parent
// or another image.
func (p *process) contradicts(r *processRow) bool {
	l := p.life
	if !l.Announced {
		return false
	}
	if p.key != 0 && r.key != 0 && p.key != r.key {
		return true
	}
	if l.ParentKnown && r.parentKnown && l.ParentPID != r.parent {
		return true
	}
	return !sameImage(l.Image, r.name)
}

// sameImage compares file names of images, either of which may be unknown or cut to the 14 or 15 characters that the
// process object has room for.
func sameImage(a, b string) bool {
	const leastCut = 14
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == "" || strings.EqualFold(a, b) || len(a) >= leastCut && strings.EqualFold(a, b[:len(a)])
}

// announce takes over what a process row says and was not known.
func (p *process) announce(r *processRow) {
	l := p.life
	if !l.Announced {
		l.Announced, p.open = true, !p.ended
		l.Image = "" // what image rows let suppose
		p.announced, p.manifest = r.nano, r.manifest
		l.SessionID = r.session
	}
	if p.key == 0 {
		p.key = r.key
	}
	if !l.ParentKnown && r.parentKnown {
		l.ParentPID, l.ParentKnown = r.parent, true
	}
	fill(&l.Image, r.name)
	if len(r.name) > len(l.Image) && sameImage(l.Image, r.name) {
		l.Image = r.name // not cut
	}
	fill(&l.ImagePath, r.exe)
	fill(&l.CommandLine, r.commandLine)
	fill(&l.SID, r.sid)
	p.wow64 = p.wow64 || r.flags&processFlagWow64 != 0
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

// within gives a time as one of the lifetime: what is logged after its end counts as happening at its end.
func (p *process) within(now int64) int64 {
	if p.ended {
		return min(now, p.life.EndNano)
	}
	return now
}

// close ends the lifetime at a time.
func (p *process) close(at int64, seen bool) {
	p.ended, p.open = true, false
	p.life.EndNano, p.life.EndSeen = max(at, p.life.StartNano), seen
}

// origin is where the evidence about the lifetime begins: with its start, or with what was seen shortly before it.
func (p *process) origin() int64 {
	if p.life.StartSeen {
		return min(p.first, p.life.StartNano)
	}
	return p.life.StartNano
}

// exit takes over the exit status of an end row.
func (p *process) exit(r *processRow) {
	if r.hasExit {
		p.life.ExitStatus, p.life.HasExitStatus = r.exit, true
	}
}

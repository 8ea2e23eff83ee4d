package memoryseries

import "time"

// Pages are the figures of a snapshot, in pages, and which of them are known (bit i for figure i).
type Pages struct {
	Value [max(processFigures, Figure(systemFigures))]uint64
	Known uint8
}

// Put sets a figure.
func (p *Pages) Put(figure int, value uint64) {
	p.Value[figure] = value
	p.Known |= 1 << figure
}

// moment corrects the time of a row, and tells whether it is to be left out because the boot has been read up to there.
func (b *Book) moment(at int64) (int64, bool) {
	if b.options.From != 0 && at < b.options.From || b.options.To != 0 && at >= b.options.To {
		return at, true
	}
	at += b.step.Correct
	if at <= b.horizon {
		b.set.Skipped++
		b.skipped = true
		return at, true
	}
	return at, false
}

// Memory enters a snapshot of the system.
func (b *Book) Memory(at int64, p Pages) {
	at, late := b.moment(at)
	if late {
		return
	}
	b.enter(&b.boot.system, at, &p)
	b.boot.saw(at)
	b.set.SystemSnapshots++
}

// together is within which time rows of processes are of one snapshot, which may take several events.
const together = int64(250 * time.Millisecond)

// absent is in how many snapshots in a row a process is missing that has ended.
const absent = 3

// Sample enters what a snapshot tells of a process. The image is what rows before it tell of the number, empty for nothing.
func (b *Book) Sample(at int64, pid uint32, image string, p *Pages) {
	at, late := b.moment(at)
	if late || pid == 0 {
		return
	}
	if !b.snapOpen || at-b.snapAt > together || at < b.snapAt {
		b.closeSnapshot()
		b.snapOpen, b.snapAt, b.snapSum = true, at, 0
		b.snapshot++
		b.boot.saw(at)
		b.boot.Snapshots++
		b.set.Snapshots++
	}
	l := b.boot.alive[pid]
	switch {
	case l == nil:
	case !l.sure && !sameImage(l.Image, image):
		b.end(l, at, EndReplaced)
		l = nil
	case !l.sure:
		l.Assumed++
		l.sure = true
	case l.Samples > 0 && b.snapshot-l.seen > absent:
		b.end(l, l.Last, EndAbsent)
		l = nil
	}
	if l == nil {
		l = b.begin(pid, at)
	}
	if l.Image == "" {
		l.Image = image
	}
	if l.Samples == 0 {
		l.First = at
	}
	l.Samples++
	l.Last, l.seen = at, b.snapshot
	b.snapSum += p.Value[Commit]
	b.enter(&l.track, at, p)
	b.set.Rows++
}

// closeSnapshot enters the sum over the processes of a snapshot.
func (b *Book) closeSnapshot() {
	if !b.snapOpen {
		return
	}
	b.snapOpen = false
	var p Pages
	p.Put(int(ProcessCommit), b.snapSum)
	b.enter(&b.boot.system, b.snapAt, &p)
}

// SessionSample enters what a snapshot tells of a terminal session.
func (b *Book) SessionSample(at int64, id uint32, p *Pages) {
	at, late := b.moment(at)
	if late {
		return
	}
	s := b.boot.sessions[id]
	if s == nil {
		if len(b.boot.sessions) >= mostSessions {
			return
		}
		s = &session{Session: Session{ID: id}, track: track{figures: int(processFigures), scale: b.scale}}
		b.boot.sessions[id] = s
	}
	s.Samples++
	b.boot.saw(at)
	b.enter(&s.track, at, p)
}

const mostSessions = 10_000 // of a boot

package ledger

import (
	"fmt"
	"testing"

	"etledger/model"
)

// books is a ledger that is fed by hand, row by row, and verified after each. Times are seconds from the start.
type books struct {
	t *testing.T
	l *Ledger

	unverified bool             // only at the end
	finisher   func() *Accounts // instead of Finish, if set
}

const (
	captureStart = int64(1_700_000_000_000_000_000)
	codeBase     = uint64(0x7ff600000000)
	kernelBase   = uint64(0xfffff80000000000)
)

func newBooks(t *testing.T, options Options) *books {
	options.Stacks = true
	b := &books{t: t, l: New(options)}
	b.l.begins(captureStart, 0)
	return b
}

func nanos(at float64) int64 { return captureStart + int64(at*1e9) }

// stamp is what tells of the event of a row.
type stamp struct {
	nano, ticks int64
	processor   uint16
	pid, tid    uint32
}

// stamp makes the stamp of a row whose header names no process; raw ticks are those of the time.
func (b *books) stamp(at float64) stamp {
	b.l.Reach(nanos(at))
	b.l.reach(nanos(at))
	return stamp{nano: nanos(at), ticks: nanos(at), pid: noNumber, tid: noNumber}
}

// virtual makes a row of private memory.
func (s stamp) virtual(op uint8, process uint32) virtualRow {
	return virtualRow{nano: s.nano, ticks: s.ticks, processor: s.processor, pid: s.pid, tid: s.tid, op: op, process: process}
}

func (b *books) process(op uint8, at float64, pid, parent uint32, name string, change ...func(*processRow)) {
	b.t.Helper()
	r := processRow{nano: b.stamp(at).nano, by: noNumber, op: op, number: pid, parent: parent, parentKnown: parent != 0,
		name: name, key: 0xffffa80000000000 + uint64(pid)<<8}
	for _, f := range change {
		f(&r)
	}
	b.l.processRow(&r)
	b.verify()
}

func (b *books) virtual(op uint8, at float64, pid uint32, base, size uint64, flags uint32, change ...func(*virtualRow)) {
	b.t.Helper()
	r := b.stamp(at).virtual(op, pid)
	r.base, r.size, r.flags = base, size, flags
	for _, f := range change {
		f(&r)
	}
	b.l.virtualRow(&r)
	b.verify()
}

func (b *books) alloc(at float64, pid uint32, base, size uint64, change ...func(*virtualRow)) {
	b.t.Helper()
	b.virtual(model.VirtualOpAlloc, at, pid, base, size, both, change...)
}

func (b *books) free(at float64, pid uint32, base, size uint64) {
	b.t.Helper()
	b.virtual(model.VirtualOpFree, at, pid, base, size, release)
}

func by(pid uint32) func(*virtualRow)  { return func(r *virtualRow) { r.pid = pid } }
func tid(tid uint32) func(*virtualRow) { return func(r *virtualRow) { r.tid = tid } }
func on(cpu uint16) func(*virtualRow)  { return func(r *virtualRow) { r.processor = cpu } }

// stack enters a stack record of the event at a time.
func (b *books) stack(op uint8, at, event float64, pid, tid uint32, cpu uint16, key uint64, frames ...uint64) {
	b.t.Helper()
	b.stamp(at)
	r := stackRow{op: op, event: nanos(event), process: pid, thread: tid, key: key, frames: frames}
	r.processor = cpu
	b.l.stackRow(&r)
	b.verify()
}

func (b *books) image(op uint8, at float64, pid uint32, base, size uint64, name string) {
	b.t.Helper()
	r := imageRow{nano: b.stamp(at).nano, op: op, process: pid, base: base, size: size, name: name}
	b.l.imageRow(&r)
}

func (b *books) thread(op uint8, at float64, pid, tid uint32, stackBase, stackLimit uint64) {
	r := threadRow{nano: b.stamp(at).nano, op: op, process: pid, thread: tid, stackBase: stackBase, stackLimit: stackLimit}
	b.l.threadRow(&r)
}

func (b *books) counters(at float64, pid uint32, atExit bool, private uint64) {
	r := counterRow{nano: b.stamp(at).nano, process: pid, atExit: atExit,
		Counters: Counters{AtExit: atExit, PrivateBytes: private, PeakPrivateBytes: 1 << 20}}
	b.l.counterRow(&r)
}

// verify checks what must hold of the books after every row.
func (b *books) verify() {
	b.t.Helper()
	if b.unverified {
		return
	}
	b.l.sync()
	if err := b.l.verify(); err != nil {
		b.t.Fatal(err)
	}
}

func (l *Ledger) verify() error {
	last := map[uint32]*process{}
	for i, p := range l.processes {
		if int(p.index) != i+1 {
			return fmt.Errorf("lifetime %d has index %d", i+1, p.index)
		}
		if before := last[p.life.PID]; before != nil && !p.life.Defunct {
			switch {
			case !before.ended:
				return fmt.Errorf("number %d has two lifetimes at once", p.life.PID)
			case before.life.EndNano > p.life.StartNano:
				return fmt.Errorf("lifetimes of number %d overlap", p.life.PID)
			}
		}
		last[p.life.PID] = p
		if p.account != nil {
			var settled []uint64
			if p.ended {
				settled = append(settled, 0)
			}
			for _, h := range p.holdings {
				settled = append(settled, h.pages)
			}
			if err := p.account.verify(settled...); err != nil {
				return fmt.Errorf("number %d: %w", p.life.PID, err)
			}
		}
	}
	return nil
}

// finish closes the books and checks what must hold of the accounts.
func (b *books) finish(at float64) *Accounts {
	b.t.Helper()
	b.l.Reach(nanos(at))
	finish := b.l.Finish
	if b.finisher != nil {
		finish = b.finisher
	}
	a := finish()
	for _, l := range a.Lifetimes {
		if err := l.verify(); err != nil {
			b.t.Errorf("number %d, %s: %v", l.PID, l.Image, err)
		}
	}
	return a
}

// verifyStacks checks that stacks and suspects tell of the same memory, and of all that there is.
func (l *Lifetime) verifyStacks() error {
	if l.Stacks == nil {
		return nil
	}
	var sum Stack
	places := make([]Suspect, len(l.Suspects))
	for i, s := range l.Stacks {
		sum.AllocatedBytes += s.AllocatedBytes
		sum.OutstandingBytes += s.OutstandingBytes
		if s.OutstandingBytes > s.AllocatedBytes || s.Count > s.Allocations {
			return fmt.Errorf("stack %d: %d bytes of %d in %d of %d allocations are outstanding", i, s.OutstandingBytes,
				s.AllocatedBytes, s.Count, s.Allocations)
		}
		if s.Suspect >= 0 {
			p := &places[s.Suspect]
			p.AllocatedBytes += s.AllocatedBytes
			p.Allocations += s.Allocations
			p.OutstandingBytes += s.OutstandingBytes
			p.Count += s.Count
		} else if len(places) > 0 && s.OutstandingBytes > 0 {
			return fmt.Errorf("stack %d has %d bytes outstanding and is charged to no suspect", i, s.OutstandingBytes)
		}
	}
	if v := &l.VirtualAlloc; sum.AllocatedBytes != v.CommitBytes || sum.OutstandingBytes != v.OutstandingCommitBytes {
		return fmt.Errorf("stacks allocated %d of %d bytes and left %d of %d", sum.AllocatedBytes, v.CommitBytes,
			sum.OutstandingBytes, v.OutstandingCommitBytes)
	}
	for i, p := range places {
		s := l.Suspects[i]
		if p.AllocatedBytes != s.AllocatedBytes || p.Allocations != s.Allocations || p.Count != s.Count ||
			p.OutstandingBytes != s.OutstandingBytes {
			return fmt.Errorf("stacks of suspect %d sum up to %+v, not %+v", i, p, s)
		}
	}
	return nil
}

// verify checks what must hold of a finished lifetime.
func (l *Lifetime) verify() error {
	v := &l.VirtualAlloc
	if v.CommitBytes-v.FreedBytes != v.OutstandingCommitBytes {
		return fmt.Errorf("commit %d - freed %d is not outstanding %d", v.CommitBytes, v.FreedBytes, v.OutstandingCommitBytes)
	}
	var bySite uint64
	for i, s := range l.Suspects {
		bySite += s.OutstandingBytes
		var born float64
		for _, c := range s.Cohorts {
			born += c.Surviving
		}
		if s.Cohorts != nil && born != float64(s.OutstandingBytes) {
			return fmt.Errorf("cohorts of suspect %d sum up to %v of %d", i, born, s.OutstandingBytes)
		}
	}
	if len(l.Suspects) > 0 && bySite != v.OutstandingCommitBytes {
		return fmt.Errorf("suspects sum up to %d of %d", bySite, v.OutstandingCommitBytes)
	}
	if err := l.verifyStacks(); err != nil {
		return err
	}
	var born, surviving, died float64
	end := l.Evidence.Start
	for i, c := range l.Evidence.Cohorts {
		born += c.Born
		surviving += c.Surviving
		if c.From != end || c.To < c.From {
			return fmt.Errorf("cohort %d is [%v, %v] after %v", i, c.From, c.To, end)
		}
		end = c.To
	}
	for _, d := range l.Evidence.Deaths {
		died += d.Bytes
	}
	switch {
	case l.Evidence.Cohorts == nil:
		return nil
	case end != l.Evidence.End:
		return fmt.Errorf("cohorts end at %v, the lifetime at %v", end, l.Evidence.End)
	case born != float64(v.CommitBytes) || surviving != float64(v.OutstandingCommitBytes):
		return fmt.Errorf("born %v, surviving %v, not %d and %d", born, surviving, v.CommitBytes, v.OutstandingCommitBytes)
	case died != float64(v.FreedBytes-v.InferredFreedBytes):
		return fmt.Errorf("died %v is not %d - %d", died, v.FreedBytes, v.InferredFreedBytes)
	}
	for i, s := range l.Evidence.Level {
		if s.Low < 0 || s.High < s.Low || s.End < s.Low || s.End > s.High {
			return fmt.Errorf("sample %d is %+v", i, s)
		}
	}
	return nil
}

// lifetime gives the n-th lifetime of a number.
func lifetime(t *testing.T, a *Accounts, pid uint32, n int) *Lifetime {
	t.Helper()
	for _, l := range a.Lifetimes {
		if l.PID == pid {
			if n == 0 {
				return l
			}
			n--
		}
	}
	t.Fatalf("number %d has too few lifetimes", pid)
	return nil
}

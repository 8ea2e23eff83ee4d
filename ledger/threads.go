package ledger

import (
	"cmp"
	"slices"

	"etledger/model"
)

// thread is what is known of the thread that has a number.
type thread struct {
	process               uint32
	ended                 bool
	stackBase, stackLimit uint64 // user stack, base above limit; 0 when not recorded
}

// threadRow enters a thread row: it leads from a thread number to a process (rule 19).
func (l *Ledger) threadRow(r *threadRow) {
	t, known := l.thread(r.thread)
	switch r.op {
	case model.OpEnd:
		if !known || t.process != r.process {
			l.claimFaults(r.thread, r.process, r.nano)
		}
		t.process, t.ended = r.process, true
	case model.OpRundownEnd, model.OpRundownStart:
		if !known {
			l.claimFaults(r.thread, r.process, r.nano)
		}
		fallthrough
	default:
		*t = thread{process: r.process, stackBase: r.stackBase, stackLimit: r.stackLimit}
	}
}

// thread gives the thread that has a number, made when there is none, and whether it was known.
func (l *Ledger) thread(number uint32) (t *thread, known bool) {
	at := l.threadPlaces.get(uint64(number))
	if at == 0 {
		l.threads = append(l.threads, thread{})
		at = uint32(len(l.threads))
		l.threadPlaces.set(uint64(number), at)
		return &l.threads[at-1], false
	}
	return &l.threads[at-1], true
}

// faultRow enters a hard fault. One of a thread that nothing has announced yet waits for a row that does.
func (l *Ledger) faultRow(r *faultRow) {
	if l.stage == stageAfter {
		return
	}
	one := HardFaults{Count: 1, Bytes: uint64(r.bytes), DurationNS: uint64(max(r.duration, 0))}
	fault := faultSum{HardFaults: one}
	fault.files.add(l.files.At(r.file), FileSum{Count: one.Count, Bytes: one.Bytes, DurationNS: one.DurationNS})
	number := r.process
	if at := l.threadPlaces.get(uint64(r.thread)); at != 0 {
		number = l.threads[at-1].process
	}
	if number == noNumber {
		sum := l.faults[r.thread]
		sum.add(fault)
		l.faults[r.thread] = sum
		return
	}
	l.owner(number, r.nano).faults.add(fault)
}

// claimFaults gives the faults of a thread that had not been announced to the process that it is now known to be of.
func (l *Ledger) claimFaults(thread, process uint32, now int64) {
	if sum, ok := l.faults[thread]; ok {
		l.owner(process, now).faults.add(sum)
		delete(l.faults, thread)
	}
}

// unclaimedFaults counts the faults of threads that nothing ever announced.
func (l *Ledger) unclaimedFaults() (n uint64) {
	for _, sum := range l.faults {
		n += sum.Count
	}
	return n
}

// userStacks gives the page ranges of the user stacks of a process's live threads, in order of address.
func (l *Ledger) userStacks() map[uint32][]region {
	stacks := map[uint32][]region{}
	for _, t := range l.threads {
		if t.ended || t.stackBase <= t.stackLimit {
			continue
		}
		lo, hi := pageRange(t.stackLimit, t.stackBase-t.stackLimit, pageBytes)
		stacks[t.process] = append(stacks[t.process], region{lo: lo, hi: hi})
	}
	for _, list := range stacks {
		slices.SortFunc(list, func(a, b region) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	}
	return stacks
}

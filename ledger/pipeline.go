package ledger

// This file is where the first step of the books hands over to the second: see operation.

// makeRoom has the batch carried out when it is full.
func (l *Ledger) makeRoom() {
	if l.batch.isFull(l.pending.latest) {
		l.handOver()
	}
}

// handOver has the batch carried out, while the next one is filled unless Options.Concurrency is 1. At most one is under
// way. Nothing has to be closed: a ledger that is given up leaves no more behind than goroutines that finish a batch.
func (l *Ledger) handOver() {
	l.closeBatch()
	l.carrier.finish()
	full := l.batch
	l.carrier.start(full)
	if l.carrier.batch == nil { // carried out at once
		full.begin(full, &l.pending, l.most)
		return
	}
	next := l.spare
	if next == nil {
		next = new(batch)
	}
	next.begin(full, &l.pending, l.most)
	l.batch, l.spare = next, full
}

// sync has all operations carried out: after it the accounts are up to date, and nobody works on them.
func (l *Ledger) sync() {
	l.carrier.finish()
	if l.batch.used+len(l.batch.charges) == 0 {
		return
	}
	l.closeBatch()
	l.carrier.start(l.batch)
	l.carrier.finish()
	l.batch.begin(l.batch, &l.pending, l.most)
}

// closeBatch notes what the operations of the batch depend on.
func (l *Ledger) closeBatch() {
	b := l.batch
	b.lastEvent, b.linked, b.pending = l.pending.latest, l.pending.linked, len(l.pending.ring)
	for i := range b.shares {
		b.shares[i].account = b.shares[i].process.account
	}
}

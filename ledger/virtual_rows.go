package ledger

import "etledger/model"

// enterVirtual enters rows of private memory. Most are allocations and frees of a process that is known to be alive, in
// which nothing is held back: they become operations straight from their columns. The others go the way of virtualRow,
// which is the same for all.
func (r *chunkRows) enterVirtual(l *Ledger, from, to int) {
	v := &r.virtual
	ops := v.Op[from:to]
	pids, nanos, flags := v.PID[from:to], v.UnixNano[from:to], v.AllocFlags[from:to]
	bases, sizes := v.BaseAddress[from:to], v.RegionSize[from:to]
	pids, nanos, flags = pids[:len(ops)], nanos[:len(ops)], flags[:len(ops)]
	bases, sizes = bases[:len(ops)], sizes[:len(ops)]
	var row virtualRow
	for i, op := range ops {
		p := l.owner(pids[i], nanos[i])
		if op != model.VirtualOpAlloc && op != model.VirtualOpFree || !p.open || len(p.held) > 0 {
			row.take(v, from+i)
			l.virtualRow(&row)
			continue
		}
		l.makeRoom()
		l.leave()
		l.coverage.VirtualAllocEvents++
		lo, hi := pageRange(bases[i], sizes[i], l.pageSize)
		is := eventIs(0)
		if op == model.VirtualOpAlloc {
			is = isEntered | l.countCommit(flags[i])
		}
		by := numberOf(&v.HeaderPID, from+i)
		if from+i < r.unasked {
			l.pending.latest++
		} else {
			e := l.pending.push(v.Ticks[from+i])
			e.birth, e.is, e.processor = nanos[i], is, v.Processor[from+i]
			e.owner, e.process, e.actor, e.thread = p.index, pids[i], by, numberOf(&v.HeaderTID, from+i)
		}
		o := l.operate(p)
		if op == model.VirtualOpFree {
			o.put(doFree, nanos[i], lo, hi, flags[i], 0)
			continue
		}
		o.put(doAllocate, nanos[i], lo, hi, flags[i], uint32(l.pending.latest))
		if by != noNumber {
			l.nameActor(p, by, l.pending.latest, doName)
		}
	}
}

// unaskedRows gives the row of private memory before which no event of the chunk can get a stack: as long as no stack
// record has been met, nor is in the chunk, the latest events alone may be asked for.
func (r *chunkRows) unaskedRows(l *Ledger) int {
	if l.pending.linked || r.common[model.TableStack] != nil {
		return 0
	}
	ops := r.virtual.Op
	for row, events := len(ops)-1, 0; row >= 0; row-- {
		if ops[row] != model.VirtualOpAlloc && ops[row] != model.VirtualOpFree {
			continue
		}
		if events++; events == fewPending {
			return row
		}
	}
	return 0
}

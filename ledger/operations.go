package ledger

// The books are kept in two steps. The first walks the rows in their order, keeps the lifetimes, images, stacks and all
// that rows of several tables have to do with, and turns what concerns the memory of a lifetime into operations. The
// second carries the operations out on the accounts. An operation touches nothing but the account of its lifetime, so
// the second step takes the lifetimes of a batch one after the other, or several at once: the results are the same, and
// an account that is worked on for a while stays in the processor's caches.

// operation is one step on the account of a lifetime. It refers to nothing of a chunk.
type operation struct {
	now   int64  // ns since 1970 UTC
	lo    uint64 // page, or what the kind says
	span  uint64 // end of the pages, below the kind
	flags uint32
	event uint32 // last digits of the number in the index of pending events
}

type operationKind uint64

const (
	doAllocate operationKind = iota << kindShift
	doLate                   // an allocation that can get no stack any more
	doFree
	doSeed      // a region that the start rundown lists, with its committed pages as now
	doList      // the same, of the end rundown
	doSnapshot  // a memory snapshot, with the commit in bytes as lo
	doAttribute // the allocation that event tells has its site as flags and its actor, as in record, as lo
	doName      // process lo, whose lifetime has the index flags, made the allocation just before
	doNameLate  // the same, of the allocation that event tells
)

// kindShift is where the kind stands: above all ends of pages.
const kindShift = 56

// put fills an operation in.
func (o *operation) put(kind operationKind, now int64, lo, hi uint64, flags, event uint32) {
	o.now, o.lo, o.span, o.flags, o.event = now, lo, hi|uint64(kind), flags, event
}

func (o *operation) kind() operationKind { return operationKind(o.span >> kindShift << kindShift) }

// moves tells whether the operation is an allocation or a free.
func (o *operation) moves() bool { return o.kind() <= doFree }

// hi is the end of the pages.
func (o *operation) hi() uint64 { return o.span & (1<<kindShift - 1) }

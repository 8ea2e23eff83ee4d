package ledger

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"

	"etledger/model"
)

// Options set the limits of a ledger. The zero value gives the defaults.
type Options struct {
	// PendingStacks is how many of the latest memory events can still find their stack, rounded up to a power of two;
	// default 65,536. Records of stacks come after their event, those of user-mode parts maybe much later.
	PendingStacks int
	// StackFrames bounds the addresses that are kept for distinct stacks; default 16 Mi, which take 128 MiB. Stacks
	// beyond are counted in Coverage.StacksDropped.
	StackFrames int
	// StackSums bounds the sums of what distinct stacks allocated, one for each stack in each lifetime; default 1 Mi, which
	// take 48 MiB. What stacks beyond allocated counts as of an unknown stack, and in Coverage.StacksDropped.
	StackSums int
	// SuspectCohorts is for how many suspects of a lifetime, the greatest first, the births over time are given; default
	// 1,000. For as many of its stacks they are given when Stacks is set.
	SuspectCohorts int
	// Concurrency is how many goroutines may work at once, that of the caller counted; 0 means GOMAXPROCS, 1 that no
	// goroutine is started. The accounts are the same whatever it is.
	Concurrency int
	// Stacks asks for Lifetime.Stacks: every distinct stack with what it allocated and left outstanding.
	Stacks bool
	// Flows asks for Lifetime.Flows: what was committed and given back over time.
	Flows bool
	// Window is the part of the capture that the books are about; the zero value is all of it. A window that begins after
	// the end of the capture holds nothing.
	Window Window
}

func (o *Options) setDefaults() {
	if o.PendingStacks <= 0 {
		o.PendingStacks = 1 << 16
	}
	size := fewPending
	for size < o.PendingStacks && size < 1<<24 {
		size *= 2
	}
	o.PendingStacks = size
	if o.StackFrames <= 0 {
		o.StackFrames = 16 << 20
	}
	if o.StackSums <= 0 {
		o.StackSums = 1 << 20
	}
	if o.SuspectCohorts <= 0 {
		o.SuspectCohorts = 1000
	}
	if o.Concurrency <= 0 {
		o.Concurrency = runtime.GOMAXPROCS(0)
	}
}

// ErrFinished is the error of Add after Finish.
var ErrFinished = errors.New("ledger: rows added to finished accounts")

// ChunkError tells of a chunk that does not hold together: its order names more or fewer rows of a table than there are.
type ChunkError struct {
	Table      model.Table
	Want, Have int // rows by the chunk's order, and rows of its batch
}

func (e *ChunkError) Error() string {
	return fmt.Sprintf("ledger: chunk orders %d rows of table %v but holds %d", e.Want, e.Table, e.Have)
}

// Ledger keeps the books of one capture. It is for one goroutine at a time, and may have others work for it
// (Options.Concurrency): these are never more than one step behind, Finish waits for them, and they end by themselves
// when a ledger is given up without it.
type Ledger struct {
	options  Options
	started  bool
	finished *Accounts
	start    int64 // first event, ns since 1970 UTC
	now      int64 // latest row
	span     span  // what is counted
	stage    stage
	turn     int64 // time at which the stage changes

	processes    []*process
	numbers      index                  // of the latest lifetime of each process number: its index
	recent       [recentOwners]*process // owners asked for of late
	texts        map[string]string      // paths of images, each kept once
	ended        []*process             // not yet settled, in order of their end
	threads      []thread
	threadPlaces index               // of a thread in threads, by its number, from 1
	faults       map[uint32]faultSum // by threads that nothing has announced yet
	identified   identified
	versions     versionBook
	shown        map[*Image]*image // images that frames are in
	files        model.FileNames
	paths        model.Paths

	batch   *batch // of operations, while it is filled
	spare   *batch // carried out, or under way; nil before there was one
	most    int    // segments of a batch
	carrier carrier

	pending       pendingIndex
	stacks        stackTable
	kernel        imageSet
	kernelFloor32 uint64 // where the kernel's addresses begin on a 32-bit system, 0 on others

	pool      poolBook
	system    System
	volumes   map[Volume]bool
	snapshots snapshotSummary
	samples   memorySamples
	pageSize  uint64
	keywords  keywordBook
	coverage  Coverage
	seeded    bool // the start rundown of memory came before the end of the window
	flowShift uint8
	unlisted  bool // a part of the end rundown of memory came after it
}

// New makes an empty ledger.
func New(options Options) *Ledger {
	options.setDefaults()
	l := &Ledger{
		options: options, pageSize: pageBytes, stacks: newStackTable(options.StackFrames),
		batch: new(batch), most: mostSegments, pending: newPendingIndex(),
		carrier: carrier{
			allocated: allocatedSums{most: options.StackSums}, helpers: options.Concurrency - 1, few: fewSegments / 2,
		},
		faults: map[uint32]faultSum{},
		shown:  map[*Image]*image{},
		texts:  map[string]string{}, volumes: map[Volume]bool{}, span: newSpan(0, &Options{}), turn: never,
	}
	l.batch.begin(l.batch, &l.pending, l.most)
	return l
}

// Read keeps the books of a whole capture: it adds every chunk, releases it, and finishes. It stops with the context's
// error when that ends, and with the first error that the chunks or Add give.
func Read(ctx context.Context, chunks iter.Seq2[*model.Chunk, error], options Options) (*Accounts, error) {
	l := New(options)
	for chunk, err := range chunks {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = l.Add(chunk)
		}
		if err != nil {
			return nil, err
		}
		chunk.Release()
	}
	return l.Finish(), nil
}

// Add enters the rows of a chunk. Chunks come in the order of time, with the columns that Needs names or more; what the
// ledger keeps of one is copied, so it may be released afterwards. A chunk that is refused, with a ChunkError or a
// ColumnError, leaves the books as they were.
func (l *Ledger) Add(c *model.Chunk) error {
	if l.finished != nil {
		return ErrFinished
	}
	order := c.Order()
	if err := checkOrder(c, order); err != nil {
		return err
	}
	if err := checkColumns(c); err != nil {
		return err
	}
	newChunkRows(c, l).enter(l, order)
	return nil
}

// text gives a string of a row as one that may be kept.
func (l *Ledger) text(s string) string {
	kept, ok := l.texts[s]
	if !ok {
		kept = strings.Clone(s)
		l.texts[kept] = kept
	}
	return kept
}

// Reach tells the ledger that the capture goes on to a time, in ns since 1970 UTC, at which no row may have been. The
// latest time told, and that of the latest row, is where accounts that have not ended are cut off.
func (l *Ledger) Reach(nano int64) {
	l.now = max(l.now, nano)
}

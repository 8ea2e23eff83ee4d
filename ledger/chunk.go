package ledger

import (
	"math"

	"etledger/model"
)

// chunkRows walks the rows of all tables of a chunk in their exact order.
type chunkRows struct {
	process       model.ProcessRows
	thread        model.ThreadRows
	image         model.ImageRows
	counters      model.ProcessCountersRows
	virtual       model.VirtualAllocRows
	views         model.MapViewRows
	faults        model.HardFaultRows
	files         model.FileNameRows
	memory        model.MemoryInfoRows
	processMemory model.ProcessMemoryInfoRows
	pool          model.PoolRows
	stacks        model.StackRows
	frames        []uint64
	system        model.SystemRows
	volumes       model.VolumeRows
	masks         model.GroupMaskRows
	versions      model.ImageVersionRows

	common  [256]*model.Common // of each table that is walked
	next    [256]int           // row of each table that comes next
	unasked int                // as unaskedRows gives
}

// checkOrder tells whether the order of a chunk names the rows that it has.
func checkOrder(c *model.Chunk, order []model.Table) error {
	var rows [256]int
	for at := 0; at < len(order); {
		n := runOf(order[at:])
		rows[order[at]] += n
		at += n
	}
	for t := range model.Tables() {
		have := 0
		if b := c.Batch(t); b != nil && t != model.TableFrame {
			have = b.Len()
		}
		if rows[t] != have {
			return &ChunkError{Table: t, Want: rows[t], Have: have}
		}
	}
	return nil
}

// runOf counts the rows of one table that an order begins with.
func runOf(order []model.Table) int {
	n := 1
	for n < len(order) && order[n] == order[0] {
		n++
	}
	return n
}

// newChunkRows binds the views of the tables that the books are made from.
func newChunkRows(c *model.Chunk, l *Ledger) *chunkRows {
	r := new(chunkRows)
	for t := range model.Tables() {
		if b := c.Batch(t); b != nil {
			r.common[t] = r.bind(t, b)
		}
	}
	r.unasked = r.unaskedRows(l)
	return r
}

// bind makes the view of a batch and gives its common columns, nil when the books need nothing of the table's rows.
func (r *chunkRows) bind(t model.Table, b *model.Batch) *model.Common {
	switch t {
	case model.TableProcess:
		r.process = b.Process()
		return &r.process.Common
	case model.TableThread:
		r.thread = b.Thread()
		return &r.thread.Common
	case model.TableImage:
		r.image = b.Image()
		return &r.image.Common
	case model.TableProcessCounters:
		r.counters = b.ProcessCounters()
		return &r.counters.Common
	case model.TableVirtualAlloc:
		r.virtual = b.VirtualAlloc()
		return &r.virtual.Common
	case model.TableMapView:
		r.views = b.MapView()
		return &r.views.Common
	case model.TableHardFault:
		r.faults = b.HardFault()
		return &r.faults.Common
	case model.TableFileName:
		r.files = b.FileName()
		return &r.files.Common
	case model.TableMemoryInfo:
		r.memory = b.MemoryInfo()
		return &r.memory.Common
	case model.TableProcessMemoryInfo:
		r.processMemory = b.ProcessMemoryInfo()
		return &r.processMemory.Common
	case model.TablePool:
		r.pool = b.Pool()
		return &r.pool.Common
	case model.TableStack:
		r.stacks = b.Stack()
		return &r.stacks.Common
	case model.TableFrame:
		r.frames = b.Frame().Address
	case model.TableSystem:
		r.system = b.System()
		return &r.system.Common
	case model.TableVolume:
		r.volumes = b.Volume()
		return &r.volumes.Common
	case model.TableGroupMask:
		r.masks = b.GroupMask()
		return &r.masks.Common
	case model.TableImageVersion:
		r.versions = b.ImageVersion() // whose times are those of other rows
	}
	return nil
}

// enter enters all rows in the books.
func (r *chunkRows) enter(l *Ledger, order []model.Table) {
	for at := 0; at < len(order); {
		t, n := order[at], runOf(order[at:])
		at += n
		from := r.next[t]
		to := from + n
		r.next[t] = to
		if name := proofs[t]; from == 0 && name != "" {
			l.keywords.prove(name)
		}
		if t == model.TableImageVersion {
			for i := from; i < to; i++ {
				l.versionRow(&r.versions, i)
			}
			continue
		}
		common := r.common[t]
		if common == nil {
			continue
		}
		if !l.started {
			l.begins(common.UnixNano[from], common.TimeS[from])
		}
		for _, nano := range common.UnixNano[from:to] {
			l.now = max(l.now, nano)
		}
		switch t {
		case model.TableVirtualAlloc:
			r.enterVirtual(l, from, to)
		case model.TableStack:
			r.enterStacks(l, from, to)
		default:
			for i := from; i < to; i++ {
				l.reach(common.UnixNano[i])
				r.enterRow(l, t, i)
			}
		}
	}
}

// enterStacks enters stack records.
func (r *chunkRows) enterStacks(l *Ledger, from, to int) {
	var row stackRow
	for i := from; i < to; i++ {
		row.take(&r.stacks, r.frames, i)
		l.stackRow(&row)
	}
}

// enterRow enters row i of another table.
func (r *chunkRows) enterRow(l *Ledger, t model.Table, i int) {
	switch t {
	case model.TableProcess:
		row := processRowOf(&r.process, i)
		l.processRow(&row)
	case model.TableThread:
		row := threadRowOf(&r.thread, i)
		l.threadRow(&row)
	case model.TableImage:
		row := imageRowOf(&r.image, i)
		l.imageRow(&row)
	case model.TableProcessCounters:
		row := counterRowOf(&r.counters, i)
		l.counterRow(&row)
	case model.TableMapView:
		row := viewRowOf(&r.views, i)
		l.viewRow(&row)
	case model.TableHardFault:
		row := faultRowOf(&r.faults, i)
		l.faultRow(&row)
	case model.TableFileName:
		l.fileRow(&r.files, i)
	case model.TableMemoryInfo:
		l.memoryRow(&r.memory, i)
	case model.TableProcessMemoryInfo:
		l.processMemoryRow(&r.processMemory, i)
	case model.TablePool:
		row := poolRowOf(&r.pool, i)
		l.poolRow(&row)
	case model.TableSystem:
		l.systemRow(&r.system, i)
	case model.TableVolume:
		l.volumeRow(&r.volumes, i)
	case model.TableGroupMask:
		l.groupMaskRow(&r.masks, i)
	}
}

// begins takes over when the capture began, as the first row tells.
func (l *Ledger) begins(nano int64, sinceStart float64) {
	l.started = true
	l.start = nano - int64(math.Round(sinceStart*1e9))
	l.now = max(l.now, nano)
	l.span = newSpan(l.start, &l.options)
	l.turn = l.span.until
	if l.span.from != always {
		l.stage, l.turn = stageBefore, l.span.from
	}
}

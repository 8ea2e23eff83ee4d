package model

import (
	"etledger/etl"
)

// decoder turns the events of one iteration into the rows of one chunk after another.
type decoder struct {
	event etl.Event // the event being decoded
	seq   uint64    // its ordinal
	timeS float64   // its time since the first event, s

	stats   Stats
	kinds   counter
	headers []etl.Header // of the recordings, which tell their clocks
	names   processNames
	owners  map[uint32]uint32 // thread to process, as thread rows told it

	// Names of numbers in text columns.
	allocNames, freeNames, regionNames codedText
	sectionNames, poolNames, tagNames  codedText

	maxRows, maxBytes int
	rows, bytes       int     // of the chunk so far, wanted or not
	order             []Table // of the chunk so far

	tables [tableCount]*rowBuffers

	process           builder[ProcessRows]
	thread            builder[ThreadRows]
	image             builder[ImageRows]
	processCounters   builder[ProcessCountersRows]
	virtualAlloc      builder[VirtualAllocRows]
	mapView           builder[MapViewRows]
	hardFault         builder[HardFaultRows]
	fileName          builder[FileNameRows]
	memoryInfo        builder[MemoryInfoRows]
	processMemoryInfo builder[ProcessMemoryInfoRows]
	sessionMemoryInfo builder[SessionMemoryInfoRows]
	pool              builder[PoolRows]
	stack             builder[StackRows]
	frame             builder[FrameRows]
	system            builder[SystemRows]
	volume            builder[VolumeRows]
	groupMask         builder[GroupMaskRows]
	service           builder[ServiceRows]
}

func newDecoder(headers []etl.Header, opts Options) *decoder {
	d := &decoder{headers: headers, maxRows: opts.ChunkRows, maxBytes: opts.ChunkBytes, owners: make(map[uint32]uint32)}
	d.tables = [tableCount]*rowBuffers{
		TableProcess:           d.process.bind(TableProcess),
		TableThread:            d.thread.bind(TableThread),
		TableImage:             d.image.bind(TableImage),
		TableProcessCounters:   d.processCounters.bind(TableProcessCounters),
		TableVirtualAlloc:      d.virtualAlloc.bind(TableVirtualAlloc),
		TableMapView:           d.mapView.bind(TableMapView),
		TableHardFault:         d.hardFault.bind(TableHardFault),
		TableFileName:          d.fileName.bind(TableFileName),
		TableMemoryInfo:        d.memoryInfo.bind(TableMemoryInfo),
		TableProcessMemoryInfo: d.processMemoryInfo.bind(TableProcessMemoryInfo),
		TableSessionMemoryInfo: d.sessionMemoryInfo.bind(TableSessionMemoryInfo),
		TablePool:              d.pool.bind(TablePool),
		TableStack:             d.stack.bind(TableStack),
		TableFrame:             d.frame.bind(TableFrame),
		TableSystem:            d.system.bind(TableSystem),
		TableVolume:            d.volume.bind(TableVolume),
		TableGroupMask:         d.groupMask.bind(TableGroupMask),
		TableService:           d.service.bind(TableService),
	}
	d.allocNames = codedText{column: &d.virtualAlloc.rows.AllocType, name: namesOf(VirtualOpAlloc)}
	d.freeNames = codedText{column: &d.virtualAlloc.rows.AllocType, name: namesOf(VirtualOpFree)}
	d.regionNames = codedText{column: &d.virtualAlloc.rows.AllocType, name: namesOf(VirtualOpRundownEnd)}
	d.sectionNames = codedText{
		column: &d.mapView.rows.SectionTypeName,
		name:   func(code uint32) string { return SectionTypeName(uint16(code)) },
	}
	d.poolNames = codedText{column: &d.pool.rows.PoolTypeName, name: PoolTypeName}
	d.tagNames = codedText{column: &d.pool.rows.TagText, name: PoolTagText}
	d.choose(opts.Tables)
	d.begin()
	return d
}

// namesOf gives the function that names the flags of a kind of VirtualAlloc row.
func namesOf(op uint8) func(uint32) string {
	return func(flags uint32) string { return AllocFlagNames(op, flags) }
}

// begin prepares for the rows of a new chunk.
func (d *decoder) begin() {
	d.rows, d.bytes = 0, 0
	d.order = make([]Table, 0, len(d.order))
	d.names.begin(d)
	for _, c := range []*codedText{
		&d.allocNames, &d.freeNames, &d.regionNames, &d.sectionNames, &d.poolNames, &d.tagNames,
	} {
		c.begin()
	}
}

// choose marks the tables that are delivered, and those that must be decoded because columns of others depend on
// them.
func (d *decoder) choose(wanted []Table) {
	for _, b := range d.tables {
		b.wanted = wanted == nil
	}
	for _, t := range wanted {
		if t < tableCount {
			d.tables[t].wanted = true
		}
	}
	for t, b := range d.tables {
		if !b.wanted {
			continue
		}
		b.needed = true
		for _, other := range dependencies[t] {
			d.tables[other].needed = true
		}
	}
}

// dependencies are the tables whose events tell the columns of others: the names of processes, the process of a
// thread.
var dependencies = [tableCount][]Table{
	TableProcessCounters:   {TableProcess, TableImage},
	TableVirtualAlloc:      {TableProcess, TableImage},
	TableMapView:           {TableProcess, TableImage},
	TableHardFault:         {TableProcess, TableImage, TableThread},
	TableProcessMemoryInfo: {TableProcess, TableImage},
	TableFrame:             {TableStack},
}

// decode counts the decoder's event and makes rows of it.
func (d *decoder) decode() {
	e := &d.event
	if d.stats.Events == 0 {
		d.stats.FirstNano = e.UnixNano
	}
	d.stats.LastNano = e.UnixNano
	d.seq = d.stats.Events
	d.stats.Events++
	k := d.kinds.find(e)
	if k == nil {
		k = d.newKind(e)
	}
	k.Count++
	if e.Kind == etl.KindEvent && d.stack.needed {
		d.timeS = float64(e.UnixNano-d.stats.FirstNano) / 1e9
		d.extendedStacks()
	}
	if k.decode == nil {
		return
	}
	d.timeS = float64(e.UnixNano-d.stats.FirstNano) / 1e9
	d.bytes += len(e.Payload)
	if !k.decode(d) {
		k.Malformed++
	}
}

func (d *decoder) newKind(e *etl.Event) *kind {
	k := &kind{KindCount: KindCount{KindKey: KeyOf(e)}}
	if h, ok := handlerOf(e); ok && d.tables[h.table].needed {
		k.decode = h.decode
	}
	d.kinds.add(k)
	return k
}

// row begins a row of a table with the columns that are common to all, and gives its index. A decode function calls
// it when the event is known to be sound, and then sets what the event carries: what it does not set is null.
func (d *decoder) row(b *rowBuffers) int {
	n := b.n
	if n == b.room {
		b.makeRoom()
	}
	b.n++
	d.rows++
	if b.wanted && b.table != TableFrame {
		d.order = append(d.order, b.table)
	}
	e, c := &d.event, b.common
	c.Seq[n] = d.seq
	c.Ticks[n] = e.Ticks
	c.UnixNano[n] = e.UnixNano
	c.TimeS[n] = d.timeS
	c.Processor[n] = e.Processor
	if e.HasThread {
		c.HeaderPID.set(n, e.PID)
		c.HeaderTID.set(n, e.TID)
	}
	return n
}

// full tells whether the chunk has reached its bounds.
func (d *decoder) full() bool { return d.rows >= d.maxRows || d.bytes >= d.maxBytes }

// flush gives the chunk so far and begins the next one. It gives nil when there are no rows that anybody wants.
func (d *decoder) flush() *Chunk {
	c := &Chunk{order: d.order}
	empty := true
	for t, b := range d.tables {
		switch {
		case b.n == 0:
		case b.wanted:
			c.batches[t] = b.flush()
			empty = false
		default:
			b.discard()
		}
	}
	d.begin()
	if empty {
		return nil
	}
	return c
}

// damage notes a place where a recording is damaged.
func (d *decoder) damage(err *etl.CorruptError) {
	d.stats.DamageCount++
	if len(d.stats.Damage) < MaxDamage {
		d.stats.Damage = append(d.stats.Damage, err)
	}
}

// report gives the statistics so far.
func (d *decoder) report() Stats {
	s := d.stats
	s.Kinds, s.Malformed = d.kinds.report()
	return s
}

package model

import (
	"slices"

	"etledger/etl"
)

// decoder turns the events of one iteration into the rows of one chunk after another.
type decoder struct {
	event *etl.Event // the event being decoded
	own   etl.Event  // holds it, where it does not come from a scan
	seq   uint64     // its ordinal among those that tables could be made of

	stats   Stats
	kinds   kindTable
	handled uint64       // events so far that tables could be made of
	frames  uint64       // frame rows so far, in all chunks
	headers []etl.Header // of the recordings, which tell their clocks
	names   processNames
	owners  map[uint32]uint32 // thread to process, as thread rows told it

	// Names of numbers in text columns.
	allocNames, freeNames, regionNames codedText
	sectionNames, poolNames, tagNames  codedText

	maxRows, maxBytes int
	rows, bytes       int     // of the chunk so far, wanted or not
	order             []Table // of the chunk so far
	memory            memoryPool

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
	imageVersion      builder[ImageVersionRows]
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
		TableImageVersion:      d.imageVersion.bind(TableImageVersion),
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
	d.choose(opts.Tables, opts.Columns)
	d.event = &d.own
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
	if d.order = d.memory.order(); d.order == nil {
		d.order = make([]Table, 0, min(d.maxRows, defaultChunkRows)+leastRoom)
	}
	d.names.begin(d)
	for _, c := range []*codedText{
		&d.allocNames, &d.freeNames, &d.regionNames, &d.sectionNames, &d.poolNames, &d.tagNames,
	} {
		c.begin()
	}
}

// choose marks the tables and columns that are delivered, and the tables that must be decoded because those depend on
// them.
func (d *decoder) choose(wanted []Table, columns map[Table][]string) {
	for _, b := range d.tables {
		b.wanted = wanted == nil
	}
	for _, t := range wanted {
		if t < tableCount {
			d.tables[t].wanted = true
		}
	}
	for t, b := range d.tables {
		names, some := columns[Table(t)]
		if !some {
			names = nil
		} else if names == nil {
			names = []string{}
		}
		b.choose(names)
		b.needed = b.needed || b.wanted
	}
	for t, b := range d.tables {
		for _, dependency := range dependencies[t] {
			if b.wanted && b.delivers(dependency.columns) {
				for _, other := range dependency.tables {
					d.tables[other].needed = true
				}
			}
		}
	}
}

// delivers tells whether one of the columns is delivered.
func (b *rowBuffers) delivers(columns []string) bool {
	for _, i := range b.chosen {
		if slices.Contains(columns, tables[b.table].fields[i].arrow.Name) {
			return true
		}
	}
	return columns == nil
}

// dependency says that the events of some tables tell columns of another.
type dependency struct {
	columns []string // nil: any
	tables  []Table
}

// namesDependency is that of the columns of ProcessNames.
var namesDependency = dependency{[]string{"exe", "name"}, []Table{TableProcess, TableImage}}

// dependencies are what the columns of a table depend on: the names of processes, the process of a thread.
var dependencies = [tableCount][]dependency{
	TableProcessCounters:   {namesDependency},
	TableVirtualAlloc:      {namesDependency},
	TableMapView:           {namesDependency},
	TableHardFault:         {namesDependency, {[]string{"pid", "exe", "name"}, []Table{TableThread}}},
	TableProcessMemoryInfo: {namesDependency},
	TableFrame:             {{nil, []Table{TableStack}}},
}

// decode counts an event and makes rows of it.
func (d *decoder) decode(e *etl.Event) {
	if d.stats.Events == 0 {
		d.stats.FirstNano = e.UnixNano
	}
	d.stats.LastNano = e.UnixNano
	d.stats.Events++
	key := etl.KeyOf(e)
	k := d.kinds.keyed(key)
	if k == nil {
		k = d.newKind(key)
	}
	k.Count++
	d.decodeOf(e, k)
}

// decodeNumbered makes rows of an event whose kind a scan has numbered; the scan counts it.
func (d *decoder) decodeNumbered(e *etl.Event, scan *etl.Scan) {
	k := d.kinds.numbered(e.KindNumber)
	if k == nil {
		if d.handled == 0 {
			d.stats.FirstNano = scan.FirstNano()
		}
		key, numbered := scan.KindOf(e.KindNumber)
		if !numbered {
			key = etl.KeyOf(e)
		}
		if k = d.kinds.keyed(key); k == nil {
			k = d.newKind(key)
		}
		if numbered {
			d.kinds.setNumber(e.KindNumber, k)
		}
	}
	d.decodeOf(e, k)
}

// conclude ends a scan and takes over what it counted.
func (d *decoder) conclude(scan *etl.Scan) {
	scan.Close()
	d.stats.Events, d.stats.FirstNano, d.stats.LastNano = scan.Met()
	d.stats.Rhythm = scan.Rhythm()
	for _, count := range scan.Kinds() {
		k := d.kinds.keyed(count.KindKey)
		if k == nil {
			k = d.newKind(count.KindKey)
		}
		k.Count = count.Count
	}
}

// decodeOf makes rows of an event of a kind.
func (d *decoder) decodeOf(e *etl.Event, k *kind) {
	d.event = e
	hasStack := e.Kind == etl.KindEvent && e.HasStack()
	if !k.handled && !hasStack {
		return
	}
	d.seq = d.handled
	d.handled++
	if hasStack && d.stack.needed {
		d.extendedStacks()
	}
	if k.decode == nil {
		return
	}
	d.bytes += len(e.Payload)
	if !k.decode(d) {
		k.Malformed++
	}
}

func (d *decoder) newKind(key KindKey) *kind {
	k := &kind{KindCount: KindCount{KindKey: key}}
	if h, ok := handlerOf(key); ok {
		k.handled = true
		if d.tables[h.table].needed {
			k.decode = h.decode
			k.virtual = virtualOpOf(key)
		}
	}
	d.kinds.add(k)
	return k
}

// row begins a row of a table with the columns that are common to all, and gives its index. A decode function calls
// it when the event is known to be sound, and then sets what the event carries: what it does not set is null.
func (d *decoder) row(b *rowBuffers) int {
	n := b.n
	if n == b.room {
		d.makeRoom(b)
	}
	b.n++
	d.rows++
	if b.wanted {
		d.order = append(d.order, b.table)
	}
	e, c := d.event, b.common
	c.Seq[n] = d.seq
	c.Ticks[n] = e.Ticks
	c.UnixNano[n] = e.UnixNano
	c.Processor[n] = e.Processor
	if e.HasThread {
		c.HeaderPID.set(n, e.PID)
		c.HeaderTID.set(n, e.TID)
	}
	return n
}

// makeRoom makes room for one row more of a table.
func (d *decoder) makeRoom(b *rowBuffers) {
	if b.room == 0 {
		if m := d.memory.table(b.table); m != nil {
			if b.attach(m); b.room > 0 {
				return
			}
		}
	}
	b.makeRoom()
}

// full tells whether the chunk has reached its bounds.
func (d *decoder) full() bool { return d.rows >= d.maxRows || d.bytes >= d.maxBytes }

// flush gives the chunk so far and begins the next one. It gives nil when there are no rows that anybody wants.
func (d *decoder) flush() *Chunk {
	c := &Chunk{order: d.order, memory: &chunkMemory{pool: &d.memory, order: d.order}}
	empty := true
	for t, b := range d.tables {
		switch {
		case b.n == 0:
		case b.wanted:
			c.batches[t], c.memory.tables[t] = b.flush(d.stats.FirstNano)
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

package model

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
)

// Chunk holds the rows of one span of a capture, a batch for each table that has any. The spans of successive chunks
// follow one another in time, so a consumer that needs the exact order over all tables walks Order.
//
// A chunk stays valid for as long as it is referenced, unless it is released.
type Chunk struct {
	batches [tableCount]*Batch
	order   []Table
	memory  *chunkMemory // nil when it is not to be used again
}

// Batch gives the chunk's rows of one table, nil when it has none.
func (c *Chunk) Batch(t Table) *Batch { return c.batches[t] }

// Order gives, for each row of the chunk in the exact time order of the capture, the table it is in: the n-th
// occurrence of a table is the n-th row of its batch. Frame rows are left out: they belong to their stack row.
func (c *Chunk) Order() []Table { return c.order }

// Release gives the memory of the chunk's columns back to the reader, which uses it for later chunks. Nothing of the chunk
// may be used afterwards: neither batches nor their records and views; texts taken from them stay valid. Without it the
// garbage collector takes the memory when nothing refers to it any more.
func (c *Chunk) Release() {
	if c.memory != nil {
		c.memory.pool.put(c.memory)
	}
	*c = Chunk{}
}

// Batch is the rows of one table in one span, an Arrow record with typed views.
type Batch struct {
	table  Table
	record arrow.Record
}

// Table names the table.
func (b *Batch) Table() Table { return b.table }

// Record is the Arrow record itself. The batch keeps its reference: Retain it to keep it.
func (b *Batch) Record() arrow.Record { return b.record }

// Len is the number of rows.
func (b *Batch) Len() int { return int(b.record.NumRows()) }

// Process gives the typed view of a TableProcess batch. Like the other views it panics on a batch of another table.
func (b *Batch) Process() ProcessRows { return view[ProcessRows](b, TableProcess) }

// Thread gives the typed view of a TableThread batch.
func (b *Batch) Thread() ThreadRows { return view[ThreadRows](b, TableThread) }

// Image gives the typed view of a TableImage batch.
func (b *Batch) Image() ImageRows { return view[ImageRows](b, TableImage) }

// ProcessCounters gives the typed view of a TableProcessCounters batch.
func (b *Batch) ProcessCounters() ProcessCountersRows {
	return view[ProcessCountersRows](b, TableProcessCounters)
}

// VirtualAlloc gives the typed view of a TableVirtualAlloc batch.
func (b *Batch) VirtualAlloc() VirtualAllocRows { return view[VirtualAllocRows](b, TableVirtualAlloc) }

// MapView gives the typed view of a TableMapView batch.
func (b *Batch) MapView() MapViewRows { return view[MapViewRows](b, TableMapView) }

// HardFault gives the typed view of a TableHardFault batch.
func (b *Batch) HardFault() HardFaultRows { return view[HardFaultRows](b, TableHardFault) }

// FileName gives the typed view of a TableFileName batch.
func (b *Batch) FileName() FileNameRows { return view[FileNameRows](b, TableFileName) }

// MemoryInfo gives the typed view of a TableMemoryInfo batch.
func (b *Batch) MemoryInfo() MemoryInfoRows { return view[MemoryInfoRows](b, TableMemoryInfo) }

// ProcessMemoryInfo gives the typed view of a TableProcessMemoryInfo batch.
func (b *Batch) ProcessMemoryInfo() ProcessMemoryInfoRows {
	return view[ProcessMemoryInfoRows](b, TableProcessMemoryInfo)
}

// SessionMemoryInfo gives the typed view of a TableSessionMemoryInfo batch.
func (b *Batch) SessionMemoryInfo() SessionMemoryInfoRows {
	return view[SessionMemoryInfoRows](b, TableSessionMemoryInfo)
}

// Pool gives the typed view of a TablePool batch.
func (b *Batch) Pool() PoolRows { return view[PoolRows](b, TablePool) }

// Stack gives the typed view of a TableStack batch.
func (b *Batch) Stack() StackRows { return view[StackRows](b, TableStack) }

// Frame gives the typed view of a TableFrame batch.
func (b *Batch) Frame() FrameRows { return view[FrameRows](b, TableFrame) }

// System gives the typed view of a TableSystem batch.
func (b *Batch) System() SystemRows { return view[SystemRows](b, TableSystem) }

// Volume gives the typed view of a TableVolume batch.
func (b *Batch) Volume() VolumeRows { return view[VolumeRows](b, TableVolume) }

// GroupMask gives the typed view of a TableGroupMask batch.
func (b *Batch) GroupMask() GroupMaskRows { return view[GroupMaskRows](b, TableGroupMask) }

// Service gives the typed view of a TableService batch.
func (b *Batch) Service() ServiceRows { return view[ServiceRows](b, TableService) }

// ImageVersion gives the typed view of a TableImageVersion batch.
func (b *Batch) ImageVersion() ImageVersionRows { return view[ImageVersionRows](b, TableImageVersion) }

// view makes a rows struct over the memory of the batch's record. Columns that the record lacks stay nil.
func view[R any](b *Batch, t Table) R {
	if b.table != t {
		panic(fmt.Sprintf("model: view of table %v wanted of a batch of table %v", t, b.table))
	}
	var rows R
	columns, next := b.record.Columns(), 0
	for i, c := range bind(&rows, tables[t].fields) {
		if next < len(columns) && b.record.ColumnName(next) == tables[t].fields[i].arrow.Name {
			c.view(columns[next])
			next++
		}
	}
	return rows
}

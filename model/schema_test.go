package model

import (
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/etl"
)

// TestSchemas checks what every table promises.
func TestSchemas(t *testing.T) {
	units := []string{
		"none", "ticks", "ns", "s", "bytes", "pages", "address", "count", "MHz", "MiB",
	}
	common := []string{"seq", "ticks", "timestamp", "time_s", "processor", "header_pid", "header_tid"}
	for table := range Tables() {
		schema := table.Schema()
		names := map[string]bool{}
		for i, f := range schema.Fields() {
			unit, _ := f.Metadata.GetValue("unit")
			description, _ := f.Metadata.GetValue("description")
			if f.Name == "" || names[f.Name] || description == "" || !slices.Contains(units, unit) {
				t.Errorf("%v: field %d is %q, in %q: %q", table, i, f.Name, unit, description)
			}
			names[f.Name] = true
			if i < len(common) && table != TableFrame && f.Name != common[i] {
				t.Errorf("%v: field %d is %s, want %s", table, i, f.Name, common[i])
			}
		}
		if name, _ := schema.Metadata().GetValue("table"); name != table.String() {
			t.Errorf("the schema of %v says it is of %q", table, name)
		}
	}
}

// TestVirtualAllocSchema spells out one table.
func TestVirtualAllocSchema(t *testing.T) {
	text := "dictionary<values=utf8, indices=uint32, ordered=false>"
	want := []string{
		"seq uint64", "ticks int64", "timestamp timestamp[ns, tz=UTC]", "time_s float64", "processor uint16",
		"header_pid uint32 null", "header_tid uint32 null",
		"type dictionary<values=utf8, indices=uint8, ordered=false>", "pid uint32", "exe " + text + " null",
		"name " + text + " null", "base_address uint64", "region_size uint64", "alloc_flags uint32",
		"alloc_type " + text + " null", "commit_size uint64 null", "page_type " + text + " null",
		"protection " + text + " null", "protection_mask uint32 null",
	}
	var got []string
	for _, f := range TableVirtualAlloc.Schema().Fields() {
		field := f.Name + " " + f.Type.String()
		if f.Nullable {
			field += " null"
		}
		got = append(got, field)
	}
	if !slices.Equal(got, want) {
		t.Errorf("fields are\n%q, want\n%q", got, want)
	}
}

func TestParseTable(t *testing.T) {
	n := 0
	for table := range Tables() {
		n++
		got, err := ParseTable(table.String())
		if err != nil || got != table {
			t.Errorf("%q is table %v: %v", table, got, err)
		}
	}
	if n != 19 {
		t.Errorf("there are %d tables, want 19", n)
	}
	if _, err := ParseTable("heap"); err == nil {
		t.Error("there is a table of heaps")
	}
	if name := Table(200).String(); name != "table 200" {
		t.Errorf("table 200 is named %q", name)
	}
	for table := range Tables() {
		if table != TableProcess {
			t.Error("the iteration went on")
		}
		break
	}
}

// TestViewSharesMemory checks that a view is over the very memory of the Arrow record.
func TestViewSharesMemory(t *testing.T) {
	chunks, _ := read(t, Options{}, allocEvent(0, 4, 0x10000), allocEvent(1, 4, 0x20000))
	b := chunks[0].Batch(TableVirtualAlloc)
	rows := b.VirtualAlloc()
	for name, first := range map[string]*uint64{"base_address": &rows.BaseAddress[0], "region_size": &rows.RegionSize[0]} {
		column := b.Record().Column(b.Record().Schema().FieldIndices(name)[0])
		if values := arrow.GetValues[uint64](column.Data(), 1); &values[0] != first {
			t.Errorf("%s was copied", name)
		}
	}
	if !slices.Equal(rows.Op, []uint8{VirtualOpAlloc, VirtualOpAlloc}) {
		t.Errorf("kinds are %v", rows.Op)
	}
	if name, ok := rows.AllocType.At(1); name != "COMMIT|RESERVE" || !ok {
		t.Errorf("flags are %q, %v", name, ok)
	}
}

// TestViewOfAnotherTable takes the wrong view of a batch.
func TestViewOfAnotherTable(t *testing.T) {
	chunks, _ := read(t, Options{}, allocEvent(0, 4, 0x10000))
	defer func() {
		if recover() == nil {
			t.Error("a batch of one table has a view of another")
		}
	}()
	chunks[0].Batch(TableVirtualAlloc).Pool()
}

// TestViews takes the view of every table that the cases have rows of, and compares its ordinals.
func TestViews(t *testing.T) {
	var events []etl.Event
	for _, c := range decodeCases() {
		events = append(events, c.event)
	}
	chunks, _ := read(t, Options{}, events...)
	c := chunks[0]
	views := map[Table]Common{
		TableProcess:           c.Batch(TableProcess).Process().Common,
		TableThread:            c.Batch(TableThread).Thread().Common,
		TableImage:             c.Batch(TableImage).Image().Common,
		TableProcessCounters:   c.Batch(TableProcessCounters).ProcessCounters().Common,
		TableVirtualAlloc:      c.Batch(TableVirtualAlloc).VirtualAlloc().Common,
		TableMapView:           c.Batch(TableMapView).MapView().Common,
		TableHardFault:         c.Batch(TableHardFault).HardFault().Common,
		TableFileName:          c.Batch(TableFileName).FileName().Common,
		TableMemoryInfo:        c.Batch(TableMemoryInfo).MemoryInfo().Common,
		TableProcessMemoryInfo: c.Batch(TableProcessMemoryInfo).ProcessMemoryInfo().Common,
		TableSessionMemoryInfo: c.Batch(TableSessionMemoryInfo).SessionMemoryInfo().Common,
		TablePool:              c.Batch(TablePool).Pool().Common,
		TableStack:             c.Batch(TableStack).Stack().Common,
		TableSystem:            c.Batch(TableSystem).System().Common,
		TableVolume:            c.Batch(TableVolume).Volume().Common,
		TableGroupMask:         c.Batch(TableGroupMask).GroupMask().Common,
		TableService:           c.Batch(TableService).Service().Common,
		TableImageVersion:      c.Batch(TableImageVersion).ImageVersion().Common,
	}
	rows := 0
	for table, common := range views {
		if len(common.Seq) != c.Batch(table).Len() || !slices.IsSorted(common.Seq) {
			t.Errorf("%v: ordinals are %v", table, common.Seq)
		}
		rows += len(common.Seq)
	}
	if rows != len(c.Order()) {
		t.Errorf("the views have %d rows, the order %d", rows, len(c.Order()))
	}
	if masks := c.Batch(TableGroupMask).GroupMask().Masks; masks[7][0] != 0x107 {
		t.Errorf("the last mask is %#x", masks[7][0])
	}
}

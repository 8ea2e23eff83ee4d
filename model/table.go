package model

import (
	"fmt"
	"iter"

	"github.com/apache/arrow/go/v17/arrow"
)

// Table names one of the tables that the events of a capture become.
type Table uint8

// The tables. Each has one Arrow schema (Table.Schema), documented with units in the fields' metadata.
const (
	TableProcess           Table = iota // process start, end, rundowns, defunct
	TableThread                         // thread start, end, rundowns
	TableImage                          // image load, unload, rundowns
	TableProcessCounters                // ProcessCounters at process end and at the end of the capture
	TableVirtualAlloc                   // VirtualAlloc, VirtualFree and their rundowns
	TableMapView                        // map and unmap of views, and their rundowns
	TableHardFault                      // hard page faults
	TableFileName                       // file key to name
	TableMemoryInfo                     // system-wide page lists and commit
	TableProcessMemoryInfo              // per-process working set and commit snapshots
	TableSessionMemoryInfo              // per-session working set and commit snapshots
	TablePool                           // kernel pool allocations and frees
	TableStack                          // stack walk records: direct, keyed, and key definitions
	TableFrame                          // the addresses of the stack records that carry any
	TableSystem                         // processors, memory size, computer name
	TableVolume                         // NT device prefixes and drive letters
	TableGroupMask                      // keyword masks of the kernel session
	TableService                        // Windows services hosted by processes
	TableImageVersion                   // builds of images and what their version resources say
	tableCount
)

// Tables delivers every table.
func Tables() iter.Seq[Table] {
	return func(yield func(Table) bool) {
		for t := range tableCount {
			if !yield(t) {
				return
			}
		}
	}
}

// String gives the name of the table, such as virtual_alloc.
func (t Table) String() string {
	if t >= tableCount {
		return fmt.Sprintf("table %d", uint8(t))
	}
	return tables[t].name
}

// ParseTable gives the table of a name that String gives.
func ParseTable(name string) (Table, error) {
	for t := range tableCount {
		if tables[t].name == name {
			return t, nil
		}
	}
	return 0, fmt.Errorf("model: there is no table %q", name)
}

// Schema is the Arrow schema of the table's records. Every field has its unit and its description in the metadata.
func (t Table) Schema() *arrow.Schema { return tables[t].schema }

// SchemaOf is the schema of the table's records when only some columns are asked for, in the order of the table whatever
// the order of the names; names of no column are ignored, see CheckColumns. nil means all columns.
func (t Table) SchemaOf(columns []string) *arrow.Schema {
	if columns == nil {
		return t.Schema()
	}
	return tables[t].restricted(columns)
}

// CheckColumns tells, as an error, which of the names is not that of a column of the table.
func (t Table) CheckColumns(columns []string) error {
	for _, name := range columns {
		if !t.Schema().HasField(name) {
			return fmt.Errorf("model: table %v has no column %q", t, name)
		}
	}
	return nil
}

package dataset

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// Meta is what is known of a capture from outside it, such as from its path or from an inventory. Zero fields say nothing.
// Host names the host instead of the capture itself, and is in the names of folders; the others are columns of every file.
// What is no UTF-8 is stored with U+FFFD in its place.
type Meta struct {
	Host     string    `json:"host,omitempty"`
	Time     time.Time `json:"time,omitzero"` // when it was taken
	Version  string    `json:"version,omitempty"`
	Ring     string    `json:"ring,omitempty"` // deployment ring
	Workload string    `json:"workload,omitempty"`
}

// Equal tells whether two say the same.
func (m Meta) Equal(o Meta) bool {
	return m.Time.Equal(o.Time) && m.Host == o.Host && m.Version == o.Version && m.Ring == o.Ring && m.Workload == o.Workload
}

// normal gives metadata in the form in which it comes back from a dataset.
func (m Meta) normal() (Meta, error) {
	for _, text := range []*string{&m.Host, &m.Version, &m.Ring, &m.Workload} {
		*text = strings.ToValidUTF8(*text, "\uFFFD")
	}
	if m.Time.IsZero() {
		return m, nil
	}
	if !hasNano(m.Time) {
		return m, fmt.Errorf("the time of the metadata, %v, is not between the years 1678 and 2262", m.Time)
	}
	m.Time = time.Unix(0, m.Time.UnixNano()).UTC()
	return m, nil
}

// hasNano tells whether a time can be told in nanoseconds since 1970.
func hasNano(t time.Time) bool {
	return !t.Before(time.Unix(0, math.MinInt64)) && !t.After(time.Unix(0, math.MaxInt64))
}

// metaSheet has the columns at the end of every file.
var metaSheet = newSheet("", []sheetColumn[Meta]{
	{name: "meta_time", unit: "ns", doc: "when the capture was taken, as its metadata tells, UTC", kind: sheetTime, nullable: true,
		value: func(m Meta) any { return stamp(m.Time) }},
	{name: "meta_version", doc: "version, as the metadata of the capture tells", kind: sheetText, nullable: true,
		value: func(m Meta) any { return orNull(m.Version) }},
	{name: "meta_ring", doc: "deployment ring, as the metadata of the capture tells", kind: sheetText, nullable: true,
		value: func(m Meta) any { return orNull(m.Ring) }},
	{name: "meta_workload", doc: "workload, as the metadata of the capture tells", kind: sheetText, nullable: true,
		value: func(m Meta) any { return orNull(m.Workload) }},
})

// withMeta adds the columns of metadata to those of a table.
func withMeta(schema *arrow.Schema) *arrow.Schema {
	fields := append(schema.Fields(), metaSheet.schema.Fields()...)
	meta := schema.Metadata()
	return arrow.NewSchema(fields, &meta)
}

// metaColumns makes arrays of the metadata of a capture, which is the same in all rows.
type metaColumns struct {
	meta   Meta
	arrays []arrow.Array // the longest so far
}

// of gives the columns for n rows. Their memory stays as it is.
func (m *metaColumns) of(n int) []arrow.Array {
	if m.arrays == nil || m.arrays[0].Len() < n {
		m.arrays = nil
		for _, c := range metaSheet.columns {
			m.arrays = append(m.arrays, constant(c.kind, c.value(m.meta), n))
		}
	}
	columns := make([]arrow.Array, len(m.arrays))
	for i, a := range m.arrays {
		columns[i] = array.NewSlice(a, 0, int64(n))
	}
	return columns
}

// constant makes an array of n equal cells.
func constant(kind arrow.DataType, cell any, n int) arrow.Array {
	b := array.NewBuilder(memory.DefaultAllocator, kind)
	defer b.Release()
	b.Reserve(n)
	for range n {
		appendCell(b, cell)
	}
	return b.NewArray()
}

package where_test

import (
	"math"
	"math/rand/v2"

	"etledger/internal/where"
	"etledger/model/columns"
)

// sample is a table with a column of every type, and rows of it.
var sampleColumns = []columns.Column{
	{Name: "small", Type: columns.Uint8, Unit: "none"},
	{Name: "port", Type: columns.Uint16, Unit: "none"},
	{Name: "pid", Type: columns.Uint32, Nullable: true, Unit: "none"},
	{Name: "parent", Type: columns.Uint32, Nullable: true, Unit: "none"},
	{Name: "size", Type: columns.Uint64, Unit: "bytes"},
	{Name: "memory", Type: columns.Uint32, Unit: "MiB"},
	{Name: "ticks", Type: columns.Int64, Nullable: true, Unit: "ticks"},
	{Name: "took", Type: columns.Int64, Nullable: true, Unit: "ns"},
	{Name: "time_s", Type: columns.Float64, Nullable: true, Unit: "s"},
	{Name: "timestamp", Type: columns.Timestamp, Nullable: true, Unit: "ns"},
	{Name: "type", Type: columns.Text, Unit: "none"},
	{Name: "name", Type: columns.Text, Nullable: true, Unit: "none"},
	{Name: "path", Type: columns.Text, Nullable: true, Unit: "none"},
}

var sampleTable = where.Table{Name: "sample", Columns: sampleColumns}

var sampleTexts = []string{
	"", "a", "alloc", "free", "Alloc", "svchost.exe", "SVCHOST.EXE", `C:\it's "here"\x`, "é_%", "a\nb",
}

var sampleWhole = []uint64{
	0, 1, 4, 5, 7, 200, 255, 4096, 65535, 1 << 20, 3 << 20, 1<<32 - 1, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1,
}

// value is a value of a row as the oracle sees it: nil when it is null, or uint64, int64, float64 or string.
type value any

// sampleRows makes rows at random, as batches have them and as the oracle sees them.
func sampleRows(r *rand.Rand, n int) (batch map[string]columns.Values, rows []map[string]value) {
	batch = make(map[string]columns.Values)
	rows = make([]map[string]value, n)
	for i := range rows {
		rows[i] = make(map[string]value)
	}
	for _, c := range sampleColumns {
		v := columns.Values{Type: c.Type, Len: n}
		if c.Nullable {
			v.Offset = r.IntN(20)
			v.Valid = make([]byte, (v.Offset+n+7)/8)
			for i := range v.Valid {
				random := r.Uint32()
				v.Valid[i] = byte(random) | byte(random>>8) // three rows in four are present
			}
		}
		if c.Type == columns.Text {
			v.Words = sampleTexts
		}
		for i := range n {
			x := sampleWhole[r.IntN(len(sampleWhole))]
			var seen value
			switch c.Type {
			case columns.Uint8:
				v.Uint8 = append(v.Uint8, uint8(x))
				seen = uint64(uint8(x))
			case columns.Uint16:
				v.Uint16 = append(v.Uint16, uint16(x))
				seen = uint64(uint16(x))
			case columns.Uint32:
				v.Uint32 = append(v.Uint32, uint32(x))
				seen = uint64(uint32(x))
			case columns.Uint64:
				v.Uint64 = append(v.Uint64, x)
				seen = x
			case columns.Int64, columns.Timestamp:
				v.Int64 = append(v.Int64, int64(x))
				seen = int64(x)
			case columns.Float64:
				f := float64(r.IntN(40)) / 8
				if r.IntN(20) == 0 {
					f = math.Inf(1)
				}
				v.Float64 = append(v.Float64, f)
				seen = f
			case columns.Text:
				index := r.IntN(len(sampleTexts))
				seen = sampleTexts[index]
				if c.Nullable && v.Null(i) {
					index += 1000 // of no text
				}
				if c.Nullable {
					v.Uint32 = append(v.Uint32, uint32(index))
				} else {
					v.Uint8 = append(v.Uint8, uint8(index))
				}
			}
			if !v.Null(i) {
				rows[i][c.Name] = seen
			}
		}
		batch[c.Name] = v
	}
	return batch, rows
}

// choose gives the rows that a filter chooses of a batch.
func choose(f *where.Filter, batch map[string]columns.Values, n int) []int32 {
	if f == nil {
		return nil
	}
	var values []columns.Values
	for _, name := range f.Columns() {
		values = append(values, batch[name])
	}
	return f.Select(nil, n, values)
}

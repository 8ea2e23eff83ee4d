package dataset

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// NewSheet makes a sheet of the fields of a struct. The tag `col` of a field is the name of its column, `unit` the unit of
// its values (none without it) and `doc` what they mean. Fields are of type string, uint8, uint16, uint32, uint64, int64,
// float64 or time.Time, or pointers to these: nil is null. Texts that are no UTF-8 are stored with U+FFFD in place of what is
// none. Times are stored as nanoseconds since 1970, in UTC. One before 1678 or after 2262 becomes null where that is
// possible; elsewhere the zero time comes back for the early one, and the last that can be stored for the late one.
//
// It panics on a struct that cannot be a table: with a field of another type, without a tag, or of a name that stands
// twice or that datasets use otherwise.
func NewSheet[R any](table string) *Sheet[R] {
	row := reflect.TypeFor[R]()
	var columns []sheetColumn[R]
	for i := range row.NumField() {
		f := row.Field(i)
		name := f.Tag.Get("col")
		if name == "" || !f.IsExported() {
			panic(fmt.Sprintf("dataset: field %s of %v has no column", f.Name, row))
		}
		same := func(c sheetColumn[R]) bool { return c.name == name }
		if slices.Contains(reservedColumns, name) || slices.ContainsFunc(columns, same) {
			panic(fmt.Sprintf("dataset: field %s of %v: there cannot be a column %s", f.Name, row, name))
		}
		c, ok := fieldColumn[R](i, f.Type)
		if !ok {
			panic(fmt.Sprintf("dataset: field %s of %v has a type that is not stored", f.Name, row))
		}
		c.name, c.unit, c.doc = name, f.Tag.Get("unit"), f.Tag.Get("doc")
		columns = append(columns, c)
	}
	return newSheet(table, columns)
}

// reservedColumns are the names of folders, and of the columns that every file, or one that vouches for others, has anyway.
var reservedColumns = []string{
	"table", "host", "date", "capture", detailsColumn, "meta_time", "meta_version", "meta_ring", "meta_workload",
}

// fieldColumn makes a column of a field.
func fieldColumn[R any](field int, t reflect.Type) (c sheetColumn[R], ok bool) {
	c.nullable = t.Kind() == reflect.Pointer
	if c.nullable {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[string]():
		accessors[R](&c, field, sheetText, asIs[string], textsOf)
	case reflect.TypeFor[uint8]():
		accessors[R](&c, field, sheetU8, asIs[uint8], func(a arrow.Array) []uint8 { return a.(*array.Uint8).Uint8Values() })
	case reflect.TypeFor[uint16]():
		accessors[R](&c, field, sheetU16, asIs[uint16], func(a arrow.Array) []uint16 { return a.(*array.Uint16).Uint16Values() })
	case reflect.TypeFor[uint32]():
		accessors[R](&c, field, sheetU32, asIs[uint32], func(a arrow.Array) []uint32 { return a.(*array.Uint32).Uint32Values() })
	case reflect.TypeFor[uint64]():
		accessors[R](&c, field, sheetU64, asIs[uint64], func(a arrow.Array) []uint64 { return a.(*array.Uint64).Uint64Values() })
	case reflect.TypeFor[int64]():
		accessors[R](&c, field, sheetI64, asIs[int64], func(a arrow.Array) []int64 { return a.(*array.Int64).Int64Values() })
	case reflect.TypeFor[float64]():
		accessors[R](&c, field, sheetF64, asIs[float64], func(a arrow.Array) []float64 { return a.(*array.Float64).Float64Values() })
	case reflect.TypeFor[time.Time]():
		cell := nearestStamp
		if c.nullable {
			cell = stamp
		}
		accessors[R](&c, field, sheetTime, cell, timesOf)
	default:
		return c, false
	}
	return c, true
}

func asIs[T any](v T) any { return v }

// accessors completes a column of a field that is a T or a pointer to one. cell makes a value one for a cell, and values
// gives the values of an array, with anything for null.
func accessors[R, T any](c *sheetColumn[R], field int, kind arrow.DataType, cell func(T) any, values func(arrow.Array) []T) {
	c.kind = kind
	if !c.nullable {
		c.value = func(r R) any { return cell(reflect.ValueOf(&r).Elem().Field(field).Interface().(T)) }
		c.fill = func(rows []R, a arrow.Array) {
			fields := reflect.ValueOf(rows)
			for i, v := range values(a) {
				*fields.Index(i).Field(field).Addr().Interface().(*T) = v
			}
		}
		return
	}
	c.value = func(r R) any {
		p := reflect.ValueOf(&r).Elem().Field(field).Interface().(*T)
		if p == nil {
			return nil
		}
		return cell(*p)
	}
	c.fill = func(rows []R, a arrow.Array) {
		if a.NullN() == a.Len() {
			return
		}
		fields, all := reflect.ValueOf(rows), slices.Clone(values(a))
		for i := range all {
			if a.IsValid(i) {
				*fields.Index(i).Field(field).Addr().Interface().(**T) = &all[i]
			}
		}
	}
}

// textsOf gives the texts of an array.
func textsOf(a arrow.Array) []string {
	d := a.(*array.Dictionary)
	words := d.Dictionary().(*array.String)
	texts := make([]string, a.Len())
	for i := range texts {
		if a.IsValid(i) {
			texts[i] = words.Value(d.GetValueIndex(i))
		}
	}
	return texts
}

// nearestStamp gives a time for a cell that is not null.
func nearestStamp(t time.Time) any {
	switch {
	case hasNano(t):
		return arrow.Timestamp(t.UnixNano())
	case t.Before(time.Unix(0, 0)):
		return arrow.Timestamp(math.MinInt64)
	}
	return arrow.Timestamp(math.MaxInt64)
}

func timesOf(a arrow.Array) []time.Time {
	times := make([]time.Time, a.Len())
	for i, v := range a.(*array.Timestamp).TimestampValues() {
		if v != math.MinInt64 {
			times[i] = time.Unix(0, int64(v)).UTC()
		}
	}
	return times
}

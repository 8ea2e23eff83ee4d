package dataset

import (
	"strings"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// sheetColumn is a column of one of the small tables that this package makes itself, of rows of type R.
type sheetColumn[R any] struct {
	name, unit, doc string
	kind            arrow.DataType
	nullable        bool
	value           func(R) any // nil for null
}

var (
	sheetText = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.String}
	sheetTime = &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}
	sheetU64  = arrow.PrimitiveTypes.Uint64
	sheetU32  = arrow.PrimitiveTypes.Uint32
	sheetU16  = arrow.PrimitiveTypes.Uint16
	sheetI64  = arrow.PrimitiveTypes.Int64
	sheetF64  = arrow.PrimitiveTypes.Float64
)

func sheetSchema[R any](table string, columns []sheetColumn[R]) *arrow.Schema {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		unit := c.unit
		if unit == "" {
			unit = "none"
		}
		fields[i] = arrow.Field{Name: c.name, Type: c.kind, Nullable: c.nullable,
			Metadata: arrow.NewMetadata([]string{"unit", "description"}, []string{unit, c.doc})}
	}
	meta := arrow.MetadataFrom(map[string]string{"table": table})
	return arrow.NewSchema(fields, &meta)
}

// sheetRecord makes a record of rows.
func sheetRecord[R any](schema *arrow.Schema, columns []sheetColumn[R], rows []R) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for i, c := range columns {
		for _, row := range rows {
			appendCell(b.Field(i), c.value(row))
		}
	}
	return b.NewRecord()
}

func appendCell(b array.Builder, v any) {
	switch v := v.(type) {
	case string:
		// Names of files need not be UTF-8, texts in Parquet must.
		if err := b.(*array.BinaryDictionaryBuilder).AppendString(strings.ToValidUTF8(v, "\uFFFD")); err != nil {
			panic(err) // memory apart, only values of another type fail
		}
	case uint64:
		b.(*array.Uint64Builder).Append(v)
	case uint32:
		b.(*array.Uint32Builder).Append(v)
	case uint16:
		b.(*array.Uint16Builder).Append(v)
	case int64:
		b.(*array.Int64Builder).Append(v)
	case float64:
		b.(*array.Float64Builder).Append(v)
	case arrow.Timestamp:
		b.(*array.TimestampBuilder).Append(v)
	default:
		b.AppendNull()
	}
}

// orNull gives v, or nil when it is the zero value, which stands for what is not recorded.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// stamp gives a time for a cell: nil for the zero time.
func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return arrow.Timestamp(t.UnixNano())
}

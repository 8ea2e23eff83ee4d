package dataset

import (
	"strings"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// Sheet is one of the small tables that are made of rows of type R, and not of the events of a capture.
type Sheet[R any] struct {
	table   string
	columns []sheetColumn[R]
	schema  *arrow.Schema // of these columns
}

// sheetColumn is a column of a sheet.
type sheetColumn[R any] struct {
	name, unit, doc string
	kind            arrow.DataType
	nullable        bool
	value           func(R) any // nil for null
	// fill gives rows the values of an array, as many as there are rows. Only sheets that are read have it.
	fill func(rows []R, a arrow.Array)
}

var (
	sheetText = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.String}
	sheetTime = &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}
	sheetU64  = arrow.PrimitiveTypes.Uint64
	sheetU32  = arrow.PrimitiveTypes.Uint32
	sheetU16  = arrow.PrimitiveTypes.Uint16
	sheetU8   = arrow.PrimitiveTypes.Uint8
	sheetI64  = arrow.PrimitiveTypes.Int64
	sheetF64  = arrow.PrimitiveTypes.Float64
)

func newSheet[R any](table string, columns []sheetColumn[R]) *Sheet[R] {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = sheetField(c.name, c.unit, c.doc, c.kind, c.nullable)
	}
	meta := arrow.MetadataFrom(map[string]string{"table": table})
	return &Sheet[R]{table: table, columns: columns, schema: arrow.NewSchema(fields, &meta)}
}

func sheetField(name, unit, doc string, kind arrow.DataType, nullable bool) arrow.Field {
	if unit == "" {
		unit = "none"
	}
	return arrow.Field{Name: name, Type: kind, Nullable: nullable,
		Metadata: arrow.NewMetadata([]string{"unit", "description"}, []string{unit, doc})}
}

// record makes a record of rows.
func (s *Sheet[R]) record(rows []R) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, s.schema)
	defer b.Release()
	for i, c := range s.columns {
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
	case uint8:
		b.(*array.Uint8Builder).Append(v)
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

// stamp gives a time for a cell: nil for the zero time, and for one that nanoseconds since 1970 cannot tell.
func stamp(t time.Time) any {
	if t.IsZero() || !hasNano(t) {
		return nil
	}
	return arrow.Timestamp(t.UnixNano())
}

// Package parquetfile writes Arrow records as Parquet files and reads them back.
//
// Values go from Arrow memory into encoded pages column by column, without a value or a row object in between. Pages,
// headers, indexes and footers are made with the packages that github.com/parquet-go/parquet-go is built of (encoding,
// compress, bloom, format); files are read with its reader. What a file holds depends on the rows alone: neither on how
// they come in records nor on how many goroutines encode.
package parquetfile

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// sizes bound the parts of a file.
type sizes struct {
	page  int // rows of a page; the pages of all columns begin at the same rows
	group int // rows of a row group, the last one of a file apart
	// A dictionary with so many numbers, or so many bytes of texts, is closed: pages behind the one that made it so large are
	// stored without, up to the end of the row group.
	numbers, texts int
	// A page of texts ends before it is full when its texts take so many bytes: those that are new to the dictionary or, when
	// there is none, all. It is looked at after each textStep rows.
	textPage, textStep int
}

var usual = sizes{page: 1 << 15, group: GroupRows, numbers: 1 << 15, texts: 1 << 20, textPage: 8 << 20, textStep: 1 << 10}

// GroupRows is how many rows a row group holds, the last one of a file apart.
const GroupRows = 1 << 20

// Column says how a column is stored.
type Column struct {
	Name string
	// Type is one of Uint8, Uint16, Uint32, Uint64, Int64, Float64, nanosecond Timestamp, or Dictionary of texts.
	Type     arrow.DataType
	Nullable bool
	// Delta is for 64-bit integers that change by little from row to row: DELTA_BINARY_PACKED instead of a dictionary.
	Delta bool
	// Constant says that all rows are equal that are not null: they are then written in less time, and not otherwise.
	Constant bool
	// Bloom asks for Bloom filters, by which engines skip row groups without a value.
	Bloom bool
	// Sorted says that rows are in ascending order of this column. A file may have several such columns; they are declared in
	// their order.
	Sorted bool
}

// check tells whether a column can be stored.
func (c *Column) check() error {
	switch c.Type.ID() {
	case arrow.UINT8, arrow.UINT16, arrow.UINT32, arrow.FLOAT64:
		if !c.Delta {
			return nil
		}
	case arrow.UINT64, arrow.INT64:
		return nil
	case arrow.TIMESTAMP:
		if c.Type.(*arrow.TimestampType).Unit == arrow.Nanosecond {
			return nil
		}
	case arrow.DICTIONARY:
		d := c.Type.(*arrow.DictionaryType)
		index := d.IndexType.ID()
		if d.ValueType.ID() == arrow.STRING && (index == arrow.UINT8 || index == arrow.UINT32) && !c.Delta {
			return nil
		}
	}
	return fmt.Errorf("parquetfile: column %s of type %v cannot be stored", c.Name, c.Type)
}

// physical is the type by which Parquet stores the values.
func (c *Column) physical() format.Type {
	switch c.Type.ID() {
	case arrow.UINT8, arrow.UINT16, arrow.UINT32:
		return format.Int32
	case arrow.FLOAT64:
		return format.Double
	case arrow.DICTIONARY:
		return format.ByteArray
	}
	return format.Int64
}

// element describes the column in a footer.
func (c *Column) element() format.SchemaElement {
	e := format.SchemaElement{Name: c.Name, Type: thrift.New(c.physical()), RepetitionType: thrift.New(format.Required)}
	if c.Nullable {
		e.RepetitionType = thrift.New(format.Optional)
	}
	unsigned := func(bits int8, converted deprecated.ConvertedType) {
		e.LogicalType.Value = &format.IntType{BitWidth: bits}
		e.ConvertedType = thrift.New(converted)
	}
	switch c.Type.ID() {
	case arrow.UINT8:
		unsigned(8, deprecated.Uint8)
	case arrow.UINT16:
		unsigned(16, deprecated.Uint16)
	case arrow.UINT32:
		unsigned(32, deprecated.Uint32)
	case arrow.UINT64:
		unsigned(64, deprecated.Uint64)
	case arrow.INT64:
		e.LogicalType.Value = &format.IntType{BitWidth: 64, IsSigned: true}
		e.ConvertedType = thrift.New(deprecated.Int64)
	case arrow.TIMESTAMP:
		e.LogicalType.Value = &format.TimestampType{
			IsAdjustedToUTC: true, Unit: format.TimeUnit{Value: &format.NanoSeconds{}},
		}
	case arrow.DICTIONARY:
		e.LogicalType.Value = &format.StringType{}
		e.ConvertedType = thrift.New(deprecated.UTF8)
	}
	return e
}

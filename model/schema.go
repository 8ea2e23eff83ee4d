package model

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// A table is defined once, by its rows struct. The struct's tags name the Arrow fields:
//
//	col   name of the field; the columns of an array field are numbered from 0
//	unit  unit of the values, kept in the field's metadata
//	doc   description, kept in the field's metadata
//	as    "timestamp", or the name of the enumeration (see enumerations) whose codes the column holds
//
// The Go type of the field tells the rest: []T never has nulls, Values[T] and Strings may.

// definition is what a rows struct defines.
type definition struct {
	name   string
	schema *arrow.Schema
	fields []field
}

// field is one column of a table.
type field struct {
	arrow arrow.Field
	path  []int       // of the struct's field, as reflect.Value.FieldByIndex takes it
	item  int         // in array fields, -1 in others
	names arrow.Array // texts of an enumeration's codes, nil for other columns
}

// tables is the definition of every table. It is never changed.
var tables = [tableCount]definition{
	TableProcess:           define[ProcessRows]("process"),
	TableThread:            define[ThreadRows]("thread"),
	TableImage:             define[ImageRows]("image"),
	TableProcessCounters:   define[ProcessCountersRows]("process_counters"),
	TableVirtualAlloc:      define[VirtualAllocRows]("virtual_alloc"),
	TableMapView:           define[MapViewRows]("map_view"),
	TableHardFault:         define[HardFaultRows]("hard_fault"),
	TableFileName:          define[FileNameRows]("file_name"),
	TableMemoryInfo:        define[MemoryInfoRows]("memory_info"),
	TableProcessMemoryInfo: define[ProcessMemoryInfoRows]("process_memory_info"),
	TableSessionMemoryInfo: define[SessionMemoryInfoRows]("session_memory_info"),
	TablePool:              define[PoolRows]("pool"),
	TableStack:             define[StackRows]("stack"),
	TableFrame:             define[FrameRows]("frame"),
	TableSystem:            define[SystemRows]("system"),
	TableVolume:            define[VolumeRows]("volume"),
	TableGroupMask:         define[GroupMaskRows]("group_mask"),
	TableService:           define[ServiceRows]("service"),
	TableImageVersion:      define[ImageVersionRows]("image_version"),
}

var (
	indexType     = arrow.PrimitiveTypes.Uint32
	textType      = &arrow.DictionaryType{IndexType: indexType, ValueType: arrow.BinaryTypes.String}
	enumType      = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint8, ValueType: arrow.BinaryTypes.String}
	timestampType = &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}
)

// define reads the definition of a table off its rows struct.
func define[R any](name string) definition {
	d := definition{name: name}
	d.addStruct(reflect.TypeFor[R](), nil)
	arrows := make([]arrow.Field, len(d.fields))
	for i, f := range d.fields {
		arrows[i] = f.arrow
	}
	meta := arrow.MetadataFrom(map[string]string{"table": name})
	d.schema = arrow.NewSchema(arrows, &meta)
	return d
}

// restricted gives the schema with the named fields only, in the order of the table.
func (d *definition) restricted(names []string) *arrow.Schema {
	var fields []arrow.Field
	for _, f := range d.fields {
		if slices.Contains(names, f.arrow.Name) {
			fields = append(fields, f.arrow)
		}
	}
	meta := d.schema.Metadata()
	return arrow.NewSchema(fields, &meta)
}

func (d *definition) addStruct(t reflect.Type, path []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(path[:len(path):len(path)], i)
		switch {
		case f.Anonymous:
			d.addStruct(f.Type, at)
		case f.Type.Kind() == reflect.Array:
			for item := range f.Type.Len() {
				d.addField(f.Type.Elem(), f.Tag, at, item)
			}
		default:
			d.addField(f.Type, f.Tag, at, -1)
		}
	}
}

func (d *definition) addField(t reflect.Type, tag reflect.StructTag, path []int, item int) {
	f := field{path: path, item: item}
	f.arrow.Name = tag.Get("col")
	if item >= 0 {
		f.arrow.Name += "_" + strconv.Itoa(item)
	}
	f.arrow.Type, f.arrow.Nullable = arrowType(t)
	if as := tag.Get("as"); as == "timestamp" {
		f.arrow.Type = timestampType
	} else if as != "" {
		f.arrow.Type, f.names = enumType, textArray(enumerations[as])
	}
	unit := tag.Get("unit")
	if unit == "" {
		unit = "none"
	}
	f.arrow.Metadata = arrow.NewMetadata([]string{"unit", "description"}, []string{unit, tag.Get("doc")})
	d.fields = append(d.fields, f)
}

// arrowType gives the Arrow type for a field of a rows struct, before its tags are regarded.
func arrowType(t reflect.Type) (_ arrow.DataType, nullable bool) {
	switch reflect.New(t).Interface().(type) {
	case *Strings:
		return textType, true
	case *[]uint8:
		return arrow.PrimitiveTypes.Uint8, false
	case *[]uint16:
		return arrow.PrimitiveTypes.Uint16, false
	case *[]uint32:
		return arrow.PrimitiveTypes.Uint32, false
	case *[]uint64:
		return arrow.PrimitiveTypes.Uint64, false
	case *[]int64:
		return arrow.PrimitiveTypes.Int64, false
	case *[]float64:
		return arrow.PrimitiveTypes.Float64, false
	}
	raw, ok := t.FieldByName("Raw")
	if !ok {
		panic(fmt.Sprintf("model: a rows struct cannot have a field of type %v", t))
	}
	dataType, _ := arrowType(raw.Type)
	return dataType, true
}

// bind gives the columns of a rows struct, in the order of the table's fields. Their memory is that of the struct.
func bind(rows any, fields []field) []column {
	v := reflect.ValueOf(rows).Elem()
	columns := make([]column, len(fields))
	for i, f := range fields {
		at := v.FieldByIndex(f.path)
		if f.item >= 0 {
			at = at.Index(f.item)
		}
		columns[i] = columnOf(at.Addr().Interface())
	}
	return columns
}

func columnOf(p any) column {
	switch p := p.(type) {
	case column:
		return p
	case *[]uint8:
		return (*required[uint8])(p)
	case *[]uint16:
		return (*required[uint16])(p)
	case *[]uint32:
		return (*required[uint32])(p)
	case *[]uint64:
		return (*required[uint64])(p)
	case *[]int64:
		return (*required[int64])(p)
	case *[]float64:
		return (*required[float64])(p)
	}
	panic(fmt.Sprintf("model: a rows struct cannot have a field of type %T", p))
}

func textArray(texts []string) arrow.Array {
	b := array.NewStringBuilder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues(texts, nil)
	return b.NewArray()
}

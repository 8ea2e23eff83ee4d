package columns

import (
	"encoding/binary"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"etledger/model"
)

// Values are the values of one column in one batch. They share the memory of the batch, stay valid as long as that, and
// must not be changed. Of the slices only the one of the type is set; where a row is null it holds any value.
type Values struct {
	Type Type
	Len  int

	Uint8   []uint8   // Uint8; the indexes of a Text column whose texts are few and fixed
	Uint16  []uint16  // Uint16
	Uint32  []uint32  // Uint32; the indexes of any other Text column
	Uint64  []uint64  // Uint64
	Int64   []int64   // Int64 and Timestamp
	Float64 []float64 // Float64
	Words   []string  // Text: the texts that the indexes count, all different from one another

	Valid  []byte // Arrow validity bitmap; nil when no row is null
	Offset int    // bit of Valid that is row 0
}

// Read makes v the values of the named column of a batch, and reuses the memory of v.Words. It returns false, and leaves
// v without rows, when the batch has no such column.
func (v *Values) Read(b *model.Batch, name string) bool {
	*v = Values{Words: v.Words[:0]}
	record := b.Record()
	at := record.Schema().FieldIndices(name)
	if len(at) == 0 {
		return false
	}
	v.read(record.Column(at[0]))
	return true
}

func (v *Values) read(arr arrow.Array) {
	v.Type, v.Len = typeOf(arr.DataType()), arr.Len()
	data := arr.Data()
	index := v.Type
	if d, ok := arr.(*array.Dictionary); ok {
		words := d.Dictionary().(*array.String)
		for i := range words.Len() {
			v.Words = append(v.Words, words.Value(i))
		}
		data = d.Indices().Data()
		index = typeOf(data.DataType())
	}
	v.Offset = data.Offset()
	if data.NullN() > 0 {
		v.Valid = data.Buffers()[0].Bytes()
	}
	switch index {
	case Uint8:
		v.Uint8 = slice[uint8](data)
	case Uint16:
		v.Uint16 = slice[uint16](data)
	case Uint32:
		v.Uint32 = slice[uint32](data)
	case Uint64:
		v.Uint64 = slice[uint64](data)
	case Int64, Timestamp:
		v.Int64 = slice[int64](data)
	case Float64:
		v.Float64 = slice[float64](data)
	}
}

func slice[T any](data arrow.ArrayData) []T {
	if data.Len() == 0 {
		return nil
	}
	all := (*T)(unsafe.Pointer(unsafe.SliceData(data.Buffers()[1].Bytes())))
	return unsafe.Slice(all, data.Offset()+data.Len())[data.Offset():]
}

// Null tells whether row i has no value.
func (v *Values) Null(i int) bool {
	if v.Valid == nil {
		return false
	}
	i += v.Offset
	return v.Valid[i>>3]&(1<<(i&7)) == 0
}

// Index is the place in Words of the text of row i, of a Text column, whose row must not be null.
func (v *Values) Index(i int) int {
	if v.Uint8 != nil {
		return int(v.Uint8[i])
	}
	return int(v.Uint32[i])
}

// Present gives 64 rows at once: bit j tells whether row 64*n+j has a value. Bits of rows beyond the last are 0.
func (v *Values) Present(n int) uint64 {
	rows := min(v.Len-64*n, 64)
	if rows <= 0 {
		return 0
	}
	all := ^uint64(0) >> (64 - rows)
	if v.Valid == nil {
		return all
	}
	bit := v.Offset + 64*n
	rest := v.Valid[bit>>3:]
	if shift := bit & 7; len(rest) > 8 {
		return (binary.LittleEndian.Uint64(rest)>>shift | uint64(rest[8])<<(64-shift)) & all
	} else if shift == 0 && len(rest) == 8 {
		return binary.LittleEndian.Uint64(rest) & all
	}
	var bits uint64
	for j := range rows {
		if rest[(bit&7+j)>>3]&(1<<((bit+j)&7)) != 0 {
			bits |= 1 << j
		}
	}
	return bits
}

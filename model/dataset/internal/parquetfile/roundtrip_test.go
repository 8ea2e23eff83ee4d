package parquetfile

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/parquet-go/parquet-go"
)

var (
	textType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.String}
	codeType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint8, ValueType: arrow.BinaryTypes.String}
	timeType = &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}
)

// cell is a value of a row: nil, a number or a text.
type cell any

// shape is a way in which the values of a column may be distributed.
type shape struct {
	name   string
	column Column
	cell   func(r *rand.Rand, row int) cell
}

func maybe(present float64, of func(r *rand.Rand, row int) cell) func(r *rand.Rand, row int) cell {
	return func(r *rand.Rand, row int) cell {
		if r.Float64() >= present {
			return nil
		}
		return of(r, row)
	}
}

// runs makes a column that is null for some rows, present for others.
func runs(length int, of func(r *rand.Rand, row int) cell) func(r *rand.Rand, row int) cell {
	return func(r *rand.Rand, row int) cell {
		if row/length%2 == 0 {
			return nil
		}
		return of(r, row)
	}
}

func sameText(text string) func(r *rand.Rand, row int) cell {
	return func(*rand.Rand, int) cell { return text }
}

var codeTexts = []string{"", "alloc", "free", "rundown"}

func shapes() []shape {
	p := arrow.PrimitiveTypes
	number := func(of func(r *rand.Rand, row int) uint64) func(r *rand.Rand, row int) cell {
		return func(r *rand.Rand, row int) cell { return of(r, row) }
	}
	any64 := number(func(r *rand.Rand, _ int) uint64 { return r.Uint64() })
	few := number(func(r *rand.Rand, _ int) uint64 { return r.Uint64N(7) })
	same := number(func(*rand.Rand, int) uint64 { return 42 })
	rising := number(func(_ *rand.Rand, row int) uint64 { return uint64(row) * 360 })
	float := func(r *rand.Rand, row int) cell { return float64(row) * 3.6e-5 }
	name := func(r *rand.Rand, _ int) cell { return fmt.Sprintf("name %d", r.IntN(20)) }
	distinct := func(r *rand.Rand, row int) cell {
		return fmt.Sprintf("C:\\path %d\\", row) + strings.Repeat("é", r.IntN(90))
	}
	code := func(r *rand.Rand, _ int) cell { return codeTexts[1+r.IntN(3)] }
	return []shape{
		{"uint8", Column{Type: p.Uint8}, few},
		{"uint8 any", Column{Type: p.Uint8}, any64},
		{"uint16", Column{Type: p.Uint16}, any64},
		{"uint32", Column{Type: p.Uint32, Bloom: true}, few},
		{"uint32 too many", Column{Type: p.Uint32, Bloom: true}, any64},
		{"uint64 same", Column{Type: p.Uint64}, same},
		{"uint64 too many", Column{Type: p.Uint64}, any64},
		{"uint64 delta", Column{Type: p.Uint64, Delta: true}, rising},
		{"uint64 delta any", Column{Type: p.Uint64, Delta: true}, any64},
		{"int64", Column{Type: p.Int64}, any64},
		{"timestamp", Column{Type: timeType}, rising},
		{"float64", Column{Type: p.Float64}, float},
		{"text", Column{Type: textType}, name},
		{"text distinct", Column{Type: textType, Bloom: true}, distinct},
		{"code", Column{Type: codeType}, code},
		{"never", Column{Type: p.Uint32, Nullable: true}, maybe(0, few)},
		{"never text", Column{Type: textType, Nullable: true}, maybe(0, name)},
		{"never delta", Column{Type: p.Int64, Nullable: true}, maybe(0, few)},
		{"never float", Column{Type: p.Float64, Nullable: true}, maybe(0, float)},
		{"never code", Column{Type: codeType, Nullable: true}, maybe(0, code)},
		{"always", Column{Type: p.Uint32, Nullable: true}, maybe(1, few)},
		{"sometimes", Column{Type: p.Uint32, Nullable: true}, maybe(0.3, few)},
		{"sometimes delta", Column{Type: p.Int64, Nullable: true}, maybe(0.3, rising)},
		{"sometimes float", Column{Type: p.Float64, Nullable: true}, maybe(0.9, float)},
		{"sometimes text", Column{Type: textType, Nullable: true}, maybe(0.3, name)},
		{"sometimes distinct", Column{Type: textType, Nullable: true}, maybe(0.8, distinct)},
		{"sometimes code", Column{Type: codeType, Nullable: true}, maybe(0.5, code)},
		{"runs", Column{Type: p.Uint64, Nullable: true}, runs(700, any64)},
		{"runs text", Column{Type: textType, Nullable: true}, runs(513, name)},
		{"runs of groups", Column{Type: textType, Nullable: true}, runs(3000, name)},
		{"constant text", Column{Type: textType, Constant: true}, sameText("once")},
		{"constant long text", Column{Type: textType, Nullable: true, Constant: true}, maybe(0.5, sameText(strings.Repeat("x", 2000)))},
		{"constant sometimes", Column{Type: textType, Nullable: true, Constant: true}, maybe(0.5, sameText("seldom"))},
		{"constant runs", Column{Type: timeType, Nullable: true, Constant: true}, runs(700, same)},
		{"constant number", Column{Type: p.Uint32, Constant: true}, same},
		{"constant never", Column{Type: timeType, Nullable: true, Constant: true}, maybe(0, same)},
	}
}

// build makes an array of cells.
func build(c *Column, cells []cell) arrow.Array {
	switch c.Type.ID() {
	case arrow.UINT8:
		return fill(array.NewUint8Builder(memory.DefaultAllocator), cells, func(v cell) uint8 { return uint8(v.(uint64)) })
	case arrow.UINT16:
		return fill(array.NewUint16Builder(memory.DefaultAllocator), cells, func(v cell) uint16 { return uint16(v.(uint64)) })
	case arrow.UINT32:
		return fill(array.NewUint32Builder(memory.DefaultAllocator), cells, func(v cell) uint32 { return uint32(v.(uint64)) })
	case arrow.UINT64:
		return fill(array.NewUint64Builder(memory.DefaultAllocator), cells, func(v cell) uint64 { return v.(uint64) })
	case arrow.INT64:
		return fill(array.NewInt64Builder(memory.DefaultAllocator), cells, func(v cell) int64 { return int64(v.(uint64)) })
	case arrow.FLOAT64:
		return fill(array.NewFloat64Builder(memory.DefaultAllocator), cells, func(v cell) float64 { return v.(float64) })
	case arrow.TIMESTAMP:
		return fill(array.NewTimestampBuilder(memory.DefaultAllocator, timeType), cells,
			func(v cell) arrow.Timestamp { return arrow.Timestamp(v.(uint64)) })
	}
	// As model does it, an array of codes has all the texts, one of texts those that it needs and maybe more.
	words := append([]string(nil), codeTexts...)
	index := map[string]int{}
	for i, w := range words {
		index[w] = i
	}
	var rows []cell
	for _, v := range cells {
		if v == nil {
			rows = append(rows, nil)
			continue
		}
		if _, ok := index[v.(string)]; !ok {
			index[v.(string)] = len(words)
			words = append(words, v.(string))
		}
		rows = append(rows, uint64(index[v.(string)]))
	}
	dictionary := array.NewStringBuilder(memory.DefaultAllocator)
	dictionary.AppendValues(words, nil)
	indexes := build(&Column{Type: c.Type.(*arrow.DictionaryType).IndexType}, rows)
	return array.NewDictionaryArray(c.Type, indexes, dictionary.NewArray())
}

func fill[T any](b interface {
	array.Builder
	Append(T)
}, cells []cell, value func(cell) T) arrow.Array {
	for _, v := range cells {
		if v == nil {
			b.AppendNull()
		} else {
			b.Append(value(v))
		}
	}
	return b.NewArray()
}

// write writes the columns in records of random length, of which some are slices of larger arrays.
func write(t testing.TB, r *rand.Rand, columns []Column, cells [][]cell, s sizes) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := newWriter(&out, columns, s)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(cells[0]); {
		n := min(1+r.IntN(2*s.page), len(cells[0])-at)
		for i := range columns {
			before := min(at, r.IntN(20))
			a := build(&columns[i], cells[i][at-before:at+n])
			w.Append(i, array.NewSlice(a, int64(before), int64(before+n)))
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		at += n
	}
	if err := w.Close(About{CreatedBy: "test", Metadata: []KeyValue{{"key", "value"}}}); err != nil {
		t.Fatal(err)
	}
	if w.Size() != int64(out.Len()) || w.Rows() != int64(len(cells[0])) {
		t.Errorf("the writer tells of %d bytes and %d rows, not %d and %d", w.Size(), w.Rows(), out.Len(), len(cells[0]))
	}
	return out.Bytes()
}

func fields(columns []Column) (fields []Field) {
	for _, c := range columns {
		f := Field{Name: c.Name, Type: c.Type, Nullable: c.Nullable}
		if c.Type == codeType {
			b := array.NewStringBuilder(memory.DefaultAllocator)
			b.AppendValues(codeTexts, nil)
			f.Texts = b.NewArray()
		}
		fields = append(fields, f)
	}
	return fields
}

// text gives a value as a text that equals that of another value only if the two are the same.
func text(a arrow.Array, i int) string {
	switch {
	case a.IsNull(i):
		return "null"
	case a.DataType().ID() == arrow.FLOAT64:
		return fmt.Sprint(math.Float64bits(a.(*array.Float64).Value(i)))
	}
	return a.ValueStr(i)
}

func TestRoundTrip(t *testing.T) {
	s := sizes{page: 1 << 10, group: 5000, numbers: 2000, texts: 200_000, textPage: 60_000, textStep: 100}
	for _, rows := range []int{0, 1, 1000, 5000, 11111} {
		var columns []Column
		var cells [][]cell
		r := rand.New(rand.NewPCG(uint64(rows), 1))
		for _, shape := range shapes() {
			column := shape.column
			column.Name = shape.name
			columns = append(columns, column)
			var rowCells []cell
			for row := range rows {
				rowCells = append(rowCells, shape.cell(r, row))
			}
			cells = append(cells, rowCells)
		}
		file := write(t, r, columns, cells, s)
		if again := write(t, r, columns, cells, s); !bytes.Equal(file, again) {
			t.Errorf("%d rows: other records make another file", rows)
		}
		f, err := Open(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := f.Lookup("key"); f.Rows() != int64(rows) || !ok || v != "value" {
			t.Errorf("%d rows, key %q", f.Rows(), v)
		}
		reader, err := f.Reader(fields(columns))
		if err != nil {
			t.Fatal(err)
		}
		for i := range columns {
			for at := 0; at < rows; {
				n := min(1+r.IntN(2000), rows-at)
				got, err := reader.Read(i, n)
				if err != nil {
					t.Fatalf("%s: %v", columns[i].Name, err)
				}
				want := build(&columns[i], cells[i][at:at+n])
				if got.Len() != n || got.NullN() != want.NullN() || !arrow.TypeEqual(got.DataType(), want.DataType()) {
					t.Fatalf("%s: %d rows, %d nulls of %v", columns[i].Name, got.Len(), got.NullN(), got.DataType())
				}
				for k := range n {
					if text(got, k) != text(want, k) {
						t.Fatalf("%s: row %d is %s, want %s", columns[i].Name, at+k, text(got, k), text(want, k))
					}
				}
				at += n
			}
			if _, err := reader.Read(i, 1); err == nil {
				t.Errorf("%s: a row behind the last", columns[i].Name)
			}
		}
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
		checkMissing(t, f)
		checkLibrary(t, file, columns, cells)
	}
}

// checkMissing reads columns that the file lacks.
func checkMissing(t *testing.T, f *File) {
	t.Helper()
	for _, c := range shapes() {
		field := fields([]Column{c.column})[0]
		field.Name = "missing"
		reader, err := f.Reader([]Field{field})
		if (err == nil) != field.Nullable {
			t.Fatalf("%s: error %v", c.name, err)
		}
		if err != nil {
			continue
		}
		n := int(f.Rows())
		if a, err := reader.Read(0, n); err != nil || a.Len() != n || a.NullN() != n {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, err := reader.Read(0, 1); err == nil {
			t.Errorf("%s: a row behind the last", c.name)
		}
	}
}

// checkLibrary compares what parquet-go's row reader finds, which shares nothing with ours above the decoding of pages, and
// checks the statistics, the page index and the Bloom filters against the rows.
func checkLibrary(t *testing.T, file []byte, columns []Column, cells [][]cell) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	row := 0
	for _, group := range f.RowGroups() {
		for i, chunk := range group.ColumnChunks() {
			checkChunk(t, chunk.(*parquet.FileColumnChunk), &columns[i], cells[i][row:row+int(group.NumRows())])
		}
		row += int(group.NumRows())
	}
	if row != len(cells[0]) {
		t.Errorf("%d rows in row groups, want %d", row, len(cells[0]))
	}
}

func checkChunk(t *testing.T, chunk *parquet.FileColumnChunk, column *Column, cells []cell) {
	t.Helper()
	name, kind := column.Name, chunk.Type()
	bounded := func(what string, least, greatest, v parquet.Value) {
		if kind.Compare(v, least) < 0 || kind.Compare(v, greatest) > 0 {
			t.Errorf("%s: %v is outside of the bounds of its %s, %v to %v", name, v, what, least, greatest)
		}
	}
	index, err := chunk.ColumnIndex()
	if err != nil {
		t.Fatal(err)
	}
	offsets, err := chunk.OffsetIndex()
	if err != nil {
		t.Fatal(err)
	}
	least, greatest, has := chunk.Bounds()
	all := build(column, cells)
	values := parquet.NewColumnChunkValueReader(chunk)
	defer values.Close()
	page, nulls, pageNulls := 0, 0, int64(0)
	for i := 0; ; i++ {
		if page+1 < offsets.NumPages() && int64(i) == offsets.FirstRowIndex(page+1) || i == len(cells) {
			if index.NullCount(page) != pageNulls {
				t.Errorf("%s: page %d has %d nulls, the index says %d", name, page, pageNulls, index.NullCount(page))
			}
			page, pageNulls = page+1, 0
		}
		var v [1]parquet.Value
		n, err := values.ReadValues(v[:])
		if n == 0 {
			if err != io.EOF || i != len(cells) {
				t.Fatalf("%s: value %d: %v", name, i, err)
			}
			break
		}
		if v[0].IsNull() != (cells[i] == nil) {
			t.Fatalf("%s: value %d is %v", name, i, v[0])
		}
		if v[0].IsNull() {
			nulls++
			pageNulls++
			continue
		}
		if got := plainText(v[0], all); got != text(all, i) {
			t.Fatalf("%s: value %d is %s, want %s", name, i, got, text(all, i))
		}
		if !has {
			t.Fatalf("%s has values but no bounds", name)
		}
		bounded("chunk", least, greatest, v[0])
		bounded("page", index.MinValue(page), index.MaxValue(page), v[0])
		if filter := chunk.BloomFilter(); filter != nil {
			if in, err := filter.Check(v[0]); err != nil || !in {
				t.Errorf("%s: the Bloom filter lacks %v, %v", name, v[0], err)
			}
		} else if name == "uint32" {
			t.Fatal("no Bloom filter")
		}
	}
	if chunk.NullCount() != int64(nulls) {
		t.Errorf("%s: %d nulls, the chunk says %d", name, nulls, chunk.NullCount())
	}
}

func plainText(v parquet.Value, like arrow.Array) string {
	switch like.DataType().ID() {
	case arrow.UINT8, arrow.UINT16, arrow.UINT32:
		return fmt.Sprint(v.Uint32())
	case arrow.UINT64:
		return fmt.Sprint(v.Uint64())
	case arrow.INT64:
		return fmt.Sprint(v.Int64())
	case arrow.TIMESTAMP:
		return build(&Column{Type: timeType}, []cell{uint64(v.Int64())}).ValueStr(0)
	case arrow.FLOAT64:
		return fmt.Sprint(math.Float64bits(v.Double()))
	}
	return string(v.ByteArray())
}

// TestConstant writes columns whose values are all the same as such and as any other: the files must not differ.
func TestConstant(t *testing.T) {
	for _, shape := range shapes() {
		if !shape.column.Constant {
			continue
		}
		var files [2][]byte
		for i, constant := range []bool{true, false} {
			r := rand.New(rand.NewPCG(9, 10))
			column := shape.column
			column.Name, column.Constant = "c", constant
			cells := make([]cell, 5000)
			for row := range cells {
				cells[row] = shape.cell(r, row)
			}
			s := usual
			s.page, s.group = 300, 1700
			files[i] = write(t, r, []Column{column}, [][]cell{cells}, s)
		}
		if !bytes.Equal(files[0], files[1]) {
			t.Errorf("%s: other bytes", shape.name)
		}
	}
}

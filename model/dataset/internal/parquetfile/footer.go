package parquetfile

import (
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// footer gives the metadata of the file.
func (w *Writer) footer(about About) format.FileMetaData {
	m := format.FileMetaData{Version: 2, NumRows: w.rows, RowGroups: w.groups, CreatedBy: about.CreatedBy}
	m.Schema = append(m.Schema, format.SchemaElement{Name: "schema", NumChildren: thrift.New(int32(len(w.columns)))})
	for i := range w.columns {
		m.Schema = append(m.Schema, w.columns[i].element())
		m.ColumnOrders = append(m.ColumnOrders, format.ColumnOrder{Value: &format.TypeDefinedOrder{}})
	}
	for _, kv := range about.Metadata {
		m.KeyValueMetadata = append(m.KeyValueMetadata, format.KeyValue{Key: kv.Key, Value: kv.Value})
	}
	return m
}

// sorting declares the columns that the rows are sorted by.
func (w *Writer) sorting() (sorting []format.SortingColumn) {
	for i := range w.columns {
		if w.columns[i].Sorted {
			sorting = append(sorting, format.SortingColumn{ColumnIdx: int32(i)})
		}
	}
	return sorting
}

// writeIndexes writes the page index: for each page its bounds and its place.
func (w *Writer) writeIndexes() error {
	for g := range w.groups {
		for i := range w.groups[g].Columns {
			c := &w.groups[g].Columns[i]
			c.ColumnIndexOffset = w.offset
			if err := w.encode(&w.indexes[g][i]); err != nil {
				return err
			}
			c.ColumnIndexLength = int32(w.offset - c.ColumnIndexOffset)
		}
	}
	for g := range w.groups {
		for i := range w.groups[g].Columns {
			c := &w.groups[g].Columns[i]
			c.OffsetIndexOffset = w.offset
			if err := w.encode(&w.offsets[g][i]); err != nil {
				return err
			}
			c.OffsetIndexLength = int32(w.offset - c.OffsetIndexOffset)
		}
	}
	return nil
}

func columnIndex(column *Column, c *chunk) format.ColumnIndex {
	index := format.ColumnIndex{BoundaryOrder: order(column, c.pages)}
	for i := range c.pages {
		p := &c.pages[i]
		index.NullPages = append(index.NullPages, p.nulls == p.rows)
		index.NullCounts = append(index.NullCounts, int64(p.nulls))
		index.MinValues = append(index.MinValues, p.bounds.min)
		index.MaxValues = append(index.MaxValues, p.bounds.max)
	}
	return index
}

// offsetIndex gives the places of the pages of a chunk whose data pages begin at an offset of the file.
func offsetIndex(c *chunk, body int64) (index format.OffsetIndex) {
	for i := range c.pages {
		p := &c.pages[i]
		index.PageLocations = append(index.PageLocations, format.PageLocation{
			Offset: body + int64(p.offset), CompressedPageSize: int32(p.size), FirstRowIndex: int64(p.first),
		})
	}
	return index
}

// writeBloom writes a Bloom filter with its header.
func (w *Writer) writeBloom(filter []byte) error {
	header := format.BloomFilterHeader{
		NumBytes:    int32(len(filter)),
		Algorithm:   format.BloomFilterAlgorithm{Value: &format.SplitBlockAlgorithm{}},
		Hash:        format.BloomFilterHash{Value: &format.XxHash{}},
		Compression: format.BloomFilterCompression{Value: &format.BloomFilterUncompressed{}},
	}
	if err := w.encode(&header); err != nil {
		return err
	}
	return w.write(filter)
}

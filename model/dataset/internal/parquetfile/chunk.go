package parquetfile

import (
	"bytes"
	"hash/crc32"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go/bloom"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// codec compresses all pages. It is safe for concurrent use.
var codec = &zstd.Codec{Level: zstd.SpeedFastest}

// columnWriter makes column chunks, one for each row group, of the values of a column. Different columns may be written
// concurrently.
type columnWriter struct {
	column *Column
	levels levels
	values values
	sizes  sizes
	step   int // rows after which it is seen whether the page is full

	chunk chunk   // of the row group being filled
	done  []chunk // of row groups that are full
	spare [][]byte

	plain, packed []byte // a page before and after compression
	header        bytes.Buffer
	protocol      thrift.CompactProtocol
	encoder       thrift.Encoder
}

// chunk is a column's part of a row group.
type chunk struct {
	rows, nulls  int
	dictionary   []byte // page with its header, empty for none
	body         []byte // data pages with their headers
	pages        []page
	bounds       bounds
	uncompressed int64 // bytes of all pages before compression, headers counted
	encodings    []format.PageEncodingStats
	distinct     int    // values, 0 when not known
	bloom        []byte // filter, nil for none
}

// page is what the page index knows of a data page.
type page struct {
	offset, size int // in the body
	first        int // row in the row group
	rows, nulls  int
	bounds       bounds
}

func newColumnWriter(c *Column, s sizes) *columnWriter {
	w := &columnWriter{column: c, values: newValues(c, s), sizes: s, step: s.page}
	if c.Type.ID() == arrow.DICTIONARY {
		w.step = s.textStep
	}
	w.encoder.Reset(w.protocol.NewWriter(&w.header))
	return w
}

// append adds all rows of an array.
func (w *columnWriter) append(a arrow.Array) {
	var valid []byte
	if a.NullN() > 0 {
		valid = a.NullBitmapBytes()
	}
	for at := 0; at < a.Len(); {
		row := w.chunk.rows + w.levels.rows
		n := min(a.Len()-at, w.sizes.page-w.levels.rows, w.sizes.group-row, w.step-row%w.step)
		before := w.levels.nulls
		if w.column.Nullable {
			w.levels.add(valid, a.Data().Offset()+at, n)
		} else {
			w.levels.rows += n
		}
		if nulls := w.levels.nulls - before; nulls < n {
			w.values.add(a, at, at+n, nulls > 0)
		}
		at += n
		if w.levels.rows == w.sizes.page || (row+n)%w.step == 0 && w.values.full() {
			w.endPage()
		}
		if w.chunk.rows+w.levels.rows == w.sizes.group {
			w.endChunk()
		}
	}
}

// endPage encodes the page that was being filled.
func (w *columnWriter) endPage() {
	if w.levels.rows == 0 {
		return
	}
	w.plain = w.plain[:0]
	if w.column.Nullable {
		w.plain = w.levels.encode(w.plain)
	}
	var encoding format.Encoding
	p := page{offset: len(w.chunk.body), first: w.chunk.rows, rows: w.levels.rows, nulls: w.levels.nulls}
	w.plain, encoding, p.bounds = w.values.encode(w.plain)
	w.levels.reset()
	header := format.PageHeader{Type: format.DataPage}
	header.DataPageHeader = thrift.New(format.DataPageHeader{
		NumValues: int32(p.rows), Encoding: encoding, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
	})
	w.chunk.body = w.appendPage(w.chunk.body, &header)
	p.size = len(w.chunk.body) - p.offset
	w.chunk.count(format.DataPage, encoding)
	w.chunk.rows += p.rows
	w.chunk.nulls += p.nulls
	w.chunk.bounds.widen(w.column, p.bounds)
	w.chunk.pages = append(w.chunk.pages, p)
}

// appendPage compresses w.plain, completes the header, and appends both.
func (w *columnWriter) appendPage(dst []byte, header *format.PageHeader) []byte {
	w.packed, _ = codec.Encode(w.packed, w.plain)
	header.UncompressedPageSize = int32(len(w.plain))
	header.CompressedPageSize = int32(len(w.packed))
	header.CRC = int32(crc32.ChecksumIEEE(w.packed))
	w.header.Reset()
	if err := w.encoder.Encode(header); err != nil {
		panic(err) // a buffer takes all, and the header is of a known type
	}
	w.chunk.uncompressed += int64(w.header.Len() + len(w.plain))
	dst = append(dst, w.header.Bytes()...)
	return append(dst, w.packed...)
}

// endChunk ends the column's part of a row group and begins the next one.
func (w *columnWriter) endChunk() {
	w.endPage()
	if w.chunk.rows == 0 {
		return
	}
	content, entries := w.values.dictionary()
	if entries > 0 {
		w.plain = append(w.plain[:0], content...)
		header := format.PageHeader{Type: format.DictionaryPage}
		header.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: int32(entries), Encoding: format.Plain})
		w.chunk.dictionary = w.appendPage(w.chunk.dictionary[:0], &header)
		w.chunk.count(format.DictionaryPage, format.Plain)
	}
	var hashes []uint64
	if w.values.hashes(func(h uint64) { hashes = append(hashes, h) }) {
		w.chunk.distinct = len(hashes)
		if w.column.Bloom && len(hashes) > 0 {
			filter := make(bloom.SplitBlockFilter, bloom.NumSplitBlocksOf(int64(len(hashes)), bloomBits))
			filter.InsertBulk(hashes)
			w.chunk.bloom = filter.Bytes()
		}
	}
	w.values.reset()
	w.done = append(w.done, w.chunk)
	w.chunk = chunk{}
	if n := len(w.spare); n > 0 {
		w.chunk.body, w.spare = w.spare[n-1][:0], w.spare[:n-1]
	}
}

// bloomBits is how many bits a Bloom filter has for each value: about one wrong answer in a hundred.
const bloomBits = 10

// take gives the chunk of the oldest row group that is full. Its body is to be given to recycle afterwards.
func (w *columnWriter) take() chunk {
	c := w.done[0]
	w.done = append(w.done[:0], w.done[1:]...)
	return c
}

func (w *columnWriter) recycle(c *chunk) { w.spare = append(w.spare, c.body) }

// count adds a page to the counts by encodings.
func (c *chunk) count(kind format.PageType, encoding format.Encoding) {
	for i := range c.encodings {
		if e := &c.encodings[i]; e.PageType == kind && e.Encoding == encoding {
			e.Count++
			return
		}
	}
	c.encodings = append(c.encodings, format.PageEncodingStats{PageType: kind, Encoding: encoding, Count: 1})
}

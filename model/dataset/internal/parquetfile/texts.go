package parquetfile

import (
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/parquet-go/parquet-go/bloom/xxhash"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// texts are the values of a column of texts. In memory they are always coded: by the dictionary of the row group and, when
// that is closed, by one of the page alone.
type texts struct {
	sizes sizes
	page  []int32 // indexes of words
	words []string
	size  int // of the words in PLAIN encoding, bytes
	index map[string]int32

	pageSize int    // of the page, as sizes.textPage bounds it
	plain    bool   // the dictionary is closed
	closed   []byte // it, in PLAIN encoding
	entries  int    // of it

	source arrow.Array // dictionary of the array added last
	codes  []int32     // of its words: index in words plus one, 0 when not looked for yet
	seen   []bool
	buffer []byte
}

func (v *texts) add(a arrow.Array, from, to int, nulls bool) {
	d := a.(*array.Dictionary)
	if dictionary := d.Dictionary(); v.source != dictionary {
		v.source = dictionary
		v.codes = slices.Grow(v.codes[:0], dictionary.Len())[:dictionary.Len()]
		clear(v.codes)
	}
	words := v.source.(*array.String)
	if v.page == nil {
		v.page = make([]int32, 0, min(v.sizes.page, 2*(to-from)))
	}
	do := func(from, to int) { addCodes(v, rawNumbers[uint32](d.Indices())[from:to], words) }
	if d.Indices().DataType().ID() == arrow.UINT8 {
		do = func(from, to int) { addCodes(v, rawNumbers[uint8](d.Indices())[from:to], words) }
	}
	if nulls {
		eachValid(a, from, to, do)
	} else {
		do(from, to)
	}
}

// addCodes takes over texts that an array codes by words of its own.
func addCodes[I uint8 | uint32](v *texts, indexes []I, words *array.String) {
	at := len(v.page)
	v.page = slices.Grow(v.page, len(indexes))[:at+len(indexes)]
	page := v.page[at:]
	for i, x := range indexes {
		code := v.codes[x]
		if code == 0 {
			code = v.code(words.Value(int(x))) + 1
			v.codes[x] = code
		}
		page[i] = code - 1
	}
	if v.plain {
		for _, code := range page {
			v.pageSize += len(v.words[code]) + plain.ByteArrayLengthSize
		}
	}
}

// repeat takes over a text n times.
func (v *texts) repeat(text string, n int) {
	code := v.code(text)
	v.page = append(v.page, slices.Repeat([]int32{code}, n)...)
	if v.plain {
		v.pageSize += n * (len(text) + plain.ByteArrayLengthSize)
	}
}

// code gives the index of a text among the words.
func (v *texts) code(text string) int32 {
	i, known := v.index[text]
	if !known {
		text = strings.Clone(text) // the array's memory is not ours to keep
		i = int32(len(v.words))
		v.index[text] = i
		v.words = append(v.words, text)
		v.size += len(text) + plain.ByteArrayLengthSize
		if !v.plain {
			v.pageSize += len(text) + plain.ByteArrayLengthSize
		}
	}
	return i
}

func (v *texts) full() bool { return v.pageSize > v.sizes.textPage }

func (v *texts) encode(dst []byte) ([]byte, format.Encoding, bounds) {
	encoding, bounds := format.Plain, bounds{}
	if len(v.page) > 0 {
		least, greatest := v.extremes()
		bounds.min, bounds.max = lowerBound(least), upperBound(greatest)
		if !v.plain {
			encoding = format.RLEDictionary
		}
	}
	if encoding == format.Plain {
		for _, x := range v.page {
			dst = plain.AppendByteArrayString(dst, v.words[x])
		}
	} else {
		v.buffer, _ = new(rle.DictionaryEncoding).EncodeInt32(v.buffer, v.page)
		dst = append(dst, v.buffer...)
	}
	v.page, v.pageSize = v.page[:0], 0
	if v.plain {
		v.forget()
	} else if v.size >= v.sizes.texts {
		v.close()
		v.forget()
	}
	return dst, encoding, bounds
}

// close ends the dictionary.
func (v *texts) close() {
	v.plain, v.entries, v.closed = true, len(v.words), v.closed[:0]
	for _, w := range v.words {
		v.closed = plain.AppendByteArrayString(v.closed, w)
	}
}

// forget forgets the words.
func (v *texts) forget() {
	v.words, v.size, v.source = v.words[:0], 0, nil
	clear(v.index)
}

// extremes gives the least and the greatest text of the page.
func (v *texts) extremes() (least, greatest string) {
	v.seen = slices.Grow(v.seen[:0], len(v.words))[:len(v.words)]
	clear(v.seen)
	for _, x := range v.page {
		v.seen[x] = true
	}
	first := true
	for i, seen := range v.seen {
		if !seen {
			continue
		}
		if w := v.words[i]; first {
			least, greatest, first = w, w, false
		} else {
			least, greatest = min(least, w), max(greatest, w)
		}
	}
	return least, greatest
}

func (v *texts) dictionary() ([]byte, int) {
	if !v.plain {
		v.close()
		v.plain = false // for hashes
	}
	return v.closed, v.entries
}

func (v *texts) hashes(add func(uint64)) bool {
	if v.plain {
		return false
	}
	for _, w := range v.words {
		add(xxhash.Sum64([]byte(w)))
	}
	return true
}

func (v *texts) reset() {
	v.forget()
	v.plain = false
}

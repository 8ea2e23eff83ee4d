package model

import (
	"encoding/binary"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// encoding is a form in which recordings hold text.
type encoding uint8

const (
	wideText   encoding = iota // UTF-16LE
	narrowText                 // single-byte characters
	sidText                    // a binary security identifier
	encodings
)

func (e encoding) decode(b []byte) string {
	switch e {
	case wideText:
		return decodeWide(b)
	case narrowText:
		return decodeNarrow(b)
	}
	return decodeSID(b)
}

// dictionary is the set of distinct texts of one or several text columns of a chunk. A text is looked up by the bytes
// that the recording holds, so that one that was met before costs neither conversion nor allocation.
type dictionary struct {
	words     []string
	byText    map[string]uint32
	byEncoded [encodings]map[string]uint32
	size      int // bytes of words

	frozen arrow.Array // of the words, nil when words were added since it was made
}

// encoded gives the index of a text that is stored in some encoding.
func (d *dictionary) encoded(e encoding, b []byte) uint32 {
	if i, ok := d.byEncoded[e][string(b)]; ok {
		return i
	}
	if d.byEncoded[e] == nil {
		d.byEncoded[e] = make(map[string]uint32)
	}
	i := d.text(e.decode(b))
	d.byEncoded[e][string(b)] = i
	return i
}

// text gives the index of a text.
func (d *dictionary) text(s string) uint32 {
	if i, ok := d.byText[s]; ok {
		return i
	}
	if d.byText == nil {
		d.byText = make(map[string]uint32)
	}
	i := uint32(len(d.words))
	d.byText[s] = i
	d.words = append(d.words, s)
	d.size += len(s)
	d.frozen = nil
	return i
}

// array gives the words as an Arrow array.
func (d *dictionary) array() arrow.Array {
	if d.frozen != nil {
		return d.frozen
	}
	offsets := make([]int32, 1, len(d.words)+1)
	text := make([]byte, 0, d.size)
	for _, w := range d.words {
		text = append(text, w...)
		offsets = append(offsets, int32(len(text)))
	}
	buffers := []*memory.Buffer{nil, memory.NewBufferBytes(arrow.GetBytes(offsets)), memory.NewBufferBytes(text)}
	d.frozen = array.MakeFromData(array.NewData(arrow.BinaryTypes.String, len(d.words), buffers, nil, 0, 0))
	return d.frozen
}

// decodeWide gives the text of UTF-16LE bytes; a lone surrogate becomes U+FFFD, an odd last byte is dropped.
func decodeWide(b []byte) string {
	text := make([]byte, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		r := rune(binary.LittleEndian.Uint16(b[i:]))
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if i+3 < len(b) {
				low = rune(binary.LittleEndian.Uint16(b[i+2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 2
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return string(text)
}

// decodeNarrow gives the text of single-byte characters. The code page is not recorded: bytes from 0x80 on are taken
// as Latin-1.
func decodeNarrow(b []byte) string {
	text := make([]byte, 0, len(b))
	for _, c := range b {
		text = utf8.AppendRune(text, rune(c))
	}
	return string(text)
}

// decodeSID gives the usual text of a binary security identifier that payload.sid accepts.
func decodeSID(b []byte) string {
	authority := uint64(binary.BigEndian.Uint16(b[2:]))<<32 | uint64(binary.BigEndian.Uint32(b[4:]))
	text := append([]byte("S-"), strconv.Itoa(int(b[0]))...)
	text = strconv.AppendUint(append(text, '-'), authority, 10)
	for at := 8; at < len(b); at += 4 {
		text = strconv.AppendUint(append(text, '-'), uint64(binary.LittleEndian.Uint32(b[at:])), 10)
	}
	return string(text)
}

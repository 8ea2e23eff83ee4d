package parquetfile

import (
	"encoding/binary"
	"math/bits"
)

// levels collects which rows of a page hold a value: the definition levels of an optional column.
type levels struct {
	rows, nulls int
	bitmap      []byte // of the rows so far, kept only when some are null and some are not
}

// add adds n rows. valid is an Arrow bitmap from bit `at` on; nil when no row is null.
func (l *levels) add(valid []byte, at, n int) {
	nulls := n
	if valid == nil {
		nulls = 0
	} else {
		nulls -= countOnes(valid, at, n)
	}
	if l.mixed() || l.rows > 0 && (nulls > 0) != (l.nulls > 0) || nulls > 0 && nulls < n {
		l.addBits(valid, at, n, nulls)
	}
	l.rows += n
	l.nulls += nulls
}

func (l *levels) mixed() bool { return len(l.bitmap) > 0 }

// addBits appends to the bitmap, which it makes first when all rows before were alike.
func (l *levels) addBits(valid []byte, at, n, nulls int) {
	if !l.mixed() && l.rows > 0 {
		l.bitmap = appendRun(l.bitmap, 0, l.rows, l.nulls == 0)
	}
	switch nulls {
	case 0, n:
		l.bitmap = appendRun(l.bitmap, l.rows, n, nulls == 0)
	default:
		l.bitmap = appendBits(l.bitmap, l.rows, valid, at, n)
	}
}

// encode appends the levels as data pages of version 1 hold them: their length, then runs of the RLE hybrid.
func (l *levels) encode(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	if l.mixed() {
		dst = binary.AppendUvarint(dst, uint64(len(l.bitmap))<<1|1) // bit-packed, groups of eight
		dst = append(dst, l.bitmap...)
	} else {
		dst = binary.AppendUvarint(dst, uint64(l.rows)<<1)
		present := byte(1)
		if l.nulls > 0 {
			present = 0
		}
		dst = append(dst, present)
	}
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	return dst
}

func (l *levels) reset() { l.rows, l.nulls, l.bitmap = 0, 0, l.bitmap[:0] }

// appendRun appends n equal bits to a bitmap that holds `have`.
func appendRun(bitmap []byte, have, n int, one bool) []byte {
	bitmap = extend(bitmap, have+n)
	if !one {
		return bitmap
	}
	for have&7 != 0 && n > 0 {
		bitmap[have>>3] |= 1 << (have & 7)
		have, n = have+1, n-1
	}
	for ; n >= 8; have, n = have+8, n-8 {
		bitmap[have>>3] = 0xFF
	}
	if n > 0 {
		bitmap[have>>3] |= 1<<n - 1
	}
	return bitmap
}

// appendBits appends n bits of src, from bit `at` on, to a bitmap that holds `have`.
func appendBits(bitmap []byte, have int, src []byte, at, n int) []byte {
	bitmap = extend(bitmap, have+n)
	for n > 0 {
		take := min(n, 8-at&7, 8-have&7)
		part := src[at>>3] >> (at & 7) & (1<<take - 1)
		bitmap[have>>3] |= part << (have & 7)
		at, have, n = at+take, have+take, n-take
	}
	return bitmap
}

// extend gives a bitmap with room for n bits, the new ones zero.
func extend(bitmap []byte, n int) []byte {
	for len(bitmap) < (n+7)/8 {
		bitmap = append(bitmap, 0)
	}
	return bitmap
}

func countOnes(bitmap []byte, at, n int) (ones int) {
	for n > 0 && at&7 != 0 {
		ones += int(bitmap[at>>3] >> (at & 7) & 1)
		at, n = at+1, n-1
	}
	for ; n >= 64; at, n = at+64, n-64 {
		ones += bits.OnesCount64(binary.LittleEndian.Uint64(bitmap[at>>3:]))
	}
	for ; n > 0; at, n = at+1, n-1 {
		ones += int(bitmap[at>>3] >> (at & 7) & 1)
	}
	return ones
}

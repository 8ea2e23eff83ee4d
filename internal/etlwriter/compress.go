package etlwriter

import (
	"encoding/binary"
	"math/bits"
)

// Limits of the plain LZ77 format of MS-XCA, section 2.3 and 2.4.
const (
	minMatch    = 3
	maxDistance = 1 << 13
	hashBits    = 14
	maxChain    = 32 // candidates looked at for a match; more gains little
)

// Compress packs data in the plain LZ77 form of MS-XCA (COMPRESSION_FORMAT_XPRESS), the form of compressed buffers.
//
// Each 32 items are announced by a word of flags, the most significant first: 0 for a literal byte, 1 for a match.
// Flags that no item needs are ones, and a file whose items fill the last word exactly ends with an empty word more,
// as the algorithm of the specification leaves it.
func Compress(data []byte) []byte {
	c := compressor{in: data, nibble: -1}
	c.reserveFlags()
	for c.pos < len(data) {
		if length, distance := c.longestMatch(); length >= minMatch {
			c.match(length, distance)
		} else {
			c.literal()
		}
	}
	c.flags = c.flags<<(32-c.count) | (1<<(32-c.count) - 1)
	binary.LittleEndian.PutUint32(c.out[c.flagsAt:], uint32(c.flags))
	return c.out
}

type compressor struct {
	in, out []byte
	pos     int
	flags   uint64 // the flags gathered for the current word, in its low bits
	count   int    // how many
	flagsAt int    // where in out the word goes
	nibble  int    // where in out a half-used length byte lies, -1 for none

	head [1 << hashBits]int32 // by hash of three bytes: 1 + the last position that had it
	prev []int32              // by position: 1 + the position before it with the same hash
}

func (c *compressor) reserveFlags() {
	c.flagsAt, c.flags, c.count = len(c.out), 0, 0
	c.out = append(c.out, 0, 0, 0, 0)
}

func (c *compressor) flag(bit uint64) {
	c.flags = c.flags<<1 | bit
	c.count++
	if c.count == 32 {
		binary.LittleEndian.PutUint32(c.out[c.flagsAt:], uint32(c.flags))
		c.reserveFlags()
	}
}

func (c *compressor) literal() {
	c.out = append(c.out, c.in[c.pos])
	c.advance(1)
	c.flag(0)
}

func (c *compressor) match(length, distance int) {
	word := uint16(distance-1) << 3
	if length-minMatch < 7 {
		c.out = binary.LittleEndian.AppendUint16(c.out, word|uint16(length-minMatch))
	} else {
		c.out = binary.LittleEndian.AppendUint16(c.out, word|7)
		c.longLength(length)
	}
	c.advance(length)
	c.flag(1)
}

// longLength puts what the three bits of a match cannot hold: a nibble, then a byte, then 16 or 32 bits. Two matches
// share the byte that holds their nibbles, the first takes the low half.
func (c *compressor) longLength(length int) {
	nibble := byte(min(length-10, 15))
	if c.nibble < 0 {
		c.nibble = len(c.out)
		c.out = append(c.out, nibble)
	} else {
		c.out[c.nibble] |= nibble << 4
		c.nibble = -1
	}
	if nibble < 15 {
		return
	}
	if length-25 < 255 {
		c.out = append(c.out, byte(length-25))
		return
	}
	c.out = append(c.out, 255)
	if length-minMatch <= 0xFFFF {
		c.out = binary.LittleEndian.AppendUint16(c.out, uint16(length-minMatch))
		return
	}
	c.out = append(c.out, 0, 0)
	c.out = binary.LittleEndian.AppendUint32(c.out, uint32(length-minMatch))
}

func (c *compressor) hash(pos int) uint32 {
	b := c.in[pos:]
	v := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
	return v * 0x9E3779B1 >> (32 - hashBits)
}

func (c *compressor) longestMatch() (length, distance int) {
	if c.pos+minMatch > len(c.in) {
		return 0, 0
	}
	candidate := int(c.head[c.hash(c.pos)]) - 1
	for tries := 0; candidate >= 0 && c.pos-candidate <= maxDistance && tries < maxChain; tries++ {
		if n := commonPrefix(c.in[candidate:], c.in[c.pos:]); n > length {
			length, distance = n, c.pos-candidate
		}
		candidate = int(c.prev[candidate]) - 1
	}
	return length, distance
}

// advance steps over n bytes and enters each position in the chains.
func (c *compressor) advance(n int) {
	for range n {
		next := int32(0)
		if c.pos+minMatch <= len(c.in) {
			h := c.hash(c.pos)
			next = c.head[h]
			c.head[h] = int32(c.pos) + 1
		}
		c.prev = append(c.prev, next)
		c.pos++
	}
}

// commonPrefix is the number of bytes in which b, the shorter, agrees with a.
func commonPrefix(a, b []byte) int {
	n := 0
	for len(b)-n >= 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
		n += 8
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

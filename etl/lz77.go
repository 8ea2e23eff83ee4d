package etl

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errShortInput = errors.New("compressed data ends too early")

// decompress expands a stream of the plain LZ77 form of MS-XCA (2.4), as compressed buffers hold it, into dst, whose
// length is the length wanted. It returns the number of bytes written, which are right even when an error follows them.
func decompress(dst, src []byte) (int, error) {
	var flags uint32
	var left uint // unread bits of flags, the most significant first
	nibble := -1  // where the half byte lies that the next long match will use
	in, out := 0, 0
	for out < len(dst) {
		if left == 0 {
			if in+4 > len(src) {
				return out, errShortInput
			}
			flags, left = binary.LittleEndian.Uint32(src[in:]), 32
			in += 4
		}
		left--
		if flags>>left&1 == 0 {
			if in >= len(src) {
				return out, errShortInput
			}
			dst[out] = src[in]
			in, out = in+1, out+1
			continue
		}
		if in+2 > len(src) {
			return out, errShortInput
		}
		v := int(binary.LittleEndian.Uint16(src[in:]))
		in += 2
		distance, length := v>>3+1, v&7
		if length == 7 {
			var err error
			if length, in, nibble, err = longMatch(src, in, nibble); err != nil {
				return out, err
			}
		}
		length += 3
		if distance > out {
			return out, fmt.Errorf("match reaches %d bytes back where only %d are written", distance, out)
		}
		out += copyMatch(dst[:min(out+length, len(dst))], out, distance)
	}
	return out, nil
}

// longMatch reads the length of a match whose three length bits are all set. It returns the length less 3, where the
// input goes on, and where the half byte lies that is left over, if any.
func longMatch(src []byte, in, nibble int) (length, next, left int, err error) {
	left = -1
	if nibble >= 0 {
		length = int(src[nibble] >> 4)
	} else {
		if in >= len(src) {
			return 0, in, left, errShortInput
		}
		length, left = int(src[in]&15), in
		in++
	}
	if length < 15 {
		return length + 7, in, left, nil
	}
	if in >= len(src) {
		return 0, in, left, errShortInput
	}
	b := src[in]
	in++
	if b < 255 {
		return int(b) + 22, in, left, nil
	}
	if in+2 > len(src) {
		return 0, in, left, errShortInput
	}
	length = int(binary.LittleEndian.Uint16(src[in:]))
	in += 2
	if length == 0 {
		if in+4 > len(src) {
			return 0, in, left, errShortInput
		}
		wide := binary.LittleEndian.Uint32(src[in:])
		in += 4
		if wide > maxBufferSize {
			return 0, in, left, fmt.Errorf("match length %d is larger than a buffer", wide)
		}
		length = int(wide)
	}
	if length < 22 {
		return 0, in, left, fmt.Errorf("match length %d is coded in a form for 22 and more", length)
	}
	return length, in, left, nil
}

// copyMatch fills dst[at:] with what lies distance bytes before, which may overlap what it writes, and returns the
// number of bytes written. Doubling the copied part keeps overlapping matches as fast as others.
func copyMatch(dst []byte, at, distance int) int {
	start := at - distance
	for n := at; n < len(dst); {
		n += copy(dst[n:], dst[start:n])
	}
	return len(dst) - at
}

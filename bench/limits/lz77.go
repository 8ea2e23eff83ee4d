package limits

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errShort = errors.New("compressed data ends too early")

// Expand decompresses plain LZ77 (MS-XCA, 2.4) the way its specification words it, one byte after the other, until dst is
// full. It returns the number of bytes written. It is what faster decompressors are compared with, for speed and for truth.
func Expand(dst, src []byte) (int, error) {
	var flags, left uint32
	nibble := -1
	in, out := 0, 0
	need := func(n int) bool { return in+n <= len(src) }
	for out < len(dst) {
		if left == 0 {
			if !need(4) {
				return out, errShort
			}
			flags, left = binary.LittleEndian.Uint32(src[in:]), 32
			in += 4
		}
		left--
		if flags>>left&1 == 0 {
			if !need(1) {
				return out, errShort
			}
			dst[out] = src[in]
			in++
			out++
			continue
		}
		if !need(2) {
			return out, errShort
		}
		match := int(binary.LittleEndian.Uint16(src[in:]))
		in += 2
		distance, length := match>>3+1, match&7
		if length == 7 {
			if nibble < 0 {
				if !need(1) {
					return out, errShort
				}
				nibble = in
				length = int(src[in] & 15)
				in++
			} else {
				length = int(src[nibble] >> 4)
				nibble = -1
			}
			if length == 15 {
				if !need(1) {
					return out, errShort
				}
				length = int(src[in])
				in++
				if length == 255 {
					if !need(2) {
						return out, errShort
					}
					length = int(binary.LittleEndian.Uint16(src[in:]))
					in += 2
					if length == 0 {
						if !need(4) {
							return out, errShort
						}
						length = int(binary.LittleEndian.Uint32(src[in:]))
						in += 4
					}
					if length < 15+7 {
						return out, fmt.Errorf("match length %d in the form for longer ones", length)
					}
					length -= 15 + 7
				}
				length += 15
			}
			length += 7
		}
		length += 3
		if distance > out {
			return out, fmt.Errorf("match %d bytes back after %d bytes", distance, out)
		}
		for ; length > 0 && out < len(dst); length-- {
			dst[out] = dst[out-distance]
			out++
		}
	}
	return out, nil
}

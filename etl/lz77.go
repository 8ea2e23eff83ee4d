package etl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

var errShortInput = errors.New("compressed data ends too early")

// decompress expands a stream of the plain LZ77 form of MS-XCA (2.4), as compressed buffers hold it, into dst, whose
// length is the length wanted. It returns the number of bytes written, which are right even when an error follows them.
func decompress(dst, src []byte) (int, error) {
	x := expansion{nibble: -1}
	if err := x.fast(dst, src); err != nil {
		return x.out, err
	}
	return x.out, x.careful(dst, src)
}

// expansion is how far a stream has been expanded.
type expansion struct {
	in, out int
	flags   uint32 // unread ones, from the most significant bit on
	left    int    // how many those are
	nibble  int    // where the half byte lies that the next long match will use, -1 when there is none
}

// What one step of fast may read and write beyond where it is.
const (
	farthestIn  = 4 + 32 + 2 + 8 + 8
	farthestOut = 32 + 32
)

// fast expands for as long as a step is far from the ends of both slices, so that it may copy eight bytes where fewer are
// meant. Literals are copied by the run, as the flags show, and short matches, which most are, without a call.
func (x *expansion) fast(dst, src []byte) error {
	le := binary.LittleEndian
	const none = 1 << 63 // flags are followed by a bit that is set, so this is what is left when all are read
	in, out, flags := 0, 0, uint64(none)
	for in+farthestIn <= len(src) && out+farthestOut <= len(dst) {
		if flags == none {
			flags = uint64(le.Uint32(src[in:]))<<32 | 1<<31
			in += 4
		}
		if run := bits.LeadingZeros64(flags); run > 0 {
			from, to := src[in:in+32], dst[out:out+32]
			le.PutUint64(to, le.Uint64(from))
			if run > 8 {
				le.PutUint64(to[8:], le.Uint64(from[8:]))
				le.PutUint64(to[16:], le.Uint64(from[16:]))
				le.PutUint64(to[24:], le.Uint64(from[24:]))
			}
			in, out, flags = in+run, out+run, flags<<run
			if flags == none {
				continue
			}
		}
		v := int(le.Uint16(src[in:]))
		in, flags = in+2, flags<<1
		distance, length := v>>3+1, v&7
		if length == 7 {
			var err error
			if length, in, x.nibble, err = longMatch(src, in, x.nibble); err != nil {
				x.out = out
				return err
			}
		}
		length += 3
		if distance > out {
			x.out = out
			return farMatch(distance, out)
		}
		if length > 32 || distance < 8 {
			out += copyMatch(dst[:min(out+length, len(dst))], out, distance)
			continue
		}
		// What is read may have been written just before, but never by the same eight bytes.
		from, to := dst[out-distance:], dst[out:out+32]
		from = from[:32]
		le.PutUint64(to, le.Uint64(from))
		le.PutUint64(to[8:], le.Uint64(from[8:]))
		if length > 16 {
			le.PutUint64(to[16:], le.Uint64(from[16:]))
			le.PutUint64(to[24:], le.Uint64(from[24:]))
		}
		out += length
	}
	end := bits.TrailingZeros64(flags)
	x.in, x.out, x.flags, x.left = in, out, uint32((flags&^(1<<end))>>32), 63-end
	return nil
}

// careful expands the rest, up to the very ends.
func (x *expansion) careful(dst, src []byte) error {
	for x.out < len(dst) {
		if x.left == 0 {
			if x.in+4 > len(src) {
				return errShortInput
			}
			x.flags, x.left = binary.LittleEndian.Uint32(src[x.in:]), 32
			x.in += 4
		}
		isMatch := x.flags>>31 != 0
		x.flags, x.left = x.flags<<1, x.left-1
		if !isMatch {
			if x.in >= len(src) {
				return errShortInput
			}
			dst[x.out] = src[x.in]
			x.in, x.out = x.in+1, x.out+1
			continue
		}
		if x.in+2 > len(src) {
			return errShortInput
		}
		v := int(binary.LittleEndian.Uint16(src[x.in:]))
		x.in += 2
		distance, length := v>>3+1, v&7
		if length == 7 {
			var err error
			if length, x.in, x.nibble, err = longMatch(src, x.in, x.nibble); err != nil {
				return err
			}
		}
		length += 3
		if distance > x.out {
			return farMatch(distance, x.out)
		}
		x.out += copyMatch(dst[:min(x.out+length, len(dst))], x.out, distance)
	}
	return nil
}

func farMatch(distance, out int) error {
	return fmt.Errorf("match reaches %d bytes back where only %d are written", distance, out)
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

package limits

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// Compressed tells whether any buffer of the recording r is compressed.
func Compressed(r io.ReaderAt, size int64) (bool, error) {
	var w Walker
	found := false
	err := w.buffers(r, size, func(b []byte, _ int64) error {
		found = found || b[0x34]&flagCompressed != 0
		return nil
	})
	return found, err
}

// Unpack writes the recording r without compression to w: the same buffers with the same events, plain.
func Unpack(w io.Writer, r io.ReaderAt, size int64) error {
	var plain []byte
	return rewrite(w, r, size, func(b []byte) ([]byte, error) {
		filled, err := filledBytes(b)
		if err != nil {
			return nil, err
		}
		plain = append(slices.Grow(plain[:0], filled), b[:headerSize]...)[:filled]
		if n, err := Expand(plain[headerSize:], b[headerSize:]); err != nil {
			return nil, fmt.Errorf("after %d of %d bytes: %w", n, filled-headerSize, err)
		}
		binary.LittleEndian.PutUint32(plain[0x00:], uint32(filled))
		plain[0x34] &^= flagCompressed
		return plain, nil
	})
}

// Wrap writes the recording r to w with the events of each compressed buffer made the payload of one event of an unknown
// kind, so that to read the result is to decompress it and next to nothing else. The compressed bytes stay as they were
// recorded: they follow 32 literals, which are the header of that event. Buffers that are too long for one event are left
// out; the bytes that come out of those that stay are returned.
func Wrap(w io.Writer, r io.ReaderAt, size int64) (int64, error) {
	var out []byte
	var total int64
	err := rewrite(w, r, size, func(b []byte) ([]byte, error) {
		filled, err := filledBytes(b)
		if err != nil {
			return nil, err
		}
		event := wrapperSize + filled - headerSize
		if event > 0xFFFF {
			return nil, nil
		}
		total += int64(filled - headerSize)
		out = append(out[:0], b[:headerSize]...)
		out = binary.LittleEndian.AppendUint32(out, 0) // 32 literals follow
		out = append(out, wrapper(event, stamp(b))...)
		out = append(out, b[headerSize:]...)
		binary.LittleEndian.PutUint32(out[0x00:], uint32(len(out)))
		binary.LittleEndian.PutUint32(out[0x04:], uint32(headerSize+event))
		binary.LittleEndian.PutUint32(out[0x30:], uint32(headerSize+event))
		return out, nil
	})
	return total, err
}

const (
	wrapperSize  = 32     // a system header
	wrapperGroup = 0x3F   // no group of the kernel
	wrapperMark  = 0xC002 // trace header, system, 64 bits
)

// Wrapper tells whether events of a group of the kernel are those that Wrap makes.
func Wrapper(group uint8) bool { return group == wrapperGroup }

// wrapper is the header of an event of size bytes, header included.
func wrapper(size int, ticks int64) []byte {
	h := make([]byte, wrapperSize)
	binary.LittleEndian.PutUint16(h[0:], 2)
	binary.LittleEndian.PutUint16(h[2:], wrapperMark)
	binary.LittleEndian.PutUint16(h[4:], uint16(size))
	h[7] = wrapperGroup
	binary.LittleEndian.PutUint64(h[16:], uint64(ticks))
	return h
}

// stamp is the time of the first event of a compressed buffer: that of the event around it, so that the order is kept.
func stamp(b []byte) int64 {
	var first [wrapperSize]byte
	n, _ := Expand(first[:], b[headerSize:]) // the first event alone may be shorter
	at := 16
	if kind := first[2]; kind == 0x10 || kind == 0x11 { // perfinfo
		at = 8
	}
	if n < at+8 {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(first[at:]))
}

// rewrite copies a recording and gives every compressed buffer to alter, which returns what to write in its place.
func rewrite(w io.Writer, r io.ReaderAt, size int64, alter func(b []byte) ([]byte, error)) error {
	var walker Walker
	return walker.buffers(r, size, func(b []byte, _ int64) error {
		if b[0x34]&flagCompressed != 0 {
			var err error
			if b, err = alter(b); err != nil {
				return err
			}
		}
		_, err := w.Write(b)
		return err
	})
}

// filledBytes is the size of a compressed buffer when it is expanded, its header counted.
func filledBytes(b []byte) (int, error) {
	filled := binary.LittleEndian.Uint32(b[0x30:])
	if filled < headerSize || filled > maxBufferSize {
		return 0, fmt.Errorf("%d filled bytes", filled)
	}
	return int(filled), nil
}

// Expander decompresses all compressed buffers of a recording one byte at a time. The zero value is ready.
type Expander struct {
	walker Walker
	plain  []byte
}

// Expand decompresses every buffer into memory that is used again, gives it to visit unless that is nil, and returns the
// number of bytes that came out. Buffers that are not compressed are passed over.
func (e *Expander) Expand(r io.ReaderAt, size int64, visit func(plain []byte)) (int64, error) {
	var total int64
	err := e.walker.buffers(r, size, func(b []byte, _ int64) error {
		if b[0x34]&flagCompressed == 0 {
			return nil
		}
		filled, err := filledBytes(b)
		if err != nil {
			return err
		}
		e.plain = slices.Grow(e.plain[:0], filled-headerSize)[:filled-headerSize]
		if _, err := Expand(e.plain, b[headerSize:]); err != nil {
			return err
		}
		total += int64(len(e.plain))
		if visit != nil {
			visit(e.plain)
		}
		return nil
	})
	return total, err
}

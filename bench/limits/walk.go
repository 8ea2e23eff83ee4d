package limits

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	headerSize    = 0x48    // of a buffer
	maxBufferSize = 1 << 24 // 16 MiB, the most that a session can ask for
	blockSize     = 1 << 18 // read at once: large enough that calls cost nothing, small enough to stay in the cache

	flagCompressed = 0x40
)

// Counts is what a walk met.
type Counts struct {
	Buffers int
	Events  uint64
	Bytes   uint64 // of the events, with the padding to multiples of 8 between them
}

// Walker steps over the headers of all events of a recording. The zero value is ready; it keeps the memory that it reads
// into.
type Walker struct {
	block []byte
}

// Walk reads every buffer of a recording of size bytes and steps from event to event by their sizes. It decodes nothing and
// keeps nothing but counts. What follows a size that cannot be right is left out, to the end of its buffer, and so is a torn
// last buffer. Compressed buffers are an error: unpack them first (Unpack).
func (w *Walker) Walk(r io.ReaderAt, size int64) (Counts, error) {
	var c Counts
	err := w.buffers(r, size, func(b []byte, _ int64) error {
		if b[0x34]&flagCompressed != 0 {
			return errors.New("the buffer is compressed")
		}
		c.Buffers++
		if holdsEvents(b) {
			events, bytes := step(b, dataEnd(b))
			c.Events += events
			c.Bytes += uint64(bytes)
		}
		return nil
	})
	return c, err
}

// Read reads the whole recording in blocks of the same size as Walk does, and looks at nothing.
func (w *Walker) Read(r io.ReaderAt, size int64) error {
	w.grow(blockSize)
	for at := int64(0); at < size; at += blockSize {
		if _, err := readFull(r, w.block[:min(blockSize, size-at)], at); err != nil {
			return err
		}
	}
	return nil
}

// buffers delivers every whole buffer with its offset. The bytes are valid until visit returns.
func (w *Walker) buffers(r io.ReaderAt, size int64, visit func(b []byte, at int64) error) error {
	w.grow(blockSize)
	for at := int64(0); at+headerSize <= size; {
		n, err := readFull(r, w.block[:min(int64(len(w.block)), size-at)], at)
		if err != nil {
			return err
		}
		block := w.block[:n]
		rest := block
		for len(rest) >= headerSize {
			length := int(binary.LittleEndian.Uint32(rest))
			if length < headerSize || length > maxBufferSize {
				return fmt.Errorf("buffer at offset %d: size %d", at+int64(n-len(rest)), length)
			}
			if length > len(rest) {
				break
			}
			if err := visit(rest[:length], at+int64(n-len(rest))); err != nil {
				return fmt.Errorf("buffer at offset %d: %w", at+int64(n-len(rest)), err)
			}
			rest = rest[length:]
		}
		if len(rest) == n { // not one whole buffer in the block
			if at+int64(n) == size {
				return nil
			}
			w.grow(2 * len(w.block))
			continue
		}
		at += int64(n - len(rest))
	}
	return nil
}

func (w *Walker) grow(n int) {
	if len(w.block) < n {
		w.block = make([]byte, n)
	}
}

func readFull(r io.ReaderAt, b []byte, at int64) (int, error) {
	n, err := r.ReadAt(b, at)
	if n < len(b) {
		return n, fmt.Errorf("reading at offset %d: %w", at, err)
	}
	return n, nil
}

// holdsEvents tells whether a buffer is of a type that holds ordinary events: generic, rundown, header and batched.
func holdsEvents(b []byte) bool {
	const types = 1<<0 | 1<<1 | 1<<4 | 1<<5
	kind := binary.LittleEndian.Uint16(b[0x36:])
	return kind < 16 && types>>kind&1 != 0
}

// dataEnd is where the events of a plain buffer end: the filled bytes, else the saved offset, else the buffer's size.
func dataEnd(b []byte) int {
	for _, field := range [...]int{0x30, 0x04} {
		if end := binary.LittleEndian.Uint32(b[field:]); end >= headerSize && int64(end) <= int64(len(b)) {
			return int(end)
		}
	}
	return len(b)
}

// sizeSecond has a bit for each type of header whose size is its third word and not its first: system, compact, perfinfo.
const sizeSecond uint64 = 1<<0x01 | 1<<0x02 | 1<<0x03 | 1<<0x04 | 1<<0x10 | 1<<0x11

// step counts the events of a buffer and their bytes.
func step(b []byte, end int) (events uint64, bytes int) {
	at := headerSize
	for at+8 <= end {
		word := binary.LittleEndian.Uint64(b[at:])
		marker := uint32(word)
		size := int(uint16(word))
		if marker>>24 == 0xC0 && sizeSecond>>(marker>>16&0xFF)&1 != 0 {
			size = int(uint16(word >> 32))
		}
		if size < 8 || at+size > end || marker == 0xFFFFFFFF {
			break
		}
		events++
		at += (size + 7) &^ 7
	}
	return events, at - headerSize
}

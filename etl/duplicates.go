package etl

import (
	"bytes"
	"context"
	"fmt"
	"slices"
)

// dropDuplicates takes buffers out of the index that stand in the recording twice, as a file does that was copied together
// by hand: their events happened once.
func (r *Recording) dropDuplicates(ctx context.Context) error {
	first := make(map[bufferInfo]int, len(r.buffers))
	kept := r.buffers[:0]
	for i, b := range r.buffers {
		key := b
		key.pos = 0
		if b.kind == bufferHeader { // one for each session that was appended; it tells nothing twice
			key.pos = b.pos
		}
		twin, known := first[key]
		if known {
			if err := ctx.Err(); err != nil {
				return err
			}
			same, err := r.sameContent(&kept[twin], &b)
			if err != nil {
				return err
			}
			if same {
				r.losses.DuplicateBuffers++
				continue
			}
		} else {
			first[key] = len(kept)
		}
		kept = append(kept, r.buffers[i])
	}
	r.buffers = kept
	return nil
}

// sameContent compares two buffers byte for byte.
func (r *Recording) sameContent(a, b *bufferInfo) (bool, error) {
	x, y := make([]byte, a.size), make([]byte, b.size)
	for _, part := range []struct {
		b   []byte
		pos int64
	}{{x, a.pos}, {y, b.pos}} {
		if n, err := r.r.ReadAt(part.b, part.pos); n < len(part.b) {
			return false, fmt.Errorf("%s: reading the buffer at offset %d: %w", r.name, part.pos, err)
		}
	}
	return bytes.Equal(x, y), nil
}

// refuseTwins tells of a recording that was given twice, under one name or two.
func (c *Capture) refuseTwins() error {
	for i, r := range c.recordings {
		for _, other := range c.recordings[:i] {
			if r.header == other.header && r.size == other.size && slices.Equal(r.buffers, other.buffers) {
				return fmt.Errorf("%s and %s hold %w: give it once", other.name, r.name, ErrGivenTwice)
			}
		}
	}
	return nil
}

package etl

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// skipDamage finds where the recording goes on after offset pos, where a buffer should begin but cause says why none does.
// What is stepped over is counted as undecodable; at the end of the recording as trailing bytes, which need not have been
// buffers. Zeros are counted nowhere: they are space that the session allocated and never used.
func (r *Recording) skipDamage(ctx context.Context, pos, sessionSize int64, cause error) (int64, error) {
	next := int64(-1)
	var err error
	if sessionSize > 0 {
		next, err = r.findSlot(ctx, pos, sessionSize)
	}
	if next < 0 && err == nil {
		next, err = r.findBuffer(ctx, pos+1)
	}
	if err != nil {
		return 0, err
	}
	unused, err := r.isZero(ctx, pos, next)
	if err != nil || unused {
		return next, err
	}
	if next == r.size {
		r.losses.TrailingBytes += next - pos
	} else {
		r.losses.UndecodableBytes += next - pos
		r.losses.UndecodableBuffers++
	}
	r.skipped = append(r.skipped, CorruptError{File: r.name, Buffer: pos, Err: fmt.Errorf("expected a buffer header: %w", cause)})
	return next, nil
}

// findSlot looks for a buffer at the places where one would lie if all had the session's size. It gives -1 when none is there.
func (r *Recording) findSlot(ctx context.Context, pos, sessionSize int64) (int64, error) {
	var peek [peekSize]byte
	for next := pos + sessionSize; next+bufferHeaderSize <= r.size; next += sessionSize {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		b := peek[:min(peekSize, r.size-next)]
		if _, err := r.r.ReadAt(b, next); err != nil && !errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("%s: reading the buffer at offset %d: %w", r.name, next, err)
		}
		if plausibleBuffer(b) {
			return next, nil
		}
	}
	return -1, nil
}

// findBuffer looks for a buffer at every offset from pos on: buffers of compressed recordings are not aligned to anything.
// It gives the end of the recording when there is none.
func (r *Recording) findBuffer(ctx context.Context, pos int64) (int64, error) {
	window := make([]byte, min(1<<20, max(0, r.size-pos)))
	for pos+bufferHeaderSize <= r.size {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		w := window[:min(int64(len(window)), r.size-pos)]
		if _, err := r.r.ReadAt(w, pos); err != nil && !errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("%s: reading at offset %d: %w", r.name, pos, err)
		}
		last := pos+int64(len(w)) == r.size
		at := 0
		for ; at+peekSize <= len(w) || last && at+bufferHeaderSize <= len(w); at++ {
			if binary.LittleEndian.Uint64(w[at:]) == 0 {
				at += 4 // none of the five offsets from here on begins with a size that is not 0
				continue
			}
			if plausibleBuffer(w[at:min(len(w), at+peekSize)]) {
				return pos + int64(at), nil
			}
		}
		if last {
			break
		}
		pos += int64(at)
	}
	return r.size, nil
}

// plausibleBuffer tells whether b begins with the header of a buffer that holds events, followed by the header of one. It is
// strict, since it must not take event data for a buffer.
func plausibleBuffer(b []byte) bool {
	le := binary.LittleEndian
	size := le.Uint32(b)
	if size < bufferHeaderSize || size > maxBufferSize || le.Uint16(b[0x36:]) > bufferTypeMax || le.Uint16(b[0x34:])&^flagsKnown != 0 ||
		le.Uint32(b[0x2C:]) > 6 {
		return false
	}
	info, err := parseBufferHeader(b)
	if err != nil || !info.holdsEvents() || le.Uint32(b[0x30:]) != info.filled || len(b) < bufferHeaderSize+32 {
		return false
	}
	(&Recording{}).peekFirstEvent(&info, b)
	return info.timed
}

// isZero tells whether the recording holds nothing but zeros from offset from up to offset to.
func (r *Recording) isZero(ctx context.Context, from, to int64) (bool, error) {
	window := make([]byte, min(1<<16, to-from))
	for from < to {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		w := window[:min(int64(len(window)), to-from)]
		if _, err := r.r.ReadAt(w, from); err != nil && !errors.Is(err, io.EOF) {
			return false, fmt.Errorf("%s: reading at offset %d: %w", r.name, from, err)
		}
		if w[0] != 0 || !isFill(w) {
			return false, nil
		}
		from += int64(len(w))
	}
	return true, nil
}

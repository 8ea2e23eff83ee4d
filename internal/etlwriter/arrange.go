package etlwriter

import "slices"

// Arrangement is what happens to the finished data buffers before they are in the file: it gets them in file order and
// gives those that the file shall hold, in their order.
type Arrangement func(s Settings, buffers []*Buffer) []*Buffer

// Drop loses every buffer that the function names; the gap in the sequence numbers stays.
func Drop(lost func(*Buffer) bool) Arrangement {
	return func(_ Settings, buffers []*Buffer) []*Buffer {
		return slices.DeleteFunc(slices.Clone(buffers), lost)
	}
}

// DropNth loses the n-th buffer, from 0, of a processor.
func DropNth(processor, n int) Arrangement {
	return func(s Settings, buffers []*Buffer) []*Buffer {
		seen := 0
		return Drop(func(b *Buffer) bool {
			if b.Processor == processor {
				seen++
			}
			return b.Processor == processor && seen == n+1
		})(s, buffers)
	}
}

// Reverse puts the processors' buffers in the order of falling processor numbers, each processor's own in their order:
// file order then says nothing about time.
func Reverse() Arrangement {
	return func(_ Settings, buffers []*Buffer) []*Buffer {
		out := slices.Clone(buffers)
		slices.SortStableFunc(out, func(a, b *Buffer) int { return b.Processor - a.Processor })
		return out
	}
}

// Circular keeps what a circular file with room for the given number of data buffers holds in the end: each buffer
// overwrites the slot that its place in the row of all buffers gives, so the oldest are gone and the file begins in
// the middle. A file that never filled keeps its order.
func Circular(slots int) Arrangement {
	return func(_ Settings, buffers []*Buffer) []*Buffer {
		out := make([]*Buffer, min(slots, len(buffers)))
		for i, b := range buffers {
			out[i%slots] = b
		}
		return out
	}
}

// Change calls the function for every buffer, to alter it.
func Change(alter func(*Buffer)) Arrangement {
	return func(_ Settings, buffers []*Buffer) []*Buffer {
		for _, b := range buffers {
			alter(b)
		}
		return buffers
	}
}

package etl

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Recording is one .etl file of a capture: its header and the index of its buffers.
type Recording struct {
	name    string
	r       io.ReaderAt
	size    int64
	number  uint16 // index in the capture
	header  Header
	clock   clock
	buffers []bufferInfo
	skipped []CorruptError // stretches between buffers that are no buffer

	earliest, latest int64 // raw stamps outside are taken for damage
	oldest           int64 // stamp before which nothing is left, MinInt64 unless a ring overwrote what was before

	losses Losses
}

// Name is the name of the recording: the path, or the archive's path with the entry's name behind a "!".
func (r *Recording) Name() string { return r.name }

// Size is the length of the recording in bytes.
func (r *Recording) Size() int64 { return r.size }

// Header is the logfile header of the recording.
func (r *Recording) Header() Header { return r.header }

// BufferStats counts the buffers of a recording by what they are.
type BufferStats struct {
	Buffers    int // all of them, the header buffer counted
	Compressed int
	Empty      int // without event data
	Rundown    int // of type RUNDOWN
	Skipped    int // of types that hold no events to be read
	Processors int // processors that own a buffer with event data
}

// Buffers counts the buffers of the recording.
func (r *Recording) Buffers() BufferStats {
	s := BufferStats{Buffers: len(r.buffers)}
	processors := make(map[uint16]bool)
	for i := range r.buffers {
		b := &r.buffers[i]
		if b.compressed() {
			s.Compressed++
		}
		if b.kind == bufferRundown {
			s.Rundown++
		}
		switch {
		case b.filled <= bufferHeaderSize:
			s.Empty++
		case !b.holdsEvents():
			s.Skipped++
		default:
			processors[b.processor] = true
		}
	}
	s.Processors = len(processors)
	return s
}

// peekSize is how much of a buffer is read for the index: its header and, also when compressed, the header of its first
// event. Plain LZ77 needs at most 4 bytes more than it gives for each 32 literals.
const (
	peekEvent = 64
	peekSize  = bufferHeaderSize + peekEvent + 16
)

// bufferInfoBytes is about what one entry of the index costs while it is made; Options.MaxMemory bounds the index with it.
const bufferInfoBytes = 160

// readRecording reads the index and the header of a recording. It does not keep ctx.
func readRecording(ctx context.Context, in Input, opts Options) (*Recording, error) {
	r := &Recording{name: in.Name, r: in.R, size: in.Size}
	var peek [peekSize]byte
	sessionSize := int64(0)
	for pos := int64(0); pos < r.size; {
		if len(r.buffers)%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if r.size-pos < bufferHeaderSize {
			r.losses.TrailingBytes = r.size - pos
			break
		}
		b := peek[:min(peekSize, r.size-pos)]
		if _, err := r.r.ReadAt(b, pos); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: reading the buffer at offset %d: %w", r.name, pos, err)
		}
		info, err := parseBufferHeader(b)
		if err == nil && len(r.buffers) == 0 {
			if err := r.checkFirst(b, info); err != nil {
				return nil, err
			}
		}
		if err != nil {
			if len(r.buffers) == 0 {
				return nil, fmt.Errorf("%s: at offset 0: %w: %w", r.name, err, ErrNotRecording)
			}
			next, err := r.skipDamage(ctx, pos, sessionSize, err)
			if err != nil {
				return nil, err
			}
			pos = next
			continue
		}
		info.pos = pos
		r.peekFirstEvent(&info, b)
		pos += int64(info.size)
		if pos > r.size {
			info.torn = true
			r.losses.TruncatedBytes = pos - r.size
			info.size -= uint32(pos - r.size)
		}
		if int64(len(r.buffers))*bufferInfoBytes > opts.MaxMemory {
			return nil, fmt.Errorf("%s: index of more than %d buffers: %w (%d bytes)", r.name, len(r.buffers), ErrMemoryLimit, opts.MaxMemory)
		}
		r.buffers = append(r.buffers, info)
		if len(r.buffers) == 1 {
			if err := r.readHeader(); err != nil {
				return nil, err
			}
			if r.header.LogFileMode&ModeCompressed == 0 {
				sessionSize = int64(info.size)
			}
		}
	}
	if len(r.buffers) == 0 {
		return nil, fmt.Errorf("%s: %d bytes, expected a buffer header of %d: %w", r.name, r.size, bufferHeaderSize, ErrNotRecording)
	}
	if err := r.dropDuplicates(ctx); err != nil {
		return nil, err
	}
	r.setWindow()
	r.countLosses()
	return r, nil
}

// looksLikeRecording tells whether b, the beginning of a file, is the first buffer of a recording (format notes, 1.1).
func looksLikeRecording(b []byte) bool {
	if len(b) < bufferHeaderSize+8 {
		return false
	}
	info, err := parseBufferHeader(b)
	return err == nil && info.kind == bufferHeader && b[bufferHeaderSize+3] == markerTrace && b[bufferHeaderSize+2]&^3 == 0
}

// checkFirst tells why the first buffer cannot be that of a recording.
func (r *Recording) checkFirst(b []byte, info bufferInfo) error {
	if info.kind != bufferHeader {
		return fmt.Errorf("%s: at offset 0x36: buffer type %d, expected %d (header): %w", r.name, info.kind, bufferHeader, ErrNotRecording)
	}
	if len(b) < bufferHeaderSize+32 || !looksLikeRecording(b) {
		return fmt.Errorf("%s: at offset 0x48: no logfile header event: %w", r.name, ErrNotRecording)
	}
	if b[bufferHeaderSize] < 2 {
		return fmt.Errorf("%s: at offset 0x48: logfile header of version %d, expected 2: %w", r.name, b[bufferHeaderSize], ErrUnsupportedVersion)
	}
	return nil
}

// peekFirstEvent finds the stamp of the first event from the bytes at the beginning of the buffer, if that event has one.
func (r *Recording) peekFirstEvent(info *bufferInfo, b []byte) {
	if !info.holdsEvents() {
		return
	}
	var plain [peekEvent]byte
	event := b[bufferHeaderSize:]
	if info.compressed() {
		n, _ := decompress(plain[:min(peekEvent, info.filled-bufferHeaderSize)], event[:min(len(event), max(0, int(info.size)-bufferHeaderSize))])
		event = plain[:n]
	}
	if len(event) < 32 {
		return
	}
	form := formOf(binary.LittleEndian.Uint32(event))
	if form.kind == KindUnknown {
		return
	}
	info.firstTicks, info.timed = form.ticks(event[:min(len(event), max(32, form.sizeOf(event)))])
}

// readHeader reads the logfile header from the first buffer and fixes the clock.
func (r *Recording) readHeader() error {
	b, _, err := r.load(&r.buffers[0], nil, nil)
	if err != nil {
		return err
	}
	w := walked{earliest: math.MinInt64, latest: math.MaxInt64, quiet: neverQuiet}
	w.walk(b, r.buffers[0].torn)
	if len(w.records) == 0 || w.records[0].offset != bufferHeaderSize {
		return fmt.Errorf("%s: at offset 0x48: no logfile header event: %w", r.name, ErrNotRecording)
	}
	first := b[bufferHeaderSize : bufferHeaderSize+w.records[0].size]
	e := Event{Ticks: w.records[0].ticks}
	if err := parseEvent(&e, first); err != nil {
		return fmt.Errorf("%s: at offset 0x48: %w", r.name, err)
	}
	header, start, err := parseLogfileHeader(&e)
	if err != nil {
		return fmt.Errorf("%s: at offset 0x48: %w: %w", r.name, err, ErrNotRecording)
	}
	r.header = header
	if r.clock, err = newClock(&r.header, start); err != nil {
		return fmt.Errorf("%s: logfile header: %w", r.name, err)
	}
	return nil
}

// load reads a buffer whole, its header included and decompressed if need be, up to the end of its event data. It uses the
// memory of raw and plain where it suffices. Damage of compressed data is returned beside what could be read before it; err
// is a failure to read the recording at all.
func (r *Recording) load(info *bufferInfo, raw, plain *[]byte) (b []byte, damage, err error) {
	n := int(info.size)
	if !info.compressed() {
		n = min(n, int(info.filled))
	}
	b = resize(raw, n)
	if got, err := r.r.ReadAt(b, info.pos); got < n {
		return nil, nil, fmt.Errorf("%s: reading the buffer at offset %d: %w", r.name, info.pos, err)
	}
	if !info.compressed() {
		return b, nil, nil
	}
	out := resize(plain, int(info.filled))
	copy(out, b[:bufferHeaderSize])
	m, err := decompress(out[bufferHeaderSize:], b[bufferHeaderSize:])
	if err != nil {
		damage = fmt.Errorf("decompressing: %w, after %d of %d bytes", err, m, int(info.filled)-bufferHeaderSize)
	}
	return out[:bufferHeaderSize+m], damage, nil
}

// resize gives a slice of n bytes, in the memory of *p when that suffices; *p keeps the memory for the next time.
func resize(p *[]byte, n int) []byte {
	if p == nil {
		return make([]byte, n)
	}
	if cap(*p) < n {
		// Compressed buffers all differ in size: room for the usual ones spares most of them an allocation.
		const usual = 1 << 16
		*p = make([]byte, n, (n+usual-1)&^(usual-1))
	}
	return (*p)[:n]
}

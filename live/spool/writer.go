package spool

import (
	"errors"
	"fmt"
	"os"
)

// BufferSize is the size of all buffers in bytes: one holds the greatest event there can be.
const BufferSize = 128 << 10

// maxProcessors is how many processors buffer headers tell apart.
const maxProcessors = 2048

// Options say what the header of a recording holds.
type Options struct {
	SessionName string
	Start       int64 // ns since 1970 UTC; no event should be earlier
	Machine     Machine
}

// Writer writes a recording. Its methods are for one goroutine.
type Writer struct {
	file    *os.File
	o       Options
	open    map[uint16]*buffer // by processor
	buffers uint32             // in the file, that of the header counted
	used    int64              // bytes of the buffers that are in use
	latest  int64
	scratch []byte

	lostEvents, lostBuffers uint64
}

// buffer is the buffer that a processor fills.
type buffer struct {
	offset   int64
	sequence int64
	filled   int
}

// ErrTooLarge means that an event does not fit what recordings can hold: 65,535 bytes with its header.
var ErrTooLarge = errors.New("spool: event too large for a recording")

// Create begins a recording in a file that must not exist.
func Create(path string, o Options) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f, o: o, open: map[uint16]*buffer{}, buffers: 1, used: BufferSize, latest: o.Start}
	if _, err := f.WriteAt(o.headerBuffer(closing{}), 0); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return w, nil
}

// Size is how many bytes of the file are in use; the file itself is as long as its buffers.
func (w *Writer) Size() int64 { return w.used }

// Write adds an event. Events of one processor should come in order of time. After an error the recording is as it was, and
// writing may go on.
func (w *Writer) Write(e *Event) error {
	if e.size() > maxEventSize {
		return fmt.Errorf("%w: %d bytes", ErrTooLarge, e.size())
	}
	processor := min(e.Processor, maxProcessors-1)
	w.scratch = e.encode(w.scratch[:0])
	for len(w.scratch)%8 != 0 {
		w.scratch = append(w.scratch, 0)
	}
	b := w.open[processor]
	if b == nil || b.filled+len(w.scratch) > BufferSize {
		var err error
		if b, err = w.newBuffer(); err != nil {
			return err
		}
	}
	if _, err := w.file.WriteAt(w.scratch, b.offset+int64(b.filled)); err != nil {
		return err
	}
	// The event counts from here on: a program that is killed before leaves it behind the end of what is filled.
	filled := b.filled + len(w.scratch)
	var header [bufferHeaderSize]byte
	putBufferHeader(header[:], bufferGeneric, 0, processor, b.sequence, uint32(filled), filetime(e.UnixNano))
	if _, err := w.file.WriteAt(header[:], b.offset); err != nil {
		return err
	}
	if b.filled == bufferHeaderSize {
		w.buffers++
		w.used += bufferHeaderSize
		w.open[processor] = b
	}
	w.used += int64(filled - b.filled)
	b.filled = filled
	w.latest = max(w.latest, e.UnixNano)
	return nil
}

// newBuffer makes room for a buffer behind the others. It is part of the recording from its first event on.
func (w *Writer) newBuffer() (*buffer, error) {
	b := &buffer{offset: int64(w.buffers) * BufferSize, sequence: int64(w.buffers), filled: bufferHeaderSize}
	return b, w.file.Truncate(b.offset + BufferSize)
}

// Lost adds to the numbers of events and buffers that are known to be missing. They are in the file after Sync or Close.
func (w *Writer) Lost(events, buffers uint64) {
	w.lostEvents += events
	w.lostBuffers += buffers
}

// Sync brings what was written to the disk.
func (w *Writer) Sync() error {
	_, err := w.file.WriteAt(w.o.headerBuffer(w.closing(0, 0)), 0)
	return errors.Join(err, w.file.Sync())
}

// Close ends the recording: its header tells when it ended and how much was written, and all of it is brought to the disk.
func (w *Writer) Close() error {
	_, err := w.file.WriteAt(w.o.headerBuffer(w.closing(filetime(w.latest), w.buffers)), 0)
	// A buffer that got no event, since that could not be written, is none.
	return errors.Join(err, w.file.Truncate(int64(w.buffers)*BufferSize), w.file.Sync(), w.file.Close())
}

func (w *Writer) closing(end uint64, buffers uint32) closing {
	const most = 1<<32 - 1
	return closing{end: end, buffers: buffers,
		lostEvents: uint32(min(w.lostEvents, most)), lostBuffer: uint32(min(w.lostBuffers, most))}
}

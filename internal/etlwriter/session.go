package etlwriter

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// Session collects records in buffers, one at a time for each processor, and writes them as a file.
//
// Records of one processor have to come in time order, as a kernel writes them; records of different processors may
// come in any order, and the order of the calls decides which buffer fills first.
type Session struct {
	settings Settings
	header   *Buffer
	open     []*Buffer // by processor; nil when it has none
	full     []*Buffer // in the order in which they filled
	next     int64     // sequence number of the next buffer taken
	latest   int64     // greatest stamp written
	sink     io.WriteSeeker
	written  int   // buffers that went to the sink
	err      error // the first failure
}

// NewSession begins a session. It fails when the settings contradict each other.
func NewSession(settings Settings) (*Session, error) {
	s := settings.Defaults()
	if err := s.validate(); err != nil {
		return nil, err
	}
	return &Session{
		settings: s,
		header:   &Buffer{Type: BufferHeader, Flags: FlagFlushMarker},
		open:     make([]*Buffer, s.Processors),
		next:     1,
		latest:   s.StartTicks,
	}, nil
}

// NewStream begins a session whose buffers go to w as they fill, so that its memory does not grow with the file.
// Records of the header must be written before any other. FinishStream ends the session; arrangements are not possible.
func NewStream(settings Settings, w io.WriteSeeker) (*Session, error) {
	s, err := NewSession(settings)
	if err != nil {
		return nil, err
	}
	s.sink = w
	return s, nil
}

// Settings gives the session's settings with all defaults filled in.
func (s *Session) Settings() Settings { return s.settings }

// WriteHeader puts a record into the header buffer, after the logfile header and with its stamp.
func (s *Session) WriteHeader(r Record) {
	s.header.add(r.encode(s.settings.StartTicks, s.settings.PointerSize))
}

// Write puts a record into the processor's buffer. A buffer takes its sequence number with its first record, and
// leaves for the file when the next record does not fit. The first failure is kept and returned by Finish.
func (s *Session) Write(processor int, ticks int64, r Record) {
	if s.err != nil {
		return
	}
	if processor < 0 || processor >= len(s.open) {
		s.err = fmt.Errorf("etlwriter: processor %d of %d", processor, len(s.open))
		return
	}
	record := r.encode(ticks, s.settings.PointerSize)
	room := int(s.settings.BufferSize) - bufferHeaderSize
	if len(record) > maxEventSize || len(record) > room {
		s.err = fmt.Errorf("etlwriter: a record of %d bytes fits neither its size field nor a buffer of %d bytes",
			len(record), s.settings.BufferSize)
		return
	}
	if b := s.open[processor]; b != nil && len(b.Events)+len(record) > room {
		s.flush(processor, ticks)
	}
	if s.open[processor] == nil {
		s.open[processor] = &Buffer{Processor: processor, Sequence: s.next}
		s.next++
	}
	s.open[processor].add(record)
	s.latest = max(s.latest, ticks)
}

// Flush sends the processor's buffer to the file before it is full, as a session's flush timer does.
func (s *Session) Flush(processor int, ticks int64) {
	if s.err == nil && processor >= 0 && processor < len(s.open) && s.open[processor] != nil {
		s.flush(processor, ticks)
	}
}

func (s *Session) flush(processor int, ticks int64) {
	b := s.open[processor]
	b.Flushed = ticks
	s.open[processor] = nil
	if s.sink == nil {
		s.full = append(s.full, b)
		return
	}
	if s.written == 0 {
		s.err = s.writeStreamHeader()
	}
	if s.err == nil {
		s.written++
		_, s.err = s.sink.Write(b.encode(s.settings))
	}
}

// writeStreamHeader writes the header buffer at the beginning of the sink.
func (s *Session) writeStreamHeader() error {
	header, err := s.headerBuffer(s.written)
	if err == nil {
		_, err = s.sink.Write(header.encode(s.settings))
	}
	return err
}

// FinishStream ends a session begun with NewStream: it writes what is left and, once more, the header, which now has its
// counts.
func (s *Session) FinishStream() error {
	if s.sink == nil {
		return errors.New("etlwriter: the session has no sink")
	}
	for p := len(s.open) - 1; p >= 0; p-- {
		s.Flush(p, s.latest)
	}
	if s.err != nil {
		return s.err
	}
	if _, err := s.sink.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return s.writeStreamHeader()
}

// Finish ends the session and gives the file. The arrangements are applied to the data buffers one after another, the
// header buffer apart; the header then counts what is left. A session can be finished once.
func (s *Session) Finish(arrangements ...Arrangement) ([]byte, error) {
	for p := len(s.open) - 1; p >= 0; p-- {
		s.Flush(p, s.latest)
	}
	if s.err != nil {
		return nil, s.err
	}
	buffers := s.full
	if len(buffers) > 0 {
		buffers[len(buffers)-1].Flags |= FlagFlushMarker
	}
	for _, arrange := range arrangements {
		buffers = arrange(s.settings, buffers)
	}
	if s.settings.CountDropped {
		s.settings.BuffersLost += uint32(max(len(s.full)-len(buffers), 0))
	}
	header, err := s.headerBuffer(len(buffers))
	if err != nil {
		return nil, err
	}
	file := header.encode(s.settings)
	for _, b := range buffers {
		file = append(file, b.encode(s.settings)...)
	}
	return slices.Clip(file), nil
}

// headerBuffer gives the first buffer of a file that has a number of others.
func (s *Session) headerBuffer(others int) (*Buffer, error) {
	logfile := Kernel{Form: System, Hook: HookLogfileHeader, Version: 2, PointerSize: s.settings.HeaderPointerSize,
		PID: 4, TID: 4, Payload: s.settings.logfileHeader(uint32(1+others), s.endTime())}
	header := *s.header
	header.Events, header.starts = nil, nil
	header.add(logfile.encode(s.settings.StartTicks, s.settings.PointerSize))
	header.Events = append(header.Events, s.header.Events...)
	if bufferHeaderSize+len(header.Events) > int(s.settings.BufferSize) {
		return nil, fmt.Errorf("etlwriter: the header records need %d bytes, a buffer has %d",
			bufferHeaderSize+len(header.Events), s.settings.BufferSize)
	}
	return &header, nil
}

// endTime is the FILETIME of the last record.
func (s *Session) endTime() uint64 {
	ticks := uint64(s.latest - s.settings.StartTicks)
	perSecond := s.settings.TicksPerSecond()
	return s.settings.StartTime + ticks/perSecond*10_000_000 + ticks%perSecond*10_000_000/perSecond
}

package report

import (
	"fmt"
	"slices"
	"time"

	"etledger/etl"
)

// Capture describes what was read: one recording, or several read as one.
type Capture struct {
	File           string    `json:"file"`  // the first recording in time
	Files          []string  `json:"files"` // every recording, in order of time
	Start          Time      `json:"start"` // first event
	End            Time      `json:"end"`   // last event
	DurationS      float64   `json:"duration_s"`
	Boot           *Time     `json:"boot_time"` // when the system was started
	OSBuild        *uint32   `json:"os_build"`
	Processors     *uint32   `json:"processors"`
	PointerSize    *uint32   `json:"pointer_size"` // 4 or 8, of the program that wrote the file
	Clock          string    `json:"clock"`
	Buffers        uint64    `json:"buffers"`
	Events         uint64    `json:"events"`
	EventsLost     uint64    `json:"events_lost"`  // as the file header counts them; info lists every source
	BuffersLost    uint64    `json:"buffers_lost"` // as the file header counts them
	TruncatedBytes int64     `json:"truncated_bytes"`
	Compressed     bool      `json:"compressed"`
	Keywords       []string  `json:"keywords"` // kernel keywords in force
	KeywordsKnown  bool      `json:"keywords_known"`
	Findings       []Finding `json:"findings"`
}

// Recording is one file of a capture, as its header describes it.
type Recording struct {
	File           string   `json:"file"`
	SessionName    *string  `json:"session_name"`
	RecordedBy     *string  `json:"recorded_by"` // the tool, where the session name gives it away
	LogFile        *string  `json:"log_file"`    // the name that the session wrote to
	Start          *Time    `json:"start"`
	End            *Time    `json:"end"` // null when the session was not closed
	Boot           *Time    `json:"boot"`
	BiasMinutes    int32    `json:"bias_minutes"` // UTC = local time + bias
	OSVersion      string   `json:"os_version"`   // of Windows, or of the file format where the two differ
	OSBuild        *uint32  `json:"os_build"`
	Processors     *uint32  `json:"processors"`
	MHz            *uint32  `json:"mhz"`
	PointerSize    *uint32  `json:"pointer_size"`
	Clock          string   `json:"clock"`
	ClockFrequency *uint64  `json:"clock_frequency"` // ticks of the performance counter per second
	BufferSize     *uint32  `json:"buffer_size"`     // bytes, before compression
	BuffersWritten *uint32  `json:"buffers_written"` // as the header counts them; null when the session was not closed
	MaximumFileMB  *uint32  `json:"maximum_file_mib"`
	Mode           uint32   `json:"mode"` // EVENT_TRACE_*_MODE bits
	ModeNames      []string `json:"mode_names"`
	Compressed     bool     `json:"compressed"`
	EventsLost     uint32   `json:"events_lost"`
	BuffersLost    uint32   `json:"buffers_lost"`
}

// Losses is etl.Losses in the report's terms: what is known to be missing, by source.
type Losses struct {
	EventsLost                uint64 `json:"events_lost"`
	BuffersLost               uint64 `json:"buffers_lost"`
	BuffersMissing            uint64 `json:"buffers_missing"` // written, says the file header, but not in the file
	BuffersFlaggedEventsLost  uint64 `json:"buffers_flagged_events_lost"`
	BuffersFlaggedBuffersLost uint64 `json:"buffers_flagged_buffers_lost"`
	LostEventRecords          uint64 `json:"lost_event_records"`
	LostBufferRecords         uint64 `json:"lost_buffer_records"`
	LostFileRecords           uint64 `json:"lost_file_records"`
	SequenceGaps              int    `json:"sequence_gaps"` // at most etl.MaxGaps are told apart
	SequenceMissing           uint64 `json:"sequence_missing_buffers"`
	DuplicateBuffers          uint64 `json:"duplicate_buffers"` // read once
	TruncatedBytes            int64  `json:"truncated_bytes"`
	TrailingBytes             int64  `json:"trailing_bytes"`
	UndecodableBytes          int64  `json:"undecodable_bytes"`
	UndecodableBuffers        uint64 `json:"undecodable_buffers"`
	UndecodableEvents         uint64 `json:"undecodable_events"`
	UnknownEvents             uint64 `json:"unknown_events"`
	EventsOutOfOrder          uint64 `json:"events_out_of_order"`
}

func lossesOf(l etl.Losses) Losses {
	return Losses{
		EventsLost: l.EventsLost, BuffersLost: l.BuffersLost, BuffersMissing: l.BuffersMissing,
		BuffersFlaggedEventsLost: l.BuffersFlaggedEventsLost, BuffersFlaggedBuffersLost: l.BuffersFlaggedBuffersLost,
		LostEventRecords: l.LostEventRecords, LostBufferRecords: l.LostBufferRecords,
		LostFileRecords: l.LostFileRecords,
		SequenceGaps:    len(l.Gaps), SequenceMissing: l.SequenceMissing,
		DuplicateBuffers: l.DuplicateBuffers, TruncatedBytes: l.TruncatedBytes, TrailingBytes: l.TrailingBytes,
		UndecodableBytes: l.UndecodableBytes, UndecodableBuffers: l.UndecodableBuffers,
		UndecodableEvents: l.UndecodableEvents,
		UnknownEvents:     l.UnknownEvents, EventsOutOfOrder: l.EventsOutOfOrder,
	}
}

// describe fills in what all commands say of a capture.
func describe(s *Source, e *evidence) Capture {
	c := Capture{
		Files: []string{}, Start: At(e.startNano), End: At(e.endNano), DurationS: e.durationS(),
		Clock: "not set", Buffers: s.Buffers, Events: s.Stats.Events, EventsLost: e.losses.EventsLost,
		BuffersLost:    e.losses.BuffersLost,
		TruncatedBytes: e.losses.TruncatedBytes, Keywords: append([]string{}, s.Accounts.Keywords...),
		KeywordsKnown: s.Accounts.KeywordsKnown,
		Findings:      findingsOf(e),
	}
	for _, r := range s.Recordings {
		c.Files = append(c.Files, r.Name)
		c.Compressed = c.Compressed || r.Header.LogFileMode&etl.ModeCompressed != 0
	}
	if len(s.Recordings) > 0 {
		first := s.Recordings[0]
		c.File, c.Clock = first.Name, first.Header.Clock.String()
		c.OSBuild, c.Processors, c.PointerSize = known(first.Header.OSBuild), known(first.Header.Processors),
			known(first.Header.PointerSize)
		c.Boot = timeOf(first.Header.BootTime)
	}
	return c
}

func recordingOf(name string, h etl.Header) Recording {
	r := Recording{
		File: name, SessionName: known(h.SessionName), RecordedBy: known(recordedBy(h.SessionName)),
		LogFile:     known(h.LogFileName),
		BiasMinutes: h.BiasMinutes, OSVersion: fmt.Sprintf("%d.%d", h.MajorVersion, h.MinorVersion),
		OSBuild:    known(h.OSBuild),
		Processors: known(h.Processors), MHz: known(h.CPUMHz), PointerSize: known(h.PointerSize),
		Clock:          h.Clock.String(),
		ClockFrequency: known(h.PerfFreq), BufferSize: known(h.BufferSize), BuffersWritten: known(h.BuffersWritten),
		MaximumFileMB: known(h.MaximumFileMB), Mode: h.LogFileMode, ModeNames: modeNames(h.LogFileMode),
		Compressed: h.LogFileMode&etl.ModeCompressed != 0, EventsLost: h.EventsLost, BuffersLost: h.BuffersLost,
	}
	r.Start, r.End, r.Boot = timeOf(h.StartTime), timeOf(h.EndTime), timeOf(h.BootTime)
	return r
}

// timeOf gives a time, nil for the zero one.
func timeOf(t time.Time) *Time {
	if t.IsZero() {
		return nil
	}
	return &Time{t}
}

// modes names the EVENT_TRACE_*_MODE bits of LogFileMode, as evntrace.h does without prefix and suffix.
var modes = [...]struct {
	bit  uint32
	name string
}{
	{0x1, "SEQUENTIAL"}, {0x2, "CIRCULAR"}, {0x4, "APPEND"}, {0x8, "NEWFILE"}, {0x10, "USE_MS_FLUSH_TIMER"}, {0x20,
		"PREALLOCATE"},
	{0x40, "NONSTOPPABLE"}, {0x80, "SECURE"}, {0x100, "REAL_TIME"}, {0x200, "DELAY_OPEN_FILE"}, {0x400, "BUFFERING"},
	{0x800, "PRIVATE_LOGGER"}, {0x1000, "ADD_HEADER"}, {0x2000, "USE_KBYTES_FOR_SIZE"}, {0x4000, "USE_GLOBAL_SEQUENCE"},
	{0x8000, "USE_LOCAL_SEQUENCE"}, {0x10000, "RELOG"}, {0x20000, "PRIVATE_IN_PROC"}, {0x40000, "BUFFER_INTERFACE"},
	{0x80000, "KD_FILTER"}, {0x100000, "REALTIME_RELOG"}, {0x200000, "LOST_EVENTS_DEBUG"}, {0x400000,
		"STOP_ON_HYBRID_SHUTDOWN"},
	{0x800000, "PERSIST_ON_HYBRID_SHUTDOWN"}, {0x1000000, "USE_PAGED_MEMORY"}, {0x2000000, "SYSTEM_LOGGER"}, {0x4000000,
		"COMPRESSED"},
	{0x8000000, "INDEPENDENT_SESSION"}, {0x10000000, "NO_PER_PROCESSOR_BUFFERING"}, {0x20000000, "BLOCKING"},
	{0x80000000, "ADDTO_TRIAGE_DUMP"},
}

// modeNames gives the names of the bits of a LogFileMode, a bit without a name as hexadecimal, never nil.
func modeNames(mode uint32) []string {
	names := []string{}
	for _, m := range modes {
		if mode&m.bit != 0 {
			names = append(names, m.name)
			mode &^= m.bit
		}
	}
	if mode != 0 {
		names = append(names, fmt.Sprintf("0x%X", mode))
	}
	return slices.Clip(names)
}

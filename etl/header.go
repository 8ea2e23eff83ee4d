package etl

import "time"

// ClockKind is the clock that stamped the events of a recording (ReservedFlags of the logfile header).
type ClockKind uint32

// The clocks a session can use.
const (
	ClockPerformanceCounter ClockKind = 1 // QueryPerformanceCounter ticks
	ClockSystemTime         ClockKind = 2 // 100 ns FILETIME
	ClockCPUCycle           ClockKind = 3 // processor cycles
)

// String names the clock as reports print it.
func (c ClockKind) String() string {
	switch c {
	case ClockPerformanceCounter:
		return "performance counter"
	case ClockSystemTime:
		return "system time"
	case ClockCPUCycle:
		return "cpu cycle"
	}
	return "not set"
}

// Header is what a recording says about itself in its first event (TRACE_LOGFILE_HEADER of evntrace.h).
type Header struct {
	SessionName    string
	LogFileName    string
	MajorVersion   uint8
	MinorVersion   uint8
	SubVersion     uint8
	SubMinor       uint8
	OSBuild        uint32 // Windows build number, such as 19041
	Processors     uint32
	PointerSize    uint32 // of the program that wrote the file, 4 or 8; events have their own
	BufferSize     uint32 // bytes, the session's; buffers of compressed files are smaller
	BuffersWritten uint32 // 0 when the session was not closed
	LogFileMode    uint32 // EVENT_TRACE_*_MODE bits
	MaximumFileMB  uint32
	TimerTicks     uint32 // timer resolution in 100 ns
	CPUMHz         uint32
	EventsLost     uint32
	BuffersLost    uint32
	Clock          ClockKind
	PerfFreq       uint64    // ticks per second of the performance counter
	StartTime      time.Time // UTC
	EndTime        time.Time // UTC; zero when the session was not closed
	BootTime       time.Time // UTC; zero when not recorded
	BiasMinutes    int32     // UTC = local time + bias
	StartTicks     int64     // raw stamp of the header event: the moment that StartTime names
}

// Bits of Header.LogFileMode (EVENT_TRACE_*_MODE of evntrace.h) that decide how a file is laid out.
const (
	ModeSequential            = 0x1
	ModeCircular              = 0x2
	ModeAppend                = 0x4
	ModeNewFile               = 0x8
	ModeRealTime              = 0x100
	ModeBuffering             = 0x400
	ModeSystemLogger          = 0x2000000
	ModeCompressed            = 0x4000000
	ModeNoPerProcessorBuffers = 0x10000000
)

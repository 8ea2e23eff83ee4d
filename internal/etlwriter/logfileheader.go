package etlwriter

// logfileHeader gives the payload of the first event: TRACE_LOGFILE_HEADER of evntrace.h, in the form of the header's
// own pointer size, followed by the session's name and the file's.
func (s Settings) logfileHeader(buffers uint32, endTime uint64) []byte {
	e := encoder{size: s.HeaderPointerSize}
	e.u32(s.BufferSize)
	major, minor := windowsVersion(s.OSBuild)
	e.u8(major, minor)
	e.u8(s.formatVersion()...)
	e.u32(s.OSBuild, uint32(s.Processors))
	eventsLost, buffersLost := s.EventsLost, s.BuffersLost
	if s.NeverClosed {
		buffers, endTime, eventsLost, buffersLost = 0, 0, 0, 0
	}
	e.u64(endTime)
	e.u32(156250, s.MaximumFileMB, s.Mode, buffers, 1, uint32(s.HeaderPointerSize), eventsLost, s.CPUMHz)
	e.ptr(0, 0) // LoggerName, LogFileName: addresses of the logging program, without meaning in a file
	s.timeZone(&e)
	e.u64(s.BootTime, s.Frequency, s.StartTime)
	e.u32(uint32(s.Clock), buffersLost)
	e.wide(s.SessionName)
	e.wide(s.LogFileName)
	return e.b
}

// timeZone puts TIME_ZONE_INFORMATION without daylight saving, padded to the 8-byte boundary that BootTime needs.
func (s Settings) timeZone(e *encoder) {
	e.u32(uint32(s.BiasMinutes))
	e.wideField("@tzres.dll,-112", 32)
	e.zeros(16 + 4)
	e.wideField("@tzres.dll,-111", 32)
	e.zeros(16 + 4)
	e.zeros(4)
}

// formatVersion is the sub and subminor version: 2.0 marks files with features that Windows 7 cannot read, 1.4 is that
// of Vista.
func (s Settings) formatVersion() []byte {
	switch {
	case s.Mode&ModeCompressed != 0 || s.BufferSize > 1<<20 || s.Processors > 256:
		return []byte{2, 0}
	case s.OSBuild < 7600:
		return []byte{1, 4}
	}
	return []byte{1, 5}
}

func windowsVersion(build uint32) (major, minor uint8) {
	switch {
	case build >= 10240:
		return 10, 0
	case build >= 9600:
		return 6, 3
	case build >= 9200:
		return 6, 2
	case build >= 7600:
		return 6, 1
	}
	return 6, 0
}

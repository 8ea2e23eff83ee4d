// Package etl reads recordings of Windows event tracing (.etl files) and delivers their events in the order of time. It knows
// how buffers and event headers are laid out and nothing of what an event means.
//
// Open reads the header and an index of the buffers; Capture.Events then delivers every event:
//
//	c, err := etl.Open(ctx, etl.Options{}, "capture.etl")
//	...
//	for e, err := range c.Events(ctx) { ... }
//
// An input is told from its content, not from its name: a recording, or a zip archive that holds some, such as PerfView's
// .etl.zip and Visual Studio's .diagsession. Several inputs are read as one capture.
//
// # Order
//
// A recording is a row of buffers, each filled by one processor. Only the events of one processor are in order there, so the
// reader merges the processors' buffers by time; see Capture.Events for the rule at equal times. Memory is bounded by the
// processors and by Options.MaxMemory, not by the size of the recording.
//
// # Damage
//
// A recording that was cut, is damaged or was made by a session that lost events is read as far as it can be understood. Each
// place that cannot is told by a *CorruptError, and counted in Losses with everything else that is known to be missing. A
// single bad event costs that event: the reader looks for the next place from which well-formed events follow one another.
// Fields of an event that damage left plausible cannot be told from true ones.
//
// # Sources
//
// Layouts follow evntrace.h, evntcons.h and the kernel's trace headers as collected in the project's format notes
// (docs/format.md); compression follows MS-XCA, section 2.4.
package etl

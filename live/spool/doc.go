// Package spool writes delivered events as a recording: an .etl file that package etl reads like any other.
//
// A file grows by whole buffers, and each event is in the file, and counted in the header of its buffer, when Write returns. So
// a program that is killed leaves a recording that was not closed, with all events that were written. Like a session of Windows the
// writer has a buffer for each processor, since only the events of one processor come in order; stamps are system time.
//
// Layouts are those of docs/format: buffers (1.2), the file's header (1.6), and events of manifest and classic providers (2.5, 2.7).
package spool

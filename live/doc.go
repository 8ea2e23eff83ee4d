// Package live records memory snapshots as a running Windows delivers them, and keeps them in a dataset.
//
// A Source delivers events: a real-time session of Windows, or a recording that is played again. Watch thins the periodic
// snapshots out, writes what it keeps as recordings of bounded time and size (package spool), and converts each finished one
// with dataset.Convert. So the rows are those that a recording of the same events gives, and what a program that was killed
// leaves behind is a recording that the next Watch converts, for the host that it was recorded under; or removes, where the source
// can be played again.
//
//	source ── queue ── recorder ── spool ── converter ── dataset
//
// All of it but the session builds and runs on every system. docs/watch.md tells those who use the command what it records and
// what it costs.
package live

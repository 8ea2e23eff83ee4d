// Package pool says which population of a Windows machine's memory grows, which pool tag makes it grow, how fast, how sure
// that is, which component may be behind it, and how long the machine has left. It judges series of snapshots of the kernel
// pools (PoolMon, the debugger, CSV, JSON lines), memory counters, and pool events of recordings.
//
// The largest tag of one snapshot proves nothing. What is said rests on trends (package trend), on phases of work and
// recovery, on a baseline where there is one, and on a mapping of tags to components that admits what it does not know
// (package model/pooltag). After a correction, Analyze compares the same workload before and after it (Receipt).
package pool

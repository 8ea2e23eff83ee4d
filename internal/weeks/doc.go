// Package weeks simulates machines over weeks, as periodic memory snapshots see them: loads that come and go with the day and the
// week, restarts, reboots, machines that are off at night, clocks that are set, and among many healthy programs some whose growth is
// known. It is for tests and measurements, and shares no code with what reads snapshots and judges them.
package weeks

// Package memoryseries makes series of the periodic memory snapshots of hours to weeks of captures: for each machine, each time
// that it ran (from boot to boot), each process lifetime in it, each terminal session and the system as a whole, the level of
// memory over time, in bounded memory.
//
//  1. Order. Captures are put in order before they are read (Order). Each is taken for a time in which the machine was up, from
//     its boot to the end of the capture; captures whose times overlap are of one boot. A boot is told by the boot time in the
//     header, else by the moment at which the performance counter was at nought. So a clock that is set makes no boot, as long as
//     the machine ran before and after it. A wall clock that goes back against the counter was set, and times go on by the
//     counter; one that goes forward stands for sleep, in which some counters stand still, unless it goes back later (clocks.go).
//  2. Lifetimes. A process number is no identity. A start, an end, another kernel address, creation time or image ends what was
//     there under the number; so does absence from several snapshots in a row. From one capture to the next of a boot a lifetime
//     goes on if address or creation time say so; where only number and image do, it is taken for one, and that is counted
//     (Lifetime.Assumed).
//  3. Overlap. What lies before the end of what was read of a boot is not entered again (Set.Overlapping).
//  4. Bins. A series has at most Options.Bins bins, which begin at multiples of their width since 1970 UTC. When they are full, the
//     width is doubled and bins are joined two by two. All widths divide a day. When all series together take more than
//     Options.Cells cells, the widths of all are doubled. So memory is bounded by 24 bytes for each cell (96 for each bin of a
//     process), whatever the length: 6 million cells, the default, are 144 MB. Only when all bins have the greatest width, 96
//     minutes, they become more: 1.4 KB for each day of each lifetime.
//  5. Short lives. A lifetime that ended within Options.Least of its first snapshot is counted, and its series is given up; its
//     commit is kept with that of others of its image (Boot.Short).
//  6. Gaps stay gaps: bins in which nothing was seen are empty.
package memoryseries

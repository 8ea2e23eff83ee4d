// Package poolseries makes series of snapshots of the kernel pools and of memory counters: for each machine, each time that
// it ran (from boot to boot), and each tag in each pool, the level over time in bounded memory.
//
//  1. Order. Snapshots may come in any order and from several files; they are put in order of time before they are
//     entered, as far as the rows that may wait for that allow (Options.Pending). What comes too late even so is counted
//     (Set.Late), and the caller may read the files again in a better order.
//  2. Bins. A series has at most Options.Bins bins of equally many successive snapshots, each with the first, last, least
//     and greatest value. When they are full, bins are joined two by two. All series of a boot share their bins.
//  3. Absence. A tag that a whole snapshot does not list holds nothing then. Of a partial snapshot nothing follows.
//  4. Boots. When the machine starts anew, counters begin at nought and levels have no more to do with those before. A
//     new boot is known by its uptime, or by most of the counters that moved having fallen.
//  5. Wraps. A counter that falls alone, from the upper half of 32 bits, has wrapped; its series goes on. One that falls
//     alone otherwise is counted (Set.Restarts) and goes on from where it was.
//  6. Order alone. Snapshots without time have an order, by file and line, and make a series of their own (Boot.Ordinal).
//  7. Copies. A snapshot with the time and the rows of another counts once. With other rows it adds to the other; rows of
//     one key are then taken from the first.
package poolseries

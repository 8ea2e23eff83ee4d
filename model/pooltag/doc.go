// Package pooltag tells whom a tag of the kernel's pools may belong to. Tags are four bytes that drivers choose freely, so
// no answer is certain by itself: a tag may be used by several drivers, and one component may allocate for others. The
// package therefore gives candidates, each with all that speaks for it, and says "uncertain" where several remain.
//
// It draws on four things, each of which may be missing:
//
//   - Tag files, pooltag.txt of the debugger and localtag.txt of PoolMon: ReadTagFile, NewIndex, Index.Lookup.
//   - Driver files, searched for the four bytes as PoolMon's local scan and findstr do, but with a rank: Scan. An operand of
//     code close before a call that takes a tag says more than four letters of a message.
//   - Inventories of the machine's drivers, of driverquery and PowerShell: ReadInventory.
//   - What the caller knows: stacks of allocations, and what a tool printed next to the tag: Hints.
//
// A built-in list knows the tags that many drivers share by default, and those that the system allocates for others
// (Shared): their growth is explained by who asks, not by who allocates.
//
// # Order of candidates
//
// Evidence has points, and of each kind the strongest counts. A stack counts 100 times the share of the allocations
// that it was seen in. An entry of a tag file counts 10 for each character of its pattern that is not a wildcard, so 40
// for the tag itself; half where a better entry names a component, or where only its description names the file. A
// driver file counts 40 where the tag is an operand close before a call of a function that takes tags, 20 for an
// operand elsewhere in code, 10 for four aligned bytes of data, 2 for the bytes anywhere else, and a quarter of these
// when it can call no such function. A framework driver whose default tag it is counts 30, or 20 when that follows from
// the name of its file only. Being listed by an inventory adds 5, being listed as running 10. Components are ordered by
// the sum, then by the order of tag files, then by name. The first is called uncertain when it has fewer than 20 points
// without those of inventories, or fewer than 10 more than the second, or when the tag is the default of many drivers
// and no stacks show the component to make half of the allocations.
//
// Versions, vendors and signers are claims that name their source. Signatures are read, not verified.
package pooltag

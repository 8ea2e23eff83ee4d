// Package listing lists the rows of tables, as the command `etledger events` does: which tables, which columns, which rows,
// in which form.
//
// A Plan is made of what was asked for, and checked, before anything is read. It tells what must be decoded for it
// (Plan.Needs), so that nothing else is, and then writes the rows of chunks in the exact order of time over all tables.
package listing

// Package batch takes many captures to their tables, reports and rows of results.
//
// Process is the unit of work: one capture, from its location to all that is made of it, without globals, working folder or
// terminal, so that any engine that can call a function can run it. Find lists captures, Annotations say what is known of
// them from outside, and Run works on many with a bound on memory, goes on where an earlier run was ended, and sets aside
// what fails.
package batch

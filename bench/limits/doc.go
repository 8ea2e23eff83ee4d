// Package limits measures against: what no reader of recordings can be faster than on a machine. It copies memory, reads
// a file and does nothing with it, and steps over the headers of all events of a recording without decoding anything.
//
// It is written from the format reference alone and shares no code with package etl, neither for the walk nor for
// decompression, so that it also checks what the reader counts and what it unpacks.
package limits

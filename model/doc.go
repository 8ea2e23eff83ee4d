// Package model says what the events of a capture mean. It turns raw events into rows of tables, and gathers the rows
// into Arrow record batches, in the exact time order of the capture.
//
// # Tables
//
// A table holds the events of one subject, such as VirtualAlloc with VirtualFree and the rundowns of both. Its schema
// (Table.Schema) tells the unit and the meaning of every column in the metadata of the field, under "unit" and
// "description". All tables but that of frames begin with the same columns: the ordinal of the event, its raw time stamp,
// its time in UTC and in seconds from the first event, the processor, and the process and thread of the event's header.
// The ordinal, seq, counts the events of the kinds that have a table, whichever tables are asked for; rows of one event
// share it, those of its stack first.
//
// Every table has a typed view for Go programs, such as VirtualAllocRows. The struct is the definition of the table:
// its tags name the Arrow fields with their units and descriptions. A view shares the memory of the Arrow arrays.
//
// The layouts are those of the kernel's MOF classes and of the manifests of Microsoft-Windows-Kernel-Process and
// Microsoft-Windows-Kernel-Memory; the format notes in docs describe them. A capture that holds both kernel and manifest
// events of a process has rows of both: those of the manifest are the ones with a create_time.
//
// # Nulls
//
// A column is null where the event does not carry the value, or where the value cannot be one, such as a time stamp
// of zero. Nothing is guessed: VirtualAlloc events tell no protection, so those columns exist and are always null.
// The name and exe of a process in the tables about memory are what process and image rows before the row announced;
// they are null for processes that had not been announced by then, or had ended.
//
// Bytes that make no sense are not nulls. An event whose payload does not fit the layout of its kind gives no row; it
// is counted as malformed, by kind, in Stats. Payloads longer than the layout are sound: newer versions of Windows
// add fields at the end, and versions above the highest known are read like that one.
//
// # Chunks
//
// A Reader delivers Chunks. The spans of time of successive chunks follow one another, so a consumer that needs the
// exact order over all tables walks Chunk.Order within each chunk. A chunk ends with the event that reaches
// Options.ChunkRows rows or Options.ChunkBytes bytes of payload, whichever comes first; the rows of one event are
// never split.
//
// # Memory
//
// Chunks, batches and views stay valid for as long as they are referenced, and nothing need be released. A consumer that
// is done with a chunk may call Chunk.Release, whereupon the Reader uses its memory again: then nothing of the chunk may be
// used any more. What has been delivered must not be changed. Decoding allocates when a chunk begins, when a column
// grows, and for texts that are new to the chunk, but not for each event. The Reader itself keeps what names need: an
// entry for each live process and thread.
//
// # Concurrency
//
// Buffers are read, decompressed and stepped through on all cores, ahead of the one goroutine that puts their events in
// order and decodes those of the tables asked for, itself ahead of the consumer by a few chunks. Options.Concurrency
// bounds that; what is delivered does not depend on it.
package model

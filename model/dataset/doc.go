// Package dataset writes captures as Parquet files in Hive-style folders, and reads them back.
//
// A dataset is a folder with a file for each table of each capture:
//
//	DATASET/table=virtual_alloc/host=HOST/date=2025-11-30/capture=c-0123456789abcdef/part-0.parquet
//
// Beside the tables of package model there are two: capture, with a row that describes the capture, and loss, with a row
// for each loss that is known. docs/dataset.md describes the layout for those who query it.
//
// # Whole or not at all
//
// Convert writes all files of a capture into a hidden folder of the dataset, brings them to the disk, and moves them to their
// places; that of table capture comes last. It lists the others with their sizes and checksums, so a capture is there if
// and only if this file is, and the file tells whether all the others are as they were written. Whatever stops Convert,
// calling it again makes the capture whole. While it works on a capture it holds a lock that the operating system
// gives up with the process; so several may write one dataset at once, and leftovers are told from work in progress.
//
// # Results
//
// PutResults keeps what was found in a capture: tables of rows that callers define (Sheet), and files such as the report. They
// are whole or not at all in the same way, and independent of the tables that Convert writes: the table results_captures
// vouches for them. FindResults and ReadResults read them; ResultsFingerprint tells whether they need to be made again,
// and TryWork lets one of several programs make them.
//
// # Reading
//
// Open finds the captures of a dataset. Capture.Chunks delivers one as model.Reader delivers the recording: the same
// rows in the same order. Every file is compared with its checksum before anything of it is believed.
package dataset

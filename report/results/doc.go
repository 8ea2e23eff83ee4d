// Package results gives what was found in a capture as rows: of the capture, the lifetimes of processes, the modules that
// left memory outstanding, and pool tags. Rows of thousands of captures are what the fleet view (package fleet) and queries
// are made of; package dataset keeps them as Parquet files.
package results

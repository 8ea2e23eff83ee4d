package batch

import (
	"etledger/model/dataset"
	"etledger/report"
	"etledger/report/results"
)

// Status says what became of a capture.
type Status string

// The statuses.
const (
	Done     Status = "done"     // it was analysed
	Kept     Status = "kept"     // the dataset has its results already, made of the same content with the same options
	Repeated Status = "repeated" // an earlier input of the same run has the same content
	Busy     Status = "busy"     // another process, or another call, is at work on it
	Failed   Status = "failed"
	Skipped  Status = "skipped-failed" // it failed in an earlier run, and its content is still the same
	Left     Status = "left"           // the run ended before it
)

// Outcome is what came of a capture.
type Outcome struct {
	Status Status
	ID     string // c- and the beginning of the SHA-256 of the content
	SHA256 string
	// Repeats is the location of the input that has the same content, of those that are Repeated.
	Repeats string
	// Rows are the rows of results; of captures that are Kept, as the dataset has them. They are nil for others that are not
	// Done.
	Rows *results.Rows
	// Report and JSON, the report as etledger analyze --format json writes it, are there for captures that are Done.
	Report *report.Report
	JSON   []byte
	// Place is where the results are in Options.Dataset.
	Place dataset.Place
	// Tables tells what became of the tables of events; nil unless they were asked for and the capture is Done.
	Tables *dataset.Result
	// Failure is what an earlier run kept, of captures that are Skipped.
	Failure *Failure
	// Damaged tells that parts of the capture could not be read: what could be was used.
	Damaged bool
}

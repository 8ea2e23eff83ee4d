package dataset

import (
	"context"
	"fmt"
	"os"

	"etledger/etl"
	"etledger/model"
)

// Options say what Convert writes. The zero value gives the defaults.
type Options struct {
	// Tables are the tables to write, nil for all. A capture of which some are missing cannot be analysed. A capture that is
	// there with more tables is left as it is.
	Tables []model.Table
	// Meta is what is known of the capture from outside it. A capture that is there with other metadata is written anew.
	Meta Meta
	// Host is Meta.Host, where that is empty.
	Host string
	// Identity is that of the capture, if the caller has it already: then the recordings are not read to find it out.
	Identity Identity
	// Observe is called with each chunk of the capture, with all columns of all tables, in order of time, before it is
	// released: so one reading of a recording serves the conversion and an account. It must neither change nor keep the chunk.
	// An error ends the conversion. It is not called when the outcome is Kept.
	Observe func(*model.Chunk) error
	// Tool names the program that writes, with its version. It stands in every file.
	Tool string
	// Concurrency is how many goroutines may work at once; 0 means GOMAXPROCS, 1 that no goroutine is started. The files are
	// the same whatever it is.
	Concurrency int
}

// Outcome is what Convert did.
type Outcome uint8

// The outcomes.
const (
	Written   Outcome = iota // the capture was not in the dataset
	Rewritten                // it was, but damaged, incomplete, or converted in another way
	Kept                     // it was, as it should be; nothing was written
)

// Result tells what Convert did.
type Result struct {
	Place
	Outcome Outcome
	Details Details
	Files   int   // of the capture
	Bytes   int64 // of these files
}

// Convert writes a capture into a dataset, whose folder is made if need be. A capture that is there already, with all files
// as they were written and converted in the same way, is left alone. Damage in the capture does not end the conversion: it
// is in Result.Details. After an error, that of the context included, the capture is in the dataset as it was before, or
// not at all if it had to be written anew.
//
// Several calls, of this process or of others, may write one dataset at the same time; one that finds another at work on the
// same capture waits for it.
func Convert(ctx context.Context, folder string, c *etl.Capture, o Options) (result Result, err error) {
	made := missingFolders(folder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return result, fmt.Errorf("dataset: %w", err)
	}
	defer func() {
		for i := 0; err != nil && i < len(made); i++ {
			os.Remove(made[i]) // if it is still empty
		}
	}()
	w, err := newConversion(folder, c, o)
	if err == nil {
		result, err = w.run(ctx)
	}
	if err != nil {
		return result, fmt.Errorf("dataset: converting %s: %w", c.Recordings()[0].Name(), err)
	}
	return result, nil
}

package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"etledger/etl"
	"etledger/model/dataset"
)

// Kind says in a word why a capture failed.
type Kind string

// The kinds of failures.
const (
	Unreadable   Kind = "unreadable"      // the file cannot be opened or read
	NotRecording Kind = "not-a-recording" // the content is no recording, nor an archive that holds one
	Unsupported  Kind = "unsupported"     // a recording from before Windows Vista
	Damaged      Kind = "damaged"         // so damaged that nothing can be read; less damage is no failure but a finding
	NoEvents     Kind = "no-events"       // there is not one event that could be read
	Limit        Kind = "limit"           // reading takes more memory or disk than Options.Limits allow
	Fetch        Kind = "fetch"           // an object store did not give the object
	Write        Kind = "write"           // results or temporary files could not be written
	Internal     Kind = "internal"        // a fault of this program
)

// ofCapture tells whether a failure is one of the capture, which the same content will have again. The others are of the
// moment, and are tried again by the next run.
func (k Kind) ofCapture() bool { return k != Fetch && k != Write }

// Error tells of a capture that failed. What package etl or others found is reached with errors.Is and errors.As.
type Error struct {
	Location string
	Kind     Kind
	Offset   int64 // in the file, of the buffer that is at fault; -1 where there is none
	Err      error
}

// Error says where and why.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %v", e.Location, e.Kind, e.Err) }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// stage is what was being done when an error came up.
type stage uint8

const (
	fetching stage = iota
	opening
	reading
	writing
)

// failure makes a typed error of what ended the work on a capture. The end of the context is nobody's failure, and stays as it
// is.
func failure(ctx context.Context, location string, at stage, err error) error {
	if known := (*Error)(nil); err == nil || errors.As(err, &known) {
		return err
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	e := &Error{Location: location, Kind: kindOf(location, at, err), Offset: -1, Err: err}
	if corrupt := (*etl.CorruptError)(nil); errors.As(err, &corrupt) {
		e.Offset = corrupt.Buffer
	}
	return e
}

func kindOf(location string, at stage, err error) Kind {
	var path *fs.PathError
	var corrupt *etl.CorruptError
	var file *dataset.FileError
	switch {
	case errors.Is(err, etl.ErrNotRecording):
		return NotRecording
	case errors.Is(err, etl.ErrUnsupportedVersion):
		return Unsupported
	case errors.Is(err, etl.ErrMemoryLimit), errors.Is(err, etl.ErrExtractLimit):
		return Limit
	case at == fetching:
		return Fetch
	case isFull(err):
		return Write
	case errors.As(err, &corrupt):
		return Damaged
	case errors.As(err, &path) && path.Path == location:
		return Unreadable
	case at == writing:
		return Write
	case errors.As(err, &file):
		return Damaged
	case errors.As(err, &path):
		return Write // of a temporary file
	case at == opening:
		return Damaged // by what its header or its table of contents says
	}
	return Internal
}

// isFull tells whether it is the disk that is at fault.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EDQUOT)
}

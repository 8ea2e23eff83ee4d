package poolsnap

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// ErrFormat tells that a file holds nothing that was asked for.
var ErrFormat = errors.New("not recognised")

// Read reads the snapshots of a file, whose name is given for messages and for the time in it, and calls each for
// every one, in the order of the file; rows of CSV and JSON lines that are not in the order of time are put in it. The
// snapshot, with all that it points to, is valid until each returns: Clone keeps it. Lines that cannot be used are
// counted in the Summary, which tells what was read also when there is an error. Errors are those of r, of ctx and of
// each, ErrOrder, and ErrFormat when the file holds no snapshot of any form that package poolsnap knows.
func Read(ctx context.Context, name string, r io.Reader, opts Options, each func(*Snapshot) error) (Summary, error) {
	sum := Summary{File: name}
	head, err := readHead(name, r)
	if err != nil {
		return sum, err
	}
	format := Sniff(head)
	l := newLines(ctx, name, head, r, maxLine)
	sum.Encoding = l.encoding.String()
	a := newAssembler(ctx, l, opts, &sum, each)
	switch format {
	case FormatCounters, FormatRecording, FormatDataset:
		return sum, fmt.Errorf("%s: a %s, no snapshots of the pool: %w", name, format, ErrFormat)
	case FormatCSV:
		sum.Format = format
		err = readCSV(a, l, &sum)
	case FormatJSON:
		sum.Format = format
		l.max = maxWideLine // an array may stand on one line
		err = readJSON(a, l, &sum)
	default:
		err = readText(a, l, &sum)
	}
	sum.Lines = l.number
	if err != nil && err != io.EOF {
		return sum, err
	}
	if sum.Format == FormatNone || sum.Snapshots == 0 && sum.ProblemCount == 0 {
		return sum, fmt.Errorf(
			"%s: expected PoolMon or !poolused text, or CSV or JSON lines with pool tags: %w", name, ErrFormat)
	}
	return sum, nil
}

// readHead reads the first bytes of a file.
func readHead(name string, r io.Reader) ([]byte, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return head[:n], nil
}

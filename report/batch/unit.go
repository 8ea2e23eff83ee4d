package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"etledger/etl"
	"etledger/internal/fileio"
	"etledger/model/dataset"
)

// unit is the work on one capture.
type unit struct {
	in      Capture
	options Options

	file     *os.File // of a recording or an archive
	digest   string   // of the file, SHA-256 in hexadecimal
	size     int64    // of the file
	capture  *etl.Capture
	stored   *dataset.Capture // of a capture in a dataset
	identity dataset.Identity
	meta     dataset.Meta // of the input, else as the dataset has it that the capture is in
	closers  []io.Closer  // in order of opening
	known    *Failure     // what became of it in an earlier run, if that is not to be tried again
}

func newUnit(in Capture, o Options) *unit { return &unit{in: in, options: o, meta: in.Meta} }

func (u *unit) fail(ctx context.Context, at stage, err error) error {
	return failure(ctx, u.in.Location, at, err)
}

// close closes what was opened, the last first, and removes temporary files.
func (u *unit) close() error {
	var errs []error
	for i := len(u.closers) - 1; i >= 0; i-- {
		errs = append(errs, u.closers[i].Close())
	}
	u.closers = nil
	return errors.Join(errs...)
}

// identify finds out which capture it is, by its content unless options allow to trust what an earlier run saw. In the latter
// case it may find that nothing is to be done, and gives the outcome.
func (u *unit) identify(ctx context.Context) (*Outcome, error) {
	if u.options.Quick && u.options.Dataset != "" && !u.options.Redo {
		if kept := u.keptUnread(ctx); kept != nil {
			return kept, nil
		}
	}
	if u.in.Place != nil {
		return nil, u.openStored(ctx)
	}
	if u.in.Object != nil && u.known.isOfObject(u.in.Object) {
		return u.skipped(), nil
	}
	if err := u.openFile(ctx); err != nil {
		return nil, err
	}
	// The identity of a recording is its digest. That of an archive is made of the recordings in it.
	archive, err := isArchive(u.file)
	if err != nil {
		return nil, u.fail(ctx, opening, err)
	}
	if !archive {
		u.identity = dataset.IdentityOf([]string{u.digest})
	}
	if u.known.isOf(u.digest, u.size) {
		return u.skipped(), nil
	}
	if !archive {
		return nil, nil
	}
	if err := u.open(ctx); err != nil {
		return nil, err
	}
	u.identity, err = dataset.Identify(ctx, u.capture)
	return nil, u.fail(ctx, reading, err)
}

// openStored opens a capture of a dataset.
func (u *unit) openStored(ctx context.Context) error {
	stored, err := dataset.Open(u.in.Dataset, *u.in.Place)
	if err != nil {
		return u.fail(ctx, opening, err)
	}
	u.stored, u.size = stored, int64(stored.Bytes())
	u.meta = merged(u.in.Meta, stored.Meta)
	var digests []string
	for i := range stored.Recordings {
		digests = append(digests, stored.Recordings[i].SHA256)
	}
	u.identity = dataset.IdentityOf(digests)
	if u.identity.ID != stored.ID {
		return u.fail(ctx, opening, fmt.Errorf("its recordings have the digest of capture %s", u.identity.ID))
	}
	return nil
}

// openFile opens a file, after fetching it if it is an object, and finds out its digest.
func (u *unit) openFile(ctx context.Context) (err error) {
	if u.in.Object != nil {
		return u.fetch(ctx)
	}
	// The time is taken before the content is read: who changes the file meanwhile changes the time that a later run sees. What
	// is no file, such as a pipe, is not even opened, for that may never return.
	info, err := os.Stat(u.in.Location)
	if err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "read", Path: u.in.Location, Err: errors.New("is no regular file")}
	}
	if err == nil {
		u.file, err = os.Open(u.in.Location)
	}
	if err != nil {
		return u.fail(ctx, opening, err)
	}
	u.closers = append(u.closers, u.file)
	u.in.Modified = info.ModTime()
	sum := sha256.New()
	u.size, err = io.CopyBuffer(sum, &fileio.ContextReader{Context: ctx, R: u.file}, make([]byte, 1<<18))
	u.digest = hex.EncodeToString(sum.Sum(nil))
	if err != nil {
		u.digest = ""
	}
	return u.fail(ctx, opening, err)
}

// isArchive tells whether a file is what package etl looks for recordings in.
func isArchive(f *os.File) (bool, error) {
	var head [4]byte
	n, err := f.ReadAt(head[:], 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	text := string(head[:n])
	return text == "PK\x03\x04" || text == "PK\x05\x06", err
}

// open opens the recordings of the file, under the name of its location.
func (u *unit) open(ctx context.Context) error {
	if u.capture != nil {
		return nil
	}
	capture, err := etl.New(ctx, u.options.etl(), etl.Input{Name: u.in.Location, R: u.file, Size: u.size})
	if err != nil {
		return u.fail(ctx, opening, err)
	}
	u.capture = capture
	u.closers = append(u.closers, capture)
	return nil
}

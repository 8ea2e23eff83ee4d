package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// fetch brings an object into a temporary file, which is removed in the end, and finds out its digest on the way.
func (u *unit) fetch(ctx context.Context) error {
	store := storeOf(u.options.Stores, u.in.Object.Location)
	if store == nil {
		return u.fail(ctx, fetching, errors.New("no object store holds it; use the program that is built with object stores"))
	}
	f, err := os.CreateTemp(u.options.Scratch, "etledger-object-*")
	if err != nil {
		return u.fail(ctx, writing, err)
	}
	u.file = f
	u.closers = append(u.closers, newScratchFile(f))
	to := &digester{file: f, sum: sha256.New()}
	if err := store.Fetch(ctx, *u.in.Object, to); err != nil {
		if to.err != nil {
			return u.fail(ctx, writing, to.err)
		}
		return u.fail(ctx, fetching, err)
	}
	if want := u.in.Object.Size; want >= 0 && to.size != want {
		return u.fail(ctx, fetching, fmt.Errorf("the object store gave %d bytes of %d", to.size, want))
	}
	u.size, u.digest = to.size, hex.EncodeToString(to.sum.Sum(nil))
	return nil
}

// storeOf gives the store that holds a location, nil if none does.
func storeOf(stores []Store, location string) Store {
	for _, s := range stores {
		if s.Holds(location) {
			return s
		}
	}
	return nil
}

// digester writes to a file and keeps the digest of what was written, and the error that ended it.
type digester struct {
	file *os.File
	sum  hash.Hash
	size int64
	err  error
}

func (d *digester) Write(b []byte) (n int, err error) {
	n, err = d.file.Write(b)
	d.sum.Write(b[:n])
	d.size += int64(n)
	if err != nil {
		d.err = err
	}
	return n, err
}

var _ io.Writer = (*digester)(nil)

// scratchFile is a file that goes away when it is closed. Where the system allows it, its name goes away at once, so that not
// even a process that is killed leaves it behind.
type scratchFile struct {
	*os.File
	named bool
}

func newScratchFile(f *os.File) *scratchFile { return &scratchFile{f, os.Remove(f.Name()) != nil} }

func (f *scratchFile) Close() error {
	err := f.File.Close()
	if f.named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"

	"etledger/internal/fileio"
)

// fetch brings an object into a temporary file, which is removed in the end, and finds out its digest on the way.
func (u *unit) fetch(ctx context.Context) error {
	store := storeOf(u.options.Stores, u.in.Object.Location)
	if store == nil {
		return u.fail(ctx, fetching, errors.New("no object store holds it; use the program that is built with object stores"))
	}
	f, err := fileio.CreateTemp(u.options.Scratch, "etledger-object-*")
	if err != nil {
		return u.fail(ctx, writing, err)
	}
	u.file = f.File
	u.closers = append(u.closers, f)
	to := &digester{file: f.File, sum: sha256.New()}
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

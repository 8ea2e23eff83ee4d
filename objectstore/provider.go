package objectstore

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
)

// provider is what differs between the stores beyond what package blob evens out: exact names, versions and checksums.
//
// Package blob writes some characters of names as __0x2f__ and the like, so that a name which another program has given to an
// object could not be read. Providers therefore use the names as they are in the store.
type provider interface {
	// open opens a bucket by its URL.
	open(ctx context.Context, u *url.URL) (*blob.Bucket, error)
	// sorted tells whether a bucket lists its objects in the order of the bytes of their names.
	sorted(bucket string) bool
	// prefix makes a request for a list ask for exactly that prefix.
	prefix(as func(any) bool, prefix string)
	// listed gives an entry of a list.
	listed(o *blob.ListObject) entry
	// stat gives an object by what is known of it without its content.
	stat(key string, a *blob.Attributes) entry
	// read opens an object for reading.
	read(ctx context.Context, b *blob.Bucket, bucket, key string) (*content, error)
}

// providers are those of the schemes.
var providers = map[string]provider{"s3": s3Provider{}, "gs": gcsProvider{}, "azblob": azureProvider{}, "file": plainProvider{},
	"mem": plainProvider{}}

func (l location) provider() provider { return providers[l.scheme] }

// entry is an object, or a folder of a list by levels.
type entry struct {
	key      string
	folder   bool
	size     int64
	modified time.Time
	version  string
}

// content is an object that is being read.
type content struct {
	io.ReadCloser
	size    int64  // in bytes; -1 where the store does not say
	version string // of what is read, in the form of entry.version
	md5     []byte // that the store keeps of exactly these bytes; nil where it keeps none
	// after, where not nil, gives the version once all is read: files can change while they are.
	after func() (string, error)
}

// portable gives the parts of an entry that package blob has for every store.
func portable(o *blob.ListObject) entry {
	return entry{key: o.Key, folder: o.IsDir, size: o.Size, modified: inSeconds(o.ModTime)}
}

// inSeconds gives a time in UTC and whole seconds, which is all that some stores say of a single object.
func inSeconds(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }

// plainProvider is for files and memory. Their version is made of the time of modification and the size.
type plainProvider struct{}

func (plainProvider) open(ctx context.Context, u *url.URL) (*blob.Bucket, error) {
	return new(fileblob.URLOpener).OpenBucketURL(ctx, u)
}

func (plainProvider) sorted(string) bool { return false } // files are walked folder by folder

func (plainProvider) prefix(func(any) bool, string) {}

func (plainProvider) listed(o *blob.ListObject) entry {
	e := portable(o)
	if !e.folder {
		e.version = plainVersion(o.ModTime, o.Size)
	}
	return e
}

func (plainProvider) stat(key string, a *blob.Attributes) entry {
	return entry{key: key, size: a.Size, modified: inSeconds(a.ModTime), version: plainVersion(a.ModTime, a.Size)}
}

func (plainProvider) read(ctx context.Context, b *blob.Bucket, _, key string) (*content, error) {
	var file *os.File
	r, err := b.NewReader(ctx, key, &blob.ReaderOptions{BeforeRead: func(as func(any) bool) error {
		as(&file)
		return nil
	}})
	if err != nil {
		return nil, err
	}
	c := &content{ReadCloser: r, size: r.Size(), version: plainVersion(r.ModTime(), r.Size())}
	if file != nil {
		c.after = func() (string, error) { return fileVersion(file) }
	} else if a, err := b.Attributes(ctx, key); err == nil && a.ModTime.Equal(r.ModTime()) && a.Size == r.Size() {
		c.md5 = a.MD5 // of memory; for files it is what a sidecar once said
	}
	return c, nil
}

func fileVersion(f interface{ Stat() (fs.FileInfo, error) }) (string, error) {
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	return plainVersion(info.ModTime(), info.Size()), nil
}

func plainVersion(modified time.Time, size int64) string {
	return fmt.Sprintf("%x-%x", modified.UnixNano(), size)
}

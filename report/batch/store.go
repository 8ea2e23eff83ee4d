package batch

import (
	"context"
	"io"
	"iter"
	"time"
)

// Object is a capture in an object store.
type Object struct {
	Location string    `json:"location"`          // URL, such as s3://bucket/key
	Size     int64     `json:"size"`              // in bytes
	Version  string    `json:"version,omitempty"` // changes with the content, such as an ETag; "" when there is none
	Modified time.Time `json:"modified,omitzero"` // when the content was last written; zero when unknown
}

// Store is an object store that captures are read from. Its methods may be called by several goroutines at once.
type Store interface {
	// Holds says, by the scheme, whether a location is one of this store.
	Holds(location string) bool
	// List gives the object that a location names, all objects below a prefix, or those that a pattern matches, in the order
	// of their names. An error ends the list.
	List(ctx context.Context, location string) iter.Seq2[Object, error]
	// Fetch writes the content of an object. It may be called again after an error, with another writer.
	Fetch(ctx context.Context, o Object, w io.Writer) error
	// Close ends the connections of the store.
	Close() error
}

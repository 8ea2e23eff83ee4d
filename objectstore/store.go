package objectstore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"etledger/report/batch"
	"gocloud.dev/blob"
)

// defaultPatience is how long a store may keep silent. Go's own time limits end an attempt to connect after 30 s; this one
// also ends waiting for an endpoint that takes the connection and says nothing.
const defaultPatience = time.Minute

var _ batch.Store = (*Store)(nil)

// Store reads captures from object stores. Its methods may be called by several goroutines at once.
type Store struct {
	patience time.Duration
	memory   map[string]*blob.Bucket // by the name in mem://name; owned by the caller

	mu      sync.Mutex
	buckets map[string]*blob.Bucket // by their URL, opened once
	closed  bool
}

// Option changes how a Store works.
type Option func(*Store)

// WithPatience sets how long a store may go without an answer, or without a byte of an object, before that is an error. Retries
// of the store's own library count as waiting. The default is a minute.
func WithPatience(d time.Duration) Option {
	return func(s *Store) { s.patience = d }
}

// WithMemory makes a bucket known as mem://name. The caller goes on to own it: Close leaves it open.
func WithMemory(name string, bucket *blob.Bucket) Option {
	return func(s *Store) { s.memory[name] = bucket }
}

// New makes a store. It opens nothing: a bucket is opened when it is first used, with the credentials that the environment
// then has, and kept until Close.
func New(options ...Option) *Store {
	s := &Store{patience: defaultPatience, memory: map[string]*blob.Bucket{}, buckets: map[string]*blob.Bucket{}}
	for _, o := range options {
		o(s)
	}
	return s
}

// Holds says whether a location has the scheme of an object store: s3, gs, azblob, file or mem.
func (s *Store) Holds(location string) bool {
	scheme, _, found := strings.Cut(location, "://")
	_, known := providers[strings.ToLower(scheme)]
	return found && known
}

// Close closes the buckets that the store opened. Nothing can be read from it then.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, b := range s.buckets {
		errs = append(errs, b.Close())
	}
	s.buckets, s.closed = nil, true
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(textOf(a), textOf(b)) })
	return errors.Join(errs...)
}

// bucket gives the bucket of a location, opened once.
func (s *Store) bucket(ctx context.Context, l location) (*blob.Bucket, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, l.failure(Failed, "the store is closed", "", nil)
	}
	if l.scheme == "mem" {
		b := s.memory[l.bucket]
		if b == nil {
			return nil, l.failure(NoBucket, "this program keeps no bucket of that name in memory",
				"mem:// is for programs that fill a bucket themselves", nil)
		}
		return b, nil
	}
	u := l.bucketURL()
	if b := s.buckets[u.String()]; b != nil {
		return b, nil
	}
	// What is opened outlives the call that needed it first, and so must not end with that call's context.
	b, err := l.provider().open(context.WithoutCancel(ctx), u)
	if err != nil {
		return nil, l.explain(ctx, err)
	}
	s.buckets[u.String()] = b
	return b, nil
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

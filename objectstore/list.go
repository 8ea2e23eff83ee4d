package objectstore

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"iter"
	"regexp"
	"slices"
	"strings"

	"etledger/report/batch"
	"gocloud.dev/blob"
)

// List gives the object that a location names; else the recordings in the folder that it names and below it; else, where it has
// stars, the objects that match: * stands for anything but a slash, ** for anything. A pattern whose last part has nothing but
// stars gives recordings alone, one that ends in a slash those in the folders that match. Objects come in the order of the
// bytes of their names, folder by folder where the store is asked so. That there are none is an error.
func (s *Store) List(ctx context.Context, at string) iter.Seq2[batch.Object, error] {
	return func(yield func(batch.Object, error) bool) {
		l, err := parse("list", at)
		if err != nil {
			yield(batch.Object{}, err)
			return
		}
		bucket, err := s.bucket(ctx, l)
		if err != nil {
			yield(batch.Object{}, err)
			return
		}
		w := &walk{store: s, ctx: ctx, location: l, bucket: bucket}
		stopped := false
		w.emit = func(e entry) bool {
			o := batch.Object{Location: l.of(e.key), Size: e.size, Version: e.version, Modified: e.modified}
			w.count++
			stopped = stopped || !yield(o, nil)
			return !stopped
		}
		if isPattern(l.path) {
			err = w.pattern("", segmentsOf(l.path))
		} else {
			err = w.named(l.key())
		}
		switch {
		case stopped:
		case err != nil:
			yield(batch.Object{}, l.explain(ctx, err))
		case w.count == 0 && isPattern(l.path):
			yield(batch.Object{}, l.failure(NoObject, "no object matches", "check the pattern: * does not match slashes, ** does", nil))
		case w.count == 0:
			yield(batch.Object{}, l.failure(NoObject, "there is no such object, and no recording ("+
				strings.Join(recordingExtensions, ", ")+") below it", "check the name; a part of a name is written with a star", nil))
		}
	}
}

// errEnough ends a walk whose objects nobody wants any more.
var errEnough = errors.New("enough")

// walk is one call of List.
type walk struct {
	store    *Store
	ctx      context.Context
	location location
	bucket   *blob.Bucket
	emit     func(entry) bool
	count    int
}

func (w *walk) give(e entry) error {
	if strings.HasSuffix(e.key, "/") {
		return nil // stands for an empty folder
	}
	if !w.emit(e) {
		return errEnough
	}
	return nil
}

// named gives an object, or what is below it.
func (w *walk) named(key string) error {
	if key != "" && !strings.HasSuffix(key, "/") {
		e, err := w.object(key)
		if err == nil {
			return w.give(*e)
		}
		// Any other answer may mean that this is a folder, and S3 gives no reason here: it does with a list.
		switch w.location.explain(w.ctx, err).Reason {
		case Interrupted, Silent, Unreachable, Busy:
			return err
		}
		for e, listErr := range w.pages(key, "", 1) {
			if listErr != nil {
				return moreTelling(w.location.explain(w.ctx, err), w.location.explain(w.ctx, listErr))
			}
			if e.key == key {
				return w.give(e)
			}
			break
		}
		key += "/"
	}
	return w.recordings(key)
}

// moreTelling chooses between the errors of asking for an object and of listing: the store says of a list what of an object it
// can only deny.
func moreTelling(object, list *Error) *Error {
	if list.Reason == Denied {
		return object
	}
	return list
}

// object asks for a single object.
func (w *walk) object(key string) (*entry, error) {
	ctx, g := w.store.guarded(w.ctx)
	a, err := w.bucket.Attributes(ctx, key)
	if err = g.end(err); err != nil {
		return nil, err
	}
	e := w.location.provider().stat(key, a)
	return &e, nil
}

// recordings gives all recordings whose names begin with a prefix.
func (w *walk) recordings(prefix string) error {
	for e, err := range w.pages(prefix, "", pageSize) {
		if err != nil {
			return err
		}
		if isRecording(e.key) {
			if err := w.give(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// pattern gives the objects that match, below a prefix that is known to. As long as no part can match several folders deep, the
// store is asked level by level, and never for folders that do not match.
func (w *walk) pattern(prefix string, list []segment) error {
	for len(list) > 1 && !list[0].stars {
		prefix += list[0].head + "/"
		list = list[1:]
	}
	first := list[0]
	if len(list) == 1 && first.encoded == "" {
		return w.recordings(prefix)
	}
	deep := first.deep
	matched := list[:1]
	if deep {
		matched = list
		if last := list[len(list)-1]; last.encoded == "" { // a pattern of folders: what is in them
			matched = append(slices.Clone(list[:len(list)-1]), segment{encoded: "**", stars: true, deep: true})
		}
	}
	match, err := matcher(matched)
	if err != nil {
		return w.location.failure(BadLocation, "the pattern cannot be used", "write it shorter, in UTF-8", err)
	}
	onlyRecordings := matched[len(matched)-1].ofAny()
	if deep {
		return w.deep(prefix, first.head, match, onlyRecordings)
	}
	for e, err := range w.pages(prefix+first.head, "/", pageSize) {
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(e.key, prefix), "/")
		switch {
		case !match.MatchString(name) || e.folder != (len(list) > 1):
		case e.folder:
			err = w.pattern(e.key, list[1:])
		case !onlyRecordings || isRecording(e.key):
			err = w.give(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// deep gives what matches any number of folders deep.
func (w *walk) deep(prefix, head string, match *regexp.Regexp, onlyRecordings bool) error {
	for e, err := range w.pages(prefix+head, "", pageSize) {
		if err != nil {
			return err
		}
		if match.MatchString(strings.TrimPrefix(e.key, prefix)) && (!onlyRecordings || isRecording(e.key)) {
			if err := w.give(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// pageSize is how many objects are asked for at once, the most that S3 and Google give.
const pageSize = 1000

// pages gives what a store lists, sorted.
func (w *walk) pages(prefix, delimiter string, size int) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		p := w.location.provider()
		sorted := p.sorted(w.location.bucket)
		if !sorted {
			size = 1 << 16 // a folder is walked anew for each page
		}
		options := &blob.ListOptions{Prefix: prefix, Delimiter: delimiter, BeforeList: func(as func(any) bool) error {
			p.prefix(as, prefix)
			return nil
		}}
		var waiting []entry
		for token := blob.FirstPageToken; len(token) > 0; {
			ctx, g := w.store.guarded(w.ctx)
			list, next, err := w.bucket.ListPage(ctx, token, size, options)
			if err = g.end(cmp.Or(err, w.ctx.Err())); err != nil {
				yield(entry{}, err)
				return
			}
			token = next
			for _, o := range list {
				if e := p.listed(o); !sorted {
					waiting = append(waiting, e)
				} else if !yield(e, nil) {
					return
				}
			}
		}
		slices.SortFunc(waiting, func(a, b entry) int { return bytes.Compare([]byte(a.key), []byte(b.key)) })
		for _, e := range waiting {
			if !yield(e, nil) {
				return
			}
		}
	}
}

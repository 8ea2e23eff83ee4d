package objectstore

import (
	"bytes"
	"context"
	"crypto/md5"
	"fmt"
	"io"

	"etledger/report/batch"
)

// fetchBuffer is how much of an object is taken at once.
const fetchBuffer = 256 << 10

// Fetch writes the content of an object that List gave. It is an error if the object was replaced since (by its version and
// size), if not all of it came, or if the store keeps a checksum of just these bytes and they have another: MD5 where S3's ETag
// is one or Azure has it, and what the libraries check themselves (CRC32C of Google, the checksums of S3 that are of the whole
// object). What was written before an error is to be thrown away.
func (s *Store) Fetch(ctx context.Context, o batch.Object, w io.Writer) error {
	l, err := parse("fetch", o.Location)
	if err != nil {
		return err
	}
	if isPattern(l.path) || l.key() == "" {
		return l.failure(BadLocation, "this is no object", "list it first", nil)
	}
	bucket, err := s.bucket(ctx, l)
	if err != nil {
		return err
	}
	guarded, g := s.guarded(ctx)
	c, err := l.provider().read(guarded, bucket, l.bucket, l.key())
	if err != nil {
		return l.explain(ctx, g.end(err))
	}
	defer c.Close()
	if err := l.compare(o, c); err != nil {
		g.end(nil)
		return err
	}
	sum := md5.New()
	var written int64
	buffer := make([]byte, fetchBuffer)
	for {
		g.wait()
		n, err := c.Read(buffer)
		g.pause()
		if ended := ctx.Err(); ended != nil {
			err = ended // files and memory do not look
		}
		sum.Write(buffer[:n])
		written += int64(n)
		if n > 0 {
			if _, err := w.Write(buffer[:n]); err != nil {
				g.end(nil)
				return fmt.Errorf("%s cannot be written: %w", l.redacted(), err)
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return l.broken(ctx, g.end(err), written, c.size)
		}
	}
	g.end(nil)
	return l.check(o, c, written, sum.Sum(nil))
}

// compare tells whether what is about to be read is what was listed.
func (l location) compare(o batch.Object, c *content) error {
	if o.Version != "" && c.version != "" && o.Version != c.version {
		return l.failure(Changed, fmt.Sprintf("the object was replaced since it was listed: version %s became %s", o.Version, c.version),
			"list it again", nil)
	}
	if o.Size >= 0 && c.size >= 0 && o.Size != c.size {
		return l.failure(Changed, fmt.Sprintf("the object was replaced since it was listed: %d bytes became %d", o.Size, c.size),
			"list it again", nil)
	}
	return nil
}

// broken tells of an object that ended early.
func (l location) broken(ctx context.Context, err error, written, size int64) error {
	e := l.explain(ctx, err)
	if e.Reason == Interrupted || e.Reason == Corrupt {
		return e
	}
	if e.Reason == Unreachable || e.Reason == Failed {
		e.Reason = Incomplete
	}
	if size >= 0 {
		e.what = fmt.Sprintf("%s: %d of %d bytes came", e.what, written, size)
	}
	return e
}

// check looks at what came as a whole.
func (l location) check(o batch.Object, c *content, written int64, sum []byte) error {
	want := c.size
	if want < 0 {
		want = o.Size
	}
	if want >= 0 && written != want {
		return l.failure(Incomplete, fmt.Sprintf("%d of %d bytes came", written, want), "try again", nil)
	}
	if c.after != nil {
		version, err := c.after()
		if err != nil || version != c.version {
			return l.failure(Changed, "the file changed while it was read", "try again when it is complete", err)
		}
	}
	if c.md5 != nil && !bytes.Equal(c.md5, sum) {
		return l.failure(Corrupt, fmt.Sprintf("what came has the MD5 %x, and the store's is %x", sum, c.md5),
			corruptAdvice, nil)
	}
	return nil
}

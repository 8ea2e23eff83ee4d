package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"etledger/etl"
)

const (
	idPrefix = "c-" // so that no engine takes an ID for a number
	idDigits = 16
)

// identify gives the SHA-256 of each recording of a capture, in hexadecimal, and that of the capture: of its only recording
// or, when it has several, of their digests one behind the other.
func identify(ctx context.Context, c *etl.Capture) (recordings []string, capture string, err error) {
	all := sha256.New()
	for _, r := range c.Recordings() {
		sum := sha256.New()
		if _, err := io.CopyBuffer(sum, &contextReader{ctx, r.Content()}, make([]byte, 1<<18)); err != nil {
			return nil, "", fmt.Errorf("%s: %w", r.Name(), err)
		}
		digest := hex.EncodeToString(sum.Sum(nil))
		recordings = append(recordings, digest)
		io.WriteString(all, digest)
	}
	if len(recordings) == 1 {
		return recordings, recordings[0], nil
	}
	return recordings, hex.EncodeToString(all.Sum(nil)), nil
}

// idOf gives the ID of a capture with a digest.
func idOf(digest string) string { return idPrefix + digest[:idDigits] }

// contextReader is a reader that ends when its context does.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (r *contextReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(b)
}

package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"etledger/etl"
	"etledger/internal/fileio"
)

const (
	idPrefix = "c-" // so that no engine takes an ID for a number
	idDigits = 16
)

// Identity tells captures apart by their content.
type Identity struct {
	ID         string   // c- and the first 16 digits of SHA256
	SHA256     string   // of the only recording or, when there are several, of their digests one behind the other
	Recordings []string // the SHA-256 of each, in hexadecimal
}

// Identify reads the recordings of a capture to find out its identity. Errors name the recording.
func Identify(ctx context.Context, c *etl.Capture) (Identity, error) {
	var digests []string
	for _, r := range c.Recordings() {
		sum := sha256.New()
		if _, err := io.CopyBuffer(sum, &fileio.ContextReader{Context: ctx, R: r.Content()}, make([]byte, 1<<18)); err != nil {
			return Identity{}, fmt.Errorf("%s: %w", r.Name(), err)
		}
		digests = append(digests, hex.EncodeToString(sum.Sum(nil)))
	}
	return IdentityOf(digests), nil
}

// IdentityOf gives the identity of a capture by the SHA-256 of its recordings, in hexadecimal with small letters, in the
// order of etl.Capture.Recordings. There must be one or more.
func IdentityOf(recordings []string) Identity {
	digest := recordings[0]
	if len(recordings) > 1 {
		sum := sha256.Sum256([]byte(strings.Join(recordings, "")))
		digest = hex.EncodeToString(sum[:])
	}
	return Identity{ID: idPrefix + digest[:idDigits], SHA256: digest, Recordings: recordings}
}

// isID tells whether a text has the form of an ID.
func isID(text string) bool {
	digits, ok := strings.CutPrefix(text, idPrefix)
	if !ok || len(digits) != idDigits {
		return false
	}
	return strings.Trim(digits, "0123456789abcdef") == ""
}

package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"etledger/model/dataset"
)

// FailureSchema names the layout of the JSON of a Failure.
const FailureSchema = "etledger/failure/v1"

// failedFolder is where in a dataset failures are kept, one file for each location.
const failedFolder = "failed"

// Failure is what a dataset keeps of a capture that failed: the file failed/HASH.json, where HASH is the SHA-256 of the
// location and a zero byte.
type Failure struct {
	Schema      string       `json:"schema"`
	Location    string       `json:"location"`
	Kind        Kind         `json:"kind"`
	Message     string       `json:"message"`
	Offset      *int64       `json:"offset"`           // in the file, null where there is none
	Size        int64        `json:"size"`             // bytes
	SHA256      *string      `json:"sha256"`           // of the file; null if it could not be read
	Object      *Object      `json:"object,omitempty"` // as the object store listed it
	Fingerprint string       `json:"fingerprint"`      // of options and metadata
	Meta        dataset.Meta `json:"meta,omitzero"`
}

// failureOf makes what is kept of a failure of a unit.
func (u *unit) failureOf(err *Error) *Failure {
	f := &Failure{Schema: FailureSchema, Location: u.in.Location, Kind: err.Kind, Message: err.Err.Error(), Size: u.in.Size,
		Object: u.in.Object, Fingerprint: u.failureFingerprint(), Meta: u.in.Meta}
	if err.Offset >= 0 {
		f.Offset = &err.Offset
	}
	if u.digest != "" {
		f.Size, f.SHA256 = u.size, &u.digest
	}
	return f
}

// failureFingerprint tells what else but the content decides whether a capture fails.
func (u *unit) failureFingerprint() string {
	return hashOf(fingerprint(false, u.in.Meta), fmt.Sprint(u.options.Limits))
}

// isOf tells whether it is a failure of a file with this content.
func (f *Failure) isOf(digest string, size int64) bool {
	return f != nil && f.SHA256 != nil && *f.SHA256 == digest && f.Size == size
}

// isOfObject tells whether an object is, by its version or its time, still the one that failed.
func (f *Failure) isOfObject(o *Object) bool {
	return f != nil && f.Object != nil && o.same(f.Object)
}

// same tells whether two objects have, as far as the store tells, the same content.
func (o *Object) same(other *Object) bool {
	if o.Size != other.Size || o.Version != other.Version {
		return false
	}
	return o.Version != "" || !o.Modified.IsZero() && o.Modified.Equal(other.Modified)
}

func (u *unit) skipped() *Outcome { return &Outcome{Status: Skipped, Failure: u.known} }

// Failures lists what a dataset keeps of captures that failed, by location. What several locations have of one content, as after
// an archive was moved, is listed once, by the least location. A record that cannot be read is listed as a failure of kind
// Internal, with the path of the record. A dataset that is not there has none.
func Failures(folder string) ([]Failure, error) {
	entries, err := os.ReadDir(filepath.Join(folder, failedFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("batch: failures: %w", err)
	}
	var found []Failure
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), jsonSuffix) {
			continue
		}
		f, err := readFailure(filepath.Join(folder, failedFolder, e.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // somebody has tried it again since
		}
		if err != nil {
			path := filepath.Join(folder, failedFolder, e.Name())
			f = &Failure{Location: path, Kind: Internal, Message: err.Error()}
		}
		found = append(found, *f)
	}
	slices.SortFunc(found, func(a, b Failure) int { return strings.Compare(a.Location, b.Location) })
	contents := map[string]bool{}
	return slices.DeleteFunc(found, func(f Failure) bool {
		if f.SHA256 == nil {
			return false
		}
		was := contents[*f.SHA256]
		contents[*f.SHA256] = true
		return was
	}), nil
}

func failurePath(folder, location string) string {
	return filepath.Join(folder, failedFolder, hashOf(location)+jsonSuffix)
}

func readFailure(path string) (*Failure, error) {
	f := new(Failure)
	if err := readJSON(path, f); err != nil {
		return nil, err
	}
	if f.Schema != FailureSchema {
		return nil, fmt.Errorf("%s: layout %q; this program reads %s", path, f.Schema, FailureSchema)
	}
	return f, nil
}

// knownFailure gives what the dataset keeps of the capture if that need not be tried again as long as its content is the same.
func (u *unit) knownFailure() *Failure {
	f, err := readFailure(failurePath(u.options.Dataset, u.in.Location))
	if err != nil || f.Location != u.in.Location || !f.Kind.ofCapture() || f.Fingerprint != u.failureFingerprint() {
		return nil // one that cannot be read is written anew if the capture fails again
	}
	return f
}

// forgetFailure removes what the dataset keeps of a capture that failed once.
func (u *unit) forgetFailure() error {
	err := os.Remove(failurePath(u.options.Dataset, u.in.Location))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// keepFailure writes a failure to the dataset.
func (u *unit) keepFailure(f *Failure) error {
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(failurePath(u.options.Dataset, u.in.Location), append(text, '\n'))
}

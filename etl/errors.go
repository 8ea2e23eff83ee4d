package etl

import (
	"errors"
	"fmt"
)

// Causes that apply to a whole input. They are wrapped: test with errors.Is.
var (
	// ErrNotRecording means that an input is neither a recording nor an archive that holds one.
	ErrNotRecording = errors.New("not an event trace recording (.etl) nor an archive that holds one")
	// ErrUnsupportedVersion means that a recording is older than Windows Vista, whose buffer layout this package
	// does not read.
	ErrUnsupportedVersion = errors.New("recordings from before Windows Vista are not supported")
	// ErrMemoryLimit means that reading would need more memory than Options.MaxMemory allows.
	ErrMemoryLimit = errors.New("memory ceiling reached")
	// ErrGivenTwice means that two inputs hold one and the same recording, whose events would all count twice.
	ErrGivenTwice = errors.New("one and the same recording")
	// ErrExtractLimit means that an archive holds more than Options.MaxExtract allows to be unpacked.
	ErrExtractLimit = errors.New("unpacking ceiling reached")
)

// CorruptError tells of damage in a recording: where it is and what was expected there. Iterations step over the damage
// and go on, so one such error costs at most what it names; the bytes are counted in Losses.
type CorruptError struct {
	File   string // name of the recording
	Buffer int64  // offset of the buffer in the recording, bytes
	Offset uint32 // offset in the buffer, its header counted; in the decompressed bytes if the buffer is compressed
	Err    error  // what was expected and what was found
}

// Error names the file, the place and the cause.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s: buffer at offset %d, byte %d of it: %v", e.File, e.Buffer, e.Offset, e.Err)
}

// Unwrap gives the cause.
func (e *CorruptError) Unwrap() error { return e.Err }

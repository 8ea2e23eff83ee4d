package dataset

import (
	"errors"
	"fmt"
	"time"
)

// TryWork takes the lock for working on the results of a capture, so that of several who write one dataset only one computes
// them. ok is false when another process, or another call in this one, has it. The operating system gives it up with the
// process; release gives it up before. The folder of the dataset is made if need be. It is a lock of its own: who holds it
// may call Convert and PutResults.
func TryWork(folder, id string) (release func(), ok bool, err error) {
	if !isID(id) {
		return nil, false, fmt.Errorf("dataset: %q is no ID of a capture", id)
	}
	for try := 0; ; try++ {
		held, err := tryLock(lockPath(folder, taskPrefix+id))
		switch {
		case err == nil:
			return held.release, true, nil
		case !errors.Is(err, errLocked):
			return nil, false, fmt.Errorf("dataset: %w", err)
		case try == lockTries:
			return nil, false, nil
		}
		// Somebody may have taken it for a moment, to see whether it is left over.
		time.Sleep(lockMoment)
	}
}

// A lock that somebody has so many times in a row, with such a pause between them, is one that somebody works under.
const (
	lockTries  = 3
	lockMoment = 5 * time.Millisecond
)

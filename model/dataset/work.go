package dataset

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Unfinished files are in the hidden folder of the dataset, in a folder beside a lock of the same name that whoever
// writes them holds. A folder whose lock is free is what is left of a conversion that was cut short. The name is one of the
// conversion while files are written, and that of the capture's ID while they move to their places.

const (
	workPrefix = "w-" // of a call of Convert or PutResults
	movePrefix = "r-" // with an ID: results of a capture that move to their places; its tables have the ID alone
	taskPrefix = "t-" // with an ID: lock of TryWork, which has no folder
)

func lockPath(root, name string) string    { return filepath.Join(root, hiddenName, name+".lock") }
func stagingPath(root, name string) string { return filepath.Join(root, hiddenName, name) }

// work is the hidden folder of a conversion.
type work struct {
	root, staging string
	held          *lock
}

// beginWork makes a hidden folder.
func beginWork(root string) (*work, error) {
	for {
		name := fmt.Sprintf("%s%d-%08x", workPrefix, os.Getpid(), rand.Uint32())
		held, err := tryLock(lockPath(root, name))
		if errors.Is(err, errLocked) {
			continue // by somebody who takes it for left over
		}
		if err != nil {
			return nil, err
		}
		w := &work{root: root, staging: stagingPath(root, name), held: held}
		if err := os.Mkdir(w.staging, 0o777); err != nil {
			held.release()
			return nil, err
		}
		return w, nil
	}
}

// rename gives the folder the name of a capture, whose lock the caller holds.
func (w *work) rename(id string) error {
	named := stagingPath(w.root, id)
	if err := os.Rename(w.staging, named); err != nil {
		return err
	}
	w.staging = named
	return syncFolder(filepath.Dir(named))
}

// end removes the folder with all that is in it.
func (w *work) end() error {
	err := os.RemoveAll(w.staging)
	w.held.release()
	return err
}

// recoverAll removes what is left of conversions that were cut short, unless somebody is at work on the same capture.
func recoverAll(root string) error {
	entries, err := os.ReadDir(filepath.Join(root, hiddenName))
	if err != nil {
		return notThere(err)
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".lock")
		clean := cleaner(root, name)
		if clean == nil {
			continue
		}
		held, lockErr := tryLock(lockPath(root, name))
		if lockErr != nil {
			continue // somebody is at work; or else whoever needs the lock will find out
		}
		lockErr = clean()
		held.release()
		err = errors.Join(err, lockErr)
	}
	return err
}

// cleaner gives what removes the leftovers under a name in the hidden folder, whose lock must be held; nil for names of others.
func cleaner(root, name string) func() error {
	switch {
	case isID(name):
		return func() error { return recoverCapture(root, name) }
	case strings.HasPrefix(name, movePrefix) && isID(name[len(movePrefix):]):
		return func() error { return recoverResults(root, name[len(movePrefix):]) }
	case strings.HasPrefix(name, taskPrefix) && isID(name[len(taskPrefix):]):
		return func() error { return nil } // the lock, which is removed when it is given up
	case strings.HasPrefix(name, workPrefix):
		return func() error { return os.RemoveAll(stagingPath(root, name)) }
	}
	return nil
}

// recoverCapture removes what is left of moving the files of a capture, whose lock the caller holds. Those that had come to
// a place count only if that of table capture, the last, had.
func recoverCapture(root, id string) error {
	staging := stagingPath(root, id)
	if !exists(staging) {
		return nil
	}
	tables, err := tablesOf(root, isOfCapture)
	if err != nil {
		return err
	}
	torn, err := tornPlaces(root, TableCapture, tables, id, nil)
	if err != nil {
		return err
	}
	if err := removeCaptureAt(root, torn); err != nil {
		return err
	}
	return os.RemoveAll(staging)
}

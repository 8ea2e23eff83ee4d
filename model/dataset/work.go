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

const workPrefix = "w-"

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
		isCapture := strings.HasPrefix(name, idPrefix)
		if !isCapture && !strings.HasPrefix(name, workPrefix) {
			continue
		}
		held, lockErr := tryLock(lockPath(root, name))
		if lockErr != nil {
			continue // somebody is at work; or else whoever needs the lock will find out
		}
		if isCapture {
			lockErr = recoverCapture(root, name)
		} else {
			lockErr = os.RemoveAll(stagingPath(root, name))
		}
		held.release()
		err = errors.Join(err, lockErr)
	}
	return err
}

// recoverCapture removes what is left of moving the files of a capture, whose lock the caller holds. Those that had come to
// their places count only if that of table capture, the last, had.
func recoverCapture(root, id string) error {
	staging := stagingPath(root, id)
	if !exists(staging) {
		return nil
	}
	whole, err := places(root, TableCapture, Place{ID: id})
	if err != nil {
		return err
	}
	if len(whole) == 0 {
		if err := removeCapture(root, id); err != nil {
			return err
		}
	}
	return os.RemoveAll(staging)
}

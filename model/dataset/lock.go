package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// lock is a file that this process has locked. The operating system unlocks it when the process ends, however that happens:
// so who gets the lock knows that nobody is at work.
type lock struct {
	path string
	file *os.File
}

// errLocked means that another process, or another call in this one, has the lock.
var errLocked = errors.New("locked")

// lockPause is how long a process waits before it tries again to get a lock.
const lockPause = 50 * time.Millisecond

// acquire waits for a lock.
func acquire(ctx context.Context, path string) (*lock, error) {
	for {
		l, err := tryLock(path)
		if !errors.Is(err, errLocked) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

// tryLock makes the file of a lock, with its folder if need be, and locks it. It fails with errLocked when somebody else
// has it.
func tryLock(path string) (*lock, error) {
	for {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if errors.Is(err, fs.ErrNotExist) {
			continue // somebody has removed the folder since
		}
		if err != nil {
			return nil, err
		}
		if err := lockHandle(f); err != nil {
			f.Close()
			if !errors.Is(err, errLocked) {
				err = fmt.Errorf("locking %s: %w", path, err)
			}
			return nil, err
		}
		if sameFile(f, path) {
			return &lock{path, f}, nil
		}
		f.Close() // it was removed while we waited: the lock is another file by now
	}
}

// sameFile tells whether an open file is still the one at the path.
func sameFile(f *os.File, path string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(opened, there)
}

// release gives up the lock and removes its file, and its folder if that is empty.
func (l *lock) release() {
	releaseHandle(l)
	os.Remove(filepath.Dir(l.path))
}

package dataset

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

func lockHandle(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}

// releaseHandle closes the file first, since one that is open cannot be removed; nor can one that somebody else has opened
// in the meantime.
func releaseHandle(l *lock) {
	l.file.Close()
	os.Remove(l.path)
}

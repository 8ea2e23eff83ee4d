//go:build unix && !aix && !solaris

package dataset

import (
	"errors"
	"os"
	"syscall"
)

func lockHandle(f *os.File) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errLocked
		case !errors.Is(err, syscall.EINTR):
			return err
		}
	}
}

// releaseHandle removes the file while it is locked: who locks it afterwards sees that it is no longer at its path.
func releaseHandle(l *lock) {
	os.Remove(l.path)
	l.file.Close()
}

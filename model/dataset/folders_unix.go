//go:build !windows

package dataset

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder brings to the disk which files a folder has. Not every file system can do that: then it is as good as it gets.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return notThere(err)
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

//go:build !windows && (!unix || aix || solaris)

package dataset

import (
	"errors"
	"os"
)

func lockHandle(*os.File) error { return errors.ErrUnsupported }

func releaseHandle(l *lock) { l.file.Close() }

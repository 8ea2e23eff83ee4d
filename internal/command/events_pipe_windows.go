package command

import (
	"errors"

	"golang.org/x/sys/windows"
)

// isClosedPipe tells the errors that Windows gives for a write to a pipe without a reader.
func isClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_NO_DATA) || errors.Is(err, windows.ERROR_BROKEN_PIPE)
}

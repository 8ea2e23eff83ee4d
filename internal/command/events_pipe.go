package command

import (
	"errors"
	"io"
	"syscall"
)

// quietWhenClosed takes it as the end, not as a failure, that the reader of a pipe has gone, as head does when it has
// seen enough.
func quietWhenClosed(err error) error {
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || isClosedPipe(err) {
		return nil
	}
	return err
}

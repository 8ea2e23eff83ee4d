//go:build !windows

package command

// isClosedPipe is for systems that have other errors for it than EPIPE.
func isClosedPipe(error) bool { return false }

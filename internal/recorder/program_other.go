//go:build !unix && !windows

package recorder

import "syscall"

// apart does nothing: this system has no terminals whose signals could be kept away.
func apart() *syscall.SysProcAttr { return nil }

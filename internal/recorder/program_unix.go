//go:build unix

package recorder

import "syscall"

// apart has a program take no signals of the terminal.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

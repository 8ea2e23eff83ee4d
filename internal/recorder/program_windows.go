package recorder

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// apart gives a program a console of its own, without a window: the events of ours, Ctrl-C and the end of the window, do not
// reach it.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NO_WINDOW | windows.CREATE_NEW_PROCESS_GROUP}
}

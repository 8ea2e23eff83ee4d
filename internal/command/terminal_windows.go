package command

import (
	"os"

	"golang.org/x/sys/windows"
)

// understandsColors has a console take escape sequences, and tells whether it does: those before Windows 10 do not.
func understandsColors(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

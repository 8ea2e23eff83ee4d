package recorder

import (
	"fmt"
	"os"
	"runtime"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// ThisMachine gives the machine that the program runs on.
func ThisMachine() Machine { return windowsMachine{} }

type windowsMachine struct{}

// Supported asks for a program of 64 bits: one of 32 bits would need another layout of the properties, and on a machine of 64 bits
// another program is due. The version of Windows needs no look: this program runs on none that lacks system logger sessions.
func (windowsMachine) Supported() error {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		return fmt.Errorf("recording needs a program of 64 bits, and this is one for %s; use that for amd64 or arm64", runtime.GOARCH)
	}
	return nil
}

// Processors counts those of all groups: runtime.NumCPU knows those of one, which has 64 at most.
func (windowsMachine) Processors() int {
	return int(windows.GetActiveProcessorCount(windows.ALL_PROCESSOR_GROUPS))
}

func (windowsMachine) After(d time.Duration) <-chan time.Time { return time.After(d) }

func (windowsMachine) Elevated() (bool, error) {
	return windows.GetCurrentProcessToken().IsElevated(), nil
}

func (windowsMachine) FreeBytes(folder string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(asFolder(folder)) // which a share of another machine needs
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("free space of %s: %w", folder, err)
	}
	return free, nil
}

// FindProgram looks for an .exe only: the others that PATHEXT has are scripts, which a shell would run.
func (windowsMachine) FindProgram(name string) (string, error) {
	return findProgram(os.Getenv("PATH"), name+".exe")
}

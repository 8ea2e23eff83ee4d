package recipe

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Options choose what the memory-growth profile records beside its signals, and where to.
type Options struct {
	Minutes      int  // how long to record; 0 means DefaultMinutes
	Stacks       bool // call stacks of VirtualAlloc and VirtualFree
	KernelMemory bool // Microsoft-Windows-Kernel-Memory, on an ordinary session of its own
	Pool         bool // allocations of the kernel's pool
	// Processors is the number of logical processors of the machine to be recorded, by which buffers are counted; 0 means 8.
	Processors int
	// Output is the file that the capture ends in, as the machine to be recorded shall name it; "" means DefaultOutput. It ends
	// in .etl. Files on the way there stand beside it and have its name with another ending.
	Output string
}

// DefaultMinutes is how long the profile records unless Options say otherwise: enough for a leak that matters to part from what
// a process takes and gives back again, and little enough that the file stays handy.
const DefaultMinutes = 3

// DefaultOutput is the file that a capture ends in unless Options say otherwise.
const DefaultOutput = "memory-growth.etl"

const (
	defaultProcessors = 8
	mostProcessors    = 4096
	mostMinutes       = 24 * 60
)

// checked fills in what is left out, and refuses what no recording could be made with.
func (o Options) checked() (Options, error) {
	if o.Minutes == 0 {
		o.Minutes = DefaultMinutes
	}
	if o.Processors == 0 {
		o.Processors = defaultProcessors
	}
	if o.Output == "" {
		o.Output = DefaultOutput
	}
	switch {
	case o.Minutes < 1 || o.Minutes > mostMinutes:
		return o, fmt.Errorf("%d minutes: a recording takes 1 to %d minutes", o.Minutes, mostMinutes)
	case o.Processors < 1 || o.Processors > mostProcessors:
		return o, fmt.Errorf("%d processors: a machine has 1 to %d", o.Processors, mostProcessors)
	}
	return o, checkOutput(o.Output)
}

// checkOutput refuses names that a command line of cmd.exe or PowerShell would take for something else, quoted or not, and
// those that Windows does not allow.
func checkOutput(name string) error {
	const marks = ` ._-()+~:\/`
	for _, r := range name {
		if !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(marks, r)) {
			return fmt.Errorf("output %q: %q cannot stand in a name that goes through cmd.exe and PowerShell; use letters from A "+
				"to Z, digits, blanks and %s", name, r, marks[1:])
		}
	}
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	switch {
	case !strings.EqualFold(path.Ext(base), ".etl") || len(base) == len(".etl"):
		return fmt.Errorf("output %q: the name has to end in .etl, as in %s", name, DefaultOutput)
	case strings.HasPrefix(name, "-") || strings.HasPrefix(name, "/"):
		return fmt.Errorf("output %q: programs of Windows take a name that begins so for an option; put .\\ before it", name)
	case strings.Contains(strings.TrimPrefix(name, driveOf(name)), ":"):
		return fmt.Errorf("output %q: a colon stands after the letter of a drive only", name)
	}
	for part := range strings.FieldsFuncSeq(strings.TrimPrefix(name, driveOf(name)), isSeparator) {
		if device := deviceOf(part); device != "" {
			return fmt.Errorf("output %q: Windows takes %s for a device, whatever follows its name; use another name", name, device)
		}
	}
	return nil
}

func isSeparator(r rune) bool { return r == '/' || r == '\\' }

// deviceOf gives the device that Windows takes a file or folder for, with any extension, or "".
// Source: "Naming Files, Paths, and Namespaces" in Microsoft's reference of Win32.
func deviceOf(part string) string {
	stem, _, _ := strings.Cut(part, ".")
	stem = strings.ToUpper(strings.TrimRight(stem, " "))
	switch {
	case slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, stem):
		return stem
	case len(stem) == 4 && (stem[:3] == "COM" || stem[:3] == "LPT") && stem[3] >= '0' && stem[3] <= '9':
		return stem
	}
	return ""
}

// driveOf gives the "C:" of a path, which is not empty, or "".
func driveOf(name string) string {
	if letter := name[0] | 0x20; len(name) > 1 && name[1] == ':' && letter >= 'a' && letter <= 'z' {
		return name[:2]
	}
	return ""
}

// beside names a file next to the output.
func (o *Options) beside(ending string) string {
	return o.Output[:len(o.Output)-len(".etl")] + ending
}

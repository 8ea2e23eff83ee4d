package recorder

import "fmt"

// meanings are what the system's errors (winerror.h) mean for a session.
var meanings = map[uint32]string{
	5: "this process lacks the rights; run it as administrator",
	8: "Windows has too little memory for the buffers, which it takes from nonpaged memory and of which a machine with many " +
		"processors needs many; without --stacks they are fewer, and 'etledger recipe --processors' with a smaller number gives commands for fewer",
	24:  "the system does not take this layout of the properties",
	87:  "the system does not take these properties",
	112: "the disk has too little room; make room there, or name another place",
	183: "a session of this name, or one that writes this file, is running",
	1450: "no more sessions can run: of eight system logger sessions two are kept for NT Kernel Logger and Circular Kernel Context " +
		"Logger, which leaves six, and there are 64 sessions in all; 'logman query -ets' lists them",
}

// explained says what an error of the system means for a session.
func explained(code uint32, err error) error {
	if meaning, known := meanings[code]; known {
		return fmt.Errorf("error %d: %w: %s", code, err, meaning)
	}
	return fmt.Errorf("error %d: %w", code, err)
}

package command

import (
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryOfMachine is how many bytes of memory this process may have at most: those of its control group, else those of the
// machine; 0 when neither tells.
func memoryOfMachine() int64 {
	bytes, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil || bytes > 1<<62 {
		return 0
	}
	return int64(bytes)
}

// keepBelow has the garbage collector work harder where the memory of the process nears a ceiling, unless the environment
// says how it is to work (GOMEMLIMIT).
func keepBelow(ceiling int64) {
	if ceiling > 0 && debug.SetMemoryLimit(-1) == unlimited {
		debug.SetMemoryLimit(ceiling)
	}
}

// unlimited is the limit of a process that was told none.
const unlimited = 1<<63 - 1

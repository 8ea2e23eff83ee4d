package rounds

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Peak gives the most memory that this process has had resident so far, in bytes, and whether the system tells it, which
// Linux does.
func Peak() (peak uint64, known bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	return highWater(status)
}

// highWater finds the figure in the text of /proc/PID/status.
func highWater(status []byte) (uint64, bool) {
	for line := range bytes.Lines(status) {
		rest, ok := bytes.CutPrefix(line, []byte("VmHWM:"))
		if !ok {
			continue
		}
		number, unit, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
		kilobytes, err := strconv.ParseUint(string(number), 10, 64)
		return kilobytes << 10, err == nil && string(unit) == "kB"
	}
	return 0, false
}

// Waited tells how long the threads of this process have been ready to run while other things had the processors, and
// whether the system tells it, which Linux does. A measurement during which it grew much was disturbed.
func Waited() (total time.Duration, known bool) {
	threads, err := filepath.Glob("/proc/self/task/*/schedstat")
	if err != nil {
		return 0, false
	}
	for _, path := range threads {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		waited, ok := runQueueDelay(b)
		if !ok {
			return 0, false
		}
		total += waited
		known = true
	}
	return total, known
}

// runQueueDelay is the second of the numbers in a schedstat file, in nanoseconds.
func runQueueDelay(schedstat []byte) (time.Duration, bool) {
	fields := bytes.Fields(schedstat)
	if len(fields) < 2 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(fields[1]), 10, 64)
	return time.Duration(n), err == nil
}

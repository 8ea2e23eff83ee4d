package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// machine says on what the figures were taken.
func machine() string {
	name := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range bytes.Lines(info) {
			if key, value, ok := strings.Cut(string(line), ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("Machine: %s, %d cores, %s/%s, %s.", name, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version())
}

package recipe

import (
	"fmt"
	"strconv"
	"strings"
)

// xperf makes the recipe of xperf. One command line could start both sessions, but may leave the first when the second fails.
func (b *builder) xperf() error {
	r, o := b.recipe, &b.options
	file := o.beside(".kernel.etl")
	start := []string{"xperf", "-on", strings.Join(b.names(func(s Signal) string { return s.Keyword }), "+")}
	if o.Stacks {
		start = append(start, "-stackwalk", stackEvents)
	}
	r.Start = []Command{{Args: append(start, b.kernelSession(file).xperf(file)...), Does: "starts the kernel session"}}
	r.Cancel = []Command{{Args: []string{"xperf", "-stop"}, Does: "stops the kernel session without merging"}}
	stop := []string{"xperf", "-stop"} // NT Kernel Logger, as -on is without -start
	if o.KernelMemory {
		file := o.beside(".memory.etl")
		start := []string{
			"xperf", "-start", MemorySession, "-on", fmt.Sprintf("%s:0x%x:5", KernelMemory.GUID, b.memoryKeywords()),
		}
		start = append(start, b.memorySession(MemorySession, file).xperf(file)...)
		r.Start = append([]Command{{Args: start, Does: "starts the session of memory snapshots"}}, r.Start...)
		r.Cancel = append(r.Cancel, Command{
			Args: []string{"xperf", "-stop", MemorySession}, Does: "stops the session of memory snapshots without merging",
		})
		stop = append(stop, "-stop", MemorySession)
	}
	r.Stop = []Command{{
		Args: append(stop, "-d", o.Output),
		Does: "stops, adds the identities of modules, and merges into " + o.Output,
	}}

	b.require("xperf.exe, which is in the Windows Performance Toolkit of the Windows ADK. The folder of the toolkit can be " +
		"copied from another machine of the same architecture.")
	b.warn("xperf -stop stops NT Kernel Logger whoever started it. Look at the check first.")
	b.warn("What xperf -stop without -d leaves are the files of the sessions; they can be deleted.")
	return nil
}

// stackEvents are the events that stacks are walked of, as xperf and tracelog name them.
const stackEvents = "VirtualAlloc+VirtualFree"

// xperf gives the options for a session's buffers and file.
func (b Buffers) xperf(file string) []string {
	return []string{
		"-f", file,
		"-BufferSize", strconv.Itoa(b.KB), "-MinBuffers", strconv.Itoa(b.Minimum), "-MaxBuffers", strconv.Itoa(b.Maximum),
	}
}

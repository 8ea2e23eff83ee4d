package recipe

import (
	"fmt"
	"strconv"
	"strings"
)

// xperf makes the recipe of xperf. Both sessions are started by one command line, so that they start or fail together.
func (b *builder) xperf() error {
	r, o := b.recipe, &b.options
	file := o.beside(".kernel.etl")
	size := b.kernelSession(file)
	start := []string{"xperf", "-on", strings.Join(b.names(func(s Signal) string { return s.Keyword }), "+")}
	if o.Stacks {
		start = append(start, "-stackwalk", stackEvents)
	}
	start = append(start, size.xperf(file)...)
	stop := []string{"xperf", "-stop"}
	if o.KernelMemory {
		file := o.beside(".memory.etl")
		size := b.memorySession(MemorySession, file)
		start = append(start, "-start", MemorySession, "-on", fmt.Sprintf("%s:0x%x:5", KernelMemory.GUID, b.memoryKeywords()))
		start = append(start, size.xperf(file)...)
		stop = append(stop, "-stop", MemorySession)
	}
	r.Start = []Command{{Args: start, Does: "starts recording"}}
	r.Cancel = []Command{{Args: append([]string{}, stop...), Does: "stops without merging"}}
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

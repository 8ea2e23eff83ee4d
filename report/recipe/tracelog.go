package recipe

import (
	"fmt"
	"strconv"
	"strings"
)

// tracelog makes the recipe of tracelog, which takes kernel events by -eflag with the names of groups that xperf has.
func (b *builder) tracelog() error {
	r, o := b.recipe, &b.options
	if o.KernelMemory {
		file := o.beside(".memory.etl")
		r.Captures = append(r.Captures, file)
		r.Start = append(r.Start, Command{
			Args: append([]string{
				"tracelog", "-start", MemorySession, "-guid", "#" + KernelMemory.GUID,
				"-matchanykw", fmt.Sprintf("0x%x", b.memoryKeywords()), "-level", "5",
			}, b.options.memoryBuffers().tracelog(file)...),
			Does: "starts the session of memory snapshots",
		})
	}
	size := b.kernelSession(o.Output)
	start := []string{
		"tracelog", "-start", KernelLogger, "-eflag", strings.Join(b.names(func(s Signal) string { return s.TraceLog }), "+"),
	}
	if o.Stacks {
		start = append(start, "-stackwalk", stackEvents)
	}
	r.Start = append(r.Start, Command{Args: append(start, size.tracelog(o.Output)...), Does: "starts the kernel session"})
	stop := Command{Args: []string{"tracelog", "-stop", KernelLogger}, Does: "stops the kernel session"}
	r.Stop, r.Cancel = []Command{stop}, []Command{stop}
	if o.KernelMemory {
		b.memorySession(MemorySession, o.beside(".memory.etl"))
		stop := Command{Args: []string{"tracelog", "-stop", MemorySession}, Does: "stops the session of memory snapshots"}
		r.Stop, r.Cancel = append(r.Stop, stop), append(r.Cancel, stop)
	}

	b.require("tracelog.exe, which is in the Windows Driver Kit and the Windows SDK, of Windows 8 or later: older ones take " +
		"-eflag with numbers.")
	b.warn("Microsoft's pages on tracelog show -eflag with some groups of xperf's, and leave the list of them to `tracelog " +
		"-eflag help`. Hold the command line against that list once: VIRT_ALLOC, PERF_COUNTER, HARD_FAULTS and the names of " +
		"-stackwalk were not found on a page on tracelog.")
	b.warn("tracelog reports success for some options that it ignores. Read what it prints: \"Enabled tracing\" has to list " +
		"what was asked for.")
	b.warn("tracelog by itself enables disk and TCP/IP events on NT Kernel Logger; whether it does with -eflag its pages do " +
		"not say. They do no harm but for the size of the file.")
	b.warnUnmerged()
	return nil
}

// tracelog gives the options for a session's buffers and file.
func (b Buffers) tracelog(file string) []string {
	return []string{
		"-f", file, "-UsePerfCounter", "-b", strconv.Itoa(b.KB), "-min", strconv.Itoa(b.Minimum), "-max", strconv.Itoa(b.Maximum),
	}
}

package recipe

import (
	"fmt"
	"strconv"
)

// logman makes the recipe of logman. Flags stand as a number, as logman lists them for "Windows Kernel Trace": a list of names in
// parentheses has to be quoted in PowerShell and not in cmd.exe.
func (b *builder) logman() error {
	r, o := b.recipe, &b.options
	if o.Stacks {
		return b.cannot("call stacks", XPerf, WPR, TraceLog, PerfView)
	}
	if o.Pool {
		return b.cannot("the kernel's pool, for which there is no flag of EnableFlags", XPerf, WPR, TraceLog)
	}
	if o.KernelMemory {
		file := o.beside(".memory.etl")
		r.Captures = append(r.Captures, file)
		r.Start = append(r.Start, Command{
			Args: append([]string{
				"logman", "create", "trace", MemorySession,
				"-p", "{" + KernelMemory.GUID + "}", fmt.Sprintf("0x%x", b.memoryKeywords()), "5",
			}, b.options.memoryBuffers().logman(file)...),
			Does: "starts the session of memory snapshots",
		})
	}
	size := b.kernelSession(o.Output)
	r.Start = append(r.Start, Command{
		Args: append([]string{
			"logman", "create", "trace", KernelLogger, "-p", "Windows Kernel Trace", fmt.Sprintf("0x%x", EnableFlags()),
		}, size.logman(o.Output)...),
		Does: "starts the kernel session",
	})
	stop := Command{Args: []string{"logman", "stop", KernelLogger, "-ets"}, Does: "stops the kernel session"}
	r.Stop, r.Cancel = []Command{stop}, []Command{stop}
	if o.KernelMemory {
		b.memorySession(MemorySession, o.beside(".memory.etl"))
		stop := Command{Args: []string{"logman", "stop", MemorySession, "-ets"}, Does: "stops the session of memory snapshots"}
		r.Stop, r.Cancel = append(r.Stop, stop), append(r.Cancel, stop)
	}

	b.require("Nothing beside Windows Vista or later: logman is part of it.")
	b.warn("logman walks no call stacks: the capture tells which process grows and how, not which module allocated. Record " +
		"again with wpr or xperf for that.")
	b.warnUnmerged()
	return nil
}

// logman gives the options for a session's buffers and file. -ets sends the command to the session itself instead of saving it.
func (b Buffers) logman(file string) []string {
	return []string{
		"-o", file, "-ct", "perf", "-bs", strconv.Itoa(b.KB), "-nb", strconv.Itoa(b.Minimum), strconv.Itoa(b.Maximum), "-ets",
	}
}

// warnUnmerged says what is missing in a recording that no tool merged.
func (b *builder) warnUnmerged() {
	s := fmt.Sprintf("%s merges nothing. etledger reads the recording as it is; tools that need the identities of modules for "+
		"symbols want `xperf -merge` first, on the machine that was recorded.", b.recipe.Tool)
	if len(b.recipe.Captures) > 1 {
		s += " Give etledger both files: together they are one capture."
	}
	b.warn(s)
}

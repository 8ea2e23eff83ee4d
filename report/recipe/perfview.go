package recipe

import (
	"fmt"
	"strconv"
	"strings"
)

// perfViewSession is the ordinary session that PerfView always has.
const perfViewSession = "PerfViewSession"

// leastPerfViewMB is what PerfView gives a session by default.
const leastPerfViewMB = 256

// perfView makes the recipe of PerfView: start and stop apart, not its command collect, so that all tools work alike.
func (b *builder) perfView() error {
	r, o := b.recipe, &b.options
	if o.Pool {
		return b.cannot("the kernel's pool", WPR, XPerf, TraceLog)
	}
	r.Stacks = true
	o.Stacks = true // of the costs: PerfView walks stacks in any case
	memory := max(o.kernelBuffers().megabytes(), leastPerfViewMB)
	r.Sessions = []Session{
		{Name: KernelLogger, Kernel: true, MemoryMB: memory, EnableFlags: EnableFlags(), File: o.beside(".kernel.etl")},
		{Name: perfViewSession, MemoryMB: memory, File: o.Output},
	}

	common := []string{"/AcceptEULA", "/LogFile=" + o.beside(".log")}
	start := append([]string{"PerfView.exe"}, common...)
	start = append(start,
		"/KernelEvents="+strings.Join(b.names(func(s Signal) string { return s.PerfView }), ","),
		"/ClrEvents=None", "/TplEvents=None")
	if o.KernelMemory {
		start = append(start, fmt.Sprintf("/Providers=%s:0x%x", KernelMemory.Name, b.memoryKeywords()))
	}
	start = append(start, "/BufferSizeMB="+strconv.Itoa(memory), "/CircularMB=0", "start", o.Output)
	stop := append([]string{"PerfView.exe"}, common...)
	stop = append(stop, "/Merge=true", "/Zip=false", "/NoClrRundown", "/NoNGenPdbs", "stop")
	r.Start = []Command{{Args: start, Does: "starts recording"}}
	r.Stop = []Command{{Args: stop, Does: "stops, adds the identities of modules, and merges into " + o.Output}}
	r.Cancel = []Command{{
		Args: append(append([]string{"PerfView.exe"}, common...), "abort"),
		Does: "stops all sessions of PerfView, NT Kernel Logger too",
	}}

	b.require("PerfView.exe, a single file, in the folder where the commands run. It needs .NET Framework 4.7.2 or later, and from " +
		"version 4.0 on Windows 10 or later. In PowerShell write .\\PerfView.exe.")
	b.warn("PerfView walks call stacks of all kernel events that have them, whether or not they are asked for.")
	b.warn("PerfView is a program with windows: cmd.exe and PowerShell do not wait for it on a command line that is typed, " +
		"so that the next command may come too early. record.cmd waits; in PowerShell add `| Out-Null`.")
	b.warn("PerfView takes NT Kernel Logger over from whoever records there. Look at the check first.")
	b.warn("PerfView writes compressed recordings when it walks stacks; etledger reads them.")
	return nil
}

package recipe

// Signal is one thing that the memory-growth profile records, and what each tool calls it.
//
// Flags and group masks are those of EVENT_TRACE_PROPERTIES.EnableFlags and of PERFINFO_GROUPMASK, as they stand in the head
// of a recording; hooks are group*256 + opcode.
type Signal struct {
	Name     string `json:"name"`     // of the flag, as TraceEvent and PerfView have it
	Keyword  string `json:"keyword"`  // xperf's name, which ledger.Accounts.Keywords also gives; two signals may share one
	Optional bool   `json:"optional"` // recorded when Options ask for it only

	Flag uint32 `json:"flag"` // bit of EnableFlags; 0 where there is none, so that tools which know only those cannot record it
	Mask int    `json:"mask"` // word of the group mask in which a recording shows it; see Bit
	Bit  uint32 `json:"bit"`  // bit of that word; 0 for what no kernel session records

	WPR      string `json:"wpr"`      // Value of a Keyword of a SystemProvider; "" where there is none
	Logman   string `json:"logman"`   // keyword of the provider "Windows Kernel Trace"; "" where there is none
	TraceLog string `json:"tracelog"` // group of -eflag; "" where there is none
	PerfView string `json:"perfview"` // value of /KernelEvents; "" where there is none

	// Provider is the manifest provider that delivers it, without name for kernel keywords. It is enabled by its GUID with
	// ProviderKeywords on an ordinary session: on NT Kernel Logger it delivers nothing.
	Provider         Provider `json:"provider"`
	ProviderKeywords uint64   `json:"provider_keywords"`

	Hooks    []uint16 `json:"hooks"`    // of kernel events that come with it
	Events   []uint16 `json:"events"`   // ids of the provider's events that come with it
	Delivers string   `json:"delivers"` // a phrase
	Answers  string   `json:"answers"`  // the question of the analyst that it answers
}

// Provider is a manifest provider.
type Provider struct {
	Name string `json:"name"`
	GUID string `json:"guid"` // without braces, lower case
}

// KernelMemory is the manifest provider of memory snapshots. Its keywords are 0x20 for those of the machine (event 1) and 0x40
// for those of processes and of terminal sessions (events 2 and 3).
var KernelMemory = Provider{"Microsoft-Windows-Kernel-Memory", "d1d93ef7-e1f2-4f45-9943-03d245fe6c00"}

// KernelProcess is the manifest provider of processes, with keyword 0x10. Recipes do without: the kernel session names them.
var KernelProcess = Provider{"Microsoft-Windows-Kernel-Process", "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716"}

// PageFaultFlag is the flag of EnableFlags (ALL_FAULTS of xperf, AllFaults of WPR, Memory of PerfView) that the profile leaves
// off: an event for every soft fault of every process drowns all others, and none of them tells what grows.
const PageFaultFlag uint32 = 0x1000

// EnableFlags are the flags of the signals that are not optional, together.
func EnableFlags() uint32 {
	var flags uint32
	for _, s := range Signals() {
		if !s.Optional {
			flags |= s.Flag
		}
	}
	return flags
}

// Signals is the memory-growth profile: what a recording needs so that growth of memory can be judged, and after that what
// Options add. The slice is the caller's.
func Signals() []Signal {
	return []Signal{
		{
			Name: "Process", Keyword: "PROC_THREAD", Flag: 0x1, Mask: 0, Bit: 0x1,
			WPR: "ProcessThread", Logman: "process", TraceLog: "PROC_THREAD", PerfView: "Process",
			Hooks: []uint16{0x0301, 0x0302, 0x0303, 0x0304, 0x0327}, Events: []uint16{},
			Delivers: "start and end of processes, and a list of those that run at start and stop",
			Answers:  "Which process is it, when did it begin, and did it end?",
		},
		{
			Name: "Thread", Keyword: "PROC_THREAD", Flag: 0x2, Mask: 0, Bit: 0x2,
			WPR: "ProcessThread", Logman: "thread", TraceLog: "PROC_THREAD", PerfView: "Thread",
			Hooks: []uint16{0x0501, 0x0502, 0x0503, 0x0504}, Events: []uint16{},
			Delivers: "start and end of threads, and a list of those that run at start and stop",
			Answers:  "Which process does an event belong to that names its thread only?",
		},
		{
			Name: "ImageLoad", Keyword: "LOADER", Flag: 0x4, Mask: 0, Bit: 0x4,
			WPR: "Loader", Logman: "img", TraceLog: "LOADER", PerfView: "ImageLoad",
			Hooks: []uint16{0x030A, 0x1402, 0x1403, 0x1404}, Events: []uint16{},
			Delivers: "modules loaded and unloaded, and a list of those loaded at start and stop",
			Answers:  "Which module does an address of a call stack lie in?",
		},
		{
			Name: "ProcessCounters", Keyword: "PERF_COUNTER", Flag: 0x8, Mask: 0, Bit: 0x8,
			WPR: "ProcessCounter", Logman: "proccntr", TraceLog: "PERF_COUNTER", PerfView: "ProcessCounters",
			Hooks: []uint16{0x0320, 0x0321}, Events: []uint16{},
			Delivers: "the kernel's own count of each process's memory when it ends, and of all processes at stop",
			Answers:  "How much memory does the process really have, by the kernel's count?",
		},
		{
			Name: "VirtualAlloc", Keyword: "VIRT_ALLOC", Flag: 0x4000, Mask: 1, Bit: 0x8000,
			WPR: "VirtualAllocation", Logman: "virtalloc", TraceLog: "VIRT_ALLOC", PerfView: "VirtualAlloc",
			Hooks: []uint16{0x0262, 0x0263, 0x0280, 0x0281}, Events: []uint16{},
			Delivers: "each reservation, commitment and release of private memory; newer Windows lists at stop what is still held",
			Answers:  "What was allocated and never freed, when, how much and by which process?",
		},
		{
			Name: "MemoryHardFaults", Keyword: "HARD_FAULTS", Flag: 0x2000, Mask: 0, Bit: 0x2000,
			WPR: "HardFaults", Logman: "hf", TraceLog: "HARD_FAULTS", PerfView: "MemoryHardFaults",
			Hooks: []uint16{0x0220}, Events: []uint16{},
			Delivers: "each read from disk that a page fault had to wait for",
			Answers:  "Is memory so short that the machine pages?",
		},
		{
			Name: "MemInfo", Keyword: "MEMINFO", Optional: true,
			Provider: KernelMemory, ProviderKeywords: 0x20, Hooks: []uint16{}, Events: []uint16{1},
			Delivers: "the machine's memory about twice a second: free, standby and modified pages, pool, commit",
			Answers:  "Does the commit of the machine grow, or its pool, even if no process does?",
		},
		{
			Name: "MemInfoWS", Keyword: "MEMINFO_WS", Optional: true,
			Provider: KernelMemory, ProviderKeywords: 0x40, Hooks: []uint16{}, Events: []uint16{2, 3},
			Delivers: "working set, private working set, commit and virtual size of each process about twice a second",
			Answers:  "How did each process's commit and working set run over time?",
		},
		{
			Name: "Pool", Keyword: "POOL", Optional: true, Mask: 1, Bit: 0x40,
			WPR: "Pool", TraceLog: "POOL",
			Hooks: []uint16{0x0E20, 0x0E21, 0x0E22, 0x0E23, 0x0E29, 0x0E2B, 0x0E2D, 0x0E2F}, Events: []uint16{},
			Delivers: "each allocation and release of the kernel's paged and nonpaged pool, with its tag",
			Answers:  "Which pool tag, and so which driver, holds the kernel's memory that grows?",
		},
	}
}

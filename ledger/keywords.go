package ledger

import (
	"slices"

	"etledger/model"
)

// keyword is one bit of the group masks of a kernel session, with the name that xperf gives it.
type keyword struct {
	mask int
	bit  uint32
	name string
}

// keywords are the bits of the masks that have a name. Some public flags live at two places: a session's masks show them
// at one or the other.
var keywords = []keyword{
	{0, 0x1, "PROC_THREAD"}, {0, 0x2, "PROC_THREAD"}, {0, 0x4, "LOADER"}, {0, 0x8, "PERF_COUNTER"}, {0, 0x10, "CSWITCH"},
	{0, 0x20, "DPC"}, {0, 0x40, "INTERRUPT"}, {0, 0x80, "SYSCALL"}, {0, 0x100, "DISK_IO"}, {0, 0x200, "FILENAME"},
	{0, 0x400, "DISK_IO_INIT"}, {0, 0x800, "DISPATCHER"}, {0, 0x1000, "ALL_FAULTS"}, {0, 0x2000, "HARD_FAULTS"},
	{0, 0x4000, "VIRT_ALLOC"}, {0, 0x8000, "VAMAP"}, {0, 0x10000, "NETWORKTRACE"}, {0, 0x20000, "REGISTRY"},
	{0, 0x40000, "DBGPRINT"}, {0, 0x80000, "JOB"}, {0, 0x100000, "ALPC"}, {0, 0x200000, "SPLIT_IO"},
	{0, 0x400000, "DEBUG_EVENTS"}, {0, 0x800000, "DRIVERS"}, {0, 0x1000000, "PROFILE"}, {0, 0x2000000, "FILE_IO"},
	{0, 0x4000000, "FILE_IO_INIT"}, {0, 0x10000000, "NO_SYSCONFIG"},

	{1, 0x1, "MEMORY"}, {1, 0x2, "PROFILE"}, {1, 0x4, "CSWITCH"}, {1, 0x8, "FOOTPRINT"}, {1, 0x10, "DRIVERS"},
	{1, 0x20, "REFSET"}, {1, 0x40, "POOL"}, {1, 0x80, "DPC"}, {1, 0x100, "COMPACT_CSWITCH"}, {1, 0x200, "DISPATCHER"},
	{1, 0x400, "PMC_PROFILE"}, {1, 0x800, "PROCESS_INSWAP"}, {1, 0x1000, "AFFINITY"}, {1, 0x2000, "PRIORITY"},
	{1, 0x4000, "INTERRUPT"}, {1, 0x8000, "VIRT_ALLOC"}, {1, 0x10000, "SPINLOCK"}, {1, 0x20000, "SYNC_OBJECTS"},
	{1, 0x40000, "DPC_QUEUE"}, {1, 0x80000, "MEMINFO"}, {1, 0x100000, "CONTMEMGEN"}, {1, 0x200000, "SPINLOCK_CNTRS"},
	{1, 0x400000, "SESSION"}, {1, 0x800000, "MEMINFO_WS"}, {1, 0x1000000, "KERNEL_QUEUE"},
	{1, 0x2000000, "INTERRUPT_STEER"}, {1, 0x4000000, "SHOULDYIELD"}, {1, 0x8000000, "WS"},

	{2, 0x1, "ANTI_STARVATION"}, {2, 0x2, "PROCESS_FREEZE"}, {2, 0x4, "PFN_LIST"}, {2, 0x8, "WS_DETAIL"},
	{2, 0x10, "WS_ENTRY"}, {2, 0x20, "HEAP"}, {2, 0x40, "SYSCALL"}, {2, 0x80, "UMS"}, {2, 0x100, "BACKTRACE"},
	{2, 0x200, "VULCAN"}, {2, 0x400, "OBJECTS"}, {2, 0x800, "EVENTS"}, {2, 0x1000, "FULLTRACE"}, {2, 0x2000, "DFSS"},
	{2, 0x4000, "PREFETCH"}, {2, 0x8000, "IDLE_STATES"}, {2, 0x10000, "CPU_CONFIG"}, {2, 0x20000, "TIMER"},
	{2, 0x40000, "CLOCKINT"}, {2, 0x80000, "LOAD_BALANCER"}, {2, 0x100000, "CLOCK_TIMER"},
	{2, 0x200000, "IDLE_SELECTION"}, {2, 0x400000, "IPI"}, {2, 0x800000, "IO_TIMER"}, {2, 0x1000000, "REG_HIVE"},
	{2, 0x2000000, "REG_NOTIF"},
	{2, 0x4000000, "PPM_EXIT_LATENCY"}, {2, 0x8000000, "WORKER_THREAD"},

	{4, 0x1, "OPTICAL_IO"}, {4, 0x2, "OPTICAL_IO_INIT"}, {4, 0x8, "DLL_INFO"}, {4, 0x40, "OB_HANDLE"},
	{4, 0x80, "OB_OBJECT"},
	{4, 0x200, "WAKE_DROP"}, {4, 0x400, "WAKE_EVENT"}, {4, 0x800, "DEBUGGER"}, {4, 0x1000, "PROC_ATTACH"},
	{4, 0x2000, "WAKE_COUNTER"}, {4, 0x8000, "POWER"}, {4, 0x20000, "CC"}, {4, 0x80000, "FLT_IO_INIT"},
	{4, 0x100000, "FLT_IO"}, {4, 0x200000, "FLT_FASTIO"}, {4, 0x400000, "FLT_IO_FAILURE"}, {4, 0x1000000, "WDF_DPC"},
	{4, 0x2000000, "WDF_INTERRUPT"}, {4, 0x4000000, "CACHE_FLUSH"},

	{5, 0x1, "HIBERRUNDOWN"}, {5, 0x40, "PHYSICAL_MEMORY"},

	{6, 0x1, "SYSCFG_SYSTEM"}, {6, 0x2, "SYSCFG_GRAPHICS"}, {6, 0x4, "SYSCFG_STORAGE"}, {6, 0x8, "SYSCFG_NETWORK"},
	{6, 0x10, "SYSCFG_SERVICES"}, {6, 0x20, "SYSCFG_PNP"}, {6, 0x40, "SYSCFG_OPTICAL"},

	{7, 0x1, "CLUSTER_OFF"}, {7, 0x2, "MEMORY_CONTROL"},
}

// keywordBook collects what tells which keywords were in force.
type keywordBook struct {
	masks [8]uint32
	seen  map[string]bool // keywords that an event proves
}

// groupMaskRow adds the masks of a row: each change of a session's masks logs the old and the new ones.
func (l *Ledger) groupMaskRow(v *model.GroupMaskRows, i int) {
	for m := range v.Masks {
		l.keywords.masks[m] |= v.Masks[m][i]
	}
}

// prove enters that an event occurred which only a keyword can have caused.
func (b *keywordBook) prove(name string) {
	if !b.seen[name] {
		if b.seen == nil {
			b.seen = map[string]bool{}
		}
		b.seen[name] = true
	}
}

// names gives the keywords in force, sorted. known tells that the masks were recorded; otherwise they are the ones that
// events prove, and there may have been more.
func (b *keywordBook) names() (names []string, known bool) {
	for _, k := range keywords {
		if b.masks[k.mask]&k.bit != 0 {
			names = append(names, k.name)
		}
	}
	known = b.masks != [8]uint32{}
	if !known {
		for name := range b.seen {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), known
}

// proofs are the tables of which any row proves a keyword. Rows of processes and images do not: providers other than the
// kernel session make them as well.
var proofs = [256]string{
	model.TableProcessCounters:   "PERF_COUNTER",
	model.TableVirtualAlloc:      "VIRT_ALLOC",
	model.TableMapView:           "VAMAP",
	model.TableHardFault:         "HARD_FAULTS",
	model.TableFileName:          "FILENAME",
	model.TableMemoryInfo:        "MEMINFO",
	model.TableProcessMemoryInfo: "MEMINFO_WS",
	model.TableSessionMemoryInfo: "MEMINFO_WS",
	model.TablePool:              "POOL",
}

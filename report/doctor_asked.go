package report

import (
	"etledger/etl"
	"etledger/model"
)

// askedSignals are those that people miss in captures, and those that captures should not have.
func askedSignals() []signal {
	const byGUID = "Enable the provider by its GUID on an ordinary session beside the kernel's, and merge both."
	onKernelLogger := "Switch it on in the session NT Kernel Logger, which xperf uses, or in a profile of WPR."
	jobs := etl.MustGUID("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716")
	return []signal{
		{name: "Mapped views", delivers: "each view of a file or section that is mapped and unmapped", wanted: WantedAsked, kind: MissingKeyword,
			keyword: "VAMAP", names: []ToolName{{"xperf", "VAMAP"}, {"wpr", "VAMap"}}, hooks: [][2]uint16{{0x0425, 0x0428}},
			how: "Switch the keyword on beside the profile, where mapped memory grows."},
		{name: "SampledProfile", delivers: "what the processors run, a thousand times a second", wanted: WantedAsked,
			kind: MissingKernelLogger, keyword: "PROFILE", elsewhere: HereUnknown, names: []ToolName{{"xperf", "PROFILE"}, {"wpr", "SampledProfile"},
				{"perfview", "Profile"}}, hooks: [][2]uint16{{0x0F2E, 0x0F2E}}, how: onKernelLogger + " It says nothing of who keeps memory."},
		{name: "ReferenceSet", delivers: "which pages each process touches and gives back", wanted: WantedAsked, kind: MissingKernelLogger,
			keyword: "REFSET", elsewhere: HereNo, names: []ToolName{{"xperf", "REFSET"}, {"wpr", "ReferenceSet"}},
			hooks: [][2]uint16{{0x0276, 0x0279}, {0x0282, 0x0282}}, how: onKernelLogger + " It makes very many events: for a minute at most."},
		{name: "Handle", delivers: "each handle that is opened and closed", wanted: WantedAsked, kind: MissingKernelLogger,
			keyword: "OB_HANDLE", elsewhere: HereNo, names: []ToolName{{"xperf", "OB_HANDLE"}, {"wpr", "Handle"}, {"perfview", "Handle"}},
			hooks: [][2]uint16{{0x1120, 0x1127}}, how: onKernelLogger + " Without the handle count of the counters growing it is not needed."},
		{name: "Memory compression", delivers: "what the memory store compresses and keeps", wanted: WantedAsked, kind: MissingProvider,
			provider: "Microsoft-Windows-Kernel-StoreMgr", guid: etl.MustGUID("a6ad76e3-867a-4635-91b3-4904ba6374d7"), how: byGUID},
		{name: "Power", delivers: "sleep, standby and power requests", wanted: WantedAsked, kind: MissingProvider,
			provider: "Microsoft-Windows-Kernel-Power", guid: etl.MustGUID("331c3b3a-2005-44c2-ac5e-77220c37d6b4"), how: byGUID},
		{name: "User sessions", delivers: "logons, logoffs and remote sessions", wanted: WantedAsked, kind: MissingProvider,
			provider: "Microsoft-Windows-TerminalServices-LocalSessionManager",
			guid:     etl.MustGUID("5d896912-022d-40aa-a3a8-4fa5515c76d7"), how: byGUID},
		{name: "Job objects", delivers: "jobs and their limits", wanted: WantedAsked, kind: MissingProvider,
			provider: "Microsoft-Windows-Kernel-Process", guid: jobs, keywords: 0x400, hooks: [][2]uint16{{0x0700, 0x07FF}}, how: byGUID,
			doubt: func(e *evidence) bool {
				return e.count(func(k *model.KindCount) bool {
					return k.Kind == etl.KindEvent && k.Provider == jobs && k.ID > 6 && k.ID != 15
				}) > 0
			}},
		{name: "Heap snapshots", delivers: "what a heap holds at one moment, with the stacks that allocated it", wanted: WantedAsked,
			kind: MissingWorkflow, provider: "Microsoft-Windows-Heap-Snapshot", guid: etl.MustGUID("901d2afa-4ff6-46d7-8d0e-53645e1a47f5"),
			how: "Prepare the program ('wpr -snapshotconfig heap -name PROGRAM.exe enable'), start it anew, record with 'wpr -start heapsnapshot " +
				"-filemode', take snapshots with 'wpr -singlesnapshot heap PID', and disable it afterwards."},
		{name: "Heap tracing", delivers: "each block that heaps of a process give out and take back", wanted: WantedAsked, kind: MissingWorkflow,
			hooks: [][2]uint16{{0x1020, 0x103A}, {0x0264, 0x0268}},
			how: "Prepare the program ('wpr -heaptracingconfig PROGRAM.exe enable'), start it anew, record with 'wpr -start Heap -filemode', " +
				"and disable it afterwards; or 'xperf -start HeapSession -heap -Pids PID'."},
		{name: "Page faults", delivers: "each soft fault of every process", wanted: WantedNot, kind: MissingKeyword, keyword: "ALL_FAULTS",
			hooks: [][2]uint16{{0x020A, 0x020F}}},
	}
}

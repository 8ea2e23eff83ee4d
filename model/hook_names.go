package model

// groupNames names the groups of kernel events.
var groupNames = [256]string{
	0x00: "EventTrace", 0x01: "DiskIo", 0x02: "PageFault", 0x03: "Process", 0x04: "FileIo", 0x05: "Thread",
	0x06: "TcpIp", 0x07: "Job", 0x08: "UdpIp", 0x09: "Registry", 0x0A: "DbgPrint", 0x0B: "SystemConfig",
	0x0C: "Spare", 0x0D: "WNF", 0x0E: "Pool", 0x0F: "PerfInfo", 0x10: "Heap", 0x11: "Object", 0x12: "Power",
	0x13: "ModBound", 0x14: "Image", 0x15: "Dpc", 0x16: "Cc", 0x17: "CritSec", 0x18: "StackWalk", 0x19: "UMS",
	0x1A: "ALPC", 0x1B: "SplitIo", 0x1C: "ThreadPool", 0x1D: "Hypervisor", 0x1E: "HypervisorX",
}

// hookNames names kernel events by hook (group<<8 | opcode), without the group.
var hookNames = map[uint16]string{
	0x0000: "Header", 0x0005: "Extension", 0x0008: "RundownComplete", 0x0020: "EndExtension", 0x0030: "RundownBegin",
	0x0031: "RundownEnd", 0x0040: "DbgIdRSDS", 0x0041: "DbgIdNB10", 0x0042: "BuildInfo", 0x0043: "ProviderBinaryPath",
	0x0050: "PartitionInfoExtension", 0x0052: "LastDroppedTimes",

	0x010A: "Read", 0x010B: "Write", 0x010C: "ReadInit", 0x010D: "WriteInit", 0x010E: "FlushBuffers",
	0x010F: "FlushInit",

	0x020A: "TransitionFault", 0x020B: "DemandZeroFault", 0x020C: "CopyOnWrite", 0x020D: "GuardPageFault",
	0x020E: "HardPageFault", 0x020F: "AccessViolation", 0x0220: "HardFault", 0x0221: "RemovePageByColor",
	0x0222: "RemovePageFromList", 0x0223: "PageInMemory", 0x0224: "InsertInFreeList", 0x0225: "InsertInModifiedList",
	0x0226: "InsertInList", 0x0228: "InsertAtFront", 0x0229: "UnlinkFromStandby", 0x022A: "UnlinkFreeOrZero",
	0x022B: "WorkingSetManager", 0x022C: "TrimProcess", 0x022E: "ZeroShareCount", 0x023C: "WSInfoProcess",
	0x0245: "FaultAddressWithIP", 0x0246: "TrimSession", 0x0247: "MemorySnapLite", 0x0248: "PfMappedSectionRundown",
	0x0249: "PfMappedSectionCreate", 0x024A: "WSInfoSession", 0x024B: "CreateSession", 0x024C: "SessionDCEnd",
	0x024D: "SessionDCStart", 0x024E: "SessionDelete", 0x024F: "PfMappedSectionDelete", 0x0262: "VirtualAlloc",
	0x0263: "VirtualFree", 0x0264: "HeapRangeRundown", 0x0265: "HeapRangeCreate", 0x0266: "HeapRangeReserve",
	0x0267: "HeapRangeRelease", 0x0268: "HeapRangeDestroy", 0x0269: "ImageLoadBacked", 0x0270: "MemInfo",
	0x0271: "ContiguousMemoryGenerate", 0x0272: "FileStoreFault", 0x0273: "InMemoryStoreFault",
	0x0274: "CompressedPage", 0x0275: "PageInMemoryActive", 0x0276: "PageAccess", 0x0277: "PageRelease",
	0x0278: "PageRangeAccess", 0x0279: "PageRangeRelease", 0x027A: "PageCombine", 0x027B: "KernelMemUsage",
	0x027C: "MMStats", 0x027D: "MemInfoExWS", 0x027E: "MemInfoExSessionWS", 0x027F: "VirtualRotate",
	0x0280: "VirtualAllocDCStart", 0x0281: "VirtualAllocDCEnd", 0x0282: "PageAccessEx", 0x0283: "RemoveFromWS",
	0x0284: "WsShareableRundown", 0x0285: "InMemoryActiveRundown", 0x0286: "MemReset",
	0x0287: "PfMappedSectionObjectCreate", 0x0288: "PfMappedSectionObjectDelete",

	0x0301: "Start", 0x0302: "End", 0x0303: "DCStart", 0x0304: "DCEnd", 0x030B: "Terminate", 0x0320: "PerfCtr",
	0x0321: "PerfCtrRundown", 0x0323: "InSwap", 0x0324: "Freeze", 0x0325: "Thaw", 0x0326: "BootPhaseStart",
	0x0327: "Defunct", 0x0328: "SetAffinity", 0x0370: "DebugEvent",

	0x0400: "Name", 0x0420: "FileCreate", 0x0423: "FileDelete", 0x0424: "FileRundown", 0x0425: "MapFile",
	0x0426: "UnmapFile", 0x0427: "MapFileDCStart", 0x0428: "MapFileDCEnd", 0x0440: "Create", 0x0441: "Cleanup",
	0x0442: "Close", 0x0443: "Read", 0x0444: "Write", 0x0445: "SetInfo", 0x0446: "Delete", 0x0447: "Rename",
	0x0448: "DirEnum", 0x0449: "Flush", 0x044A: "QueryInfo", 0x044B: "FSControl", 0x044C: "OperationEnd",
	0x044D: "DirNotify", 0x044E: "CreateNew", 0x044F: "DeletePath", 0x0450: "RenamePath", 0x0451: "SetLinkPath",
	0x0452: "SetLink",

	0x0501: "Start", 0x0502: "End", 0x0503: "DCStart", 0x0504: "DCEnd", 0x0524: "CSwitch", 0x0525: "CompactCSwitch",
	0x0532: "ReadyThread", 0x0539: "WorkerThread", 0x0545: "SubProcessTagChanged", 0x0548: "SetName",

	0x061A: "SendIPV6", 0x061B: "RecvIPV6", 0x080A: "Send", 0x080B: "Recv", 0x081A: "SendIPV6", 0x081B: "RecvIPV6",

	0x0B0A: "CPU", 0x0B0B: "PhyDisk", 0x0B0C: "LogDisk", 0x0B0D: "NIC", 0x0B0E: "Video", 0x0B0F: "Services",
	0x0B10: "Power", 0x0B11: "Network", 0x0B12: "OpticalDisk", 0x0B15: "IRQ", 0x0B16: "PnP", 0x0B17: "IDEChannel",
	0x0B18: "NumaNode", 0x0B19: "Platform", 0x0B1A: "ProcessorGroup", 0x0B1B: "ProcessorNumber", 0x0B1C: "DPI",
	0x0B1D: "CodeIntegrity", 0x0B1E: "TelemetryConfiguration", 0x0B1F: "Defragmentation", 0x0B20: "MobilePlatform",
	0x0B21: "DeviceFamily", 0x0B22: "FlightIds", 0x0B23: "Processors", 0x0B24: "Virtualization", 0x0B25: "BootConfig",

	0x0E20: "Alloc", 0x0E21: "AllocSession", 0x0E22: "Free", 0x0E23: "FreeSession", 0x0E24: "AddPoolPage",
	0x0E25: "AddPoolPageSession", 0x0E26: "BigPoolPage", 0x0E27: "BigPoolPageSession", 0x0E28: "SnapshotDCStart",
	0x0E29: "SnapshotDCEnd", 0x0E2A: "BigPoolSnapshotDCStart", 0x0E2B: "BigPoolSnapshotDCEnd",
	0x0E2C: "SessionSnapshotDCStart", 0x0E2D: "SessionSnapshotDCEnd", 0x0E2E: "SessionBigPoolSnapshotDCStart",
	0x0E2F: "SessionBigPoolSnapshotDCEnd",

	0x0F20: "RundownCheckpoint", 0x0F22: "Mark", 0x0F24: "AsyncMark", 0x0F2E: "SampledProfile", 0x0F2F: "PMCInterrupt",
	0x0F32: "InterruptMSI", 0x0F33: "SysCallEnter", 0x0F34: "SysCallExit", 0x0F42: "ThreadedDPC", 0x0F43: "Interrupt",
	0x0F44: "DPC", 0x0F45: "TimerDPC", 0x0F48: "SampleIntervalSet", 0x0F49: "SampleIntervalDCStart",
	0x0F4A: "SampleIntervalDCEnd",

	0x1020: "Create", 0x1021: "Alloc", 0x1022: "ReAlloc", 0x1023: "Destroy", 0x1024: "Free", 0x1025: "Extend",
	0x1026: "Snapshot", 0x1027: "CreateSnapshot", 0x1028: "DestroySnapshot", 0x1029: "ExtendSnapshot",
	0x102A: "Contract", 0x102B: "Lock", 0x102C: "Unlock", 0x102D: "Validate", 0x102E: "Walk", 0x1033: "Commit",
	0x1034: "Decommit", 0x1035: "SubSegmentInit", 0x1036: "AffinityEnable", 0x1038: "SubSegmentActivated",
	0x1039: "AffinityAssign", 0x103A: "ReuseThresholdActivated",

	0x1120: "CreateHandle", 0x1121: "CloseHandle", 0x1122: "DuplicateHandle", 0x1124: "TypeDCStart",
	0x1125: "TypeDCEnd", 0x1126: "HandleDCStart", 0x1127: "HandleDCEnd", 0x1130: "CreateObject",
	0x1131: "DeleteObject", 0x1132: "Reference", 0x1133: "Dereference",

	0x140A: "Load", 0x1402: "Unload", 0x1403: "DCStart", 0x1404: "DCEnd", 0x1420: "Relocation", 0x1421: "KernelBase",
	0x1422: "HypercallPage",

	0x1820: "Stack", 0x1822: "StackKeyCreate", 0x1823: "StackKeyDelete", 0x1824: "StackKeyRundown",
	0x1825: "StackKeyKernel", 0x1826: "StackKeyUser",
}

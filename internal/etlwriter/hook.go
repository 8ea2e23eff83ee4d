package etlwriter

// Hook names a kernel event: its group in the high byte, its opcode in the low one.
type Hook uint16

// The kernel events that this package has payloads for.
const (
	HookLogfileHeader   Hook = 0x0000
	HookHeaderExtension Hook = 0x0005
	HookRundownComplete Hook = 0x0008
	HookEndExtension    Hook = 0x0020
	HookPartitionInfo   Hook = 0x0050

	HookHardFault            Hook = 0x0220
	HookVirtualAlloc         Hook = 0x0262
	HookVirtualFree          Hook = 0x0263
	HookMemInfo              Hook = 0x0270
	HookMemInfoWS            Hook = 0x027D
	HookMemInfoSessionWS     Hook = 0x027E
	HookVirtualAllocDCStart  Hook = 0x0280
	HookVirtualAllocDCEnd    Hook = 0x0281
	HookProcessStart         Hook = 0x0301
	HookProcessEnd           Hook = 0x0302
	HookProcessDCStart       Hook = 0x0303
	HookProcessDCEnd         Hook = 0x0304
	HookImageLoad            Hook = 0x030A
	HookProcessTerminate     Hook = 0x030B
	HookProcessCounters      Hook = 0x0320
	HookProcessCountersAtEnd Hook = 0x0321
	HookProcessDefunct       Hook = 0x0327

	HookFileName    Hook = 0x0400
	HookFileCreate  Hook = 0x0420
	HookFileDelete  Hook = 0x0423
	HookFileRundown Hook = 0x0424
	HookMapFile     Hook = 0x0425
	HookUnmapFile   Hook = 0x0426
	HookMapDCStart  Hook = 0x0427
	HookMapDCEnd    Hook = 0x0428

	HookThreadStart   Hook = 0x0501
	HookThreadEnd     Hook = 0x0502
	HookThreadDCStart Hook = 0x0503
	HookThreadDCEnd   Hook = 0x0504
	HookThreadSetName Hook = 0x0548

	HookConfigCPU      Hook = 0x0B0A
	HookConfigLogDisk  Hook = 0x0B0C
	HookConfigServices Hook = 0x0B0F

	HookPoolAlloc        Hook = 0x0E20
	HookPoolAllocSession Hook = 0x0E21
	HookPoolFree         Hook = 0x0E22
	HookPoolFreeSession  Hook = 0x0E23

	HookImageUnload  Hook = 0x1402
	HookImageDCStart Hook = 0x1403
	HookImageDCEnd   Hook = 0x1404

	HookStack           Hook = 0x1820
	HookStackKeyCreate  Hook = 0x1822
	HookStackKeyDelete  Hook = 0x1823
	HookStackKeyRundown Hook = 0x1824
	HookStackKeyKernel  Hook = 0x1825
	HookStackKeyUser    Hook = 0x1826
)

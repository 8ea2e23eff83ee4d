//go:build cgo

package live

/*
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#include <windows.h>

// memoryOf gives the sizes that describe the machine's memory.
static BOOL memoryOf(ULONGLONG *bytes, DWORD *page, DWORD *granularity) {
	SYSTEM_INFO info;
	MEMORYSTATUSEX memory = {sizeof memory};
	GetNativeSystemInfo(&info);
	*page = info.dwPageSize;
	*granularity = info.dwAllocationGranularity;
	if (!GlobalMemoryStatusEx(&memory))
		return FALSE;
	*bytes = memory.ullTotalPhys;
	return TRUE;
}
*/
import "C"

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"

	"etledger/live/spool"
)

// machine describes this machine. What the system does not tell stays zero.
func machine() spool.Machine {
	const allGroups = 0xFFFF // ALL_PROCESSOR_GROUPS of winnt.h
	_, offset := time.Now().Zone()
	m := spool.Machine{
		OSBuild:     windows.RtlGetVersion().BuildNumber,
		Processors:  windows.GetActiveProcessorCount(allGroups),
		PointerSize: uint32(unsafe.Sizeof(uintptr(0))),
		CPUMHz:      processorMHz(),
		BootTime:    time.Now().Add(-windows.DurationSinceBoot()),
		BiasMinutes: int32(-offset / 60),
	}
	var bytes C.ULONGLONG
	var page, granularity C.DWORD
	if C.memoryOf(&bytes, &page, &granularity) != 0 {
		m.MemoryMB, m.PageSize, m.Granularity = uint32(bytes>>20), uint32(page), uint32(granularity)
	}
	if name, err := windows.ComputerName(); err == nil {
		m.ComputerName = name
	}
	return m
}

// processorMHz gives the rate of the first processor as the system found it at its start.
func processorMHz() uint32 {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, `HARDWARE\DESCRIPTION\System\CentralProcessor\0`, registry.QUERY_VALUE)
	if err != nil {
		return 0
	}
	defer key.Close()
	mhz, _, err := key.GetIntegerValue("~MHz")
	if err != nil || mhz > 1<<31 {
		return 0
	}
	return uint32(mhz)
}

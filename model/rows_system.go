package model

// SystemRows is the view of TableSystem.
type SystemRows struct {
	Common
	MHz                   []uint32       `col:"mhz" unit:"MHz" doc:"processor clock"`
	Processors            []uint32       `col:"processors" unit:"count" doc:"logical processors"`
	MemoryMB              []uint32       `col:"memory_mb" unit:"MiB" doc:"physical memory"`
	PageSize              []uint32       `col:"page_size" unit:"bytes" doc:"size of a page"`
	AllocationGranularity []uint32       `col:"allocation_granularity" unit:"bytes" doc:"alignment of reservations"`
	ComputerName          Strings        `col:"computer_name" doc:"name of the machine"`
	DomainName            Strings        `col:"domain_name" doc:"domain of the machine"`
	HighestUserAddress    Values[uint64] `col:"highest_user_address" unit:"address" doc:"end of user space; version 3"`
	Architecture          Values[uint16] `col:"architecture_code" doc:"0 x86, 5 ARM, 9 x64, 12 ARM64; version 3"`
}

// VolumeRows is the view of TableVolume: a mapping of an NT prefix to a DOS prefix (merged captures), a drive letter
// of a partition (SystemConfig LogDisk), or the system's folders.
type VolumeRows struct {
	Common
	NTPrefix         Strings        `col:"nt_prefix" doc:"such as \\Device\\HarddiskVolume2\\; null in other rows"`
	DOSPrefix        Strings        `col:"dos_prefix" doc:"such as C:\\; null when the volume has none"`
	DiskNumber       Values[uint32] `col:"disk_number" doc:"disk, of partitions"`
	PartitionNumber  Values[uint32] `col:"partition_number" doc:"partition on the disk, of partitions"`
	FileSystem       Strings        `col:"file_system" doc:"such as NTFS, of partitions"`
	WindowsDirectory Strings        `col:"windows_directory" doc:"such as C:\\Windows\\, of the system's folders"`
}

// GroupMaskRows is the view of TableGroupMask.
type GroupMaskRows struct {
	Common
	Opcode             []uint8        `col:"opcode" doc:"5 masks from here on, 0x20 masks until here"`
	Masks              [8][]uint32    `col:"mask" doc:"PERFINFO_GROUPMASK word"`
	KernelEventVersion Values[uint32] `col:"kernel_event_version" doc:"version of the kernel's event layouts"`
}

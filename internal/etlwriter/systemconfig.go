package etlwriter

// CPU is the payload of the processor configuration (MOF SystemConfig_CPU).
type CPU struct {
	MHz                   uint32
	Processors            uint32
	MemoryMB              uint32
	PageSize              uint32
	AllocationGranularity uint32
	ComputerName          string
	DomainName            string
	HyperThreading        uint64
	HighestUserAddress    uint64 // this and the following in version 3
	Architecture          uint16 // 0 x86, 5 ARM, 9 x64, 12 ARM64
	Level, Revision       uint16
	PaeEnabled, NxEnabled uint8
	MemorySpeed           uint32
}

// Encode gives the payload in the layout of the version, 0 to 3.
func (c CPU) Encode(version uint8, size PointerSize) []byte {
	e := encoder{size: size}
	e.u32(c.MHz, c.Processors, c.MemoryMB, c.PageSize, c.AllocationGranularity)
	e.wideField(c.ComputerName, 256)
	if version >= 2 {
		e.wideField(c.DomainName, 134)
	} else {
		e.wideField(c.DomainName, 132)
	}
	e.ptr(c.HyperThreading)
	if version >= 3 {
		e.ptr(c.HighestUserAddress)
		e.u16(c.Architecture, c.Level, c.Revision)
		e.u8(c.PaeEnabled, c.NxEnabled)
		e.u32(c.MemorySpeed)
	}
	return e.b
}

// LogicalDisk is the payload of the configuration of a partition (MOF SystemConfig_LogDisk).
type LogicalDisk struct {
	StartOffset, PartitionSize uint64
	DiskNumber, Size           uint32
	DriveType                  uint32
	DriveLetter                string // such as C:
	PartitionNumber            uint32
	SectorsPerCluster          uint32
	BytesPerSector             uint32
	FreeClusters               int64
	TotalClusters              int64
	FileSystem                 string
	VolumeExt                  uint32
	Pads                       [3]uint32 // alignment, left unset by the kernel
}

// Encode gives the payload: version 2.
func (d LogicalDisk) Encode() []byte {
	e := encoder{}
	e.u64(d.StartOffset, d.PartitionSize)
	e.u32(d.DiskNumber, d.Size, d.DriveType)
	e.wideField(d.DriveLetter, 4)
	e.u32(d.Pads[0], d.PartitionNumber, d.SectorsPerCluster, d.BytesPerSector, d.Pads[1])
	e.u64(uint64(d.FreeClusters), uint64(d.TotalClusters))
	e.wideField(d.FileSystem, 16)
	e.u32(d.VolumeExt, d.Pads[2])
	return e.b
}

// Service is the payload that names a Windows service in a process (MOF SystemConfig_Services).
type Service struct {
	PID            uint32
	State          uint32
	SubProcessTag  uint32
	ServiceName    string
	DisplayName    string
	ProcessName    string
	LoadOrderGroup string // version 3
	SvchostGroup   string // version 3
}

// Encode gives the payload in the layout of the version, 2 or 3.
func (s Service) Encode(version uint8) []byte {
	e := encoder{}
	e.u32(s.PID, s.State, s.SubProcessTag)
	e.wide(s.ServiceName)
	e.wide(s.DisplayName)
	e.wide(s.ProcessName)
	if version >= 3 {
		e.wide(s.LoadOrderGroup)
		e.wide(s.SvchostGroup)
	}
	return e.b
}

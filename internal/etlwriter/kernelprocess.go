package etlwriter

// ProcessStarted is the payload of events 1 (process start) and 15 (process rundown) of
// Microsoft-Windows-Kernel-Process. A version leaves out the fields that it does not have.
type ProcessStarted struct {
	PID                 uint32
	Sequence            uint64 // from version 3
	CreateTime          uint64 // FILETIME
	ParentPID           uint32
	ParentSequence      uint64 // from version 3
	SessionID           uint32
	Flags               uint32 // from version 1
	ElevationType       uint32 // from version 3
	Elevated            uint32 // from version 3
	MandatoryLabel      []byte // a SID, see NewSID; from version 3
	ImageName           string // NT path
	Checksum            uint32 // this and the following from version 2
	TimeDateStamp       uint32
	PackageFullName     string
	PackageAppID        string
	SecurityMitigations uint32 // from version 4
	PartitionID         uint32 // version 5
	Machine             uint16 // version 5
}

// Encode gives the payload in the layout of the version of event 1, 0 to 5. Event 15 in version 0 is version 2 of
// event 1, and in versions 1, 2 and 3 it is versions 3, 4 and 5.
func (p ProcessStarted) Encode(version uint8) []byte {
	e := encoder{}
	e.u32(p.PID)
	if version >= 3 {
		e.u64(p.Sequence)
	}
	e.u64(p.CreateTime)
	e.u32(p.ParentPID)
	if version >= 3 {
		e.u64(p.ParentSequence)
	}
	e.u32(p.SessionID)
	if version >= 1 {
		e.u32(p.Flags)
	}
	if version >= 3 {
		e.u32(p.ElevationType, p.Elevated)
		e.bytes(p.MandatoryLabel)
	}
	e.wide(p.ImageName)
	if version >= 2 {
		e.u32(p.Checksum, p.TimeDateStamp)
		e.wide(p.PackageFullName)
		e.wide(p.PackageAppID)
	}
	if version >= 4 {
		e.u32(p.SecurityMitigations)
	}
	if version >= 5 {
		e.u32(p.PartitionID)
		e.u16(p.Machine)
	}
	return e.b
}

// ProcessStopped is the payload of event 2 of Microsoft-Windows-Kernel-Process.
type ProcessStopped struct {
	PID              uint32
	Sequence         uint64 // from version 2
	CreateTime       uint64 // FILETIME
	ExitTime         uint64 // FILETIME
	ExitCode         uint32
	ElevationType    uint32
	HandleCount      uint32
	CommitCharge     uint64 // bytes
	CommitPeak       uint64 // bytes
	CPUCycles        uint64 // this and the following five from version 1
	ReadOperations   uint32
	WriteOperations  uint32
	ReadTransferKiB  uint32
	WriteTransferKiB uint32
	HardFaults       uint32
	ImageName        string // single-byte text
}

// Encode gives the payload in the layout of the version, 0 to 2.
func (p ProcessStopped) Encode(version uint8) []byte {
	e := encoder{}
	e.u32(p.PID)
	if version >= 2 {
		e.u64(p.Sequence)
	}
	e.u64(p.CreateTime, p.ExitTime)
	e.u32(p.ExitCode, p.ElevationType, p.HandleCount)
	e.u64(p.CommitCharge, p.CommitPeak)
	if version >= 1 {
		e.u64(p.CPUCycles)
		e.u32(p.ReadOperations, p.WriteOperations, p.ReadTransferKiB, p.WriteTransferKiB, p.HardFaults)
	}
	e.narrow(p.ImageName)
	return e.b
}

package etlwriter

import "encoding/binary"

// Process is the payload of process start, end, rundown and defunct events (MOF classes Process_V0_TypeGroup1 to
// Process_V4_TypeGroup1 and Process_Defunct_TypeGroup1). A version leaves out the fields that it does not have.
type Process struct {
	Key                uint64 // address of the process object; the page directory in version 1; from version 1
	PID, ParentPID     uint32
	SessionID          uint32 // from version 1
	ExitStatus         uint32 // from version 1
	DirectoryTableBase uint64 // from version 3
	Flags              uint32 // from version 4
	User               TokenUser
	ImageName          string // single-byte text, as it is
	CommandLine        string // from version 2
	PackageFullName    string // from version 4
	ApplicationID      string // from version 4
	ExitTime           uint64 // FILETIME; version 5
}

// TokenUser is the SID block of a process event.
type TokenUser struct {
	// SID is the security identifier, see NewSID; nil writes the four zero bytes that stand for none.
	SID []byte
	// Pointer and Attributes are what precedes the SID in memory, TOKEN_USER; they mean nothing to a reader, except
	// that a zero Pointer looks like the form without SID.
	Pointer, Attributes uint64
}

// NewSID gives a security identifier in its binary form: S-1-authority-sub-sub...
func NewSID(authority uint64, sub ...uint32) []byte {
	sid := binary.BigEndian.AppendUint64(nil, authority)
	sid[0], sid[1] = 1, byte(len(sub))
	for _, s := range sub {
		sid = binary.LittleEndian.AppendUint32(sid, s)
	}
	return sid
}

// Encode gives the payload in the layout of the version, 0 to 5.
func (p Process) Encode(version uint8, size PointerSize) []byte {
	e := encoder{size: size}
	if version == 0 {
		e.ptr(uint64(p.PID), uint64(p.ParentPID))
		p.User.encode(&e)
		e.narrow(p.ImageName)
		return e.b
	}
	e.ptr(p.Key)
	e.u32(p.PID, p.ParentPID, p.SessionID, p.ExitStatus)
	if version >= 3 {
		e.ptr(p.DirectoryTableBase)
	}
	if version >= 4 {
		e.u32(p.Flags)
	}
	p.User.encode(&e)
	e.narrow(p.ImageName)
	if version >= 2 {
		e.wide(p.CommandLine)
	}
	if version >= 4 {
		e.wide(p.PackageFullName)
		e.wide(p.ApplicationID)
	}
	if version >= 5 {
		e.u64(p.ExitTime)
	}
	return e.b
}

func (u TokenUser) encode(e *encoder) {
	if u.SID == nil {
		e.u32(0)
		return
	}
	e.ptr(u.Pointer, u.Attributes)
	e.bytes(u.SID)
}

// ProcessTerminate is the payload of the event that a process logs when it begins to end.
func ProcessTerminate(pid uint32) []byte { return binary.LittleEndian.AppendUint32(nil, pid) }

// ProcessCounters is the payload of the counters that the kernel keeps for a process (MOF Process_V2_TypeGroup2),
// logged when a process ends and, for those still alive, when the session ends. All sizes are bytes.
type ProcessCounters struct {
	PID                uint32
	PageFaultCount     uint32
	HandleCount        uint32
	Reserved           uint32 // left unset by the kernel
	PeakVirtualSize    uint64
	PeakWorkingSetSize uint64
	PeakPagefileUsage  uint64
	PeakPagedPool      uint64
	PeakNonPagedPool   uint64
	VirtualSize        uint64 // this and the following are 0 when a process ends
	WorkingSetSize     uint64
	PagefileUsage      uint64
	PagedPool          uint64
	NonPagedPool       uint64
	PrivatePageCount   uint64 // bytes in spite of its name
}

// Encode gives the payload: version 2, the only one.
func (c ProcessCounters) Encode(size PointerSize) []byte {
	e := encoder{size: size}
	e.u32(c.PID, c.PageFaultCount, c.HandleCount, c.Reserved)
	e.ptr(c.PeakVirtualSize, c.PeakWorkingSetSize, c.PeakPagefileUsage, c.PeakPagedPool, c.PeakNonPagedPool,
		c.VirtualSize, c.WorkingSetSize, c.PagefileUsage, c.PagedPool, c.NonPagedPool, c.PrivatePageCount)
	return e.b
}

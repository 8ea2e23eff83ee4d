package etlwriter

// Thread is the payload of thread start, end and rundown events (MOF classes Thread_V0_TypeGroup1 to
// Thread_V4_TypeGroup1). A version leaves out the fields that it does not have.
type Thread struct {
	PID, TID       uint32
	StackBase      uint64 // kernel stack, above StackLimit; this and the following from version 1
	StackLimit     uint64
	UserStackBase  uint64
	UserStackLimit uint64
	StartAddr      uint64 // versions 1 and 2
	Affinity       uint64 // from version 3, in the place of StartAddr
	Win32StartAddr uint64
	WaitMode       int8   // version 1
	TebBase        uint64 // from version 2
	SubProcessTag  uint32 // from version 2
	BasePriority   uint8  // this and the following from version 3
	PagePriority   uint8
	IoPriority     uint8
	Flags          uint8
	// Name ends version 4, and version 3 since Windows 10. Nil leaves it out.
	Name *string
}

// Encode gives the payload in the layout of the version, 0 to 4. The end event of version 1 names only the process and
// the thread: see EncodeShort.
func (t Thread) Encode(version uint8, size PointerSize) []byte {
	e := encoder{size: size}
	if version == 0 {
		e.u32(t.TID, t.PID) // in this version, and only here, the thread comes first
		return e.b
	}
	e.u32(t.PID, t.TID)
	e.ptr(t.StackBase, t.StackLimit, t.UserStackBase, t.UserStackLimit)
	if version >= 3 {
		e.ptr(t.Affinity)
	} else {
		e.ptr(t.StartAddr)
	}
	e.ptr(t.Win32StartAddr)
	if version == 1 {
		e.u8(uint8(t.WaitMode), 0, 0, 0) // the kernel logs the structure with its padding
		return e.b
	}
	e.ptr(t.TebBase)
	e.u32(t.SubProcessTag)
	if version >= 3 {
		e.u8(t.BasePriority, t.PagePriority, t.IoPriority, t.Flags)
		if t.Name != nil {
			e.wide(*t.Name)
		}
	}
	return e.b
}

// EncodeShort gives the payload of a thread's end in version 1.
func (t Thread) EncodeShort() []byte {
	e := encoder{}
	e.u32(t.PID, t.TID)
	return e.b
}

// ThreadName gives the payload of the event that names a thread (MOF ThreadSetName).
func ThreadName(pid, tid uint32, name string) []byte {
	e := encoder{}
	e.u32(pid, tid)
	e.wide(name)
	return e.b
}

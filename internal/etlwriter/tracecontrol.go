package etlwriter

// GroupMasks gives the payload of the header extension and of its end (MOF EventTrace_Extension): the kernel keywords
// in force and, when not zero, the version of the kernel's events.
func GroupMasks(masks [8]uint32, kernelEventVersion uint32) []byte {
	e := encoder{}
	e.u32(masks[:]...)
	if kernelEventVersion != 0 {
		e.u32(kernelEventVersion)
	}
	return e.b
}

// PartitionInfo gives the payload of the partition record in header buffers of Windows 10, all zero on a machine that
// is no guest.
func PartitionInfo() []byte { return make([]byte, 48) }

// VolumeMapping is the record by which a merge tells that NT paths beginning with ntPrefix are those beginning with
// dosPrefix.
func VolumeMapping(ntPrefix, dosPrefix string) Record {
	e := encoder{}
	e.wide(ntPrefix)
	e.wide(dosPrefix)
	return Classic{Class: GUIDSysConfigEx, Opcode: 35, Payload: e.b}
}

// SystemPaths is the record by which a merge tells the machine's system folder and, with a backslash at its end, its
// Windows folder.
func SystemPaths(system, windows string) Record {
	e := encoder{}
	e.wide(system)
	e.wide(windows)
	return Classic{Class: GUIDSysConfigEx, Opcode: 33, Payload: e.b}
}

// BuildInfo is the record by which a merge tells the machine's Windows: install date as FILETIME, build and product.
func BuildInfo(installed uint64, build, product string) Record {
	e := encoder{}
	e.u64(installed)
	e.wide(build)
	e.wide(product)
	return Classic{Class: GUIDSysConfigEx, Opcode: 32, Payload: e.b}
}

// Opcodes of lost-event records.
const (
	LostEvent  = 32
	LostBuffer = 33
	LostFile   = 34
)

// Lost is the record that tells that events, a buffer or a file were lost: see the Lost... opcodes.
func Lost(opcode uint8) Record {
	return Classic{Class: GUIDLostEvent, Opcode: opcode}
}

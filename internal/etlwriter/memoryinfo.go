package etlwriter

// MemInfo is the payload of the system's page lists, in pages: of the kernel event (MOF PageFault_MemInfo) and of
// event 1 of Microsoft-Windows-Kernel-Memory.
type MemInfo struct {
	Zero, Free, Modified, ModifiedNoWrite, Bad uint64
	Standby, Repurposed                        [8]uint64 // by priority
	ModifiedPagefile                           uint64
	PagedPool, NonPagedPool, Mdl, Commit       uint64
}

// Encode gives the payload of the kernel event with the first 21, 22 or 26 of its fields: systems differ in how many
// they log.
func (m MemInfo) Encode(fields int, size PointerSize) []byte {
	e := encoder{size: size}
	e.ptr(m.fields()[:fields]...)
	return e.b
}

// EncodeManifest gives the payload of the manifest event in the layout of the version, 0 or 1.
func (m MemInfo) EncodeManifest(version uint8, size PointerSize) []byte {
	fields := m.fields()
	if version == 0 {
		fields = fields[:21]
	}
	e := encoder{size: size}
	e.u8(uint8(len(m.Standby)))
	e.ptr(fields...)
	return e.b
}

func (m MemInfo) fields() []uint64 {
	f := []uint64{m.Zero, m.Free, m.Modified, m.ModifiedNoWrite, m.Bad}
	f = append(f, m.Standby[:]...)
	f = append(f, m.Repurposed[:]...)
	return append(f, m.ModifiedPagefile, m.PagedPool, m.NonPagedPool, m.Mdl, m.Commit)
}

// WorkingSet is one entry of the per-process (HookMemInfoWS, manifest event 2) and per-session (HookMemInfoSessionWS,
// manifest event 3) memory snapshots, in pages.
type WorkingSet struct {
	ID                uint32 // process or session
	WorkingSet        uint64
	Commit            uint64
	VirtualSize       uint64 // the paged pool, for sessions
	PrivateWorkingSet uint64
	StoreSize         uint64 // this and the following from version 2
	Stored            uint64
	CommitDebt        uint64
	SharedCommit      uint64
}

// EncodeWorkingSets gives the payload of a snapshot, packed, in the layout of the version: 2 and later have all fields.
func EncodeWorkingSets(entries []WorkingSet, version uint8, size PointerSize) []byte {
	e := encoder{size: size}
	e.u32(uint32(len(entries)))
	for _, w := range entries {
		e.u32(w.ID)
		e.ptr(w.WorkingSet, w.Commit, w.VirtualSize, w.PrivateWorkingSet)
		if version >= 2 {
			e.ptr(w.StoreSize, w.Stored, w.CommitDebt, w.SharedCommit)
		}
	}
	return e.b
}

// Pool is the payload of kernel pool allocations and frees (MOF Pool_Allocation).
type Pool struct {
	Type      uint32 // POOL_TYPE and its modifiers
	Tag       [4]byte
	Bytes     uint64
	Entry     uint64
	SessionID *uint32 // ends the session forms; nil leaves it out
}

// Encode gives the payload: version 2, the only one.
func (p Pool) Encode(size PointerSize) []byte {
	e := encoder{size: size}
	e.u32(p.Type)
	e.bytes(p.Tag[:])
	e.ptr(p.Bytes, p.Entry)
	if p.SessionID != nil {
		e.u32(*p.SessionID)
	}
	return e.b
}

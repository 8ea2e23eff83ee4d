package model

// decodePool decodes the kernel pool events (group 0x0E): Alloc 32, AllocSession 33, Free 34, FreeSession 35, and
// AddPoolPage 36, BigPoolPage 38 with their session forms, which are assumed to have the same layout.
func decodePool(d *decoder) bool {
	p, opcode := newPayload(d.event), d.event.Opcode
	kind, tag, size, entry := p.u32(), p.u32(), p.ptr(), p.ptr()
	inSession := opcode == 33 || opcode == 35
	var session uint32
	if inSession {
		session = p.u32()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.pool.rowBuffers)
	rows := &d.pool.rows
	switch opcode {
	case 32, 33:
		rows.Op[i] = PoolOpAlloc
	case 34, 35:
		rows.Op[i] = PoolOpFree
	default:
		rows.Op[i] = PoolOpPage
	}
	rows.PoolType[i] = kind
	d.poolNames.set(i, kind)
	rows.Tag[i] = tag
	d.tagNames.set(i, tag)
	rows.Bytes[i] = size
	rows.Entry[i] = entry
	if inSession {
		rows.SessionID.set(i, session)
	}
	return true
}

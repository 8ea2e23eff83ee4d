package model

import "etledger/etl"

// This file decodes the periodic memory snapshots, which the kernel group 0x02 and the manifest provider
// Microsoft-Windows-Kernel-Memory log with the same records. All values are pages.

var kernelMemory = etl.MustGUID("d1d93ef7-e1f2-4f45-9943-03d245fe6c00")

// priorities is the number of standby lists in the kernel's MemInfo.
const priorities = 8

// decodeMemoryInfo decodes the kernel's MemInfo 112.
func decodeMemoryInfo(d *decoder) bool { return d.memoryLists(newPayload(d.event), priorities) }

// decodeManifestMemoryInfo decodes MemInfo (id 1), which says how many standby lists there are.
func decodeManifestMemoryInfo(d *decoder) bool {
	p := newPayload(d.event)
	lists := p.u8()
	return d.memoryLists(p, int(lists))
}

// memoryLists decodes the page lists. The length tells which of the later fields are there.
func (d *decoder) memoryLists(p payload, lists int) bool {
	zero, free, modified, noWrite, bad := p.ptr(), p.ptr(), p.ptr(), p.ptr(), p.ptr()
	var standby, repurposed uint64
	for range lists {
		standby += p.ptr()
	}
	for range lists {
		repurposed += p.ptr()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.memoryInfo.rowBuffers)
	rows := &d.memoryInfo.rows
	rows.ZeroPages[i] = zero
	rows.FreePages[i] = free
	rows.ModifiedPages[i] = modified
	rows.ModifiedNoWritePages[i] = noWrite
	rows.BadPages[i] = bad
	rows.StandbyPages[i] = standby
	rows.RepurposedPages[i] = repurposed
	if p.has(p.pointer) {
		rows.ModifiedPagefilePages.set(i, p.ptr())
	}
	if p.has(4 * p.pointer) {
		rows.PagedPoolPages.set(i, p.ptr())
		rows.NonPagedPoolPages.set(i, p.ptr())
		rows.MdlPages.set(i, p.ptr())
		rows.CommitPages.set(i, p.ptr())
	}
	return true
}

// decodeProcessMemoryInfo decodes MemInfoEx WS 125 and MemInfoWS (id 2).
func decodeProcessMemoryInfo(d *decoder) bool {
	rows := &d.processMemoryInfo.rows
	return d.workingSets(func(id uint32) (int, *WorkingSetCounts, *Values[uint64]) {
		i := d.row(&d.processMemoryInfo.rowBuffers)
		rows.ID[i] = id
		d.names.set(&rows.ProcessNames, i, id)
		return i, &rows.WorkingSetCounts, &rows.VirtualSizePages
	})
}

// decodeSessionMemoryInfo decodes MemInfoEx SessionWS 126 and MemInfoSessionWS (id 3).
func decodeSessionMemoryInfo(d *decoder) bool {
	rows := &d.sessionMemoryInfo.rows
	return d.workingSets(func(id uint32) (int, *WorkingSetCounts, *Values[uint64]) {
		i := d.row(&d.sessionMemoryInfo.rowBuffers)
		rows.ID[i] = id
		return i, &rows.WorkingSetCounts, &rows.PagedPoolPages
	})
}

// workingSets decodes a list of entries, a row for each. newRow begins a row for a process or session, and gives the
// row, the columns, and the column of the entry's third count.
func (d *decoder) workingSets(newRow func(id uint32) (int, *WorkingSetCounts, *Values[uint64])) bool {
	p := newPayload(d.event)
	count := int(p.u32())
	if p.bad {
		return false
	}
	if count == 0 {
		return true
	}
	size := entrySize(len(p.rest), count, p.pointer, d.event.Version)
	if size == 0 {
		return false
	}
	for range count {
		entry := payload{rest: p.take(size), pointer: p.pointer}
		i, counts, third := newRow(entry.u32())
		for _, column := range []*Values[uint64]{
			&counts.WorkingSetPages, &counts.CommitPages, third, &counts.PrivateWorkingPages,
			&counts.StoreSizePages, &counts.StoredPages, &counts.CommitDebtPages, &counts.SharedCommitPages,
		} {
			if entry.has(entry.pointer) {
				column.set(i, entry.ptr())
			}
		}
	}
	return true
}

// entrySize gives the bytes of each of count entries in n bytes, 0 when they cannot be so many: n shared out evenly,
// since entries may have more fields than are known, and those before version 2 fewer; or, should bytes be left over,
// what entries of the version are known to have.
func entrySize(n, count, pointer int, version uint16) int {
	known := 4 + 4*pointer
	if version >= 2 {
		known = 4 + 8*pointer
	}
	size := n / count
	switch {
	case n%count == 0 && size >= known:
		return size
	case n%count == 0 && version < 2 && size > 4 && (size-4)%pointer == 0:
		return size
	case size >= known:
		return known
	}
	return 0
}

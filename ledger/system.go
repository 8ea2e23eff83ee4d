package ledger

import (
	"math/bits"

	"etledger/model"
	"etledger/trend"
)

// Processes that are the kernel's own.
const (
	idlePID   = 0
	systemPID = 4
)

var architectures = map[uint16]string{0: "x86", 5: "ARM", 9: "x64", 12: "ARM64"}

const architectureX86 = 0

// systemRow enters what the system configuration says of the machine. It is logged at the end of a capture, and not
// always at its start.
func (l *Ledger) systemRow(v *model.SystemRows, i int) {
	s := &l.system
	if s.Processors == 0 {
		s.Processors = v.Processors[i]
	}
	if s.MHz == 0 {
		s.MHz = v.MHz[i]
	}
	if s.MemoryBytes == 0 {
		s.MemoryBytes = uint64(v.MemoryMB[i]) << 20
	}
	if name, ok := v.ComputerName.At(i); ok {
		fill(&s.ComputerName, name)
	}
	if page := v.PageSize[i]; page >= pageBytes && bits.OnesCount32(page) == 1 {
		s.PageSize, l.pageSize = page, uint64(page)
	}
	architecture, known := v.Architecture.At(i)
	if known {
		fill(&s.Architecture, architectures[architecture])
	}
	if known && architecture == architectureX86 {
		l.kernelFloor32 = 1 << 31
		if highest, ok := v.HighestUserAddress.At(i); ok && highest > 0 && highest < 1<<32-1 {
			l.kernelFloor32 = highest + 1
		}
	}
}

// volumeRow enters a mapping of paths.
func (l *Ledger) volumeRow(v *model.VolumeRows, i int) {
	if directory, ok := v.WindowsDirectory.At(i); ok {
		fill(&l.system.WindowsDirectory, directory)
		l.paths.SetWindowsDirectory(l.system.WindowsDirectory)
	}
	prefix, ok := v.NTPrefix.At(i)
	if !ok {
		return
	}
	drive, _ := v.DOSPrefix.At(i)
	l.paths.Add(prefix, drive)
	volume := Volume{NTPrefix: prefix, DOSPrefix: drive}
	if !l.volumes[volume] {
		l.volumes[volume] = true
		l.system.Volumes = append(l.system.Volumes, volume)
	}
}

// limit is the level at which a process whose address space is small has used it up; 0 for others, and where there is no
// level. It is the present level and the address space that is left, taking it that what grows the one takes as much of
// the other. That is what the counters leave of it, else what is left beside all that the books know to be there.
func (l *Ledger) limit(p *process, level []trend.Sample) float64 {
	space := l.addressLimit(p)
	if space == 0 || len(level) == 0 {
		return 0
	}
	var used uint64
	if c := p.life.Counters; c != nil && !c.AtExit && c.VirtualBytes > 0 {
		used = c.VirtualBytes
	} else {
		m := &p.life.Mapped
		used = m.OutstandingBytes
		if l.span.from != always {
			grow(&used, m.BeforeBytes-m.BeforeUnmappedBytes)
		}
		if used == 0 && m.Maps == 0 { // else images are among the views
			grow(&used, p.images.bytes())
		}
		initial, _ := l.initialBytes(p)
		grow(&used, initial)
		if p.account != nil {
			grow(&used, inBytes(p.account.liveReserved))
			grow(&used, inBytes(p.account.carried.idle))
		}
	}
	return level[len(level)-1].End + float64(space-min(space, used))
}

// addressLimit is how much address space a process can use when that is little: 0 for 64-bit processes. A 32-bit process
// has 2 GiB unless it has been seen to use more, when it may use all that the system gives it.
func (l *Ledger) addressLimit(p *process) uint64 {
	if !p.wow64 && l.system.Architecture != architectures[architectureX86] {
		return 0
	}
	limit := uint64(1 << 31)
	switch {
	case p.account == nil || inBytes(p.account.top) <= limit:
		return limit
	case p.wow64:
		return 1 << 32
	}
	return max(l.kernelFloor32, limit)
}

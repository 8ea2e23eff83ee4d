package ledger

import (
	"cmp"
	"slices"

	"etledger/model"
	"etledger/trend"
)

// memorySeries is what the memory-information snapshots say of one process.
type memorySeries struct {
	series seriesBook
	line   timeline // level of commit, in bytes
}

// processMemoryRow enters one process of a snapshot.
func (l *Ledger) processMemoryRow(v *model.ProcessMemoryInfoRows, i int) {
	pages, ok := v.CommitPages.At(i)
	if !ok {
		return
	}
	l.processMemory(v.ID[i], v.UnixNano[i], l.inSystemPages(pages))
}

// processMemory enters the commit of a process at the time of a snapshot.
func (l *Ledger) processMemory(number uint32, now int64, bytes uint64) {
	if l.stage == stageAfter {
		return
	}
	l.makeRoom()
	p := l.owner(number, now)
	now = p.within(now)
	m := &p.memory
	if m.line.most == 0 {
		m.line = newTimeline(max(p.origin(), l.span.from), mostSideBins)
		m.line.level = float64(bytes)
	}
	if !p.ended {
		l.enterHeld(p)
		l.batch.add(p).put(doSnapshot, now, bytes, 0, 0, 0)
	}
	m.line.move(m.line.bin(now), float64(bytes)-m.line.level)
}

// level gives the commit over time as the snapshots show it, nil when there are none.
func (m *memorySeries) level(start, end int64) []trend.Sample {
	if m.line.most == 0 {
		return nil
	}
	m.line.close(end, mostSideBins)
	samples := m.line.samples(start, end, 1, 0)
	// Before the first snapshot nothing is known.
	first := slices.IndexFunc(m.line.bins, func(b timeBin) bool { return b.used })
	return samples[first:]
}

// memoryRow enters a system-wide snapshot: the first and last and those with extreme values are kept, and some of the
// others.
func (l *Ledger) memoryRow(v *model.MemoryInfoRows, i int) {
	if l.stage == stageAfter {
		return
	}
	s := MemorySnapshot{
		Nano:           v.UnixNano[i],
		AvailableBytes: l.inSystemPages(v.ZeroPages[i]) + l.inSystemPages(v.FreePages[i]) + l.inSystemPages(v.StandbyPages[i]),
	}
	if pages, ok := v.CommitPages.At(i); ok {
		s.CommitBytes, s.CommitKnown = l.inSystemPages(pages), true
	}
	if pages, ok := v.PagedPoolPages.At(i); ok {
		s.PagedPoolBytes = l.inSystemPages(pages)
	}
	if pages, ok := v.NonPagedPoolPages.At(i); ok {
		s.NonPagedPoolBytes = l.inSystemPages(pages)
	}
	l.snapshots.add(s)
	l.samples.add(s)
}

// inSystemPages is a number of the system's pages in bytes, no more than there can be.
func (l *Ledger) inSystemPages(pages uint64) uint64 { return min(pages, 1<<40) * l.pageSize }

// snapshotSummary keeps of a row of snapshots the first, the last, and the first ones with an extreme value.
type snapshotSummary struct {
	any     bool
	first   MemorySnapshot
	last    MemorySnapshot
	extreme [8]MemorySnapshot // least and greatest of each value in turn
}

// values are those whose extremes are kept.
func (s *MemorySnapshot) values() [4]uint64 {
	return [4]uint64{s.AvailableBytes, s.CommitBytes, s.PagedPoolBytes, s.NonPagedPoolBytes}
}

func (m *snapshotSummary) add(s MemorySnapshot) {
	if !m.any {
		m.any, m.first = true, s
		for i := range m.extreme {
			m.extreme[i] = s
		}
	}
	m.last = s
	for i, value := range s.values() {
		if value < m.extreme[2*i].values()[i] {
			m.extreme[2*i] = s
		}
		if value > m.extreme[2*i+1].values()[i] {
			m.extreme[2*i+1] = s
		}
	}
}

// list gives what was kept, in order of time.
func (m *snapshotSummary) list() []MemorySnapshot {
	if !m.any {
		return nil
	}
	list := append(m.extreme[:], m.first, m.last)
	slices.SortFunc(list, func(a, b MemorySnapshot) int {
		x, y := a.values(), b.values()
		return cmp.Or(cmp.Compare(a.Nano, b.Nano), slices.Compare(x[:], y[:]))
	})
	return slices.Compact(list)
}

// memorySamples keeps of a row of snapshots all, or every second, fourth and so on.
type memorySamples struct {
	list  []MemorySnapshot
	seen  int
	every int // one of so many is kept
}

const mostSamples = 256

func (m *memorySamples) add(s MemorySnapshot) {
	if m.seen == 0 {
		m.every = 1
	}
	if m.seen%m.every == 0 && len(m.list) == mostSamples {
		for i := range mostSamples / 2 {
			m.list[i] = m.list[2*i]
		}
		m.list = m.list[:mostSamples/2]
		m.every *= 2
	}
	if m.seen%m.every == 0 {
		m.list = append(m.list, s)
	}
	m.seen++
}

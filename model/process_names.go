package model

import (
	"encoding/binary"
	"strings"
)

// processNames knows, at every moment of an iteration, the names of the processes that process and image rows have
// announced, for the columns of ProcessNames.
type processNames struct {
	processes map[uint32]*processName
	recent    [256]*processName // of processes, the one looked up last for each value of the lowest bits
	words     *dictionary       // of the chunk, shared by the columns of all tables
	chunk     int
}

// processName is what was announced about the present owner of a process number.
type processName struct {
	pid       uint32
	name, exe string

	chunk               int // for which the indexes hold
	nameIndex, exeIndex uint32
}

// begin prepares for the rows of a new chunk.
func (p *processNames) begin(d *decoder) {
	if p.processes == nil {
		p.processes = make(map[uint32]*processName)
	}
	p.chunk++
	p.words = new(dictionary)
	for _, names := range []*ProcessNames{
		&d.processCounters.rows.ProcessNames, &d.virtualAlloc.rows.ProcessNames, &d.mapView.rows.ProcessNames,
		&d.hardFault.rows.ProcessNames, &d.processMemoryInfo.rows.ProcessNames,
	} {
		names.Exe.words, names.ProcessName.words = p.words, p.words
	}
}

// set gives row i the names of process pid, as far as they are known.
func (p *processNames) set(columns *ProcessNames, i int, pid uint32) {
	if columns.ProcessName.unwanted && columns.Exe.unwanted {
		return
	}
	process := p.find(pid)
	if process == nil {
		return
	}
	columns.ProcessName.setIndex(i, process.nameIndex)
	if process.exe != "" {
		columns.Exe.setIndex(i, process.exeIndex)
	}
}

// find gives what is known of a process, with its names among the words of the chunk, nil when that is nothing.
func (p *processNames) find(pid uint32) *processName {
	// Process numbers are multiples of four.
	slot := &p.recent[pid/4%uint32(len(p.recent))]
	process := *slot
	if process == nil || process.pid != pid {
		if process = p.processes[pid]; process == nil {
			return nil
		}
		*slot = process
	}
	if process.chunk != p.chunk {
		process.chunk = p.chunk
		process.nameIndex = p.words.text(process.name)
		process.exeIndex = p.words.text(process.exe)
	}
	return process
}

// setRun is set for a run of rows, whose processes are pids[from:to].
func (p *processNames) setRun(columns *ProcessNames, pids []uint32, from, to int) {
	if columns.ProcessName.unwanted || columns.Exe.unwanted {
		for i := from; i < to; i++ {
			p.set(columns, i, pids[i])
		}
		return
	}
	pids = pids[from:to]
	names := columns.ProcessName.room(from, to)
	for i := range names {
		process := p.find(pids[i])
		if process == nil {
			p.setEach(columns, pids, from)
			return
		}
		names[i] = process.nameIndex
		if process.exe != "" {
			columns.Exe.setIndex(from+i, process.exeIndex)
		}
	}
	setBits(columns.ProcessName.valid, from, to)
}

// setEach is set for the rows of the processes, from one on.
func (p *processNames) setEach(columns *ProcessNames, pids []uint32, from int) {
	for i, pid := range pids {
		columns.ProcessName.index[from+i] = 0
		p.set(columns, from+i, pid)
	}
}

// process notes a process row. The path of the image is empty when the row does not tell it.
func (p *processNames) process(op uint8, pid uint32, name, exe string) {
	known := p.processes[pid]
	switch op {
	case OpEnd:
		p.forget(pid)
	case OpStart:
		p.announce(processName{pid: pid, name: name, exe: exe})
	case OpRundownStart, OpRundownEnd:
		if known == nil || !strings.EqualFold(known.name, name) || exe != "" && exe != known.exe {
			p.announce(processName{pid: pid, name: name, exe: exe})
		}
	}
}

// image notes that an image is loaded in a process. It is the process's own when it has the name of the process.
func (p *processNames) image(pid uint32, path []byte) {
	known := p.processes[pid]
	if known != nil && known.exe == "" && sameName(wideBase(path), known.name) {
		p.announce(processName{pid: pid, name: known.name, exe: decodeWide(path)})
	}
}

func (p *processNames) announce(process processName) {
	p.forget(process.pid)
	p.processes[process.pid] = &process
}

func (p *processNames) forget(pid uint32) {
	delete(p.processes, pid)
	p.recent[pid/4%uint32(len(p.recent))] = nil
}

// sameName tells whether a UTF-16LE file name is a given one, ASCII letters of either case being the same.
func sameName(wide []byte, name string) bool {
	if len(wide) != 2*len(name) || name == "" {
		return false
	}
	for i := range len(name) {
		a, b := binary.LittleEndian.Uint16(wide[2*i:]), uint16(name[i])
		if a != b && lower(a) != lower(b) {
			return false
		}
	}
	return true
}

func lower(c uint16) uint16 {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
